"""What a person can do to a running table, while play goes on."""

import threading

import pytest
from scripted import ScriptedTable, facts, reading

from companion.rules.errors import ImpossibleFactError
from companion.rules.games import game
from companion.table.events import CardPlayed, Correction, TrickWon
from companion.table.session import TableSession


@pytest.fixture
def table():
    """Return a table with one trick of COINS laid: seat 2 has won a coin."""
    laid = ScriptedTable(game("coins"), seed=4)
    for code, seat in (("1-coins", 1), ("2-cups", 2), ("1-swords", 0)):
        laid.lay(code, seat, 0.6)
    return laid


def test_a_correction_says_what_was_what_is_and_who_wins_now(table):
    events = table.session.correct(1, ["3-clubs"])
    assert isinstance(events[0], Correction)
    assert (events[0].was, events[0].now, events[0].by) == ("2-cups", "3-clubs", "person")
    assert (events[0].seat, events[0].was_seat) == (2, None)
    assert [event.event for event in events[0].withdrawn] == ["trick_won"]
    assert isinstance(events[1], TrickWon)
    assert (events[1].seat, events[1].corrected) == (1, True)


def test_a_corrected_card_stays_corrected_though_the_camera_still_misreads_it(table):
    table.session.correct(0, ["4-coins"])
    table.look(2.0)
    table.sweep()
    table.lay("1-coins", 2)
    assert facts(table)[0] == (1, "4-coins")
    assert facts(table)[3] == (2, "1-coins")


def test_two_cards_taken_for_each_other_are_put_right_by_one_correction():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1, read=reading("2-coins", 0.96, ["1-coins"]))
    table.lay("2-coins", 2, read=reading("1-coins", 0.96, ["2-coins"]))
    table.session.correct(0, ["1-coins"])
    assert facts(table) == [(1, "1-coins"), (2, "2-coins")]


def test_undo_and_redo_are_exact(table):
    before = facts(table)
    table.session.correct(1, ["3-clubs"])
    after = facts(table)
    table.session.undo()
    assert facts(table) == before
    table.session.redo()
    assert facts(table) == after
    table.session.undo()
    table.look(2.0)
    assert facts(table) == before


def test_undo_takes_back_a_play_and_its_card_does_not_count_again(table):
    events = table.session.undo()
    assert isinstance(events[0], Correction)
    assert events[0].now is None
    table.look(3.0)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]
    table.session.redo()
    assert facts(table)[2] == (0, "1-swords")
    table.sweep()
    table.lay("5-clubs", 2)
    assert facts(table)[3] == (2, "5-clubs")


def test_players_without_a_name_are_numbered_from_one():
    assert TableSession(game("coins")).snapshot().names == ("Player 1", "Player 2", "Player 3")
    assert TableSession(game("coins"), names=("Ana", " ")).snapshot().names == ("Ana", "Player 2", "Player 3")


def test_without_changes_undo_and_redo_do_nothing():
    session = TableSession(game("coins"))
    assert session.undo() == ()
    assert session.redo() == ()


def test_a_missed_play_is_put_in_and_the_trick_ends(table):
    table.sweep()
    table.lay("5-clubs", 2)
    events = table.session.insert_play(99, 0, ["6-clubs"])
    assert isinstance(events[0], CardPlayed)
    assert events[0].by == "person"
    table.lay("7-clubs", 1)
    assert facts(table)[3:] == [(2, "5-clubs"), (0, "6-clubs"), (1, "7-clubs")]
    assert [event.trick for event in table.events if isinstance(event, TrickWon)] == [0, 1]


def test_a_card_typed_in_and_then_seen_counts_once():
    table = ScriptedTable(game("coins"), seed=4)
    table.session.insert_play(0, 1, ["1-coins"])
    table.lay("1-coins", 1, 1.0)
    table.lay("2-cups", 2)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]


def test_a_play_that_never_was_is_taken_out(table):
    table.session.remove_play(2)
    table.look(2.0)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]
    table.cards.pop()
    table.lay("9-swords", 0)
    assert facts(table)[2] == (0, "9-swords")


