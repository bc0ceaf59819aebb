"""Plays of several cards in the forum's Suits: laid, grown, asked about and corrected."""

import numpy as np
import pytest
from forum_tables import NAMES, along_edge, fan, forum, plays
from scripted import CARD, Lying, ScriptedTable, reading, told

from companion.evaluation.random_games import random_game as random_deal
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.rules.rulings import TrickWon
from companion.table.events import CardPlayed, Correction, Irregularity, Question, SourceChanged


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


@pytest.mark.parametrize(("taken", "left"), [(0, ("4H", "5H")), (2, ("3H", "4H"))])
def test_a_card_of_a_straight_that_is_taken_back_leaves_the_others_one_play(taken, left):
    table = forum()
    cards = fan(table, 1, "3H", "4H", "5H", gap=0.9, wait=2.5)
    assert plays(table) == [(1, ("3H", "4H", "5H"))]
    table.cards.remove(cards[taken])
    table.look(8.0)
    assert plays(table) == [(1, left)]
    assert told(table, Correction)[-1].reason == "the card was taken back"
    table.lay("9H", 2, 1.5)
    assert plays(table) == [(1, left), (2, ("9H",))]


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


def misreading(players, **taken_for):
    """Return a table where some cards are surely taken for others."""
    table = forum(players)
    table.misread = lambda code, _: reading(taken_for.get(f"_{code}", code), 0.9995, ["3C", "9D"])
    return table


def answer_as_they_lie(table, laid):
    """Say of each card that is asked about which one it is."""
    said = 0
    while (asked := table.session.snapshot()).question is not None and said < len(laid):
        (shown,) = [card for card in asked.cards if card.question == asked.question.question]
        middle = shown.corners.mean(axis=0)
        meant = min(laid, key=lambda card: np.hypot(card.x - middle[0], card.y - middle[1]))
        table.session.answer(asked.question.question, meant.code)
        table.look(2.5)
        said += 1


@pytest.mark.parametrize(
    "taken_for",
    [
        {"_5H": "5D", "_6H": "8C"},
        {"_4H": "4C", "_5H": "9S", "_6H": "2D"},
        {"_4H": "8H", "_6H": "QH"},
        {"_4H": "9H", "_5H": "10H"},
    ],
    ids=["two of other suits", "all of other suits", "two that do not follow", "two that come later"],
)
def test_of_a_fan_with_several_sure_misreadings_every_card_is_asked_about_until_it_is_a_straight(taken_for):
    table = misreading(4, **taken_for)
    laid = fan(table, 1, "4H", "5H", "6H", gap=0.4, wait=4.0)
    answer_as_they_lie(table, laid)
    assert plays(table) == [(1, ("4H", "5H", "6H"))]
    for seat, code in ((2, "9H"), (3, "10H"), (0, "JH")):
        table.lay(code, seat)
    table.sweep(1.5)
    assert plays(table)[1:] == [(2, ("9H",)), (3, ("10H",)), (0, ("JH",))]
    assert not told(table, Irregularity)


def test_a_card_in_the_book_with_which_a_straight_cannot_go_on_is_asked_about_too():
    table = forum()
    first = table.lay("4H", 1, wait=2.0, read=reading("4C", 0.9995, ["3C", "9D"]))
    assert plays(table) == [(1, ("4C",))]
    across = along_edge(1, 4) * CARD * 0.4
    laid = [first]
    for step, code in enumerate(("5H", "6H"), 1):
        x, y = (first.x, first.y) + across * step
        laid.append(Lying(code, x, y, first.angle, reading(code, 0.9995, ["3C", "9D"])))
    table.cards += laid[1:]
    table.look(4.0)
    answer_as_they_lie(table, laid)
    assert plays(table) == [(1, ("4H", "5H", "6H"))]


