"""`companion evaluate --deals`."""

import json
import pickle

import pytest

from companion.cli.main import main
from companion.errors import UnusableError
from companion.evaluation import deal_run


def test_deals_are_counted_in_rows_and_tables(capsys) -> None:
    arguments = ["evaluate", "--deals", "1", "--misread", "0", "--game", "coins", "--seed", "1"]
    assert main([*arguments, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["game"], row["deals"], row["right"], row["tricks"]) == ("coins", 1, 1.0, 16)
    assert main([*arguments, "--markdown"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[2].startswith("| coins | 0 | 1 | 100.0 |")
    assert "1 of 1 deals" in told.err


def test_deals_kept_under_other_rules_are_not_taken_for_these(capsys, tmp_path) -> None:
    arguments = ["evaluate", "--deals", "1", "--misread", "0", "--game", "coins", "--keep", str(tmp_path / "deals")]
    assert main([*arguments, "--option", "target=2"]) == 0
    for other in (["--option", "target=13"], ["--option", "target=2", "--rate", "3"]):
        assert main([*arguments, *other]) == 2
        assert "other conditions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--deals", "0"], "--deals 0"),
        (["--deals", "1", "--misread", "0.9"], "--misread 0.9"),
        (["--deals", "1", "--game", "whist"], "no game 'whist'"),
        (["--deals", "1", "--option", "players=3"], "needs --game"),
        (["--deals", "1", "--incidents", "flood"], "flood"),
        (["--deals", "1", "--seed", "-1"], "--seed -1"),
        (["--deals", "1", "--jobs", "0"], "--jobs 0"),
        (["--deals", "1", "--deck-art", "cards"], "needs --drawn"),
        (["--deals", "1", "--light", "dusk"], "--light: needs --drawn"),
        (["--deals", "1", "--drawn", "--light", "neon"], "--light neon: there are day, dusk, lamp, sun"),
        (["--deals", "1", "--tilt", "90"], "--tilt 90"),
        (["--deals", "1", "--rate", "0.5"], "--rate 0.5: expected 1 to 30 pictures a second"),
        (["--deals", "1", "--rate", "nan"], "--rate nan"),
        (["--deals", "1", "--habits", "wild"], "--habits wild"),
        (["--deals", "1", "--size", "640x480"], "--drawn"),
        (["--deals", "1", "--drawn", "--size", "641x360"], "--size 641x360"),
        (["--deals", "1", "--no-learning"], "--no-learning: needs --drawn"),
        (["--deals", "1", "--drawn", "--deck-art", "nowhere"], "no card pictures"),
    ],
)
def test_wrong_options_are_refused(capsys, arguments, says) -> None:
    assert main(["evaluate", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_what_looks_at_drawn_deals_can_be_handed_to_other_processes(capsys, monkeypatch) -> None:
    def hand_out(orders, *, open_eyes, **_):
        raise UnusableError(f"{len(pickle.dumps((orders, open_eyes)))} bytes handed out")

    monkeypatch.setattr(deal_run, "play_orders", hand_out)
    assert main(["evaluate", "--deals", "1", "--drawn", "--jobs", "2", "--game", "coins"]) == 2
    assert "bytes handed out" in capsys.readouterr().err
