import os
import re
import struct

import av
import numpy as np
import pytest
from camera_media import blank, cut, number_of, read_to_the_end, spoil, write_video
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import UnusableError
from companion.vision.sources.base import DamagedPictureError, OpenedSource, SourceLostError
from companion.vision.sources.video import open_video
from companion.vision.types import Frame

TIMES = [0.0, 0.03, 0.07, 0.3, 0.33, 0.9, 1.0, 1.8, 1.82, 2.5]


def frames_of(source: OpenedSource) -> list[Frame]:
    with source:
        return list(iter(source.read, None))


@pytest.mark.parametrize(("name", "codec"), [("t.mkv", "mjpeg"), ("t.avi", "mjpeg"), ("t.mp4", "mpeg4")])
def test_frames_come_in_order_with_the_times_of_the_file(tmp_path, name, codec):
    frames = frames_of(open_video(write_video(tmp_path / name, TIMES, codec)))

    assert [number_of(frame) for frame in frames] == list(range(10))
    assert [frame.index for frame in frames] == list(range(10))
    assert [frame.time for frame in frames] == pytest.approx(TIMES, abs=0.002)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(1, 3000), min_size=1, max_size=12), st.integers(0, 10_000))
def test_any_variable_rate_is_kept(tmp_path, gaps, start):
    times = np.cumsum([start, *gaps]) / 1000
    frames = frames_of(open_video(write_video(tmp_path / "t.mkv", times)))

    assert [frame.time for frame in frames] == pytest.approx(times - times[0], abs=0.002)


def test_a_video_from_a_phone_held_upright_is_turned(tmp_path):
    frames = frames_of(open_video(write_video(tmp_path / "t.mp4", [0.0, 0.1], "mpeg4", turned=90)))

    image = frames[1].image
    assert image.shape == (96, 64, 3)
    assert image[-8:, :8].mean() > 200  # the top left patch, a quarter turn counterclockwise
    assert image[:8, :8].mean() < 50


@pytest.mark.parametrize(
    ("matrix", "shape", "corner"),
    [
        ((1, 0, 0, 1), (64, 96), (0, 0)),
        ((0, 1, -1, 0), (96, 64), (0, -1)),
        ((-1, 0, 0, -1), (64, 96), (-1, -1)),
        ((0, -1, 1, 0), (96, 64), (-1, 0)),
        ((-1, 0, 0, 1), (64, 96), (0, -1)),
        ((1, 0, 0, -1), (64, 96), (-1, 0)),
        ((0, 1, 1, 0), (96, 64), (0, 0)),
        ((0, -1, -1, 0), (96, 64), (-1, -1)),
    ],
)
def test_a_video_is_seen_as_a_player_shows_it_mirrored_or_not(tmp_path, matrix, shape, corner):
    """Front cameras of phones may film as in a mirror: left as it was filmed, people sit the other way round."""
    path = write_video(tmp_path / "t.mp4", [0.0, 0.1], "mpeg4", turned=90)
    data = path.read_bytes()
    a, b, c, d = (65536 * part for part in matrix)
    # The matrix of the track, behind its times, duration, layer and volume (ISO/IEC 14496-12, 8.3.2).
    place = data.index(b"tkhd") + 44
    path.write_bytes(data[:place] + struct.pack(">9i", a, b, 0, c, d, 0, 0, 0, 1 << 30) + data[place + 36 :])
    image = frames_of(open_video(path))[1].image
    assert image.shape == (*shape, 3)
    lit = {
        (row, column): image[row or 0 : row + 8 or None, column or 0 : column + 8 or None].mean()
        for row, column in ((0, 0), (0, -8), (-8, 0), (-8, -8))
    }
    assert max(lit, key=lit.get) == (8 * corner[0], 8 * corner[1])


def test_damaged_pictures_are_counted_and_skipped(tmp_path):
    path = write_video(tmp_path / "t.mkv", TIMES)
    spoil(path, [4, 5])
    with open_video(path) as source:
        frames, (damage,) = read_to_the_end(source)

    assert "t.mkv: 2 pictures after 0.30 s cannot be decoded" in str(damage)
    assert isinstance(damage, DamagedPictureError)
    assert damage.count == 2
    assert [frame.index for frame in frames] == [0, 1, 2, 3, 6, 7, 8, 9]
    assert [number_of(frame) for frame in frames] == [0, 1, 2, 3, 6, 7, 8, 9]


def test_a_part_that_is_gone_from_the_middle_is_told_though_the_reader_skips_it_in_silence(tmp_path):
    path = write_video(tmp_path / "t.mkv", [number / 5 for number in range(20)], cluster=300)
    blank(path, 6, 15)
    with open_video(path) as source:
        frames, complaints = read_to_the_end(source)

    assert [number_of(frame) for frame in frames] == [*range(6), *range(16, 20)]
    (told,) = [damage for damage in complaints if damage.nothing is not None]
    assert told.nothing == pytest.approx((1.0, 3.2), abs=0.01)
    assert "t.mkv: " in str(told)
    assert "nothing can be read from 0:01 to 0:03" in str(told)


