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
_LEAST_CHANCE = 1e-6
_SMOOTH = 0.01
"""Errors below this part of the window count squared, above it plainly."""


class RefinerNetwork(nn.Module):
    """Cut-outs (N, 3, HEIGHT, WIDTH) RGB in 0..1 to corners (N, 8), in parts of the window, and logits of the kinds.

    Kinds are told twice, by the features that place corners and by others that only share the layers that see edges;
    the mean of both chances counts. So kinds can be learned on without a corner moving (`hold_corners`).
    """

    def __init__(self) -> None:
        super().__init__()
        edges = edge_layers()
        self._edges = len(edges)
        self._held = False
        self.body = nn.Sequential(*edges, *_features())
        self.corners = nn.Linear(_HIDDEN, 8)
        self.kinds = nn.Linear(_HIDDEN, len(KINDS))
        self.judge = nn.Sequential(*_features(), nn.Linear(_HIDDEN, len(KINDS)))
        nn.init.normal_(self.corners.weight, 0, 0.001)
        nn.init.zeros_(self.corners.bias)
        self.register_buffer("expected", torch.from_numpy(own_corners(MARGIN)))

    def forward(self, cuts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Refine."""
        seen = cuts
        for layer in self.body[: self._edges]:
            seen = layer(seen)
        features = seen
        for layer in self.body[self._edges :]:
            features = layer(features)
        chances = (self.kinds(features).softmax(1) + self.judge(seen).softmax(1)) / 2
        return self.corners(features) + self.expected, torch.log(chances + _LEAST_CHANCE)

    def hold_corners(self) -> None:
        """Let training change only what tells kinds and places no corner."""
        self._held = True
        for part in (self.body, self.corners, self.kinds):
            part.requires_grad_(requires_grad=False)

    def train(self, mode: bool = True) -> "RefinerNetwork":
        """Set the network to training; what is held keeps its means of batches as well."""
        super().train(mode)
        if self._held:
            self.body.eval()
        return self


def _features() -> tuple[nn.Module, ...]:
    """Return the layers that make features (N, _HIDDEN) of edges (N, CHANNELS, HEIGHT / STRIDE, WIDTH / STRIDE)."""
    return (
        convolution(CHANNELS, 48, 1, 1),
        nn.Flatten(),
        nn.Linear(48 * -(-HEIGHT // STRIDE) * -(-WIDTH // STRIDE), _HIDDEN),
        nn.SiLU(inplace=True),
    )


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
    *,
    kinds_only: bool = False,
) -> None:
    """Train the refiner.

    Args:
        folders: Of chunks of the finder's scenes and views of photographs, each with what a finder made of them, by the
            chunk's number.
        seed: Of the samples.
        empty: Pictures without cards, with boxes in which something looked like one.
        schedule: How long, and from where.
        tell: Receives progress.
        kinds_only: It learns only to tell faces, backs and what is no card from each other; corners stay as they are.
    """
    torch.manual_seed(seed)
    network = RefinerNetwork()
    if kinds_only:
        network.hold_corners()
    run = open_run(network, schedule, _RATE)
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
