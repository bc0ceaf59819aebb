"""Recordings that somebody else made, with files that lead out of the folder or never end."""

import os
import sys

import pytest

from companion.errors import UnusableError
from companion.recording.layout import ANNOTATIONS, EVENTS, FRAMES, SESSION, video_parts
from companion.recording.library import Library
from companion.recording.opening import open_session

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there, and named pipes are no files")


def _pipe(path, _elsewhere):
    os.mkfifo(path)


def _link(path, elsewhere):
    elsewhere.write_bytes(b"mine\n")
    path.symlink_to(elsewhere)


@pytest.mark.parametrize("strange", [_pipe, _link])
@pytest.mark.parametrize("name", [SESSION, EVENTS, FRAMES, ANNOTATIONS])
def test_a_recording_with_a_file_that_is_none_of_its_own_is_named_and_not_opened(folder, tmp_path, name, strange):
    (folder / name).unlink(missing_ok=True)
    strange(folder / name, tmp_path / "elsewhere")
    with pytest.raises(UnusableError, match=f"{name} is a link or no plain file"):
        open_session(folder)
    library = Library(folder.parent, tmp_path / "index")
    library.refresh()
    (problem,) = [entry.problem for entry in library.entries() if entry.folder == folder]
    library.close()
    assert name in problem


def test_a_part_of_the_video_that_is_no_file_is_missing(folder):
    for path in video_parts(folder):
        path.unlink()
    os.mkfifo(folder / "video.mkv")
    assert "the video is missing" in map(str, open_session(folder).notes)
