"""A recording that breaks off while a card is asked about holds the cards that were laid since."""

from dataclasses import replace

import pytest
from recording_makers import Lens, Table, picture, script_of

from companion.recording.correcting import correct_cards
from companion.recording.opening import open_session
from companion.simulation.observations import ideal_observations
from companion.table.events import CardPlayed
from companion.vision.types import Frame

UNREAD = 4
"""The play whose card cannot be read for sure."""


def played(script):
    return [(event.seat, event.cards[0]) for event in script.truth if isinstance(event, CardPlayed)]


def looks(script):
    """Yield what is seen, with one card that may as well be another."""
    plays = [code for _, code in played(script)]
    doubtful, other = plays[UNREAD], plays[-1]
    for moment, seen in ideal_observations(script):
        yield (
            moment,
            [
                replace(card, probabilities=((doubtful, 0.5), (other, 0.45)))
                if card.probabilities and card.probabilities[0][0] == doubtful
                else card
                for card in seen
            ],
        )


def play(table, start=0.0, waiting=99):
    """Play on from a moment; return when so many cards wait, or at the end, the moment of that."""
    for moment, seen in looks(table.script):
        if moment >= start:
            time = table.begin_at + moment - start
            table.lens.show(Frame(picture(time), time, 0))
            table.session.notice(seen, time, (1280, 720))
            if len(table.session.snapshot().waiting) >= waiting:
                return moment
    return moment


@pytest.fixture
def broken_off(tmp_path):
    """A recording with a question and four cards behind it, and the moment at which it broke off."""
    table = Table(script_of(target=20))
    recorder = table.record(tmp_path / "evening")
    moment = play(table, waiting=5)
    table.end(recorder)
    return table, tmp_path / "evening", moment


def test_it_goes_on_with_them_and_the_game_comes_out_as_it_was_played(broken_off):
    table, folder, moment = broken_off
    before = table.session.snapshot()
    recorded = open_session(folder)
    assert recorded.waiting == before.waiting
    assert len(recorded.facts) == UNREAD
    assert not recorded.notes
    again = Table(table.script, recorded)
    recorder = again.go_on(recorded)
    again.session.notice([], again.begin_at, (1280, 720))
    again.session.notice([], again.begin_at + 0.1, (1280, 720))
    asked = again.session.snapshot().question
    again.session.answer(asked.question, before.waiting[0].chances[0][0])
    assert len(again.session.log.facts) == UNREAD + 5
    play(again, moment)
    again.end(recorder)
    final = open_session(folder)
    assert [(fact.seat, fact.cards[0]) for fact in final.facts] == played(table.script)
    assert not final.waiting


def test_they_are_let_go_of_where_the_recording_was_corrected_since(broken_off):
    table, folder, _ = broken_off
    correct_cards(folder, 0, (played(table.script)[-1][1],), "Ana")
    assert not open_session(folder).waiting


def test_a_recording_that_begins_while_cards_wait_holds_them(tmp_path):
    table = Table(script_of(target=20))
    table.lens = Lens()
    play(table, waiting=3)
    recorder = table.record(tmp_path / "late")
    table.end(recorder)
    assert open_session(tmp_path / "late").waiting == table.session.snapshot().waiting


def test_it_holds_them_where_an_earlier_play_is_set_right_while_they_wait(tmp_path):
    table = Table(script_of(target=20))
    recorder = table.record(tmp_path / "evening")
    play(table, waiting=3)
    table.session.correct(0, (played(table.script)[-2][1],))
    table.end(recorder)
    waiting = open_session(tmp_path / "evening").waiting
    assert len(waiting) == 3
    assert waiting == table.session.snapshot().waiting
