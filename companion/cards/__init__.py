"""Decks, cards, their codes and their names."""

from companion.cards.deck import Card, Deck, UnknownCardError
from companion.cards.decks import DECKS, FRENCH52, SEVEN_SUITORS, SPANISH48, deck
from companion.cards.names import card_name, deck_name, rank_name, suit_name

__all__ = [
    "DECKS",
    "FRENCH52",
    "SEVEN_SUITORS",
    "SPANISH48",
    "Card",
    "Deck",
    "UnknownCardError",
    "card_name",
    "deck",
    "deck_name",
    "rank_name",
    "suit_name",
]
