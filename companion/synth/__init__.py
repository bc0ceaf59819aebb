"""Synthetic pictures of cards on tables, with exact labels."""
