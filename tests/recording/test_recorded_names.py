"""Names that are put right while a game is recorded, and afterwards."""

import errno
import os
import shutil
from contextlib import closing

import pytest
from recording_makers import Table, script_of

from companion.errors import UnusableError, WrongInputError
from companion.recording.correcting import correct_cards
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS, SESSION, change_about
from companion.recording.library import Library
from companion.recording.naming import name_players
from companion.recording.opening import open_session
from companion.recording.undoing import go_back

MENDED = ("Ana", "Ben", "Zoë")


@pytest.fixture
def renamed(tmp_path):
    """Return the folder of a session in the middle of which a name was put right."""
    table = Table(script_of())
    folder = tmp_path / "library" / "evening"
    recorder = table.record(folder)
    table.play(until=9.0)
    table.session.name_players(MENDED)
    table.end(recorder)
    return folder


def test_a_session_has_the_names_that_were_said_last(renamed):
    session = open_session(renamed)
    assert session.names == MENDED
    assert session.notes == ()
    assert [line["players"] for line in session.events if line["event"] == "players"] == [list(MENDED)]


def test_where_the_description_is_lost_the_log_still_knows_the_names(renamed):
    (renamed / SESSION).unlink()
    assert open_session(renamed).names == MENDED


def test_names_that_were_put_right_are_known_also_where_the_program_was_killed_at_once(tmp_path):
    table, folder = Table(script_of()), tmp_path / "evening"
    recorder = table.record(folder)
    table.play(until=9.0)
    table.session.name_players(MENDED)
    killed = shutil.copytree(folder, tmp_path / "killed")
    table.end(recorder)
    assert open_session(killed).names == MENDED


def test_a_name_that_cannot_be_written_is_refused_and_stays(renamed, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(UnusableError, match=r"events\.jsonl: .*the disk is full"):
            name_players(renamed, ["Ana", "Ben", "Emil"])
    assert open_session(renamed).names == MENDED
    assert open_session(renamed).notes == ()


def test_what_was_set_right_can_be_taken_back_also_after_a_name_was_changed(folder):
    facts = open_session(folder).facts
    correct_cards(folder, 2, ("12-coins",), "Ana")
    name_players(folder, MENDED)
    go_back(folder, "undo", "Ana")
    assert (open_session(folder).facts, open_session(folder).names) == (facts, MENDED)


def test_subtitles_do_not_tell_of_names(renamed):
    assert "The players are" not in (renamed / "announcements.vtt").read_text("utf-8")


def test_a_game_that_goes_on_keeps_the_names_it_has_by_then(renamed):
    change_about(renamed, state="running")
    recorded = open_session(renamed)
    table = Table(script_of(), recorded)
    table.session.name_players(MENDED)
    recorder = table.go_on(recorded)
    table.end(recorder)
    assert open_session(renamed).names == MENDED


def test_the_library_counts_for_a_player_under_the_name_that_was_put_right(renamed, tmp_path):
    with closing(Library(renamed.parent, tmp_path / "index.sqlite")) as library:
        library.refresh()
        library.name_players(library.entries()[0], ["Ana", "", "Zoe"])
        entry = library.entries()[0]
        assert entry.players == ("Ana", "Player 2", "Zoe")
        assert [player.player for player in library.players([entry])] == ["Ana", "Player 2", "Zoe"]
        with pytest.raises(WrongInputError, match="called Ana"):
            library.name_players(entry, ["Ana", "Ana"])
        with open_for_recording(renamed), pytest.raises(UnusableError, match="being recorded"):
            library.name_players(entry, ["Ana", "Ben", "Carla"])
    assert open_session(renamed).names == ("Ana", "Player 2", "Zoe")


def test_a_name_can_be_put_right_in_all_recordings_and_those_that_keep_theirs_are_told(renamed, tmp_path):
    for number, players in enumerate((["Zoë", "Ana", "Emil"], ["Zoë", "Zoe", "Ben"], ["Emil", "Ana", "Ben"])):
        shutil.copytree(renamed, renamed.parent / f"other {number}")
        name_players(renamed.parent / f"other {number}", players)
    with closing(Library(renamed.parent, tmp_path / "index.sqlite")) as library:
        library.refresh()
        with pytest.raises(UnusableError, match="keep their names: other 1: Two players are called Zoe") as refusal:
            library.name_players(library.find("evening"), ["Ana", "Ben", "Zoe"], everywhere=True)
        assert "other 0" not in str(refusal.value)
        called = {entry.folder.name: entry.players for entry in library.entries()}
    assert called == {
        "evening": ("Ana", "Ben", "Zoe"),
        "other 0": ("Zoe", "Ana", "Emil"),
        "other 1": ("Zoë", "Zoe", "Ben"),
        "other 2": ("Emil", "Ana", "Ben"),
    }


def test_who_was_only_numbered_is_somebody_else_in_other_recordings(renamed, tmp_path):
    for number, players in enumerate((["Jugador 1", "Player 2", "Emil"], ["Zoë", "Ana", "Player 3"])):
        shutil.copytree(renamed, renamed.parent / f"other {number}")
        name_players(renamed.parent / f"other {number}", players)
    name_players(renamed, ["Jugador 1", "Player 2", "Zoë"])
    with closing(Library(renamed.parent, tmp_path / "index.sqlite")) as library:
        library.refresh()
        library.name_players(library.find("evening"), ["Ana", "Ben", ""], everywhere=True)
        called = {entry.folder.name: entry.players for entry in library.entries()}
    assert called == {
        "evening": ("Ana", "Ben", "Player 3"),
        "other 0": ("Jugador 1", "Player 2", "Emil"),
        "other 1": ("Player 1", "Ana", "Player 3"),
    }


def open_for_recording(folder):
    return closing(Journal(folder / EVENTS, alone=True))
