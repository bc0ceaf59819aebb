"""Cards on a heap: how many plays they would be."""

from collections.abc import Iterable

from companion.rules.state import State
from companion.table.evidence import Codes


def fewest_plays(places: Iterable[int], codes: Codes, state: State) -> int:
    """Return how many plays cards would be at least: those that may be a straight are one.

    Args:
        places: Of each card among the codes; of two that read alike one is misread, or both are one card, in games with
            straights.
        codes: Of the deck.
        state: The game.
    """
    if not state.has_straights:
        return sum(1 for _ in places)
    suit_of = state.game.deck.suit_of
    ordered = sorted(set(places))
    suits = [suit_of[codes.codes[place]] for place in ordered]
    follows = zip(ordered, ordered[1:], suits, suits[1:], strict=False)
    return len(ordered) - sum(later - place == 1 and one == other for place, later, one, other in follows)
