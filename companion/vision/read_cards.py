"""Boxes of one picture and what was read in them, and how cards that were missed join them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.boxes import overlap, together
from companion.vision.fans import without_crossed
from companion.vision.types import Detections, FloatArray, Readings

SAME_CARD, READ_ALIKE = 0.75, 0.5
"""Boxes that overlap more show one card (intersection over union); and those that read alike, or of which one is
hardly read."""
_FOUND, _READ = 0.5, 0.5
"""How surely a card is found, and a face read, that is known: what is in doubt may lie elsewhere."""
_MISSED_READ = 0.7
"""How surely a face must be read to count as one that had been missed."""


@dataclass(frozen=True, slots=True)
class Look:
    """One card of several that were read at once."""

    readings: Readings
    row: int

    @property
    def likeliest(self) -> float:
        """Chance of the likeliest card."""
        return float(self.readings.probabilities[self.row].max())

    @property
    def nothing(self) -> float:
        """Chance that there is no card that can be read."""
        return float(self.readings.nothing[self.row])

    @property
    def code(self) -> int:
        """The place of the likeliest code."""
        return int(self.readings.probabilities[self.row].argmax())


@dataclass(frozen=True, slots=True)
class ReadCards:
    """Boxes of one picture.

    Attributes:
        boxes: Where N cards lie.
        looks: What was read in each, None for a back.
    """

    boxes: Detections
    looks: tuple[Look | None, ...]

    @classmethod
    def of(cls, found: Detections, corners: FloatArray, looks: dict[int, Look]) -> "ReadCards":
        """Put together what was found, where the boxes came to lie, and what was read in those of faces, by index."""
        boxes = Detections(corners, found.confidence, found.face_up)
        return cls(boxes, tuple(looks.get(index) for index in range(len(found))))

    def __getitem__(self, indices: Sequence[int]) -> "ReadCards":
        return ReadCards(self.boxes[np.array(indices, np.intp)], tuple(self.looks[index] for index in indices))

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """(N,) whether each is certainly there."""
        read = np.array([look is None or look.likeliest >= _READ for look in self.looks], np.bool_)
        return read & (self.boxes.confidence >= _FOUND)

    def without_crossed(self) -> "ReadCards":
        """Leave out of two faces that lie across each other in one place the less sure; see `fans.without_crossed`."""
        faces = np.array([index for index, look in enumerate(self.looks) if look is not None], np.intp)
        sure = np.array([look.likeliest for look in self.looks if look is not None], np.float32)
        kept = faces[without_crossed(self.boxes.corners[faces], sure)].tolist()
        return self[sorted([*kept, *(index for index, look in enumerate(self.looks) if look is None)])]

    def joined_by(self, missed: "ReadCards") -> "tuple[ReadCards, npt.NDArray[np.bool_]]":
        """Add cards that had been missed, where each is read better than what lies in its place, which goes.

        Returns:
            All that are left, the surest found first, and which of them are new.
        """
        both = ReadCards(together([self.boxes, missed.boxes]), (*self.looks, *missed.looks))
        old = len(self.looks)
        kept = list(range(old))
        missing = [index for index in range(old, len(both.looks)) if both._may_be_missing(index)]
        for new in sorted(missing, key=lambda index: -both._surety(index)):
            beside = [index for index in kept if both._is_one_card(index, new)]
            if all(both._surety(index) < both._surety(new) for index in beside):
                kept = [*(index for index in kept if index not in beside), new]
        kept.sort(key=lambda index: -float(both.boxes.confidence[index]))
        return both[kept], np.array(kept, np.intp) >= old

    def _surety(self, index: int) -> float:
        look = self.looks[index]
        return 0.5 * float(self.boxes.confidence[index]) if look is None else look.likeliest

    def _may_be_missing(self, index: int) -> bool:
        look = self.looks[index]
        return look is None or look.likeliest >= _MISSED_READ

    def _is_one_card(self, index: int, other: int) -> bool:
        one, two = self.looks[index], self.looks[other]
        most = SAME_CARD
        if one is not None and two is not None and (one.code == two.code or one.likeliest < _READ):
            most = READ_ALIKE
        return overlap(self.boxes.corners[index], self.boxes.corners[other]) > most
