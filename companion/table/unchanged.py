"""Whether anything that a conclusion was drawn from has changed: most looks change nothing."""

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import attrgetter, is_
from typing import TypeVar

_Thing = TypeVar("_Thing")

Grounds = Sequence[object]
"""What a conclusion rests on: the very objects, not copies, so that none can be mistaken for a later one."""


def are_same(now: Grounds, before: Grounds) -> bool:
    """Whether two grounds are made of the same objects; equal ones that are not the same do not count."""
    return len(now) == len(before) and all(map(is_, now, before))


def grounds_of(things: Iterable[_Thing], attributes: "attrgetter[tuple[object, ...]]") -> Grounds:
    """Return what some attributes of things are, thing by thing."""
    return list(chain.from_iterable(map(attributes, things)))
