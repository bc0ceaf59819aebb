"""Cards drawn in a process of their own."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures.process import BrokenProcessPool

import pytest

from companion.app.model import drawing
from companion.app.model.drawing import Drawing, draw, elsewhere
from companion.artwork import BACK

PATIENCE = 300.0
REAL = drawing.own_process
"""Before the tests have put another in its place."""

CARDS = [("spanish48", "1-cups"), ("french52", "AS"), ("french52", BACK)]


def _drawn(cards) -> list:
    taken = []
    Drawing(cards, 60, lambda *card: taken.append(card))
    _until_nothing_is_drawn()
    return taken


def _until_nothing_is_drawn() -> None:
    until = time.monotonic() + PATIENCE
    while any(thread.name == "drawing" for thread in threading.enumerate()):
        assert time.monotonic() < until
        time.sleep(0.01)


def whose(_deck: str) -> int:
    return os.getpid()


def test_another_process_draws_what_this_one_would(monkeypatch) -> None:
    monkeypatch.setattr(drawing, "own_process", REAL)
    assert elsewhere(whose, "french52") != os.getpid()
    for deck, code, image in _drawn(CARDS):
        assert (image == draw(deck, code, 60)).all()


_LEFT_BEHIND = """
import os
from companion.app.model.drawing import own_process
if __name__ == "__main__":
    print(own_process().submit(os.getpid).result(), flush=True)
    os._exit(9)
"""


def test_the_process_that_draws_ends_with_a_window_that_was_killed(tmp_path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(_LEFT_BEHIND, "utf-8")
    # What is drawn with keeps the pipe open as long as it is there.
    done = subprocess.run([sys.executable, str(script)], stdout=subprocess.PIPE, timeout=PATIENCE, check=False)
    assert done.returncode == 9
    assert int(done.stdout) > 0


def interrupted(_deck: str) -> int:
    os.kill(os.getpid(), signal.SIGINT)
    return os.getpid()


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no signals of single threads")
def test_ctrl_c_does_not_reach_the_process_that_draws(monkeypatch) -> None:
    monkeypatch.setattr(drawing, "own_process", REAL)
    assert elsewhere(interrupted, "french52") != os.getpid()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize("failure", [BrokenProcessPool, OSError])
def test_without_another_process_this_one_draws(monkeypatch, failure) -> None:
    def none_to_be_had():
        raise failure("no process")

    monkeypatch.setattr(drawing, "own_process", none_to_be_had)
    assert [card[:2] for card in _drawn(CARDS)] == CARDS
    assert elsewhere(whose, "french52") == os.getpid()


def test_nothing_is_drawn_that_nobody_wants_any_more(monkeypatch) -> None:
    going_on = threading.Event()
    taken = []

    def take(*card) -> None:
        taken.append(card)
        going_on.wait(PATIENCE)

    drawing_them = Drawing(CARDS, 60, take)
    while not taken:
        time.sleep(0.01)
    drawing_them.close()
    going_on.set()
    _until_nothing_is_drawn()
    assert len(taken) == 1


def test_nothing_wanted_starts_nothing() -> None:
    Drawing([], 60, lambda *_: None)
    assert all(thread.name != "drawing" for thread in threading.enumerate())
