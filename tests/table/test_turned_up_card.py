"""The card that lies face up beside the deal, in the forum's Suits for three."""

import pytest
from forum_tables import fan, forum, plays
from scripted import CARD, Lying, ScriptedTable, reading, told

from companion.rules.facts import CardsPlayed, FaceUpCard
from companion.rules.games import game
from companion.table.events import Irregularity, Needed, Question, SourceChanged, TrickWon
from companion.table.sentences import Speaker


def with_seven_turned_up(angle=0.0):
    """Return a table of three with the seven of hearts face up beside the deal, and that card."""
    table = forum(players=3)
    up = Lying("7H", 640 + 250, 360 + 120, angle, table.read("7H"))
    table.cards.append(up)
    table.look(1.5)
    return table, up


def test_the_card_turned_up_beside_the_deal_is_no_play():
    table, _ = with_seven_turned_up(angle=0.3)
    assert [fact.card for fact in table.log.facts if isinstance(fact, FaceUpCard)] == ["7H"]
    table.lay("5H", 1)
    table.lay("9H", 2)
    assert plays(table) == [(1, ("5H",)), (2, ("9H",))]


def dealt_with_a_card_shown():
    """Return a table of three where a card showed its face beside the deal for a moment while people dealt."""
    table = forum(players=3)
    shown = Lying("KH", 640 - 310, 360 - 90, 0.2, table.read("KH"))
    table.cards.append(shown)
    table.look(1.0)
    table.cards.remove(shown)
    return table


def faces_up(table):
    return [fact.card for fact in table.log.facts if isinstance(fact, FaceUpCard)]


def test_a_card_that_passed_while_people_dealt_makes_way_for_the_one_that_is_turned_up():
    table = dealt_with_a_card_shown()
    table.look(4.0)
    table.cards.append(Lying("QS", 640 - 270, 360 + 110, 0.0, table.read("QS")))
    table.look(1.5)
    assert faces_up(table) == ["QS"]
    table.lay("KH", 1)
    table.lay("9H", 2)
    assert plays(table) == [(1, ("KH",)), (2, ("9H",))]


def test_a_card_that_was_mixed_among_others_is_not_the_one_that_is_turned_up_later():
    table, passed = with_seven_turned_up()
    passed.x, passed.y = 660, 350
    table.look(1.5)
    table.cards.remove(passed)
    table.look(3.0)
    table.cards.append(Lying("QS", 640 + 240, 360 + 110, 0.1, table.read("QS")))
    table.look(1.5)
    table.lay("5H", 1)
    table.lay("7H", 2)
    assert [fact.card for fact in table.log.facts if isinstance(fact, FaceUpCard)] == ["QS"]
    assert plays(table) == [(1, ("5H",)), (2, ("7H",))]


def test_the_turned_up_card_stays_when_it_is_covered_for_a_while_after_the_first_play():
    table, up = with_seven_turned_up()
    table.lay("5H", 1)
    up.hidden = True
    table.look(3.0)
    table.lay("9H", 2)
    up.hidden = False
    table.look(1.0)
    assert faces_up(table) == ["7H"]
    assert plays(table) == [(1, ("5H",)), (2, ("9H",))]


def test_what_people_said_is_turned_up_gives_way_to_no_other_card():
    table = forum(players=3)
    table.session.say(FaceUpCard("KH"))
    table.cards.append(Lying("QS", 640 - 270, 360 + 110, 0.0, table.read("QS")))
    table.look(1.5)
    assert faces_up(table) == ["KH"]


def test_the_turned_up_card_may_be_drawn_into_a_straight():
    table, up = with_seven_turned_up()
    mine = table.lay("6H", 1)
    up.hidden = True
    table.look(0.3)
    up.hidden = False
    up.x, up.y, up.angle = mine.x + 0.3 * CARD, mine.y, mine.angle
    table.look(1.5)
    table.lay("9H", 2)
    assert plays(table) == [(1, ("6H", "7H")), (2, ("9H",))]


