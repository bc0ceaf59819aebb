"""Typefaces from the font files of a machine: what real decks are printed in, for training; never needed to play.

Needs fontTools; without it, and without font files, there simply are no such typefaces.
"""

import importlib.util
import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.artwork.glyphs import GLYPHS
from companion.artwork.svg import num

SIGNS = "".join(sign for sign in GLYPHS if sign.isascii())
"""Signs that a file must have to be used: all that is written on cards, but for letters of other alphabets."""

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
    "accanthisadfstd", "allerta", "arial", "arimo", "averia", "b612", "baskervaldadf", "bebasneue", "berenisadf",
    "c059", "cabin", "caladea", "calibri", "cambria", "cantarell", "cardo", "carlito", "century", "charissil",
    "clearsans", "comfortaa", "comicneue", "cour", "cousine", "dejavus", "dosis", "freemono", "freesans", "freeserif",
    "gelasio", "gentium", "georgia", "gfsdidot", "gfsneohellenic", "gilliusadf", "gnutypewriter", "go-", "helvetica",
    "humor", "ikariusadf", "inter-", "jura", "karla-", "kaushan", "lato-", "leaguespartan", "liberation", "librisadf",
    "linlibertine", "lobster", "manrope", "mekanusadf", "nationalpark", "nimbus", "notosans-", "notoserif-",
    "oldaniaadf", "oldstandard", "opensans", "osifont", "p052", "palatino", "play-", "pt", "quattrocento",
    "quicksand", "roboto", "romandeadfno2", "romandeadfstd", "solothurn", "sora-", "stixgeneral", "switzera",
    "tahoma", "times", "tinos", "trebuc", "tribunadf", "tuffy", "ubuntu", "universalis", "urw", "verana", "verdana",
    "yanone", "z003",
)  # fmt: skip
"""Beginnings of the names of files known to hold plain letters: a font of ornaments would teach lies."""
_CUT = re.compile(r"[-_. \d]|[Bb]old|[Ii]tal|[Oo]bli|Regu|Medium|Light|Thin|std", re.ASCII)
"""Where the name of a file goes on from that of its family."""


@dataclass(frozen=True, slots=True)
class OutlineFace:
    """A typeface made of outlines.

    Attributes:
        name: The file's name.
        outlines: By sign: path data in cap heights (y down, baseline at 1) and the sign's advance.
    """

    name: str
    outlines: Mapping[str, tuple[str, float]]

    def can_write(self, text: str) -> bool:
        """Return whether the file has all signs of a text."""
        return all(sign in self.outlines for sign in text)

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


def font_families() -> tuple[tuple[Path, ...], ...]:
    """Return the known files in the usual folders and in matplotlib's, one tuple a family, sorted by name.

    Without fontTools, which reads them, there are none.
    """
    if importlib.util.find_spec("fontTools") is None:
        return ()
    folders = [*(Path(folder).expanduser() for folder in _USUAL_FOLDERS), *_matplotlib_folder()]
    files = {path.name: path for folder in folders if folder.is_dir() for path in sorted(folder.rglob("*.[to]tf"))}
    families: dict[str, list[Path]] = {}
    for name in sorted(files, key=str.lower):
        if name.lower().startswith(_KNOWN):
            families.setdefault(_CUT.split(name)[0].lower(), []).append(files[name])
    return tuple(tuple(family) for family in families.values())


@lru_cache(maxsize=256)
def load_face(path: Path) -> OutlineFace | None:
    """Return the typeface of a file, or None if the file cannot be read or lacks one of `SIGNS`."""
    from fontTools.misc.transform import Transform
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont, TTLibError

    # It warns of dates in the files, which are of no use here.
    logging.getLogger("fontTools").setLevel(logging.ERROR)

    def bounds(glyphs: Any, name: str) -> tuple[float, float, float, float] | None:
        pen = BoundsPen(glyphs)
        glyphs[name].draw(pen)
        box: tuple[float, float, float, float] | None = pen.bounds
        return box

    try:
        with path.open("rb") as file, TTFont(file, lazy=True) as font:
            glyphs, names = font.getGlyphSet(), font.getBestCmap() or {}
            high = bounds(glyphs, names[ord("H")])
            if high is None or high[3] <= 0:
                return None
            scale = 1 / high[3]
            outlines = {}
            for sign in GLYPHS:
                if sign not in SIGNS and ord(sign) not in names:
                    continue
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
