"""Training of the network that counts."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from companion.training.batch_views import as_crops, lit, seen_again
from companion.training.chunks import rows_by_chance
from companion.training.count_network import CountNetwork
from companion.training.own_trainer import Facts, Schedule, open_run, train
from companion.training.precision import reduced
from companion.training.trainer import chance_of_process

_LOOK_AGAIN = 200
"""Batches after which chunks are looked for that came since."""
_RATE = 2e-3
_TURN, _STRETCH, _SHIFT = 0.05, 0.08, 0.05
"""How far crops are turned (radians), stretched and shifted (parts of their size) at most."""
_LIGHT, _TINT, _VEIL = 0.25, 0.1, 0.075
"""How much lighter or darker, in all and in one colour, and how much paler they get at most."""
_INKED = 0.5
"""Part of the crops whose colours are exchanged."""
_BLOTTED = 0.4
"""Part of the crops whose corners, where the index stands, are painted over."""
_BLOT, _EDGE = (0.1, 0.26), 5
"""Least and greatest side of such a spot, in parts of the crop's height and width, and how far from its edge it is: no
larger, or it would hide symbols (`cues.blotted` may)."""
_SMOOTHING = 0.02


class _Supply(IterableDataset):  # type: ignore[type-arg]
    """Crops drawn at random, and what is in their middle.

    Chunks that are rendered while training runs are taken in as they come.
    """

    def __init__(self, folder: Path, batch: int, seed: int) -> None:
        self._arguments = folder, batch, seed

    def __iter__(self) -> Iterator[list[torch.Tensor]]:
        """Yield (N, H, W, 3) uint8 BGR and (N,) places in `SHOWN`, without end."""
        folder, batch, seed = self._arguments
        rows = rows_by_chance(folder, chance_of_process(seed), batch, _LOOK_AGAIN)
        while True:
            drawn = list(islice(rows, batch))
            images = np.stack([chunk.images[row] for chunk, row in drawn])
            yield [torch.from_numpy(images), torch.tensor([int(chunk.labels["shown"][row]) for chunk, row in drawn])]


def train_count(data: Path, reader: Any, seed: int, schedule: Schedule, tell: Callable[[str], None]) -> None:
    """Train the network that counts.

    Args:
        data: Chunks of its crops.
        reader: Network of the reader whose lower layers it begins as; None begins with nothing.
        seed: Of the samples.
        schedule: How long, and from where.
        tell: Receives progress.
    """
    torch.manual_seed(seed)
    network = CountNetwork()
    if reader is not None:
        network.begin_as(reader)
    run = open_run(network, schedule, _RATE)
    supply = _Supply(data, schedule.crops_at_once, seed * 1000 + run.steps)
    train(run, DataLoader(supply, batch_size=None, num_workers=1), _learn, schedule, tell)


def _learn(network: Any, batch: list[torch.Tensor]) -> tuple[torch.Tensor, Facts]:
    images, shown = batch
    crops = varied(as_crops(images))
    with reduced(crops.device.type):
        logits = network(crops.contiguous(memory_format=torch.channels_last))
    loss = functional.cross_entropy(logits.float(), shown, label_smoothing=_SMOOTHING)
    with torch.no_grad():
        right = (logits.argmax(1) == shown).float().mean()
    return loss, {"shown": float(loss.detach()), "shown_right": float(right)}


@torch.no_grad()
def varied(crops: torch.Tensor) -> torch.Tensor:
    """Return crops (N, 3, H, W) in 0..1 lit, inked, turned and mirrored otherwise: none of that changes the number."""
    count, device = len(crops), crops.device

    def evenly(most: float, *shape: int) -> torch.Tensor:
        return most * (2 * torch.rand(count, *shape, device=device) - 1)

    inked = torch.rand(count, 1, device=device) < _INKED
    colours = torch.where(inked, torch.rand(count, 3, device=device).argsort(1), torch.arange(3, device=device))
    crops = crops.gather(1, colours[..., None, None].expand_as(crops))
    paper = crops[:, :, 8:-8:4, 8:-8:4].flatten(2).median(2).values[..., None, None]
    blotted = torch.rand(count, 1, 1, device=device) < _BLOTTED
    crops = torch.where((blotted & _corners(crops))[:, None], paper, crops)
    flips = torch.where(torch.rand(count, 2, device=device) < 0.5, -1.0, 1.0)
    stretch = torch.diag_embed(flips * (1 + evenly(_STRETCH, 2)))
    crops = seen_again(crops, evenly(_TURN), stretch, evenly(_SHIFT, 2))
    return lit(crops, (1 + evenly(_LIGHT, 1)) * (1 + evenly(_TINT, 3)), evenly(_VEIL))


def _corners(crops: torch.Tensor) -> torch.Tensor:
    """Return (N, H, W) the pixels of both corners where an index stands, for each crop larger or smaller."""
    sides = _BLOT[0] + (_BLOT[1] - _BLOT[0]) * torch.rand(len(crops), 2, device=crops.device)
    inside = []
    for part, size in zip(sides.T, crops.shape[2:], strict=True):
        along = torch.arange(size, device=crops.device)
        inside.append((along >= _EDGE) & (along < _EDGE + (part[:, None] * size).round()))
    near = inside[0][:, :, None] & inside[1][:, None, :]
    return near | near.flip(1, 2)
