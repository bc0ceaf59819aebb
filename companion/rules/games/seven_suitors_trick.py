"""One trick of Seven Suitors (section 4.1): trump, the suit led, two equal sevens and the four special cards."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.cards import SEVEN_SUITORS
from companion.rules.reasons import Reason, reason

ZERO, HALF, THIEF, FOURTEEN = SPECIALS = ("0", "1/2", "thief", "14")

SEVENS = frozenset(card.code for card in SEVEN_SUITORS if card.rank == "7")
"""The sevens; each is there twice."""

SUIT = {card.code: card.suit for card in SEVEN_SUITORS if card.suit is not None}
"""The suit of every card that has one."""

_Face = tuple[str, float]
"""A suit and a rank, as a card counts in the trick. The 14 is a suit of its own above all others."""

_FACES: dict[str, _Face] = {card.code: (card.suit, float(card.rank)) for card in SEVEN_SUITORS if card.suit is not None}
_FACES[FOURTEEN] = (FOURTEEN, 14.0)


def _named(code: str) -> str:
    return f"{SEVEN_SUITORS.id}/{code}"


_TRUMP = {suit: reason("highest-trump", suit=_named(suit)) for suit in SEVEN_SUITORS.suits}
_LED = {suit: reason("highest", suit=_named(suit)) for suit in SEVEN_SUITORS.suits}
_FIRST_SEVEN = {seven: reason("first-seven", card=_named(seven)) for seven in SEVENS}
_UNDER_HALF = {card: reason("half", card=_named(card)) for card in (*SUIT, FOURTEEN)}
_FOURTEEN = reason("fourteen")


class Resolution(NamedTuple):
    """What became of a trick.

    Attributes:
        place: Place of the winning card in the order of play.
        lead: The suit led; None where all cards are special.
        trump: The trump during the trick; None where there is none.
        next_trump: The trump of the next trick.
        reason: Why the card won.
    """

    place: int
    lead: str | None
    trump: str | None
    next_trump: str | None
    reason: Reason


def resolve(cards: Sequence[str], trump: str | None, *, first: bool) -> Resolution:
    """Return what becomes of a complete trick.

    Args:
        cards: Codes in the order of play.
        trump: The trump in force before the trick.
        first: Whether it is the first trick of the hand, whose suit led becomes trump.
    """
    lead = next((SUIT[card] for card in cards if card in SUIT), None)
    if first and lead is not None:
        trump = lead
    faces = _faces(cards)
    levels = {lead: 1, trump: 2, FOURTEEN: 3}
    # The first of equals is the maximum, so the first of two equal sevens wins.
    place = max(range(len(cards)), key=lambda i: (levels.get(face[0], 0), face[1]) if (face := faces[i]) else (-1, 0.0))
    winner = faces[place]
    assert winner is not None
    suit = winner[0]
    next_trump = trump if ZERO not in cards else None if suit == FOURTEEN else suit
    return Resolution(place, lead, trump, next_trump, _why(cards, place, suit, trump))


def _faces(cards: Sequence[str]) -> list[_Face | None]:
    """Return as what each card counts: None where it cannot win. The half tops what lies directly before it."""
    faces: list[_Face | None] = []
    for card in cards:
        if card == HALF:
            before = faces[-1] if faces else None
            faces.append(before and (before[0], before[1] + 0.5))
        else:
            faces.append(_FACES.get(card))
    return faces


def _why(cards: Sequence[str], place: int, suit: str, trump: str | None) -> Reason:
    card = cards[place]
    if card == FOURTEEN:
        return _FOURTEEN
    if card == HALF:
        return _UNDER_HALF[cards[place - 1]]
    if card in _FIRST_SEVEN and card in cards[place + 1 :]:
        return _FIRST_SEVEN[card]
    return (_TRUMP if suit == trump else _LED)[suit]
