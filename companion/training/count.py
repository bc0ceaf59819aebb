"""Training of the network that counts."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from companion.training.chunks import rows_by_chance
from companion.training.count_network import CountNetwork
from companion.training.own_trainer import Facts, Schedule, open_run, train
from companion.training.precision import reduced
from companion.training.trainer import chance_of_process
from companion.vision.rectify import looked_at_again

Crop = npt.NDArray[np.uint8]

_CROPS = 64
_LOOK_AGAIN = 200
"""Batches after which chunks are looked for that came since."""
_RATE = 2e-3
_TURN, _STRETCH, _SHIFT = 0.05, 0.08, 0.05
"""How far crops are turned (radians), stretched and shifted (parts of their size) at most."""
_LIGHT, _TINT, _VEIL = 0.25, 0.1, 19.0
"""How much lighter or darker, in all and in one colour (parts), and how much paler (levels) they get at most."""
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

    def __init__(self, folder: Path, seed: int) -> None:
        self._arguments = folder, seed

    def __iter__(self) -> Iterator[list[torch.Tensor]]:
        """Yield (_CROPS, 3, H, W) uint8 RGB and (_CROPS,) places in `SHOWN`, without end."""
        folder, seed = self._arguments
        rng = chance_of_process(seed)
        rows = rows_by_chance(folder, rng, _CROPS, _LOOK_AGAIN)
        while True:
            crops, shown = [], []
            for chunk, row in islice(rows, _CROPS):
                crops.append(varied(rng, chunk.images[row])[..., ::-1].transpose(2, 0, 1))
                shown.append(int(chunk.labels["shown"][row]))
            yield [torch.from_numpy(np.stack(crops)), torch.tensor(shown)]


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
    # Before the process that varies crops branches off: OpenCV's threads would not be there, and be waited for.
    cv2.setNumThreads(1)
    network = CountNetwork()
    if reader is not None:
        network.begin_as(reader)
    run = open_run(network, schedule, _RATE)
    supply = _Supply(data, seed * 1000 + run.steps)
    train(run, DataLoader(supply, batch_size=None, num_workers=1), _learn, schedule, tell)


def _learn(network: Any, batch: list[torch.Tensor]) -> tuple[torch.Tensor, Facts]:
    crops, shown = batch
    with reduced(crops.device.type):
        logits = network((crops.float() / 255).contiguous(memory_format=torch.channels_last))
    loss = functional.cross_entropy(logits.float(), shown, label_smoothing=_SMOOTHING)
    with torch.no_grad():
        right = (logits.argmax(1) == shown).float().mean()
    return loss, {"shown": float(loss.detach()), "shown_right": float(right)}


def varied(rng: np.random.Generator, crop: Crop) -> Crop:
    """Return a crop lit, inked, turned and mirrored otherwise: none of that changes how much is on it."""
    if rng.random() < _INKED:
        crop = crop[..., rng.permutation(3)]
    if rng.random() < _BLOTTED:
        crop = _without_indices(rng, crop)
    angle, flips = rng.uniform(-_TURN, _TURN), rng.choice((-1.0, 1.0), 2)
    stretch = flips * (1 + rng.uniform(-_STRETCH, _STRETCH, 2))
    seen = looked_at_again(crop, angle, np.diag(stretch), rng.uniform(-_SHIFT, _SHIFT, 2) * crop.shape[1::-1])
    gain = (1 + rng.uniform(-_LIGHT, _LIGHT)) * (1 + rng.uniform(-_TINT, _TINT, 3))
    return np.clip(seen * gain + rng.uniform(-_VEIL, _VEIL), 0, 255).astype(np.uint8)


def _without_indices(rng: np.random.Generator, crop: Crop) -> Crop:
    """Return a crop with both corners where an index stands painted over in what is around it."""
    high, wide = np.round(rng.uniform(*_BLOT, 2) * crop.shape[:2]).astype(int)
    blotted = crop.copy()
    paper = np.median(crop[8:-8:4, 8:-8:4], axis=(0, 1))
    blotted[_EDGE : _EDGE + high, _EDGE : _EDGE + wide] = paper
    blotted[-_EDGE - high : -_EDGE, -_EDGE - wide : -_EDGE] = paper
    return blotted
