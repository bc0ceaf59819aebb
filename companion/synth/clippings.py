"""Symbols and courts cut out of the pictures of real decks, to be printed on decks by lot."""

import base64
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from companion.artwork.spanish_layouts import LONG
from companion.artwork.style import Clipping
from companion.cards import FRENCH52, SPANISH48, deck
from companion.synth.designs import BgraImage, DesignFolder, read_picture

Outline = npt.NDArray[np.int32]
"""(N, 1, 2) points in pixels, x and y."""

_HEIGHT = 480
"""Pixels of height in which cards are taken apart."""
_RIM = 0.06
"""Where the paper is looked for, as a part of the card's width from its edges."""
_FREE = 0.025
"""Part of the card's width along its edges that is passed over: edges and shadows of the pictures."""
_INK, _PALE = 40, 60
"""How far a colour is from the paper's where something is printed, and a symbol's from white at least."""
_INDEX = (0.26, 0.17)
"""Part of the card's width and height in the corners in which small pieces are indices."""
_NUMERAL = (0.15, 0.1)
"""The same for the numeral itself."""
_LINE, _THIN, _BORDER = 0.1, 0.03, 0.14
"""A line fills less of its own box than this; and is thinner than this part of the card's width, this near the edge."""
_LEAST_SYMBOL, _LEAST_COURT = 0.007, 0.12
"""Parts of the card's area that a symbol and a court cover at least."""
_ALIKE = 1.3
"""Symbols of one card differ in area by this factor at most."""
_FRAMED = (0.93, 0.95)
"""What is wider or higher than these parts of the card has grown together with its frame."""
_UNDERSTOOD = 2
"""A deck is laid out as others are if the symbols of so many suits are found."""
_MIDDLE = (0.21, 0.13)
"""Left and upper edge of the middle of a French court card, without its indices, as parts of its width and height."""
_COURT_HEIGHT = 240
"""Pixels of height of courts."""
_SEVERAL = 3
"""So many symbols of one card are kept at most: long ones often come in several colours."""


@dataclass(frozen=True)
class _Kind:
    """How symbols look when they stand upright.

    Attributes:
        height: Pixels of height that they are kept with: more than they are ever drawn with.
        shapes: Least and greatest width divided by height; what is outside is something else.
        widest: Width against the height that they are drawn with; wider ones are drawn smaller.
    """

    height: int
    shapes: tuple[float, float]
    widest: float


LONG_WIDEST, COMPACT_WIDEST = 0.4, 0.95
"""Width of long and of compact symbols against the height that they are drawn with; wider ones are drawn smaller."""
_LONG, _COMPACT = _Kind(170, (0.09, 0.4), LONG_WIDEST), _Kind(110, (0.5, 1.45), COMPACT_WIDEST)


@dataclass(frozen=True)
class Clippings:
    """What was cut out of one deck.

    Attributes:
        symbols: By suit, the symbols of several cards: those of low ranks often differ from those of higher ones.
        courts: By suit and rank.
    """

    symbols: Mapping[str, tuple[tuple[Clipping, ...], ...]]
    courts: Mapping[tuple[str, str], Clipping]


def _opened(path: Path) -> BgraImage:
    """Return a card of the usual size, straight alpha."""
    picture = read_picture(path)
    if picture.shape[2] == 3:
        picture = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    width = round(picture.shape[1] * _HEIGHT / picture.shape[0])
    shrinks = picture.shape[0] > _HEIGHT
    card = cv2.resize(picture, (width, _HEIGHT), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)
    return np.asarray(card, np.uint8)


