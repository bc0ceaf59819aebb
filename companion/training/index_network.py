"""A small network beside the reader's that sees nothing but the corners where cards have their index.

What sees whole cards learns designs by heart and need not read the index; on a deck that it has never seen it counts
wrong and is sure of it, with the number printed in the corner. What sees nothing but corners has to read them.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import torch
from torch import nn

from companion.cards import deck
from companion.training.own_trainer import convolution
from companion.training.reader_data import NOTHING, READABLE_DECKS, class_names
from companion.vision.reader import BEYOND_ASKING

HEIGHT, WIDTH = 48, 36
"""Pixels of a corner of the reader's crops."""
INSET = 3
"""So many pixels along a crop's edges show the table."""
_WEIGHT = 0.7
"""What a corner's say counts beside that of the whole card, to which it belongs."""
_LEAST = -14.0
"""A logarithm of a chance below which a corner does not speak any louder against a rank."""
CHANNELS = (24, 64, 128, 192)
"""Many where pixels are few: in 8 bits that costs little."""
_PLACES = -(-HEIGHT // 8) * -(-WIDTH // 8)
"""That the last features stand for. Shapes are written as numbers: an exported network works out all others anew."""


@cache
def rank_names() -> tuple[str, ...]:
    """List what a corner may show: `<deck> <rank>`, and `nothing`."""
    return tuple(sorted({_rank(name) for name in class_names()}))


def _rank(name: str) -> str:
    if name == NOTHING:
        return NOTHING
    deck_id, code, *_ = name.split()
    return f"{deck_id} {deck(deck_id).parse(code).rank}"


@cache
def rank_numbers() -> tuple[int, ...]:
    """Return, for every class of the reader, the number of its rank in `rank_names()`."""
    numbers = {name: number for number, name in enumerate(rank_names())}
    return tuple(numbers[_rank(name)] for name in class_names())


def corners_of(crops: Any) -> tuple[Any, Any]:
    """Cut out the two corners of crops in which an index stands upright: at the top left, and at the other end.

    Which way up the card lies does not matter.

    Args:
        crops: (N, C, H, W) tensor.

    Returns:
        Two (N, C, HEIGHT, WIDTH) tensors.
    """
    rows, columns = slice(INSET, INSET + HEIGHT), slice(INSET, INSET + WIDTH)
    far_rows, far_columns = slice(-INSET - HEIGHT, -INSET), slice(-INSET - WIDTH, -INSET)
    # Only what is cut out is turned round: turning whole crops took a fifteenth of the reader's time.
    return crops[:, :, rows, columns], torch.flip(crops[:, :, far_rows, far_columns], (2, 3))


def corner_body() -> nn.Sequential:
    """Return what sees corners, (N, 3, H, W) to (N, CHANNELS[-1], H / 8, W / 8), rounded up."""
    one, two, three, four = CHANNELS
    return nn.Sequential(
        convolution(3, one, 2, 5),
        convolution(one, two),
        convolution(two, three, 2),
        convolution(three, three),
        convolution(three, four, 2),
        convolution(four, four),
    )


class IndexNetwork(nn.Module):
    """Corners (N, 3, HEIGHT, WIDTH) RGB in 0..1 to logits (N, R) of what is in `rank_names()`."""

    def __init__(self) -> None:
        super().__init__()
        self.body = corner_body()
        self.where = nn.Conv2d(CHANNELS[-1], 1, 1)
        self.drop = nn.Dropout(0.2)
        self.ranks = nn.Linear(CHANNELS[-1], len(rank_names()))

    def forward(self, corners: torch.Tensor) -> torch.Tensor:
        """Read."""
        features = self.body(corners)
        weights = self.where(features).reshape(-1, 1, _PLACES).softmax(2)
        result: torch.Tensor = self.ranks(self.drop((features.reshape(-1, CHANNELS[-1], _PLACES) * weights).sum(2)))
        return result


class WithIndices(nn.Module):
    """A reader whose logits are weighed by what its corners say.

    Within a deck chances move to the cards whose rank the corners show; what the deck's cards have together, and what
    `nothing` has, stays as it was. So corners never say which deck it is, or whether there is a card. Those of cards
    that the whole card tells surely are not looked at: of 13,000 hard crops none would have changed its name.
    """

    def __init__(self, reader: nn.Module, index: IndexNetwork, temperature: float) -> None:
        super().__init__()
        self.reader = reader
        self.index = index
        self.temperature = temperature

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (N, C) and embedding (N, D) of crops (N, 3, H, W) RGB in 0..1."""
        logits, embedding = self.reader(crops)
        scaled = logits / self.temperature
        asked = (_certainty(scaled) < BEYOND_ASKING).nonzero()[:, 0]
        said = self.index(torch.cat(corners_of(crops[asked])))
        return scaled.index_copy(0, asked, _weighed(scaled[asked], said)) * self.temperature, embedding


def _certainty(scaled: torch.Tensor) -> torch.Tensor:
    """Return (N,) the chance of the likeliest card, whichever way up, or of nothing; of (N, C) logits."""
    chances = scaled.softmax(1)
    upright_and_turned = chances[:, :-1].reshape(-1, len(class_names()) // 2, 2)
    return torch.maximum(upright_and_turned.sum(2).amax(1), chances[:, -1])


def _weighed(scaled: torch.Tensor, said: torch.Tensor) -> torch.Tensor:
    """Return (N, C) logits at temperature 1, weighed by what the corners say, (2 N, R): all first, then all second."""
    parts = []
    for start, end, ranks, numbers in _decks():
        chances = said[:, ranks].log_softmax(1).reshape(2, -1, len(ranks)).sum(0).clamp(min=_LEAST)
        before = scaled[:, start:end]
        weighed = before + _WEIGHT * chances[:, numbers]
        parts.append(weighed + before.logsumexp(1, keepdim=True) - weighed.logsumexp(1, keepdim=True))
    return torch.cat([*parts, scaled[:, -1:]], 1)


def _decks() -> Sequence[tuple[int, int, list[int], list[int]]]:
    """Return for each deck where its classes begin and end, its ranks, and each class's rank among these."""
    decks, start = [], 0
    for deck_id in READABLE_DECKS:
        end = start + sum(name.startswith(f"{deck_id} ") for name in class_names())
        ranks = sorted(set(rank_numbers()[start:end]))
        decks.append((start, end, ranks, [ranks.index(number) for number in rank_numbers()[start:end]]))
        start = end
    return decks
