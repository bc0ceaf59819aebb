"""Plays of several cards, and what only people know, in the forum's Suits."""

import numpy as np
import pytest
from forum_tables import NAMES, forum, plays, told
from scripted import CARD, SIZE, Lying, ScriptedTable, reading

from companion.evaluation.random_games import random_game as random_deal
from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, ThiefTook
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.rules.rulings import TrickWon
from companion.table.events import CardPlayed, Correction, Irregularity, Needed, Question
from companion.table.seating import seat_directions


def fan(table, seat, *codes, gap=0.24, wait=0.9):
    """Let a seat lay cards as a fan, all at once."""
    x, y = table.place(seat, spread=4.0)
    across = np.array([-seat_directions(len(table.names))[seat][1], seat_directions(len(table.names))[seat][0]])
    laid = []
    for step, code in enumerate(codes):
        dx, dy = across * CARD * gap * (step - (len(codes) - 1) / 2)
        laid.append(Lying(code, x + dx, y + dy, 0.05, table.read(code)))
    table.cards += laid
    table.look(wait)
    return laid


def seat_angle(seat, players=5):
    """Return how a card is turned that lies upright for a seat."""
    return 2 * np.pi * seat / players


def test_a_fan_is_one_play_and_said_once():
    table = forum()
    fan(table, 1, "5H", "6H", "7H")
    table.lay("9H", 2)
    assert plays(table) == [(1, ("5H", "6H", "7H")), (2, ("9H",))]
    assert [event.cards for event in told(table, CardPlayed)] == [("5H", "6H", "7H"), ("9H",)]


def test_the_cards_of_a_fan_are_named_in_their_order_however_they_lie():
    table = forum()
    fan(table, 1, "KC", "QC", "AC")
    assert plays(table) == [(1, ("QC", "KC", "AC"))]


def test_a_straight_laid_card_by_card_grows():
    table = forum()
    first = table.lay("5H", 1, wait=1.2)
    table.cards.append(Lying("6H", first.x, first.y - 0.68 * CARD, first.angle, table.read("6H")))
    table.look(1.0)
    assert plays(table) == [(1, ("5H", "6H"))]
    table.lay("9H", 2)
    assert plays(table)[1:] == [(2, ("9H",))]


def test_the_last_straight_of_a_trick_goes_on_although_its_first_card_is_asked_about():
    table = forum(players=3)
    table.lay("9H", 1)
    table.lay("2H", 2)
    first = table.lay("5H", 0, wait=1.5, read=reading("5C", 0.5, ["5H", "9C"]))
    table.cards.append(Lying("6H", first.x + 0.3 * CARD, first.y, first.angle, table.read("6H")))
    table.look(1.5)
    table.session.answer(told(table, Question)[0].question, "5H")
    table.look(0.5)
    assert plays(table) == [(1, ("9H",)), (2, ("2H",)), (0, ("5H", "6H"))]


def test_a_card_that_disappears_under_its_own_straight_was_not_taken_back():
    table = forum()
    laid = fan(table, 1, "5H", "6H")
    laid[0].hidden = True
    table.lay("9H", 2)
    table.look(4.0)
    table.lay("JH", 3)
    assert plays(table) == [(1, ("5H", "6H")), (2, ("9H",)), (3, ("JH",))]
    assert not told(table, Correction)


def test_cards_of_neighbours_that_follow_each_other_are_two_plays():
    table = forum()
    for seat, code in ((1, "5H"), (2, "6H"), (3, "7H"), (0, "8H")):
        table.lay(code, seat)
    assert plays(table) == [(1, ("5H",)), (2, ("6H",)), (3, ("7H",)), (0, ("8H",))]