def test_the_turned_up_card_may_be_drawn_before_its_player_the_first_of_the_straight():
    table, up = with_seven_turned_up()
    up.hidden = True
    table.look(0.3)
    up.hidden = False
    (up.x, up.y), up.angle = table.place(1), 0.1
    table.look(2.0)
    table.cards.append(Lying("6H", up.x - 0.3 * CARD, up.y, up.angle, table.read("6H")))
    table.look(1.5)
    assert plays(table) == [(1, ("6H", "7H"))]
    assert not told(table, Irregularity)


def test_the_turned_up_card_may_be_drawn_into_a_straight_out_of_sight():
    table, up = with_seven_turned_up()
    mine = table.lay("6H", 1)
    up.hidden = True
    table.look(8.0)
    table.cards.remove(up)
    table.cards.append(Lying("7H", mine.x + 0.3 * CARD, mine.y, mine.angle, table.read("7H")))
    table.look(1.5)
    table.lay("9H", 2)
    assert plays(table) == [(1, ("6H", "7H")), (2, ("9H",))]


def test_people_may_say_that_a_misread_card_is_the_turned_up_one_drawn_into_a_straight():
    table, up = with_seven_turned_up()
    mine = table.lay("6H", 1)
    table.cards.remove(up)
    misread = reading("7D", 0.8, ["8H", "5H"])
    table.cards.append(Lying("7H", mine.x + 0.3 * CARD, mine.y, mine.angle, misread))
    table.look(2.5)
    table.session.answer(told(table, Question)[0].question, "7H")
    table.lay("9H", 2)
    assert plays(table) == [(1, ("6H", "7H")), (2, ("9H",))]


def test_a_card_that_people_name_as_the_turned_up_one_while_that_lies_there_shows_that_it_was_misread():
    table, _ = with_seven_turned_up()
    table.lay("5H", 1)
    table.lay("9H", 2)
    table.lay("7H", 0, wait=3.0)
    table.session.answer(told(table, Question)[0].question, "7H")
    table.look(0.5)
    assert [event.kind for event in told(table, Needed)] == ["face_up", "face_up"]
    table.session.say(FaceUpCard("7D"))
    table.look(0.5)
    assert plays(table) == [(1, ("5H",)), (2, ("9H",)), (0, ("7H",))]
    assert [fact.card for fact in table.log.facts if isinstance(fact, FaceUpCard)] == ["7D"]
    assert "faceup-alone" not in [event.code for event in told(table, Irregularity)]
    table.sweep()
    table.lay("KS", 2)
    assert plays(table)[3:] == [(2, ("KS",))]


def test_what_looks_like_a_face_among_the_cards_being_dealt_is_not_asked_about_once_it_is_gone():
    table = forum(players=3)
    seeming = Lying("KH", 640, 360 + 240, 0.2, reading("JH", 0.5, ["KH", "JD"]))
    table.cards.append(seeming)
    table.look(0.9)
    table.cards.remove(seeming)
    table.look(4.0)
    table.cards.append(Lying("QS", 640 - 270, 360 + 110, 0.0, table.read("QS")))
    table.look(1.5)
    assert faces_up(table) == ["QS"]
    assert not told(table, Question)


def test_a_turned_up_card_that_is_read_better_later_is_not_asked_about():
    table = forum(players=3)
    up = Lying("7H", 640 + 250, 360 + 120, 0.0, reading("7D", 0.5, ["7H"]))
    table.cards.append(up)
    table.look(0.6)
    up.reading = table.read("7H")
    table.look(3.0)
    assert faces_up(table) == ["7H"]
    assert not told(table, Question)


def test_a_turned_up_card_that_stays_unread_is_asked_about_in_words_that_fit_it():
    table = forum(players=3)
    table.look(3.0)
    table.cards.append(Lying("7H", 640 + 250, 360 + 120, 0.0, reading("7D", 0.45, ["7H"])))
    table.look(5.0)
    (question,) = told(table, Question)
    assert question.message == "Which card lies face up?"
    assert Speaker(table.game.deck, table.names).sentence(question).startswith("Which card lies face up?")
    table.session.answer(question.question, "7H")
    table.look(0.5)
    assert faces_up(table) == ["7H"]