@pytest.mark.parametrize(("name", "codec"), [("t.mkv", "mjpeg"), ("t.avi", "mjpeg")])
def test_pictures_damaged_one_after_the_other_are_told_as_a_time_without_any(tmp_path, name, codec):
    path = write_video(tmp_path / name, [number / 5 for number in range(20)], codec)
    spoil(path, range(6, 15))
    with open_video(path) as source:
        _, (damage,) = read_to_the_end(source)

    assert damage.count == 9
    assert damage.nothing == pytest.approx((1.0, 3.0), abs=0.01)
    assert "9 pictures after 1.00 s cannot be decoded, skipped; nothing can be read from 0:01 to 0:03" in str(damage)


@pytest.mark.parametrize(
    "times",
    [
        [0.0, 0.2, 0.4, 0.6, 10.0, 10.2, 30.0],
        [0.0, 60.0, 60.1],
        [0.0, 0.03, 0.07, 0.9, 0.95, 1.0],
    ],
)
@pytest.mark.parametrize(("name", "codec"), [("t.mkv", "mjpeg"), ("t.mp4", "mpeg4")])
def test_a_camera_that_filmed_nothing_for_a_while_has_lost_nothing(tmp_path, times, name, codec):
    with open_video(write_video(tmp_path / name, times, codec, cluster=300)) as source:
        frames, complaints = read_to_the_end(source)

    assert len(frames) == len(times)
    assert complaints == []


def test_a_file_that_begins_damaged_says_so_at_the_first_read(tmp_path):
    path = write_video(tmp_path / "t.mkv", TIMES)
    spoil(path, [0])
    with open_video(path) as source:
        with pytest.raises(DamagedPictureError, match="1 picture "):
            source.read()
        assert source.read().index == 1


def test_a_file_cut_short_is_read_to_the_cut_and_says_so(tmp_path):
    path = cut(write_video(tmp_path / "t.mkv", TIMES), 0.5)
    with open_video(path) as source:
        frames, (loss,) = read_to_the_end(source)

    assert isinstance(loss, SourceLostError)
    assert re.search(r"t\.mkv: is cut short, nothing can be read after .* of 2\.5 s", str(loss))
    assert [number_of(frame) for frame in frames] == list(range(len(frames)))
    assert 0 < len(frames) < 10


def test_a_recording_whose_writer_was_killed_is_no_cut_file(tmp_path):
    # Such a file has no length in its header: nobody can tell that anything is missing.
    with av.open(str(tmp_path / "t.mkv"), "w", options={"live": "1"}) as container:
        stream = container.add_stream("mjpeg", rate=10)
        stream.width, stream.height, stream.pix_fmt = 96, 64, "yuvj420p"
        for _ in range(20):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(np.zeros((64, 96, 3), np.uint8), format="bgr24")))

    assert len(frames_of(open_video(cut(tmp_path / "t.mkv", 0.8)))) > 5


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_bytes(b""), r"t\.mp4: is empty"),
        (lambda path: path.write_text("Cups beat Coins\n" * 40, "utf-8"), r"t\.mp4: is no video that can be read"),
        (lambda path: path.write_bytes(np.random.default_rng(1).bytes(5000)), r"t\.mp4: is no video that can be read"),
        (lambda path: cut(write_video(path, TIMES, "mpeg4"), 0.5), r"t\.mp4: is no video that can be read"),
        (lambda path: spoil(write_video(path, TIMES, "mjpeg"), range(10)), r"t\.mp4: no picture in it can be decoded"),
        (lambda path: path.unlink(missing_ok=True), r"t\.mp4: cannot be read \(there is no such file or folder\)"),
    ],
    ids=["empty", "text", "noise", "cut off", "all damaged", "missing"],
)
def test_what_is_no_video_is_refused_in_one_line(tmp_path, capfd, make, message):
    path = tmp_path / "t.mp4"
    make(path)
    with pytest.raises(UnusableError, match=message) as error:
        open_video(path)

    assert "\n" not in str(error.value)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["notes.txt", "sound.wav"])
def test_a_file_without_a_picture_is_no_video(tmp_path, name):
    path = tmp_path / name
    if name.endswith(".txt"):
        path.write_text("Cups beat Coins\n" * 40, "utf-8")
    else:
        with av.open(str(path), "w") as container:
            stream = container.add_stream("pcm_s16le", rate=8000, layout="mono")
            sound = av.AudioFrame.from_ndarray(np.zeros((1, 800), np.int16), format="s16", layout="mono")
            sound.rate = 8000
            container.mux(stream.encode(sound))

    with pytest.raises(UnusableError, match="holds no video"):
        open_video(path)


def test_a_name_with_a_colon_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_video(tmp_path / "t.mkv", TIMES).rename("concat:a.mkv")
    assert len(frames_of(open_video(tmp_path.relative_to(tmp_path) / "concat:a.mkv"))) == 10


def test_closing_twice_and_reading_on_is_harmless(tmp_path):
    source = open_video(write_video(tmp_path / "t.mkv", TIMES))
    source.close()
    source.close()
    assert source.read() is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_is_not_called_an_empty_video(tmp_path):
    os.mkfifo(tmp_path / "t.mp4")
    with pytest.raises(UnusableError, match=r"t\.mp4: cannot be read \(it is no file but a device or a pipe"):
        open_video(tmp_path / "t.mp4")
