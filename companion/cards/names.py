"""What people call decks, suits, ranks and cards. All wording of this package is here.

The tables are English; `companion.language` translates them. A name has several forms because sentences need them:
French says "l'as d'épée" where a label says "As d'épée".
"""

from dataclasses import dataclass

from companion.cards.deck import Card
from companion.language import ENGLISH, Language, capital

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


@dataclass(frozen=True, slots=True)
class Noun:
    """A name in the forms that sentences need; in the middle of a sentence, so not capitalised for its sake.

    Attributes:
        plain: "3 of Cups", "Cups"; Spanish "3 de copas", "copas".
        the: With the article: "the 3 of Cups", "the Cups"; Spanish "el 3 de copas", "las copas".
        of: "of Cups"; Spanish "de copas", French "d'épée". Only suits have this form; it is empty for cards.
    """

    plain: str
    the: str
    of: str = ""

    def __str__(self) -> str:
        return self.plain


def deck_name(deck: str, language: Language = ENGLISH) -> str:
    """Return the name of a deck, given its id: "Spanish deck"."""
    return capital(language.term("deck", _DECKS[deck]))


def suit_name(deck: str, suit: str, language: Language = ENGLISH) -> str:
    """Return the name of a suit as a label: "Cups", "Purple Moons"; French "Coupes"."""
    return capital(suit_noun(deck, suit, language).plain)


def rank_name(deck: str, rank: str, language: Language = ENGLISH) -> str:
    """Return the name of a rank as a label: "Knight"; a number card's is its number."""
    return capital(_rank(deck, rank, language).plain)


def card_name(card: Card, language: Language = ENGLISH) -> str:
    """Return the name of a card as a label: "3 of Cups", "Knight of Coins", "Thief"; French "Cavalier de denier"."""
    return capital(card_noun(card, language).plain)


def suit_noun(deck: str, suit: str, language: Language = ENGLISH) -> Noun:
    """Return the name of a suit in the forms that sentences need."""
    name = _SUITS[deck][suit]
    return Noun(*(language.term(deck, form) for form in (name, f"the {name}", f"of {name}")))


def card_noun(card: Card, language: Language = ENGLISH) -> Noun:
    """Return the name of a card in the forms that sentences need."""
    rank = _rank(card.deck, card.rank, language)
    if card.suit is None:
        return rank
    suit = suit_noun(card.deck, card.suit, language).of
    return Noun(f"{rank.plain} {suit}", f"{rank.the} {suit}")


def _rank(deck: str, rank: str, language: Language) -> Noun:
    name = _RANKS[deck].get(rank)
    if name is None:
        return Noun(rank, language.term("rank", "the {number}").format(number=rank))
    return Noun(language.term(deck, name), language.term(deck, f"the {name}"))
