"""What people call decks, suits, ranks and cards. All wording of this package is here."""

from companion.cards.deck import Card

_DECKS = {"spanish48": "Spanish deck", "french52": "French deck", "seven-suitors": "Seven Suitors deck"}

_SUITS = {
    "spanish48": {"cups": "Cups", "coins": "Coins", "swords": "Swords", "clubs": "Clubs"},
    "french52": {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"},
    "seven-suitors": {
        "1": "Black Spades",
        "2": "Purple Moons",
        "3": "Blue Diamonds",
        "4": "Green Clubs",
        "5": "Yellow Stars",
        "6": "Orange Pyramids",
        "7": "Red Hearts",
    },
}

_RANKS = {
    "spanish48": {"1": "Ace", "10": "Jack", "11": "Knight", "12": "King"},
    "french52": {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"},
    "seven-suitors": {"0": "Zero", "1/2": "Half", "thief": "Thief", "14": "Fourteen"},
}


def deck_name(deck: str) -> str:
    """Return the name of a deck, given its id: "Spanish deck"."""
    return _DECKS[deck]


def suit_name(deck: str, suit: str) -> str:
    """Return the name of a suit: "Cups", "Purple Moons"."""
    return _SUITS[deck][suit]


def rank_name(deck: str, rank: str) -> str:
    """Return the name of a rank: "Knight"; a number card's is its number."""
    return _RANKS[deck].get(rank, rank)


def card_name(card: Card) -> str:
    """Return the name of a card: "3 of Cups", "Knight of Coins", "Thief"."""
    rank = rank_name(card.deck, card.rank)
    return rank if card.suit is None else f"{rank} of {suit_name(card.deck, card.suit)}"
