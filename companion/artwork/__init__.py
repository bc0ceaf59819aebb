"""Decks drawn by the project, in vector form."""

from companion.artwork.deck import BACK, DeckArt, deck_art
from companion.artwork.styles import random_back, random_style

__all__ = ["BACK", "DeckArt", "deck_art", "random_back", "random_style"]
