"""Files that are there as a whole or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import whole_files
from companion.whole_files import becoming, sweep, unfinished_name, write_whole


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


@pytest.fixture
def scanner(monkeypatch):
    """Return a maker of a program that has every written file open for so many tries, as scanners on Windows do."""

    def watch(tries):
        left = [tries]
        replace = Path.replace

        def refuse(path, target):
            if left[0]:
                left[0] -= 1
                raise PermissionError(13, "Permission denied", str(target))
            return replace(path, target)

        monkeypatch.setattr(Path, "replace", refuse)
        monkeypatch.setattr(whole_files, "_WAITS", (0.0, 0.0))

    return watch


def test_a_file_that_another_program_looks_at_for_a_moment_is_replaced_all_the_same(tmp_path, scanner):
    path = tmp_path / "a.json"
    path.write_bytes(b"before")
    scanner(tries=2)
    write_whole(path, b"after")
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("a.json", b"after")]


def test_a_file_that_another_program_keeps_open_is_told_of_and_left(tmp_path, scanner):
    path = tmp_path / "a.json"
    path.write_bytes(b"before")
    scanner(tries=9)
    with pytest.raises(PermissionError, match=r"a\.json"):
        write_whole(path, b"after")
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("a.json", b"before")]


@pytest.fixture(scope="module")
def ended():
    """Return the number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_what_a_killed_program_left_unfinished_is_swept_and_nothing_else(tmp_path, ended):
    left = tmp_path / f".labels.{ended}.part"
    (left / "images").mkdir(parents=True)
    (left / "images" / "1.png").write_bytes(b"")
    (tmp_path / f".video.mkv.{ended}.part").write_bytes(b"")
    others = [
        f"{ended}.part",
        f"labels.{ended}.part",
        f".labels.{ended}.part.txt",
        ".labels.part",
        f".l.{os.getppid()}.part",
    ]
    for name in others:
        (tmp_path / name).write_bytes(b"")
    unfinished_name(tmp_path / "mine").mkdir()
    sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*others, unfinished_name(tmp_path / "mine").name}
    sweep(tmp_path / "nowhere")
