"""Cards of one deck are of one size: where the box of a half covered card ends, the others beside it tell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.tabletop.from_cards import CARD_SIZES_MM
from companion.vision.types import FloatArray

_Array = npt.NDArray[np.float64]

_FOCAL = 0.95
"""Focal length of a common camera, as a part of the picture's longer side."""
_TILTS, _TURNS = np.radians([8.0, 16.0, 24.0, 32.0, 40.0, 48.0, 56.0, 62.0]), (8, 24)
"""Tilts of the table that are tried, radians; and to how many sides: so many, and how many more where seen edge-on."""
_FINER = (0.08, 0.03)
"""Radians about the best tilt so far that are tried next."""
_EDGE_ON = 0.15
"""Cosine to the table's normal below which nothing on it can be told apart."""
_ALIKE = 0.09
"""Two cards whose edges differ by more (root of the sum of squares of logarithms) say nothing for each other."""
_SQUARENESS_OFF = (0.93, 1.06)
"""Width by height of the cards may be off from the deck's by these factors."""
_NOT_SQUARE, _LEAST_TILT = 1.5, 0.15
"""Costs, in cards that agree: of boxes that would be no rectangles on the table; and of a table seen from the side."""
_LEAST_AGREEMENT = 0.6
"""Trust in cards that agree, together, from which on their size is known."""
_FITS, _OFF = 0.08, 0.10
"""Difference (logarithm) up to which an edge has the length it should have, and from which on it has not."""


@dataclass(frozen=True, slots=True)
class Table:
    """A plane in the camera's frame on which cards lie, as far from the camera as its normal is long.

    Attributes:
        normal: (3,) unit vector.
        size: Width and height of the picture, pixels.
    """

    normal: _Array
    size: tuple[int, int]

    def flatten(self, points: _Array) -> _Array:
        """Turn (N, 4, 2) pixels into places on the table, in its own units; NaN where it is seen edge-on."""
        return np.asarray(_flatten(self.normal[None], _rays(points, self.size))[0])

    def seen(self, places: _Array) -> FloatArray:
        """Turn (K, 4, 2) places on the table into pixels."""
        return np.asarray(self.seen_leaning(places[None], np.zeros((1, 2)))[0], np.float32)

    def seen_leaning(self, places: _Array, leans: _Array) -> _Array:
        """Turn places on tables that lean a little otherwise into pixels.

        Args:
            places: (T, K, 4, 2) on each table.
            leans: (T, 2) small steps of the normals along the two axes of this table.

        Returns:
            (T, K, 4, 2).
        """
        normals = self.normal + np.einsum("ta,ak->tk", leans, np.concatenate(_axes(self.normal[None])))
        normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
        axes = np.stack(_axes(normals), axis=1)
        points = np.einsum("tnia,tak->tnik", places, axes) + normals[:, None, None]
        focal = _FOCAL * max(self.size)
        return np.asarray(points[..., :2] / points[..., 2:] * focal + np.array(self.size) / 2)


@dataclass(frozen=True, slots=True)
class Agreement:
    """What most cards agree upon: the table, and a card's width and height in its units."""

    table: Table
    width: float
    height: float

    def card_in(self, quad: npt.NDArray[np.floating]) -> FloatArray:
        """Return the (4, 2) pixels of a card in the middle of a (4, 2) box and turned as that; NaN seen edge-on."""
        (place,) = self.table.flatten(quad[None].astype(np.float64))
        across = middle_lines(place)[0]
        corners = _card_at(place.mean(axis=0), across / np.linalg.norm(across), self.width, self.height)
        return np.asarray(self.table.seen(corners[None])[0], np.float32)


