"""A recorded game is killed without mercy (`kill -9`); `kill_loop.py` does the same more often."""

import random
import sys

import pytest
from kill_loop import TARGET, go_on, killed, plays_of, truth
from recording_makers import script_of


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("seed", range(2))
def test_nothing_announced_is_lost_and_the_game_goes_on(tmp_path, seed):
    # Between the first play and the end; which moment exactly is chance all the same.
    at = random.Random(seed).uniform(14.0, script_of(target=TARGET).duration - 3.0)
    # Slower than the loop plays: how far the encoder is behind shall not depend on what else a machine does.
    remains = killed(tmp_path / "s", at, pace=4.0)
    assert remains.announced
    assert plays_of(remains.session)[: len(remains.announced)] == remains.announced
    assert remains.filmed is not None
    assert remains.shown - remains.filmed < 2.0
    assert not remains.session.complete
    assert plays_of(go_on(remains)) == truth()
