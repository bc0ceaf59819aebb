"""Recording while a game is played."""

import errno
import itertools
import json
import shutil
import threading

import av
import numpy as np
import pytest
from recording_makers import Table, picture, script_of

from companion.app.model.sayings import announce
from companion.errors import UnusableError
from companion.language import language
from companion.recording import reel
from companion.recording.film import FilmWriter
from companion.recording.finishing import cues_of, picture_times
from companion.recording.journal import Journal
from companion.recording.layout import CAPTIONS
from companion.recording.lines import read_lines
from companion.recording.logbook import Logbook
from companion.recording.opening import holds_session, open_session
from companion.recording.playback import Pictures
from companion.recording.reel import Reel
from companion.recording.starting import about_source, complete
from companion.recording.story import tricks_of
from companion.rules.games import COINS
from companion.table.event_json import to_json
from companion.table.events import GameWon, RecordingChanged, TrickWon
from companion.table.sentences import Speaker
from companion.vision.types import Frame


def test_what_was_recorded_reads_as_it_was_played(folder, table):
    session = open_session(folder)
    assert session.notes == ()
    assert session.complete
    assert session.facts == table.session.log.facts
    assert session.log.rulings == table.session.log.rulings
    told = [to_json(event) for event in table.told]
    assert [{key: line[key] for key in event} for line, event in zip(session.events, told, strict=True)] == told


def test_the_video_has_a_picture_for_every_frame_at_its_own_time(folder, table):
    times = list(picture_times(open_session(folder).videos[0]))
    looks = list(open_session(folder).looks)
    assert times == pytest.approx([look.time for look in looks], abs=0.001)
    assert all(one < other for one, other in itertools.pairwise(times))


def test_a_fact_names_the_track_that_the_frames_show(folder):
    session = open_session(folder)
    seen = {track: look.cards[place] for look in session.looks for place, track in enumerate(look.tracks)}
    assert None not in session.tracks
    for fact, track in zip(session.facts, session.tracks, strict=True):
        assert seen[track].best[0] == fact.cards[0]


def test_players_show_chapters_and_subtitles(folder, table):
    session = open_session(folder)
    before = list(picture_times(session.videos[0]))
    assert complete(folder) == []
    assert complete(folder) == []  # Again, as after a correction.
    with av.open(str(session.videos[0])) as video:
        titles = [chapter["metadata"]["title"] for chapter in video.chapters()]
        assert [stream.type for stream in video.streams] == ["video", "subtitle"]
        shown = [bytes(packet).decode() for packet in video.demux(video.streams.subtitles[0]) if packet.pts is not None]
    assert list(picture_times(session.videos[0])) == before
    assert len(titles) == len(tricks_of(session)) + 1
    won = [event for event in table.told if isinstance(event, TrickWon)]
    assert all(event.player in title for event, title in zip(won, titles[1:], strict=True))
    assert shown == [cue.text for cue in cues_of(session)]
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_subtitles_are_there_before_the_recording_ends(tmp_path):
    table = Table(script_of())
    recorder = table.record(tmp_path / "s")
    try:
        table.play()
        won = next(event for event in table.told if isinstance(event, TrickWon))
    finally:
        table.end(recorder)
    text = (tmp_path / "s" / "announcements.vtt").read_text("utf-8")
    assert text.startswith("WEBVTT\n\n")
    assert table.session.speaker.sentence(won) in text


def test_a_recording_may_begin_in_the_middle_of_a_game(tmp_path, table):
    late = Table(table.script)
    late.play(until=19.0)
    assert late.session.log.facts
    recorder = late.record(tmp_path / "late")
    try:
        late.play(start=19.0)
    finally:
        late.end(recorder)
    assert open_session(tmp_path / "late").facts == late.session.log.facts


