"""What happens at real tables: hands in the way, nudges, piles, people out of turn."""

import pytest
from scripted import CARD, FIRST, Lying, ScriptedTable, box, facts, play, plays, random_game, reading, told

from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.table.events import Correction, Desynchronised, Irregularity, Question, TrickWon
from companion.table.seating import seat_directions


@pytest.fixture
def table():
    return ScriptedTable(game("coins"), seed=4)


def test_a_trick_is_told_card_by_card_and_then_its_winner(table):
    play(table, *FIRST)
    assert [event.event for event in table.events] == ["card_played"] * 3 + ["trick_won"]
    assert (table.events[-1].seat, table.events[-1].card, table.events[-1].points) == (2, "2-cups", 1)


def test_a_trick_left_lying_long_counts_once(table):
    play(table, *FIRST)
    table.look(20)
    assert len(table.events) == 4
    table.sweep()
    play(table, ("5-clubs", 2))
    assert plays(table)[3:] == [(2, "5-clubs")]


def test_a_hand_over_the_cards_changes_nothing(table):
    play(table, ("1-coins", 1), ("2-cups", 2))
    for card in table.cards:
        card.hidden = True
    table.look(1.5)
    for card in table.cards:
        card.hidden = False
    table.look(1.0)
    play(table, ("1-swords", 0))
    assert facts(table) == [(seat, code) for code, seat in FIRST]


def test_a_nudged_card_is_the_same_card(table):
    play(table, ("1-coins", 1))
    table.cards[0].hidden = True
    table.look(0.5)
    table.cards[0].hidden = False
    table.cards[0].x += 0.9 * CARD
    table.look(1.0)
    play(table, ("2-cups", 2), ("1-swords", 0))
    assert facts(table) == [(seat, code) for code, seat in FIRST]


def test_a_card_covered_by_the_next_still_counts_once(table):
    first = table.lay("1-coins", 1)
    second = Lying("2-cups", first.x + 18, first.y + 20, 0.4, table.read("2-cups"))
    table.cards.append(second)
    table.look(0.3)
    first.hidden = True
    table.look(1.0)
    play(table, ("1-swords", 0))
    assert [code for _, code in facts(table)] == ["1-coins", "2-cups", "1-swords"]
    assert len(told(table, TrickWon)) == 1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("offset", [0, 6, 14])
def test_cards_laid_exactly_on_each_other_in_the_middle_are_played_in_the_order_they_came(seed, offset):
    table = ScriptedTable(game("coins"), seed=seed)
    for step, (code, _) in enumerate(FIRST):
        for below in table.cards:
            below.hidden = True
        table.look(0.2)
        table.cards.append(Lying(code, 640 + offset * step, 360 - offset * (step % 2), 0.02, table.read(code)))
        table.look(1.4)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert [event.card for event in told(table, TrickWon)] == ["2-cups"]
    assert not told(table, Correction)


def test_two_cards_that_land_at_once_go_to_their_seats(table):
    play(table, ("1-coins", 1))
    for code, seat in (("1-swords", 0), ("2-cups", 2)):
        table.cards.append(Lying(code, *table.place(seat), 0.0, table.read(code)))
    table.look(1.0)
    assert sorted(facts(table)) == sorted((seat, code) for code, seat in FIRST)
    assert told(table, TrickWon)[-1].card == "2-cups"


def test_a_play_out_of_turn_is_told_by_where_the_card_lies(table):
    play(table, ("1-coins", 1), ("1-swords", 0), ("2-cups", 2))
    assert facts(table) == [(1, "1-coins"), (0, "1-swords"), (2, "2-cups")]
    assert {event.code for event in told(table, Irregularity)} == {"out-of-turn"}