@pytest.mark.parametrize("tricks", [0, 1])
def test_a_turned_up_card_that_no_camera_sees_may_be_drawn_into_a_straight(tricks):
    table = forum(players=3)
    table.session.say(FaceUpCard("9S"))
    for code, seat in (("2C", 1), ("4C", 2), ("3C", 0))[: 3 * tricks]:
        table.lay(code, seat)
    table.sweep()
    leads = 1 + tricks
    fan(table, leads, "8S", "9S", "10S")
    table.lay("KS", (leads + 1) % 3)
    assert plays(table)[3 * tricks :] == [(leads, ("8S", "9S", "10S")), ((leads + 1) % 3, ("KS",))]
    assert not told(table, Question) + told(table, Irregularity)


def test_a_turned_up_card_that_people_name_just_after_it_was_read_is_entered_once():
    table, _ = with_seven_turned_up()
    table.session.say(FaceUpCard("7H"))
    table.session.say(FaceUpCard("7H"))
    assert faces_up(table) == ["7H"]
    table.session.undo()
    assert faces_up(table) == ["7H"]
    assert [fact.source for fact in table.log.facts] == ["camera"]


def test_the_turned_up_card_is_what_people_say_where_it_was_misread():
    table, _ = with_seven_turned_up()
    table.session.say(FaceUpCard("7D"))
    table.look(1.0)
    assert faces_up(table) == ["7D"]
    table.lay("7H", 1)
    table.lay("9H", 2)
    assert plays(table) == [(1, ("7H",)), (2, ("9H",))]
    assert not told(table, Question) + told(table, Irregularity)


def test_a_turned_up_card_that_was_misread_and_named_is_the_same_when_it_is_pushed_and_read_rightly_then():
    table = forum(players=3)
    up = Lying("7H", 640 + 250, 360 + 120, 0.0, reading("7S", 0.55, ["8S"]))
    table.cards.append(up)
    table.look(1.0)
    table.session.say(FaceUpCard("7H"))
    table.look(1.5)
    table.lay("5C", 1)
    up.hidden = True
    table.look(0.3)
    up.x, up.y, up.angle, up.reading, up.hidden = up.x - 20, up.y - 12, 0.1, table.read("7H"), False
    table.look(2.0)
    table.lay("9C", 2)
    table.lay("JC", 0)
    assert plays(table) == [(1, ("5C",)), (2, ("9C",)), (0, ("JC",))]
    assert not told(table, Irregularity)
    assert not told(table, Question)


def taken_up_with_it_entered_twice(*more):
    """Return a table of three that is taken up from a log in which the turned up card stands twice."""
    facts = [FaceUpCard("7H", source="camera", confidence=0.99), FaceUpCard("7H", source="person"), *more]
    played = game("forum_suits")
    return ScriptedTable(played, played.configure(players=3), seed=5, facts=facts)


def test_nobody_is_asked_about_the_play_of_a_turned_up_card_that_a_log_has_twice():
    straight = CardsPlayed(1, ("6H", "7H", "8H"), source="camera", confidence=0.99)
    table = taken_up_with_it_entered_twice(straight)
    table.look(3.0)
    table.lay("9H", 2)
    table.lay("2C", 0)
    assert plays(table) == [(1, ("6H", "7H", "8H")), (2, ("9H",)), (0, ("2C",))]
    assert not table.session.snapshot().question
    assert not told(table, Question) + told(table, Irregularity)


def test_a_turned_up_card_that_a_log_has_twice_is_set_right_in_both_places():
    table = taken_up_with_it_entered_twice()
    table.session.say(FaceUpCard("7D"))
    assert faces_up(table) == ["7D", "7D"]


TWO_TRICKS = (("5S", 1), ("6S", 2), ("9S", 0), ("2C", 0), ("4C", 1), ("9C", 2))


