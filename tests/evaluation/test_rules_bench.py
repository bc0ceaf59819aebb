"""What `companion bench --rules` measures."""

import pytest

from companion.errors import UnusableError
from companion.evaluation import rules_bench
from companion.rules.games import GAMES
from companion.rules.records import score


def test_every_game_is_folded_and_scored():
    rows = rules_bench.rules_rows(0.01)
    for name in GAMES:
        units = [row["unit"] for row in rows if name in row["stage"].split()]
        assert units[:2] == ["hands of 52 cards", "records"]
    assert all(row["per_second"] > 0 for row in rows)


@pytest.mark.parametrize(("name", "chosen"), rules_bench.GAMES)
def test_what_is_timed_is_one_whole_hand(name, chosen):
    scored = score(rules_bench.one_hand(name, 1, **chosen).record())
    assert scored.hands == 1
    assert scored.report()["hands"][0]["complete"]


def test_a_long_file_is_scored_by_a_process_of_its_own():
    row = rules_bench.stream_row(30)
    assert row["records"] == 30
    assert row["bytes"] > 30 * 500
    assert row["seconds"] > 0
    assert row["peak_bytes"] is None or row["peak_bytes"] > 2**20


def test_a_process_that_fails_is_reported(monkeypatch):
    monkeypatch.setattr(rules_bench.json, "dumps", lambda _record: "no record")
    with pytest.raises(UnusableError, match="scoring 2 records failed"):
        rules_bench.stream_row(2)
