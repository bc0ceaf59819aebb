"""The calibration board on paper: a pattern of square modules, a line to check the printer by, and how to use it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from reportlab.pdfgen.canvas import Canvas

from companion.artwork.pdf import MM, new_canvas
from companion.artwork.sheets import PAPERS
from companion.whole_files import write_whole

RULER_MM = 100.0
"""Length of the line below the pattern: where it measures otherwise, the printer has scaled the page."""

_RULER_BELOW, _TICK = 9.0, 4.0
_TEXT_SIZE, _LINE_HEIGHT = 8.5, 4.0
_OVERLAP = 0.02
"""Rows of black overlap by so many millimetres: without, viewers show hairlines between them."""


def write_board(
    modules: npt.NDArray[np.bool_], module_mm: float, paper: str, path: Path, *, title: str, notes: Sequence[str]
) -> None:
    """Write the board to a PDF file of one page, in its real size.

    Args:
        modules: (rows, columns) where a module is black.
        module_mm: Side of a module.
        paper: A key of `PAPERS`.
        path: The file.
        title: The file's title, written above the pattern.
        notes: Lines written below the ruler.

    Raises:
        OSError: The file cannot be written.
    """
    rows, columns = modules.shape
    width, height = PAPERS[paper]
    left, low = (width - columns * module_mm) / 2, (height - rows * module_mm) / 2
    canvas = new_canvas((width, height), title, "To measure where a camera sees the table")
    for row in range(rows):
        bottom = low + (rows - 1 - row) * module_mm
        for first, last in _runs(modules[row]):
            canvas.rect(
                (left + first * module_mm) * MM,
                (bottom - _OVERLAP) * MM,
                (last - first) * module_mm * MM,
                (module_mm + _OVERLAP) * MM,
                stroke=0,
                fill=1,
            )
    canvas.setFont("Helvetica", _TEXT_SIZE)
    canvas.drawString(left * MM, (height - low + 3) * MM, title)
    _draw_ruler(canvas, left, low - _RULER_BELOW)
    for number, note in enumerate(notes):
        canvas.drawString(left * MM, (low - _RULER_BELOW - 5 - number * _LINE_HEIGHT) * MM, note)
    canvas.showPage()
    write_whole(path, canvas.getpdfdata())


def _runs(row: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return where black begins and ends in a row."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
    return [(int(first), int(last)) for first, last in edges.reshape(-1, 2)]


def _draw_ruler(canvas: Canvas, left: float, y: float) -> None:
    canvas.setLineWidth(0.4)
    lines = [(left, y, left + RULER_MM, y)]
    lines += [(x, y, x, y + _TICK) for x in (left, left + RULER_MM)]
    canvas.lines([tuple(value * MM for value in line) for line in lines])
    canvas.drawString((left + RULER_MM + 3) * MM, y * MM, f"{RULER_MM:g} mm")
