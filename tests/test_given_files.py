"""Files that people hand over: what has no end, or is no file, is refused before it is read."""

import os
import threading
from pathlib import Path

import pytest

from companion import given_files
from companion.given_files import open_given, read_given, read_given_text
from companion.refusals import refusal_of

NO_FILE = "it is no file but a device or a pipe; give a plain file"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
@pytest.mark.parametrize("read", [open_given, read_given])
def test_a_pipe_is_not_waited_for(tmp_path, read):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe") as refused:
        read(tmp_path / "pipe")
    assert refusal_of(refused.value) == NO_FILE


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_is_read_to_its_end_where_it_is_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=("a line\n",))
    writer.start()
    assert read_given_text(tmp_path / "pipe", pipes=True) == "a line\n"
    writer.join()


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such devices")
@pytest.mark.parametrize("read", [open_given, read_given])
def test_a_device_without_an_end_is_no_file(read):
    with pytest.raises(OSError, match="device") as refused:
        read(Path("/dev/zero"))
    assert refusal_of(refused.value) == NO_FILE


@pytest.mark.parametrize("read", [open_given, read_given])
def test_a_folder_is_called_one(tmp_path, read):
    with pytest.raises(IsADirectoryError) as refused:
        read(tmp_path)
    assert refusal_of(refused.value) == "a folder of this name is there"


def test_what_is_far_too_large_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(given_files, "LARGEST", 10)
    (tmp_path / "small").write_bytes(b"0123456789")
    (tmp_path / "large").write_bytes(b"0123456789+")
    assert read_given(tmp_path / "small") == b"0123456789"
    with pytest.raises(OSError, match="large") as refused:
        read_given(tmp_path / "large")
    assert refusal_of(refused.value) == "it is far too large"


def test_lines_of_all_systems_and_the_mark_of_editors(tmp_path):
    (tmp_path / "text").write_bytes("\ufeffä\r\nb\rc\n".encode())
    assert read_given_text(tmp_path / "text") == "ä\nb\nc\n"
