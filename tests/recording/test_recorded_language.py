"""Films and subtitles speak the language of the table; the log stays English, for programs read it."""

import json
from dataclasses import replace

import av
import pytest
from recording_makers import NAMES, Table, script_of

from companion.language import ENGLISH, language
from companion.recording.correcting import correct_cards
from companion.recording.finishing import cues_of
from companion.recording.opening import open_session
from companion.recording.starting import complete
from companion.table.events import TrickWon
from companion.table.sentences import Speaker

SPANISH = language("es")


@pytest.fixture
def evening(tmp_path):
    table = Table(script_of())
    recorder = table.record(tmp_path / "s", language=SPANISH)
    try:
        table.play()
    finally:
        table.end(recorder)
    return tmp_path / "s", table


def _won(table, spoken):
    speaker = Speaker(table.script.game.deck, NAMES, spoken)
    return [speaker.sentence(event) for event in table.told if isinstance(event, TrickWon)]


def _shown(folder):
    """Return chapters, subtitles, and the language that players show them as."""
    with av.open(str(folder / "video.mkv")) as video:
        titles = [chapter["metadata"]["title"] for chapter in video.chapters()]
        stream = video.streams.subtitles[0]
        said = [bytes(packet).decode() for packet in video.demux(stream) if packet.pts is not None]
        return titles, said, stream.language


def test_subtitles_and_chapters_are_in_the_language_of_the_table(evening):
    folder, table = evening
    assert all(sentence in (folder / "announcements.vtt").read_text("utf-8") for sentence in _won(table, SPANISH))
    assert complete(folder) == []
    titles, said, tag = _shown(folder)
    assert titles[0] == "Antes de la primera carta"
    assert titles[1].startswith("Mano 1, baza 1: ")
    assert set(_won(table, SPANISH)) <= set(said)
    assert tag == "spa"


def test_the_log_is_the_same_in_every_language(evening):
    folder, table = evening
    texts = [line.get("text") for line in open_session(folder).events]
    assert set(_won(table, ENGLISH)) <= set(texts)


def test_what_is_corrected_later_is_told_in_the_language_of_the_evening(evening):
    folder, table = evening
    cards = open_session(folder).facts[0].cards
    other = next(code for code in ("12-swords", "11-swords") if (code,) != cards)
    now = correct_cards(folder, 0, (other,), "Ana")
    told = [cue.text for cue in cues_of(now) if cue.text.startswith("Corrección")]
    assert told
    assert not [cue.text for cue in cues_of(now) if cue.text.startswith("Corrected")]
    assert set(_won(table, SPANISH)) <= {cue.text for cue in cues_of(now)}


def test_where_the_language_was_changed_each_sentence_stays_as_it_was_heard(tmp_path):
    table = Table(script_of())
    recorder = table.record(tmp_path / "s")
    try:
        table.play(until=20.0)
        before = _won(table, ENGLISH)
        recorder.language = SPANISH
        table.begin_at = 20.0
        table.play(start=20.0)
    finally:
        table.end(recorder)
    said = [cue.text for cue in cues_of(open_session(tmp_path / "s"))]
    assert before
    assert set(before) <= set(said)
    assert set(_won(table, SPANISH)[len(before) :]) <= set(said)
    assert open_session(tmp_path / "s").language is SPANISH


def test_no_sentence_is_in_the_language_of_the_log_whenever_it_was_said(tmp_path):
    table = Table(script_of())
    recorder = table.record(tmp_path / "s", language=SPANISH)
    try:
        table.play(until=20.0)
        won = next(event for event in table.told if isinstance(event, TrickWon))
        for step in range(200):
            recorder.heard(replace(won, time=20.0 + step * 0.10013))
    finally:
        table.end(recorder)
    said = {cue.text for cue in cues_of(open_session(tmp_path / "s"))}
    assert set(_won(table, SPANISH)) <= said
    assert not set(_won(table, ENGLISH)) & said


def test_a_game_that_goes_on_keeps_its_language_unless_another_is_said(evening):
    folder, _ = evening
    recorded = open_session(folder)
    again = Table(script_of(), recorded)
    again.end(again.go_on(recorded))
    assert open_session(folder).language is SPANISH


@pytest.mark.parametrize("noted", [None, "xx", 7])
def test_a_recording_that_notes_no_language_is_english(evening, noted):
    folder, _ = evening
    about = json.loads((folder / "session.json").read_text("utf-8"))
    (folder / "session.json").write_text(json.dumps({**about, "language": noted}), "utf-8")
    assert open_session(folder).language is ENGLISH
    assert complete(folder) == []
    assert _shown(folder)[0][0] == "Before the first card"


def test_without_subtitles_a_film_is_told_in_the_words_of_its_log(evening):
    folder, table = evening
    (folder / "announcements.vtt").unlink()
    assert set(_won(table, ENGLISH)) <= {cue.text for cue in cues_of(open_session(folder))}