@pytest.mark.parametrize("lying", [0, 1, 2])
@pytest.mark.parametrize("aside", [(250, 120), (-230, 60)])
def test_a_turned_up_card_that_is_misread_and_was_named_is_no_play_where_the_game_is_taken_up(aside, lying):
    played = game("forum_suits")
    laid = [*TWO_TRICKS, ("AS", 2), ("KC", 0)][: 6 + lying]
    facts = [CardsPlayed(seat, (code,), source="camera", confidence=0.99) for code, seat in laid]
    table = ScriptedTable(played, played.configure(players=3), seed=3, facts=[FaceUpCard("7H"), *facts])
    table.cards.append(Lying("7H", 640 + aside[0], 360 + aside[1], 0.0, reading("4H", 0.98, ["7H"])))
    table.cards += [Lying(code, *table.place(seat), 0.0, table.read(code)) for code, seat in laid[6:]]
    table.look(5.0)
    goes_on = [("AS", 2), ("KC", 0), ("QS", 1)][lying:]
    for code, seat in goes_on:
        table.lay(code, seat)
    assert plays(table)[-len(goes_on) :] == [(seat, (code,)) for code, seat in goes_on]
    assert len(table.log.facts) == 10
    assert not told(table, Question) + told(table, SourceChanged)


def turned_up_in_the_midst(table):
    """Let the king of spades be turned up where the one who leads would lay a card."""
    x, y = table.place(1, spread=0.0)
    table.cards.append(Lying("KS", x + 10, y - 20, 0.3, table.read("KS")))
    table.look(1.5)
    assert plays(table) == [(1, ("KS",))]


def test_what_lies_where_a_lead_would_is_the_card_turned_up_once_the_plays_behind_it_say_so():
    table = forum(players=3)
    turned_up_in_the_midst(table)
    table.lay("5H", 1)
    table.lay("9H", 2)
    assert faces_up(table) == ["KS"]
    assert plays(table) == [(1, ("5H",)), (2, ("9H",))]
    table.lay("10H", 0)
    assert [(event.seat, event.trick) for event in told(table, TrickWon)] == [(0, 0)]


def test_people_say_that_what_seems_to_lead_is_the_card_turned_up_and_take_that_back():
    table = forum(players=3)
    turned_up_in_the_midst(table)
    table.session.say(FaceUpCard("KS"))
    assert (faces_up(table), plays(table)) == (["KS"], [])
    table.session.undo()
    table.look(1.0)
    assert (faces_up(table), plays(table)) == ([], [(1, ("KS",))])
    table.session.redo()
    table.look(1.0)
    assert (faces_up(table), plays(table)) == (["KS"], [])
    table.lay("5H", 1)
    assert plays(table) == [(1, ("5H",))]


def test_a_lead_is_a_play_where_the_turned_up_card_is_out_of_the_picture():
    table = forum(players=3)
    for code, seat in (("7H", 1), ("9H", 2), ("5H", 0)):
        table.lay(code, seat)
    assert plays(table) == [(1, ("7H",)), (2, ("9H",)), (0, ("5H",))]
    table.session.say(FaceUpCard("KS"))
    assert faces_up(table) == ["KS"]


def test_that_an_earlier_play_was_the_card_turned_up_which_still_lies_there_means_that_another_was_turned_up():
    table, _ = with_seven_turned_up()
    table.lay("7H", 1, 2.0, reading("8H", 0.96, ["9H"]))
    table.lay("8H", 2, 8.0)
    asked = table.session.snapshot().question
    assert (asked.seat, asked.beside) == (1, False)
    table.session.answer(asked.question, "7H")
    table.look(1.0)
    assert [ruling for ruling in table.log.rulings if ruling.event == "irregularity"] == []
    asked = table.session.snapshot().question
    assert asked.beside
    table.session.answer(asked.question, "9H")
    table.look(1.0)
    assert faces_up(table) == ["9H"]
    assert plays(table) == [(1, ("7H",)), (2, ("8H",))]
