"""The result of a game is known once people left it, or had time to read it; a correction may have the game go on."""

import pytest

from companion.app.model import result_shown
from companion.app.model.result_shown import ResultShown


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands at 100 s until it is set."""
    now = [100.0]
    monkeypatch.setattr(result_shown.time, "monotonic", lambda: now[0])
    return now


def test_a_result_is_known_once_there_was_time_to_read_it(clock):
    result = ResultShown()
    result.follow(is_over=False)
    clock[0] = 200.0
    assert not result.is_known
    result.follow(is_over=True)
    clock[0] = 204.0
    result.follow(is_over=True)
    assert not result.is_known
    clock[0] = 208.0
    assert result.is_known


def test_a_result_that_people_left_for_the_table_is_known_until_the_game_goes_on(clock):
    result = ResultShown()
    result.follow(is_over=True)
    result.was_left = True
    assert result.is_known
    result.follow(is_over=False)
    clock[0] = 200.0
    assert (result.was_left, result.is_known) == (False, False)