def test_a_false_straight_is_reported_and_counts_once_its_doubtful_card_was_asked_about():
    table = forum()
    laid = dict(zip(fan(table, 1, "5H", "9H", wait=4.0), ("5H", "9H"), strict=True))
    assert plays(table) == []
    while table.session.snapshot().question is not None:
        asked = table.session.snapshot()
        (shown,) = [card for card in asked.cards if card.question == asked.question.question]
        middle = shown.corners.mean(axis=0)
        meant = min(laid, key=lambda card: np.hypot(card.x - middle[0], card.y - middle[1]))
        assert "do not follow each other" in asked.question.message
        table.session.answer(asked.question.question, laid[meant])
        table.look(2.5)
    assert [(seat, set(cards)) for seat, cards in plays(table)] == [(1, {"5H", "9H"})]
    assert [event.code for event in told(table, Irregularity)] == ["not-a-straight"]


def lay_with_one_under_the_others(table):
    """Let a seat lay 8, 9 and 10 of spades, the 9 out of sight, and answer what is asked about the two others."""
    laid = dict(zip(fan(table, 1, "8S", "10S", gap=0.4, wait=4.0), ("8S", "10S"), strict=True))
    while (asked := table.session.snapshot().question) and "unless one was misread" in asked.message:
        (shown,) = [card for card in table.session.snapshot().cards if card.question == asked.question]
        middle = shown.corners.mean(axis=0)
        meant = min(laid, key=lambda card: np.hypot(card.x - middle[0], card.y - middle[1]))
        table.session.answer(asked.question, laid[meant])
        table.look(2.5)


def test_a_card_that_was_not_found_among_those_of_a_straight_is_asked_about():
    table = forum()
    lay_with_one_under_the_others(table)
    asked = table.session.snapshot().question
    assert asked.candidates[0][0] == "9S"
    assert "9 of Spades" in asked.message
    assert plays(table) == []
    table.session.answer(asked.question, "9S")
    table.look(1.0)
    for seat, code in ((2, "KS"), (3, "2S"), (0, "4S")):
        table.lay(code, seat)
    table.sweep(1.5)
    assert plays(table) == [(1, ("8S", "9S", "10S")), (2, ("KS",)), (3, ("2S",)), (0, ("4S",))]
    assert not told(table, Irregularity)


def test_a_false_straight_is_reported_where_no_card_lies_between():
    table = forum()
    lay_with_one_under_the_others(table)
    table.session.answer(table.session.snapshot().question.question, None)
    table.lay("KS", 2)
    assert plays(table) == [(1, ("8S", "10S")), (2, ("KS",))]
    assert [event.code for event in told(table, Irregularity)] == ["not-a-straight"]


def test_a_card_that_others_played_is_not_asked_about():
    table = forum()
    table.lay("9S", 0)
    lay_with_one_under_the_others(table)
    assert plays(table) == [(0, ("9S",)), (1, ("8S", "10S"))]


def test_a_card_that_nobody_says_is_there_is_not_entered():
    table = forum()
    lay_with_one_under_the_others(table)
    for trick in ((("KS", 2), ("2S", 3), ("4S", 0)), (("4C", 2), ("2C", 3), ("KC", 0), ("5C", 1))):
        for code, seat in trick:
            table.lay(code, seat)
        table.sweep(1.5)
    assert plays(table)[:2] == [(1, ("8S", "10S")), (2, ("KS",))]
    assert [event.code for event in told(table, Irregularity)] == ["not-a-straight"]


def test_a_corrected_straight_is_told_in_its_order():
    table = forum()
    fan(table, 1, "5H", "6H")
    table.session.correct(0, ["7H", "6H"])
    assert plays(table) == [(1, ("6H", "7H"))]
    assert told(table, Correction)[-1].now == ("6H", "7H")


def test_one_card_of_a_straight_can_be_corrected_by_hand():
    table = forum()
    fan(table, 1, "5H", "6H")
    table.session.correct(0, ["6H", "7H"])
    assert plays(table) == [(1, ("6H", "7H"))]
    table.session.undo()
    table.look(1.0)
    assert plays(table) == [(1, ("5H", "6H"))]
    table.session.redo()
    table.lay("9H", 2)
    assert plays(table) == [(1, ("6H", "7H")), (2, ("9H",))]


def test_a_straight_cut_short_by_hand_stays_short():
    table = forum()
    fan(table, 1, "5H", "6H")
    table.session.correct(0, ["5H"])
    table.look(2.0)
    assert plays(table) == [(1, ("5H",))]


