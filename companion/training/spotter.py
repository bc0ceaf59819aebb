"""Training of the spotter: which cards beside those that are known lie around a card."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from companion.training.edge_layers import CHANNELS, edge_layers, take_edges
from companion.training.own_trainer import Facts, Schedule, convolution, open_run, train
from companion.training.precision import reduced
from companion.training.proposals import Proposals
from companion.training.spotter_data import SpotterSamples
from companion.training.trainer import chance_of_process

_BATCH = 96
_RATE = 1.5e-3
_RARE = -3.0
"""Logarithm of the odds of an unknown card at a place, before anything is learned."""
_INPUTS = 5
"""Red, green, blue, how many known cards cover a place, and their outlines."""


class SpotterNetwork(nn.Module):
    """Cut-outs (N, 5, HEIGHT, WIDTH) in 0..1 to `heat` (N, R, C) logits and `places` (N, 4, R, C)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(*edge_layers(_INPUTS))
        self.head = nn.Sequential(convolution(CHANNELS, CHANNELS), nn.Conv2d(CHANNELS, 5, 1))
        last: Any = self.head[1]
        nn.init.normal_(last.weight, 0, 0.001)
        nn.init.zeros_(last.bias)
        nn.init.constant_(last.bias[:1], _RARE)

    def forward(self, cuts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Spot."""
        told = self.head(self.body(cuts))
        return told[:, 0], told[:, 1:]


class _Supply(IterableDataset):  # type: ignore[type-arg]
    def __init__(self, folder: Path, seed: int, known: Mapping[int, Proposals]) -> None:
        self._arguments = folder, seed, known

    def __iter__(self) -> Iterator[list[torch.Tensor]]:
        """Yield (_BATCH, 5, H, W) uint8, and what is to be said of them, without end."""
        folder, seed, known = self._arguments
        samples = SpotterSamples(folder, chance_of_process(seed), known)
        while True:
            drawn = [samples.draw() for _ in range(_BATCH)]
            cuts = np.stack([cut for cut, _ in drawn])[..., [2, 1, 0, 3, 4]].transpose(0, 3, 1, 2)
            yield [
                torch.from_numpy(np.ascontiguousarray(cuts)),
                torch.from_numpy(np.stack([marks.heat for _, marks in drawn])),
                torch.from_numpy(np.stack([marks.places for _, marks in drawn])),
                torch.from_numpy(np.stack([marks.weights for _, marks in drawn])),
            ]


def train_spotter(
    data: Path,
    refiner: Path | None,
    seed: int,
    known: Mapping[int, Proposals],
    schedule: Schedule,
    tell: Callable[[str], None],
) -> None:
    """Train the spotter.

    Args:
        data: Chunks of the outliner's scenes.
        refiner: A trained refiner's checkpoint, whose convolutions it begins with; None begins with nothing.
        seed: Of the samples.
        known: What was found in the scenes, by the chunk's number.
        schedule: How long, and from where.
        tell: Receives progress.
    """
    torch.manual_seed(seed)
    network = SpotterNetwork()
    if refiner is not None:
        take_edges(network, refiner)
    run = open_run(network, schedule, _RATE)
    supply = _Supply(data, seed * 1000 + run.steps, known)
    train(run, DataLoader(supply, batch_size=None, num_workers=1), _learn, schedule, tell)


def _learn(network: Any, batch: list[torch.Tensor]) -> tuple[torch.Tensor, Facts]:
    """Marks learn as in CenterNet (Zhou, Wang and Krähenbühl, *Objects as Points*, 2019): places near a middle count
    the less as wrong; where a card lies is learned from where its mark is."""
    cuts, heat, places, weights = batch
    cuts = (cuts.float() / 255).contiguous(memory_format=torch.channels_last)
    with reduced(cuts.device.type):
        told, where = network(cuts)
    told, where = told.float(), where.float()
    sure = torch.sigmoid(told)
    middle = (heat >= 1.0).float()
    right = functional.logsigmoid(told) * (1 - sure) ** 2 * middle
    wrong = functional.logsigmoid(-told) * sure**2 * (1 - heat) ** 4 * (1 - middle)
    count = middle.sum().clamp(min=1)
    marked = -(right.sum() + wrong.sum()) / count
    off = (functional.smooth_l1_loss(where, places, beta=0.1, reduction="none").sum(dim=1) * weights).sum()
    placed = off / weights.sum().clamp(min=1)
    facts = {"marks": float(marked.detach()), "places": float(placed.detach())}
    return marked + placed, facts
