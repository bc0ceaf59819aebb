"""A run whose export failed is exported, not trained again."""

import pytest

from companion.errors import UnusableError
from companion.training import not_exported
from companion.training.not_exported import trained_once


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def train():
    """Return what trains for an hour, and counts how often it did."""

    def hour() -> float:
        hour.times += 1
        return 60.2

    hour.times = 0
    return hour


def test_a_run_whose_time_is_used_up_is_not_trained_again(tmp_path, train, told):
    note = tmp_path / "training" / "not-exported.json"
    note.parent.mkdir()
    assert trained_once(note, 60, False, train, told.append) == 60.2
    assert trained_once(note, 60, True, train, told.append) == 60.2
    assert train.times == 1, "only the export was missing"
    assert "only the export" in told[0]
    trained_once(note, 90, True, train, told.append)
    assert train.times == 2, "more time was asked for"
    trained_once(note, 60, False, train, told.append)
    assert train.times == 3, "a new run"
    note.unlink()
    trained_once(note, 60, True, train, told.append)
    assert train.times == 4, "it was exported, or broke off before its end"


@pytest.mark.parametrize("content", ["", "{}", "[1, 2]", '{"asked": "many", "took": 1}'])
def test_a_damaged_note_is_none(tmp_path, train, told, content):
    note = tmp_path / "not-exported.json"
    note.write_text(content, encoding="utf-8")
    assert trained_once(note, 60, True, train, told.append) == 60.2
    assert train.times == 1


def test_a_training_that_breaks_off_is_gone_on_with(tmp_path, train, told):
    def killed() -> float:
        raise KeyboardInterrupt

    note = tmp_path / "not-exported.json"
    trained_once(note, 60, False, train, told.append)
    with pytest.raises(KeyboardInterrupt):
        trained_once(note, 90, True, killed, told.append)
    trained_once(note, 60, True, train, told.append)
    assert train.times == 2


def test_a_disk_that_is_full_when_the_training_ends_is_told_by_the_export(tmp_path, train, told, monkeypatch):
    def full(*_):
        raise UnusableError("the disk is full")

    monkeypatch.setattr(not_exported, "save_text", full)
    assert trained_once(tmp_path / "not-exported.json", 60, False, train, told.append) == 60.2
