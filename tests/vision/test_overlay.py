"""Boxes and names drawn into pictures."""

import numpy as np
import pytest

from companion.vision.naming import NamedCard
from companion.vision.overlay import BACK, NAMED, UNREADABLE, caption, draw_cards, draw_text
from companion.vision.types import SeenCard

GREY = np.full((300, 400, 3), 120, np.uint8)


def card(x, y, code=None, confidence=0.5, face_up=True, candidates=()):
    corners = np.array([[x, y], [x + 70, y], [x + 70, y + 100], [x, y + 100]], np.float32)
    return NamedCard(SeenCard(corners, face_up, 0.9, tuple(candidates)), code, confidence)


def has_colour(image, colour):
    return bool((image == np.array(colour, np.uint8)).all(axis=-1).any())


def test_the_picture_itself_stays_as_it_was():
    before = GREY.copy()
    drawn = draw_cards(before, [card(50, 50, "AS", 0.97)])
    assert (before == GREY).all()
    assert (drawn != GREY).any()


def test_without_cards_nothing_is_drawn():
    assert (draw_cards(GREY, []) == GREY).all()


@pytest.mark.parametrize(
    ("seen", "colour"),
    [
        (card(50, 50, "AS", 0.97), NAMED),
        (card(50, 50, None, 0.2), UNREADABLE),
        (card(50, 50, face_up=False), BACK),
    ],
)
def test_each_kind_of_card_has_its_colour(seen, colour):
    drawn = draw_cards(GREY, [seen])
    assert has_colour(drawn, colour)
    assert not any(has_colour(drawn, other) for other in {NAMED, UNREADABLE, BACK} - {colour})


def test_a_box_far_outside_the_picture_is_drawn_as_far_as_it_goes():
    drawn = draw_cards(GREY, [card(-60, -90, "12-coins", 0.8), card(90_000, 0, "AS", 0.8)])
    assert has_colour(drawn, NAMED)


@pytest.mark.parametrize(
    ("seen", "text"),
    [
        (card(0, 0, "12-cups", 0.978), "12-cups 97%"),
        (card(0, 0, "AS", 0.9999), "AS 99%"),
        (card(0, 0, "AS", 1.0), "AS 100%"),
        (card(0, 0, None, 0.0, candidates=[("12-cups", 0.31)]), "? 12-cups 31%"),
        (card(0, 0, None, 0.0), "?"),
        (card(0, 0, face_up=False), "back"),
    ],
)
def test_captions(seen, text):
    assert caption(seen) == text


@pytest.mark.parametrize("middle", [(-500, -500), (200, 150), (5000, 5000)])
def test_a_name_is_always_inside_the_picture(middle):
    x, y, width, height = draw_text(GREY.copy(), "12-swords 88%", np.array(middle), NAMED, 1.0)
    assert x >= 0
    assert y >= 0
    assert x + width <= 400
    assert y + height <= 300


def test_names_at_one_place_lie_below_each_other():
    image, plates = GREY.copy(), []
    for _ in range(4):
        plates.append(draw_text(image, "AS 99%", np.array([100, 40]), NAMED, 0.6, plates))
    tops = [y for _, y, _, _ in plates]
    heights = [height for _, _, _, height in plates]
    assert all(below >= top + height for top, below, height in zip(tops, tops[1:], heights, strict=False))
