"""Whether two looks show the same card."""

from collections.abc import Sequence

import numpy as np

from companion.table.evidence import Row
from companion.table.geometry import Box
from companion.vision.types import SeenCard

_TWICE = 0.75
"""Two boxes that overlap by more than this and do not read differently are one card found twice."""


def overlap(one: Row, other: Row) -> float:
    """Return how much two readings have in common, 0..1 (Bhattacharyya coefficient)."""
    return float(np.add.reduce(np.sqrt(one * other)))


def once_each(seen: Sequence[SeenCard]) -> list[tuple[Box, SeenCard]]:
    """Return the cards, measured, without those that the finder found twice; the surer one stays."""
    kept: list[tuple[Box, SeenCard]] = []
    for card in sorted(seen, key=lambda card: -card.found):
        box = Box.of(card.corners)
        if not any(box.overlap(place) >= _TWICE and _same(card, other) for place, other in kept):
            kept.append((box, card))
    return kept


def _same(one: SeenCard, other: SeenCard) -> bool:
    if one.face_up != other.face_up:
        return False
    return one.best is None or other.best is None or one.best[0] == other.best[0]
