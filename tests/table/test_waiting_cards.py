"""A game that breaks off while a card is asked about goes on with those that were laid since."""

from dataclasses import replace

import pytest
from scripted import ScriptedTable, facts, random_game, reading, taken_up, told

from companion.rules.games import game
from companion.table.events import Correction, Desynchronised, Irregularity, Question, SourceChanged
from companion.table.waiting import Waiting, waiting_of, waiting_to_json

COINS = game("coins")


def broken_off(seed, unsure, laid, first=0):
    """Return a table at which one of the cards that were laid is asked about, and the whole hand."""
    truth = random_game(COINS, None, seed)
    table = ScriptedTable(COINS, seed=seed, facts=truth.facts[:first])
    if first:
        table.look(5.0)
    for place, fact in enumerate(truth.facts[first : first + laid], first):
        code = fact.cards[0]
        other = next(f.cards[0] for f in truth.facts[40:] if f.cards[0] != code)
        table.lay(code, fact.seat, 0.8, ((code, 0.5), (other, 0.45)) if place == first + unsure else None)
        if place % 3 == 2 and place < first + laid - 1:
            table.sweep()
    table.look(3.0)
    return table, truth


@pytest.mark.parametrize(("seed", "unsure"), [(2, 0), (3, 1), (0, 2)])
def test_the_question_is_asked_again_and_its_answer_lets_all_that_waited_count(seed, unsure):
    table, truth = broken_off(seed, unsure, 5, first=6)
    assert len(table.log.facts) == 6 + unsure
    again = taken_up(table)
    again.look(3.0)
    asked = again.session.snapshot().question
    assert asked is not None
    again.session.answer(asked.question, truth.facts[6 + unsure].cards[0])
    again.look(1.0)
    assert again.session.snapshot().question is None
    assert facts(again) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:11]]
    for fact in truth.facts[11:13]:
        again.lay(fact.cards[0], fact.seat)
        if fact is truth.facts[11]:
            again.sweep(1.2)
    assert facts(again) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:13]]
    assert not told(again, Irregularity) + told(again, Correction) + told(again, SourceChanged)
    # What was seen then was not taken before it could be seen.
    assert not told(again, Desynchronised)


def test_the_very_first_card_may_be_the_one_that_is_asked_about():
    table, truth = broken_off(1, 0, 2)
    assert not table.log.facts
    again = taken_up(table)
    again.look(3.0)
    asked = again.session.snapshot().question
    assert asked is not None
    again.session.answer(asked.question, truth.facts[0].cards[0])
    again.look(1.0)
    assert facts(again) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:2]]


def test_a_game_may_break_off_twice_before_anybody_answers():
    table, truth = broken_off(2, 1, 5, first=6)
    again = taken_up(table)
    again.look(3.0)
    later = taken_up(again)
    later.look(3.0)
    assert later.session.snapshot().waiting
    later.session.answer(later.session.snapshot().question.question, truth.facts[7].cards[0])
    later.look(1.0)
    assert facts(later) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:11]]


def test_they_count_where_the_table_was_cleared_meanwhile():
    table, truth = broken_off(2, 0, 5, first=6)
    again = taken_up(table)
    again.cards = []
    again.look(5.0)
    again.session.answer(again.session.snapshot().question.question, truth.facts[6].cards[0])
    again.look(1.0)
    assert facts(again) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:11]]


def test_where_the_hand_is_dealt_anew_none_waits_any_more():
    table, _ = broken_off(2, 0, 5, first=6)
    again = taken_up(table)
    again.session.deal_anew()
    again.look(3.0)
    assert all(card.dismissed for card in again.session.snapshot().waiting)
    assert not told(again, Question)


