"""Which sightings the facts of a book come from, and how that changes."""

from collections.abc import Sequence
from typing import NamedTuple

Origin = int | None
"""The (first) sighting that a fact comes from."""


class Splice(NamedTuple):
    """How origins changed; as small as a change is, for games go on for hours.

    Attributes:
        start: Where.
        old: What they were.
        new: What they became.
        hand: Number of the hand that was dealt anew by it; None where none was.
        follows: It came of the change before it, and is taken back, and made again, with that.
    """

    start: int
    old: tuple[Origin, ...]
    new: tuple[Origin, ...]
    hand: int | None = None
    follows: bool = False


def splice_between(before: Sequence[Origin], after: Sequence[Origin]) -> Splice:
    """Return how origins changed."""
    start = common(before, after)
    end = common(before[start:][::-1], after[start:][::-1])
    return Splice(start, tuple(before[start : len(before) - end]), tuple(after[start : len(after) - end]))


def common(these: Sequence[object], those: Sequence[object]) -> int:
    """Return how many things two sequences have in common at their beginning."""
    count = 0
    for one, other in zip(these, those, strict=False):
        if one != other:
            break
        count += 1
    return count
