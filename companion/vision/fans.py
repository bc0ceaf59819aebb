"""Cards of a fan, each partly under the next: the finder may see two as one wide card, or only the upper one."""

from collections.abc import Callable

import cv2
import numpy as np

from companion.vision.boxes import overlap, shared_area, together
from companion.vision.card_areas import SQUARENESS, AreaOf, card_areas
from companion.vision.rectify import window
from companion.vision.refined_finder import RefinedFinder
from companion.vision.types import Detections, FloatArray, Image

CloseLook = Callable[[FloatArray], Detections]
"""Moves (N, 4, 2) boxes onto the cards next to them, and says how sure it is of each; as many as it was given."""

_LIKE_A_CARD = (0.8, 1.17)
"""Area of a box around one card, as a part of what cards have; beyond that it may lie around several."""
_SQUARE, _MUCH_TOO_LARGE = 0.82, 1.45
_AS_LIKELY = 0.2
"""By how much more (logarithm) than at best a card's width by its height may differ from what it is."""
_INSIDE, _MOSTLY_INSIDE, _SAME_CARD, _WHOLE = 0.8, 0.7, 0.75, 0.85
_STEP = 0.35
"""How far beside a card, as a part of its width, the one under it is looked for: fans show a quarter to a half."""
_MOST_CARDS = 5
_CROSSED = 0.45
"""Overlap (intersection over union) of boxes that were guessed along and across two cards; of two cards that really lie
so, one can hardly be seen."""
_READ = 0.95
_SURE = 0.9
_SHOWS = 0.15
"""Part of a card that no other card found covers, at least."""

_PICTURE, _STRIP = (42, 56), 0.25
"""Pixels in which a card is looked at for what lies beside it, and how much of that, as a part of the card."""
_ROWS, _BEYOND, _BORDER = slice(12, 44), slice(2, 6), slice(8, 10)
"""Of that picture: the middle of the card's height, what lies beyond its left edge, and its border there."""
_SAME_PAPER, _PAPER_SHOWS = 40.0, 0.3
"""Difference of brightness, of 255, by which paper differs from paper at most, and how much of the strip must be paper:
the rest may be print."""


_GUESSED = 0.5
"""Confidence before the close look of a box that is a mere guess."""


class FanFinder:
    """A finder for games in which one hand lays cards partly over each other: where their size is known, it tells
    them apart. Elsewhere it would see cards that are none in heaps."""

    def __init__(self, plain: RefinedFinder) -> None:
        self._plain = plain

    def find(self, image: Image, card_height: float | None = None, threshold: float | None = None) -> Detections:
        """Find the cards in a picture; see `companion.vision.finder.Finder.find`."""
        if card_height is None:
            return self._plain.find(image, None, threshold)
        found = self._plain.look(image, self._plain.finder.find(image, card_height, threshold))
        if len(found):
            area = card_areas(found, card_height, (image.shape[1], image.shape[0]))

            def look(corners: FloatArray) -> Detections:
                guessed = np.full(len(corners), _GUESSED, np.float32)
                faces = np.ones(len(corners), np.bool_)
                return self._plain.look(image, Detections(corners, guessed, faces))

            found = add_lower_cards(image, part_fans(found, look, area), look, area)
        return self._plain.settle(image, found)

    def missed(self, image: Image, around: FloatArray, known: FloatArray) -> Detections:
        """See `CardFinder.missed`."""
        return self._plain.missed(image, around, known)


def part_fans(found: Detections, look: CloseLook, area: AreaOf) -> Detections:
    """Replace faces too large for one card by cards that may make them up, whichever way they lie.

    Args:
        found: What was seen.
        look: Looks closely.
        area: Tells how large a card is.

    Returns:
        What was seen, with boxes both along and across such a face: the reader tells which are right.
    """
    large = [i for i, quad in enumerate(found.corners) if found.face_up[i] and _is_large(quad, area(quad))]
    kept = np.setdiff1d(np.arange(len(found)), large)
    parts = [found[kept]]
    for index in large:
        whole = found.corners[index]
        if any(_share_within(quad, whole) > _MOSTLY_INSIDE for quad in found.corners[kept]):
            continue
        own = area(whole)
        fans = [fan for slices in _slices(whole, own) if len(fan := _cards_of(look(slices), whole, own)) > 1]
        parts += fans or [found[np.array([index], np.intp)]]
    return together(parts)


def add_lower_cards(image: Image, found: Detections, look: CloseLook, area: AreaOf) -> Detections:
    """Add the cards that lie partly under others and were not seen.

    Args:
        image: (H, W, 3) uint8 BGR.
        found: What was seen.
        look: Looks closely.
        area: Tells how large a card is.
    """
    new = [
        i for i in range(len(found)) if found.face_up[i] and _is_like_a_card(found.corners[i], area(found.corners[i]))
    ]
    for _ in range(_MOST_CARDS - 1):
        beside = [_moved(found.corners[i], step) for i in new for step in _steps(image, found, i)]
        if not beside:
            break
        seen = look(np.stack(beside))
        before = len(found)
        for i, quad in enumerate(seen.corners):
            if _is_sure_card(seen, i, area(quad)) and _is_new(quad, found.corners):
                found = together([found, seen[np.array([i], np.intp)]])
        new = list(range(before, len(found)))
    return found


