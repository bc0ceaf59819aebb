"""Which cards of a trick make one play, seen from the end: what was laid since tells whether two cards were one.

Cards are taken for one play as they come (`companion.table.straights`), and in a narrow round cards of neighbours that
follow each other look like a straight. Then all that comes behind lies before the next but one, and nobody is passed
over where they were two plays after all.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

import numpy as np

from companion.rules.state import State
from companion.table.evidence import Codes
from companion.table.expecting import Expectation, before_last_trick, is_whole_in_book
from companion.table.laid import Laid
from companion.table.lineup import seats_of_play
from companion.table.seating import best_score, scores_at
from companion.table.sighting import Sighting
from companion.table.straights import Straights
from companion.table.withdrawing import lie_before_one_seat

_BETTER, _BETTER_TAKEN = 2.5, 1.0
"""How much better (logarithm) the places must fit another division of the trick than the one that is in use; and where
the trick was taken, so that nothing more tells."""

_MISSED = -4.0
"""Logarithm of how often a play of a trick that was taken was never seen."""

_LED_AT_ONCE = -2.0
"""Logarithm of how rare it is that somebody leads to the next trick while the last one lies there untouched."""

_AT_ONCE = 0.5
"""Seconds within which two cards were laid at once."""

_OTHER_WAY_ROUND = -0.7
"""Logarithm of how often the one that was seen last was laid first then."""

_NEAR, _UNSEEN = -3.8, -1.9
"""Logarithm of how rare it is that a card is turned up where a lead would lie, and that no camera sees it."""

Plays = Sequence[Sequence[Sighting]]
"""The cards of a trick, in order, by plays."""


class _Division(NamedTuple):
    """A way to divide a trick.

    Attributes:
        plays: That it makes.
        changes: The cards that go on the play before them by it, or do not.
        rare: Logarithm of how rare it is.
    """

    plays: Plays
    changes: Sequence[tuple[Sighting, bool]]
    rare: float = 0.0


class Dividing:
    """Divides the trick on the table anew where its places say so."""

    def __init__(self, codes: Codes, laid: Laid) -> None:
        self._laid = laid
        self._straights = Straights(codes)

    def step(self, expected: Expectation, *, taken: bool = False) -> None:
        """Note of a card of the trick whether it goes on the play before it, where that shows now; once of each.

        Args:
            expected: What the game expects.
            taken: The trick was taken, so that all have played to it.
        """
        if not expected.state.has_straights or expected.deal[0] != "play":
            return
        trick = self._laid.withdrawable(expected.deal)
        if not expected.state.hand.plays and all(card.decided is not None for card in trick):
            # It is whole in the book: what is expected is the next.
            return
        plays = self._straights.plays(trick, expected.state)
        others = [*self._parted(plays, expected), *self._joined(plays, expected.state)]
        if not others:
            return
        now = self._score(plays, expected, taken=taken)
        scores = [self._score(other.plays, expected, taken=taken) + other.rare for other in others]
        best = max(range(len(others)), key=scores.__getitem__)
        if scores[best] > now + (_BETTER_TAKEN if taken else _BETTER):
            for card, goes_on in others[best].changes:
                card.goes_on = goes_on
            self._laid.put_in_order([card for play in others[best].plays for card in play])

    def reopens(self, new: Sighting, expected: Expectation) -> bool:
        """Note that two plays of a whole trick in the book are one, where a card laid beside it says so; say whether.

        Args:
            new: The card, which is not counted yet: the last of the trick, or the lead to the next.
            expected: What the game expects.
        """
        state, trick = expected.state, self._laid.withdrawable(expected.deal)
        if not state.has_straights or expected.deal[0] != "play" or not is_whole_in_book(trick, expected):
            return False
        before = before_last_trick(expected)
        plays = self._straights.plays(trick, state)
        joined = self._joined(plays, state, again=True)
        scores = [self._score([*other.plays, [new]], before, taken=False) for other in joined]
        if not scores:
            return False
        lead = best_score([seats_of_play([new], state.players)], expected.leader, expected.seats) + _LED_AT_ONCE
        if max(scores) <= self._score(plays, before, taken=False) + lead + _BETTER:
            return False
        for card, goes_on in joined[scores.index(max(scores))].changes:
            card.goes_on = goes_on
        return True

    def set_aside(self, expected: Expectation) -> None:
        """Take what seemed to lead a hand to be the card turned up beside the deal, where what is laid since says so.

        Args:
            expected: What the game expects.
        """
        if not expected.turns_up or expected.state.hand.tricks:
            return
        plays = self._straights.plays(self._laid.withdrawable(expected.deal), expected.state)
        is_known = any(s.aside and not s.dismissed and s.deal == expected.deal for s in self._laid.sightings)
        if is_known or not plays:
            return
        (first, *others), behind = plays[0], plays[1:]
        if not first.is_unvouched or first.place is None:
            return
        # Hardly anybody who has led lays a second card.
        lead = next((second for second in self._laid.seconds if lie_before_one_seat(first, second)), None)
        if lead is not None:
            first.aside, lead.second = True, False
            self._laid.put_in_order(sorted(self._laid.current, key=lambda card: card.time))
        elif others or behind:
            without = self._score([others, *behind] if others else behind, expected, taken=False)
            first.aside = without + _NEAR > self._score(plays, expected, taken=False) + _UNSEEN

    def _parted(self, plays: Plays, expected: Expectation) -> list[_Division]:
        """Return how a trick divides with one play parted in two; of cards seen at once the last may be the first."""
        if len(plays) >= len(expected.seats):
            return []
        divisions: list[_Division] = []
        for place, play in enumerate(plays):
            for cut in range(1, len(play) if _may_change(play) else 0):
                first, second = play[:cut], play[cut:]
                if second[0].goes_on is not None:
                    continue
                before, behind = plays[:place], plays[place + 1 :]
                divisions.append(_Division([*before, first, second, *behind], [(second[0], False)]))
                if abs(first[0].time - second[0].time) < _AT_ONCE:
                    changes = [(second[0], False), (first[0], False)]
                    divisions.append(_Division([*before, second, first, *behind], changes, _OTHER_WAY_ROUND))
        return divisions

    def _joined(self, plays: Plays, state: State, *, again: bool = False) -> list[_Division]:
        """Return how the trick divides with two plays as one.

        Args:
            plays: The trick.
            state: The game.
            again: Though it was noted that they are two, or they do not follow each other: one card is misread then.
        """
        return [
            _Division([*plays[:place], [*before, *play], *plays[place + 2 :]], [(play[0], True)])
            for place, (before, play) in enumerate(pairwise(plays))
            if (play[0].goes_on is None or again)
            and _may_change([*before, *play])
            and self._straights.lies_beside(before, play[0])
            and (again or self._straights.is_whole([*before, *play], state))
        ]

    def _score(self, plays: Plays, expected: Expectation, *, taken: bool) -> float:
        """Return how well (logarithm) the places of a trick fit a division of it."""
        if len(plays) > len(expected.seats):
            return -inf
        players, score = expected.state.players, 0.0
        places = [seats_of_play(play, players) for play in plays]
        missed = np.zeros(players)
        while taken and len(places) < len(expected.seats):
            fits = scores_at(places, missed, expected.leader, expected.seats)
            places.insert(int(np.argmax(fits)), missed)
            score += _MISSED
        score += best_score(places, expected.leader, expected.seats)
        return score + sum(self._straights.is_one(play, expected.state) for play in plays)


def _may_change(cards: Sequence[Sighting]) -> bool:
    """Whether nobody has said whose some cards are."""
    return all(card.pinned_seat is None for card in cards)
