"""Cards on a heap: how many plays they would be."""

from collections import Counter
from collections.abc import Iterable

from companion.rules.state import State
from companion.table.evidence import Codes


def fewest_plays(places: Iterable[int], codes: Codes, state: State) -> int:
    """Return how many plays cards would be at least: those that may be a straight are one.

    Args:
        places: Of each card among the codes; of more that read alike than there are some are misread, or one card that
            was found twice: where it lay, and where it lies since the camera was knocked.
        codes: Of the deck.
        state: The game.
    """
    if not state.has_straights:
        return sum(min(count, state.copies.get(codes.codes[place], 1)) for place, count in Counter(places).items())
    suit_of = state.game.deck.suit_of
    ordered = sorted(set(places))
    suits = [suit_of[codes.codes[place]] for place in ordered]
    follows = zip(ordered, ordered[1:], suits, suits[1:], strict=False)
    return len(ordered) - sum(later - place == 1 and one == other for place, later, one, other in follows)
