"""Which cards of a recording are certain enough to learn from."""

from recording_makers import Table, record_game, script_of

from companion.recording.annotations import Annotation, add_annotation
from companion.recording.opening import open_session
from companion.recording.playback import Pictures
from companion.recording.samples import samples

_MANY_POINTS = 50


def test_a_hand_that_broke_off_confirms_nothing_but_what_people_named(tmp_path):
    table = Table(script_of(target=_MANY_POINTS))
    recorder = table.record(tmp_path / "s")
    try:
        table.play(until=40.0)
    finally:
        table.end(recorder)
    session = open_session(tmp_path / "s")
    # Whole tricks were played, but with a deck that is read badly they may be whole and wrong.
    assert len(session.facts) >= 6
    assert list(samples(tmp_path / "s")) == []
    named = session.tracks[4]
    add_annotation(tmp_path / "s", Annotation("name", named, session.facts[4].time, "12-coins", author="Ana"))
    found = list(samples(tmp_path / "s"))
    assert {(sample.track, sample.code) for sample in found} == {(named, "12-coins")}


def test_a_hand_played_to_its_end_confirms_its_cards(tmp_path):
    table = record_game(tmp_path / "s", script_of(target=_MANY_POINTS))
    played = {fact.cards[0] for fact in table.session.log.facts}
    assert len(played) == 48
    found = {sample.code for sample in samples(tmp_path / "s", a_card=1)}
    assert found <= played
    assert len(found) > 40


def test_nothing_is_cut_from_a_picture_of_another_moment(tmp_path):
    folder = tmp_path / "s"
    script = script_of(target=_MANY_POINTS)
    table = Table(script)
    recorder = table.record(folder)
    half = script.duration / 2
    try:
        table.play(until=half)
        # From here on nothing is filmed, as on a disk that is nearly full.
        table.lens.tap(None)
        table.begin_at = half
        table.play(start=half)
    finally:
        table.end(recorder)
    session = open_session(folder)
    with Pictures(session.videos) as pictures:
        assert pictures.has(10.0)
        assert pictures.looked_at(half + 20) is None
        filmed = {track for track, fact in zip(session.tracks, session.facts, strict=True) if fact.time < half}
    found = list(samples(folder))
    assert found
    assert {sample.track for sample in found} <= filmed
