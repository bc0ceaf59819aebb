"""Cards that are gathered without a third having come to them: those of the game before, not a trick."""

import pytest
from scripted import Lying, ScriptedTable, asking_about_the_lead, facts, play, told
from test_lying_before import NAMES, lying

from companion.rules.facts import CardsPlayed, FaceUpCard
from companion.rules.games import game
from companion.table.events import Question


def laid_out(table, codes, seats):
    """Have cards lie there, one before each of some seats."""
    for code, seat in zip(codes, seats, strict=True):
        table.cards.append(Lying(code, *table.place(seat), 0.3, table.read(code)))
    table.look(3.0)


ROUNDS = (
    ("coins", {}, ("6-cups", "7-cups", "8-cups")),
    ("hearts_pp", {"players": 4}, ("6C", "7C", "8C", "9C")),
    ("forum_suits", {"players": 3, "rounds": 1}, ("6C", "9D", "KS")),
)


@pytest.mark.parametrize(("game_id", "options", "trick"), ROUNDS)
@pytest.mark.parametrize("seats", [(1, 2), (2, 0)])
@pytest.mark.parametrize("already", [0.0, 4.0])
def test_two_cards_of_the_game_before_that_are_gathered_are_none_of_the_new_one(
    game_id, options, trick, seats, already
):
    played = game(game_id)
    settings = played.configure(**options)
    players = played.start(settings).players
    table = ScriptedTable(played, settings, seed=5, names=NAMES[:players])
    if game_id == "forum_suits":
        table.session.say(FaceUpCard("2S"))
    if already:
        table.look(already)
    laid_out(table, played.deck.codes[1:3], seats)
    table.sweep(14.0)
    first = table.session.view.expected
    order = [(first + step) % players for step in range(players)]
    play(table, *zip(trick, order, strict=True), wait=1.0)
    assert [fact.cards for fact in table.log.facts if isinstance(fact, CardsPlayed)] == [(code,) for code in trick]
    assert [fact.seat for fact in table.log.facts if isinstance(fact, CardsPlayed)] == order
    assert not told(table, Question)


def test_a_first_trick_of_which_a_card_was_never_seen_is_one_although_nobody_leads_for_a_while():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    table.sweep(7.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins")]
    play(table, ("9-clubs", 1), wait=2.0)
    assert facts(table)[:2] == [(1, "3-cups"), (2, "4-coins")]
    assert told(table, Question)


def test_what_was_played_while_no_picture_came_is_not_known():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    table.sweep(1.0)
    table.time += 60.0
    table.look(3.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins")]


def test_cards_of_a_game_that_is_taken_up_at_a_clear_table_are_not_gathered():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    again = ScriptedTable(table.game, table.settings, seed=9, facts=table.log.facts[:1])
    again.look(4.0)
    play(again, ("4-coins", 2), wait=1.5)
    again.sweep(15.0)
    assert facts(again) == [(1, "3-cups"), (2, "4-coins")]


def test_cards_of_a_trick_that_was_taken_whole_and_is_opened_again_are_not_gathered():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), ("5-swords", 0), wait=1.5)
    table.sweep(2.0)
    table.session.undo()
    table.look(15.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins")]


def test_cards_of_which_people_have_said_what_they_are_are_not_gathered():
    table = asking_about_the_lead()
    table.session.answer(table.session.snapshot().question.question, "1-coins")
    play(table, ("4-coins", 2), wait=1.5)
    table.sweep(15.0)
    assert facts(table) == [(1, "1-coins"), (2, "4-coins")]


def test_cards_of_the_second_trick_are_not_gathered():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("6-cups", 1), ("7-cups", 2), ("8-cups", 0), wait=1.0)
    table.sweep(1.5)
    play(table, ("9-clubs", 0), ("3-clubs", 1), wait=1.5)
    table.sweep(15.0)
    assert facts(table)[3:] == [(0, "9-clubs"), (1, "3-clubs")]


def test_cards_are_gathered_though_a_slow_machine_looks_every_two_seconds_only():
    table = ScriptedTable(game("coins"), seed=5, rate=0.5)
    lying(table, ("5-swords", "3-cups"))
    table.look(8.0)
    assert facts(table)
    table.sweep(20.0)
    assert not facts(table)


def test_that_the_cards_were_gathered_is_taken_back_and_they_stay_played():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    table.sweep(14.0)
    assert not facts(table)
    table.session.undo()
    table.session.undo()
    table.look(14.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins")]


def test_a_first_trick_that_is_out_of_sight_for_long_and_lies_there_again_is_the_same():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    for card in table.cards:
        card.hidden = True
    table.look(15.0)
    for card in table.cards:
        card.hidden = False
    table.look(1.5)
    play(table, ("7-cups", 0), wait=1.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins"), (0, "7-cups")]
    assert not told(table, Question)


def test_cards_of_which_people_have_said_who_played_them_are_not_gathered():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    table.session.change_seat(1, 0)
    table.sweep(14.0)
    assert facts(table) == [(1, "3-cups"), (0, "4-coins")]
