"""The five games: facts in, rulings out."""
