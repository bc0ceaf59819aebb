"""Decks, cards, their codes and their names."""

from companion.cards.deck import Card, Deck, UnknownCardError, plain_code
from companion.cards.decks import DECKS, FRENCH52, SEVEN_SUITORS, SPANISH48, deck
from companion.cards.names import Noun, card_name, card_noun, deck_name, rank_name, suit_name, suit_noun

__all__ = [
    "DECKS",
    "FRENCH52",
    "SEVEN_SUITORS",
    "SPANISH48",
    "Card",
    "Deck",
    "Noun",
    "UnknownCardError",
    "card_name",
    "card_noun",
    "deck",
    "deck_name",
    "plain_code",
    "rank_name",
    "suit_name",
    "suit_noun",
]
