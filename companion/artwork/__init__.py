"""Decks drawn by the project, in vector form."""
