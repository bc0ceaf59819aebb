"""Small pictures of public sets as pieces that decks by lot may be printed with (`companion.synth.icons`)."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.artwork.raster import CardImage
from companion.artwork.spanish_layouts import LONG
from companion.errors import UnusableError
from companion.synth.clippings import upright
from companion.synth.icons import ANYTHING, ICONS
from companion.training.card_svg import CardSvg
from companion.training.package_files import read_members
from companion.training.public_icons import CHECKED_SETS, ICON_SETS, IconSet
from companion.training.public_sources import find_package
from companion.whole_files import becoming

_DRAWN = 320
"""Pixels in which they are drawn."""
_HEIGHTS: Mapping[str, int] = {"symbol": 110, "long": 170, "court": 200}
_SOLID = 128
_LARGEST_PIECE = 0.7
"""What stands for one thing is mostly one piece: so much of it hangs together."""
_LEAST = 0.12
"""Part of its square that a thing fills."""
_SEVERAL = re.compile(
    r"-(dark|light|medium)\b|skin-tone|flag|keycap|button|japanese|oclock|thirty|arrow|couple|family|people|clinking|"
    r"double|two-|three-|crossed|pair|eyes|cards?\b|footprints|cherries|bubbles|swarm|men-|women-|holding-hands|"
    r"sparkles|droplets|notes|dice|bricks|puzzle|grid|bars|stripes|dots|lines|striking|flock|school"
)
"""Names of what may look like several things, and of the same person in other colours."""
_EVERY = 3
"""Of the pictures that stand for anything, every so manieth is taken: sets draw much alike."""


def collect_icons(downloads: Path, art: Path, tell: Callable[[str], None], sets: Sequence[IconSet] = ICON_SETS) -> int:
    """Turn fetched sets into pieces `icons/<part>/<what it stands for>/<set>-<name>.png` of an artwork folder.

    Args:
        downloads: Folder with the packages' archives, or with folders that hold them unpacked.
        art: The artwork folder.
        tell: Receives progress, a line at a time.
        sets: What to look for.

    Returns:
        How many pieces were made.

    Raises:
        UnusableError: A package is damaged, or the artwork cannot be written.
    """
    made = 0
    for icons in sets:
        source = find_package(icons.package, downloads)
        if source is None:
            tell(f"{icons.package.name}: not there; to fetch it: {icons.package.command}")
            continue
        folder = art / ICONS / ("check" if icons.name in CHECKED_SETS else "fit")
        done = folder / f"{icons.name}.done"
        if done.is_file():
            tell(f"{icons.package.name}: its pictures were there already")
            continue
        content = read_members(source, [icons.path]).get(icons.path)
        if content is None:
            raise UnusableError(f"{source}: no {icons.path} in it; fetch it again")
        pieces = list(_pieces(icons, content))
        for kind, name, piece in pieces:
            _save(folder / kind / f"{icons.name}-{name}.png", cv2.imencode(".png", piece)[1].tobytes())
        # Last of all, so that a set that was interrupted is made again.
        _save(done, b"")
        tell(f"{icons.package.name}: {len(pieces)} pictures")
        made += len(pieces)
    return made


def _pieces(icons: IconSet, content: bytes) -> Iterator[tuple[str, str, CardImage]]:
    """Yield what each picture stands for, its name and the picture, cut out."""
    try:
        drawings = json.loads(content)
        bodies = {name: str(drawing["body"]) for name, drawing in drawings["icons"].items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnusableError(
            f"{icons.package.name}: {icons.path} holds no pictures ({error}); fetch it again"
        ) from error
    for kind, names in icons.shown.items():
        for name in names:
            piece = _drawn(drawings, name, icons) if name in bodies else None
            if piece is not None and (piece[..., 3] > _SOLID).any():
                yield kind, name, _cut(piece, kind)
    plain = sorted(
        name for name, drawing in drawings["icons"].items() if not drawing.get("hidden") and not _SEVERAL.search(name)
    )
    for name in plain[::_EVERY]:
        piece = _drawn(drawings, name, icons)
        if _is_one_thing(piece[..., 3]):
            yield ANYTHING, name, _cut(piece, ANYTHING)


def _drawn(drawings: Mapping[str, Any], name: str, icons: IconSet) -> CardImage:
    drawing = drawings["icons"][name]
    width, height = (drawing.get(side, drawings.get(side, 16)) for side in ("width", "height"))
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" color="#000" '
        f'viewBox="0 0 {width} {height}">{drawing["body"]}</svg>'
    )
    picture = CardSvg(svg.encode(), f"{icons.name} {name}").render(_DRAWN)
    return _filled(picture) if icons.tint else picture


def _filled(picture: CardImage) -> CardImage:
    """Return a shape in one colour with what it leaves open in white: 0 is its ink, 255 what is inside of it."""
    ink = picture[..., 3]
    outlines = cv2.findContours((ink > _SOLID).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    inside = np.zeros_like(ink)
    cv2.drawContours(inside, outlines, -1, 255, cv2.FILLED)
    return np.dstack([np.repeat((255 - ink)[..., None], 3, axis=2), np.maximum(ink, inside)])


def _is_one_thing(alpha: npt.NDArray[np.uint8]) -> bool:
    solid = cv2.dilate((alpha > _SOLID).astype(np.uint8), np.ones((7, 7), np.uint8))
    count, _, boxes, _ = cv2.connectedComponentsWithStats(solid)
    areas = boxes[1:count, cv2.CC_STAT_AREA]
    return count > 1 and areas.max() >= _LARGEST_PIECE * areas.sum() and areas.sum() > _LEAST * alpha.size


def _cut(picture: CardImage, kind: str) -> CardImage:
    """Return a picture without what is empty around it; what is long standing, its thick end up."""
    solid = (picture[..., 3] > _SOLID).astype(np.uint8)
    if kind in LONG:
        outlines = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        piece = upright(picture, np.concatenate(outlines).astype(np.int32), picture[..., 3])
    else:
        x, y, w, h = cv2.boundingRect(solid)
        piece = picture[y : y + h, x : x + w]
    size = "long" if kind in LONG else "symbol" if kind in ("cups", "coins", ANYTHING) else "court"
    height = _HEIGHTS[size]
    width = max(round(piece.shape[1] * height / piece.shape[0]), 1)
    return np.asarray(cv2.resize(piece, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _save(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with becoming(path) as unfinished:
            unfinished.write_bytes(content)
    except OSError as error:
        raise UnusableError(f"{path}: cannot be written ({error.strerror or error})") from error
