"""Which cards of a deck a reader takes for which: near ranks, the same rank in another suit, court for court."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate

from companion.cards import DECKS, Card

_RANKS_APART: Mapping[int, float] = {1: 5.0, 2: 2.0, 3: 1.0}
"""How alike two cards of a suit are, by how far apart their ranks are."""
_SAME_RANK, _SAME_RANK_AND_COLOUR = 1.5, 4.0
_COURTS = 3.0
"""How alike two court cards of a suit are: they have no pips to count."""
_OTHERWISE = 0.06

_COLOURS: Sequence[frozenset[str]] = (
    frozenset("SC"),
    frozenset("HD"),
    frozenset(("swords", "clubs")),
    frozenset(("cups", "coins")),
    frozenset("24"),
    frozenset("23"),
    frozenset("67"),
    frozenset("56"),
)
"""Suits that are like each other in colour or shape."""
_COURT_RANKS = frozenset(("J", "Q", "K", "11", "12"))

Lookalikes = tuple[tuple[str, ...], tuple[float, ...]]
"""Codes, and their weights summed up from the first."""


@cache
def lookalikes(deck: str) -> Mapping[str, Lookalikes]:
    """Return for each code of a deck the other codes, weighted by how easily the one is taken for the other."""
    cards = DECKS[deck].cards
    places = {rank: place for place, rank in enumerate(DECKS[deck].ranks)}
    table = {}
    for card in cards:
        others = [other for other in cards if other is not card]
        weights = accumulate(_alikeness(card, other, places) for other in others)
        table[card.code] = (tuple(other.code for other in others), tuple(weights))
    return table


def _alikeness(one: Card, other: Card, places: Mapping[str, int]) -> float:
    if one.suit is None or other.suit is None:
        return _COURTS if one.suit == other.suit else _OTHERWISE
    if one.suit == other.suit:
        apart = abs(places[one.rank] - places[other.rank])
        courts = _is_court(one) and _is_court(other)
        return max(_RANKS_APART.get(apart, 4 * _OTHERWISE), _COURTS if courts else 0.0)
    if one.rank == other.rank:
        return _SAME_RANK_AND_COLOUR if {one.suit, other.suit} in _COLOURS else _SAME_RANK
    return _OTHERWISE


def _is_court(card: Card) -> bool:
    return card.rank in _COURT_RANKS or (card.deck == "spanish48" and card.rank == "10")