def test_straights_that_wait_stay_the_plays_they_were():
    forum = game("forum_suits")
    table = ScriptedTable(forum, forum.configure(players=3), seed=3)
    leader = table.log.view.expected
    seats = [(leader + step) % 3 for step in range(3)]
    table.lay("5H", seats[0], 1.0, reading("5H", 0.5, ["5D"]))
    lower, upper = table.lay("8H", seats[1], 0.1), table.lay("9H", seats[1], 0.1)
    upper.x, upper.y, upper.angle = lower.x + 40, lower.y, lower.angle
    table.look(0.6)
    table.lay("JH", seats[2], 1.0)
    table.look(3.0)
    assert not table.log.facts
    again = taken_up(table)
    again.look(3.0)
    again.session.answer(again.session.snapshot().question.question, "5H")
    again.look(1.0)
    played = [(fact.seat, fact.cards) for fact in again.log.facts]
    assert played == [(seats[0], ("5H",)), (seats[1], ("8H", "9H")), (seats[2], ("JH",))]


def test_cards_that_are_played_as_usual_do_not_wait():
    table, _ = broken_off(1, 9, 5)
    assert not table.session.snapshot().waiting


def guessed_at():
    """Return a table at which a card was entered that nobody has said anything of, and the game as it was played."""
    truth = random_game(COINS, None, 5)
    table = ScriptedTable(COINS, seed=3)
    for place, fact in enumerate(truth.facts[:9]):
        code = fact.cards[0]
        table.lay(code, fact.seat, 0.8, ((code, 0.78), (truth.facts[40].cards[0], 0.15)) if place == 3 else None)
        if place % 3 == 2:
            table.sweep()
    table.look(2.0)
    return table, truth, 3


def test_a_card_that_was_entered_unsure_is_still_asked_about_after_the_game_broke_off():
    table, truth, place = guessed_at()
    asked = table.session.snapshot().question
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:9]]
    again = taken_up(table)
    again.look(3.0)
    snapshot = again.session.snapshot()
    assert snapshot.question is not None
    assert snapshot.asked == (place, truth.facts[place].cards[0])
    assert [code for code, _ in snapshot.question.candidates] == [code for code, _ in asked.candidates]
    other = asked.candidates[1][0]
    again.session.answer(snapshot.question.question, other)
    again.look(1.0)
    assert facts(again)[place] == (truth.facts[place].seat, other)
    assert again.session.snapshot().question is None
    assert not taken_up(again).session.snapshot().waiting


def test_it_is_still_asked_about_after_its_hand_was_dealt_anew_by_mistake():
    table, truth, place = guessed_at()
    table.session.deal_anew()
    table.look(1.0)
    assert table.session.snapshot().question is None
    table.session.undo()
    table.look(3.0)
    assert table.session.snapshot().asked == (place, truth.facts[place].cards[0])


def test_the_question_is_lost_neither_when_the_game_breaks_off_before_it_is_asked_nor_when_it_breaks_off_twice():
    game_of_straights = game("forum_suits")
    table = ScriptedTable(game_of_straights, game_of_straights.configure(players=3), seed=3)
    for code, seat in (("5H", 1), ("9H", 2), ("JH", 0)):
        table.lay(code, seat, 0.8, (("9H", 0.965), ("QD", 0.03)) if seat == 2 else None)
        if told(table, Question):
            break
    assert len(table.log.facts) >= 2
    assert not told(table, Question)
    again = taken_up(taken_up(table))
    again.look(3.0)
    assert again.session.snapshot().asked == (1, "9H")
    again.session.answer(again.session.snapshot().question.question, "9H")
    assert again.session.snapshot().question is None


def test_a_question_about_the_hand_before_is_not_lost_either():
    truth = random_game(COINS, None, 5)
    codes = [truth.facts[place].cards[0] for place in (40, 45)]
    chances, swapped = (((one, 0.6), (other, 0.4)) for one, other in (codes, codes[::-1]))
    doubted = [
        Waiting("play", 1, 0, 9.0, pair, None, None, None, confirmed=True, fact=place, decided=code)
        for place, code, pair in ((40, codes[0], chances), (45, codes[1], swapped))
    ]
    settings = COINS.configure(target=20)
    seen = [replace(fact, source="camera", confidence=0.6 if fact.cards[0] in codes else 0.99) for fact in truth.facts]
    table = ScriptedTable(COINS, settings, seed=3, facts=seen, waiting=doubted)
    table.look(6.0)
    assert table.log.view.hand == 2
    asked = table.session.snapshot().question
    assert (asked.hand, {code for code, _ in asked.candidates}) == (1, set(codes))
    table.session.answer(asked.question, codes[0])
    leader = table.log.view.expected
    table.lay(codes[0], leader, 1.5)
    assert facts(table)[48:] == [(leader, codes[0])]
    assert table.session.snapshot().question is None


