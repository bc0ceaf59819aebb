"""Where a play stands in the log after others came before it, or went, while a person was looking at it."""

from collections.abc import Sequence

from companion.rules.facts import Fact


def place_now(place: int, before: Sequence[Fact], after: Sequence[Fact]) -> int | None:
    """Return where a fact stands now; None where it is there no more.

    Args:
        place: Where it stood.
        before: The facts then.
        after: The facts now.
    """
    start, end = _same_start(before, after), len(before) - _same_end(before, after)
    if place < start:
        return place
    if place >= end:
        return place + len(after) - len(before)
    # Corrections keep the time of a fact.
    known = before[place]
    left = range(start, end + len(after) - len(before))
    return next((here for here in left if after[here].time == known.time and type(after[here]) is type(known)), None)


def gap_now(place: int, before: Sequence[Fact], after: Sequence[Fact]) -> int:
    """Return where the gap before a fact, or behind the last one, is now; arguments as of `place_now`."""
    start = _same_start(before, after)
    if place <= start:
        return place
    now = place_now(place, before, after) if place < len(before) else len(after)
    return start if now is None else now


def _same_start(these: Sequence[Fact], those: Sequence[Fact]) -> int:
    """Return how many facts two logs have in common at their beginning."""
    pairs = zip(these, those, strict=False)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(these), len(those)))


def _same_end(these: Sequence[Fact], those: Sequence[Fact]) -> int:
    """Return how many facts they have in common at their end, behind those of their beginning."""
    start = _same_start(these, those)
    return _same_start(these[start:][::-1], those[start:][::-1])