def test_the_middle_card_of_a_straight_that_is_found_after_the_next_play_belongs_to_it():
    table = forum()
    first = Lying("5H", *table.place(1), 0.1, table.read("5H"))
    last = Lying("7H", first.x + 0.6 * CARD, first.y, 0.1, table.read("7H"))
    table.cards += [first, last]
    table.look(0.4)
    table.lay("9H", 2, wait=0.3)
    table.cards.append(Lying("6H", first.x + 0.3 * CARD, first.y, 0.1, table.read("6H")))
    table.look(3.0)
    assert [play for play in plays(table) if play[0] == 1] == [(1, ("5H", "6H", "7H"))]
    assert "not-a-straight" not in [event.code for event in told(table, Irregularity)]


def test_what_only_people_know_is_asked_once():
    table = forum(players=3)
    table.look(3.0)
    needs = told(table, Needed)
    assert [(need.kind, need.assumed) for need in needs] == [("face_up", ())]
    assert "face up" in needs[0].message
    table.session.say(FaceUpCard("2C"))
    assert not table.session.view.needs


def play_hand_but_for_the_kept_cards(table):
    """Play until seat 1 of two is the only one with cards."""
    table.lay("2C", 1)
    fan(table, 0, "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD", gap=0.2, wait=2.0)
    table.sweep(2.0)


def test_a_question_nobody_answers_does_not_stop_the_table_and_can_be_answered_later():
    table = forum(players=2)
    play_hand_but_for_the_kept_cards(table)
    assert [need.kind for need in table.session.view.needs] == ["kept_cards"]
    table.lay("4C", 0)
    table.lay("5C", 1)
    table.sweep(1.0)
    assert table.session.view.hand == 2
    assert plays(table)[-2:] == [(0, ("4C",)), (1, ("5C",))]
    assumed = [need for need in told(table, Needed) if need.assumed]
    assert len(assumed) == 1
    kept = ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS")
    table.session.say(CardsKept(1, kept))
    assert [fact.cards for fact in table.log.facts if isinstance(fact, CardsKept)] == [kept]
    assert table.session.view.hand == 2


def test_the_thief_takes_nothing_where_nobody_says_otherwise():
    suitors = game("seven_suitors")
    table = ScriptedTable(suitors, suitors.configure(special=True), seed=4, names=NAMES[:4])
    for seat, code in enumerate(("1:1", "thief", "1:7", "2:7")):
        table.lay(code, seat)
    assert [need.kind for need in told(table, Needed)] == ["thief"]
    table.sweep()
    table.session.say(ThiefTook("2:7"))
    assert not table.session.view.needs
    assert not told(table, Correction)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_fan_belongs_to_the_seat_before_which_its_middle_lies(seat):
    played = game("forum_suits")
    table = ScriptedTable(played, played.configure(first_dealer=(seat - 1) % 4), seed=seat, names=NAMES[:4])
    fan(table, seat, "5H", "6H", "7H", "8H", "9H")
    assert plays(table) == [(seat, ("5H", "6H", "7H", "8H", "9H"))]


def test_a_card_of_a_straight_that_is_gathered_first_was_not_taken_back():
    table = forum()
    fan(table, 1, "4C", "5C", wait=1.5)
    for code, seat in (("KC", 2), ("9C", 3), ("8C", 0)):
        table.lay(code, seat)
    told = plays(table)
    table.cards.pop(0)
    table.look(0.8)
    table.sweep()
    table.lay("2C", 2)
    assert told == [(1, ("4C", "5C")), (2, ("KC",)), (3, ("9C",)), (0, ("8C",))]
    assert plays(table) == [*told, (2, ("2C",))]


def test_a_straight_in_a_wide_row_is_one_play_though_its_end_lies_before_the_next_seat():
    table = forum()
    fan(table, 1, "JH", "QH", "KH", gap=0.75, wait=1.5)
    table.lay("6H", 2)
    assert plays(table) == [(1, ("JH", "QH", "KH")), (2, ("6H",))]


