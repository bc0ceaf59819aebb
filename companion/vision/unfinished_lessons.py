"""Lessons that were not ended: how far each has come, kept from card to card until its deck is.

A program that is killed, or a page that is left, in the middle of teaching costs no more than the last card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.cards import DECKS
from companion.errors import CompanionError, UnusableError
from companion.language import mark
from companion.vision import gallery_file
from companion.vision.gallery_file import (
    NONE_OF_ITS_DECK,
    NOT_AGREED,
    DamageError,
    archive,
    checked_header,
    delete_file,
    gallery_path,
    opened,
    packed,
    unpacked,
    write_archive,
)
from companion.vision.shown import ShownBefore
from companion.vision.taught_alone import BEING_TAUGHT, is_being_taught
from companion.vision.teaching import Lesson

_SUFFIX = ".lesson"
_FORMAT = "table-companion lesson"
_VERSION = 1


class _Taught(Protocol):
    """Who is taught: a `Teacher`."""

    def so_far(self) -> Sequence[ShownBefore]: ...

    def take_up(self, cards: Sequence[ShownBefore]) -> None: ...


@dataclass(frozen=True, slots=True)
class UnfinishedLesson:
    """A lesson that was not ended.

    Attributes:
        path: Its file.
        name: What the owner calls the deck.
        deck: Id of the deck; empty where that cannot be read.
        known: How many of its cards were recognised.
        trouble: Why it cannot be gone on with; None where it can.
    """

    path: Path
    name: str
    deck: str = ""
    known: int = 0
    trouble: CompanionError | None = None


def unfinished_lessons(folder: Path | None = None) -> tuple[UnfinishedLesson, ...]:
    """Return the lessons that were not ended, the latest first; those that cannot be gone on with, too.

    Args:
        folder: Where taught decks lie; the user's own when None.
    """
    written = []
    for path in (folder or gallery_file.gallery_folder()).glob(f"*{_SUFFIX}"):
        try:
            written.append((path.stat().st_mtime, path))
        except OSError:
            continue  # Another window has just ended it.
    return tuple(_unfinished(path) for _, path in sorted(written, reverse=True))


def forget_lesson(lesson: UnfinishedLesson) -> None:
    """Forget a lesson that was not ended.

    Raises:
        UnusableError: Somebody has gone on with it, or it cannot be deleted.
    """
    if is_being_taught(lesson.name, lesson.path.parent):
        raise UnusableError(BEING_TAUGHT, name=lesson.name)
    delete_file(lesson.path)


class LessonKeeper:
    """Keeps how far one lesson has come.

    Attributes:
        path: Its file, which need not be there.
        problem: Why it cannot be written; None where it can.
    """

    def __init__(self, name: str, deck: str, folder: Path | None = None) -> None:
        """Set up; nothing is read or written.

        Args:
            name: What the owner calls the deck.
            deck: Id of the deck. Lessons of one name that are about different decks are kept apart.
            folder: Where taught decks lie; the user's own when None.

        Raises:
            UnusableError: The name cannot be that of a deck.
        """
        kept = gallery_path(name, folder)
        self.path = kept.with_name(f"{kept.stem}.{deck}{_SUFFIX}")
        self.problem: UnusableError | None = None
        self._name, self._deck = name, deck
        self._written: tuple[object, ...] = ()

    def go_on(self, teacher: _Taught) -> int:
        """Let a teacher who was shown nothing take up the lesson; return how many cards were shown in it.

        Raises:
            UnusableError: The file is damaged, or of a newer version.
        """
        if not self.path.is_file():
            return 0
        cards = opened(self.path, _cards)
        teacher.take_up(cards)
        return len(cards)

    def look(self, teacher: _Taught, lesson: Lesson) -> None:
        """Write how far the lesson has come, where that is further than before and a card is recognised."""
        state = tuple((card.number, card.code, card.confirmed) for card in lesson.cards)
        if not lesson.recognised or state == self._written:
            return
        shown = teacher.so_far()
        header = {
            "format": _FORMAT,
            "version": _VERSION,
            "name": self._name,
            "deck": self._deck,
            "known": len({card.code for card in lesson.recognised}),
            "cards": [[len(card.crops), card.said, card.foreign] for card in shown],
        }
        try:
            write_archive(self.path, header, packed([crop for card in shown for crop in card.crops]))
        except UnusableError as error:
            self.problem = error
        else:
            self.problem, self._written = None, state

    def end(self) -> None:
        """The deck is kept, or begun anew.

        Raises:
            UnusableError: The file cannot be deleted.
        """
        self._written = ()
        delete_file(self.path)


def _unfinished(path: Path) -> UnfinishedLesson:
    try:
        header = opened(path, _header)
    except CompanionError as error:
        return UnfinishedLesson(path, path.stem.rpartition(".")[0], trouble=error)
    return UnfinishedLesson(path, header["name"], header["deck"], header["known"])


def _header(path: Path) -> dict[str, Any]:
    with archive(path) as stored:
        return _header_in(path, stored)


def _header_in(path: Path, stored: Any) -> dict[str, Any]:
    header = checked_header(path, stored, _FORMAT, _VERSION)
    if not isinstance(header["name"], str) or not isinstance(header["known"], int):
        raise DamageError(mark("it does not say which deck it is about"))
    codes = {*DECKS[header["deck"]].codes, None}
    if any(looks < 1 or said not in codes or not isinstance(foreign, bool) for looks, said, foreign in header["cards"]):
        raise DamageError(NONE_OF_ITS_DECK)
    return header


def _cards(path: Path) -> list[ShownBefore]:
    with archive(path) as stored:
        header = _header_in(path, stored)
        crops = unpacked(stored)
    if len(crops) != sum(looks for looks, _, _ in header["cards"]):
        raise DamageError(NOT_AGREED)
    rest = iter(crops)
    return [
        ShownBefore(tuple(next(rest) for _ in range(looks)), said, foreign) for looks, said, foreign in header["cards"]
    ]
