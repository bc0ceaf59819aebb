"""Which deal the cards on the table belong to, where the table is a hand ahead of a game that waits for an answer."""

from collections.abc import Sequence
from dataclasses import replace

from companion.table.expecting import Expectation
from companion.table.sighting import Sighting


def expected_now(expected: Expectation, sightings: Sequence[Sighting]) -> Expectation:
    """Return what is expected of the table, which is that of the next hand once all cards of this one were seen.

    Args:
        expected: What the game expects.
        sightings: All that are remembered; those seen too early for a tiebreak are moved to it, and cards of a hand
            that has been left behind are marked as such.
    """
    kind, hand = expected.deal
    behind = ("play", hand + 1)
    if kind == "tiebreak":
        for sighting in sightings:
            sighting.deal = expected.deal if sighting.deal == behind else sighting.deal
        return expected
    seen = sum(s.deal == expected.deal and not s.dismissed and not s.aside for s in sightings)
    if seen < expected.cards and not expected.is_played_out:
        return expected
    begun = any(sighting.deal == behind for sighting in sightings)
    for sighting in sightings:
        sighting.is_last_chance = begun and sighting.deal == expected.deal
    everybody = tuple(range(expected.state.players))
    return replace(
        expected, deal=behind, seats=everybody, leader=None, is_played_out=False, turns_up=False, face_up=None
    )
