"""What happens at real tables: cards that cannot be read, were misread, or were taken before they could be seen."""

import pytest
from scripted import FIRST, Lying, ScriptedTable, facts, play, plays, random_game, reading, told

from companion.rules.games import game
from companion.table.events import CardPlayed, CardSeen, Correction, Desynchronised, Question, TrickWon


@pytest.fixture
def table():
    return ScriptedTable(game("coins"), seed=4)


def test_a_card_that_cannot_be_read_is_asked_about_and_answered(table):
    play(table, ("1-coins", 1))
    table.lay("2-cups", 2, 2.0, read=reading("2-cups", 0.5, ["3-cups"]))
    question = told(table, Question)[0]
    assert [code for code, _ in question.candidates][:2] == ["2-cups", "3-cups"]
    assert plays(table) == [(1, "1-coins")]
    table.session.answer(question.question, "2-cups")
    play(table, ("1-swords", 0))
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert table.session.snapshot().question is None


def test_a_card_that_a_reader_rather_takes_for_none_than_for_any_other_counts(table):
    play(table, ("1-coins", 1))
    table.lay("2-cups", 2, 2.5, read=(("2-cups", 0.3),))
    for question in told(table, Question):
        table.session.answer(question.question, "2-cups")
    play(table, ("1-swords", 0))
    assert facts(table) == [(seat, code) for code, seat in FIRST]


def test_cards_behind_a_question_are_told_as_seen_and_each_once(table):
    table.lay("1-coins", 1, wait=2.0, read=reading("1-coins", 0.5, ["2-coins"]))
    play(table, ("2-cups", 2), ("1-swords", 0), wait=1.0)
    assert told(table, Question)
    assert not plays(table)
    seen = [(event.hand, event.trick, event.seat, event.cards) for event in told(table, CardSeen)]
    assert seen == [(1, 0, 2, ("2-cups",)), (1, 0, 0, ("1-swords",))]
    assert [event.player for event in told(table, CardSeen)] == ["Carla", "Ana"]
    table.session.answer(told(table, Question)[0].question, "1-coins")
    assert [(e.hand, e.trick, e.seat, e.cards) for e in told(table, CardPlayed)][1:] == seen
    table.sweep()
    play(table, ("3-cups", 2))
    assert len(told(table, CardSeen)) == 2


def test_a_lead_behind_a_question_is_told_for_the_seat_it_lies_before(table):
    play(table, ("1-coins", 1), ("2-cups", 2))
    table.lay("1-swords", 0, wait=1.6, read=reading("1-swords", 0.5, ["2-coins"]))
    table.sweep()
    play(table, ("3-cups", 2), wait=1.0)
    assert [(event.trick, event.seat, event.cards) for event in told(table, CardSeen)] == [(1, 2, ("3-cups",))]


def test_play_goes_on_behind_a_question_and_is_told_once_it_is_answered(table):
    play(table, ("1-coins", 1))
    table.lay("2-cups", 2, 2.0, read=reading("2-cups", 0.5, ["3-cups"]))
    play(table, ("1-swords", 0))
    assert plays(table) == [(1, "1-coins")]
    assert len(told(table, Question)) == 1
    table.session.answer(1, "2-cups")
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert told(table, TrickWon)[-1].seat == 2


def test_what_was_no_card_is_dismissed_by_the_answer(table):
    play(table, ("1-coins", 1))
    table.lay("2-cups", 2, 2.0, read=reading("2-cups", 0.5, ["3-cups"]))
    table.cards.pop()
    table.look(0.5)
    table.session.answer(1, None)
    play(table, ("2-cups", 2), ("1-swords", 0))
    assert facts(table) == [(seat, code) for code, seat in FIRST]


def test_the_same_card_seen_again_casts_doubt_on_the_earlier_reading(table):
    table.lay("1-coins", 1, 1.5, read=reading("2-coins", 0.97, ["1-coins"]))
    play(table, ("2-cups", 2), ("1-swords", 0))
    assert told(table, TrickWon)[0].card == "2-cups"
    table.sweep()
    table.lay("2-coins", 2, 2.0, read=reading("2-coins", 0.9995, ["9-cups"]))
    question = told(table, Question)[0]
    assert (question.seat, question.trick, question.candidates[0][0]) == (1, 0, "1-coins")
    table.session.answer(question.question, "1-coins")
    correction = told(table, Correction)[0]
    assert (correction.was, correction.now, correction.seat) == ("2-coins", "1-coins", 1)
    assert facts(table) == [(1, "1-coins"), *((seat, code) for code, seat in FIRST[1:]), (2, "2-coins")]


def test_of_two_cards_that_read_alike_the_one_that_won_is_what_it_was(table):
    table.lay("1-coins", 1)
    table.lay("2-cups", 2, read=reading("2-cups", 0.98, ["2-clubs"]))
    table.lay("1-swords", 0)
    table.sweep()
    play(table, ("3-clubs", 2), ("4-clubs", 0), ("5-clubs", 1))
    table.sweep()
    play(table, ("3-cups", 1))
    table.lay("2-clubs", 2, 2.0, read=reading("2-cups", 0.98, ["2-clubs", "3-clubs"]))
    play(table, ("5-cups", 0))
    assert not told(table, Correction)
    assert [(event.trick, event.candidates[0][0]) for event in told(table, Question)] == [(2, "2-clubs")]


