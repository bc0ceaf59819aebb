"""Two play in each other's turn near the line between them: who leads the next trick tells whose card won."""

import numpy as np
import pytest
from forum_tables import NAMES
from scripted import SIZE, Lying, ScriptedTable, facts, reading, told

from companion.rules.games import game
from companion.table.event_json import to_json
from companion.table.events import Correction, Irregularity, Question, SourceChanged
from companion.table.seating import seat_directions


@pytest.fixture
def table():
    played = game("hearts_pp")
    return ScriptedTable(played, played.configure(players=5), seed=4, names=NAMES)


def lay(table, code, seat, towards=None, share=0.0, wait=0.9, out=110, sure=0.9995):
    """Let a card slide in to before a seat, so far out, by this share on the way round to another seat."""
    directions = seat_directions(5)
    way = directions[seat] if towards is None else (1 - share) * directions[seat] + share * directions[towards]
    place = np.array(SIZE) / 2 + way / np.linalg.norm(way) * out
    card = Lying(code, *place, 0.1, reading(code, sure, ["9D", "3C"]))
    table.cards.append(card)
    for away in (200, 90, 0):
        card.x, card.y = place + directions[seat] * away
        table.look(0.1)
    table.look(wait)


def play_in_each_others_turn(table):
    """Let the second and the third play in each other's turn, hardly before themselves; the third wins."""
    first = table.session.view.expected
    second, third, fourth, fifth = ((first + step) % 5 for step in range(1, 5))
    lay(table, "4S", first)
    lay(table, "6S", third, towards=second, share=0.15)
    lay(table, "KS", second, towards=third, share=0.15, wait=1.5)
    lay(table, "2S", fourth)
    lay(table, "3S", fifth)
    assert [seat for seat, _ in facts(table)] == [first, second, third, fourth, fifth]
    return first, second, third, fourth, fifth


def test_who_leads_the_next_trick_tells_which_of_two_who_played_near_each_other_won(table):
    first, second, third, fourth, fifth = play_in_each_others_turn(table)
    table.sweep()
    lay(table, "9H", second)
    lay(table, "10H", third, wait=1.5)
    seats = [first, third, second, fourth, fifth, second, third]
    assert facts(table) == list(zip(seats, ["4S", "6S", "KS", "2S", "3S", "9H", "10H"], strict=True))
    assert {(breach.code, breach.seat) for breach in told(table, Irregularity)} == {
        ("out-of-turn", second),
        ("out-of-turn", third),
    }
    assert {event.reason for event in told(table, Correction)} == {"the places of the cards show it"}
    assert not told(table, Question)


def test_who_leads_out_of_turn_after_a_trick_that_lay_clearly_is_told_to(table):
    first, second, third, fourth, fifth = [(table.session.view.expected + step) % 5 for step in range(5)]
    for seat, code in zip((first, second, third, fourth, fifth), ("4S", "6S", "KS", "2S", "3S"), strict=True):
        lay(table, code, seat)
    table.sweep()
    lay(table, "9H", second)
    lay(table, "10H", third, wait=2.5)
    (asked,) = told(table, Question)
    assert len(asked.together) == 5
    assert not told(table, Irregularity)
    table.session.confirm(asked.question)
    table.look(0.5)
    assert [(breach.code, breach.seat) for breach in told(table, Irregularity)] == [("wrong-leader", second)]
    assert [seat for seat, _ in facts(table)[:5]] == [first, second, third, fourth, fifth]


def test_who_follows_suit_has_not_revoked_by_a_card_that_seemed_theirs(table):
    first, second, third = ((table.session.view.expected + step) % 5 for step in range(3))
    lay(table, "4S", first)
    lay(table, "6H", third, towards=second, share=0.3, sure=0.98)
    assert facts(table) == [(first, "4S"), (second, "6H")]
    lay(table, "KS", second, wait=2.5, out=170, sure=0.98)
    assert facts(table) == [(first, "4S"), (third, "6H"), (second, "KS")]
    assert [(breach.code, breach.seat) for breach in told(table, Irregularity)] == [
        ("out-of-turn", third),
        ("out-of-turn", second),
    ]
    assert not told(table, Question)


