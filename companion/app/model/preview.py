"""What a source shows before a game: the live picture, and what is read in it, without a table or rules."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.app.model.opening import EyesMaker
from companion.app.model.pump import Picture, Pump
from companion.cards import DECKS, card_name
from companion.errors import CompanionError
from companion.language import ENGLISH, Language
from companion.vision.capture import Capture, open_capture
from companion.vision.eyes import ModelEyes
from companion.vision.types import Frame, SeenCard

_PAUSE = 0.4
"""Seconds between two looks for cards: enough for a person who lays one down, and light work for the machine."""

_SURE = 0.85
"""A card read with such a chance is named without a doubt."""

_SMALL_CARD = 80.0
"""Pixels of a card's height below which its index is hard to read."""


@dataclass(frozen=True, slots=True)
class ReadCard:
    """One card in the picture.

    Attributes:
        corners: Four pixels of the frame, clockwise.
        code: What it is taken for; None for a back and for a face that cannot be read.
        face_up: Whether its face shows.
        sure: Whether it is read without a doubt.
        height: Pixels of its longer side.
    """

    corners: tuple[tuple[float, float], ...]
    code: str | None
    face_up: bool
    sure: bool
    height: float


class Preview:
    """A source being looked at. Ask it for what is new as often as there is time, close it.

    Attributes:
        problem: Why there is no picture; empty while all is well.
        cards: What was last seen; None before the first look.
    """

    def __init__(
        self,
        source: str,
        deck: str,
        eyes: EyesMaker = ModelEyes.shipped,
        opener: Callable[[str], Capture] = open_capture,
    ) -> None:
        """Begin to open the source; nothing here waits for it.

        Args:
            source: Camera number, path or address.
            deck: Id of the deck that cards are read as.
            eyes: Loads what finds and reads the cards.
            opener: Opens the source.
        """
        self.problem = ""
        self.cards: tuple[ReadCard, ...] | None = None
        self._source, self._deck, self._make_eyes, self._opener = source, deck, eyes, opener
        self._pump: Pump | None = None
        self._closing = threading.Event()
        self._seen = 0
        # An address may keep its opener waiting for long; the program does not wait for that to end.
        self._thread = threading.Thread(target=self._guarded, args=(self._run,), name="preview", daemon=True)
        self._looker = threading.Thread(target=self._guarded, args=(self._look,), name="preview-looker", daemon=True)
        self._thread.start()

    def picture(self) -> Picture | None:
        """Return the next picture; None where there is none since the last call."""
        pump = self._pump
        new = pump.picture(self._seen) if pump is not None else None
        if new is None:
            return None
        self._seen, picture = new
        return picture

    def show_at(self, width: int, height: int) -> None:
        """Say how much room the picture has, in device pixels."""
        if self._pump is not None:
            self._pump.show_at(width, height)

    @property
    def opened(self) -> bool:
        """Whether the source could be opened."""
        return self._pump is not None

    def close(self) -> None:
        """Let go of the source, at once or as soon as it is there."""
        self._closing.set()
        if self._pump is not None:
            self._pump.close()
            self._thread.join()
        if self._looker.ident is not None:
            self._looker.join()

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except CompanionError as error:
            self.problem = str(error)

    def _run(self) -> None:
        pump = Pump(self._opener(self._source), keep_all=False)
        if self._closing.is_set():
            pump.close()
            return
        pump.start()
        self._pump = pump
        self._looker.start()
        if self._closing.is_set():  # Closed while the pump came to be seen.
            pump.close()
        pump.run()

    def _look(self) -> None:
        eyes = self._make_eyes()
        pump = self._pump
        assert pump is not None
        for item in pump:
            if self._closing.is_set():
                return
            if isinstance(item, Frame):
                self.cards = tuple(read_card(card) for card in eyes.look(item.image, self._deck))
                self._closing.wait(_PAUSE)


def read_card(card: SeenCard) -> ReadCard:
    """Return a seen card as a preview shows it."""
    sides = np.linalg.norm(card.corners - np.roll(card.corners, -1, axis=0), axis=1)
    best = card.best
    return ReadCard(
        corners=tuple((float(x), float(y)) for x, y in card.corners),
        code=best[0] if best is not None else None,
        face_up=card.face_up,
        sure=best is not None and best[1] >= _SURE,
        height=float(sides.max()),
    )


def verdict(cards: tuple[ReadCard, ...] | None, deck: str, language: Language = ENGLISH) -> tuple[str, bool]:
    """Return what a person is told about the cards seen, and whether all is well.

    Args:
        cards: What was seen; None before the first look.
        deck: Id of the deck.
        language: The language to say it in.
    """
    say = language.text
    if cards is None:
        return say("Looking for cards …"), True
    faces = [card for card in cards if card.face_up]
    if not cards:
        return say("Lay one card face up on the table to test."), True
    if not faces:
        return say("A card lies face down. Turn it over to test."), True
    if max(card.height for card in faces) < _SMALL_CARD:
        return say(
            "The card is small in the picture. Bring the camera nearer, so that it sees little but the table."
        ), False
    named = [card for card in faces if card.code is not None]
    doubtful = not named or not all(card.sure for card in named)
    if not named or (len(faces) == 1 and doubtful):
        return say("A card lies there and cannot be read surely. More light, or a camera straight above, helps."), False
    names = language.listed(card_name(DECKS[deck].parse(card.code or ""), language) for card in named)
    return say("I see: {cards}").format(cards=names), not doubtful
