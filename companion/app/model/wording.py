"""Short names of cards, where the full ones do not fit. All other wording of cards is in `companion.cards.names`."""

from companion.cards import DECKS, suit_name

_FRENCH_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def short_name(deck: str, code: str) -> str:
    """Return a card as it is printed: "12 Cups", "Q♠", "7 Moons", "thief".

    Raises:
        UnknownCardError: The code is not of this deck.
    """
    card = DECKS[deck].parse(code)
    if card.suit is None:
        return card.code
    if deck == "french52":
        return f"{card.rank}{_FRENCH_SYMBOLS[card.suit]}"
    # The last word says which suit it is: the Purple Moons are the only moons.
    return f"{card.rank} {suit_name(deck, card.suit).split()[-1]}"
