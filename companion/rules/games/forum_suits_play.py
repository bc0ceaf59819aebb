"""Straights, values and winners of the forum "Suits" (section 5.1), without any state."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.cards import FRENCH52
from companion.rules.games.french import RANKS, STRENGTH, SUIT
from companion.rules.view import Play

VALUE: Mapping[str, int] = {
    card.code: (1 if card.suit in ("S", "C") else -1) * {"A": 3, "K": 2, "Q": 2, "J": 2}.get(card.rank, 1)
    for card in FRENCH52
}
"""Black cards count for, red cards against."""

TRUMPS: Mapping[str, tuple[str, ...]] = {"S": ("D",), "D": ("S",), "H": ("S", "D"), "C": ("S", "D")}
"""The trump suits by the suit led, which is never trump itself."""

ACE_LOW = 1


def top(cards: Sequence[str], *, ace_low: bool) -> str:
    """Return the card of a play that counts: the highest. In A-2-3, where that is a straight, it is the 3."""
    if ace_low and len(cards) > 1 and is_straight(cards, ace_low=True) and not is_straight(cards, ace_low=False):
        cards = [card for card in cards if STRENGTH[card] != STRENGTH["AS"]]
    return max(cards, key=STRENGTH.__getitem__)


def is_straight(cards: Collection[str], *, ace_low: bool) -> bool:
    """Whether several cards of one suit follow each other without a gap; K-A-2 never does."""
    strengths = sorted(STRENGTH[card] for card in cards)
    if _consecutive(strengths):
        return True
    return ace_low and strengths[-1] == STRENGTH["AS"] and _consecutive([ACE_LOW, *strengths[:-1]])


def _consecutive(strengths: Sequence[int]) -> bool:
    return strengths[-1] - strengths[0] == len(strengths) - 1


def winner(plays: Sequence[Play], tops: Sequence[str]) -> tuple[int, str]:
    """Return the place of the play that wins a trick, and why: `highest`, `highest-trump` or `later-trump`.

    Args:
        plays: In order.
        tops: The card of each play that counts.
    """
    led = SUIT[plays[0][1][0]]
    trumps = TRUMPS[led]
    best, why = 0, "highest"
    for place, card in enumerate(tops):
        suit = SUIT[card]
        if suit in trumps:
            if why == "highest" or STRENGTH[card] > STRENGTH[tops[best]]:
                best, why = place, "highest-trump"
            elif STRENGTH[card] == STRENGTH[tops[best]]:
                best, why = place, "later-trump"
        elif suit == led and why == "highest" and STRENGTH[card] > STRENGTH[tops[best]]:
            best = place
    return best, why


def runs(held: Iterable[str], face_up: str | None, *, ace_low: bool) -> tuple[tuple[str, ...], ...]:
    """Return all single cards and straights that can be played, suits in the order held, low cards first.

    Args:
        held: The cards that may be played.
        face_up: The card that may stand in a straight beside cards of one's own; None where there is none.
        ace_low: Whether A-2-3 is a straight.
    """
    own = list(held)
    found: list[tuple[str, ...]] = []
    for suit in dict.fromkeys(SUIT[card] for card in own):
        by_place = {STRENGTH[card]: card for card in own if SUIT[card] == suit}
        if face_up is not None and SUIT[face_up] == suit:
            by_place[STRENGTH[face_up]] = face_up
        if ace_low and STRENGTH["AS"] in by_place:
            by_place[ACE_LOW] = by_place[STRENGTH["AS"]]
        for first in range(ACE_LOW, len(RANKS) + 2):
            for last in range(first, min(first + len(RANKS), len(RANKS) + 2)):
                if last not in by_place:
                    break
                play = tuple(by_place[place] for place in range(first, last + 1))
                alone_low = play == (by_place.get(ACE_LOW),) and first == ACE_LOW
                whole_low = first == ACE_LOW and len(play) == len(RANKS)
                if not (alone_low or whole_low or play == (face_up,)):
                    found.append(play)
    return tuple(found)
