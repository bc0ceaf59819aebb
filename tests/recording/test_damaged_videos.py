"""The video of a session that is damaged, gone in part, or written anew by others."""

import av
import numpy as np
import pytest
from recording_makers import state_of

from companion.errors import WrongInputError
from companion.language import language
from companion.recording import finishing
from companion.recording.export.clip import find_trick, write_clip
from companion.recording.film import FilmWriter
from companion.recording.finishing import picture_times
from companion.recording.opening import open_session
from companion.recording.playback import Pictures, faults_of
from companion.recording.starting import complete


def test_a_video_cut_off_anywhere_is_read_as_far_as_it_goes(folder):
    path = folder / "video.mkv"
    whole = path.read_bytes()
    times = list(picture_times(path))
    for share in (0.3, 0.6, 0.9):
        path.write_bytes(whole[: int(len(whole) * share)])
        left = list(picture_times(path))
        assert left == times[: len(left)]
        assert len(left) > (share - 0.15) * len(times)
        # Chapters are written for what there is.
        assert complete(folder) == []
        assert list(picture_times(path)) == left


def test_a_video_damaged_at_its_beginning_is_named_and_left_as_it_is(folder, tmp_path):
    video = folder / "video.mkv"
    video.write_bytes(b"\x00\x00\x00\x00" + video.read_bytes()[4:])
    before = state_of(folder)
    session = open_session(folder)
    assert len(session.facts) == 3
    assert "video.mkv" in str(complete(folder)[0])
    with Pictures(session.videos) as pictures:
        assert len(pictures) == 0
        assert str(pictures.problems[0]).startswith("video.mkv: cannot be read (")
    with pytest.raises(WrongInputError, match=r"no pictures of trick 1.1 \(video.mkv: cannot be read"):
        write_clip(tmp_path / "clip.mp4", session, find_trick(session, "1.1"))
    assert state_of(folder) == before


def test_a_video_of_which_much_would_be_lost_is_left_as_it_is_and_that_is_told_in_every_language(folder, monkeypatch):
    monkeypatch.setattr(finishing, "_MOST_LOST", -(10**9))
    before = state_of(folder)
    (problem,) = complete(folder)
    assert str(problem) == "video.mkv: is damaged; it was left as it is, without chapters and subtitles"
    assert problem.told(language("es")).startswith("video.mkv: está dañado")
    assert state_of(folder) == before


def _write_anew(path):
    """Write a video as others' tools do: pictures that lie in the file behind those that they are made from."""
    new = path.with_name("new.mkv")
    with av.open(str(path)) as old, av.open(str(new), "w", format="matroska") as written:
        film = written.add_stream("libx264", rate=1000, options={"bf": "3", "b-adapt": "0", "g": "12"})
        film.width, film.height = old.streams.video[0].width, old.streams.video[0].height
        for picture in old.decode(video=0):
            picture.pict_type = 0
            written.mux(film.encode(picture))
        written.mux(film.encode())
    new.replace(path)


def test_a_video_that_another_tool_wrote_anew_is_shown_cut_and_completed_all_the_same(folder, tmp_path):
    session = open_session(folder)
    with Pictures(session.videos) as pictures:
        before = list(pictures.times)
        shown = [pictures.at(time).image for time in before[::7]]
    _write_anew(folder / "video.mkv")
    in_file = list(picture_times(folder / "video.mkv"))
    assert in_file != sorted(in_file)
    for _ in range(2):
        with Pictures(session.videos) as pictures:
            assert list(pictures.times) == pytest.approx(before, abs=0.001)
            anew = [pictures.at(time).image for time in before[::7]]
        assert max(np.abs(old.astype(int) - new).mean() for old, new in zip(shown, anew, strict=True)) < 3
        assert complete(folder) == []
    assert list(picture_times(folder / "video.mkv")) == in_file
    assert write_clip(tmp_path / "clip.mp4", session, find_trick(session, "1.1")) > 10


def _packets(path):
    with av.open(str(path)) as film:
        return [bytes(packet) for packet in film.demux(video=0) if packet.size]


def test_a_picture_that_cannot_be_decoded_is_none_and_no_other_is_shown_in_its_place(folder):
    path = folder / "video.mkv"
    with Pictures([path]) as pictures:
        whole = [pictures.number(number).image.astype(int) for number in range(40)]
    packets = _packets(path)
    data = path.read_bytes()
    path.write_bytes(data.replace(packets[30], packets[30][:5] + bytes(len(packets[30]) - 5)))
    with Pictures([path]) as pictures:
        shown = [pictures.number(number) for number in range(40)]
        assert len(list(pictures.between(pictures.times[0], pictures.times[39]))) == sum(map(bool, shown))
        assert pictures.numbers(pictures.times[0], pictures.times[39]) == range(40)
    assert shown[30] is None
    assert all(np.abs(shown[number].image - whole[number]).mean() < 1 for number in range(30))
    assert all(frame is None or np.abs(frame.image - whole[number]).mean() < 9 for number, frame in enumerate(shown))


