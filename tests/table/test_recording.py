"""Records on disk."""

import json

import pytest

from companion.errors import UnusableError
from companion.table.events import SourceChanged, to_json
from companion.table.recording import Recording

EVENTS = [SourceChanged(time=float(i), state="lost", message=f"gone – {i}") for i in range(3)]


def lines(folder):
    return [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_event_is_on_disk_as_soon_as_it_is_told(tmp_path):
    folder = tmp_path / "evening" / "one"
    with Recording(folder, {"game": "coins", "players": ["Ana"]}) as recording:
        for count, event in enumerate(EVENTS, 1):
            recording.add(event)
            assert lines(folder) == [to_json(event) for event in EVENTS[:count]]
    assert json.loads((folder / "session.json").read_text()) == {"game": "coins", "players": ["Ana"]}
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_a_recording_is_never_written_over(tmp_path):
    with Recording(tmp_path, {}) as recording:
        recording.add(EVENTS[0])
    with pytest.raises(UnusableError, match="another folder"):
        Recording(tmp_path, {})
    assert len(lines(tmp_path)) == 1


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableError, match="file"):
        Recording(tmp_path / "file" / "below", {})