def test_cards_that_cannot_have_been_played_so_are_told_not_to_count_where_nobody_says_what_they_are():
    table = misreading(2, _5H="5D", _6H="8C")
    fan(table, 1, "4H", "5H", "6H", gap=0.4, wait=4.0)
    assert table.session.snapshot().question is not None
    table.lay("9H", 0)
    table.sweep(1.5)
    for led, followed in (("2S", "3S"), ("5S", "6S"), ("8S", "9S"), ("JS", "QS"), ("2C", "4C")):
        table.lay(led, 0)
        table.lay(followed, 1)
        table.sweep(1.5)
    left_out = [event for event in told(table, SourceChanged) if event.notice == "left-out"]
    assert sorted(event.card for event in left_out) == ["4H", "5D", "8C"]
    assert all("does not count" in event.message for event in left_out)


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


@pytest.mark.parametrize(("lower", "found"), [("8H", (1, ("8H", "9H"))), ("10H", (1, ("9H", "10H")))])
def test_the_lower_card_of_a_fan_that_is_found_when_the_trick_is_full_is_not_the_next_lead(lower, found):
    table = forum(players=3)
    upper = table.lay("9H", 1)
    table.lay("2H", 2)
    table.lay("KH", 0, wait=1.5)
    across = along_edge(1, 3) * CARD * 0.3
    table.cards.append(Lying(lower, upper.x + across[0], upper.y + across[1], upper.angle, table.read(lower)))
    table.look(3.0)
    assert plays(table) == [found, (2, ("2H",)), (0, ("KH",))]
    assert not told(table, Irregularity)
    table.sweep()
    table.lay("3C", 0)
    assert plays(table)[3:] == [(0, ("3C",))]


def test_the_lead_to_the_next_trick_laid_on_a_card_that_it_would_follow_is_a_lead():
    table = forum(players=3)
    upper = table.lay("9H", 1)
    table.lay("2H", 2)
    table.lay("5H", 0, wait=1.5)
    across = along_edge(1, 3) * CARD * 0.3
    lead = Lying("10H", upper.x + 6 * across[0], upper.y + 6 * across[1], upper.angle, table.read("10H"))
    table.cards.append(lead)
    for _ in range(5):
        lead.x, lead.y = lead.x - across[0], lead.y - across[1]
        table.look(0.1)
    table.look(3.0)
    assert plays(table) == [(1, ("9H",)), (2, ("2H",)), (0, ("5H",)), (1, ("10H",))]


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


def test_the_trick_in_which_a_card_lies_that_may_belong_to_a_whole_trick_is_named_with_the_question():
    table = forum(players=3)
    table.lay("5D", 1)
    table.lay("8D", 2)
    first = table.lay("QD", 0, wait=1.5)
    across = along_edge(0, 3) * CARD * 0.75
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


def test_the_second_card_of_a_fan_is_asked_about_with_the_seat_of_the_first():
    table = forum(players=2)
    first = table.lay("3D", 1, 1.2)
    poor = reading("2D", 0.5, ["AD", "4D", "2H"])
    table.cards.append(Lying("2D", first.x + 0.25 * CARD, first.y, first.angle, poor))
    table.lay("6D", 0, 3.0)
    assert [question.seat for question in told(table, Question)] == [1]


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


def test_the_last_straight_of_a_hand_is_not_cut_short_though_it_is_laid_slowly():
    played = game("forum_suits")
    truth = random_deal(played, played.configure(players=3), 41, hands_limit=1)
    *before, last = (fact for _, fact in truth.facts)
    table = ScriptedTable(played, truth.settings, seed=4, names=NAMES[:3], facts=before)
    table.look(1.0)
    first = table.lay(last.cards[0], last.seat, wait=2.2)
    assert table.session.view.hand == 1
    table.cards.append(Lying(last.cards[1], first.x + 0.3 * CARD, first.y, first.angle, table.read(last.cards[1])))
    table.look(1.5)
    assert plays(table)[-1] == (last.seat, last.cards)
    assert table.session.view.hand == 2


def test_who_keeps_the_rest_of_a_hand_has_played_soon():
    played = game("forum_suits")
    truth = random_deal(played, played.configure(players=3), 41, hands_limit=1)
    *before, last = (fact for _, fact in truth.facts)
    table = ScriptedTable(played, truth.settings, seed=4, names=NAMES[:3], facts=before)
    table.look(1.0)
    table.lay(last.cards[0], last.seat, wait=3.0)
    assert plays(table)[-1] == (last.seat, last.cards[:1])
    assert table.session.view.hand == 2
