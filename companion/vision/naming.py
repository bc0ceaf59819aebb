"""From chances to names: which card of the deck each card in one picture is said to be."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards import Deck
from companion.vision.types import SeenCard

LEAST_SURE = 0.5
"""A face whose best card is less likely than this counts as unreadable."""
LEAST_SECOND = 0.05
"""A card whose code is taken falls back to its next candidate only when that was at least so likely from the start."""


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card in a picture with the name it is given.

    Attributes:
        seen: Where it lies and what it may be.
        code: Card code; None for a back or a face that cannot be read.
        confidence: How sure the name is, 0..1. Of an unreadable face: how likely its best candidate is; of a back: how
            sure it is found.
    """

    seen: SeenCard
    code: str | None
    confidence: float


def name_cards(seen: Sequence[SeenCard], deck: Deck, *, joint: bool = True) -> list[NamedCard]:
    """Name the cards of one picture.

    Args:
        seen: The cards, in any order.
        deck: The deck in play.
        joint: Decide them together: the surest reading of a code keeps it, and once the deck has no copy left, a less
            sure card takes its next candidate where that is plausible and is unreadable where it is not.

    Returns:
        One named card for every card seen, in the same order.
    """
    left = Counter({code: deck.copies(code) for code in deck.codes} if joint else {})
    named: dict[int, NamedCard] = {}
    for index in sorted(range(len(seen)), key=lambda index: -_surety(seen[index])):
        card = seen[index]
        if not card.face_up:
            named[index] = NamedCard(card, None, card.found)
            continue
        taken = frozenset(code for code, _ in card.probabilities if joint and left[code] <= 0)
        code, confidence = _choose(card, taken)
        if code is not None:
            left[code] -= 1
        named[index] = NamedCard(card, code, confidence)
    return [named[index] for index in range(len(seen))]


def _surety(card: SeenCard) -> float:
    return card.best[1] if card.best is not None else 0.0


def _choose(card: SeenCard, taken: frozenset[str]) -> tuple[str | None, float]:
    if card.best is None:
        return None, 0.0
    code, chance = card.best
    if code in taken:
        free = [(code, chance) for code, chance in card.probabilities if code not in taken]
        if not free or free[0][1] < LEAST_SECOND:
            return None, 0.0
        excluded = sum(chance for code, chance in card.probabilities if code in taken)
        code, chance = free[0]
        # What is left once the taken cards are ruled out.
        chance = min(chance / max(1.0 - excluded, chance), 1.0)
    return (code if chance >= LEAST_SURE else None), chance
