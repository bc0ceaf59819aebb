"""Faces that are cut out of pictures, as a reader sees them both ways round, while a deck is taught."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.vision.reader import Reader
from companion.vision.shown import View, turned
from companion.vision.types import Image

_LEAST_CHANCE = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One face.

    Attributes:
        cut: As it is cut out.
        other: The other way round.
        is_turned: Whether that is the likelier way up.
        nothing: The chance that it is no card, 0..1.
    """

    cut: View
    other: View
    is_turned: bool
    nothing: float

    @property
    def both_ways(self) -> tuple[View, View]:
        """As it is cut out, and the other way round."""
        return self.cut, self.other


def faces_of(reader: Reader, deck: str, crops: Sequence[Image]) -> Iterator[Face]:
    """Yield faces as a reader sees them.

    Args:
        reader: The model.
        deck: Id of the deck whose cards they may be.
        crops: (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR, either way up.
    """
    perceived = reader.perceive([*crops, *(turned(crop) for crop in crops)])
    readings = reader.readings(perceived, deck)
    evidence = np.log(readings.probabilities + _LEAST_CHANCE)
    decks = [reader.readings(perceived, other).probabilities.max(axis=1) for other in reader.decks]
    explained = np.stack(decks, axis=1)
    units = perceived.embedding / np.maximum(np.linalg.norm(perceived.embedding, axis=1, keepdims=True), 1e-9)
    number = len(crops)
    for row, crop in enumerate(crops):
        both = (evidence[row] + evidence[row + number]) / 2
        yield Face(
            View(crop, units[row], both, explained[row]),
            View(turned(crop), units[row + number], both, explained[row + number]),
            bool(readings.turned[row] > readings.turned[row + number]),
            float(min(readings.nothing[row], readings.nothing[row + number])),
        )
