"""The taught decks that are kept: what each of them holds, another name for one, and its end."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cards import DECKS
from companion.errors import CompanionError, UnusableError
from companion.language import mark
from companion.vision.gallery import Look
from companion.vision.gallery_file import (
    archive,
    delete_file,
    gallery_names,
    gallery_path,
    header_in,
    looks_in,
    opened,
    write_archive,
)
from companion.vision.taught_alone import TaughtAlone
from companion.vision.types import Image


@dataclass(frozen=True, slots=True)
class TaughtDeck:
    """A deck that was taught.

    Attributes:
        name: What its owner calls it.
        deck: Id of the kind of deck; empty where that cannot be read.
        known: The cards that are known, in the deck's order.
        trouble: Why it cannot be used; None where it can.
    """

    name: str
    deck: str = ""
    known: tuple[str, ...] = ()
    trouble: CompanionError | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards that are not known, in the deck's order; none where its kind cannot be read."""
        codes = DECKS[self.deck].codes if self.deck else ()
        return tuple(code for code in codes if code not in self.known)


def taught_decks(folder: Path | None = None) -> tuple[TaughtDeck, ...]:
    """Return the decks that were taught, by name; those that cannot be used, too.

    Args:
        folder: Where galleries lie; the user's own when None.
    """
    return tuple(_deck(name, folder) for name in gallery_names(folder))


def _deck(name: str, folder: Path | None) -> TaughtDeck:
    try:
        header = opened(gallery_path(name, folder), _header)
    except CompanionError as error:
        return TaughtDeck(name, trouble=error)
    known = tuple(code for code in DECKS[header["deck"]].codes if code in header["codes"])
    return TaughtDeck(name, header["deck"], known)


def _header(path: Path) -> dict[str, Any]:
    with archive(path) as stored:
        return header_in(path, stored)


def looks_of(name: str, folder: Path | None = None) -> Mapping[str, Image]:
    """Return how the cards of a taught deck look: by code, each as it was learnt last.

    Raises:
        UnusableError: There is none of that name, or its file is damaged or of a newer version.
    """

    def read(path: Path) -> tuple[Look, ...]:
        with archive(path) as stored:
            return looks_in(header_in(path, stored), stored)

    return {look.code: look.crop for look in opened(gallery_path(name, folder), read)}


def rename_deck(name: str, new: str, folder: Path | None = None) -> None:
    """Call a taught deck otherwise.

    Raises:
        UnusableError: The new name cannot be used or is taken, one of the two is being taught now, the deck cannot be
            read, or a file cannot be written.
    """
    with TaughtAlone(name, folder):
        _rename(name, new, folder)


def _rename(name: str, new: str, folder: Path | None) -> None:
    old, path = gallery_path(name, folder), gallery_path(new, folder)
    # Where capitals make no difference, the other file is this one.
    if path.exists() and old.exists() and path.samefile(old):
        _write_as(new, old, path)
        return
    with TaughtAlone(new, folder):
        _move(new, old, path)


def _move(new: str, old: Path, path: Path) -> None:
    if path.exists():
        raise UnusableError(mark("There is a taught deck {name} already. Take another name."), name=repr(new))
    _write_as(new, old, path)
    delete_file(old)


def _write_as(name: str, old: Path, path: Path) -> None:
    """Write a deck to a path under a name."""

    def read(file: Path) -> tuple[dict[str, Any], dict[str, Any]]:
        with archive(file) as stored:
            return header_in(file, stored), {key: stored[key] for key in stored.files if key != "header"}

    header, arrays = opened(old, read)
    write_archive(path, {**header, "name": name}, arrays)


def delete_deck(name: str, folder: Path | None = None) -> None:
    """Delete what was taught under a name.

    Raises:
        UnusableError: It cannot be deleted, or is being taught now.
    """
    with TaughtAlone(name, folder):
        delete_file(gallery_path(name, folder))
