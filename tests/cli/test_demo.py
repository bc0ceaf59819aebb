"""`companion demo --headless`: simulated table, camera, models and rules together."""

import json

import pytest

from companion.cli.main import main


def test_a_short_game_is_refereed_from_pictures_alone(capsys):
    assert main(["demo", "--headless", "--json", "--game", "coins", "--target", "1", "--seed", "2"]) == 0
    out, err = capsys.readouterr()
    events = [json.loads(line) for line in out.splitlines()]
    assert events[0]["event"] == "source"
    assert [event["event"] for event in events][-2:] == ["game_won", "source"]
    tricks = [event for event in events if event["event"] == "trick_won"]
    assert len(tricks) == 1
    assert "1 of 1 trick right" in err


def test_events_are_not_asked_of_the_window(capsys, monkeypatch):
    monkeypatch.setattr("companion.cli.app.launcher", lambda: pytest.fail("a window was opened"))
    assert main(["demo", "--json"]) == 2
    assert "--headless" in capsys.readouterr().err