@pytest.mark.parametrize("seed", range(4, 8))
def test_somebody_who_leads_out_of_turn_is_told_once_the_doubtful_cards_were_asked_about(seed):
    table = ScriptedTable(game("coins"), seed=seed)
    played = {seat: code for code, seat in FIRST}
    play(table, *FIRST)
    table.sweep()
    play(table, ("3-clubs", 0), wait=2.0)
    assert not told(table, Irregularity)
    assert "Ana leads, but Carla seems to have won" in told(table, Question)[0].doubt.text(table.names)
    while (question := table.session.snapshot().question) is not None:
        table.session.answer(question.question, played[question.seat])
        table.look(1.5)
    assert [event.code for event in told(table, Irregularity)] == ["wrong-leader"]
    asked = len(told(table, Question))
    play(table, ("4-clubs", 1), ("5-clubs", 2), wait=1.5)
    assert facts(table)[3:] == [(0, "3-clubs"), (1, "4-clubs"), (2, "5-clubs")]
    assert len(told(table, Question)) == asked, "nobody is asked again whether what was told is so"


@pytest.mark.parametrize("chance", [0.03, 0.008])
def test_before_a_doubtful_winner_makes_a_lead_wrong_the_doubtful_card_is_asked_about(chance):
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1, 0.8)
    table.lay("2-cups", 2, 1.5, read=(("2-clubs", 0.993 - chance), ("2-cups", chance)))
    table.lay("1-swords", 0, 1.0)
    table.sweep()
    table.lay("3-clubs", 2, 2.0)
    assert not told(table, Irregularity)
    (question,) = told(table, Question)
    assert question.doubt.text(table.names) == "later play does not fit an earlier card"
    assert {code for code, _ in question.candidates[:2]} == {"2-clubs", "2-cups"}
    table.session.answer(question.question, "2-cups")
    assert [(event.trick, event.seat) for event in told(table, TrickWon)][-1] == (0, 2)
    assert facts(table)[-1] == (2, "3-clubs")
    assert not told(table, Irregularity)


def test_a_collected_trick_that_lies_face_up_aside_does_not_count_again(table):
    play(table, *FIRST)
    for step, card in enumerate(table.cards):
        card.x, card.y = 1150 + 4 * step, 120 + 3 * step
        card.hidden = step < 2
    table.look(1.5)
    play(table, ("3-clubs", 2), ("4-clubs", 0), ("5-clubs", 1))
    assert [code for _, code in facts(table)] == ["1-coins", "2-cups", "1-swords", "3-clubs", "4-clubs", "5-clubs"]


def test_face_down_cards_are_never_plays(table):
    table.cards.append(Lying("", 600, 300, 0.0, (), face_up=False))
    table.look(3.0)
    assert table.events == []


def test_a_heap_of_backs_that_looks_like_a_face_is_no_play(table):
    table.cards += [Lying("", 300 + 6 * step, 260, 0.1 * step, (), face_up=False) for step in range(3)]
    table.look(1.0)
    table.cards.append(Lying("", 305, 268, 0.05, reading("5-cups", 0.5, ["6-cups", "7-cups"])))
    table.look(3.0)
    assert not table.events
    table.cards[-1].reading = table.read("5-cups")
    table.look(1.0)
    assert [event.cards for event in table.events] == [("5-cups",)]


def test_the_next_lead_may_come_before_the_trick_is_collected(table):
    play(table, *FIRST)
    old = list(table.cards)
    table.lay("3-clubs", 2, 1.5)
    for card in old:
        table.cards.remove(card)
    table.look(1.0)
    play(table, ("4-clubs", 0), ("5-clubs", 1))
    assert [event.trick for event in told(table, TrickWon)] == [0, 1]


def test_nothing_counts_while_people_rearrange(table):
    play(table, ("1-coins", 1))
    table.session.pause()
    play(table, ("9-cups", 2), ("8-cups", 0))
    table.session.resume()
    table.look(2.0)
    assert facts(table) == [(1, "1-coins")]
    assert {card.role for card in table.session.snapshot().cards} == {"played", "ignored"}


