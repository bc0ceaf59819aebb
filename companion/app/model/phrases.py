"""Sentences about where the game stands."""

from companion.app.model.board import Board
from companion.language import ENGLISH, Language


def place_in_game(board: Board, language: Language = ENGLISH) -> str:
    """Return where the game is and who comes next: "Hand 1, trick 5. Ana to play"."""
    say = language.text
    if board.phase == "over":
        return say("The game is over")
    if board.phase == "tiebreak":
        where = say("Tiebreak")
    else:
        where = say("Hand {hand}, trick {trick}").format(hand=board.hand, trick=board.trick)
    return f"{where}.  {turn(board, language)}"


def turn(board: Board, language: Language = ENGLISH) -> str:
    """Return whose card comes next, in words; empty where none does."""
    place = next((place for place in board.places if place.on_turn), None)
    if place is None and board.deal is not None:
        return language.text("{dealer} deals").format(dealer=next(p.name for p in board.places if p.dealer))
    if place is None:
        return ""
    if board.deal is not None:
        dealer = next(place for place in board.places if place.dealer)
        return language.text("{dealer} deals, {name} leads").format(dealer=dealer.name, name=place.name)
    if board.phase == "tiebreak":
        sentence = language.text("A card face up to {name}")
    elif board.shown is None or board.shown.winner is not None:
        sentence = language.text("{name} leads")
    else:
        sentence = language.text("{name} to play")
    return sentence.format(name=place.name)