def _blank(path, first, last):
    packets = _packets(path)
    data = path.read_bytes()
    start, end = data.index(packets[first]), data.index(packets[last])
    path.write_bytes(data[:start] + bytes(end - start) + data[end:])


@pytest.mark.parametrize("seconds", [1, 3])
def test_even_a_short_part_that_is_gone_from_the_middle_of_a_video_is_told(folder, seconds):
    session = open_session(folder)
    with Pictures(session.videos) as pictures:
        assert faults_of(pictures, session.looks, ended=True) == ()
        start = pictures.index_at(9.0)
        end = pictures.index_at(9.0 + seconds)
    _blank(folder / "video.mkv", start, end)
    with Pictures(session.videos) as pictures:
        (fault,) = faults_of(pictures, session.looks)
        lacking = sum(not pictures.has(time) for time in session.looks.times)
    assert lacking > 5 * seconds
    assert str(fault) == (
        f"pictures that were looked at and are missing in the video: {lacking}, the first at 0:09; it is damaged or "
        "cut there"
    )
    assert fault.told(language("es")).startswith("imágenes que se miraron y faltan en el vídeo")


def test_the_last_pictures_are_missed_where_the_recording_was_ended_and_not_where_it_crashed(folder):
    session = open_session(folder)
    path = folder / "video.mkv"
    with Pictures([path]) as pictures:
        last = pictures.index_at(pictures.times[-1] - 3.0)
    data = path.read_bytes()
    path.write_bytes(data[: data.index(_packets(path)[last])])
    with Pictures([path]) as pictures:
        assert faults_of(pictures, session.looks) == ()
        (fault,) = faults_of(pictures, session.looks, ended=True)
    assert "missing in the video" in str(fault)


def test_pictures_that_came_too_fast_are_not_missed(folder):
    session = open_session(folder)
    with Pictures(session.videos) as pictures:
        start, end = pictures.index_at(9.0), pictures.index_at(10.0)
    _blank(folder / "video.mkv", start, end)
    with Pictures(session.videos) as pictures:
        following = next(time for time in pictures.times if time > 9.5)
    with (folder / "frames.jsonl").open("a", encoding="utf-8") as file:
        file.write(f'{{"time": {following}, "dropped": 9}}\n')
    with Pictures(session.videos) as pictures:
        assert faults_of(pictures, open_session(folder).looks, ended=True) == ()


def test_a_video_without_pictures_is_named(folder):
    with av.open(str(folder / "video.mkv"), "w", format="matroska") as written:
        sound = written.add_stream("pcm_s16le", rate=8000)
        silence = av.AudioFrame("s16", "mono", 800)
        silence.sample_rate = 8000
        written.mux(sound.encode(silence))
    (problem,) = complete(folder)
    assert "video.mkv" in str(problem)
    assert "holds no pictures" in str(problem)
    with Pictures(open_session(folder).videos) as pictures:
        assert [str(problem) for problem in pictures.problems] == ["video.mkv: cannot be read (holds no pictures)"]


@pytest.mark.parametrize("pictures", [1, 2, 7])
def test_a_video_of_a_few_pictures_is_read_and_completed(folder, pictures):
    (folder / "video.mkv").unlink()
    film = FilmWriter(folder / "video.mkv", 160, 90)
    noise = np.random.default_rng(1)
    for number in range(pictures):
        film.add(noise.integers(0, 255, (90, 160, 3), np.uint8), number / 3)
    film.close()
    times = list(picture_times(folder / "video.mkv"))
    assert times == pytest.approx([number / 3 for number in range(pictures)], abs=0.001)
    assert complete(folder) == []
    assert list(picture_times(folder / "video.mkv")) == times


def test_a_part_of_the_video_that_is_gone_is_named_though_a_later_one_is_there(folder):
    before = open_session(folder).notes
    assert not [note for note in before if "part of the video" in str(note)]
    (folder / "video.mkv").rename(folder / "video-3.mkv")
    told = [str(note) for note in open_session(folder).notes if note not in before]
    assert told[-2:] == ["video.mkv is missing: a part of the video", "video-2.mkv is missing: a part of the video"]


def test_a_part_of_the_video_that_is_no_film_is_named_and_the_others_are_shown(folder):
    (folder / "video-2.mkv").write_bytes(b"no film" * 100)
    (folder / "video.mkv").rename(folder / "video-3.mkv")
    videos = open_session(folder).videos
    assert [path.name for path in videos] == ["video-2.mkv", "video-3.mkv"]
    with Pictures(videos) as pictures:
        assert list(pictures.times) == list(picture_times(videos[1]))
        assert pictures.at(1.0) is not None
        (problem,) = pictures.problems
    assert str(problem).startswith("video-2.mkv: cannot be read")
