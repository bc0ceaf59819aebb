"""Typefaces from the TrueType files of a machine: more variety for training where such files lie, never needed to play.

Needs fontTools; without it, and without font files, there simply are no such typefaces.
"""

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.artwork.svg import num

SIGNS = "0123456789ABCDEFHJKQRSTVWnД"
"""Signs that a file must have to be used."""

_USUAL_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.fonts",
    "~/.local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
_KNOWN = (
    "arial", "arimo", "caladea", "calibri", "cambria", "cantarell", "carlito", "cour", "cousine", "dejavus", "freemono",
    "freesans", "freeserif", "gelasio", "georgia", "helvetica", "lato-", "liberation", "notosans-", "notoserif-",
    "opensans", "palatino", "roboto", "tahoma", "times", "tinos", "trebuc", "ubuntu", "verdana",
)  # fmt: skip
"""Beginnings of the names of files known to hold plain letters: a font of ornaments would teach lies."""


@dataclass(frozen=True, slots=True)
class OutlineFace:
    """A typeface made of outlines.

    Attributes:
        name: The file's name.
        outlines: By sign: path data in cap heights (y down, baseline at 1) and the sign's advance.
    """

    name: str
    outlines: dict[str, tuple[str, float]]

    def write(self, text: str, colour: str) -> tuple[str, float]:
        """Return the text's elements (cap height 1, top left of the first letter at the origin) and its width."""
        pieces, x = [], 0.0
        for sign in text:
            data, advance = self.outlines[sign]
            pieces.append(f'<path d="{data}" fill="{colour}" transform="translate({num(x)} 0)"/>')
            x += advance
        return "".join(pieces), x


def _matplotlib_folder() -> Iterator[Path]:
    found = importlib.util.find_spec("matplotlib")
    if found is not None and found.origin:
        yield Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"


def font_files() -> list[Path]:
    """Return the known files in the usual folders and in matplotlib's, sorted by name, each name once."""
    folders = [*(Path(folder).expanduser() for folder in _USUAL_FOLDERS), *_matplotlib_folder()]
    files = {path.name: path for folder in folders if folder.is_dir() for path in sorted(folder.rglob("*.[to]tf"))}
    return [files[name] for name in sorted(files) if name.lower().startswith(_KNOWN)]


def load_face(path: Path) -> OutlineFace | None:
    """Return the typeface of a file, or None if the file cannot be read or lacks one of `SIGNS`."""
    from fontTools.misc.transform import Transform
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont, TTLibError

    def bounds(glyphs: Any, name: str) -> tuple[float, float, float, float] | None:
        pen = BoundsPen(glyphs)
        glyphs[name].draw(pen)
        box: tuple[float, float, float, float] | None = pen.bounds
        return box

    try:
        with TTFont(path, lazy=True) as font:
            glyphs, names = font.getGlyphSet(), font.getBestCmap() or {}
            high = bounds(glyphs, names[ord("H")])
            if high is None or high[3] <= 0:
                return None
            scale = 1 / high[3]
            outlines = {}
            for sign in SIGNS:
                box = bounds(glyphs, names[ord(sign)])
                if box is None:
                    return None
                # A small space stands for the side bearings, so that texts begin where they are put.
                pen = SVGPathPen(glyphs, ntos=num)
                glyphs[names[ord(sign)]].draw(TransformPen(pen, Transform(scale, 0, 0, -scale, -box[0] * scale, 1)))
                outlines[sign] = (pen.getCommands(), (box[2] - box[0]) * scale + 0.06)
    except (KeyError, OSError, TTLibError, AttributeError, ValueError):
        return None
    return OutlineFace(path.name, outlines)


def installed_faces() -> list[OutlineFace]:
    """Return the typefaces of this machine that can write indices; none where fontTools is missing."""
    if importlib.util.find_spec("fontTools") is None:
        sys.stderr.write("companion: fontTools is not installed, so no typefaces of this machine are used\n")
        return []
    return [face for face in map(load_face, font_files()) if face is not None]
