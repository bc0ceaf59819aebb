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


def test_a_camera_straight_above_is_shown_nearly_all_that_it_sees():
    # 2 mm a pixel; the outermost hundredths are left out, where lenses are worst.
    above = plane_from_corners([(240, 135), (720, 135), (720, 405), (240, 405)], 960, 540)
    area = visible_area(Calibration("x", (960, 540), table=above))
    assert (area.left, area.right) == pytest.approx((-921.6, 921.6))
    assert (area.far, area.near) == pytest.approx((-518.4, 518.4))


def test_where_the_middle_of_play_is_out_of_the_picture_there_is_a_view_around_it_all_the_same():
    aside = plane_from_corners([(x + 700, y) for x, y in CORNERS], 1000, 800)
    area = visible_area(Calibration("x", (960, 540), table=aside))
    assert area.left == area.far == -area.right == -area.near < -500


def test_of_a_table_that_is_looked_along_more_is_shown_than_a_line():
    along = plane_from_corners([(291.4, 18.2), (299.1, 14.1), (255.2, 681.9), (209.2, 681.9)], 1000, 800)
    area = visible_area(Calibration("x", (960, 540), table=along))
    assert min(area.width, area.depth) > 250
