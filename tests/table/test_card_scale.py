"""How large cards are in the picture is known from a few of them, however the camera looks at the table."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.simulation.camera import camera_over_table
from companion.table.card_scale import CardScale
from companion.table.geometry import Box

SIZE = (1280, 720)
CARD_MM = (61.0, 95.0)
HALVED = -np.log(2)


def box_at(camera, x, y, angle=0.3, times=1.0):
    corners = camera.card(x, y, 0.0, angle, (CARD_MM[0] * times, CARD_MM[1] * times))
    return Box.of(corners.astype(np.float32))


def taught(camera, places):
    scale = CardScale(SIZE)
    for number, (x, y) in enumerate(places):
        scale.learn(box_at(camera, x, y, number))
    return scale


RING = [(90 * np.sin(turn), 90 * np.cos(turn)) for turn in np.arange(12)]


@given(
    tilt=st.floats(0, 0.9),
    x=st.floats(-350, 350),
    y=st.floats(-180, 180),
    angle=st.floats(0, 6.28),
    times=st.sampled_from((0.5, 1.0, 2.0)),
)
def test_cards_laid_in_the_middle_tell_how_large_they_are_elsewhere(tilt, x, y, angle, times):
    camera = camera_over_table(*SIZE, tilt=tilt)
    off, spread = taught(camera, RING).off(box_at(camera, x, y, angle, times))
    assert off == pytest.approx(np.log(times), abs=0.2)
    assert spread < 0.3


def test_smaller_pictures_of_cards_among_them_do_not_count():
    camera = camera_over_table(*SIZE, tilt=0.5)
    scale = taught(camera, RING[:4])
    for number in range(3):
        scale.learn(box_at(camera, -300 + 40 * number, -200, times=0.45))
    assert scale.off(box_at(camera, 60, -60))[0] == pytest.approx(0, abs=0.15)
    assert scale.off(box_at(camera, 0, 0, times=0.5))[0] == pytest.approx(HALVED, abs=0.1)


def test_of_one_picture_and_one_card_the_larger_is_the_card():
    camera = camera_over_table(*SIZE, tilt=0.3)
    scale = CardScale(SIZE)
    scale.learn(box_at(camera, -300, -200, times=0.45))
    scale.learn(box_at(camera, 0, 80))
    assert abs(scale.off(box_at(camera, 60, -60))[0]) < 0.2


def test_what_is_far_from_all_cards_is_known_less_well_and_before_the_first_nothing_is():
    camera = camera_over_table(*SIZE)
    scale = CardScale(SIZE)
    assert scale.off(box_at(camera, 0, 0)) == (0.0, inf)
    scale.learn(box_at(camera, 0, 0))
    near, far = (scale.off(box_at(camera, x, x / 2))[1] for x in (30, 400))
    assert near < far
