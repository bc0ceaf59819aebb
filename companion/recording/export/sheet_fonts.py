"""Fonts of printed score sheets: one that has the letters of every name."""

from functools import cache

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

PLAIN, BOLD = "Sheet", "Sheet-Bold"
"""Names under which the fonts of the sheet at hand are registered."""

_FONTS = (
    ("Vera.ttf", "VeraBd.ttf"),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
    ("Supplemental/Arial.ttf", "Supplemental/Arial Bold.ttf"),
    ("Supplemental/Arial Unicode.ttf", "Supplemental/Arial Unicode.ttf"),
)
"""Files, plain and bold, in the order of preference. The first comes with ReportLab and has the letters of Western
Europe; the others are those of Linux, Windows and macOS, where they are there."""


def choose_fonts(text: str) -> bool:
    """Register the first font that has all letters of a text, else the one that has most; tell whether it has all."""
    letters = set(text) - set("\n")
    lacking: dict[tuple[str, str], int] = {}
    for pair in _FONTS:
        if _letters(pair[0]) and _letters(pair[1]):
            lacking[pair] = len(letters - _letters(pair[0]))
            if not lacking[pair]:
                break  # Those behind it are large, and need not be read.
    best = min(lacking, key=lambda pair: lacking[pair])
    for name, file in zip((PLAIN, BOLD), best, strict=True):
        pdfmetrics.registerFont(TTFont(name, file))
    return not lacking[best]


@cache
def _letters(file: str) -> frozenset[str]:
    """Return the letters of a font file; none where it is not on this machine or cannot be used."""
    try:
        return frozenset(map(chr, TTFont(file, file).face.charToGlyph))
    except (TTFError, OSError):
        return frozenset()
