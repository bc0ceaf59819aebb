"""Where people sit around a simulated table."""

from math import degrees

import pytest

from companion.simulation.places import places_around, seated


@pytest.mark.parametrize(
    ("players", "seating", "right", "off"),
    [
        (4, "even", True, [0, 0, 0, 0]),
        (4, "corner", False, [45, 45, 45, 45]),
        (4, "corner", True, [-45, -45, -45, -45]),
        (5, "corner", False, [36, 36, 36, 36, 36]),
        (3, "side", False, [90, 60, 30]),
        (2, "side", True, [-90, -90]),
        (4, "side", True, [0, 0, 0, 0]),
    ],
)
def test_nobody_sits_where_the_camera_stands(players, seating, right, off):
    assert [round(degrees(angle)) for angle in seated(players, seating, right=right)] == off


@pytest.mark.parametrize("right", [False, True])
def test_three_who_leave_the_camera_its_side_sit_on_the_others_clockwise(right):
    places = places_around(3, 1060.0, seated(3, "side", right=right))
    sides = [tuple(round(float(part)) for part in place.outward) for place in places]
    assert sides == ([(1, 0), (-1, 0), (0, -1)] if right else [(-1, 0), (0, -1), (1, 0)])
