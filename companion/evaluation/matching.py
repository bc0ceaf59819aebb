"""Which found card is which labelled one."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.evaluation.labels import LabelledCard, LabelledPicture
from companion.vision.boxes import one_to_one, overlap
from companion.vision.naming import NamedCard

LEAST_OVERLAP = 0.5
"""Intersection over union from which a found card is the labelled one."""


def match(picture: LabelledPicture, found: Sequence[NamedCard]) -> list[tuple[int, int]]:
    """Pair labelled and found cards one to one, faces with faces and backs with backs.

    Cards that have to be found choose first; among them the pair that overlaps most. Labels without an outline stay
    alone.

    Returns:
        Pairs (index of the labelled card, index of the found one), ordered by the labelled card.
    """
    pairs = []
    for label_index, label in enumerate(picture.cards):
        for found_index, card in enumerate(found):
            shared = _shared(picture, label, card)
            if shared >= LEAST_OVERLAP:
                pairs.append(((not label.wanted, -shared), label_index, found_index))
    return sorted(one_to_one(pairs).items())


def _shared(picture: LabelledPicture, label: LabelledCard, card: NamedCard) -> float:
    if label.outline is None or label.face_up != card.seen.face_up:
        return 0.0
    if picture.outlines == "oriented":
        return overlap(label.outline, card.seen.corners)
    height, width = picture.image.shape[:2]
    return upright_overlap(upright_box(label.outline, width, height), upright_box(card.seen.corners, width, height))


def upright_box(corners: npt.NDArray[np.floating], width: int, height: int) -> tuple[float, float, float, float]:
    """Return (x0, y0, x1, y1) around (4, 2) corners, clipped to a picture."""
    x0, y0 = np.clip(corners.min(axis=0), 0, (width, height))
    x1, y1 = np.clip(corners.max(axis=0), 0, (width, height))
    return float(x0), float(y0), float(x1), float(y1)


def upright_overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    """Return the intersection over union of two upright boxes (x0, y0, x1, y1)."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    if across <= 0 or down <= 0:
        return 0.0
    shared = across * down
    areas = (one[2] - one[0]) * (one[3] - one[1]) + (other[2] - other[0]) * (other[3] - other[1])
    return shared / (areas - shared)


def corner_error(label: npt.NDArray[np.floating], found: npt.NDArray[np.floating]) -> float:
    """Return the mean distance of (4, 2) corners from the true ones, as a part of the card's height.

    Which corner comes first does not matter here.
    """
    height = float(np.linalg.norm(label[3] - label[0]) + np.linalg.norm(label[2] - label[1])) / 2
    turns = (np.roll(found, turn, axis=0) for turn in range(4))
    return min(float(np.linalg.norm(turn - label, axis=1).mean()) for turn in turns) / max(height, 1e-9)


def right_way_up(label: npt.NDArray[np.floating], found: npt.NDArray[np.floating]) -> bool:
    """Tell whether (4, 2) corners start at the card's own top left."""
    distances = [float(np.linalg.norm(np.roll(found, -turn, axis=0) - label, axis=1).sum()) for turn in range(4)]
    return distances.index(min(distances)) == 0
