"""A finder whose boxes are looked at closely, and those that others cover once more."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

import numpy as np

from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources, render_scene
from companion.vision.outliner import Outliner, Outlines
from companion.vision.poses import settled
from companion.vision.refined_finder import RefinedFinder
from companion.vision.types import Detections

IMAGE = np.full((480, 640, 3), 90, np.uint8)
BOX = np.array([[100, 100], [170, 100], [170, 200], [100, 200]], np.float32)
_TO_PARTS = np.diag([1 / 640, 1 / 480, 1])


class Moves:
    """An outliner that is sure that every card lies so many pixels beside its box, and counts how often it is asked."""

    def __init__(self, *pixels):
        self.pixels, self.asked = pixels, 0

    def outline(self, image, corners):
        self.asked += 1
        count = len(corners)
        given = Outlines(np.zeros((count, 4, 2)), np.full((count, 4, 2), 0.001), np.tile(_TO_PARTS, (count, 1, 1)))
        return Outlines(given.cut(corners.astype(float) + self.pixels), given.doubts, given.matrices)


def found(*boxes):
    count = len(boxes)
    return Detections(np.array(boxes, np.float32), np.full(count, 0.9, np.float32), np.ones(count, bool))


def settle(outliner, *boxes):
    return RefinedFinder(None, None, outliner).settle(IMAGE, found(*boxes))


def test_cards_lying_apart_are_not_looked_at_again():
    outliner = Moves(5, 5)
    assert np.array_equal(settle(outliner, BOX, BOX + (200, 20)).corners, [BOX, BOX + (200, 20)])
    assert outliner.asked == 0


def test_cards_that_cover_each_other_go_where_the_outliner_sees_them_and_others_stay():
    moved = settle(Moves(3, -2), BOX, BOX + (40, 10), BOX + (300, 100))
    expected = [BOX + (3, -2), BOX + (43, 8), BOX + (300, 100)]
    assert np.abs(moved.corners - expected).max() < 0.5


def test_a_card_at_the_pictures_edge_is_looked_at_again():
    outliner = Moves(4, 0)
    cut = BOX - (130, 0)
    assert np.abs(settle(outliner, cut).corners[0] - (cut + (4, 0))).max() < 0.5
    assert outliner.asked == 1


def test_a_box_that_would_leave_its_card_stays():
    assert np.array_equal(settle(Moves(300, 0), BOX, BOX + (40, 10)).corners, [BOX, BOX + (40, 10)])


def test_two_boxes_of_one_card_become_one():
    assert len(settle(None, BOX, BOX + (5, 6))) == 1


def test_without_an_outliner_covered_cards_stay_as_they_are():
    assert np.array_equal(settle(None, BOX, BOX + (40, 10)).corners, [BOX, BOX + (40, 10)])


def test_no_cards_no_work():
    none = np.zeros((0, 4, 2), np.float32)
    assert settled(Outliner.shipped().outline(IMAGE, none), (640, 480)).shape == (0, 4, 2)


def test_the_shipped_outliner_finds_corners_that_others_cover():
    sources = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)
    outliner, rng = Outliner.shipped(), np.random.default_rng(6)
    before, after = [], []
    for seed in range(14):
        scene = render_scene(np.random.default_rng([seed, 3]), sources, 960, 720, sizes=(0.2, 0.5), crowded=True)
        cards = [card for card in scene.cards if 0.3 < card.visible < 0.9]
        if not cards:
            continue
        truth = np.array([card.corners for card in cards])
        heights = np.linalg.norm(truth[:, 3] - truth[:, 0], axis=1)
        boxes = truth + rng.normal(0, 0.06, (len(cards), 4, 2)) * heights[:, None, None]
        seen = outliner.outline(scene.image, boxes.astype(np.float32))
        for errors, quads in ((before, boxes), (after, seen.seen(seen.corners))):
            errors += (np.linalg.norm(quads - truth, axis=2).mean(axis=1) / heights).tolist()
    assert len(after) >= 12
    assert np.median(after) < 0.6 * np.median(before)
