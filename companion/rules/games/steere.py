"""What SUITS and COINS by Mark Steere have in common: three players, the Spanish deck and the ranking of three cards.

The author asks that names and rules stay unchanged and that he is credited. Rules: sections 1.1 and 2.1.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.cards import SPANISH48
from companion.rules.hand import Trick
from companion.rules.reasons import Reason, reason
from companion.rules.settings import Setting
from companion.rules.state import State
from companion.rules.view import Play

FIRST_DEALER = Setting(
    "first_dealer", "number", 0, "seat of the first dealer, the oldest player", choices=(0, 1, 2), maximum=2
)

CYCLE = ("cups", "coins", "swords", "clubs")
"""Each suit beats the next, the last beats the first."""

_VERBS = {"cups": "contain", "coins": "buy", "swords": "cut", "clubs": "smash"}

_SUIT = {card.code: card.suit or "" for card in SPANISH48}

# With three suits on the table the suit that the missing one beats is the best, then around the cycle.
_PLACES: Mapping[frozenset[str], Mapping[str, int]] = {
    frozenset(CYCLE) - {missing}: {CYCLE[(place + step) % 4]: -step for step in (1, 2, 3)}
    for place, missing in enumerate(CYCLE)
}


def _named(suit: str) -> str:
    return f"{SPANISH48.id}/{suit}"


_HIGHEST = {suit: reason("highest", suit=_named(suit)) for suit in CYCLE}
_PAIR = {suit: reason("pair", suit=_named(suit)) for suit in CYCLE}
_BEATS = {
    suit: reason(_VERBS[suit], suit=_named(suit), beaten=_named(CYCLE[(place + 1) % 4]))
    for place, suit in enumerate(CYCLE)
}


def ranking(cards: Sequence[str], strength: Mapping[str, int]) -> tuple[int, int, int]:
    """Return the places in `cards` of three different cards, best first (section 1.1).

    Args:
        cards: Three codes.
        strength: How high each card ranks within its suit.
    """
    suits = [_SUIT[card] for card in cards]
    places = _PLACES.get(frozenset(suits))
    if places is not None:
        best = sorted((0, 1, 2), key=lambda place: places[suits[place]], reverse=True)
    else:
        best = sorted((0, 1, 2), key=lambda place: (suits.count(suits[place]), strength[cards[place]]), reverse=True)
    return best[0], best[1], best[2]


def winning_reason(cards: Sequence[str], best: int) -> Reason:
    """Return why the card at place `best` wins among three cards."""
    suits = [_SUIT[card] for card in cards]
    return (_BEATS, _PAIR, _HIGHEST)[suits.count(suits[best]) - 1][suits[best]]


class SteereState(State):
    """The fold of SUITS and COINS: any card at any time; whoever won the last trick of a hand opens the next.

    Attributes:
        strength: How high each card ranks within its suit.
    """

    strength: ClassVar[Mapping[str, int]]

    def points(self, cards: Sequence[str]) -> int:  # noqa: ARG002 (COINS looks at them)
        """Return what a trick of these cards is worth."""
        return 1

    def decide(self, plays: tuple[Play, ...]) -> Trick:
        """Rank the three cards; the order of play does not matter."""
        cards = [played[0] for _, played in plays]
        best = ranking(cards, self.strength)[0]
        return Trick(plays, plays[best][0], cards[best], self.points(cards), winning_reason(cards, best))
