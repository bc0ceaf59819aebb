"""What was set right after the game is taken back and made again, also by whoever opens the session later."""

import errno
import os
import shutil
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from recording_makers import Table, record_game, script_of

from companion.errors import CompanionError, UnusableError
from companion.recording import annotations, undoing
from companion.recording.annotations import Annotation, Overlay, add_annotation, read_annotations, said_now
from companion.recording.correcting import correct_cards, correct_seat, insert_play, remove_play
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS
from companion.recording.opening import open_session
from companion.recording.undoing import go_back, next_step, steps_of


def state_of(folder):
    session = open_session(folder)
    return session.facts, session.tracks, [(note.kind, note.track, note.card) for note in read_annotations(folder)]


def ways_of(folder):
    steps = steps_of(open_session(folder))
    return next_step(steps, "undo") is not None, next_step(steps, "redo") is not None


def test_a_correction_is_taken_back_and_made_again_with_its_track_and_its_reading(folder):
    before = state_of(folder)
    assert ways_of(folder) == (False, False)
    remove_play(folder, 2, "Ana")
    after = state_of(folder)
    log = (folder / EVENTS).read_bytes()
    assert go_back(folder, "undo", "Ben") is not None
    assert state_of(folder) == before
    assert ways_of(folder) == (False, True)
    # The log only grows, and says what was done.
    assert (folder / EVENTS).read_bytes().startswith(log)
    said = [line for line in open_session(folder).lines if line["event"] == "facts"][-1]
    assert (said["author"], "undo" in said) == ("Ben", True)
    go_back(folder, "redo", "Ben")
    assert state_of(folder) == after
    assert go_back(folder, "redo", "Ben") is None
    assert open_session(folder).notes == ()


def test_a_card_that_was_none_comes_back_with_its_box_and_its_play_at_once(folder):
    before, session = state_of(folder), open_session(folder)
    said, track = said_now(folder), session.tracks[2]
    remove_play(folder, 2, "Ana", said)
    add_annotation(folder, Annotation("remove", track, 15.0, said=said))
    assert state_of(folder) != before
    _, step = go_back(folder, "undo", "Ana")
    assert state_of(folder) == before
    assert step.tracks == {track}
    assert ways_of(folder) == (False, True)


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_what_broke_off_between_the_play_and_the_picture_is_finished_the_next_time(folder, monkeypatch, way):
    states = {"undo": state_of(folder)}
    said, track = said_now(folder), open_session(folder).tracks[2]
    remove_play(folder, 2, "Ana", said)
    add_annotation(folder, Annotation("remove", track, 15.0, said=said))
    states["redo"] = state_of(folder)
    if way == "redo":
        go_back(folder, "undo", "Ana")

    def full(*_):
        raise UnusableError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(undoing, "turn", full)
        with pytest.raises(UnusableError, match="full"):
            go_back(folder, way, "Ana")
    assert state_of(folder) not in states.values()
    go_back(folder, way, "Ana")
    assert state_of(folder) == states[way]


def test_plays_that_were_changed_at_once_go_back_and_forth_by_one_line_of_the_log(folder):
    before, said = state_of(folder), said_now(folder)
    correct_cards(folder, 2, ("12-coins",), "Ana", said)
    remove_play(folder, 1, "Ana", said)
    after = state_of(folder)
    for way, state in (("undo", before), ("redo", after), ("undo", before)):
        known = open_session(folder).change
        go_back(folder, way, "Ana")
        assert state_of(folder) == state
        # A program that ends meanwhile leaves all of it or none.
        assert open_session(folder).change == known + 1


def test_steps_go_back_one_by_one_the_last_first_over_both_files(folder):
    states = [state_of(folder)]
    track = open_session(folder).tracks[1]
    for change in (
        lambda: correct_cards(folder, 2, ("12-coins",), "Ana"),
        lambda: add_annotation(folder, Annotation("name", track, 14.6, card="1-cups")),
        lambda: correct_cards(folder, 2, open_session(folder).facts[0].cards, "Ana"),
        lambda: add_annotation(folder, Annotation("remove", track, 14.6)),
    ):
        change()
        states.append(state_of(folder))
    for state in states[-2::-1]:
        go_back(folder, "undo", "Ana")
        assert state_of(folder) == state
    told = [line["reason"] for line in open_session(folder).events if line["event"] == "correction"]
    assert "taken back" in told
    for state in states[1:]:
        go_back(folder, "redo", "Ana")
        assert state_of(folder) == state


def test_a_clock_that_is_set_back_between_corrections_changes_nothing_of_their_order(folder, monkeypatch):
    clock = iter(datetime(2026, 10, 25, 12, tzinfo=UTC) - timedelta(hours=hour) for hour in range(99))

    class SetBack(datetime):
        @classmethod
        def now(cls, _):
            return next(clock)

    monkeypatch.setattr(annotations, "datetime", SetBack)
    states, track = [state_of(folder)], open_session(folder).tracks[1]
    for change in (
        lambda: correct_cards(folder, 2, ("12-coins",), "Ana"),
        lambda: add_annotation(folder, Annotation("name", track, 14.6, card="1-cups")),
        lambda: correct_cards(folder, 2, ("11-coins",), "Ana"),
    ):
        change()
        states.append(state_of(folder))
    for way, come in (("undo", states[-2::-1]), ("redo", states[1:]), ("undo", states[-2:0:-1])):
        for state in come:
            go_back(folder, way, "Ana")
            assert state_of(folder) == state
    # What is changed now takes the place of the two that were undone.
    remove_play(folder, 1, "Ana")
    assert ways_of(folder) == (True, False)


