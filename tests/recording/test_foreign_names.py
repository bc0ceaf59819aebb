"""Recordings that somebody changed or made up: what is no card of the deck names nothing, least of all a file."""

import json
from dataclasses import replace

import pytest

from companion.app.model.replay import Replay
from companion.recording.export.crops import write_crops
from companion.recording.export.pictures import Tally, class_names, labelled_pictures
from companion.recording.labels import Labeller
from companion.recording.layout import ANNOTATIONS, FRAMES
from companion.recording.opening import open_session

STRANGE = ["../../../elsewhere", "QH", ""]


@pytest.mark.parametrize("card", STRANGE)
def test_an_annotation_that_names_no_card_of_the_deck_is_counted_and_names_nothing(folder, tmp_path, card):
    whole = open_session(folder)
    look = next(look for look in reversed(list(whole.looks)) if look.cards)
    said = {"kind": "name", "track": look.tracks[0], "time": look.time, "card": card, "said": "2026-01-01T10:00:00Z"}
    (folder / ANNOTATIONS).write_text(f"{json.dumps(said)}\n", "utf-8")
    session = open_session(folder)
    assert [str(note) for note in session.notes if ANNOTATIONS in str(note)] == [
        f"{ANNOTATIONS}: lines that are left out, damaged or of a kind not known here: 1"
    ]
    assert write_crops(tmp_path / "out" / "crops", session) > 0
    assert {path.name for path in (tmp_path / "out" / "crops").iterdir()} == {fact.cards[0] for fact in session.facts}
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["crops"]
    replay = Replay(session)
    replay.go_to(look.time)
    assert {card.label for card in replay.cards()} != set()
    replay.close()


def test_readings_of_other_decks_name_nothing(folder):
    path = folder / FRAMES
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        del line["crc"]
        for card in line.get("cards", ()):
            card["candidates"] = [["../QH", 1.0]]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    session = open_session(folder)
    unplayed = replace(session, tracks=tuple(None for _ in session.tracks))
    labeller = Labeller(unplayed)
    labels = [label for look in unplayed.looks for label in labeller.label(look).labels]
    assert len(labels) > 20
    assert {label.code for label in labels} == {None}
    boxes = [
        box.name
        for picture in labelled_pictures(session, Tally(), every=1, classes="cards", masked=False)
        for box in picture.boxes
    ]
    assert set(boxes) <= set(class_names(session, "cards"))
