"""What following suit says about the cards: who did not follow a suit seldom shows a card of it later in the hand."""

from collections.abc import Mapping, Sequence

import numpy as np

from companion.rules.following import FollowingState
from companion.rules.state import State
from companion.table.evidence import Codes, Row
from companion.table.sighting import Sighting

_REVOKE = 0.02
"""How much rarer a hand with one revoke more is."""

Suit = str | None


class Following:
    """Weighs every reading by the revokes that it would mean; see `Sighting.following`."""

    def __init__(self, codes: Codes) -> None:
        self._codes = codes
        self._known: tuple[object, ...] = ()

    def consider(self, sightings: Sequence[Sighting], state: State) -> None:
        """Note for each sighting of a hand how the suits of its codes agree with the rest of the hand."""
        if not isinstance(state, FollowingState) or not sightings or sightings[0].deal[0] != "play":
            return
        cards = [s for s in sightings if not s.aside and _seat(s) is not None]
        taken_for = {s.number: s.decided or self._codes.codes[int(np.argmax(s.row[:-1]))] for s in cards}
        known = tuple((s.number, taken_for[s.number], _seat(s), s.trick) for s in cards)
        if known == self._known:
            return
        self._known = known
        hand = _Suits(cards, taken_for, state)
        for sighting in cards:
            sighting.following = self._row(sighting, hand, state)

    def _row(self, sighting: Sighting, hand: "_Suits", state: State) -> Row | None:
        suits: dict[Suit, float] = {}
        as_it_is = hand.revokes()
        own = hand.suit[sighting.number]
        for suit in dict.fromkeys(state.game.deck.suit_of.values()):
            if suit == own:
                suits[suit] = 1.0
                continue
            hand.suit[sighting.number] = suit
            suits[suit] = _REVOKE ** max(-2, min(2, hand.revokes() - as_it_is))
        hand.suit[sighting.number] = own
        if all(factor == 1.0 for factor in suits.values()):
            return None
        row = np.array([suits[state.game.deck.suit_of[code]] for code in self._codes.codes] + [1.0])
        return row if sighting.following is None or not np.array_equal(row, sighting.following) else sighting.following


class _Suits:
    """The suits of a hand's cards as they were laid.

    Attributes:
        suit: Of each sighting, by its number.
    """

    def __init__(self, cards: Sequence[Sighting], taken_for: Mapping[int, str], state: State) -> None:
        self.suit: dict[int, Suit] = {number: state.game.deck.suit_of[code] for number, code in taken_for.items()}
        self._tricks: dict[int, list[tuple[int, int]]] = {}
        for sighting in cards:
            seat = _seat(sighting)
            assert seat is not None
            self._tricks.setdefault(sighting.trick, []).append((seat, sighting.number))

    def revokes(self) -> int:
        """Return how many cards were laid on a suit that their player had not run out of, as later cards show."""
        lacking: dict[tuple[int, str], int] = {}
        count = 0
        for trick in self._tricks.values():
            led: Suit = None
            for seat, number in trick:
                suit = self.suit[number]
                if suit is not None:
                    count += lacking.pop((seat, suit), 0)
                if led is None:
                    led = suit
                elif suit is not None and suit != led:
                    lacking[(seat, led)] = lacking.get((seat, led), 0) + 1
        return count


def _seat(sighting: Sighting) -> int | None:
    """Return who most likely played a card."""
    known = sighting.pinned_seat if sighting.pinned_seat is not None else sighting.seat
    if known is None and sighting.seats is not None:
        return int(np.argmax(sighting.seats))
    return known
