"""Every play of a long evening is put in its hand and trick, without the evening being played again for it."""

from dataclasses import replace

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


def _hand_won_by(winners: list[int]) -> list[CardsPlayed]:
    """Return a hand of COINS whose tricks these seats win, seat 1 leading; those with coins are the fifth to eighth."""
    facts, leader = [], 1
    cards = [f"{rank}-{suit}" for suit in ("cups", "coins", "swords", "clubs") for rank in (*range(2, 13), 1)]
    for trick, winner in enumerate(winners):
        *others, best = cards[3 * trick : 3 * trick + 3]
        order = [(leader + step) % 3 for step in range(3)]
        facts += [CardsPlayed(seat, (best if seat == winner else others.pop(),)) for seat in order]
        leader = winner
    return facts


def test_plays_stay_in_their_tricks_where_a_correction_moves_the_end_of_the_game_to_before_them() -> None:
    coins = GAMES["coins"]
    book = Book(coins, coins.configure(target=10), NAMES[:3])
    decided = [CardsPlayed(2, ("2-coins",)), CardsPlayed(0, ("3-coins",)), CardsPlayed(1, ("4-cups",))]
    for fact in [*_hand_won_by([1] * 4 + [0, 0, 0, 1] + [2] * 8), *decided]:
        book.append(fact)
    assert (book.view.totals, book.view.winners) == ((11, 3, 0), (0,))
    before = [(play.hand, play.trick) for play in book.history()]
    assert before == [(1, trick) for trick in range(16) for _ in range(3)] + [(2, 0)] * 3
    # Seat 0 won the last of the tricks with coins, too.
    lost, won = (place for seat in (0, 1) for place in range(21, 24) if book.seat_at(place) == seat)
    exchanged = {lost: replace(book.facts[lost], seat=1), won: replace(book.facts[won], seat=0)}
    book.revise(exchanged, 5.0, "person", "")
    assert (book.view.hand, book.view.trick, book.view.totals) == (1, 8, (12, 0, 0))
    assert [(play.hand, play.trick) for play in book.history()] == before
    book.append(CardsPlayed(0, ("5-cups",)))
    assert (book.history()[-1].hand, book.history()[-1].trick) == (2, 1)
    # What was played last is struck out first.
    book.strike_hand(6.0)
    assert [(play.hand, play.trick) for play in book.history()] == before[:-3]


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
