"""What the players are called can be put right while they play."""

import pytest
from scripted import ScriptedTable, facts

from companion.errors import WrongInputError
from companion.rules.games import game
from companion.table.dictation import Dictation, parse_line
from companion.table.event_json import to_json
from companion.table.events import PlayersNamed, TrickWon
from companion.table.sentences import Speaker


@pytest.fixture
def table():
    """Return a table in the first trick of COINS: two cards lie."""
    laid = ScriptedTable(game("coins"), seed=4)
    for code, seat in (("1-coins", 1), ("2-cups", 2)):
        laid.lay(code, seat, 0.6)
    return laid


def test_the_next_winner_is_told_by_the_new_name_and_nothing_else_changes(table):
    heard = []
    table.session.subscribe(heard.append)
    before = facts(table)
    events = table.session.name_players(["Ana", "Ben", "Zoë"])
    assert [to_json(event) for event in events] == [
        {"event": "players", "time": pytest.approx(events[0].time), "players": ["Ana", "Ben", "Zoë"]}
    ]
    assert facts(table) == before
    table.lay("1-swords", 0, 0.6)
    won = next(event for event in heard if isinstance(event, TrickWon))
    assert (won.seat, won.player) == (2, "Zoë")
    assert "Zoë wins the trick" in table.session.speaker.sentence(won)
    assert table.session.snapshot().names == ("Ana", "Ben", "Zoë")


def test_a_name_that_changes_interrupts_no_announcement(table):
    table.lay("1-swords", 0, 0.6)
    said = table.session.snapshot().announcement
    assert said
    table.session.name_players(["Ana", "Ben", "Zoë"])
    assert table.session.snapshot().announcement == said


def test_a_player_without_a_name_is_numbered_and_the_same_names_are_no_news(table):
    assert table.session.name_players(["Ana", " ", ""])
    assert table.session.snapshot().names == ("Ana", "Player 2", "Player 3")
    assert table.session.name_players(["Ana", "", ""]) == ()


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["Ana", "Ben", "Ana"], "Two players are called Ana"),
        (["Ben", "ANA", "Ana"], "Two players are called ANA"),
        (["Zo\u00eb", "Ben", "Zoe\u0308"], "Two players are called Zoë"),
        (["A", "B", "C", "D"], "more names .4. than players .3."),
        (["Ana"], "fewer names .1. than players .3."),
    ],
)
def test_names_that_do_not_tell_players_apart_change_nothing(table, names, says):
    before = table.session.snapshot().names
    with pytest.raises(WrongInputError, match=says):
        table.session.name_players(names)
    assert table.session.snapshot().names == before


def test_players_who_have_the_same_name_all_the_same_are_told_apart_by_their_numbers():
    heard = []
    table = ScriptedTable(game("coins"), seed=4, names=("Ana", "Ben", "ana"))
    table.session.subscribe(heard.append)
    for code, seat in (("1-coins", 1), ("2-cups", 2), ("1-swords", 0)):
        table.lay(code, seat, 0.6)
    assert table.session.snapshot().names == ("Ana (1)", "Ben", "ana (3)")
    assert [event.player for event in heard if isinstance(event, TrickWon)] == ["ana (3)"]


def test_what_was_said_can_be_said_again_with_the_name_of_today(table):
    heard = []
    table.session.subscribe(heard.append)
    table.lay("1-swords", 0, 0.6)
    won = next(event for event in heard if isinstance(event, TrickWon))
    deck = table.session.log.game.deck
    assert Speaker(deck, ("Ana", "Ben", "Zoë")).sentence(won).startswith("Zoë wins the trick")


def test_a_program_that_drives_the_table_can_say_the_names(table):
    told = Dictation([parse_line('{"players": ["Ana", "Ben", "Zoë"]}', "line 1")])
    assert told.tell(table.session, 0.0) == []
    assert table.session.snapshot().names[2] == "Zoë"
    refused = Dictation([parse_line('{"players": ["Ana", "Ana"]}', "line 2")]).tell(table.session, 0.0)
    assert refused == ["line 2: Two players are called Ana. Give each a name of their own."]
    with pytest.raises(WrongInputError, match="line 3: expected"):
        parse_line('{"players": "Ana"}', "line 3")


def test_the_event_is_words_for_people(table):
    event = PlayersNamed(time=1.0, players=("Ana", "Ben", "Zoë"))
    assert table.session.speaker.sentence(event) == "The players are Ana, Ben and Zoë"
