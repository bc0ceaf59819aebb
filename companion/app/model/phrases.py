"""Sentences about where the game stands."""

from companion.app.model.board import Board


def place_in_game(board: Board) -> str:
    """Return where the game is and who comes next: "Hand 1, trick 5. Ana to play"."""
    where = f"Hand {board.hand}, trick {board.trick}"
    if board.phase == "tiebreak":
        where = "Tiebreak"
    elif board.phase == "over":
        return "The game is over"
    return f"{where}.  {turn(board)}"


def turn(board: Board) -> str:
    """Return whose card comes next, in words; empty where none does."""
    place = next((place for place in board.places if place.on_turn), None)
    if place is None:
        return ""
    if board.phase == "tiebreak":
        return f"A card face up to {place.name}"
    leads = board.shown is None or board.shown.winner is not None
    return f"{place.name} {'leads' if leads else 'to play'}"
