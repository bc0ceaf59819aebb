"""Deals kept in a file, so that a long measurement can stop and go on."""

import pytest

from companion.errors import UnusableError
from companion.evaluation.deal_log import DealLog
from companion.evaluation.deals import Deal

KEY = ("coins", 0.03, 5)
CONDITIONS = {"drawn": False}


def a_deal(seed: int = 5) -> Deal:
    return Deal("coins", seed, 90.0, 48, 47, 16, 15, 16, 12, (("trick", 1, 2),), 1, 0, 2, 1, (0.1, 0.5))


def test_a_deal_that_was_kept_is_known_when_the_file_is_opened_again(tmp_path):
    DealLog(tmp_path / "deals.jsonl", CONDITIONS).keep(KEY, a_deal())
    again = DealLog(tmp_path / "deals.jsonl", CONDITIONS)
    assert again.get(KEY) == a_deal()
    assert again.get(("coins", 0.01, 5)) is None


def test_a_line_that_was_cut_short_loses_that_deal_alone(tmp_path):
    path = tmp_path / "deals.jsonl"
    log = DealLog(path, CONDITIONS)
    log.keep(KEY, a_deal())
    log.keep(("coins", 0.03, 6), a_deal(6))
    path.write_text(path.read_text("utf-8")[:-40], "utf-8")
    again = DealLog(path, CONDITIONS)
    assert again.get(KEY) == a_deal()
    assert again.get(("coins", 0.03, 6)) is None
    again.keep(("coins", 0.03, 6), a_deal(6))
    assert DealLog(path, CONDITIONS).get(("coins", 0.03, 6)) == a_deal(6)


@pytest.mark.parametrize("text", ['{"conditions": {"drawn": true}}\n', "not deals\n", "not deals"])
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(tmp_path, text):
    path = tmp_path / "deals.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(UnusableError, match="other conditions"):
        DealLog(path, CONDITIONS)
    assert path.read_text("utf-8") == text
