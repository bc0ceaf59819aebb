"""Sessions that were damaged, cut short or made by another version: what can be read opens, and nothing is written."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from recording_makers import Table, script_of, state_of

from companion.errors import UnusableError
from companion.recording.correcting import correct_cards
from companion.recording.entry import entry_of
from companion.recording.finishing import picture_times
from companion.recording.layout import EVENTS
from companion.recording.lines import read_lines, sealed
from companion.recording.opening import open_session
from companion.recording.starting import complete


def test_a_last_line_that_was_cut_short_is_left_out(folder):
    path = folder / "events.jsonl"
    path.write_bytes(path.read_bytes()[:-30])
    before = state_of(folder)
    session = open_session(folder)
    assert session.facts == open_session(folder).facts
    assert any("cut short" in str(note) for note in session.notes)
    assert len(session.facts) == 3
    assert state_of(folder) == before


def test_an_emptied_log_is_not_taken_for_a_game_without_a_play(folder):
    (folder / "events.jsonl").write_bytes(b"")
    session = open_session(folder)
    assert session.facts == ()
    assert "events.jsonl is empty: what was played is not known" in [str(note) for note in session.notes]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_after_a_flipped_byte_no_wrong_fact_is_believed(folder, table, data):
    path = folder / "events.jsonl"
    good = path.read_bytes()
    place = data.draw(st.integers(0, len(good) - 1))
    flipped = bytearray(good)
    flipped[place] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(bytes(flipped))
    try:
        session = open_session(folder)
        facts = table.session.log.facts
        assert session.facts == facts[: len(session.facts)]
        # A checkpoint follows the hand: one damaged line takes nothing away for good.
        assert session.facts == facts
    finally:
        path.write_bytes(good)


def test_a_log_of_rubbish_is_named_in_a_few_words(folder):
    path = folder / "events.jsonl"
    path.write_bytes(path.read_bytes() + b"\0rubbish\n" * 3000)
    session = open_session(folder)
    assert len(session.facts) == 3
    named = [str(note) for note in session.notes]
    assert len(named) == 6
    assert all("is damaged" in note for note in named[:5])
    assert named[5].endswith(": 3000")


def test_facts_behind_a_lost_change_wait_for_a_checkpoint(folder):
    path = folder / "events.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if b'"checkpoint"' not in line]
    kept.pop(next(place for place, line in enumerate(kept) if b'"change": 2' in line))
    path.write_bytes(b"".join(kept))
    session = open_session(folder)
    assert len(session.facts) == 1
    assert any("cannot be placed" in str(note) for note in session.notes)


@pytest.mark.parametrize(
    ("name", "note"),
    [("video.mkv", "video"), ("frames.jsonl", "frames.jsonl"), ("announcements.vtt", "subtitles")],
)
def test_a_missing_file_is_named_and_the_rest_opens(folder, table, name, note):
    (folder / name).unlink()
    session = open_session(folder)
    assert any(note in str(text) for text in session.notes)
    assert session.facts == table.session.log.facts
    complete(folder)


def test_without_the_log_what_was_played_is_known_and_nothing_else(folder):
    (folder / "events.jsonl").unlink()
    session = open_session(folder)
    assert session.game.id == "coins"
    assert session.facts == ()
    assert any("events.jsonl is missing" in str(note) for note in session.notes)


@pytest.mark.parametrize("damage", ["{", "[]", None])
def test_without_session_json_the_log_says_what_was_played(folder, table, damage):
    path = folder / "session.json"
    path.unlink() if damage is None else path.write_text(damage, "utf-8")
    session = open_session(folder)
    assert session.names == ("Ana", "Ben", "Carla")
    assert session.facts == table.session.log.facts
    assert "session.json" in str(session.notes[0])
    assert path.exists() == (damage is not None)


def test_a_newer_format_says_so(folder, table):
    about = json.loads((folder / "session.json").read_text("utf-8"))
    (folder / "session.json").write_text(json.dumps({**about, "format": 7, "new": {"thing": 1}}), "utf-8")
    session = open_session(folder)
    assert any("format 7" in str(note) for note in session.notes)
    assert session.facts == table.session.log.facts


@pytest.mark.parametrize(
    ("change", "said"),
    [({"game": "chess"}, "chess"), ({"settings": {"target": "many"}}, "target"), ({"settings": 3}, "session.json")],
)
def test_a_game_that_is_not_known_is_refused_in_words(folder, change, said):
    about = json.loads((folder / "session.json").read_text("utf-8"))
    (folder / "session.json").write_text(json.dumps({**about, **change}), "utf-8")
    with pytest.raises(UnusableError, match=said):
        open_session(folder)


def with_a_fact_of_a_newer_kind(folder, place):
    """Rewrite the log as if the fact at this place were of a kind that nobody knows yet, checksums included."""
    lines = [line.value for line in read_lines(folder / EVENTS)]
    for line in lines:
        first = line.get("at", 0)
        for number, fact in enumerate(line.get("facts", ()), first):
            if number == place:
                fact["fact"] = "card_exchanged"
    (folder / EVENTS).write_bytes(b"".join(map(sealed, lines)))


def test_a_fact_of_a_kind_that_is_not_known_was_written_by_a_newer_version(folder, table):
    with_a_fact_of_a_newer_kind(folder, 1)
    before = state_of(folder)
    session = open_session(folder)
    assert session.facts == table.session.log.facts[:1]
    (note,) = session.notes
    assert "card_exchanged" in str(note)
    assert "newer version" in str(note)
    assert "lost" not in str(note)
    with pytest.raises(UnusableError, match="with that version"):
        correct_cards(folder, 0, ("1-cups",), "Ana")
    with pytest.raises(UnusableError, match="with that version"):
        Table(table.script, session).go_on(session)
    assert ["newer version" in problem for problem in map(str, complete(folder))] == [True]
    assert state_of(folder) == before


def test_a_session_whose_last_checkpoint_is_known_is_whole_whatever_was_taken_back_before(folder, table):
    lines = [line.value for line in read_lines(folder / EVENTS)]
    changed = next(line for line in lines if line["event"] == "facts" and line["at"] == 1)
    changed["facts"][0]["fact"] = "card_exchanged"
    (folder / EVENTS).write_bytes(b"".join(map(sealed, lines)))
    session = open_session(folder)
    assert session.facts == table.session.log.facts
    assert session.notes == ()
    assert correct_cards(folder, 0, ("1-cups",), "Ana").facts[0].cards == ("1-cups",)


def test_a_session_of_a_newer_format_is_shown_and_not_changed(folder):
    about = json.loads((folder / "session.json").read_text("utf-8"))
    (folder / "session.json").write_text(json.dumps({**about, "format": 7}), "utf-8")
    before = state_of(folder)
    with pytest.raises(UnusableError, match="newer version"):
        correct_cards(folder, 0, ("1-cups",), "Ana")
    assert state_of(folder) == before


def test_no_session_is_no_session(tmp_path):
    with pytest.raises(UnusableError, match="no such folder"):
        open_session(tmp_path / "nowhere")
    with pytest.raises(UnusableError, match="no recorded session"):
        open_session(tmp_path)


def test_facts_that_cannot_be_stop_the_fold_where_they_stand(folder):
    path = folder / "events.jsonl"
    text = path.read_text("utf-8")
    # Edited by hand, checksums taken away: the same card twice.
    lines = [json.loads(line) for line in text.splitlines()]
    kept = []
    for line in lines:
        line.pop("crc")
        if line["event"] == "facts" and line["at"] == 2:
            line["facts"][0]["cards"] = ["no-such-card"]
        if line["event"] != "checkpoint":
            kept.append(json.dumps(line))
    path.write_text("\n".join(kept) + "\n", "utf-8")
    session = open_session(folder)
    assert len(session.facts) == 2
    assert any("fact 3 of 3" in str(note) for note in session.notes)


def test_damaged_looks_are_left_out_and_named(folder):
    path = folder / "frames.jsonl"
    assert open_session(folder).notes == ()
    count = len(list(open_session(folder).looks))
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"0", b"9", 1)
    lines[5] = lines[5][: len(lines[5]) // 2] + b"\n"
    # Pictures that were left out have a line that is no look.
    lines[7] = sealed({"time": 3.0, "dropped": 2})
    path.write_bytes(b"".join(lines) + b"\n")
    session = open_session(folder)
    assert len(list(session.looks)) == count - 3
    assert [str(note) for note in session.notes] == [
        "frames.jsonl: lines that are left out, damaged or of a kind not known here: 2"
    ]


def test_a_session_that_broke_off_goes_on_in_the_same_folder(tmp_path, table):
    script = table.script
    first = Table(script)
    recorder = first.record(tmp_path / "s")
    first.play(until=14.0)
    first.end(recorder)
    path = tmp_path / "s" / "events.jsonl"
    path.write_bytes(path.read_bytes() + b'{"event": "facts", "time": 14')  # As a power cut leaves it.
    before = state_of(tmp_path / "s")

    recorded = open_session(tmp_path / "s")
    assert len(recorded.facts) == 1
    second = Table(script, recorded)
    recorder = second.go_on(recorded)
    try:
        second.play(start=14.0)
    finally:
        second.end(recorder)
    session = open_session(tmp_path / "s")
    assert [(fact.seat, fact.cards) for fact in session.facts] == [
        (fact.seat, fact.cards) for fact in table.session.log.facts
    ]
    assert [path.name for path in session.videos] == ["video.mkv", "video-2.mkv"]
    for name in ("events.jsonl", "frames.jsonl", "announcements.vtt", "video.mkv"):
        assert (tmp_path / "s" / name).read_bytes().startswith(before[name])
    times = [time for video in session.videos for time in picture_times(video)]
    assert times == sorted(times)
    assert session.about["seconds"] == pytest.approx(times[-1], abs=0.2)
    looks = list(session.looks)
    assert [look.time for look in looks] == sorted(look.time for look in looks)
    assert len(set(session.tracks)) == len(session.tracks)
    assert sum(1 for line in read_lines(path) if line.fault) == 1
    assert complete(tmp_path / "s") == []


def test_a_damaged_line_hides_no_other_look(folder):
    path = folder / "frames.jsonl"
    raw = path.read_bytes().splitlines(keepends=True)
    whole = list(open_session(folder).looks)
    for number, damaged in (
        (3, raw[3].replace(b'"time": ', b'"time": 9', 1)),
        (6, raw[6].replace(b'"time": ', b'"time": 0..', 1)),
    ):
        raw[number] = damaged
    path.write_bytes(b"".join(raw))
    looks = open_session(folder).looks
    kept = [look.time for number, look in enumerate(whole) if number not in (3, 6)]
    assert looks.times == [look.time for look in looks] == kept
    assert looks.at(whole[3].time).time == whole[2].time
    assert looks.at(kept[0] - 1.0) is None
    assert looks.at(kept[0]).time == kept[0]


@pytest.mark.parametrize(
    "strange",
    [
        '{"time": 3.0, "size": [320, 180], "cards": 7}',
        '{"time": 3.0, "size": [320, 180], "cards": [{"track": 1}]}',
        '{"time": 3.0, "size": [1e999, 180], "cards": []}',
        '{"time": 3.0, "size": [320, 180], "cards": [{"track": 1, "corners": [[1, 2]], "face": "up", "found": 1, '
        '"candidates": []}]}',
        '{"cards": [], "time": 3.0}',
        '{"moment": 3.0}',
        "[]",
    ],
)
def test_lines_that_stand_for_no_look_are_counted_whatever_they_say(folder, strange):
    path = folder / "frames.jsonl"
    whole = [look.time for look in open_session(folder).looks]
    left_out = '{"time": 3.0, "dropped": 4}\n'
    path.write_text(path.read_text("utf-8") + f"{strange}\n" * 2 + left_out, "utf-8")
    session = open_session(folder)
    assert session.looks.times == [look.time for look in session.looks] == whole
    told = "frames.jsonl: lines that are left out, damaged or of a kind not known here: 2"
    assert told in map(str, session.notes)


def test_a_file_that_cannot_be_read_is_named(folder):
    path = folder / "frames.jsonl"
    path.unlink()
    path.mkdir()
    session = open_session(folder)
    assert [note for note in session.notes if str(note).startswith("frames.jsonl: cannot be read")]
    assert list(session.looks) == []


def test_how_long_it_was_is_not_said_while_it_goes_on(tmp_path):
    first = Table(script_of())
    recorder = first.record(tmp_path / "s")
    first.play(until=10.0)
    first.end(recorder)
    ended = open_session(tmp_path / "s")
    assert entry_of(ended).seconds == ended.about["seconds"] == pytest.approx(10.0, abs=0.2)
    second = Table(script_of(), ended)
    recorder = second.go_on(ended)
    try:
        second.play(start=10.0, until=20.0)
        # As a program that is killed now leaves it.
        killed = open_session(tmp_path / "s")
    finally:
        second.end(recorder)
    assert not killed.complete
    assert entry_of(killed).seconds == killed.end > 11.0


@pytest.mark.parametrize("earlier", [5, None, "a camera", [5, {"source": "simulated", "until": 3}]])
def test_what_is_said_oddly_of_earlier_cameras_is_left_out(folder, earlier):
    about = json.loads((folder / "session.json").read_text("utf-8"))
    (folder / "session.json").write_text(json.dumps(about | {"earlier": earlier}), "utf-8")
    known = [one for one in earlier if one != 5] if isinstance(earlier, list) else []
    assert open_session(folder).earlier == known


@pytest.mark.parametrize("names", [["Ana", "Ben", "Carla", "Dora"], ["Ana"]])
def test_names_that_are_not_one_a_player_are_told(folder, names):
    about = json.loads((folder / "session.json").read_text("utf-8"))
    (folder / "session.json").write_text(json.dumps(about | {"players": names}), "utf-8")
    assert (
        f"session.json: the players number 3, but the names {len(names)}; where a name is missing they are numbered"
        in map(str, open_session(folder).notes)
    )


def test_what_is_wrong_with_the_first_file_is_told_without_its_folder_again(folder):
    (folder / "session.json").write_bytes('{"format": 1, "name": "café"}'.encode("latin-1"))
    assert list(map(str, open_session(folder).notes)) == [
        "session.json: is damaged (it is no UTF-8 text; save it as UTF-8); the beginning of events.jsonl says what was "
        "played"
    ]


def test_a_key_that_is_there_twice_is_named(folder):
    text = (folder / "session.json").read_text("utf-8")
    (folder / "session.json").write_text(text.replace('"game":', '"game": "hearts_pp",\n  "game":', 1), "utf-8")
    assert any('the key "game" is there again in line ' in str(note) for note in open_session(folder).notes)
