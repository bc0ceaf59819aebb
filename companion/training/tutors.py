"""Whom a reader learns beside: a network twice as wide, or the reader that it was when it began.

The first learns as well; both begin as the same reader, so it is no worse from the first step on (Hinton, Vinyals and
Dean, "Distilling the knowledge in a neural network", 2015; of the same view, and for long: Beyer et al., "Knowledge
distillation: a good teacher is patient and consistent", CVPR 2022).

The other says of what it names how surely it did, so that less is forgotten where crops of another kind are learned
(Li and Hoiem, "Learning without forgetting", ECCV 2016). Neither is needed any more when the reader has learned.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from companion.training.widening import widened

_SHARE_OF_WIDER = 0.6
"""Of what the reader learns beside a wider one, what that says; the rest is what is there."""
_COMMON = 3
"""So many blocks at its beginning stay as they were in a reader that learns beside itself: a third of the time."""

Loss = Callable[[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]
"""From logits of reader and tutor, each (N, classes), the classes (N,), and (N,) whether the tutor named the card."""


class Pair(nn.Module):
    """A reader and its tutor, which learns as well.

    Attributes:
        reader: What it is all for.
        tutor: Gives logits of the same classes.
    """

    def __init__(self, reader: Any, tutor: Any) -> None:
        super().__init__()
        self.reader, self.tutor = reader, tutor

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of both, each (N, classes), of crops (N, 3, H, W) RGB in 0..1."""
        return logits_of(self.reader, crops), logits_of(self.tutor, crops)


class BesideItself(Pair):
    """A reader and what it was when it began, which stays that; they have their first blocks in common."""

    def __init__(self, reader: Any) -> None:
        super().__init__(reader, deepcopy(reader).requires_grad_(False))
        reader.model[:_COMMON].requires_grad_(False)

    def train(self, mode: bool = True) -> "BesideItself":
        """Go on learning, or not; what stays as it is does not notice."""
        super().train(mode)
        self.tutor.eval()
        self.reader.model[:_COMMON].eval()
        return self

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of both; see `Pair`."""
        with torch.no_grad():
            common = self.tutor.model[:_COMMON](crops)
            before = logits_of(self.tutor, common, _COMMON)
        return logits_of(self.reader, common, _COMMON), before


def logits_of(network: Any, crops: torch.Tensor, first: int = 0) -> torch.Tensor:
    """Return the logits (N, classes) of a classification network of Ultralytics, which gives chances itself.

    Args:
        network: The network.
        crops: (N, 3, H, W) RGB in 0..1, or what the blocks before `first` make of them.
        first: Block to begin with.
    """
    head = network.model[-1]
    result: torch.Tensor = head.linear(head.pool(head.conv(network.model[first:-1](crops))).flatten(1))
    return result


def _apart(said: torch.Tensor, tutor: torch.Tensor) -> torch.Tensor:
    """Return (N,) how far what the reader says is from what the tutor says."""
    mine, other = said.log_softmax(1), tutor.detach().log_softmax(1)
    return functional.kl_div(mine, other, log_target=True, reduction="none").sum(1)


def _beside_wider(said: torch.Tensor, tutor: torch.Tensor, kinds: torch.Tensor, _: torch.Tensor) -> torch.Tensor:
    seen, taught = functional.cross_entropy(said, kinds), functional.cross_entropy(tutor, kinds)
    return taught + (1 - _SHARE_OF_WIDER) * seen + _SHARE_OF_WIDER * _apart(said, tutor).mean()


def _beside_itself(
    said: torch.Tensor, tutor: torch.Tensor, kinds: torch.Tensor, is_named: torch.Tensor
) -> torch.Tensor:
    return torch.where(is_named, _apart(said, tutor), functional.cross_entropy(said, kinds, reduction="none")).mean()


@dataclass(frozen=True)
class Tutor:
    """A way for a reader to learn.

    Attributes:
        pair: Puts a reader beside its tutor; takes the seed of the run as well.
        loss: What is learned from a batch.
        rate: Learning rate at the beginning.
        about: What the record of a run says of it.
    """

    pair: Callable[[Any, int], Pair]
    loss: Loss
    rate: float
    about: str


TUTORS: Mapping[str, Tutor] = MappingProxyType(
    {
        "wider": Tutor(
            lambda reader, seed: Pair(reader, widened(reader, seed)), _beside_wider, 1.5e-3, "twice as wide"
        ),
        "itself": Tutor(lambda reader, _: BesideItself(reader), _beside_itself, 5e-4, "itself, as it began"),
    }
)
"""By the name that `companion train reader --tutor` gives it."""
