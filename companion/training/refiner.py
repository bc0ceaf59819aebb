"""Training of the refiner: a small network of our own, for which Ultralytics has no task."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from companion.training.edge_layers import CHANNELS, STRIDE, edge_layers
from companion.training.own_trainer import Facts, Schedule, convolution, open_run, train
from companion.training.precision import reduced
from companion.training.proposals import Proposals
from companion.training.refiner_data import UNKNOWN, Quad, RefinerSamples
from companion.training.trainer import chance_of_process
from companion.vision.rectify import own_corners
from companion.vision.refiner import HEIGHT, KINDS, MARGIN, WIDTH

_BATCH = 128
_RATE = 2e-3
_HIDDEN = 320
_KIND_WEIGHT = 0.06
_SMOOTH = 0.01
"""Errors below this part of the window count squared, above it plainly."""


class RefinerNetwork(nn.Module):
    """Cut-outs (N, 3, HEIGHT, WIDTH) RGB in 0..1 to corners (N, 8), in parts of the window, and logits of the kinds."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *edge_layers(),
            convolution(CHANNELS, 48, 1, 1),
            nn.Flatten(),
            nn.Linear(48 * -(-HEIGHT // STRIDE) * -(-WIDTH // STRIDE), _HIDDEN),
            nn.SiLU(inplace=True),
        )
        self.corners = nn.Linear(_HIDDEN, 8)
        self.kinds = nn.Linear(_HIDDEN, len(KINDS))
        nn.init.normal_(self.corners.weight, 0, 0.001)
        nn.init.zeros_(self.corners.bias)
        self.register_buffer("expected", torch.from_numpy(own_corners(MARGIN)))

    def forward(self, cuts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Refine."""
        features = self.body(cuts)
        return self.corners(features) + self.expected, self.kinds(features)


class _Supply(IterableDataset):  # type: ignore[type-arg]
    def __init__(
        self,
        folders: Mapping[Path, Mapping[int, Proposals]],
        seed: int,
        empty: Sequence[tuple[Path, Sequence[Quad]]],
    ) -> None:
        self._arguments = folders, seed, empty

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        folders, seed, empty = self._arguments
        samples = RefinerSamples(folders, chance_of_process(seed), empty)
        while True:
            drawn = [samples.draw() for _ in range(_BATCH)]
            cuts = np.stack([sample.crop for sample in drawn])[..., ::-1].transpose(0, 3, 1, 2)
            yield (
                torch.from_numpy(np.ascontiguousarray(cuts)),
                torch.from_numpy(np.stack([sample.corners for sample in drawn]).reshape(-1, 8)),
                torch.tensor([sample.kind for sample in drawn]),
                torch.tensor([sample.has_corners for sample in drawn]),
            )


def train_refiner(
    folders: Mapping[Path, Mapping[int, Proposals]],
    seed: int,
    empty: Sequence[tuple[Path, Sequence[Quad]]],
    schedule: Schedule,
    tell: Callable[[str], None],
) -> None:
    """Train the refiner.

    Args:
        folders: Of chunks of the finder's scenes and views of photographs, each with what a finder made of them, by the
            chunk's number.
        seed: Of the samples.
        empty: Pictures without cards, with boxes in which something looked like one.
        schedule: How long, and from where.
        tell: Receives progress.
    """
    torch.manual_seed(seed)
    run = open_run(RefinerNetwork(), schedule, _RATE)
    supply = _Supply(folders, seed * 1000 + run.steps, empty)
    train(run, DataLoader(supply, batch_size=None, num_workers=1), _learn, schedule, tell)


def _learn(network: Any, batch: list[torch.Tensor]) -> tuple[torch.Tensor, Facts]:
    cuts, corners, kinds, has_corners = batch
    cuts = (cuts.float() / 255).contiguous(memory_format=torch.channels_last)
    with reduced(cuts.device.type):
        found, logits = network(cuts)
    found, logits = found.float(), logits.float()
    asked = has_corners.float()[:, None]
    distance = functional.smooth_l1_loss(found * asked, corners * asked, beta=_SMOOTH, reduction="sum")
    distance = distance / (8 * asked.sum()).clamp(min=1)
    kind = functional.cross_entropy(logits, kinds, ignore_index=UNKNOWN)
    with torch.no_grad():
        right = (logits.argmax(1) == kinds)[kinds != UNKNOWN].float().mean()
    facts = {"corners": float(distance.detach()), "kinds": float(kind.detach()), "kinds_right": float(right)}
    return distance + _KIND_WEIGHT * kind, facts
