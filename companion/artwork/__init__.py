"""Decks drawn by the project, in vector form."""

from companion.artwork.deck import BACK, DeckArt, deck_art

__all__ = ["BACK", "DeckArt", "deck_art"]
