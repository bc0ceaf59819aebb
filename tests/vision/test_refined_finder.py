"""A finder whose boxes are looked at closely, and those that others cover once more."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

import numpy as np

from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources, render_scene
from companion.vision.boxes import overlap
from companion.vision.outliner import Outliner, Outlines
from companion.vision.poses import settled
from companion.vision.refined_finder import RefinedFinder
from companion.vision.refiner import Refined
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


class Leaves:
    """A close look that sees a face in every box, just where it is, or none."""

    def __init__(self, none=0.05):
        self.none = none

    def refine(self, image, corners):
        return Refined(corners, np.tile(np.float32([0.95 - self.none, 0.05, self.none]), (len(corners), 1)))


class Spots:
    """A spotter that sees some cards from every card next to them, whether they are known or not, in boxes a little off
    each time."""

    def __init__(self, *cards, reach=90):
        self.cards, self.reach = cards, reach

    def spot(self, image, around, known, least):
        seen = [
            card + (2 * number, number)
            for number, quad in enumerate(around)
            for card in self.cards
            if 0 < np.linalg.norm(quad.mean(axis=0) - card.mean(axis=0)) < self.reach
        ]
        return found(*seen, confidence=0.6)


def found(*boxes, confidence=0.9):
    count = len(boxes)
    corners = np.array(boxes, np.float32).reshape(-1, 4, 2)
    return Detections(corners, np.full(count, confidence, np.float32), np.ones(count, bool))


def missed(spotter, *boxes, outliner=None, none=0.05):
    """Return what comes to light around cards that are known."""
    known = found(*boxes).corners
    return RefinedFinder(None, Leaves(none), outliner, spotter).missed(IMAGE, known, known)


def lies_where(card, seen):
    """Return how many of the cards seen lie where a card lies."""
    return sum(overlap(quad, card) > 0.8 for quad in seen.corners)


def settle(outliner, *boxes):
    return RefinedFinder(None, None, outliner, None).settle(IMAGE, found(*boxes))


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


BESIDE, BEYOND, FAR = BOX + (80, 0), BOX + (160, 0), BOX + (400, 200)


def test_a_missed_card_comes_to_light_once_though_it_is_seen_from_two():
    seen = missed(Spots(BESIDE), BOX, BEYOND)
    assert len(seen) == 1
    assert lies_where(BESIDE, seen) == 1


def test_a_spotted_card_that_is_known_already_is_none():
    assert len(missed(Spots(BESIDE + (3, 4)), BOX, BESIDE)) == 0


def test_what_the_close_look_takes_for_no_card_is_none():
    assert len(missed(Spots(BESIDE), BOX, BEYOND, none=0.9)) == 0


def test_a_covered_card_that_was_missed_goes_where_the_outliner_sees_it():
    under = BOX + (40, 10)
    seen = missed(Spots(under), BOX, FAR, outliner=Moves(3, -2))
    assert np.abs(seen.corners - (under + (3, -2))).max() < 0.5
    assert np.array_equal(seen.otherwise, [under]), "and where the close look has it stays known"


def test_nobody_is_missed_where_nothing_is_known_or_nobody_looks():
    assert len(missed(Spots(BESIDE))) == 0
    assert len(missed(None, BOX)) == 0


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
