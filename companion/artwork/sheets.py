"""Printable sheets: how cards lie on paper, with marks to cut along."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from reportlab.pdfgen.canvas import Canvas

from companion.artwork import suitors
from companion.artwork.deck import BACK, DeckArt
from companion.artwork.pdf import MM, add_form, new_canvas
from companion.cards import SEVEN_SUITORS
from companion.whole_files import write_whole

PAPERS: Mapping[str, tuple[float, float]] = MappingProxyType({"a4": (210.0, 297.0), "letter": (215.9, 279.4)})
"""Width and height of a sheet in millimetres."""

_SUBJECTS: Mapping[str, str] = MappingProxyType({SEVEN_SUITORS.id: "Cards of Seven Suitors, a game by Chris Wray"})
"""What the file says of its cards, by deck: whose game they belong to, where that is one person's."""

_MARGIN = 5.0
"""What printers leave white around a sheet, at least."""

_MARK, _MARK_GAP = 3.2, 1.2
"""Length of a cut mark and its distance from the cards."""

_LEAST_MARK = 1.0
"""So much of a mark has to lie within the margin: what is not printed is not cut along."""


@dataclass(frozen=True, slots=True)
class Imposition:
    """How cards lie on a sheet. Lengths are millimetres.

    Attributes:
        sheet: Width and height of the sheet as it lies.
        columns: Cards in a row.
        rows: Cards in a column.
        card: Width and height of a card.
    """

    sheet: tuple[float, float]
    columns: int
    rows: int
    card: tuple[float, float]

    @property
    def corner(self) -> tuple[float, float]:
        """Distance of the block of cards from the sheet's left and lower edges; the block lies in the middle."""
        return (
            (self.sheet[0] - self.columns * self.card[0]) / 2,
            (self.sheet[1] - self.rows * self.card[1]) / 2,
        )

    def place(self, index: int, *, mirrored: bool = False) -> tuple[float, float]:
        """Return the lower left corner of a card's place, counted row by row from the upper left.

        Args:
            index: Number of the place on the sheet.
            mirrored: Where that place is on the sheet's other side, if the sheet is turned over its long edge.
        """
        row, column = divmod(index, self.columns)
        if mirrored and self.sheet[0] < self.sheet[1]:
            column = self.columns - 1 - column
        elif mirrored:
            row = self.rows - 1 - row
        left, low = self.corner
        return left + column * self.card[0], low + (self.rows - 1 - row) * self.card[1]


def impose(card_mm: tuple[float, float], paper: str) -> Imposition:
    """Return how most cards fit on a sheet, upright or on its side, edge to edge, with marks to cut along.

    Args:
        card_mm: Width and height of a card.
        paper: A key of `PAPERS`.
    """
    width, height = PAPERS[paper]
    around = 2 * (_MARGIN + _LEAST_MARK + _MARK_GAP)
    choices = [
        Imposition(sheet, int((sheet[0] - around) // card_mm[0]), int((sheet[1] - around) // card_mm[1]), card_mm)
        for sheet in ((width, height), (height, width))
    ]
    return max(choices, key=lambda choice: choice.columns * choice.rows)


def _cut_marks(canvas: Canvas, layout: Imposition) -> None:
    (left, low), (width, height) = layout.corner, layout.card
    right, top = left + layout.columns * width, low + layout.rows * height
    lines = []
    for column in range(layout.columns + 1):
        x = left + column * width
        lines += [(x, low - _MARK_GAP, x, low - _MARK_GAP - _MARK), (x, top + _MARK_GAP, x, top + _MARK_GAP + _MARK)]
    for row in range(layout.rows + 1):
        y = low + row * height
        lines += [
            (left - _MARK_GAP, y, left - _MARK_GAP - _MARK, y),
            (right + _MARK_GAP, y, right + _MARK_GAP + _MARK, y),
        ]
    canvas.setLineWidth(0.25)
    canvas.lines([tuple(value * MM for value in line) for line in lines])


def printed_cards(art: DeckArt) -> list[tuple[str, str]]:
    """Return name and SVG document of every card that a deck needs on the table, copies and tracking cards included."""
    cards = [(code, art.svg(code)) for code in art.codes for _ in range(art.deck.copies(code))]
    if art.deck is SEVEN_SUITORS:
        for _team in range(2):
            cards += [(f"mark {suit}", suitors.mark_svg(suitors.PLAIN, suit)) for suit in art.deck.suits]
    return cards


def write_sheets(
    art: DeckArt, cards: Sequence[tuple[str, str]], paper: str, path: Path, *, backs: bool, title: str
) -> int:
    """Write cards in their real size to a PDF file, as vectors.

    Args:
        art: The deck; its back is printed behind every card.
        cards: Name and SVG document of each card, in order; a name that comes again is drawn again.
        paper: A key of `PAPERS`.
        path: The file.
        backs: Every sheet of faces is followed by one of backs, for printers that turn sheets over the long edge.
        title: The file's title.

    Returns:
        The number of pages.

    Raises:
        OSError: The file cannot be written.
    """
    layout = impose(art.size_mm, paper)
    canvas = new_canvas(layout.sheet, title, _SUBJECTS.get(art.deck_id, "Playing cards"))
    drawings = {**dict(cards), **({BACK: art.svg(BACK)} if backs else {})}
    forms = {name: f"card-{number}" for number, name in enumerate(drawings)}  # codes hold signs that PDF names may not
    for name, svg in drawings.items():
        add_form(canvas, forms[name], svg, art.size_mm)

    pages, names_in_order, room = 0, [name for name, _ in cards], layout.columns * layout.rows
    for first in range(0, len(cards), room):
        batch = names_in_order[first : first + room]
        for names, mirrored in ((batch, False), *([([BACK] * len(batch), True)] if backs else [])):
            for index, name in enumerate(names):
                x, y = layout.place(index, mirrored=mirrored)
                canvas.saveState()
                canvas.translate(x * MM, y * MM)
                canvas.doForm(forms[name])
                canvas.restoreState()
            _cut_marks(canvas, layout)
            canvas.showPage()
            pages += 1
    write_whole(path, canvas.getpdfdata())
    return pages
