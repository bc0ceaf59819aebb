"""Crops of recorded sessions for the reader's training."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from companion.errors import UnusableError
from companion.recording.samples import Sample
from companion.synth.scene import Sources
from companion.training import sessions
from companion.training.chunks import ChunkFolder
from companion.training.reader_data import class_names
from companion.vision.reader import Perceived

CLASSES = ("french52 AS", "french52 AS turned", "french52 KH", "french52 KH turned", "nothing")


class SaysTurned:
    """A reader that takes dark crops for cards upside down."""

    classes = CLASSES

    def perceive(self, crops):
        chances = np.array(
            [[0.1, 0.6, 0.1, 0.2, 0.0] if crop.mean() < 100 else [0.6, 0.1, 0.2, 0.1, 0.0] for crop in crops]
        )
        return Perceived(chances.astype(np.float32), np.zeros((len(crops), 0), np.float32))


def crop(level):
    return np.full((160, 112, 3), level, np.uint8)


def taught(monkeypatch, found):
    monkeypatch.setattr(sessions, "samples", lambda folder: iter(found))


def names(folder, part):
    return [class_names()[kind] for kind in ChunkFolder(folder / part).load(0).labels["kind"]]


def test_places_of_cards_are_either_learned_from_or_kept_out(monkeypatch, tmp_path):
    found = [Sample(crop(track), "AS", "french52", track) for track in range(40) for _ in range(3)]
    taught(monkeypatch, found)
    told: list[str] = []
    sessions.gather([Path("evening")], SaysTurned(), tmp_path, told.append)
    learned, kept = (ChunkFolder(tmp_path / part).load(0).images[:, 0, 0, 0].tolist() for part in ("added", "kept"))
    assert set(learned).isdisjoint(kept)
    assert len(learned) + len(kept) == len(found)
    assert 5 <= len(set(kept)) <= 18
    assert told == [f"{len(learned)} crops to learn from, {len(kept)} of other places kept out to measure with"]


def test_which_way_up_a_card_lies_is_seen(monkeypatch, tmp_path):
    taught(monkeypatch, [Sample(crop(200 if track % 2 else 50), "KH", "french52", track) for track in range(30)])
    sessions.gather([Path("evening")], SaysTurned(), tmp_path, lambda _: None)
    images = ChunkFolder(tmp_path / "added").load(0).images
    turned = [image.mean() < 100 for image in images]
    assert names(tmp_path, "added") == [f"french52 KH{' turned' if is_turned else ''}" for is_turned in turned]


def test_gathering_again_takes_the_place_of_what_was_there(monkeypatch, tmp_path):
    for count in (60, 30):
        taught(monkeypatch, [Sample(crop(track), "AS", "french52", track) for track in range(count)])
        sessions.gather([Path("evening")], SaysTurned(), tmp_path, lambda _: None)
    assert len(names(tmp_path, "added")) + len(names(tmp_path, "kept")) == 30


def test_that_sessions_teach_too_little_is_told_before_anything_is_rendered(monkeypatch, tmp_path):
    pytest.importorskip("torch", reason="needs the train extra")
    pytest.importorskip("ultralytics", reason="needs the train extra")
    from companion.training import plan as plans

    taught(monkeypatch, [])
    monkeypatch.setattr(plans, "check_options", lambda *_, **__: None)
    monkeypatch.setattr(plans, "check_inputs", lambda *_: None)
    monkeypatch.setattr(plans, "render_chunks", lambda *_: pytest.fail("renders"))
    monkeypatch.setattr(plans, "sources_for", lambda *_: Sources({}, {}, None))
    values = dict.fromkeys(field.name for field in fields(plans.Plan))
    values |= {"kind": "reader", "run": tmp_path / "run", "add": (Path("evening"),)}
    with pytest.raises(UnusableError, match="evening: too few cards"):
        plans.carry_out(plans.Plan(**values), lambda _: None)
    assert not (tmp_path / "run").exists()


def test_a_session_without_certain_cards_teaches_nothing(monkeypatch, tmp_path):
    taught(monkeypatch, [])
    with pytest.raises(UnusableError, match="evening: too few cards"):
        sessions.gather([Path("evening")], SaysTurned(), tmp_path, lambda _: None)
