"""Cards drawn in a process of their own.

Drawing a card takes up to a tenth of a second, and lets no other thread of its process run meanwhile: the window would
stand still for so long, again and again, while the pictures of a deck are made.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

from companion.artwork import DeckArt, deck_art
from companion.artwork.raster import CardImage

_NICENESS = 10

T = TypeVar("T")

Take = Callable[[str, str, CardImage], None]
"""Gets the deck, the code and the picture of a card, in the thread that waits for it."""


def draw(deck: str, code: str, height: int) -> CardImage:
    """Return a picture of a card so many pixels high, (height, W, 4) uint8 BGRA."""
    return _art(deck).image(code, height)


@cache
def _art(deck: str) -> DeckArt:
    return deck_art(deck)


def own_process() -> Executor:
    """Return what draws in another process; it starts with the first card."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)


def _begin() -> None:
    """Let those go first who watch a game, and end with them, however they end."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    threading.Thread(target=_end_with_the_window, daemon=True).start()


def _end_with_the_window() -> None:
    window = multiprocessing.parent_process()
    if window is not None:
        window.join()
        os._exit(1)


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Let a process that this thread starts meanwhile not be ended by Ctrl+C in the terminal, which reaches it, too.

    Who started it ends it. Windows knows no signals of single threads; nothing is changed there.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def elsewhere(work: Callable[[str], T], deck: str) -> T:
    """Return what a function that draws a deck returns; where there can be, from another process.

    Args:
        work: Known by its name in the other process, too; what it returns can be pickled.
        deck: Id of the deck.
    """
    try:
        with own_process() as executor, no_interrupts():
            return executor.submit(work, deck).result()
    except (BrokenProcessPool, OSError):
        return work(deck)


class Drawing:
    """Draws some cards, one after the other, in the background."""

    def __init__(self, wanted: Iterable[tuple[str, str]], height: int, take: Take) -> None:
        """Begin.

        Args:
            wanted: Decks and codes.
            height: Of the pictures, pixels.
            take: Gets each picture as soon as it is there.
        """
        self._cards = deque(wanted)
        self._height, self._take = height, take
        self._closing = threading.Event()
        if self._cards:
            # Not in the window's thread: even the start of a process takes a moment.
            threading.Thread(target=self._run, name="drawing").start()

    def close(self) -> None:
        """Draw no more; does not wait for the card that is being drawn."""
        self._closing.set()

    def _run(self) -> None:
        try:
            with own_process() as executor, no_interrupts():
                self._hand_on(lambda card: executor.submit(draw, *card, self._height).result())
        except (BrokenProcessPool, OSError):
            # Where no second process can be had the window stands still now and then, but shows the cards.
            self._hand_on(lambda card: draw(*card, self._height))

    def _hand_on(self, drawn: Callable[[tuple[str, str]], CardImage]) -> None:
        while self._cards and not self._closing.is_set():
            image = drawn(self._cards[0])
            self._take(*self._cards.popleft(), image)