def test_a_card_beside_its_straight_that_reads_as_the_other_is_still_of_it():
    table = forum()
    first = table.lay("4H", 1, 1.5)
    across = np.array([-seat_directions(4)[1][1], seat_directions(4)[1][0]]) * CARD * 0.75
    second = Lying("5H", first.x + across[0], first.y + across[1], first.angle, reading("4H", 0.78, ["5H"]))
    table.cards.append(second)
    table.look(2.0)
    for question in [event for event in table.events if isinstance(event, Question)]:
        table.session.answer(question.question, "5H")
    table.lay("KH", 2)
    assert plays(table) == [(1, ("4H", "5H")), (2, ("KH",))]


def test_the_trick_in_which_a_card_lies_that_may_belong_to_a_whole_trick_is_named_with_the_question():
    table = forum(players=3)
    table.lay("5D", 1)
    table.lay("8D", 2)
    first = table.lay("QD", 0, wait=1.5)
    across = np.array([-seat_directions(3)[0][1], seat_directions(3)[0][0]]) * CARD * 0.75
    poor = reading("KS", 0.5, ["JD", "KD"])
    table.cards.append(Lying("KD", first.x + across[0], first.y + across[1], first.angle, poor))
    table.look(3.0)
    assert [(question.seat, question.trick) for question in told(table, Question)] == [(0, 0)]


def test_a_fan_whose_middle_is_seen_last_is_one_play():
    table = forum()
    laid = fan(table, 1, "6C", "7C", "8C", "9C", gap=0.3, wait=0.1)
    middle = laid[2]
    table.cards.remove(middle)
    table.cards.insert(0, table.cards.pop())
    table.look(0.2)
    table.cards.append(middle)
    table.look(1.5)
    table.lay("QC", 2)
    assert plays(table) == [(1, ("6C", "7C", "8C", "9C")), (2, ("QC",))]


def test_the_next_seat_may_play_the_card_below_right_beside():
    table = forum(players=5)
    for code, x, y in (("AD", 754, 404), ("4D", 612, 446), ("3D", 544, 391)):
        table.cards.append(Lying(code, x, y, 0.1, table.read(code)))
        table.look(1.2)
    assert plays(table) == [(4, ("AD",)), (0, ("4D",)), (1, ("3D",))]


def test_a_card_laid_beside_its_straight_is_of_it_whatever_it_reads_as():
    table = forum(players=3)
    table.lay("5C", 1, 1.2)
    first = table.lay("6C", 2, 1.2)
    across = np.array([-seat_directions(3)[2][1], seat_directions(3)[2][0]]) * CARD * 0.75
    misread = reading("10C", 0.94, ["9C", "2C"])
    table.cards.append(Lying("7C", first.x + across[0], first.y + across[1], first.angle, misread))
    table.look(2.0)
    table.lay("2C", 0, 1.5)
    assert [question.seat for question in told(table, Question)] == [2]
    table.session.answer(told(table, Question)[0].question, "7C")
    assert plays(table) == [(1, ("5C",)), (2, ("6C", "7C")), (0, ("2C",))]


def test_the_second_card_of_a_fan_is_asked_about_with_the_seat_of_the_first():
    table = forum(players=2)
    first = table.lay("3D", 1, 1.2)
    poor = reading("2D", 0.5, ["AD", "4D", "2H"])
    table.cards.append(Lying("2D", first.x + 0.25 * CARD, first.y, first.angle, poor))
    table.lay("6D", 0, 3.0)
    assert [question.seat for question in told(table, Question)] == [1]


def test_the_next_seat_may_play_a_card_that_follows_a_row():
    table = forum(players=5)
    table.lay("3S", 4, 1.2)
    laid = (("5S", 590, 482, 0.0), ("6S", 670, 482, 0.1), ("4S", 545, 402, 1.25), ("AS", 590, 280, 2.5))
    for code, x, y, angle in laid:
        table.cards.append(Lying(code, x, y, angle, table.read(code)))
        table.look(1.2)
    assert plays(table) == [(4, ("3S",)), (0, ("5S", "6S")), (1, ("4S",)), (2, ("AS",))]


