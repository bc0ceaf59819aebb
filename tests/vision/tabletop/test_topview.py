"""The table from straight above: true proportions, and as much of it as the camera sees."""

import pytest

from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.plane import plane_from_corners
from companion.vision.tabletop.topview import Area, placing, visible_area

CORNERS = [(250, 80), (710, 80), (900, 500), (60, 500)]


@pytest.fixture
def calibration():
    return Calibration("x", (960, 540), table=plane_from_corners(CORNERS, 1000, 800))


def test_proportions_are_kept_in_any_window():
    matrix = placing(Area(-100, -50, 100, 50), (400, 400))
    assert matrix[0, 0] == matrix[1, 1] == 2.0
    assert matrix @ [0, 0, 1] == pytest.approx([200, 200, 1])


def test_the_area_that_a_camera_sees(calibration):
    area = visible_area(calibration)
    assert area.left < -500 < 500 < area.right
    assert area.far < -400 < 400 < area.near
    assert area.width < 4000