def test_who_is_asked_about_a_card_and_names_one_of_the_same_trick_says_who_played_that(table):
    first, second, third, fourth, fifth = [(table.session.view.expected + step) % 5 for step in range(5)]
    lay(table, "4S", first)
    lay(table, "6S", second)
    lay(table, "KS", third)
    lay(table, "2S", fourth, towards=fifth, share=0.3)
    lay(table, "3S", fifth, towards=fourth, share=0.3, sure=0.96)
    table.sweep()
    lay(table, "9H", fifth, out=170)
    lay(table, "10H", first, wait=4.0, out=170)
    (asked,) = told(table, Question)
    assert asked.seat == fifth
    before = facts(table)
    table.session.answer(asked.question, "2S")
    assert facts(table)[:5] == [(first, "4S"), (second, "6S"), (third, "KS"), (fifth, "2S"), (fourth, "3S")]
    table.session.undo()
    assert facts(table) == before


def between(table):
    """Return the cards of which people were told that they lie between two players."""
    return [event.card for event in told(table, SourceChanged) if event.notice == "between-players"]


def test_a_card_that_lies_between_two_players_is_named_once_and_one_word_puts_both_right(table):
    first, second, third, fourth, fifth = play_in_each_others_turn(table)
    (named,) = between(table)
    assert named in ("6S", "KS")
    table.session.change_seat(1, third)
    assert facts(table)[:3] == [(first, "4S"), (third, "6S"), (second, "KS")]
    table.sweep()
    for seat, code in zip((second, third, fourth, fifth, first), ("9H", "10H", "2H", "3H", "4H"), strict=True):
        lay(table, code, seat)
    assert len(facts(table)) == 10
    assert between(table) == [named]


def test_nobody_is_told_of_cards_that_lie_before_nobody_and_were_played_in_turn(table):
    seats = [(table.session.view.expected + step) % 5 for step in range(5)]
    for step, (seat, code) in enumerate(zip(seats, ("4S", "6S", "KS", "2S", "3S"), strict=True)):
        lay(table, code, seat, out=4 + step)
    assert len(facts(table)) == 5
    assert not between(table)


def test_the_notice_says_whom_the_card_is_entered_for_and_whose_else_it_may_be(table):
    first, second, third, *_ = play_in_each_others_turn(table)
    (notice,) = [event for event in told(table, SourceChanged) if event.notice == "between-players"]
    assert notice.seat == next(seat for seat, code in facts(table) if code == notice.card)
    assert {notice.seat, *notice.others} == {second, third}
    assert to_json(notice) | {"seat": notice.seat, "others": list(notice.others)} == to_json(notice)
    place = [code for _, code in facts(table)].index(notice.card)
    before = facts(table)
    table.session.change_seat(place, notice.others[0])
    assert facts(table)[:3] == [(first, "4S"), (third, "6S"), (second, "KS")]
    table.session.undo()
    assert facts(table) == before


def test_whose_card_people_have_said_does_not_count_among_those_whose_another_may_be(table):
    first = table.session.view.expected
    second, third, last, fifth = ((first + step) % 5 for step in range(1, 5))
    assert last == 4
    lay(table, "4S", first)
    lay(table, "6S", third, towards=second, share=0.15)
    lay(table, "KS", second, towards=third, share=0.15, wait=1.5)
    lay(table, "2S", last)
    table.session.confirm_seat(3)
    lay(table, "3S", fifth)
    (notice,) = [event for event in told(table, SourceChanged) if event.notice == "between-players"]
    assert {notice.seat, *notice.others} == {second, third}


def test_what_people_say_is_rightly_entered_is_not_shared_out_by_who_leads_next(table):
    _, second, third, *_ = play_in_each_others_turn(table)
    before = facts(table)
    assert not table.session.confirm_seat(2)
    assert facts(table) == before
    table.sweep()
    lay(table, "9H", second)
    lay(table, "10H", third, wait=2.5)
    assert facts(table)[:5] == before
    assert "the places of the cards show it" not in {event.reason for event in told(table, Correction)}