def test_a_correction_keeps_what_was_read_in_the_log(tmp_path):
    table = Table(script_of())
    recorder = table.record(tmp_path / "s")
    try:
        table.play()
        read = table.session.log.facts[0]
        table.session.correct(0, ("12-swords",))
        table.session.undo()
        table.session.correct(0, ("11-swords",))
    finally:
        table.end(recorder)
    session = open_session(tmp_path / "s")
    assert session.facts == table.session.log.facts
    assert session.facts[0].cards == ("11-swords",)
    said = [
        fact["cards"]
        for line in session.lines
        if line["event"] == "facts" and line["at"] == 0
        for fact in line["facts"]
    ]
    assert said[0] == list(read.cards)
    assert ["12-swords"] in said


def test_a_recording_is_never_written_over(folder, table):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(UnusableError, match="another folder"):
        Table(table.script).record(folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path, table):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(UnusableError, match="file"):
        Table(table.script).record(tmp_path / "file" / "below")


def test_a_slow_encoder_drops_pictures_and_the_referee_does_not_wait(tmp_path, monkeypatch):
    held, add = threading.Event(), Reel.add

    def slow(reel, frame):
        held.wait()
        return add(reel, frame)

    monkeypatch.setattr(Reel, "add", slow)
    table = Table(script_of())
    recorder = table.record(tmp_path / "s", patient=False)
    try:
        table.play()
        assert any(isinstance(event, TrickWon) for event in table.told)
        assert recorder.standing.dropped > 50
        held.set()
    finally:
        held.set()
        standing = table.end(recorder)
    session = open_session(tmp_path / "s")
    written = len(list(picture_times(session.videos[0])))
    assert written == standing.frames
    assert session.about["dropped"] == standing.dropped
    assert session.facts == table.session.log.facts


def test_dropped_pictures_are_noted_where_they_are_missing(tmp_path, monkeypatch):
    held, add = threading.Event(), Reel.add
    monkeypatch.setattr(Reel, "add", lambda reel, frame: held.wait() and add(reel, frame))
    table = Table(script_of())
    recorder = table.record(tmp_path / "s", patient=False)
    try:
        for index in range(40):
            recorder.frame(Frame(_blank(), index / 10, index))
        held.set()
        while recorder.standing.frames + recorder.standing.dropped < 40:
            held.wait(0.01)
        recorder.frame(Frame(_blank(), 4.0, 40))
    finally:
        held.set()
        standing = table.end(recorder)
    noted = sum(
        line.value["dropped"] for line in read_lines(tmp_path / "s" / "frames.jsonl") if "dropped" in line.value
    )
    assert noted == standing.dropped > 0


def test_without_room_for_the_video_the_game_and_the_log_go_on(tmp_path):
    table = Table(script_of())
    standing = table.play_recorded(tmp_path / "s", reserve=1 << 60)
    warnings = [event for event in table.told if isinstance(event, RecordingChanged)]
    assert len(warnings) == 1
    assert warnings[0].state == "troubled"
    # What is read first is what is the matter, not where.
    assert warnings[0].message.startswith("Not everything is recorded: the disk is nearly full")
    in_spanish = announce(warnings[0], Speaker(COINS.deck, ("Ana", "Ben", "Carla"), language("es")))
    assert in_spanish.text.startswith("No se graba todo: el disco está casi lleno")
    assert str(tmp_path) in in_spanish.text
    assert str(tmp_path / "s") in warnings[0].message
    assert standing.frames == 0
    session = open_session(tmp_path / "s")
    assert session.facts == table.session.log.facts
    assert "the video is missing" in map(str, session.notes)
    assert [line["state"] for line in session.events if line["event"] == "recording"] == ["troubled"]


@pytest.mark.parametrize(
    "failure",
    [OSError(errno.ENOSPC, "No space left on device"), av.error.ExternalError(0, "the encoder has failed")],
)
def test_a_video_that_broke_off_goes_on_in_another_part_when_it_can_again(tmp_path, monkeypatch, failure):
    add = FilmWriter.add

    def full(film, image, time):
        if 8.0 <= time < 14.0:
            raise failure
        add(film, image, time)

    monkeypatch.setattr(FilmWriter, "add", full)
    monkeypatch.setattr(reel, "_TRY_AGAIN", 2.0)
    table = Table(script_of())
    standing = table.play_recorded(tmp_path / "s")
    assert [event.state for event in table.told if isinstance(event, RecordingChanged)] == ["troubled", "resumed"]
    session = open_session(tmp_path / "s")
    assert session.notes == ()
    # Parts that never got a picture are not left behind.
    first, second = (list(picture_times(video)) for video in session.videos)
    assert (max(first), min(second)) == pytest.approx((7.9, 14.0), abs=0.3)
    assert len(first) + len(second) == standing.frames
    assert session.facts == table.session.log.facts


