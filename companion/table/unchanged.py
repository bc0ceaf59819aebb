"""Whether anything that a conclusion was drawn from has changed: most looks change nothing."""

from collections.abc import Sequence
from operator import is_

Grounds = Sequence[tuple[object, ...]]
"""What a conclusion rests on: the very objects, not copies, so that none can be mistaken for a later one."""


def are_same(now: Grounds, before: Grounds) -> bool:
    """Whether two grounds are made of the same objects; equal ones that are not the same do not count."""
    return len(now) == len(before) and all(all(map(is_, *both)) for both in zip(now, before, strict=True))