def test_a_ghost_of_one_look_is_no_play(table):
    table.cards.append(Lying("4-cups", 500, 300, 0.0, reading("4-cups", 0.9)))
    table.look(0.1)
    table.cards.clear()
    table.look(1.0)
    assert table.events == []


def test_glare_that_looked_like_a_card_for_a_moment_is_no_play(table):
    play(table, ("1-coins", 1))
    glare = Lying("", *table.place(2), 0.0, (("3-cups", 0.55), ("4-cups", 0.2)))
    table.cards.append(glare)
    for glare.hidden in (False, True, False, True, False):
        table.look(0.1)
    table.cards.remove(glare)
    table.look(1.5)
    assert table.session.snapshot().question is None, "nobody is asked any more about what has gone"
    play(table, *FIRST[1:])
    assert facts(table) == [(seat, code) for code, seat in FIRST]


def test_a_card_in_the_hand_that_takes_the_last_trick_does_not_lead_the_next_hand():
    suits = game("steere_suits")
    played = [fact for fact in random_game(suits, None, 3).facts if isinstance(fact, CardsPlayed)]
    table = ScriptedTable(suits, seed=2, facts=played[:45])
    play(table, *((fact.cards[0], fact.seat) for fact in played[45:48]), wait=0.8)
    assert table.log.view.hand == 2
    table.sweep(0.3)
    shown = Lying(played[46].cards[0], 300, 150, 1.0, table.read(played[46].cards[0]))
    table.cards.append(shown)
    table.look(0.6)
    table.sweep(1.0)
    assert len(table.log.facts) == 48
    leader = table.log.view.expected
    table.lay("9-cups", leader)
    assert facts(table)[48:] == [(leader, "9-cups")]


def test_a_card_of_another_deck_is_no_play(table):
    table.cards.append(Lying("", 500, 300, 0.0, (("1-cups", 0.04), ("2-cups", 0.03))))
    table.look(4.0)
    assert plays(table) == []


def test_boxes_are_shown_with_what_they_are(table):
    play(table, ("1-coins", 1))
    card = table.session.snapshot().cards[0]
    assert (card.role, card.code, card.seat, card.fact) == ("played", "1-coins", 1, 0)
    assert abs(card.corners - box(table.cards[0].x, table.cards[0].y, table.cards[0].angle)).max() < 5


def test_the_last_card_of_a_trick_is_taken_back_for_another(table):
    play(table, *FIRST[:2], ("4-swords", 0))
    table.cards.pop()
    table.look(1.2)
    table.lay("1-swords", 0, wait=0.5)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    table.sweep(1.0)
    play(table, ("7-cups", 2))
    assert facts(table)[3:] == [(2, "7-cups")]
    assert not told(table, Question)


def test_the_last_card_of_a_trick_is_taken_back_for_another_and_the_trick_is_taken_at_once(table):
    play(table, *FIRST)
    table.cards.pop()
    table.look(2.0)
    table.lay("7-swords", 0, wait=0.5)
    table.cards[1].hidden = True
    table.look(0.5)
    table.sweep(1.0)
    play(table, ("5-clubs", 2))
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "7-swords"), (2, "5-clubs")]
    assert not told(table, Irregularity)


def test_what_shows_of_a_card_under_an_arm_is_not_the_one_that_lay_there_before(table):
    play(table, *FIRST)
    last = table.cards[-1]
    place = last.x, last.y, last.angle
    last.hidden = True
    table.look(0.4)
    last.x, last.hidden = last.x + 1.3 * CARD, False
    table.look(0.5)
    table.sweep(0.6)
    play(table, ("5-clubs", 2), wait=0.4)
    there = table.lay("6-clubs", 0)
    there.x, there.y = place[0] + 0.12 * CARD, place[1]
    table.look(0.5)
    there.x, there.reading = place[0], reading("1-swords", 0.9, ["2-swords"])
    table.look(0.4)
    there.reading = table.read("6-clubs")
    play(table, ("7-clubs", 1))
    assert facts(table)[3:] == [(2, "5-clubs"), (0, "6-clubs"), (1, "7-clubs")]
    assert not told(table, Irregularity)
    assert not told(table, Question)


