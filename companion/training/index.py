"""Training of the network that reads indices, on the corners of the reader's crops."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from companion.training.chunks import rows_by_chance
from companion.training.index_network import HEIGHT, INSET, WIDTH, IndexNetwork, rank_numbers
from companion.training.own_trainer import Facts, Schedule, open_run, train
from companion.training.precision import reduced
from companion.training.trainer import chance_of_process
from companion.vision.types import Image

_CROPS = 64
"""In a batch, with two corners each."""
_LOOK_AGAIN = 500
"""Batches after which chunks are looked for that came since."""
_RATE = 2e-3
ROOM = 2 * INSET
"""Corners are cut out so many pixels larger than they are looked at: where the index stands differs."""
_TURN, _STRETCH, _SHIFT = 0.06, 0.08, 0.04
"""How far corners are turned (radians), stretched and shifted (parts of their size) at most."""
_SMOOTHING = 0.02


class _Supply(IterableDataset):  # type: ignore[type-arg]
    """Both corners of crops drawn at random, the near ones of a batch first, and the ranks of the cards.

    An index that is covered, or that the deck does not have, is called by its card's rank all the same: what cannot be
    read has to be answered with what is likely. Chunks that are rendered while training runs are taken in as they come.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self._arguments = folder, seed

    def __iter__(self) -> Iterator[list[torch.Tensor]]:
        """Yield (2 x _CROPS, 3, HEIGHT + room, WIDTH + room) uint8 RGB and (_CROPS,) numbers of ranks, without end."""
        folder, seed = self._arguments
        rng = chance_of_process(seed)
        ranks, rows = np.array(rank_numbers()), rows_by_chance(folder, rng, _CROPS, _LOOK_AGAIN)
        while True:
            ways: tuple[list[Image], list[Image]] = [], []
            kinds = []
            for chunk, row in islice(rows, _CROPS):
                crop = chunk.images[row]
                for corners, upright in zip(ways, (crop, crop[::-1, ::-1]), strict=True):
                    corners.append(upright[: HEIGHT + ROOM, : WIDTH + ROOM, ::-1].transpose(2, 0, 1))
                kinds.append(int(chunk.labels["kind"][row]))
            yield [torch.from_numpy(np.stack(ways[0] + ways[1])), torch.from_numpy(ranks[kinds])]


def train_index(data: Path, seed: int, schedule: Schedule, tell: Callable[[str], None]) -> None:
    """Train the network that reads indices.

    Args:
        data: Chunks of the reader's crops.
        seed: Of the samples.
        schedule: How long, and from where.
        tell: Receives progress.
    """
    torch.manual_seed(seed)
    run = open_run(IndexNetwork(), schedule, _RATE)
    supply = _Supply(data, seed * 1000 + run.steps)
    train(run, DataLoader(supply, batch_size=None, num_workers=1), _learn, schedule, tell)


def _learn(network: Any, batch: list[torch.Tensor]) -> tuple[torch.Tensor, Facts]:
    larger, ranks = batch
    corners = varied(larger.float() / 255)
    with reduced(corners.device.type):
        logits = network(corners.contiguous(memory_format=torch.channels_last))
    loss, said, together = judged(logits, ranks)
    with torch.no_grad():
        right = (said.argmax(1) == ranks.repeat(2)).float().mean()
        both_right = (together.argmax(1) == ranks).float().mean()
    return loss, {"ranks": float(loss.detach()), "ranks_right": float(right), "both_right": float(both_right)}


def judged(logits: torch.Tensor, right: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the loss of (2N, R) logits of both corners of N cards, and what is said: by each corner, and by both."""
    said = logits.float().log_softmax(1)
    together = said.unflatten(0, (2, -1)).sum(0)
    alone = functional.cross_entropy(said, right.repeat(2), label_smoothing=_SMOOTHING)
    return alone + functional.cross_entropy(together, right, label_smoothing=_SMOOTHING), said, together


def varied(larger: torch.Tensor, room: int = ROOM) -> torch.Tensor:
    """Return corners, each looked at and lit a little differently, as many pixels smaller as there is room around."""
    count, device = len(larger), larger.device

    def chance(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, device=device) * 2 - 1

    rows, columns = torch.randint(0, room + 1, (2,)).tolist()
    height, width = larger.shape[2] - room, larger.shape[3] - room
    corners = larger[:, :, rows : rows + height, columns : columns + width]
    corners = corners * (1 + 0.25 * chance(count, 1, 1, 1)) * (1 + 0.1 * chance(count, 3, 1, 1))
    corners = corners + 0.075 * chance(count, 1, 1, 1)
    angle, stretch, shift = _TURN * chance(count), 1 + _STRETCH * chance(count, 2), 2 * _SHIFT * chance(count, 2)
    cosine, sine = angle.cos(), angle.sin()
    across = torch.stack([cosine * stretch[:, 0], -sine * stretch[:, 1], shift[:, 0]], 1)
    down = torch.stack([sine * stretch[:, 0], cosine * stretch[:, 1], shift[:, 1]], 1)
    grid = functional.affine_grid(torch.stack([across, down], 1), list(corners.shape), align_corners=False)
    return functional.grid_sample(corners, grid, padding_mode="border", align_corners=False)