def test_a_fan_that_hides_its_first_card_is_whole_though_it_is_asked_about():
    table = forum()
    first = table.lay("9C", 1, 0.1, read=reading("7C", 0.6, ["9C", "8C"]))
    second = Lying("8C", first.x + 0.2 * CARD, first.y, first.angle, table.read("8C"))
    table.cards.insert(0, second)
    table.look(1.5)
    second.hidden = True
    table.lay("KC", 2, 4.0)
    for question in told(table, Question):
        table.session.answer(question.question, "9C")
    table.look(1.0)
    assert plays(table)[0] == (1, ("8C", "9C"))


def test_a_card_still_coming_to_lie_beside_a_play_holds_it_back():
    table = forum()
    first = table.lay("QC", 1, wait=0.2)
    second = Lying("KC", first.x + 0.7 * CARD, first.y, first.angle, table.read("KC"))
    table.cards.append(second)
    for _ in range(4):
        second.x -= 0.12 * CARD
        table.look(0.1)
    table.look(1.0)
    assert [event.cards for event in told(table, CardPlayed)] == [("QC", "KC")]
    assert not told(table, Correction)


def test_the_last_card_of_a_trick_read_otherwise_in_the_hand_that_takes_it_is_no_straight():
    table = forum(players=3)
    for seat, code in ((1, "3H"), (2, "4H")):
        table.lay(code, seat)
    last = table.lay("QH", 0, read=reading("JH", 0.99, ["QH", "KH"]))
    table.cards[:] = [card for card in table.cards if card is not last]
    table.cards.append(Lying("QH", last.x, last.y - 0.7 * CARD, last.angle, table.read("QH")))
    table.look(0.4)
    table.sweep()
    assert plays(table)[2] == (0, ("JH",))


def test_a_card_of_the_trick_misread_beside_the_straight_that_is_swept_with_it_is_not_of_it():
    table = forum(players=3)
    for seat, code in ((1, "5C"), (2, "2C")):
        table.lay(code, seat, 1.2)
    nine, ten = fan(table, 0, "9C", "10C", wait=1.2)
    for card in (nine, ten):
        card.x, card.y = card.x - 50, card.y - 40
    swept = Lying("5C", nine.x - 45, nine.y - 20, nine.angle, reading("8C", 0.42, ["5C", "9C", "10C"]))
    table.cards[:] = [nine, ten, swept]
    table.look(0.5)
    table.sweep()
    assert plays(table)[2:] == [(0, ("9C", "10C"))]
    assert not told(table, Correction)


def test_a_straight_whose_end_lies_beside_the_card_below_it_is_still_its_players():
    table = forum(players=5)
    for seat, code in ((4, "QC"), (0, "2C")):
        table.lay(code, seat, 1.2)
    table.cards.append(Lying("3C", 500, 390, 1.25, table.read("3C")))
    table.look(1.2)
    for code, x, y in (("4C", 600, 280), ("5C", 540, 320)):
        table.cards.append(Lying(code, x, y, 2.5, table.read(code)))
    table.look(1.5)
    assert plays(table)[2:] == [(1, ("3C",)), (2, ("4C", "5C"))]


def test_a_card_laid_where_one_was_taken_back_is_no_straight_with_it():
    table = forum()
    first = table.lay("5H", 1, 1.2)
    table.cards.remove(first)
    table.look(1.5)
    table.cards.append(Lying("KH", first.x + 8, first.y + 5, first.angle, table.read("KH")))
    table.look(3.0)
    table.lay("JH", 2)
    assert plays(table) == [(1, ("KH",)), (2, ("JH",))]