@pytest.mark.parametrize("covered", [0, 1])
@pytest.mark.parametrize("seconds", [3.0, 20.0])
def test_a_card_under_an_arm_for_long_stands_where_it_stood_once_it_is_seen_again(table, covered, seconds):
    play(table, *FIRST[:2])
    table.cards[covered].hidden = True
    table.look(seconds)
    table.cards[covered].hidden = False
    table.look(1.5)
    play(table, FIRST[2])
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert [event.card for event in told(table, TrickWon)] == ["2-cups"]


@pytest.mark.parametrize("seconds", [4.0, 10.0])
def test_a_card_taken_up_and_laid_again_in_its_turn_stands_where_it_stood(table, seconds):
    play(table, *FIRST[:2])
    first = table.cards.pop(0)
    table.look(seconds)
    first.x += 0.25 * CARD
    table.cards.append(first)
    table.look(1.5)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]
    play(table, FIRST[2])
    assert [(event.seat, event.card) for event in told(table, TrickWon)] == [(2, "2-cups")]
    assert not {event.code for event in told(table, Irregularity)} - {"wrong-leader"}


def test_a_card_laid_out_of_turn_and_taken_back_is_played_after_the_one_whose_turn_it_was(table):
    early = table.lay("2-cups", 2, 2.0)
    table.cards.remove(early)
    table.look(4.0)
    play(table, FIRST[0])
    early.x -= 0.2 * CARD
    table.cards.append(early)
    table.look(1.5)
    play(table, FIRST[2])
    assert facts(table) == [(seat, code) for code, seat in FIRST]


def test_a_card_that_a_person_says_was_none_does_not_come_back_from_under_an_arm(table):
    play(table, *FIRST[:2])
    table.session.remove_play(0)
    table.cards[0].hidden = True
    table.look(8.0)
    table.cards[0].hidden = False
    table.look(1.5)
    assert facts(table)[0] == (2, "2-cups")


@pytest.mark.parametrize(("stops", "steps"), [(0.1, 25), (1.0, 10)])
def test_cards_that_are_slid_to_their_place_slowly_or_with_a_stop_are_plays_of_one_trick(table, stops, steps):
    way = 2.0 * CARD
    for code, seat in FIRST:
        x, y = table.place(seat)
        across, down = seat_directions(3)[seat] * way
        card = Lying(code, x + across, y + down, 0.1, table.read(code))
        table.cards.append(card)
        for step in range(steps):
            card.x, card.y = x + across * (1 - step / steps), y + down * (1 - step / steps)
            table.look(stops if step == steps // 2 else 0.1)
        card.x, card.y = x, y
        table.look(0.8)
    assert plays(table) == [(seat, code) for code, seat in FIRST]
    assert [event.card for event in told(table, TrickWon)] == ["2-cups"]
    assert not told(table, Desynchronised)
    table.sweep()
    play(table, ("5-clubs", 2))
    assert facts(table)[3:] == [(2, "5-clubs")]


def test_who_leads_out_of_turn_and_takes_it_back_leaves_no_question_once_the_winner_leads(table):
    play(table, *FIRST)
    table.sweep()
    early = table.lay("3-clubs", 0, 3.0)
    assert table.session.snapshot().question is not None
    table.cards.remove(early)
    table.look(2.6)
    play(table, ("4-clubs", 2), ("3-clubs", 0), ("5-clubs", 1))
    assert facts(table)[3:] == [(2, "4-clubs"), (0, "3-clubs"), (1, "5-clubs")]
    assert table.session.snapshot().question is None
    assert len(told(table, Question)) == 1
