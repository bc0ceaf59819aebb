"""Short names of cards, where the full ones do not fit. All other wording of cards is in `companion.cards.names`."""

from companion.cards import DECKS, card_name, suit_name
from companion.language import ENGLISH, Language

_FRENCH_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_NUMBERED = ("0", "1/2", "14")
"""Special cards that are named as they are printed."""


def short_name(deck: str, code: str, language: Language = ENGLISH) -> str:
    """Return a card as it is printed: "12 Cups", "Q♠", "7 Moons", "Thief"; Spanish "12 Copas".

    Raises:
        UnknownCardError: The code is not of this deck.
    """
    card = DECKS[deck].parse(code)
    if card.suit is None:
        return card.code if card.code in _NUMBERED else card_name(card, language)
    return f"{card.rank}{'' if deck == 'french52' else ' '}{short_suit(deck, card.suit, language)}"


def short_suit(deck: str, suit: str, language: Language = ENGLISH) -> str:
    """Return a suit in one word or symbol: "Cups", "♠", "Moons"."""
    if deck == "french52":
        return _FRENCH_SYMBOLS[suit]
    words = suit_name(deck, suit, language).split()
    # One word says which suit it is: the Purple Moons are the only moons. English puts it last, the others first.
    return (words[-1] if language.code == ENGLISH.code else words[0]).capitalize()