def test_what_is_changed_after_an_undo_takes_the_place_of_what_was_undone(folder):
    correct_cards(folder, 2, ("12-coins",), "Ana")
    go_back(folder, "undo", "Ana")
    correct_cards(folder, 2, ("11-coins",), "Ana")
    assert ways_of(folder) == (True, False)
    go_back(folder, "undo", "Ana")
    assert ways_of(folder) == (False, True)
    go_back(folder, "redo", "Ana")
    assert open_session(folder).facts[2].cards == ("11-coins",)


def test_a_game_that_went_on_keeps_what_was_set_right_before(tmp_path):
    script = script_of(target=4)
    folder = tmp_path / "evening"
    table = Table(script)
    recorder = table.record(folder)
    table.play(until=20.0)
    table.end(recorder)
    remove_play(folder, 0, "Ana")
    session = open_session(folder)
    assert ways_of(folder) == (True, False)
    later = Table(script, session)
    recorder = later.go_on(session)
    later.play(start=20.0, until=30.0)
    later.end(recorder)
    assert len(open_session(folder).facts) > len(session.facts)
    assert ways_of(folder) == (False, False)
    assert go_back(folder, "undo", "Ana") is None


def test_a_damaged_change_closes_what_came_before_it(folder):
    remove_play(folder, 2, "Ana")
    correct_cards(folder, 1, ("12-swords",), "Ana")
    path = folder / EVENTS
    lines = path.read_bytes().splitlines(keepends=True)
    place = max(index for index, line in enumerate(lines) if b'"at"' in line)
    lines[place] = lines[place].replace(b'"at"', b'"xx"')
    path.write_bytes(b"".join(lines))
    assert open_session(folder).facts[1].cards == ("12-swords",)
    assert ways_of(folder) == (False, False)


def test_who_may_not_write_takes_nothing_back(folder):
    correct_cards(folder, 2, ("12-coins",), "Ana")
    after = state_of(folder)
    writing = Journal(folder / EVENTS, alone=True)
    with pytest.raises(UnusableError, match="written by another"):
        go_back(folder, "undo", "Ana")
    writing.close()
    assert state_of(folder) == after
    assert ways_of(folder) == (True, False)


def test_a_box_lies_where_it_was_again(folder):
    session = open_session(folder)
    look, track = session.looks.at(15.0), session.tracks[1]
    was = look.cards[look.tracks.index(track)].corners
    add_annotation(folder, Annotation("box", track, look.time, corners=was + 10, was=was))
    go_back(folder, "undo", "Ana")
    shown = Overlay(read_annotations(folder)).over(look).look
    assert np.array_equal(shown.cards[shown.tracks.index(track)].corners, was)


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undoing") / "evening"
    record_game(folder, script_of(target=4))
    return folder


_CARDS = st.sampled_from(["1-cups", "2-coins", "12-coins", "5-swords", "9-clubs"])
_PLACE = st.integers(0, 7)
_CHANGES = st.one_of(
    st.tuples(st.just(correct_cards), _PLACE, _CARDS.map(lambda card: (card,))),
    st.tuples(st.just(correct_seat), _PLACE, st.integers(0, 2)),
    st.tuples(st.just(remove_play), _PLACE),
    st.tuples(st.just(insert_play), _PLACE, st.integers(0, 2), _CARDS.map(lambda card: (card,))),
    st.tuples(st.just("remove"), st.integers(1, 9)),
    st.tuples(st.sampled_from(["undo", "redo"])),
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(_CHANGES, max_size=7))
def test_undo_leads_back_through_every_state_and_redo_forth(evening, tmp_path, changes):
    folder = tmp_path / "evening"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(evening, folder)
    past, future = [state_of(folder)], []
    for what, *rest in changes:
        if what == "undo":
            assert (go_back(folder, "undo", "") is not None) == (len(past) > 1)
            if len(past) > 1:
                future.append(past.pop())
        elif what == "redo":
            assert (go_back(folder, "redo", "") is not None) == bool(future)
            if future:
                past.append(future.pop())
        else:
            try:
                if what == "remove":
                    add_annotation(folder, Annotation("remove", rest[0], 15.0))
                else:
                    what(folder, *rest, "Ana")
            except CompanionError:
                continue
            if state_of(folder) != past[-1]:
                past.append(state_of(folder))
                future.clear()
        assert state_of(folder) == past[-1]
    while len(past) > 1:
        past.pop()
        go_back(folder, "undo", "")
        assert state_of(folder) == past[-1]
    assert ways_of(folder)[0] is False


def test_what_cannot_be_written_down_of_a_card_is_refused_and_not_said(folder, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(UnusableError, match=r"annotations\.jsonl: cannot be written \(the disk is full\)"):
            add_annotation(folder, Annotation("name", 1, 13.0, card="1-cups"))
    assert read_annotations(folder) == []
