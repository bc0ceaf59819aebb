"""The table from straight above: true proportions, and as much of it as the camera sees."""

import numpy as np
import pytest

from companion.table.tabletop import Tabletop
from companion.table.topview import Area, placing, visible_area
from companion.vision.tabletop.plane import plane_from_corners

CORNERS = [(250, 80), (710, 80), (900, 500), (60, 500)]


def _area(corners: list[tuple[float, float]], width: float = 1000, depth: float = 800) -> Area:
    return visible_area(Tabletop(plane_from_corners(corners, width, depth).homography, np.zeros(2)), 960, 540)


def test_proportions_are_kept_in_any_window():
    matrix = placing(Area(-100, -50, 100, 50), (400, 400))
    assert matrix[0, 0] == matrix[1, 1] == 2.0
    assert matrix @ [0, 0, 1] == pytest.approx([200, 200, 1])


def test_the_area_that_a_camera_sees():
    area = _area(CORNERS)
    assert area.left < -500 < 500 < area.right
    assert area.far < -400 < 400 < area.near
    assert area.width < 4000


def test_a_camera_straight_above_is_shown_nearly_all_that_it_sees():
    # 2 mm a pixel; the outermost hundredths are left out, where lenses are worst.
    area = _area([(240, 135), (720, 135), (720, 405), (240, 405)], 960, 540)
    assert (area.left, area.right) == pytest.approx((-921.6, 921.6))
    assert (area.far, area.near) == pytest.approx((-518.4, 518.4))


def test_the_middle_of_play_may_lie_anywhere_in_the_frame_of_the_table():
    guessed = Tabletop.guessed(960, 540, 95.0)
    area = visible_area(guessed, 960, 540)
    assert (area.left, area.right, area.far, area.near) == pytest.approx((19.2, 940.8, 10.8, 529.2))
    moved = visible_area(guessed.seen_after(np.diag([1.0, 1.0, 1.0]) + [[0, 0, 2000], [0, 0, 0], [0, 0, 0]]), 960, 540)
    assert (moved.left + moved.right) / 2 == pytest.approx(480)


def test_where_the_middle_of_play_is_out_of_the_picture_there_is_a_view_around_it_all_the_same():
    area = _area([(x + 700, y) for x, y in CORNERS])
    assert area.left == area.far == -area.right == -area.near < -500


def test_of_a_table_that_is_looked_along_more_is_shown_than_a_line():
    area = _area([(291.4, 18.2), (299.1, 14.1), (255.2, 681.9), (209.2, 681.9)])
    assert min(area.width, area.depth) > 250
