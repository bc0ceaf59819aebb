"""Cards on a heap: how many plays they would be."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from companion.rules.state import State
from companion.table.evidence import Codes
from companion.table.geometry import Box
from companion.table.straights import BESIDE


class OnHeap(NamedTuple):
    """A card on a heap.

    Attributes:
        place: What it reads as: the place of the code among those of the deck.
        box: Where it lies, pixels.
    """

    place: int
    box: Box


def fewest_plays(cards: Sequence[OnHeap], codes: Codes, state: State) -> int:
    """Return how many plays cards would be at least: those that may be a straight, and lie side by side, are one.

    Args:
        cards: Of more that read alike than there are some are misread, or one card that was found twice: where it lay,
            and where it lies since the camera was knocked.
        codes: Of the deck.
        state: The game.
    """
    boxes: dict[int, list[Box]] = {}
    for card in cards:
        boxes.setdefault(card.place, []).append(card.box)
    if not state.has_straights:
        return sum(min(len(alike), state.copies.get(codes.codes[place], 1)) for place, alike in boxes.items())
    named = [codes.codes[place] for place in sorted(boxes)]
    follow = [
        (codes.places[one], codes.places[other])
        for one, other in combinations(named, 2)
        if state.one_play((one, other)) is not None
    ]
    return len(boxes) - sum(_lie_side_by_side(boxes[one], boxes[other]) for one, other in follow)


def _lie_side_by_side(some: Sequence[Box], others: Sequence[Box]) -> bool:
    return any(one.distance(other) < BESIDE for one in some for other in others)
