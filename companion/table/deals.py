"""Which deal the cards on the table belong to, where the table is a hand ahead of a game that waits for an answer."""

from collections.abc import Sequence
from dataclasses import replace

from companion.table.expecting import Expectation
from companion.table.sighting import Deal, Sighting


def expected_now(expected: Expectation, sightings: Sequence[Sighting]) -> Expectation:
    """Return what is expected of the table, which is that of the next hand once all cards of this one were seen.

    Args:
        expected: What the game expects.
        sightings: All that are remembered.
    """
    kind, hand = expected.deal
    seen = sum(s.deal == expected.deal and not (s.dismissed or s.aside or s.second) for s in sightings)
    if kind == "tiebreak" or (seen < expected.cards and not expected.is_played_out):
        return expected
    everybody = tuple(range(expected.state.players))
    return replace(
        expected,
        deal=("play", hand + 1),
        seats=everybody,
        leader=None,
        is_played_out=False,
        turns_up=False,
        face_up=None,
    )


def mark_left_behind(expected: Expectation, sightings: Sequence[Sighting]) -> None:
    """Mark the cards of a hand that has been left behind; arguments as for `expected_now`."""
    ahead = expected_now(expected, sightings).deal
    if ahead != expected.deal:
        begun = any(sighting.deal == ahead for sighting in sightings)
        for sighting in sightings:
            sighting.is_last_chance = begun and sighting.deal == expected.deal


def join_tiebreak(deal: Deal, sightings: Sequence[Sighting]) -> None:
    """Have cards that came too early for a tiebreak be of it.

    Args:
        deal: What the game is at.
        sightings: All that are remembered.
    """
    kind, hand = deal
    if kind == "tiebreak":
        for sighting in sightings:
            sighting.deal = deal if sighting.deal == ("play", hand + 1) else sighting.deal
