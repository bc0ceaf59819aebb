"""Decks by lot whose suits and courts are small pictures that people drew for other purposes.

A cup may be a mug, a club a carrot, a king a face with a crown: what is learned from them is to count, whatever is
printed, and that a suit is not how one maker draws it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from companion.artwork.spanish_layouts import LONG
from companion.artwork.style import Clipping, DeckStyle
from companion.cards import SPANISH48
from companion.synth.clippings import COMPACT_WIDEST, LONG_WIDEST, as_clipping
from companion.synth.designs import BgraImage, read_picture
from companion.synth.lending import another_hand, dyed

ICONS = "icons"
"""Folder of such pictures in an artwork folder: `icons/<part>/<what it stands for>/<set>-<name>.png`."""
ANYTHING = "anything"
"""What pictures stand for that may only be counted."""
_SUITS, _COURTS = 0.85, 0.6
"""On decks that have them, how often a suit, and the courts of such suits, are pictures."""
_OF_ONE_SET = 0.5
"""How often all of a deck's are of one set."""
_DYED = 0.35
"""How often those with colours of their own are dyed."""
_USUAL = 0.6
"""How often those without have a colour that is usual for their suit."""
_USUAL_HUES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"coins": (12.0, 28.0), "cups": (-10.0, 25.0), "swords": (95.0, 125.0), "clubs": (8.0, 75.0)}
)
"""Of 180."""
_HUE = 40.0
"""How far hues are turned at most (of 180)."""
_CANVAS = (150, 240)
"""Pixels of width and height of a court."""
_LAYOUTS: Sequence[tuple[float, Sequence[tuple[float, float]]]] = (
    (0.72, ((0.5, 0.1),)),
    (0.72, ((0.18, 0.88), (0.82, 0.88))),
    (0.8, ((0.18, 0.14),)),
    (0.8, ((0.82, 0.14),)),
    (0.8, ((0.82, 0.6),)),
    (0.8, ((0.18, 0.6),)),
    (0.66, ((0.15, 0.12), (0.85, 0.12))),
    (0.7, ((0.5, 0.9),)),
)
"""Height of somebody against the picture's, and where the suit's symbols stand."""


@dataclass(frozen=True)
class IconFolder:
    """Pictures of one part of an artwork folder; picklable.

    Attributes:
        path: The folder `icons/<part>`.
        share: Part of the decks that are printed with them.
    """

    path: Path
    share: float = 0.3

    def names(self, kind: str) -> Sequence[str]:
        """Return the names of those that stand for a suit, for a rank of courts, or for anything."""
        return _names(self.path / kind)

    def picture(self, kind: str, name: str) -> BgraImage:
        """Return one, straight alpha."""
        return _picture(self.path / kind / f"{name}.png")


@lru_cache(maxsize=64)
def _names(folder: Path) -> Sequence[str]:
    return tuple(sorted(path.stem for path in folder.glob("*.png")))


@lru_cache(maxsize=2000)
def _picture(path: Path) -> BgraImage:
    return read_picture(path)


def print_icons(style: DeckStyle, rng: np.random.Generator, icons: IconFolder, *, anything: bool) -> DeckStyle:
    """Return the style of a Spanish deck, some with small pictures for suits and courts.

    Args:
        style: The deck's style.
        rng: Source of chance.
        icons: The pictures.
        anything: Half of them have any picture for any suit: such cards can only be counted.
    """
    if rng.random() > icons.share or style.pips.pictures:
        return style
    anything = anything and rng.random() < 0.5
    sets = sorted({name.partition("-")[0] for name in icons.names("cups")})
    only = sets[int(rng.integers(len(sets)))] if sets and rng.random() < _OF_ONE_SET else ""
    symbols: dict[str, BgraImage] = {}
    for suit in SPANISH48.suits:
        picture = _chosen(rng, icons, ANYTHING if anything else suit, only)
        if rng.random() < _SUITS and picture is not None:
            symbols[suit] = _inked(rng, picture, suit)
    widest = {suit: LONG_WIDEST if suit in LONG else COMPACT_WIDEST for suit in symbols}
    pieces = {suit: another_hand(rng, (as_clipping(picture, widest[suit]),)) for suit, picture in symbols.items()}
    courts = dict(style.courts.clippings)
    if rng.random() < _COURTS:
        courts |= _courts(rng, icons, symbols, only)
    return replace(
        style,
        pips=replace(style.pips, clippings={**style.pips.clippings, **pieces}),
        courts=replace(style.courts, clippings=courts),
    )


