"""What only people know: it is asked, and nothing waits for the answer."""

import pytest
from forum_tables import NAMES, fan, forum, plays
from scripted import ScriptedTable, told

from companion.errors import WrongInputError
from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, ThiefTook
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.events import Correction, Needed
from companion.table.session import TableSession


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


def suitors_at(*tricks):
    """Return a session of Seven Suitors with special cards after these tricks of its first hand."""
    suitors = game("seven_suitors")
    facts = [CardsPlayed(seat, (code,)) for trick in tricks for seat, code in enumerate(trick.split())]
    return TableSession(suitors, suitors.configure(special=True), names=NAMES[:4], facts=facts)


def test_the_last_word_on_what_the_thief_took_counts_however_much_was_played_since():
    session = suitors_at("1:1 thief 1:7 2:7")
    session.say(ThiefTook("2:7"))
    session.insert_play(5, 2, ("1:3",))
    session.say(ThiefTook("1:7"))
    assert session.view.captured == (("2:7",), ("1:7",))
    assert [fact.card for fact in session.log.facts if isinstance(fact, ThiefTook)] == ["1:7"]
    session.undo()
    assert session.view.captured == (("1:7",), ("2:7",))


def suitors_after_a_hand(*taken):
    """Return a session in its second hand: either began with a Thief's trick; what it took there, as far as said."""
    suitors = game("seven_suitors")
    log = GameLog(suitors, suitors.configure(special=True))
    trick = ["1:1", "thief", "1:7", "2:7"]
    rest = [code for code, copies in log.state.copies.items() for _ in range(copies)]
    for code in trick:
        rest.remove(code)
    for code in (*trick, *rest, *trick):
        log.append(CardsPlayed(log.view.expected or 0, (code,), source="camera"))
        if log.view.needs and log.view.hand <= len(taken):
            log.append(ThiefTook(taken[log.view.hand - 1], source="camera", confidence=0.0))
    return TableSession(suitors, log.settings, names=NAMES[:4], facts=log.facts)


def test_what_is_asked_in_a_hand_is_answered_although_it_was_assumed_in_the_one_before():
    session = suitors_after_a_hand("none")
    assert (session.view.hand, [need.kind for need in session.view.needs]) == (2, ["thief"])
    session.say(ThiefTook("2:7"))
    assert session.view.needs == ()
    assert [fact.card for fact in session.log.facts if isinstance(fact, ThiefTook)] == ["none", "2:7"]


def plays_at(session, card):
    """Return the place of the play of a card."""
    return next(place for place, fact in enumerate(session.log.facts) if getattr(fact, "cards", ()) == (card,))


def test_what_the_thief_took_is_set_right_though_nobody_had_to_say_it():
    session = suitors_at("1:1 thief 1:7 1:2")
    assert session.view.captured == ((), ("1:7",))
    session.thief_took(plays_at(session, "thief"), None)
    assert session.view.captured == (("1:7",), ())
    session.thief_took(plays_at(session, "1:7"), "1:7")
    assert session.view.captured == ((), ("1:7",))
    assert [fact.card for fact in session.log.facts if isinstance(fact, ThiefTook)] == ["1:7"]
    session.undo()
    session.undo()
    assert not [fact for fact in session.log.facts if isinstance(fact, ThiefTook)]


@pytest.mark.parametrize("first", ["none", "1:7"])
def test_what_the_thief_took_in_a_hand_that_is_over_is_set_right(first):
    session = suitors_after_a_hand(first, "2:7")
    assert session.view.hand == 2
    session.thief_took(plays_at(session, "thief"), "2:7")
    assert [fact.card for fact in session.log.facts if isinstance(fact, ThiefTook)] == ["2:7", "2:7"]
    assert session.view.hand == 2


def test_where_no_thief_took_part_nothing_is_said_of_it():
    session = suitors_at("1:1 thief 1:3 1:2", "1:4 1:7 1:5 2:7")
    for card in ("thief", "1:7"):
        with pytest.raises(WrongInputError):
            session.thief_took(plays_at(session, card), None)
