"""A look around found cards for those that were missed."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.errors import UnusableError
from companion.resources import models_directory
from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources, render_scene
from companion.vision.boxes import overlap
from companion.vision.rectify import window
from companion.vision.spotter import CELL, HEIGHT, MARGIN, SIZE, WIDTH, Spotter, box_at, claims_picture, place_of

IMAGE = np.full((480, 640, 3), 90, np.uint8)
ROWS, COLUMNS = HEIGHT // CELL, -(-WIDTH // CELL)
CARD = (66, 100)
MIDDLE = np.array([WIDTH, HEIGHT]) / 2


def lying(x, y, turned=0.0, size=CARD):
    """Return the corners of a card with its middle there, turned by an angle in radians."""
    across, along = np.array([np.cos(turned), np.sin(turned)]), np.array([-np.sin(turned), np.cos(turned)])
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
    return (x, y) + signs[:, :1] * across * size[0] + signs[:, 1:] * along * size[1]


def cut(quad):
    """Return the homography into the cut-out around a card."""
    return window(IMAGE, quad, SIZE, MARGIN)[1]


class Says(Spotter):
    """A spotter whose network says of every cut-out that unknown cards lie at the same places, and keeps its input."""

    def __init__(self, *cells):
        """Take (row, column, log odds, what is said of the place) of each."""
        self.heat, self.places = np.full((ROWS, COLUMNS), -9, np.float32), np.zeros((4, ROWS, COLUMNS), np.float32)
        for row, column, odds, place in cells:
            self.heat[row, column], self.places[:, row, column] = odds, place
        self._model, self.given = self, None

    def run(self, batch):
        self.given = batch
        return [np.repeat(said[None], len(batch), axis=0) for said in (self.heat, self.places)]


def spot(spotter, *around, known=(), least=0.5):
    quads = np.array(around, np.float32).reshape(-1, 4, 2)
    return spotter.spot(IMAGE, quads, np.array([*around, *known], np.float32).reshape(-1, 4, 2), least)


@settings(deadline=None)
@given(
    turned=st.floats(-4, 4),
    other=st.floats(-4, 4),
    away=st.tuples(st.floats(-120, 120), st.floats(-120, 120)),
    half=st.booleans(),
)
def test_a_card_of_the_same_size_is_told_by_its_place_at_any_angle(turned, other, away, half):
    base, card = lying(300, 240, turned), lying(300 + away[0], 240 + away[1], other)
    matrix = cut(base)
    back = box_at(place_of(np.roll(card, 2, axis=0) if half else card, matrix), matrix)
    assert min(np.abs(np.roll(back, turn, axis=0) - card).max() for turn in (0, 2)) < 0.05


@settings(deadline=None)
@given(x=st.floats(0, WIDTH), y=st.floats(0, HEIGHT), angle=st.floats(-3.1, 3.1), turned=st.floats(-4, 4))
def test_a_place_is_told_by_the_box_there(x, y, angle, turned):
    matrix = cut(lying(300, 240, turned))
    place = np.array([x, y, np.cos(angle), np.sin(angle)])
    assert np.allclose(place_of(box_at(place, matrix), matrix), place, atol=0.01)


def test_known_cards_are_shown_where_they_lie_and_where_they_lie_on_each_other():
    base = lying(300, 240)
    covered, outlines = np.moveaxis(claims_picture([base, lying(333, 240)], cut(base)), 2, 0)
    # A card is 50 pixels wide in its own cut-out: half of it lies under the other one.
    assert covered[80, 45] == 80, "of the first alone"
    assert covered[80, 70] == 160, "of both"
    assert covered[80, 100] == 80, "of the second alone"
    assert covered[80, 20] == covered[20, 60] == 0, "of none"
    assert outlines[80, 35] > 100, "its left edge"
    assert outlines[80, 45] == outlines[80, 20] == 0


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9)), min_size=4, max_size=4))
def test_whatever_is_known_can_be_shown(corners):
    quad = np.array(corners)
    assume(np.ptp(quad, axis=0).min() > 1)
    base = lying(300, 240)
    shown = claims_picture([base, quad], cut(base))
    assert shown.shape == (HEIGHT, WIDTH, 2)
    assert shown[HEIGHT // 2, WIDTH // 2, 0] >= 80, "the other one is there as well"


def test_boxes_lie_where_the_network_says_the_likeliest_first():
    base = lying(300, 240)
    upright, across = (0.25, -0.5, 1, 0), (0, 0, -1, 0)
    seen = spot(Says((2, 1, 1.0, upright), (5, 6, 3.0, across)), base)
    assert len(seen) == 2
    assert np.allclose(seen.confidence, 1 / (1 + np.exp([-3.0, -1.0])))
    assert seen.face_up.all()
    to_picture = np.array(CARD) / (np.array(SIZE) / (1 + 2 * MARGIN))
    first, second = (
        np.array([300, 240]) + (np.array([x, y]) * CELL - MIDDLE) * to_picture for x, y in ((6, 5), (1.25, 1.5))
    )
    assert np.abs(seen.corners[1] - lying(*second)).max() < 0.1
    turned = lying(*first, np.pi / 2)
    assert min(np.abs(np.roll(seen.corners[0], turn, axis=0) - turned).max() for turn in (0, 2)) < 0.1


def test_one_card_is_not_told_by_the_places_beside_its_middle_as_well():
    there = (0, 0, 1, 0)
    seen = spot(Says((4, 3, 2.0, there), (4, 4, 1.5, (-1, 0, 1, 0)), (5, 4, 1.0, (-1, -1, 1, 0))), lying(300, 240))
    assert len(seen) == 1


def test_what_is_less_likely_than_asked_for_is_not_told():
    spotter = Says((4, 3, -0.5, (0, 0, 1, 0)))
    assert len(spot(spotter, lying(300, 240), least=0.5)) == 0
    assert len(spot(spotter, lying(300, 240), least=0.3)) == 1


def test_a_card_is_told_from_every_card_that_it_is_seen_from():
    first, second = lying(200, 240), lying(400, 200, 0.7)
    seen = spot(Says((4, 3, 2.0, (0, 0, 1, 0))), first, second)
    assert len(seen) == 2
    for quad, base in zip(seen.corners, (first, second), strict=True):
        assert np.linalg.norm(quad.mean(axis=0) - base.mean(axis=0)) < 40


def test_the_network_sees_the_picture_and_what_is_known_of_it():
    spotter, base, other = Says(), lying(300, 240), lying(333, 240)
    spot(spotter, base, known=[other])
    assert spotter.given.shape == (1, 5, HEIGHT, WIDTH)
    assert spotter.given.dtype == np.float32
    assert np.allclose(spotter.given[0, :3], 90 / 255)
    told = claims_picture([base, other], cut(base))
    assert np.array_equal(spotter.given[0, 3:], np.moveaxis(told, 2, 0).astype(np.float32) / 255)


def test_where_there_are_no_cards_nothing_is_looked_at():
    spotter = Says((4, 3, 2.0, (0, 0, 1, 0)))
    assert spot(spotter).corners.shape == (0, 4, 2)
    assert spotter.given is None


def test_a_file_that_is_missing_or_no_spotter_is_named(tmp_path):
    with pytest.raises(UnusableError, match=r"nobody\.onnx: the spotter model is missing"):
        Spotter(tmp_path / "nobody.onnx")
    with pytest.raises(UnusableError, match=r"outliner\.onnx: is no spotter model"):
        Spotter(models_directory() / "outliner.onnx")


def test_the_shipped_spotter_tells_of_a_card_rather_where_it_is_not_told_that_it_is_known():
    sources = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)
    spotter, cards, spotted, told_again = Spotter.shipped(), 0, 0, 0
    for seed in range(10):
        scene = render_scene(np.random.default_rng([seed, 4]), sources, 960, 720, sizes=(0.2, 0.5), crowded=True)
        truth = np.array([card.corners for card in scene.cards if card.visible > 0.3], np.float32)
        for index, card in enumerate(truth):
            others = np.delete(truth, index, axis=0)
            missed, known = (spotter.spot(scene.image, others, told, 0.3).corners for told in (others, truth))
            cards += 1
            spotted += any(overlap(quad, card) > 0.5 for quad in missed)
            told_again += any(overlap(quad, card) > 0.5 for quad in known)
    assert cards > 20
    assert spotted > 0.3 * cards
    assert told_again < spotted
