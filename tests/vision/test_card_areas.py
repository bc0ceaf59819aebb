"""How large a card is where it lies, so that a box around two of a fan is known to be too large for one."""

import cv2
import numpy as np
import pytest

from companion.simulation.camera import camera_over_table
from companion.vision.card_areas import card_areas
from companion.vision.types import Detections

SIZE = (1280, 720)
CARD = (63.0, 88.0)
PLACES = [(-220, 180, 0.0), (230, 200, 0.2), (-60, 30, 1.5), (90, -20, -1.4), (20, -160, 3.1)]
"""Where cards lie, millimetres, and how far they are turned."""


def boxes(camera, places, size=CARD):
    return np.array([camera.card(x, y, 0.0, angle, size) for x, y, angle in places], np.float32)


def found(quads):
    return Detections(quads, np.full(len(quads), 0.95, np.float32), np.ones(len(quads), np.bool_))


@pytest.mark.parametrize("tilt", [0.0, 0.5, 0.8])
def test_a_box_around_a_fan_is_measured_by_the_cards_around_however_slantwise_the_camera_looks(tilt):
    camera = camera_over_table(*SIZE, tilt=tilt)
    cards = boxes(camera, PLACES)
    x, y, angle = 140, 60, 1.6
    (fan,) = boxes(camera, [(x, y, angle)], (CARD[0] + 24, CARD[1]))
    area = card_areas(found(np.concatenate([cards, fan[None]])), 100.0, SIZE)
    for quad in cards:
        assert area(quad) == pytest.approx(cv2.contourArea(quad), rel=0.04)
    (one,) = boxes(camera, [(x, y, angle)])
    assert area(fan) == pytest.approx(cv2.contourArea(one), rel=0.04)


def test_where_cards_do_not_agree_a_card_is_as_large_as_the_smaller_ones():
    sizes = [(70, 100), (70, 100), (100, 100), (200, 40)]
    quads = np.array([[[0, 0], [w, 0], [w, h], [0, h]] for w, h in sizes], np.float32) + 300
    area = card_areas(found(quads), 130.0, SIZE)
    assert area(quads[2]) == pytest.approx(7000, rel=0.05)


def test_by_itself_a_card_is_as_large_as_its_height_says():
    quads = boxes(camera_over_table(*SIZE, tilt=0.0), PLACES[:2])
    assert card_areas(found(quads), 100.0, SIZE)(quads[0]) == pytest.approx(6900, rel=0.01)
