"""Decks and the calibration board as files to print."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from companion.app.model.telling import Telling, telling
from companion.cards import DECKS, deck_name
from companion.language import Language, mark

BOARD = "calibration-board"

PAPERS: Mapping[str, str] = MappingProxyType({"a4": "A4", "letter": "Letter"})
"""Sizes of paper and what they are called."""


def printable(language: Language) -> tuple[tuple[str, str], ...]:
    """Return what can be printed: ids with names."""
    decks = tuple((deck, deck_name(deck, language)) for deck in DECKS)
    return (*decks, (BOARD, language.text("Calibration board")))


def file_name(what: str, paper: str) -> str:
    """Return a name for the file."""
    return f"{what}-{paper}.pdf"


@dataclass(frozen=True, slots=True)
class Printed:
    """What a file holds that was written.

    Attributes:
        cards: How many cards; 0 where it is the calibration board.
        pages: How many pages.
        size_mm: Width and height of a card, or of the pattern of the board, millimetres.
    """

    cards: int
    pages: int
    size_mm: tuple[float, float]


def write_pdf(what: str, paper: str, path: Path, *, backs: bool, language: Language) -> Printed:
    """Write the sheets of a deck, or the calibration board; return what the file holds.

    Args:
        what: Id of a deck, or `BOARD`.
        paper: A key of `PAPERS`.
        path: The file.
        backs: Whether a sheet of backs follows each sheet of faces.
        language: The language of what the pages say.

    Raises:
        OSError: The file cannot be written.
    """
    # What writes PDF files takes half a second to load: not while the window opens.
    from companion.artwork import deck_art
    from companion.artwork.board import RULER_MM, write_board
    from companion.artwork.sheets import printed_cards, write_sheets
    from companion.vision.tabletop.board import Board

    say = language.text
    if what == BOARD:
        board = Board()
        notes = (
            say("Print at 100 %. The line must measure {length} mm.").format(length=f"{RULER_MM:g}"),
            say("Glue it to something flat. Lay it in the middle of the table, in full view of the camera."),
        )
        title = say("Calibration board")
        write_board(board.modules(), board.module_mm, paper, path, title=title, notes=notes)
        return Printed(0, 1, board.size_mm)
    art = deck_art(what)
    cards = printed_cards(art)
    pages = write_sheets(art, cards, paper, path, backs=backs, title=deck_name(what, language))
    return Printed(len(cards), pages, art.size_mm)


def how_to_print(printed: Printed, path: Path, *, backs: bool) -> Telling:
    """Return what tells what to do with a file that was written."""
    message = mark("{file}: {cards} cards on {pages} pages. Print them on one side at 100 % and cut along the marks.")
    if backs:
        message = mark(
            "{file}: {cards} cards on {pages} pages. Print them at 100 % on both sides, turned over the long edge."
        )
    if not printed.cards:
        message = mark("{file}: print it at 100 % and measure the line below the pattern.")
    return telling(message, file=path.name, cards=printed.cards, pages=printed.pages)
