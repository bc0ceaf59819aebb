"""The Spanish deck of 40 cards, which most families own: complete without the 8 and 9, and too small for our games."""

from collections.abc import Collection

from companion.cards import SPANISH48
from companion.language import ENGLISH, Language, mark

LACKED = frozenset(card.code for card in SPANISH48.cards if card.rank in ("8", "9"))
"""What a deck of 40 does not have."""

_COMPLETE = mark(
    "It is a Spanish deck of 40 cards, without the 8 and 9: all it has is known, but SUITS and COINS are played "
    "with 48 cards."
)

_TOO_SMALL = mark(
    "“{name}” has no 8 and 9, but SUITS and COINS are played with 48 cards: take a whole Spanish deck, or add the "
    "eights and nines of another one."
)


def is_of_forty(deck: str, missing: Collection[str]) -> bool:
    """Whether a deck is complete all the same: exactly what a deck of 40 does not have is missing.

    Args:
        deck: Its id.
        missing: The codes of the cards that were not shown.
    """
    return deck == SPANISH48.id and set(missing) == LACKED


def told_of_forty(language: Language = ENGLISH) -> str:
    """Return what whoever has such a deck should know (rules.md, section 1.1: a deck of 40 is unsuitable)."""
    return language.text(_COMPLETE)


def told_before_a_game(name: str, language: Language = ENGLISH) -> str:
    """Return what whoever chooses such a deck for a game has to do.

    Args:
        name: What its owner calls it.
        language: To say it in.
    """
    return language.text(_TOO_SMALL).format(name=name)
