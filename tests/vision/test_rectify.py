import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.synth.drawn import ProductDesign
from companion.synth.scene import paste_card
from companion.synth.view import card_corners, look_at_table
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH, oriented_box, rectify, short_edge_first


def photographed(code: str, height: float, angle: float) -> tuple[np.ndarray, np.ndarray]:
    image = np.full((600, 600, 3), 70, np.uint8)
    view = look_at_table(600, 600, height / 88)
    quad = view.project(card_corners(0, 0, angle, 63, 88))
    paste_card(image, ProductDesign("french52").load().faces[code], quad)
    return image, quad


@given(st.floats(60, 320), st.floats(0, 6.28))
@settings(max_examples=25)
def test_a_card_looks_the_same_however_it_lay(height: float, angle: float):
    image, quad = photographed("9H", height, angle)
    reference, upright = photographed("9H", 320, 0)
    difference = np.abs(rectify(image, quad).astype(int) - rectify(reference, upright).astype(int))
    assert difference.mean() < 25
    turned = np.abs(rectify(image, np.roll(quad, 1, axis=0)).astype(int) - rectify(reference, upright).astype(int))
    assert turned.mean() > difference.mean()


def test_a_card_half_outside_the_picture_is_black_where_nothing_was_seen():
    image, quad = photographed("2S", 200, 0)
    crop = rectify(image, quad + (300, 0))
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert crop[:, -20:].max() == 0
    assert crop[:, 10:30].min() == 70, "the surroundings that are in the picture"


def test_an_oriented_box_starts_with_a_short_edge():
    wide = np.array([[0.0, 0], [90, 0], [90, 60], [0, 60]])
    box = oriented_box(wide)
    assert np.linalg.norm(box[1] - box[0]) == pytest.approx(60, abs=0.5)
    assert np.linalg.norm(box[2] - box[1]) == pytest.approx(90, abs=0.5)


def test_corners_given_anticlockwise_are_turned_round():
    corners = np.array([[0.0, 0], [0, 90], [60, 90], [60, 0]])
    ordered = short_edge_first(corners)
    edges = np.roll(ordered, -1, axis=0) - ordered
    assert edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0] > 0
