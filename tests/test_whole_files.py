"""Files that are there as a whole or not at all."""

import pytest

from companion.whole_files import becoming, write_whole


def test_what_was_there_is_replaced(tmp_path):
    path = tmp_path / "a.json"
    for content in (b"one", b"another"):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_left_of_what_cannot_be_written(tmp_path):
    taken = tmp_path / "a folder"
    (taken / "full").mkdir(parents=True)
    with pytest.raises(OSError, match="a folder"):
        write_whole(taken, b"content")
    assert [path.name for path in tmp_path.iterdir()] == ["a folder"]


def test_what_breaks_off_leaves_what_was_there(tmp_path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"good")

    def break_off():
        with becoming(path) as unfinished:
            unfinished.write_bytes(b"ha")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("a.bin", b"good")]