def _printed(card: BgraImage) -> npt.NDArray[np.uint8]:
    """Return where something is printed on a card, without the lines of frames."""
    width = card.shape[1]
    rim, free = round(_RIM * width), round(_FREE * width)
    sides = [offset for near in (rim - 3, rim, rim + 3) for offset in (near, -near)]
    along = card[_HEIGHT // 8 : -_HEIGHT // 8, sides, :3]
    light = along.sum(axis=2)
    paper = np.median(along[light >= np.median(light)].reshape(-1, 3), axis=0)
    printed = np.abs(card[..., :3].astype(np.float32) - paper).max(axis=2) > _INK
    printed &= card[..., 3] > 128
    printed[:free], printed[-free:], printed[:, :free], printed[:, -free:] = False, False, False, False
    return _without_lines(printed.astype(np.uint8))


def _without_lines(printed: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Remove the lines of frames; a closed one would enclose everything."""
    height, width = printed.shape
    count, numbers, boxes, _ = cv2.connectedComponentsWithStats(printed)
    for number in range(1, count):
        _, _, w, h, area = boxes[number]
        if (w > 0.8 * width and area < _LINE * w * height) or (h > 0.8 * height and area < _LINE * h * width):
            printed[numbers == number] = 0
    return printed


def _pieces(printed: npt.NDArray[np.uint8]) -> Iterator[Outline]:
    """Yield the outlines of what is printed, without indices and broken lines of frames."""
    height, width = printed.shape
    closed = cv2.morphologyEx(printed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    across, down = _INDEX[0] * width, _INDEX[1] * height
    border = _BORDER * width
    for outline in cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        x, y, w, h = cv2.boundingRect(outline)
        index = (x + w < across and y + h < down) or (x > width - across and y > height - down)
        at_edge = x + w < border or x > width - border or y + h < border or y > height - border
        if not index and not (at_edge and min(w, h) < _THIN * width):
            yield np.asarray(outline, np.int32)


def _at_numeral(outline: Outline, width: int, height: int) -> bool:
    """Return whether a piece reaches to where the index is; it may have grown together with it."""
    x, y = outline[..., 0] / width, outline[..., 1] / height
    across, down = _NUMERAL
    return bool((((x < across) & (y < down)) | ((x > 1 - across) & (y > 1 - down))).any())


def _cut(card: BgraImage, outlines: list[Outline]) -> BgraImage:
    """Return what lies within outlines, transparent outside of them."""
    mask = np.zeros(card.shape[:2], np.uint8)
    cv2.drawContours(mask, outlines, -1, 255, cv2.FILLED)
    mask = np.asarray(cv2.GaussianBlur(cv2.erode(mask, np.ones((2, 2), np.uint8)), (3, 3), 0), np.uint8)
    x, y, w, h = cv2.boundingRect(np.concatenate(outlines))
    return np.dstack([card[..., :3], mask])[y : y + h, x : x + w]


def _inside(card: BgraImage, outline: Outline) -> npt.NDArray[np.uint8]:
    mask = np.zeros(card.shape[:2], np.uint8)
    return np.asarray(cv2.drawContours(mask, [outline], -1, 255, cv2.FILLED), np.uint8)


def upright(card: BgraImage, outline: Outline, mask: npt.NDArray[np.uint8]) -> BgraImage:
    """Return a long symbol turned so that it stands, its thick end up.

    Args:
        card: What it is a part of.
        outline: Around it.
        mask: (H, W) uint8, its opacity.
    """
    (x, y), (w, h), angle = cv2.minAreaRect(outline)
    side = int(np.hypot(w, h)) + 6
    matrix = np.asarray(cv2.getRotationMatrix2D((x, y), angle + 90 if w > h else angle, 1.0), np.float64)
    matrix[:, 2] += (side / 2 - x, side / 2 - y)
    turned = cv2.warpAffine(np.dstack([card[..., :3], mask]), matrix, (side, side), flags=cv2.INTER_CUBIC)
    left, top, wide, tall = cv2.boundingRect((turned[..., 3] > 128).astype(np.uint8))
    piece = np.asarray(turned[top : top + tall, left : left + wide], np.uint8)
    filled, half = piece[..., 3] > 128, tall // 2
    return piece if filled[:half].sum() >= filled[-half:].sum() else np.ascontiguousarray(piece[::-1, ::-1])


def as_text(picture: BgraImage) -> str:
    """Return a picture, straight alpha, as `Clipping.data`."""
    _, data = cv2.imencode(".png", picture)
    return base64.b64encode(data.tobytes()).decode()


def as_clipping(piece: BgraImage, widest: float, aspect: float | None = None) -> Clipping:
    """Return a picture, straight alpha, as a piece; drawn less high where it is wider than so much of its height.

    Args:
        piece: The picture.
        widest: Width against the height that it is drawn with.
        aspect: Its width divided by its height, where that is known better than from its pixels.
    """
    aspect = aspect or piece.shape[1] / piece.shape[0]
    return Clipping(as_text(piece), round(aspect, 3), min(1.0, widest / aspect))


def _clipping(piece: BgraImage, height: int, widest: float) -> Clipping:
    aspect = piece.shape[1] / piece.shape[0]
    size = (max(round(height * aspect), 1), height)
    small = np.asarray(cv2.resize(piece, size, interpolation=cv2.INTER_AREA), np.uint8)
    return as_clipping(small, widest, aspect)


def _suits_symbol(piece: BgraImage, kind: _Kind) -> bool:
    """Return whether a piece has a symbol's shape and shows on white paper."""
    least, greatest = kind.shapes
    ink = piece[piece[..., 3] > 128][:, :3]
    return least < piece.shape[1] / piece.shape[0] < greatest and float((255 - ink).max(axis=1).mean()) > _PALE


def _symbols(path: Path, count: int, long: bool) -> tuple[Clipping, ...]:
    """Return symbols of a number card; none where not just so many pieces are the largest and of one size."""
    card = _opened(path)
    printed = _printed(card)
    height, width = printed.shape
    found = sorted(_pieces(printed), key=cv2.contourArea, reverse=True)
    sizes = [cv2.contourArea(outline) for outline in found]
    alike = [size for size in sizes if size * _ALIKE >= sizes[0] and size > _LEAST_SYMBOL * height * width]
    if len(alike) != count:
        return ()
    clear = sorted(
        (outline for outline in found[:count] if not _at_numeral(outline, width, height)),
        key=lambda outline: int(outline[..., 1].min()),
    )
    if long:
        pieces = [upright(card, outline, _inside(card, outline)) for outline in clear[:_SEVERAL]]
    else:  # Where some stand on their heads, the lower ones do.
        pieces = [_cut(card, [outline]) for outline in clear if float(outline[..., 1].mean()) < 0.52 * height][:1]
    kind = _LONG if long else _COMPACT
    if not all(_suits_symbol(piece, kind) for piece in pieces):
        return ()
    return tuple(_clipping(piece, kind.height, kind.widest) for piece in pieces)


def _figure(path: Path) -> Clipping | None:
    """Return what is printed on a court card within its frame; None where it has grown together with the frame."""
    card = _opened(path)
    printed = _printed(card)
    height, width = printed.shape
    outlines = list(_pieces(printed))
    boxes = [cv2.boundingRect(outline) for outline in outlines]
    if sum(map(cv2.contourArea, outlines)) < _LEAST_COURT * height * width:
        return None
    if any(w > _FRAMED[0] * width or h > _FRAMED[1] * height for _, _, w, h in boxes):
        return None
    return _clipping(_cut(card, outlines), _COURT_HEIGHT, np.inf)


def _middle(path: Path) -> Clipping | None:
    """Return the middle of a court card."""
    card = _opened(path)
    height, width = card.shape[:2]
    left, top = round(_MIDDLE[0] * width), round(_MIDDLE[1] * height)
    return _clipping(card[top : height - top, left : width - left], _COURT_HEIGHT, np.inf)


@dataclass(frozen=True)
class _Taken:
    """What is cut out of the decks of one kind.

    Attributes:
        symbols: Ranks of the cards whose symbols are.
        courts: Ranks of the cards whose middle is.
        court: Cuts it out.
    """

    symbols: tuple[str, ...]
    courts: tuple[str, ...]
    court: Callable[[Path], Clipping | None]


_TAKEN: Mapping[str, _Taken] = MappingProxyType(
    {
        SPANISH48.id: _Taken(("2", "4", "5", "6"), ("10", "11", "12"), _figure),
        FRENCH52.id: _Taken(("2", "3"), ("J", "Q", "K"), _middle),
    }
)
LENDING = tuple(_TAKEN)
"""Decks that clippings can be taken of."""


@cache
def clippings(folder: DesignFolder, deck_id: str) -> Clippings:
    """Cut a deck up.

    Args:
        folder: The deck's pictures.
        deck_id: One of `LENDING`: names its cards.

    Returns:
        What was found; nothing at all where the deck is laid out unlike others.

    Raises:
        UnusableError: The folder holds no card pictures.
    """
    taken, paths = _TAKEN[deck_id], folder.pictures()
    symbols: dict[str, list[tuple[Clipping, ...]]] = {}
    courts = {}
    for card in deck(deck_id).cards:
        if card.suit is None or card.code not in paths:
            continue
        if card.rank in taken.symbols:
            found = _symbols(paths[card.code], int(card.rank), card.suit in LONG)
            symbols.setdefault(card.suit, []).extend([found] if found else [])
        elif card.rank in taken.courts and (court := taken.court(paths[card.code])) is not None:
            courts[card.suit, card.rank] = court
    if sum(map(bool, symbols.values())) < _UNDERSTOOD:
        return Clippings({}, {})
    return Clippings({suit: tuple(sets) for suit, sets in symbols.items()}, courts)