def test_a_play_that_could_never_be_written_is_missing_from_then_on_and_the_game_goes_on(tmp_path, monkeypatch):
    append, failed = Logbook._append, []

    def once(logbook, line):
        if line["event"] == "facts" and line["time"] > 8.0 and not failed:
            failed.append(line)
            raise ValueError("no such line")
        append(logbook, line)

    monkeypatch.setattr(Logbook, "_append", once)
    table = Table(script_of())
    standing = table.play_recorded(tmp_path / "s")
    assert failed
    assert standing.lacks_plays
    assert [event.state for event in table.told if isinstance(event, RecordingChanged)] == ["troubled"]
    assert isinstance(table.told[-1], GameWon)
    # The log has all facts again as soon as a hand is over.
    assert open_session(tmp_path / "s").facts == table.session.log.facts


def test_a_subtitle_that_could_not_be_written_takes_no_play_with_it(tmp_path, monkeypatch):
    append = Journal.append_raw

    def no_subtitles(journal, line):
        if journal.path.name == CAPTIONS:
            raise ValueError("no such line")
        return append(journal, line)

    monkeypatch.setattr(Journal, "append_raw", no_subtitles)
    table = Table(script_of())
    standing = table.play_recorded(tmp_path / "s")
    assert any(isinstance(event, RecordingChanged) for event in table.told)
    assert not standing.lacks_plays
    assert open_session(tmp_path / "s").facts == table.session.log.facts


def test_the_video_ends_at_its_limit(tmp_path):
    table = Table(script_of())
    table.play_recorded(tmp_path / "s", limit=1)
    assert [event.state for event in table.told if isinstance(event, RecordingChanged)] == ["troubled"]
    assert max(picture_times(tmp_path / "s" / "video.mkv")) < 4


def test_session_json_says_what_was_played(folder):
    about = json.loads((folder / "session.json").read_text("utf-8"))
    assert about["game"] == "coins"
    assert about["players"] == ["Ana", "Ben", "Carla"]
    assert about["settings"]["target"] == 1
    assert about["state"] == "complete"


def _blank():
    return np.full((90, 160, 3), 90, np.uint8)


