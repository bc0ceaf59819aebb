"""Lines with checksums, and the journal that appends them."""

import errno
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import given_files
from companion.recording import lines
from companion.recording.journal import Journal
from companion.recording.lines import read_lines, sealed

OBJECTS = st.dictionaries(
    st.text(max_size=5).filter(lambda key: key != "crc"), st.integers() | st.text(max_size=8) | st.none(), max_size=4
)


@settings(max_examples=50)
@given(OBJECTS.filter(bool), st.data())
def test_no_flipped_bit_goes_unnoticed(tmp_path_factory, value, data):
    path = tmp_path_factory.mktemp("lines") / "log"
    line = sealed(value)
    path.write_bytes(line)
    assert [item.value for item in read_lines(path)] == [value]
    place = data.draw(st.integers(0, len(line) - 2))
    flipped = bytearray(line)
    flipped[place] ^= 1 << data.draw(st.integers(0, 6))
    path.write_bytes(bytes(flipped))
    read = list(read_lines(path))
    # A damaged checksum may hide that there was one, but what it stood for is as it was.
    assert any(item.fault for item in read) or [value.items() <= item.value.items() for item in read] == [True]


def test_a_line_cut_short_is_named_and_the_others_are_read(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(sealed({"a": 1}) + sealed({"a": 2})[:-9])
    assert [(line.value, str(line.fault)) for line in read_lines(path)] == [
        ({"a": 1}, "None"),
        (None, "the last line was cut short"),
    ]


def test_a_journal_goes_on_behind_a_line_cut_short(tmp_path):
    path = tmp_path / "log"
    torn = sealed({"a": 1}) + sealed({"a": 2})[:-9]
    path.write_bytes(torn)
    journal = Journal(path)
    journal.append({"a": 3})
    journal.close()
    assert path.read_bytes().startswith(torn)
    assert [line.value for line in read_lines(path)] == [{"a": 1}, None, {"a": 3}]


def test_what_a_full_disk_refuses_is_written_when_there_is_room(tmp_path, monkeypatch):
    path = tmp_path / "log"
    journal = Journal(path)
    assert journal.append({"a": 1})
    write, room = os.write, [5]

    def full(file, data):
        if room and len(data) > room[0]:
            write(file, data[: room[0]])
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, data)

    monkeypatch.setattr(os, "write", full)
    assert not journal.append({"a": 2})
    assert "disk is full" in journal.problem
    # Nothing half-written is left behind.
    assert [line.value for line in read_lines(path)] == [{"a": 1}]
    room.clear()
    assert journal.append({"a": 3})
    assert not journal.problem
    journal.close()
    assert [line.value for line in read_lines(path)] == [{"a": 1}, {"a": 2}, {"a": 3}]


def test_a_closed_journal_takes_nothing_more(tmp_path):
    journal = Journal(tmp_path / "log")
    journal.close()
    journal.close()
    assert not journal.append({"a": 1})
    journal.sync()


def test_a_journal_in_no_folder_cannot_be_opened(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        Journal(tmp_path / "missing" / "log")


def test_a_line_that_never_ends_is_not_read_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(given_files, "LONGEST_LINE", 1000)
    monkeypatch.setattr(lines, "LONGEST_LINE", 1000)
    path = tmp_path / "log"
    path.write_bytes(sealed({"a": 1}) + b"x" * 2500 + b"\n" + sealed({"a": 2}))
    with path.open("rb") as file:
        assert max(len(raw) for raw in given_files.raw_lines(file)) == 1000
    read = [line.value for line in read_lines(path)]
    assert (read[0], read[-1]) == ({"a": 1}, {"a": 2})
    assert set(map(str, read[1:-1])) == {"None"}


def test_a_journal_on_a_disk_that_answers_again_goes_on_there(tmp_path, monkeypatch):
    path = tmp_path / "log"
    journal = Journal(path, alone=True)
    journal.append({"a": 1})
    write = os.write

    def refuse(*_: object) -> int:
        raise OSError(errno.EIO, "input/output error")

    monkeypatch.setattr(os, "write", refuse)
    assert not journal.append({"a": 2})
    assert "plugged in" in journal.problem
    monkeypatch.setattr(os, "write", write)
    assert journal.append({"a": 3})
    assert (journal.problem, journal.returned) == ("", 1)
    journal.close()
    assert [line.value["a"] for line in read_lines(path)] == [1, 2, 3]


def test_a_key_that_is_there_twice_is_named(tmp_path):
    (tmp_path / "log").write_bytes(b'{"event": "a"}\n{"event": "a", "event": "b"}\n')
    whole, doubled = read_lines(tmp_path / "log")
    assert (whole.value, doubled.value) == ({"event": "a"}, None)
    assert str(doubled.fault) == 'line 2: the key "event" is there twice; leave one of them out'
