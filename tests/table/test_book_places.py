"""Every play of a long evening is put in its hand and trick, without the evening being played again for it."""

import pytest

from companion.rules.facts import CardsPlayed, Fact
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.simulation.staging import stage_game
from companion.table.book import MISSED_BEFORE, Book
from companion.table.events import CardPlayed

NAMES = ("Ana", "Ben", "Carla", "Dora")


def _evening(game: Game) -> tuple[list[CardPlayed], list[str]]:
    settings = game.configure()
    names = NAMES[: game.start(settings).players]
    script = stage_game(game, settings, 3, names, hands_limit=2)
    return [event for event in script.truth if isinstance(event, CardPlayed)], list(names)


@pytest.mark.parametrize("name", ["steere_suits", "coins", "hearts_pp"])
def test_plays_stand_in_their_hand_and_trick_and_nothing_is_played_again_for_them(name, monkeypatch) -> None:
    game = GAMES[name]
    plays, names = _evening(game)
    book = Book(game, game.configure(), names)
    replayed: list[Fact] = []
    monkeypatch.setattr(type(game), "play", lambda *_: replayed.append(_))
    for play in plays:
        heard = book.append(CardsPlayed(play.seat, play.cards, source="camera", time=play.time))
        told = next(event for event in heard if isinstance(event, CardPlayed))
        assert (told.hand, told.trick) == (play.hand, play.trick)
    assert replayed == []
    assert len(plays) > 60


def test_an_undo_goes_past_what_the_camera_took_out_because_a_card_before_it_was_missed() -> None:
    book = Book(GAMES["coins"], None, NAMES[:3])
    for seat, card in ((1, "1-coins"), (2, "2-cups")):
        book.append(CardsPlayed(seat, (card,)))
    book.remove(1, 3.0, "camera", MISSED_BEFORE)
    book.undo(4.0)
    assert [fact.cards for fact in book.facts] == [("1-coins",)]
    book.undo(4.0)
    assert book.facts == ()
    for kept in (1, 1):
        book.redo(5.0)
        assert len(book.facts) == kept
