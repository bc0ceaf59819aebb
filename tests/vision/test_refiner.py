"""The close look at what the finder found."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.resources import models_directory
from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources, render_scene
from companion.vision.rectify import from_window, to_window, window
from companion.vision.refiner import MARGIN, SIZE, Refined, Refiner, look_closely
from companion.vision.types import Detections

IMAGE = np.full((480, 640, 3), 90, np.uint8)
BOX = np.array([[100, 100], [170, 100], [170, 200], [100, 200]], np.float32)


class Says:
    """A refiner that moves every box by the same pixels and thinks the same of each."""

    def __init__(self, kinds=(0.98, 0.01, 0.01), move=(0.0, 0.0), corners=None):
        self.kinds, self.move, self.corners = kinds, move, corners

    def refine(self, image, corners):
        moved = corners + np.array(self.move, np.float32) if self.corners is None else np.array([self.corners])
        return Refined(moved.astype(np.float32), np.tile(np.array(self.kinds, np.float32), (len(corners), 1)))


def found(*boxes, confidence=0.8, face_up=True):
    count = len(boxes)
    return Detections(
        np.array(boxes, np.float32).reshape(-1, 4, 2), np.full(count, confidence, np.float32), np.full(count, face_up)
    )


corner = st.floats(-30, 30)


@given(st.lists(st.tuples(corner, corner), min_size=4, max_size=4), st.lists(st.floats(0, 640), min_size=8, max_size=8))
def test_what_is_seen_in_a_cut_out_lies_where_it_was_in_the_picture(moves, places):
    box = BOX + np.array(moves, np.float32)
    _, matrix = window(IMAGE, box, SIZE, MARGIN)
    inside = (BOX.mean(axis=0) + (BOX - BOX.mean(axis=0)) * 0.5).astype(np.float32)
    assert np.allclose(from_window(to_window(inside, matrix, SIZE), matrix, SIZE), inside, atol=0.05)


def test_the_box_itself_lies_a_margin_inside_its_cut_out():
    _, matrix = window(IMAGE, BOX, SIZE, MARGIN)
    low, high = MARGIN / (1 + 2 * MARGIN), (1 + MARGIN) / (1 + 2 * MARGIN)
    assert np.allclose(to_window(BOX, matrix, SIZE), [[low, low], [high, low], [high, high], [low, high]], atol=1e-4)


def test_corners_move_to_where_the_close_look_sees_them():
    sharp = look_closely(IMAGE, found(BOX), Says(move=(3, -2)))
    assert np.allclose(sharp.corners[0], BOX + (3, -2))


@pytest.mark.parametrize("lost", [BOX + 200, BOX[[0, 2, 1, 3]]], ids=["elsewhere", "crossed"])
def test_corners_that_cannot_be_the_cards_are_not_believed(lost):
    assert np.allclose(look_closely(IMAGE, found(BOX), Says(corners=lost)).corners[0], BOX)


def test_the_close_look_makes_the_finder_surer_or_less_sure():
    (doubted,), (confirmed,) = (
        look_closely(IMAGE, found(BOX, confidence=0.6), Says(kinds=(1 - none, 0.0, none))).confidence
        for none in (0.8, 0.05)
    )
    assert doubted < 0.4 < 0.9 < confirmed


def test_the_close_look_tells_faces_from_backs_where_it_is_sure():
    assert not look_closely(IMAGE, found(BOX), Says(kinds=(0.05, 0.94, 0.01))).face_up[0]
    assert look_closely(IMAGE, found(BOX), Says(kinds=(0.3, 0.6, 0.1))).face_up[0]


def test_no_boxes_no_work():
    assert len(look_closely(IMAGE, Detections.empty(), Refiner(models_directory() / "refiner.onnx"))) == 0


def test_the_shipped_refiner_finds_corners_of_cards_lying_apart():
    sources = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)
    refiner = Refiner.shipped()
    rng = np.random.default_rng(5)
    before, after = [], []
    for seed in range(12):
        scene = render_scene(np.random.default_rng([seed, 2]), sources, 960, 720, sizes=(0.2, 0.5))
        cards = [card for card in scene.cards if card.visible > 0.95]
        if not cards:
            continue
        truth = np.array([card.corners for card in cards], np.float32)
        heights = np.linalg.norm(truth[:, 3] - truth[:, 0], axis=1)
        boxes = truth + rng.normal(0, 0.05, (len(cards), 1, 2)) * heights[:, None, None]
        close = refiner.refine(scene.image, boxes.astype(np.float32))
        for errors, quads in ((before, boxes), (after, close.corners)):
            errors += (np.linalg.norm(quads - truth, axis=2).mean(axis=1) / heights).tolist()
    assert len(after) >= 12
    assert np.median(after) < 0.5 * np.median(before)
