"""Training of the outliner: where the corners of covered cards lie, and how far each may be off."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from companion.training.edge_layers import CHANNELS, STRIDE, edge_layers, take_edges
from companion.training.outline_data import OutlineSamples
from companion.training.own_trainer import Facts, Schedule, convolution, open_run, train
from companion.training.precision import reduced
from companion.training.proposals import Proposals
from companion.training.trainer import chance_of_process
from companion.vision.outliner import HEIGHT, LEAST_DOUBT, MARGIN, MOST_DOUBT, WIDTH
from companion.vision.rectify import own_corners

_BATCH = 96
_RATE = 1.5e-3
_HIDDEN = 384
_FIRST_DOUBT = -3.5
_DOUBT_WEIGHT = 0.002
_SMOOTH = 0.01
"""Errors below this part of the cut-out count squared, above it plainly."""


class OutlinerNetwork(nn.Module):
    """Cut-outs (N, 3, HEIGHT, WIDTH) RGB in 0..1 to corners (N, 8) in their parts, and logarithms of doubts (N, 8)."""

    def __init__(self) -> None:
        super().__init__()
        # The refiner's own convolutions, on a larger picture.
        self.body = nn.Sequential(*edge_layers())
        self.deep = nn.Sequential(
            convolution(CHANNELS, 32, 1, 1),
            nn.Flatten(),
            nn.Linear(32 * -(-HEIGHT // STRIDE) * -(-WIDTH // STRIDE), _HIDDEN),
            nn.SiLU(inplace=True),
        )
        self.corners = nn.Linear(_HIDDEN, 8)
        self.doubt = nn.Linear(_HIDDEN, 8)
        for layer in (self.corners, self.doubt):
            nn.init.normal_(layer.weight, 0, 0.001)
            nn.init.zeros_(layer.bias)
        nn.init.constant_(self.doubt.bias, _FIRST_DOUBT)
        self.register_buffer("expected", torch.from_numpy(own_corners(MARGIN)))

    def forward(self, cuts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Outline."""
        features = self.deep(self.body(cuts))
        return self.corners(features) + self.expected, self.doubt(features).clamp(LEAST_DOUBT, MOST_DOUBT)


class _Supply(IterableDataset):  # type: ignore[type-arg]
    def __init__(self, folder: Path, seed: int, proposals: Mapping[int, Proposals]) -> None:
        self._arguments = folder, seed, proposals

    def __iter__(self) -> Iterator[list[torch.Tensor]]:
        """Yield (_BATCH, 3, H, W) uint8 RGB and (_BATCH, 8) corners, without end."""
        folder, seed, proposals = self._arguments
        samples = OutlineSamples(folder, chance_of_process(seed), proposals)
        while True:
            drawn = [samples.draw() for _ in range(_BATCH)]
            cuts = np.stack([cut for cut, _ in drawn])[..., ::-1].transpose(0, 3, 1, 2)
            corners = np.stack([quad for _, quad in drawn]).reshape(-1, 8)
            yield [torch.from_numpy(np.ascontiguousarray(cuts)), torch.from_numpy(corners)]


def train_outliner(
    data: Path,
    refiner: Path | None,
    seed: int,
    proposals: Mapping[int, Proposals],
    schedule: Schedule,
    tell: Callable[[str], None],
) -> None:
    """Train the outliner.

    Args:
        data: Chunks of its scenes.
        refiner: A trained refiner's checkpoint, whose convolutions it begins with; None begins with nothing.
        seed: Of the samples.
        proposals: What finder and refiner made of the scenes, by the chunk's number.
        schedule: How long, and from where.
        tell: Receives progress.
    """
    torch.manual_seed(seed)
    network = OutlinerNetwork()
    if refiner is not None:
        take_edges(network, refiner)
    run = open_run(network, schedule, _RATE)
    supply = _Supply(data, seed * 1000 + run.steps, proposals)
    train(run, DataLoader(supply, batch_size=None, num_workers=1), _learn, schedule, tell)


def _learn(network: Any, batch: list[torch.Tensor]) -> tuple[torch.Tensor, Facts]:
    """Corners learn from their distance; doubts to be that distance, as of Laplace's distribution, and nothing else."""
    cuts, corners = batch
    cuts = (cuts.float() / 255).contiguous(memory_format=torch.channels_last)
    with reduced(cuts.device.type):
        found, doubts = network(cuts)
    found, doubts = found.float(), doubts.float()
    distance = functional.smooth_l1_loss(found, corners, beta=_SMOOTH)
    off = (found.detach() - corners).abs()
    likelihood = (off * torch.exp(-doubts) + doubts).mean()
    facts = {"corners": float(distance.detach()), "doubts": float(likelihood.detach())}
    return distance + _DOUBT_WEIGHT * likelihood, facts