def boxes_of_one_size(
    quads: npt.NDArray[np.floating], trust: npt.NDArray[np.floating], deck: str, size: tuple[int, int]
) -> dict[int, FloatArray]:
    """Tell which boxes are too long or too short beside the others, and where their cards may lie instead.

    Two edges of such a box have the right distance and stay where they are, and so does one of the other two: a covered
    card shows three of its edges at best. The table's tilt is found by trying: at it, most cards have one size.

    Args:
        quads: (N, 4, 2) pixels, clockwise, the first edge a card's short one.
        trust: (N,) how far each is to be believed, 0..1: that of a card that was read surely is right.
        deck: Id of the deck in play, which tells how much higher than wide cards are.
        size: Width and height of the picture, pixels.

    Returns:
        By the index of a box, the (K, 4, 2) boxes that may be right in its place, the first edge a short one.
    """
    if len(quads) < 2:
        return {}
    corners = np.asarray(quads, np.float64)
    agreed = agree(corners, np.asarray(trust, np.float64), CARD_SIZES_MM[deck], size)
    if agreed is None:
        return {}
    places = agreed.table.flatten(corners)
    instead = {}
    for index, place in enumerate(places):
        if np.isfinite(place).all() and (boxes := list(_of_size(place, agreed.width, agreed.height))):
            instead[index] = agreed.table.seen(np.stack(boxes))
    return instead


def _of_size(place: _Array, width: float, height: float) -> Iterator[_Array]:
    """Yield the boxes of a card's size that share three edges with one that has not."""
    across, along = middle_lines(place)
    wide, high = float(np.linalg.norm(across)), float(np.linalg.norm(along))
    right = across / wide
    down = np.array([-right[1], right[0]])
    if abs(np.log(wide / width)) < _OFF and abs(np.log(high / height)) < _OFF:
        return
    middle = place.mean(axis=0)
    for new_wide, new_high, turn in ((width, height, 0), (height, width, 1)):
        off_across, off_along = abs(np.log(wide / new_wide)), abs(np.log(high / new_high))
        if off_across < _FITS and off_along >= _OFF:
            step = down * (new_high - high) / 2
        elif off_along < _FITS and off_across >= _OFF:
            step = right * (new_wide - wide) / 2
        else:
            continue
        for moved in (middle - step, middle + step):
            yield np.roll(_card_at(moved, right, new_wide, new_high), turn, axis=0)


def _card_at(middle: _Array, right: _Array, width: float, height: float) -> _Array:
    """Return the (4, 2) corners of a card about a place on the table; a unit vector points to its right."""
    x, y = right * width / 2, np.array([-right[1], right[0]]) * height / 2
    return np.stack([middle - x - y, middle + x - y, middle + x + y, middle - x + y])


def agree(
    corners: _Array, trust: _Array, sizes: Sequence[tuple[float, float]], size: tuple[int, int]
) -> Agreement | None:
    """Find the tilt at which most cards have the size of one of them.

    Args:
        corners: (N, 4, 2) pixels, clockwise, the first edge a card's short one.
        trust: (N,) how far each is to be believed, 0..1.
        sizes: Widths and heights, in one unit, that a card may have.
        size: Width and height of the picture, pixels.

    Returns:
        None where too few agree.
    """
    rays = _rays(corners, size)
    normals = _normals()
    wide, high, support = _support(normals, rays, trust, sizes)
    best = _best(normals, support)
    for radius in _FINER:
        normals = _around(normals[best[0]], radius)
        wide, high, support = _support(normals, rays, trust, sizes)
        best = _best(normals, support)
    tilt, card = best
    agreeing = support.cards[tilt, :, card]
    if agreeing.sum() < _LEAST_AGREEMENT:
        return None
    width, height = (
        float(np.exp(np.nansum(np.log(edges[tilt]) * agreeing) / agreeing.sum())) for edges in (wide, high)
    )
    return Agreement(Table(normals[tilt], size), width, height)


@dataclass(frozen=True, slots=True)
class _Support:
    """How many cards speak for tilts (T) and for the size of one of the cards (N).

    Attributes:
        cards: (T, N, N) how far the first card has the size of the second, times the trust in it.
        total: (T, N) of all cards; -1 where no card of the deck is like that.
    """

    cards: _Array
    total: _Array


