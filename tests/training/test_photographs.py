"""Photographs in the finder's training."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import UnusableError
from companion.evaluation.photos import photo_sets
from companion.training import photographs
from companion.training.kept_out import is_kept_out
from companion.training.photographs import CORNERS, SOURCE, PhotographChunkMaker, learned_photographs

SHARED = Path(__file__).resolve().parents[3] / "shared" / "photos"


@pytest.fixture
def known(tmp_path, monkeypatch):
    """A folder of photographs, some of which are kept out, and their corners."""
    corners = tmp_path / "corners.json"
    names = [f"p-{number}.png" for number in range(30)]
    card = {"card": "AS", "corners": [[20, 10], [60, 10], [60, 70], [20, 70]]}
    corners.write_text(json.dumps({name: [card] for name in names}), encoding="utf-8")
    monkeypatch.setattr(photographs, "CORNERS", corners)
    folder = tmp_path / SOURCE / "fit"
    folder.mkdir(parents=True)
    for name in names:
        cv2.imwrite(str(folder / name), np.full((96, 128, 3), 90, np.uint8))
    return tmp_path, names


def test_kept_out_photographs_are_not_learned_from(known):
    folder, names = known
    learned = {path.name for path, _ in learned_photographs(folder)}
    assert learned == {name for name in names if not is_kept_out(name)}
    assert 0 < len(learned) < len(names)


def test_a_missing_photograph_is_named(known):
    folder, names = known
    wanted = next(name for name in names if not is_kept_out(name))
    (folder / SOURCE / "fit" / wanted).unlink()
    with pytest.raises(UnusableError, match=wanted):
        learned_photographs(folder)


def test_a_chunk_of_views_has_the_labels_of_rendered_scenes(known, monkeypatch):
    folder, _ = known
    monkeypatch.setattr(photographs, "VIEWS_A_CHUNK", 6)
    images, labels = PhotographChunkMaker(learned_photographs(folder), 3)(0)
    assert len(images) == 6
    assert labels["corners"].shape == (len(labels["kind"]), 4, 2)
    assert set(labels["picture"].tolist()) <= set(range(6))


def test_programs_have_drawn_on_some_of_the_views_that_show_cards(known, monkeypatch):
    folder, _ = known
    monkeypatch.setattr(photographs, "VIEWS_A_CHUNK", 40)
    images, labels = PhotographChunkMaker(learned_photographs(folder), 3)(0)
    drawn_on = [np.ptp(image.astype(int), axis=2).max() > 60 for image in images]
    with_cards = np.isin(np.arange(40), labels["picture"])
    assert 0.1 < np.mean(np.array(drawn_on)[with_cards]) < 0.6


def test_the_corners_kept_with_the_project_are_whole_cards():
    for name, cards in json.loads(CORNERS.read_text(encoding="utf-8")).items():
        assert len({card["card"] for card in cards}) == len(cards), name
        for card in cards:
            quad = np.array(card["corners"], np.float32)
            assert cv2.isContourConvex(quad), (name, card)
            assert cv2.contourArea(quad, oriented=True) > 0, "clockwise"


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the labelled photographs beside the checkout")
def test_the_corners_agree_with_the_boxes_of_the_photographs():
    labels = json.loads((SHARED / SOURCE / "labels.json").read_text(encoding="utf-8"))
    boxes = {item["file"]: {card["card"]: card["box"] for card in item["cards"]} for item in labels["fit"]}
    for name, cards in json.loads(CORNERS.read_text(encoding="utf-8")).items():
        for card in cards:
            quad = np.clip(np.array(card["corners"], float), 0, (960, 720))
            x0, y0, x1, y1 = boxes[name][card["card"]]
            low, high = quad.min(axis=0), quad.max(axis=0)
            both = np.clip(np.minimum(high, (x1, y1)) - np.maximum(low, (x0, y0)), 0, None).prod()
            # Some boxes go around what can be seen of a covered card only; the corners are those of the whole card.
            assert both / ((x1 - x0) * (y1 - y0)) > 0.7, (name, card)
            assert (high - low).prod() < 4 * both, (name, card)


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the labelled photographs beside the checkout")
def test_nothing_of_the_part_to_check_against_is_learned_from():
    checked = {
        picture.name.split("/")[-1]
        for pictures in photo_sets(SHARED, "check")
        if pictures.source == SOURCE
        for picture in pictures.pictures()
    }
    assert not checked & set(json.loads(CORNERS.read_text(encoding="utf-8")))
