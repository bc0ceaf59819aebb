"""The faces of one picture, each read where it is read best: a box may lie otherwise, be turned, or be too large."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from companion.vision.boxes import log_odds, overlap
from companion.vision.newcomers import left_for_later
from companion.vision.one_size import boxes_of_one_size
from companion.vision.read_cards import READ_ALIKE, SAME_CARD, Look, ReadCards
from companion.vision.reader import CardReader
from companion.vision.types import Detections, FloatArray, Image

_READ_AT_ONCE = ((0.7, 0.75), (0.8, 0.999))
"""Width by height of a box, and the chance from which on its card is not read sideways, too: cards seen from above have
0.62 to 0.72. What is read with 0.999 could hardly be surer, and would be read anew at every look."""
_SIDEWAYS_NEEDS = ((0.7, 0.75, 0.85), (4.0, 2.0, 0.0))
"""Width by height of a box, and by how much (log odds) a reading sideways must be the surer one there: where a card
looks upright it is mostly wrong, but hardly ever where it is as sure as right ones are."""
_READ_SURELY = 0.98
"""A covered card read with less is also read where the close look alone has it."""
_SIZE_CERTAIN, _SIZE_SPEAKS = 0.9, 1.3
"""A card read with less may be another's size instead; that speaks for it, so it need not be read quite as surely."""
_LEAST_TRUST, _TRUST_IN_BACK = 0.05, 0.09


class FacesRead:
    """Reads the faces of one picture, and moves each box to where its card is read best."""

    def __init__(
        self,
        reader: CardReader,
        image: Image,
        found: Detections,
        deck: str,
        newcomers: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        """Read every face where it was found.

        Args:
            reader: Reads cards.
            image: (H, W, 3) uint8 BGR.
            found: What was found in it.
            deck: Id of the deck in play.
            newcomers: (N,) which of them have just come there: what a glance at them does not make legible is left for
                the next picture. None for none.
        """
        self._reader = reader
        self._image = image
        self._found = found
        self._deck = deck
        self._quads = found.corners.copy()
        self._moved: set[int] = set()
        faces = np.flatnonzero(found.face_up)
        looks = self._look_at(self._quads, faces.tolist(), newcomers)
        come = None if newcomers is None else newcomers[faces]
        left = left_for_later(come, np.array([look.likeliest for look in looks.values()]))
        self._left = {i: looks[i] for i in faces[left].tolist()}
        self._best = {i: looks[i] for i in faces[~left].tolist()}

    @property
    def is_unfinished(self) -> bool:
        """Whether there are newcomers that are left for the next picture."""
        return bool(self._left)

    def cards(self) -> ReadCards:
        """Return all that was found, as it was read."""
        return ReadCards.of(self._found, self._quads, self._best | self._left)

    def single_cards(self) -> ReadCards:
        """The same without what shows a card again: the less sure of two boxes."""
        repeated = self._repeated()
        if self._put_back(repeated):
            repeated = self._repeated()
        return self.cards()[[i for i in range(len(self._found)) if i not in repeated]]

    def look_otherwise(self) -> None:
        """Read cards in doubt also where they may lie otherwise, and the other way round."""
        otherwise = self._found.otherwise
        if otherwise is not None:
            doubted = [i for i in self._doubted(_READ_SURELY) if (self._quads[i] != otherwise[i]).any()]
            for index, look in self._look_at(otherwise, doubted).items():
                if look.likeliest > self._best[index].likeliest:
                    self._best[index], self._quads[index] = look, otherwise[index]
        self._look_sideways()

    def give_size(self) -> None:
        """Give cards that are hardly read the size of those beside them where that reads better."""
        doubted = set(self._doubted(_SIZE_CERTAIN))
        if not doubted:
            return
        trust = np.full(len(self._quads), _TRUST_IN_BACK)
        for index, look in (self._best | self._left).items():
            trust[index] = max(look.likeliest, _LEAST_TRUST) ** 2
        size = (self._image.shape[1], self._image.shape[0])
        for index, boxes in boxes_of_one_size(self._quads, trust, self._deck, size).items():
            if index not in doubted:
                continue
            looks = self._look_at(boxes, range(len(boxes)))
            surest = max(looks, key=lambda row: looks[row].likeliest)
            if looks[surest].likeliest * _SIZE_SPEAKS > self._best[index].likeliest:
                self._best[index], self._quads[index] = looks[surest], boxes[surest]
                self._moved.add(index)

    def _look_sideways(self) -> None:
        widths = {i: _width_by_height(self._quads[i]) for i in self._best}
        doubted = [i for i, look in self._best.items() if look.likeliest < np.interp(widths[i], *_READ_AT_ONCE)]
        turned = np.roll(self._quads, 1, axis=1)
        for index, look in self._look_at(turned, doubted).items():
            upright, sideways = log_odds(np.array([self._best[index].likeliest, look.likeliest]))
            if sideways - np.interp(widths[index], *_SIDEWAYS_NEEDS) > upright:
                self._best[index], self._quads[index] = look, turned[index]

    def _put_back(self, repeated: set[int]) -> bool:
        """Put boxes that came to lie on another card where they may lie otherwise; return whether there were any."""
        otherwise = self._found.otherwise
        if otherwise is None:
            return False
        back = [i for i in sorted(repeated) if (self._quads[i] != otherwise[i]).any()]
        for index, look in self._look_at(otherwise, back).items():
            self._best[index], self._quads[index] = look, otherwise[index]
        return bool(back)

    def _repeated(self) -> set[int]:
        """Return the less sure of two faces that show one card: one was moved onto the other, or they read alike."""
        best, repeated = self._best, set()
        for index, other in combinations(best, 2):
            alike = best[index].code == best[other].code
            if not (alike or index in self._moved or other in self._moved):
                continue
            if overlap(self._quads[index], self._quads[other]) > (READ_ALIKE if alike else SAME_CARD):
                repeated.add(min(index, other, key=lambda i: best[i].likeliest))
        return repeated

    def _doubted(self, least: float) -> Iterator[int]:
        return (i for i, look in self._best.items() if look.likeliest < least)

    def _look_at(
        self, quads: FloatArray, indices: Sequence[int], newcomers: npt.NDArray[np.bool_] | None = None
    ) -> dict[int, Look]:
        if not len(indices):
            return {}
        rows = np.array(indices, np.intp)
        come = None if newcomers is None else newcomers[rows]
        readings = self._reader.read(self._image, quads[rows], self._deck, come)
        return {index: Look(readings, row) for row, index in enumerate(indices)}


def _width_by_height(corners: FloatArray) -> float:
    """Return how long the first edge of a box and the one across from it are, by the other two."""
    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float((edges[0] + edges[2]) / max(edges[1] + edges[3], 1e-6))