def _support(
    normals: _Array, rays: _Array, trust: _Array, sizes: Sequence[tuple[float, float]]
) -> tuple[_Array, _Array, _Support]:
    places = _flatten(normals, rays)
    across, along = middle_lines(places)
    wide, high = np.linalg.norm(across, axis=-1), np.linalg.norm(along, axis=-1)
    edges = np.linalg.norm(np.roll(places, -1, axis=-2) - places, axis=-1)
    leaning = (across * along).sum(axis=-1) / (wide * high)
    uneven = np.log(edges[..., :2] / edges[..., 2:])
    crooked = (uneven**2).sum(axis=-1) / 4 + leaning**2 / 2
    log_wide, log_high = np.log(wide), np.log(high)
    off = (log_wide[:, :, None] - log_wide[:, None]) ** 2 + (log_high[:, :, None] - log_high[:, None]) ** 2
    cards = np.nan_to_num(np.clip(1 - (off + crooked[:, :, None]) / _ALIKE**2, 0, None)) * trust[:, None]
    squareness = [width / height for width, height in sizes]
    possible = (wide / high > min(squareness) * _SQUARENESS_OFF[0]) & (
        wide / high < max(squareness) * _SQUARENESS_OFF[1]
    )
    total = cards.sum(axis=1) - _NOT_SQUARE * np.nan_to_num(crooked) / _ALIKE**2
    return wide, high, _Support(cards, np.where(possible, total, -1.0))


def _best(normals: _Array, support: _Support) -> tuple[int, int]:
    """Return the indices of the tilt, and of the card of the size, that most speaks for."""
    worth = support.total - _LEAST_TILT * (1 - normals[:, 2:])
    tilt, card = np.unravel_index(int(np.argmax(worth)), worth.shape)
    return int(tilt), int(card)


def middle_lines(places: _Array) -> tuple[_Array, _Array]:
    """Return the vectors (..., 2) from side to side and from top to bottom of quadrilaterals (..., 4, 2)."""
    first, second, third, fourth = np.moveaxis(places, -2, 0)
    return (second - first + third - fourth) / 2, (fourth - first + third - second) / 2


def _normals() -> _Array:
    """Return (T, 3) normals of tables, seen from above and from all sides."""
    least, more = _TURNS
    turned = [(0.0, 0.0)] + [
        (float(tilt), float(side))
        for tilt in _TILTS
        for side in np.linspace(0, 2 * np.pi, int(least + more * np.sin(tilt)), endpoint=False)
    ]
    return np.array([(np.sin(t) * np.cos(s), np.sin(t) * np.sin(s), np.cos(t)) for t, s in turned])


def _around(normal: _Array, radius: float) -> _Array:
    """Return (T, 3) normals about one."""
    right, down = _axes(normal[None])
    steps = np.linspace(-radius, radius, 5)
    near = np.array([normal + x * right[0] + y * down[0] for x in steps for y in steps])
    return np.asarray(near / np.linalg.norm(near, axis=1, keepdims=True))


def _axes(normals: _Array) -> tuple[_Array, _Array]:
    """Return two (T, 3) unit vectors on each table."""
    right = np.array([1.0, 0.0, 0.0]) - normals * normals[:, :1]
    right = right / np.linalg.norm(right, axis=1, keepdims=True)
    return right, np.cross(normals, right)


def _rays(points: _Array, size: tuple[int, int]) -> _Array:
    """Return the (..., 3) directions in which pixels (..., 2) lie."""
    flat = (points - np.array(size) / 2) / (_FOCAL * max(size))
    return np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1)


def _flatten(normals: _Array, rays: _Array) -> _Array:
    """Return where (N, 4) rays meet (T,) tables: (T, N, 4, 2)."""
    right, down = _axes(normals)
    depth = np.einsum("nik,tk->tni", rays, normals)
    depth = np.where(depth > _EDGE_ON, depth, np.nan)
    places = np.stack([np.einsum("nik,tk->tni", rays, axis) for axis in (right, down)], axis=-1)
    return np.asarray(places / depth[..., None])