def test_a_folder_with_other_files_is_not_recorded_into(tmp_path):
    (tmp_path / "announcements.vtt").write_text("of somebody else", "utf-8")
    with pytest.raises(UnusableError, match="holds other files"):
        Table(script_of()).record(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["announcements.vtt"]
    assert (tmp_path / "announcements.vtt").read_text("utf-8") == "of somebody else"


@pytest.mark.parametrize("left", [["events.jsonl"], ["events.jsonl", ".session.json.4711.part"], [".directory"]])
def test_what_a_program_left_that_ended_at_once_is_no_session_and_is_recorded_into(tmp_path, left):
    folder = tmp_path / "evening"
    folder.mkdir()
    for name in left:
        (folder / name).write_bytes(b"")
    assert not holds_session(folder)
    with pytest.raises(UnusableError, match="no recorded session"):
        open_session(folder)
    table = Table(script_of())
    table.end(table.record(folder))
    assert open_session(folder).complete


def test_a_recording_goes_on_behind_its_video_though_nothing_moved_in_it(tmp_path):
    folder = tmp_path / "s"
    table = Table(script_of())
    recorder = table.record(folder)
    table.play(until=20.0)
    for tenth in range(300):
        table.lens.show(Frame(picture(20.0), 20.0 + tenth / 10, 0))
    table.end(recorder)
    recorded = open_session(folder)
    again = Table(script_of(), recorded)
    assert again.begin_at > 49.9
    recorder = again.go_on(recorded)
    again.play(start=20.0, until=30.0)
    again.end(recorder)
    with Pictures(open_session(folder).videos) as pictures:
        assert list(pictures.times) == sorted(pictures.times)


def test_a_recording_that_goes_on_with_another_camera_tells_of_both(folder):
    first = open_session(folder)
    table = Table(script_of(), first)
    table.end(table.go_on(first))
    assert (open_session(folder).about["source"], open_session(folder).earlier) == ("simulated", [])
    then = open_session(folder)
    other = Table(script_of(), then)
    other.end(other.go_on(then, about_source("Telephone", kind="camera", spec="1")))
    session = open_session(folder)
    assert [session.about[key] for key in ("source", "source_kind", "source_spec")] == ["Telephone", "camera", "1"]
    assert session.earlier == [{"source": "simulated", "until": other.begin_at}]
    assert session.facts == first.facts


def test_a_damaged_description_is_written_anew_when_the_game_goes_on(folder):
    (folder / "session.json").write_text("{", "utf-8")
    recorded = open_session(folder)
    table = Table(script_of(), recorded)
    table.end(table.go_on(recorded))
    session = open_session(folder)
    assert (session.notes, session.names, session.facts) == ((), recorded.names, recorded.facts)


def test_who_cannot_begin_lets_go_of_the_folder(folder, monkeypatch):
    recorded = open_session(folder)

    def full(*_):
        raise OSError(28, "No space left on device")

    table = Table(script_of(), recorded)
    with monkeypatch.context() as patch:
        patch.setattr("companion.recording.starting.write_json", full)
        with pytest.raises(UnusableError, match="the disk is full"):
            table.go_on(recorded)
    table.end(table.go_on(recorded))


def test_what_nobody_expected_ends_neither_the_recording_nor_the_game(tmp_path, monkeypatch):
    table = Table(script_of())
    table.told.clear()
    recorder = table.record(tmp_path / "s")
    usual = recorder._write
    failures = iter([True] * 3)

    def clumsy(item):
        if next(failures, False):
            raise RuntimeError("nobody expected this")
        usual(item)

    monkeypatch.setattr(recorder, "_write", clumsy)
    table.play()
    standing = table.end(recorder)
    assert standing.problem is None
    said = [event.message for event in table.told if event.event == "recording"]
    assert any("nobody expected this" in message for message in said)
    assert len(open_session(tmp_path / "s").looks) > 100


def test_a_picture_too_small_to_be_filmed_is_told(tmp_path):
    table = Table(script_of())
    recorder = table.record(tmp_path / "s")
    table.lens.show(Frame(np.zeros((180, 1, 3), np.uint8), 0.0, 0))
    problem = table.end(recorder).problem
    assert problem is not None
    assert "1 x 180" in str(problem)


def test_a_disk_that_was_pulled_out_and_is_back_has_the_whole_game_in_its_log(tmp_path):
    table = Table(script_of())
    folder, stick = tmp_path / "s", tmp_path / "stick"
    recorder = table.record(folder, limit=1)
    try:
        table.play(until=13.5)
        # The program holds files open that are not on the disk any more.
        shutil.copytree(folder, stick)
        folder.rename(tmp_path / "gone")
        table.begin_at = 13.5
        table.play(start=13.5, until=15.0)
        stick.rename(folder)
        table.begin_at = 15.0
        table.play(start=15.0)
    finally:
        table.end(recorder)
    session = open_session(folder)
    assert session.facts == table.session.log.facts
    assert session.complete
    assert session.looks.times[-1] > 20.0


def test_a_camera_is_noted_by_its_name_too(folder):
    seen = about_source("Table camera", kind="camera", spec="2", camera="Table camera")
    assert (seen["source_spec"], seen["source_camera"]) == ("2", "Table camera")
    assert "source_camera" not in about_source("Telephone", kind="camera", spec="1")
