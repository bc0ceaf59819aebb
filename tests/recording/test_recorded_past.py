"""Where nothing but a recording is gone on with, undo takes back what it would have taken back at the table."""

import json

import pytest
from recording_makers import Table, script_of

from companion.recording.opening import open_session
from companion.table.events import CardPlayed

PLAYS = 5
"""So many plays are made before anybody says anything."""


def played_until(script, plays):
    """Return when so many plays lie on the table, seconds."""
    return [event.time for event in script.truth if isinstance(event, CardPlayed)][plays - 1] + 0.6


@pytest.fixture
def played(tmp_path):
    """A table whose game is being recorded, and its recorder; some tricks are played."""
    table = Table(script_of(target=20))
    recorder = table.record(tmp_path / "evening")
    table.play(until=played_until(table.script, PLAYS))
    assert len(table.session.log.facts) == PLAYS
    yield table, recorder, tmp_path / "evening"
    recorder.close()


def free_card(table):
    """Return a card that nobody has played."""
    known = {code for fact in table.session.log.facts for code in fact.cards}
    return next(code for code in table.script.game.deck.codes if code not in known)


def gone_on(played):
    """Return a table that goes on with what is recorded, and the recording."""
    table, recorder, folder = played
    table.end(recorder)
    recorded = open_session(folder)
    assert not recorded.notes
    return Table(table.script, recorded), recorded


def undone(table, steps):
    stood = []
    for _ in range(steps):
        table.session.undo()
        stood.append(table.session.log.facts)
    return stood


COMMANDS = {
    "a card": lambda table: table.session.correct(0, (free_card(table),)),
    "taken out": lambda table: table.session.remove_play(PLAYS - 1),
    "added": lambda table: table.session.insert_play(
        len(table.session.log.facts), table.session.view.expected, (free_card(table),)
    ),
    "dealt anew": lambda table: table.session.deal_anew(),
    "corrected twice": lambda table: (
        table.session.correct(0, (free_card(table),)),
        table.session.correct(1, (free_card(table),)),
    ),
    "taken back": lambda table: (
        table.session.correct(0, (free_card(table),)),
        table.session.correct(1, (free_card(table),)),
        table.session.undo(),
    ),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_the_last_correction_is_taken_back_and_then_what_came_before_it(played, command):
    command(played[0])
    again, _ = gone_on(played)
    assert again.session.log.facts == played[0].session.log.facts
    assert undone(again, 3) == undone(played[0], 3)


def test_the_cards_played_behind_it_are_taken_back_first(played):
    table = played[0]
    first, right = table.session.log.facts[0], free_card(table)
    table.session.correct(0, (right,))
    table.begin_at = played_until(table.script, PLAYS) + 0.05
    table.play(start=table.begin_at, until=played_until(table.script, PLAYS + 2))
    again, recorded = gone_on(played)
    assert len(recorded.facts) == PLAYS + 2
    *_, stood = undone(again, 2)
    assert stood[0].cards == (right,)
    again.session.undo()
    assert again.session.log.facts[0] == first


def test_it_is_taken_back_also_where_the_recording_was_gone_on_with_twice(played):
    table, _, folder = played
    before = table.session.log.facts
    table.session.correct(0, (free_card(table),))
    again, recorded = gone_on(played)
    again.end(again.go_on(recorded))
    third = Table(table.script, open_session(folder))
    third.session.undo()
    assert third.session.log.facts == before


def test_a_past_that_led_to_other_facts_is_left_out_and_that_is_noted(played):
    table, recorder, folder = played
    table.session.correct(0, (free_card(table),))
    table.end(recorder)
    log = folder / "events.jsonl"
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    for line in lines:
        line.pop("crc", None)
        if line["event"] == "past":
            line["changes"][0]["at"] = 999
    log.write_text("\n".join(map(json.dumps, lines)) + "\n", "utf-8")
    recorded = open_session(folder)
    assert [note for note in recorded.notes if "events.jsonl" in str(note)]
    again = Table(table.script, recorded)
    again.session.undo()
    assert again.session.log.facts == table.session.log.facts[:-1]


def test_a_recording_in_which_nothing_was_corrected_tells_nothing_of_it(played):
    _, recorded = gone_on(played)
    assert not [line for line in recorded.lines if line["event"] == "past"]
    assert "past" not in [line["event"] for line in recorded.events]
