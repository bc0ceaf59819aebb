"""Cards that touch or cover each other are looked at again from nearer."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.boxes import card_heights
from companion.vision.crowds import find_crowds, look_nearer
from companion.vision.types import Detections

CARD = np.array([[-30, -45], [30, -45], [30, 45], [-30, 45]], np.float32)
PICTURE = np.zeros((720, 1280, 3), np.uint8)
AFAR = 0.4


def cards(*middles, confidence=0.8):
    corners = np.array([CARD + middle for middle in middles], np.float32).reshape(-1, 4, 2)
    count = len(middles)
    return Detections(corners, np.full(count, confidence, np.float32), np.ones(count, np.bool_))


class Looks:
    """Sees in every part of the picture the cards that are said to lie there."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    def __call__(self, image, scale, _least):
        self.asked.append((image.shape[:2], scale))
        return self.answers.pop(0)


def middles(found):
    return {tuple(np.round(quad.mean(axis=0)).astype(int).tolist()) for quad in found.corners}


def test_cards_that_touch_are_a_crowd_and_others_none():
    found = cards((100, 100), (130, 110), (400, 400), (170, 120), (700, 300), (758, 300))
    assert find_crowds(found.corners) == [[0, 1, 3], [4, 5]]


@given(st.permutations(range(6)))
def test_crowds_do_not_depend_on_the_order_of_the_cards(order):
    found = cards((100, 100), (130, 110), (400, 400), (170, 120), (700, 300), (758, 300))
    crowds = {frozenset(order[index] for index in crowd) for crowd in find_crowds(found.corners[list(order)])}
    assert crowds == {frozenset({0, 1, 3}), frozenset({4, 5})}


def test_cards_lying_apart_are_not_looked_at_again():
    looks = Looks()
    found = cards((100, 100), (400, 400))
    assert look_nearer(PICTURE, found, looks, AFAR, 0.3) is found
    assert look_nearer(PICTURE, Detections.empty(), looks, AFAR, 0.3).corners.shape == (0, 4, 2)
    assert looks.asked == []


def test_what_is_seen_from_near_takes_the_place_of_what_was_seen_from_afar():
    # From afar two cards of a fan of three were seen; the strip around them is 54 pixels wide.
    found = cards((300, 300), (340, 300), (900, 500))
    looks = Looks(cards((300 - 216, 99), (322 - 216, 99), (344 - 216, 99)))
    seen = look_nearer(PICTURE, found, looks, AFAR, 0.3)
    assert middles(seen) == {(900, 500), (300, 300), (322, 300), (344, 300)}
    (shape, scale) = looks.asked[0]
    assert shape == (198, 208)
    assert scale == pytest.approx(120 / 90, rel=0.01)


def test_a_sure_card_missed_from_near_is_kept_and_an_unsure_one_is_not():
    sure, unsure = cards((300, 300)), cards((358, 300), confidence=0.35)
    both = Detections(*(np.concatenate(pair) for pair in zip(parts(sure), parts(unsure), strict=True)))
    assert middles(look_nearer(PICTURE, both, Looks(Detections.empty()), AFAR, 0.3)) == {(300, 300)}


def test_a_card_at_the_edge_of_the_nearer_look_may_be_cut_off_and_does_not_count():
    found = cards((300, 300), (340, 300))
    looks = Looks(cards((84, 99), (124, 99), (4, 99)))
    assert middles(look_nearer(PICTURE, found, looks, AFAR, 0.3)) == {(300, 300), (340, 300)}


def test_a_crowd_that_is_large_already_is_not_looked_at_again():
    looks = Looks()
    seen = look_nearer(PICTURE, cards((300, 300), (340, 300)), looks, 1.2, 0.3)
    assert middles(seen) == {(300, 300), (340, 300)}
    assert looks.asked == []


def test_a_card_that_only_the_turned_picture_shows_is_found_where_it_lies():
    found = cards((300, 300), (340, 300))
    straight = cards((84, 99), (124, 99))
    looks = Looks(straight, turned(cards((84, 99), (104, 110)), 208, 198))
    seen = look_nearer(PICTURE, found, looks, AFAR, 0.3, turned=True)
    assert middles(seen) == {(300, 300), (340, 300), (320, 311)}
    (_, (shape, scale)) = looks.asked
    assert shape == (288, 288)
    assert scale == looks.asked[0][1]


def turned(found, width, height):
    """Return cards of a picture as they lie in it turned by 45 degrees, anticlockwise, on the least square around."""
    middle = np.array([width, height]) / 2
    turn = np.array([[1.0, 1.0], [-1.0, 1.0]]) / np.sqrt(2)
    side = np.ceil(np.hypot(width, height))
    corners = (found.corners - middle) @ turn.T + side / 2
    return Detections(corners.astype(np.float32), found.confidence, found.face_up)


def parts(found):
    return found.corners, found.confidence, found.face_up


def test_a_card_is_as_high_as_its_side():
    assert card_heights(cards((100, 100), (200, 200)).corners).tolist() == [90, 90]