def without_crossed(quads: FloatArray, sure: FloatArray) -> list[int]:
    """Return which of N faces are left when of two that lie across each other in one place only the surer counts.

    A face that is read surely is one, wherever it lies.

    Args:
        quads: (N, 4, 2) pixels.
        sure: (N,) how sure they were read: what was cut out of two cards reads like none.
    """
    left: list[int] = []
    for index in np.argsort(-sure, kind="stable").tolist():
        if sure[index] >= _READ or not any(_are_crossed(quads[index], quads[other]) for other in left):
            left.append(index)
    return sorted(left)


def _are_crossed(one: FloatArray, other: FloatArray) -> bool:
    first, second = one[1] - one[0], other[1] - other[0]
    across = abs(float(first @ second)) < 0.7 * float(np.linalg.norm(first) * np.linalg.norm(second))
    return across and overlap(one, other) > _CROSSED


def _is_like_a_card(quad: FloatArray, area: float) -> bool:
    least, most = _LIKE_A_CARD
    return least * area < cv2.contourArea(quad) < most * area


def _is_sure_card(seen: Detections, index: int, area: float) -> bool:
    sure = bool(seen.face_up[index]) and seen.confidence[index] > _SURE
    return sure and _is_like_a_card(seen.corners[index], area)


def _share_within(quad: FloatArray, whole: FloatArray) -> float:
    return shared_area(quad, whole) / max(float(cv2.contourArea(quad)), 1e-9)


def _is_new(quad: FloatArray, known: FloatArray) -> bool:
    """Whether a box is none of those known, and shows something that they do not cover."""
    if any(overlap(quad, other) > _SAME_CARD for other in known):
        return False
    low = quad.min(axis=0)
    size = np.ceil(quad.max(axis=0) - low).astype(int) + 1
    free = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(free, np.round(quad - low).astype(np.int32), 1)
    whole = int(free.sum())
    for other in known:
        cv2.fillConvexPoly(free, np.round(other - low).astype(np.int32), 0)
    return bool(free.sum() > _SHOWS * whole)


def _is_large(quad: FloatArray, area: float) -> bool:
    """Whether a box is too large for one card: much too large, or a little and too square for one that is nearer."""
    size = float(cv2.contourArea(quad))
    across, along = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])
    square = min(across, along) > _SQUARE * max(across, along)
    return size > _LIKE_A_CARD[1] * area and (square or size > _MUCH_TOO_LARGE * area)


def _slices(whole: FloatArray, area: float) -> list[FloatArray]:
    """Return boxes as large as a card from end to end of a box: along it, across it, or both where either may be."""
    part = area / float(cv2.contourArea(whole))
    starts = np.linspace(0, 1 - part, max(2, 1 + round((1 / part - 1) / _STEP)))
    ways = []
    for a, b, c, d in (whole, np.roll(whole, 1, axis=0)):
        across, below = b - a, c - d
        slices = [
            np.stack([a + across * left, a + across * (left + part), d + below * (left + part), d + below * left])
            for left in starts
        ]
        upright = np.linalg.norm(across) * part <= np.linalg.norm(d - a)
        ways.append(np.asarray(slices if upright else np.roll(slices, 1, axis=1), np.float32))
    slender = [abs(np.log(_slenderness(slices[0]) / SQUARENESS)) for slices in ways]
    return [slices for slices, off in zip(ways, slender, strict=True) if off < min(slender) + _AS_LIKELY]


def _slenderness(quad: FloatArray) -> float:
    return float(np.linalg.norm(quad[1] - quad[0]) / np.linalg.norm(quad[3] - quad[0]))


def _cards_of(slices: Detections, whole: FloatArray, area: float) -> Detections:
    """Return those of the slices of a box that became cards of their own."""
    kept: list[int] = []
    for i, quad in enumerate(slices.corners):
        is_part = _share_within(quad, whole) > _INSIDE and overlap(quad, whole) < _WHOLE
        is_new = all(overlap(quad, slices.corners[other]) < _SAME_CARD for other in kept)
        if is_part and is_new and _is_sure_card(slices, i, area):
            kept.append(i)
    return slices[np.array(kept, np.intp)]


def _steps(image: Image, found: Detections, index: int) -> list[float]:
    """Return to which sides of a face, in its widths, paper goes on that belongs to no card found."""
    quad = found.corners[index]
    others = np.delete(found.corners, index, axis=0)
    cut = window(image, quad, _PICTURE, _STRIP)[0]
    steps = []
    for step, picture in ((-_STEP, cut), (_STEP, cut[:, ::-1])):
        middle = _moved(quad, step / _STEP * 0.65).mean(axis=0)
        if any(cv2.pointPolygonTest(other, middle.tolist(), False) >= 0 for other in others):
            continue
        paper = np.median(picture[_ROWS, _BORDER], axis=(0, 1))
        alike = np.abs(picture[_ROWS, _BEYOND] - paper).max(axis=-1) < _SAME_PAPER
        if alike.mean() > _PAPER_SHOWS:
            steps.append(step)
    return steps


def _moved(quad: FloatArray, step: float) -> FloatArray:
    """Return a box moved to the right, as its card sees it, by a part of its width."""
    return np.asarray(quad + step * (quad[1] - quad[0] + quad[2] - quad[3]) / 2, np.float32)
