"""A network that sees nothing but the corners of cards, larger than the reader's crops have them.

It is asked about cards that the reader is in doubt about. Unlike what reads corners inside the reader it also says
which suit they show.
"""

from collections.abc import Callable
from functools import cache

import torch
from torch import nn

from companion.cards import Card, deck
from companion.training.index_network import CHANNELS, corner_body
from companion.training.reader_data import NOTHING, class_names
from companion.vision.magnifier import HEIGHT, NO_SUIT, WIDTH

_DROPPED = 0.2
_PLACES = -(-HEIGHT // 8) * -(-WIDTH // 8)
"""That the last features stand for. Shapes are written as numbers: an exported network works out all others anew."""


def _listed(what: Callable[[Card], str | None]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the different `<deck> <answer>` of the reader's classes but `nothing`, and each class's among them."""
    answers = []
    for name in class_names():
        if name != NOTHING:
            deck_id, code, *_ = name.split()
            answers.append(f"{deck_id} {what(deck(deck_id).parse(code)) or NO_SUIT}")
    names = tuple(sorted(set(answers)))
    return names, tuple(names.index(answer) for answer in answers)


@cache
def rank_names() -> tuple[str, ...]:
    """List what a corner may show as a rank: `<deck> <rank>`."""
    return _listed(lambda card: card.rank)[0]


@cache
def suit_names() -> tuple[str, ...]:
    """List what a corner may show as a suit: `<deck> <suit>`, and `<deck> nothing` for cards without."""
    return _listed(lambda card: card.suit)[0]


@cache
def answers() -> tuple[tuple[int, int], ...]:
    """Return, for every class of the reader but `nothing`, its rank's and its suit's place among these names."""
    return tuple(zip(_listed(lambda card: card.rank)[1], _listed(lambda card: card.suit)[1], strict=True))


class _Answer(nn.Module):
    """A mean over the places that count, and one linear layer."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self.where = nn.Conv2d(CHANNELS[-1], 1, 1)
        self.drop = nn.Dropout(_DROPPED)
        self.says = nn.Linear(CHANNELS[-1], answers)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        weights = self.where(features).reshape(-1, 1, _PLACES).softmax(2)
        seen = features.reshape(-1, CHANNELS[-1], _PLACES)
        result: torch.Tensor = self.says(self.drop((seen * weights).sum(2)))
        return result


class MagnifierNetwork(nn.Module):
    """Corners (N, 3, HEIGHT, WIDTH) RGB in 0..1 to logits of what is in `rank_names()` and in `suit_names()`."""

    def __init__(self) -> None:
        super().__init__()
        self.body = corner_body()
        self.ranks = _Answer(len(rank_names()))
        self.suits = _Answer(len(suit_names()))

    def begin_as(self, index: nn.Module) -> None:
        """Take over the layers of what reads corners inside the reader, but for its answers."""
        self.body.load_state_dict(index.body.state_dict())

    def forward(self, corners: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Read."""
        features = self.body(corners)
        return self.ranks(features), self.suits(features)
