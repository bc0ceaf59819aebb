"""Boxes and names drawn into pictures."""

import cv2
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


def _plates(image):
    """Where names stand: all pixels of their plates, without the boxes' lines."""
    coloured = np.zeros(image.shape[:2], np.uint8)
    for colour in (NAMED, UNREADABLE, BACK):
        coloured |= (image == np.array(colour, np.uint8)).all(axis=-1).astype(np.uint8)
    return cv2.morphologyEx(coloured, cv2.MORPH_OPEN, np.ones((1, 9), np.uint8)) & cv2.morphologyEx(
        coloured, cv2.MORPH_OPEN, np.ones((5, 1), np.uint8)
    )


@pytest.mark.parametrize(("x", "y"), [(150, 100), (150, 0), (150, 190), (0, 100), (320, 100)])
def test_a_card_by_itself_stays_in_view_below_no_name(x, y):
    drawn = draw_cards(GREY, [card(x, y, "7-coins", 0.97)])
    on_the_card = drawn[y + 10 : y + 90, x + 10 : x + 60]
    assert (on_the_card == 120).all()
    assert has_colour(drawn, NAMED)


def test_names_of_neighbours_cover_neither_card():
    cards = [card(100, 100, "7-coins", 0.97), card(190, 100, "8-coins", 0.97)]
    drawn = draw_cards(GREY, cards)
    for x in (100, 190):
        assert (drawn[110:190, x + 10 : x + 60] == 120).all()


def test_in_a_heap_every_name_can_still_be_read():
    heap = [card(150 + 12 * step, 80 + 9 * step, "7-coins", 0.97) for step in range(5)]
    plates = _plates(draw_cards(GREY, heap))
    one = _plates(draw_cards(GREY, heap[:1]))
    assert plates.sum() > 4.2 * one.sum()


def test_a_box_of_no_size_still_gets_its_name():
    point = NamedCard(SeenCard(np.full((4, 2), 150.0, np.float32), True, 0.9, ()), "AS", 0.9)
    assert has_colour(draw_cards(GREY, [point]), NAMED)


@pytest.mark.parametrize(("one", "other"), [("levée", "levee"), ("Дмитрий", "???????"), ("Ελένη", "?????"), ("ő", "o")])
def test_names_and_sentences_are_written_in_their_own_letters(one, other):
    pictures = []
    for text in (one, other):
        pictures.append(GREY.copy())
        draw_text(pictures[-1], text, np.array([200, 150]), (40, 40, 40), 1.0)
    assert not np.array_equal(*pictures)
