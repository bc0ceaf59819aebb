"""Two programs, one session: the second is told so and writes nothing."""

import subprocess
import sys
from contextlib import contextmanager

import pytest
from recording_makers import Table

from companion.claims import TakenError, is_claimed
from companion.errors import UnusableError
from companion.recording.correcting import correct_cards
from companion.recording.journal import Journal
from companion.recording.layout import change_about
from companion.recording.opening import open_session
from companion.recording.starting import complete

_OTHER = """
import sys
from pathlib import Path
from companion.recording.journal import Journal
journal = Journal(Path(sys.argv[1]), alone=True)
print("claimed", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_program(path):
    """Let another process write to a log; it ends without a goodbye."""
    command = [sys.executable, "-c", _OTHER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline().strip() == b"claimed"
        try:
            yield
        finally:
            other.kill()


def state_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_while_another_program_records_a_session_it_is_only_read(folder, table):
    change_about(folder, state="running")
    before = state_of(folder)
    with another_program(folder / "events.jsonl"):
        session = open_session(folder)
        assert session.facts == table.session.log.facts
        with pytest.raises(UnusableError, match="written by another program"):
            correct_cards(folder, 2, ("12-coins",), "Ana")
        second = Table(table.script, session)
        with pytest.raises(UnusableError, match="written by another program"):
            second.go_on(session)
        assert "being recorded" in str(complete(folder)[0])
        assert state_of(folder) == before
    # Killed, it has let go.
    assert correct_cards(folder, 2, ("12-coins",), "Ana").facts[2].cards == ("12-coins",)


def test_a_claim_holds_within_one_program_and_ends_with_the_journal(tmp_path):
    path = tmp_path / "events.jsonl"
    journal = Journal(path, alone=True)
    assert is_claimed(path)
    with pytest.raises(TakenError, match="another program"):
        Journal(path, alone=True)
    assert journal.append({"event": "x"})
    journal.close()
    assert not is_claimed(path)
    Journal(path, alone=True).close()
