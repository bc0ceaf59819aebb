"""Passing cards before the first trick: the schedules of the games as data, and what people are told.

A phase pairs clockwise offsets with numbers of cards: with four players ((1, 2), (3, 1)) is two to the left, one to the
right. The cards of a second phase come out of those just received. Sections 3.1 and 5.1.
"""

from collections.abc import Mapping, Sequence

from companion.rules.reasons import Reason, reason

Phase = tuple[tuple[int, int], ...]
Passing = tuple[Phase, ...]

_OFFSETS: Mapping[str, int] = {"L": 1, "R": -1, "X": 2, "LL": 2, "RR": -2}
"""Left, right, across (four players), second to the left and right; clockwise."""


def cycle(players: int, *hands: str) -> tuple[Passing, ...]:
    """Return a schedule written in short, one text a hand: "2L 1R, 1X" passes on in a second phase, "" not at all."""
    return tuple(
        tuple(
            tuple((_OFFSETS[part[1:]] % players, int(part[0])) for part in phase.split()) for phase in hand.split(", ")
        )
        if hand
        else ()
        for hand in hands
    )


FIVE_HANDED = cycle(5, "3L", "3R", "3LL", "3RR", "")
"""The usual cycle of five-handed Hearts, which neither sheet states."""


def in_hand(schedule: Sequence[Passing], number: int) -> Passing:
    """Return how cards are passed in a hand, numbered from 1."""
    return schedule[(number - 1) % len(schedule)]


def described(passing: Passing, players: int) -> tuple[Reason, ...]:
    """Return what everybody is told to do, one sentence a phase."""
    if not passing:
        return (reason("pass-none"),)
    return tuple(
        reason("pass-on" if place else "pass", where=" ".join(f"{count}@{offset}/{players}" for offset, count in phase))
        for place, phase in enumerate(passing)
    )


def as_json(passing: Passing) -> list[Mapping[str, int]]:
    """Return the phases as section 7 writes them."""
    return [{str(offset): count for offset, count in phase} for phase in passing]
