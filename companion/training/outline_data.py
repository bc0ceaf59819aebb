"""Pictures for the outliner: cut-outs around cards that mostly others cover, with the true corners."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.training.chunks import Chunk, ChunkFolder
from companion.training.proposals import Proposals
from companion.training.refiner_data import Quad, cut_out, misplaced, turned_alike
from companion.vision.outliner import MARGIN, SIZE
from companion.vision.types import Image

_SHARE_PROPOSED = 0.65
"""Of boxes as finder and close look leave them; the others are off by chance."""
COVERED, _TIMES = 0.97, 3
"""A card of which less is visible is drawn so many times as often as one that lies free."""


@dataclass(frozen=True)
class _Place:
    """A card, and the box in which it is looked at; None for one that is off by chance."""

    chunk: int
    card: int
    box: int | None


class OutlineSamples:
    """An endless supply of cut-outs from scenes."""

    def __init__(self, folder: Path, rng: np.random.Generator, proposals: Mapping[int, Proposals]) -> None:
        """Open the scenes.

        Args:
            folder: Chunks of scenes (`OutlineChunkMaker`).
            rng: Source of chance.
            proposals: What finder and close look made of them, by the chunk's number.
        """
        store = ChunkFolder(folder)
        self._rng = rng
        self._chunks = {number: store.load(number) for number in store.numbers()}
        self._proposals = proposals
        self._proposed = [
            place
            for number, made in proposals.items()
            for box, card in enumerate(made.card.tolist())
            if card >= 0
            for place in [_Place(number, card, box)] * _times(self._chunks[number], card)
        ]
        self._cards = [
            place
            for number, chunk in self._chunks.items()
            for card in range(len(chunk.labels["kind"]))
            for place in [_Place(number, card, None)] * _times(chunk, card)
        ]

    def draw(self) -> tuple[Image, npt.NDArray[np.float32]]:
        """Cut one out: a picture of the outliner's size, BGR, and (4, 2) corners in parts of its width and height."""
        rng = self._rng
        places = self._proposed if self._proposed and rng.random() < _SHARE_PROPOSED else self._cards
        place = places[int(rng.integers(len(places)))]
        chunk = self._chunks[place.chunk]
        truth = chunk.labels["corners"][place.card].astype(np.float64)
        box = misplaced(rng, truth) if place.box is None else self._nearly(place.chunk, place.box)
        image = np.asarray(chunk.images[int(chunk.labels["picture"][place.card])])
        return cut_out(rng, image, box, turned_alike(truth, box), SIZE, MARGIN)

    def _nearly(self, chunk: int, box: int) -> Quad:
        corners = self._proposals[chunk].corners[box].astype(np.float64)
        size = float(np.linalg.norm(corners[2] - corners[0]))
        moved: Quad = corners + self._rng.normal(0, 0.006, (4, 2)) * size + self._rng.normal(0, 0.01, 2) * size
        return moved


def _times(chunk: Chunk, card: int) -> int:
    return _TIMES if float(chunk.labels["visible"][card]) < COVERED else 1