def test_who_played_a_card_can_be_changed():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1)
    events = table.session.change_seat(0, 0)
    assert (events[0].was_seat, events[0].seat) == (1, 0)
    table.lay("2-cups", 1)
    assert facts(table) == [(0, "1-coins"), (1, "2-cups")]


def test_the_last_word_counts_where_two_plays_are_called_the_same(table):
    first, second, *_ = facts(table)
    table.session.correct(0, ["9-cups"])
    table.session.correct(1, ["9-cups"])
    table.look(1.0)
    assert facts(table)[:2] == [(first[0], second[1]), (second[0], "9-cups")]


def test_an_impossible_change_changes_nothing(table):
    before = facts(table)
    table.session.correct(0, ["9-cups"])
    with pytest.raises(ImpossibleFactError):
        table.session.insert_play(1, 0, ["9-cups"])
    with pytest.raises(ImpossibleFactError):
        table.session.insert_play(3, 0, ["1-swords"])
    assert facts(table) == [(1, "9-cups"), *before[1:]]
    table.look(1.0)
    assert facts(table) == [(1, "9-cups"), *before[1:]]


def test_subscribers_hear_everything_in_order_until_they_leave(table):
    heard = []
    leave = table.session.subscribe(heard.append)
    events = table.session.correct(1, ["3-clubs"])
    assert heard == list(events)
    leave()
    table.session.undo()
    assert heard == list(events)


def test_commands_from_other_threads_never_lose_a_fact():
    table = ScriptedTable(game("coins"), seed=4)
    cards = ["1-coins", "2-cups", "1-swords"]

    def fiddle():
        for _ in range(200):
            table.session.snapshot()
            if table.session.snapshot().history:
                table.session.correct(0, ["3-coins"])
                table.session.correct(0, ["1-coins"])

    thread = threading.Thread(target=fiddle)
    thread.start()
    for seat, code in zip((1, 2, 0), cards, strict=True):
        table.lay(code, seat)
    thread.join()
    assert [code for _, code in facts(table)] == cards


def test_the_snapshot_tells_the_moment(table):
    moment = table.session.snapshot()
    assert moment.state == "waiting_for_clear_table"
    assert moment.view.totals == (0, 0, 1)
    assert moment.announcement.startswith("Carla wins the trick with the 2 of Cups – Cups contain Coins.")
    assert [entry.cards for entry in moment.history] == [("1-coins",), ("2-cups",), ("1-swords",)]
    assert moment.can_undo
    assert moment.counts.looked == moment.counts.frames > 0


UNREAD = (("3-clubs", 0.5), ("4-clubs", 0.45))


def test_what_was_played_can_be_undone_although_a_play_that_was_added_waits_for_a_card_that_is_asked_about(table):
    table.sweep()
    table.lay("3-clubs", 2, 3.0, read=UNREAD)
    table.session.insert_play(3, 0, ["9-clubs"])
    left = []
    for _ in range(4):
        table.session.undo()
        left.append(len(table.log.facts))
    assert left == [3, 2, 1, 0]
    assert not table.session.snapshot().can_undo


def test_who_adds_the_play_that_is_asked_about_has_answered(table):
    table.sweep()
    table.lay("3-clubs", 2, 3.0, read=UNREAD)
    before = len(table.events)
    table.session.insert_play(3, 2, ["3-clubs"])
    table.look(1.0)
    assert [type(event) for event in table.events[before:]] == [CardPlayed]
    assert table.session.snapshot().question is None
    table.lay("5-clubs", 0, 1.0)
    assert facts(table)[3:] == [(2, "3-clubs"), (0, "5-clubs")]


def test_undo_takes_back_that_a_card_does_not_count_and_not_the_play_before(table):
    table.sweep()
    table.lay("5-clubs", 2)
    table.lay("6-clubs", 0, 2.0, reading("6-clubs", 0.5, ["7-clubs"]))
    before = facts(table)
    table.session.answer(table.session.snapshot().question.question, None)
    table.look(2.0)
    assert table.session.snapshot().question is None
    table.session.undo()
    table.look(2.0)
    assert facts(table) == before
    asked = table.session.snapshot().question
    assert asked.seat == 0
    table.session.answer(asked.question, "6-clubs")
    table.look(1.0)
    assert facts(table) == [*before, (0, "6-clubs")]
    table.session.undo()
    assert facts(table) == before