def _chosen(rng: np.random.Generator, icons: IconFolder, kind: str, only: str) -> BgraImage | None:
    names = icons.names(kind)
    names = [name for name in names if name.startswith(f"{only}-")] or names
    return icons.picture(kind, names[int(rng.integers(len(names)))]) if names else None


def _inked(rng: np.random.Generator, picture: BgraImage, suit: str | None) -> BgraImage:
    """Return a picture in other colours, or as it is; one without colours always gets two."""
    if (picture[..., :3] != picture[..., :1]).any():
        if rng.random() >= _DYED:
            return picture
        return dyed(
            picture, float(rng.uniform(-_HUE, _HUE)), float(rng.uniform(0.6, 1.3)), float(rng.uniform(0.8, 1.1))
        )
    ink, inside = _two_inks(rng, suit)
    part = picture[..., :1].astype(np.float32) / 255
    return np.dstack([(ink * (1 - part) + inside * part).astype(np.uint8), picture[..., 3]])


def _two_inks(rng: np.random.Generator, suit: str | None) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return the colours, BGR, of a shape's ink and of what it encloses: one dark, one light, either way round."""
    low, high = _USUAL_HUES[suit] if suit is not None and rng.random() < _USUAL else (0.0, 180.0)
    hue = float(rng.uniform(low, high)) % 180
    other = hue if rng.random() < 0.6 else float(rng.uniform(0, 180))
    dark = (hue, float(rng.uniform(90, 255)), float(rng.uniform(20, 170)))
    light = (other, float(rng.uniform(0, 200)), float(rng.uniform(190, 255)))
    inks = cv2.cvtColor(np.array([[dark, light]], np.uint8), cv2.COLOR_HSV2BGR)[0].astype(np.float32)
    return (inks[0], inks[1]) if rng.random() < 0.8 else (inks[0] * 0.3, inks[0] * 0.6 + inks[1] * 0.4)


def _courts(
    rng: np.random.Generator, icons: IconFolder, symbols: Mapping[str, BgraImage], only: str
) -> dict[tuple[str, str], Clipping]:
    """Return courts of the suits that are pictures: somebody, and the suit's symbol once or twice."""
    everywhere = rng.random() < 0.5
    height, spots = _LAYOUTS[int(rng.integers(len(_LAYOUTS)))]
    shown: dict[str, BgraImage] = {}
    found = {}
    for suit, symbol in symbols.items():
        for rank in SPANISH48.ranks[-3:]:
            if rank not in shown or not everywhere:
                somebody = _chosen(rng, icons, rank, only)
                if somebody is None:
                    continue
                shown[rank] = _inked(rng, somebody, None)
            court = _together(shown[rank], height, symbol, spots, suit in LONG)
            found[suit, rank] = as_clipping(court, np.inf)
    return found


def _together(
    somebody: BgraImage, height: float, symbol: BgraImage, spots: Sequence[tuple[float, float]], long: bool
) -> BgraImage:
    width, full = _CANVAS
    canvas = np.zeros((full, width, 4), np.float32)
    low = any(y > 0.8 for _, y in spots)
    high = any(y < 0.15 and 0.3 < x < 0.7 for x, y in spots)
    middle = 0.5 + 0.5 * (1 - height) * (high - low)
    _paste(canvas, somebody, 0.5, middle, height, 0.96)
    for x, y in spots:
        _paste(canvas, symbol, x, min(max(y, 0.18), 0.82) if long else y, 0.34 if long else 0.2, 0.3)
    opaque = np.maximum(canvas[..., 3:], 1e-3)
    return np.asarray(np.clip(np.dstack([canvas[..., :3] / opaque, canvas[..., 3] * 255]), 0, 255), np.uint8)


def _paste(
    canvas: npt.NDArray[np.float32], picture: BgraImage, x: float, y: float, height: float, widest: float
) -> None:
    """Lay a picture on a premultiplied canvas, its middle at parts of its size, as high and wide as there is room."""
    full, width = canvas.shape[:2]
    scale = min(height * full / picture.shape[0], widest * width / picture.shape[1])
    size = (max(round(picture.shape[1] * scale), 1), max(round(picture.shape[0] * scale), 1))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    small[..., 3] /= 255
    small[..., :3] *= small[..., 3:]
    left = min(max(round(x * width - size[0] / 2), 0), width - size[0])
    top = min(max(round(y * full - size[1] / 2), 0), full - size[1])
    field = canvas[top : top + size[1], left : left + size[0]]
    field[:] = small + field * (1 - small[..., 3:])
