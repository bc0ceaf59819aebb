"""`companion watch` and `record`: what is lost of the source, or of the recording, is told and ends in status 1."""

import errno
from pathlib import Path

import av
import numpy as np
import pytest

from companion.cli.main import main
from companion.recording.film import FilmWriter
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS

pytestmark = pytest.mark.usefixtures("no_cards")

STEP = 0.2


def write_film(path: Path, pictures: int = 20) -> list[bytes]:
    """Write a film of noise in clusters of two pictures; return the data of its pictures."""
    with av.open(str(path), "w", options={"cluster_time_limit": "300"}) as film:
        stream = film.add_stream("mjpeg", rate=5)
        stream.width, stream.height, stream.pix_fmt = 96, 64, "yuvj420p"
        for number in range(pictures):
            image = np.random.default_rng(number).integers(0, 255, (64, 96, 3), np.uint8)
            film.mux(stream.encode(av.VideoFrame.from_ndarray(image, format="bgr24")))
        film.mux(stream.encode(None))
    with av.open(str(path)) as film:
        return [bytes(packet) for packet in film.demux(video=0) if packet.size]


def test_a_part_of_a_film_that_cannot_be_read_is_told_at_its_end(capsys, tmp_path):
    path = tmp_path / "table.mkv"
    pictures = write_film(path)
    data = path.read_bytes()
    start, end = data.index(pictures[6]), data.index(pictures[15])
    path.write_bytes(data[:start] + bytes(end - start) + data[end:])
    assert main(["watch", str(path), "--game", "coins"]) == 1
    told = capsys.readouterr().err
    assert "nothing could be read from 0:01 to 0:03" in told.splitlines()[-2]


@pytest.mark.parametrize(("damaged", "status"), [([4], 0), ([3, 7, 12], 0), (range(1, 20, 3), 1)])
def test_a_picture_damaged_here_and_there_fails_no_evening_and_many_do(capsys, tmp_path, damaged, status):
    path = tmp_path / "table.mkv"
    pictures = write_film(path)
    data = path.read_bytes()
    for number in damaged:
        data = data.replace(pictures[number], bytes(len(pictures[number])))
    path.write_bytes(data)
    assert main(["watch", str(path), "--game", "coins"]) == status
    told = capsys.readouterr().err
    assert f"{len(damaged)} more could not be read" in told
    assert "nothing could be read" not in told


@pytest.fixture(params=["watch", "record"])
def recording(request, picture_folder, tmp_path):
    """Return a command that records."""
    where = ["--record", str(tmp_path / "record")] if request.param == "watch" else [str(tmp_path / "record")]
    return [request.param, str(picture_folder), *where, "--game", "coins"]


def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_recording_whose_log_could_not_be_written_has_failed(capsys, recording, monkeypatch):
    write_line = Journal._write_line
    monkeypatch.setattr(
        Journal, "_write_line", lambda log, line: (full if log.path.name == EVENTS else write_line)(log, line)
    )
    assert main(recording) == 1
    assert "the log cannot be written (the disk is full" in capsys.readouterr().err


def test_a_recording_without_its_video_has_failed_where_the_video_was_wanted(capsys, recording, monkeypatch):
    monkeypatch.setattr(FilmWriter, "add", full)
    assert main(recording) == (1 if recording[0] == "record" else 0)
    assert "the video cannot be written (the disk is full" in capsys.readouterr().err


def test_a_video_that_ends_at_the_limit_that_was_set_has_not_failed(capsys, recording):
    assert main([*recording, "--record-limit", "1e-9"]) == 0
    assert "the video has reached its limit" in capsys.readouterr().err
