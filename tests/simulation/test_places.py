"""Where people sit around a simulated table."""

from math import degrees

import pytest

from companion.simulation.places import places_around, seated


@pytest.mark.parametrize(
    ("players", "seating", "lot", "off"),
    [
        (4, "even", 0.2, [0, 0, 0, 0]),
        (4, "corner", 0.7, [45, 45, 45, 45]),
        (4, "corner", 0.2, [-45, -45, -45, -45]),
        (5, "corner", 0.7, [36, 36, 36, 36, 36]),
        (3, "side", 0.2, [90, 60, 30]),
        (2, "side", 0.7, [-90, -90]),
        (4, "side", 0.2, [0, 0, 0, 0]),
    ],
)
def test_nobody_sits_where_the_camera_stands(players, seating, lot, off):
    assert [round(degrees(angle)) for angle in seated(players, seating, lot)] == off


@pytest.mark.parametrize("left", range(3))
def test_three_who_leave_the_camera_its_side_sit_on_the_others_clockwise(left):
    places = places_around(3, 1060.0, seated(3, "side", (left + 0.5) / 3))
    sides = [tuple(round(float(part)) for part in place.outward) for place in places]
    assert [sides[(left + step) % 3] for step in range(3)] == [(-1, 0), (0, -1), (1, 0)]
