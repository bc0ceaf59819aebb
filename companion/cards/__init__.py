"""Decks of cards, their codes and the values on them."""
