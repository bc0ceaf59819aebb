"""Two programs, one deck: the second is told so, until the first has ended."""

import subprocess
import sys

import pytest

from companion.errors import UnusableError
from companion.vision.taught_alone import TaughtAlone, is_being_taught

_OTHER = """
import sys
from pathlib import Path
from companion.vision.taught_alone import TaughtAlone
TaughtAlone("ours", Path(sys.argv[1])).take()
print("taken", flush=True)
sys.stdin.read()
"""


def test_of_two_programs_one_teaches_a_deck_until_it_ends_however_it_ends(tmp_path):
    command = [sys.executable, "-c", _OTHER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "taken\n"
        assert is_being_taught("ours", tmp_path)
        with pytest.raises(UnusableError, match="“ours” is being taught in another window or program"):
            TaughtAlone("ours", tmp_path).take()
        with TaughtAlone("theirs", tmp_path):
            pass
        other.kill()
    assert not is_being_taught("ours", tmp_path)
    with TaughtAlone("ours", tmp_path):
        assert is_being_taught("ours", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_was_let_go_of_is_not_claimed_later(tmp_path):
    late = TaughtAlone("ours", tmp_path)
    late.let_go()
    late.take()
    assert not is_being_taught("ours", tmp_path)


def test_where_nothing_can_be_written_teaching_goes_on(tmp_path):
    (tmp_path / "decks").write_text("no folder", "utf-8")
    with TaughtAlone("ours", tmp_path / "decks"):
        assert not is_being_taught("ours", tmp_path / "decks")