@pytest.mark.parametrize(
    "change",
    [
        {"chances": []},
        {"chances": [["10H", 0.9]]},
        {"pinned": "10H"},
        {"pinned_seat": 3},
        {"seats": [0.0]},
        {"hand": 4},
        {"time": None},
        {"fact": 0, "decided": "5-cups"},
        {"fact": 40, "decided": None},
    ],
)
def test_a_file_that_holds_cards_of_another_game_is_refused(change):
    table, _ = broken_off(2, 1, 5, first=6)
    card = waiting_to_json(table.session.snapshot().waiting[0])
    with pytest.raises((LookupError, TypeError, ValueError)):
        waiting_of([card | change], table.log)


@pytest.mark.parametrize("times", [1, 2])
def test_a_card_that_people_took_out_and_that_lies_there_does_not_count_when_a_game_is_taken_up(times):
    table = ScriptedTable(COINS, seed=4)
    table.lay("1-coins", 1)
    dropped = table.lay("2-cups", 2)
    table.session.remove_play(1)
    table.look(0.5)
    for _ in range(times):
        table = taken_up(table)
        table.look(3.0)
    assert facts(table) == [(1, "1-coins")]
    table.cards.remove(dropped)
    table.look(1.0)
    table.lay("9-swords", 2)
    assert facts(table) == [(1, "1-coins"), (2, "9-swords")]
    assert not told(table, Question) + told(table, Irregularity)


def test_a_card_that_people_took_out_before_any_was_played_does_not_lead_when_a_game_is_taken_up():
    table = ScriptedTable(COINS, seed=4)
    table.lay("2-cups", 1)
    table.session.remove_play(0)
    table.look(0.5)
    again = taken_up(table)
    again.look(3.0)
    assert not facts(again)


def test_a_card_that_people_took_out_and_took_away_counts_when_it_is_laid_after_a_game_is_taken_up():
    table = ScriptedTable(COINS, seed=4)
    table.lay("1-coins", 1)
    dropped = table.lay("2-cups", 2)
    table.session.remove_play(1)
    table.look(0.5)
    table.cards.remove(dropped)
    table.look(8.0)
    again = taken_up(table)
    again.look(3.0)
    again.lay("2-cups", 2)
    assert facts(again) == [(1, "1-coins"), (2, "2-cups")]


def test_what_an_earlier_version_wrote_of_cards_that_wait_is_read():
    table, _ = broken_off(2, 1, 4)
    held = [waiting_to_json(card) for card in table.session.snapshot().waiting]
    for card in held:
        del card["dismissed"]
    assert waiting_of(held, table.log) == table.session.snapshot().waiting


def test_the_last_trick_of_a_hand_lies_there_still_beside_a_card_that_people_took_out_and_is_not_played_again():
    settings = COINS.configure(target=30)
    truth = random_game(COINS, settings, 5)
    table = ScriptedTable(COINS, settings, seed=5, facts=truth.facts[:45])
    table.look(5.0)
    for fact in truth.facts[45:48]:
        table.lay(fact.cards[0], fact.seat, 1.0)
    leader = table.log.view.leader
    assert leader is not None
    table.lay("2-cups", leader, 1.5)
    table.session.remove_play(48)
    table.look(1.0)
    again = taken_up(table)
    again.look(6.0)
    assert facts(again) == facts(table)
    assert len(facts(again)) == 48
    assert not told(again, Question) + told(again, Irregularity)
