"""The table from straight above: true proportions, seat 0 below."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import UnusableError
from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.plane import plane_from_corners
from companion.vision.tabletop.topview import Area, area_around, placing, top_view, visible_area

CORNERS = [(250, 80), (710, 80), (900, 500), (60, 500)]


@pytest.fixture
def calibration(studio):
    return Calibration("x", (960, 540), table=plane_from_corners(CORNERS, 1000, 800))


def spot(image):
    ys, xs = np.nonzero(image[..., 0] > 128)
    return np.array([xs.mean() + 0.5, ys.mean() + 0.5])


@pytest.mark.parametrize("with_lens", [False, True])
@pytest.mark.parametrize("seats_turned", [0.0, 90.0])
def test_things_appear_where_they_lie(studio, calibration, with_lens, seats_turned):
    calibration = replace(calibration, lens=studio.lens if with_lens else None, seats_turned=seats_turned)
    area, size = Area(-600, -500, 600, 500), (480, 400)
    for place in ([0.0, 0.0], [200.0, 100.0], [-150.0, 250.0]):
        image = np.zeros((540, 960, 3), np.uint8)
        x, y = calibration.to_pixels(np.array([place]))[0]
        cv2.circle(image, (round(x * 16 - 8), round(y * 16 - 8)), 8 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
        view = top_view(image, calibration, area, size)
        assert view.shape == (400, 480, 3)
        expected = placing(area, size) @ [*place, 1.0]
        assert spot(view) == pytest.approx(expected[:2], abs=1.5)


def test_proportions_are_kept_in_any_window():
    matrix = placing(Area(-100, -50, 100, 50), (400, 400))
    assert matrix[0, 0] == matrix[1, 1] == 2.0
    assert matrix @ [0, 0, 1] == pytest.approx([200, 200, 1])


def test_the_area_that_a_camera_sees(calibration):
    area = visible_area(calibration)
    assert area.left < -500 < 500 < area.right
    assert area.far < -400 < 400 < area.near
    assert area.width < 4000


def test_the_area_round_some_cards():
    area = area_around(np.array([[0.0, 10.0], [100.0, -20.0]]), margin=50)
    assert (area.width, area.depth) == (200, 130)


def test_pictures_of_another_shape_are_refused(calibration):
    with pytest.raises(UnusableError, match="960 x 540"):
        top_view(np.zeros((480, 640, 3), np.uint8), calibration, Area(-1, -1, 1, 1), (10, 10))