def test_a_card_of_the_last_trick_in_the_hand_that_gathers_it_is_no_play_of_the_next_hand():
    played = game("forum_suits")
    truth = random_deal(played, played.configure(players=3), 1, hands_limit=1)
    table = ScriptedTable(played, truth.settings, seed=4, names=NAMES[:3])
    facts = [fact for _, fact in truth.facts]
    log = table.session.log
    for fact in facts:
        won = sum(isinstance(ruling, TrickWon) for ruling in log.rulings)
        if isinstance(fact, CardsPlayed):
            laid = fan(table, fact.seat, *fact.cards, wait=1.6)
        else:
            table.session.say(fact)
        if fact is not facts[-1] and sum(isinstance(ruling, TrickWon) for ruling in log.rulings) > won:
            table.sweep()
    assert len(table.cards) < 3, "of a full trick no card would be taken for a lead"
    laid[-1].x, laid[-1].y = laid[-1].x + 110, laid[-1].y - 60
    table.look(0.4)
    table.sweep(3.0)
    assert plays(table)[-1] == (facts[-1].seat, facts[-1].cards)


def test_a_neighbours_card_beside_another_and_turned_as_its_player_sits_is_no_straight_with_it():
    table = forum(players=5)
    table.lay("3H", 1)
    (x, y), (next_x, next_y) = np.array(SIZE) / 2 + seat_directions(5)[2:4] * 100
    table.cards.append(Lying("7H", x, y, seat_angle(2), table.read("7H")))
    table.look(1.2)
    near_x, near_y = x + 0.6 * (next_x - x), y + 0.6 * (next_y - y)
    table.cards.append(Lying("6H", near_x, near_y, seat_angle(3), table.read("6H")))
    table.look(1.2)
    table.lay("9H", 4)
    assert plays(table) == [(1, ("3H",)), (2, ("7H",)), (3, ("6H",)), (4, ("9H",))]


def test_a_straight_whose_last_card_lies_before_a_neighbour_is_no_revoke_of_that_neighbour():
    table = forum(players=5)
    table.lay("3H", 1)
    for code, seat in (("4H", 2), ("QH", 3), ("2H", 4), ("5H", 0)):
        table.lay(code, seat)
    table.sweep()
    table.lay("QS", 3, read=reading("QS", 0.985, ["QC"]))
    for code, seat in (("JS", 4), ("9S", 0)):
        table.lay(code, seat)
    fan(table, 1, "6C", "7C")
    for code, x, y in (("4S", 650, 240), ("5S", 590, 280), ("6S", 520, 330)):
        table.cards.append(Lying(code, x, y, seat_angle(2), table.read(code)))
        table.look(1.2)
    table.look(2.5)
    assert not told(table, Question)
    assert plays(table)[-1] == (2, ("4S", "5S", "6S"))


def test_a_card_that_is_nearly_sure_is_told_at_once_and_asked_about_as_it_might_never_come_to_light():
    table = forum()
    table.lay("5H", 1)
    table.lay("9H", 2, wait=0.8, read=reading("9H", 0.96, ["9D"]))
    assert plays(table) == [(1, ("5H",)), (2, ("9H",))]
    assert not told(table, Question)
    table.look(2.5)
    assert [question.seat for question in told(table, Question)] == [2]
    table.session.answer(told(table, Question)[0].question, "9D")
    assert plays(table) == [(1, ("5H",)), (2, ("9D",))]


def test_a_nearly_sure_card_of_the_last_trick_is_asked_about_although_the_hand_is_over():
    played = game("forum_suits")
    truth = random_deal(played, played.configure(players=5), 1, hands_limit=1)
    log = GameLog(played, truth.settings)
    won = []
    for index, (_, fact) in enumerate(truth.facts):
        log.append(fact)
        won += [index] if any(isinstance(ruling, TrickWon) for ruling in log.rulings_of(index)) else []
    trick = log.facts[won[-2] + 1 :]
    shown = {code for fact in log.facts for code in fact.cards}
    unseen = [code for code in played.deck.codes if code not in shown]
    table = ScriptedTable(played, truth.settings, seed=4, names=NAMES, facts=log.facts[: won[-2] + 1])
    table.look(3.0)
    for fact in trick[:-1]:
        fan(table, fact.seat, *fact.cards, wait=1.6)
    last = trick[-1]
    table.lay(last.cards[0], last.seat, wait=1.0, read=reading(last.cards[0], 0.92, unseen))
    assert table.session.view.hand == 2
    table.sweep(3.0)
    assert [(question.hand, question.seat) for question in told(table, Question)] == [(1, last.seat)]
