"""The reader's crops by the hundred, drawn at random, for a device that learns from thousands a second."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.utils.data import IterableDataset

from companion.training.chunks import Chunk, ChunkFolder
from companion.training.cues import SHARE_OTHER_MIDDLE, alike
from companion.training.known import are_drawn
from companion.training.reader_data import CROPS_A_CHUNK
from companion.training.trainer import chance_of_process

Numbers = npt.NDArray[np.int64]

_MOST_CHUNKS = 10_000
_LOOK_AGAIN = 50
"""Batches after which chunks are looked for that came since."""
_DRAWN = 4
"""So many times the crops of a batch are drawn, of which those are taken that are learned from this time."""


class LastNamed:
    """How surely each crop was named when it was last learned from; shared with the processes that draw.

    Attributes:
        chances: (crops,) float16, by number; a half where it was not learned from yet.
        matters: (1,) int64, 1 as long as what is known is drawn less often (`known.py`).
    """

    def __init__(self) -> None:
        self.chances = torch.full((_MOST_CHUNKS * CROPS_A_CHUNK,), 0.5, dtype=torch.float16).share_memory_()
        self.matters = torch.ones(1, dtype=torch.int64).share_memory_()

    def is_drawn(self, rng: np.random.Generator, numbers: Numbers) -> npt.NDArray[np.bool_]:
        """Return (N,) whether to learn from crops this time."""
        if not self.matters[0]:
            return np.ones(len(numbers), bool)
        return are_drawn(rng, self.chances.numpy()[numbers])


@dataclass(frozen=True)
class _Stock:
    """What has been rendered: its crops one after the other.

    Attributes:
        chunks: By number.
        numbers: (N,) of the crops: a thousand times the chunk's, and the row.
        kinds: (N,) their classes.
        by_group: (N,) places of the crops, those of one suit that lie the same way up together.
        starts: (groups + 1,) where each of these groups begins there.
    """

    chunks: dict[int, Chunk]
    numbers: Numbers
    kinds: Numbers
    by_group: Numbers
    starts: Numbers

    @classmethod
    def of(cls, chunks: dict[int, Chunk]) -> "_Stock":
        kinds = {number: np.asarray(chunk.labels["kind"], np.int64) for number, chunk in chunks.items()}
        numbers = [number * CROPS_A_CHUNK + np.arange(len(of_chunk)) for number, of_chunk in kinds.items()]
        together = np.concatenate(list(kinds.values()))
        groups = np.array(alike())[together]
        by_group = np.argsort(groups, kind="stable")
        starts = np.searchsorted(groups[by_group], np.arange(max(alike()) + 2))
        return cls(chunks, np.concatenate(numbers), together, by_group, starts)

    def like(self, rng: np.random.Generator, places: Numbers) -> Numbers:
        """Return for each of (M,) places that of a crop of the same suit that lies the same way up."""
        groups = np.array(alike())[self.kinds[places]]
        first, end = self.starts[groups], self.starts[groups + 1]
        return np.asarray(self.by_group[(first + rng.random(len(places)) * (end - first)).astype(np.int64)])

    def images(self, places: Numbers) -> npt.NDArray[np.uint8]:
        """Return the crops (M, H, W, 3) at places."""
        numbers = self.numbers[places].tolist()
        return np.stack([self.chunks[n // CROPS_A_CHUNK].images[n % CROPS_A_CHUNK] for n in numbers])


class CropSupply(IterableDataset):  # type: ignore[type-arg]
    """Batches of crops with what a lesson needs to vary them; chunks that come meanwhile are taken in."""

    def __init__(self, folder: Path, batch: int, known: LastNamed, seed: int) -> None:
        self._folder, self._batch, self._known, self._seed = folder, batch, known, seed

    def __iter__(self) -> Iterator[list[torch.Tensor]]:
        """Yield four tensors, without end.

        (N + M, H, W, 3) uint8 BGR: N crops, and M others whose middle some of them may get; (N,) their classes; (N,)
        their numbers; (M,) which of the N crops the others are for. N is a batch, or a little less where nearly all
        that was drawn is known.
        """
        rng, store, drawn = chance_of_process(self._seed), ChunkFolder(self._folder), 0
        stock: Any = None
        while True:
            if drawn % _LOOK_AGAIN == 0:
                before = stock.chunks if stock else {}
                new = {number: store.load(number) for number in store.numbers() if number not in before}
                stock = _Stock.of(before | new) if new else stock
            drawn += 1
            places = rng.integers(len(stock.numbers), size=_DRAWN * self._batch)
            places = places[self._known.is_drawn(rng, stock.numbers[places])][: self._batch]
            exchanged = np.flatnonzero(rng.random(len(places)) < SHARE_OTHER_MIDDLE)
            images = stock.images(np.concatenate([places, stock.like(rng, places[exchanged])]))
            arrays = images, stock.kinds[places], stock.numbers[places], exchanged
            yield [torch.from_numpy(array) for array in arrays]