def test_of_two_cards_that_read_alike_the_answer_about_one_settles_the_other(table):
    table.lay("1-coins", 1, 0.8, read=reading("2-coins", 0.95, ["1-coins"]))
    play(table, ("2-cups", 2), ("1-swords", 0))
    table.sweep()
    table.lay("2-coins", 2, 2.0, read=reading("2-coins", 0.95, ["9-cups"]))
    assert len(told(table, Question)) == 1
    assert (told(table, Question)[0].hand, told(table, Question)[0].trick) == (1, 1)
    table.session.answer(told(table, Question)[0].question, "2-coins")
    assert [(event.was, event.now) for event in told(table, Correction)] == [("2-coins", "1-coins")]
    assert facts(table) == [*((seat, code) for code, seat in FIRST), (2, "2-coins")]


def test_a_card_that_was_taken_before_it_could_be_seen_is_asked_for(table):
    play(table, ("1-coins", 1), ("2-cups", 2))
    table.sweep(2.0)
    play(table, ("3-clubs", 2), wait=2.0)
    (lost,) = told(table, Desynchronised)
    assert (lost.state, lost.missing, lost.expected) == ("lost", 1, (0,))
    assert "taken before one card of it" in lost.message
    assert table.session.snapshot().state == "desynchronised"
    question = told(table, Question)[0]
    assert question.seat == 0
    table.session.answer(question.question, "1-swords")
    assert facts(table) == [*((seat, code) for code, seat in FIRST), (2, "3-clubs")]
    assert [event.state for event in told(table, Desynchronised)] == ["lost", "resumed"]


def pass_by(table, code, x, y, read=None):
    """Let a card be seen on its way, never at rest, and taken away."""
    card = Lying(code, x, y, 0.3, read if read is not None else table.read(code))
    table.cards.append(card)
    for _ in range(4):
        card.y -= 40
        table.look(0.1)
    table.cards.clear()


def test_a_card_that_was_taken_before_it_lay_still_is_the_one_that_was_glimpsed(table):
    play(table, *FIRST[:2])
    pass_by(table, "1-swords", 700, 560)
    table.look(1.6)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]
    play(table, ("5-clubs", 2), wait=1.5)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "5-clubs")]
    assert not told(table, Desynchronised)


def test_a_card_of_the_trick_in_the_hand_that_takes_it_is_not_the_one_that_was_missed(table):
    play(table, *FIRST[:2])
    pass_by(table, "1-swords", 700, 560)
    table.look(0.3)
    pass_by(table, "1-coins", 300, 200, reading("1-coins", 0.9999, ["4-cups"]))
    table.look(1.6)
    play(table, ("5-clubs", 2), wait=1.5)
    assert facts(table)[2:] == [(0, "1-swords"), (2, "5-clubs")]


def test_a_card_that_may_be_many_is_no_guess_however_much_is_played_on_it():
    truth = random_game(game("coins"), None, 5)
    table = ScriptedTable(game("coins"), seed=3)
    many = [(fact.cards[0], 0.055) for fact in truth.facts[30:40]]
    for place, fact in enumerate(truth.facts[:12]):
        code = fact.cards[0]
        table.lay(code, fact.seat, 0.8, ((code, 0.42), *many) if place == 1 else None)
        if place % 3 == 2:
            table.sweep()
    table.look(2.0)
    assert facts(table) == [(truth.facts[0].seat, truth.facts[0].cards[0])]
    table.session.answer(table.session.snapshot().question.question, truth.facts[1].cards[0])
    table.look(1.0)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:12]]


def test_two_cards_of_a_hand_that_cannot_be_told_apart_do_not_keep_the_next_from_being_played():
    coins = game("coins")
    truth = random_game(coins, coins.configure(target=30), 5, hands=2)
    table = ScriptedTable(coins, truth.settings, seed=3, facts=truth.facts[:45])
    table.look(5.0)
    alike = [(fact.cards[0], 0.48) for fact in truth.facts[45:47]]
    for place, fact in enumerate(truth.facts[45:57], 45):
        table.lay(fact.cards[0], fact.seat, 0.8, tuple(alike) if place < 47 else None)
        if place % 3 == 2:
            table.sweep(1.2)
    table.look(3.0)
    assert table.log.view.hand == 2
    assert len(facts(table)) == 57
    assert {code for _, code in facts(table)[45:47]} == {code for code, _ in alike}
    assert table.session.snapshot().question.hand == 1


@pytest.mark.parametrize("seat", [0, 2])
def test_what_people_name_for_a_play_that_was_missed_may_lie_before_another_player(table, seat):
    other = 2 - seat
    table.lay("1-coins", 1, 1.5)
    table.lay("2-cups", seat, 2.0)
    table.sweep(2.0)
    play(table, ("3-clubs", other), wait=3.0)
    before = facts(table)

    def name(seat, code):
        table.look(2.0)
        question = table.session.snapshot().question
        assert question.seat == seat
        table.session.answer(question.question, code)

    name(other, "2-cups")
    name(seat, "1-swords")
    in_turn = {0: [(2, "2-cups"), (0, "1-swords")], 2: [(2, "1-swords"), (0, "2-cups")]}
    known = [(1, "1-coins"), *in_turn[seat], (other, "3-clubs")]
    assert facts(table) == known
    assert not [ruling for ruling in table.log.rulings if ruling.event == "irregularity"]
    table.session.undo()
    table.session.undo()
    assert facts(table) == before
    table.session.redo()
    table.session.redo()
    assert facts(table)[:3] == known[:3]
    table.session.undo()
    table.session.undo()
    name(other, "2-cups")
    name(seat, "1-swords")
    assert facts(table) == known
