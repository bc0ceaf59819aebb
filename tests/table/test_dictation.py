"""What people tell a running table in lines of JSON."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted import ScriptedTable, random_game, reading

from companion.errors import WrongInputError
from companion.rules.facts import CardsKept, FaceUpCard, ThiefTook
from companion.rules.games import game
from companion.table.dictation import Dictation, parse_line
from companion.table.session import TableSession


def lines(*texts):
    return Dictation(parse_line(text, f"line {number}") for number, text in enumerate(texts, start=1))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ('{"fact": "thief_took", "card": "3:7"}', ThiefTook("3:7")),
        ('{"fact": "cards_kept", "seat": 2, "cards": ["8C", "9C"], "note": "x"}', CardsKept(2, ("8C", "9C"))),
    ],
)
def test_a_line_tells_a_fact(text, fact):
    assert parse_line(text, "line 1").fact == fact


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "line 7: is no JSON"),
        ("[1]", "expected a JSON object"),
        ('{"fact": "thief"}', "no fact 'thief'"),
        ('{"fact": "cards_kept", "seat": "2", "cards": []}', "needs 'seat', a number"),
        ('{"fact": "cards_kept", "seat": 2, "cards": [7]}', "needs 'cards', a list of codes"),
        ('{"fact": ["x"]}', "no fact"),
        ('{"do": "dance"}', "expected"),
        ('{"do": ["pause"]}', "expected"),
        ('{"confirm": true}', "expected"),
        ('{"played_by": 1}', "expected"),
        ('{"played_by": "Ana", "card": "2-cups"}', "expected"),
        ('{"answer": "x"}', "expected"),
        ('{"do": "pause", "time": "soon"}', "time must be seconds"),
    ],
)
def test_a_line_that_makes_no_sense_says_where_and_what(text, says):
    with pytest.raises(WrongInputError, match="line 7") as caught:
        parse_line(text, "line 7")
    assert says in str(caught.value)


_WORDS = st.sampled_from(
    ["fact", "answer", "card", "cards", "confirm", "do", "played_by", "players", "seat", "time", "hand"]
)
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.floats()
    | st.sampled_from(["pause", "thief_took", "3:7", "x"]),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(_WORDS, inside, max_size=2),
    max_leaves=4,
)


@given(st.dictionaries(_WORDS, _VALUES, max_size=5))
def test_whatever_a_line_holds_it_is_understood_or_refused(given_line):
    with suppress(WrongInputError):
        parse_line(json.dumps(given_line), "line 7")


def test_a_line_says_whose_a_card_was():
    session = TableSession(game("coins"), names=("Ana", "Ben", "Carla"))
    for seat, card in ((1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "5-clubs")):
        session.insert_play(len(session.log.facts), seat, (card,))
    assert lines('{"played_by": 1, "card": "5-clubs", "hand": 1}').tell(session, 0.0) == []
    assert [fact.seat for fact in session.log.facts] == [1, 2, 0, 1]
    session.undo()
    assert [fact.seat for fact in session.log.facts] == [1, 2, 0, 2]


def test_of_a_card_that_was_played_in_two_hands_a_line_says_whose_it_was_in_the_last_one_or_in_the_one_it_tells():
    suits = game("steere_suits")
    facts = random_game(suits, suits.configure(hands=3), 2).facts[:48]
    card, (seat, other) = facts[0].cards[0], [fact.seat for fact in facts[:2]]

    def seats_after(line):
        session = TableSession(suits, suits.configure(hands=3), facts=facts)
        session.insert_play(48, session.view.expected, (card,))
        assert lines(line).tell(session, 0.0) == []
        return [fact.seat for fact in session.log.facts if fact.cards == (card,)]

    led = seats_after(json.dumps({"played_by": seat, "card": card, "hand": 1}))[1]
    assert seats_after(json.dumps({"played_by": other, "card": card, "hand": 1})) == [other, led]
    assert seats_after(json.dumps({"played_by": (led + 1) % 3, "card": card})) == [seat, (led + 1) % 3]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"played_by": 1, "card": "5-clubs"}', "5-clubs was not played"),
        ('{"played_by": 1, "card": "5-clubs", "hand": 1}', "5-clubs was not played in hand 1"),
        ('{"played_by": 1, "card": "5H"}', "5H"),
        ('{"played_by": 7, "card": "1-coins"}', "there is no seat 7"),
    ],
)
def test_of_a_card_that_was_not_played_and_a_seat_that_nobody_sits_in_a_line_says_nothing(text, says):
    session = TableSession(game("coins"), names=("Ana", "Ben", "Carla"))
    session.insert_play(0, 1, ("1-coins",))
    (refused,) = lines(text).tell(session, 0.0)
    assert refused.startswith("line 1: ")
    assert says in refused.replace("There", "there")
    assert [fact.seat for fact in session.log.facts] == [1]


def test_a_fact_waits_for_the_need_it_answers():
    forum = game("forum_suits")
    session = TableSession(forum, forum.configure(players=3))
    waits = lines('{"fact": "cards_kept", "seat": 1, "cards": ["2C"]}', '{"fact": "face_up_card", "card": "7H"}')
    assert waits.tell(session, 0.0) == []
    assert session.log.facts == (FaceUpCard("7H"),)
    assert waits.left == 1


def test_a_fact_with_a_time_is_told_then_whether_or_not_it_is_needed():
    forum = game("forum_suits")
    session = TableSession(forum, forum.configure(players=3))
    told = lines('{"fact": "face_up_card", "card": "7H"}', '{"fact": "face_up_card", "card": "8H", "time": 3}')
    told.tell(session, 2.0)
    assert (len(session.log.facts), told.left) == (1, 1)
    told.tell(session, 3.0)
    assert told.left == 0


def test_a_line_waits_for_its_time_and_hand():
    forum = game("forum_suits")
    session = TableSession(forum, forum.configure(players=3))
    waits = lines(
        '{"fact": "face_up_card", "card": "7H", "time": 5}', '{"fact": "face_up_card", "card": "8H", "hand": 2}'
    )
    waits.tell(session, 4.9)
    assert session.log.facts == ()
    waits.tell(session, 5.0)
    assert [fact.card for fact in session.log.facts] == ["7H"]
    assert waits.left == 1


def test_a_line_that_cannot_be_is_reported_and_the_game_goes_on():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1)
    told = lines(
        '{"fact": "cards_played", "seat": 2, "cards": ["1-coins"]}',
        '{"fact": "cards_played", "seat": 2, "cards": ["x"]}',
    )
    refused = told.tell(table.session, table.time)
    assert [message.split(":")[0] for message in refused] == ["line 1", "line 2"]
    table.lay("2-cups", 2)
    assert [fact.cards[0] for fact in table.log.facts] == ["1-coins", "2-cups"]


def test_people_answer_pause_and_take_back():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1, 2.0, read=reading("1-coins", 0.5, ["2-coins"]))
    lines('{"answer": 1, "card": "2-coins"}').tell(table.session, table.time)
    assert [fact.cards[0] for fact in table.log.facts] == ["2-coins"]
    lines('{"do": "undo"}', '{"do": "pause"}').tell(table.session, table.time)
    assert table.log.facts == ()
    assert table.session.snapshot().state == "paused"


def test_a_key_that_is_there_twice_is_named():
    with pytest.raises(WrongInputError, match=r'^line 7: the key "card" is there twice; leave one of them out$'):
        parse_line('{"answer": 1, "card": "2-cups", "card": "3-cups"}', "line 7")
