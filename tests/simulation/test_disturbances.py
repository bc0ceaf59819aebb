"""Knocks of the camera, lamps and losses."""

import numpy as np

from companion.simulation.disturbances import Disturbances, Knock

CORNERS = np.array([[100, 100], [200, 100], [200, 250], [100, 250]], np.float32)


def test_nothing_moves_before_the_knock_and_everything_after_it() -> None:
    knocked = Disturbances(knocks=(Knock(5.0, 0.1, 0.0, 0.0),))
    assert np.array_equal(knocked.moved(CORNERS, 4.9, (1000, 500)), CORNERS)
    settled = knocked.moved(CORNERS, 9.0, (1000, 500))
    assert np.allclose(settled, CORNERS + [100, 0], atol=0.5)


def test_a_turn_keeps_sizes_and_the_middle_of_the_picture() -> None:
    turned = Disturbances(knocks=(Knock(0.0, 0.0, 0.0, np.pi / 2),)).moved(CORNERS, 60.0, (1000, 500))
    assert np.linalg.norm(turned[1] - turned[0]) == np.float32(100)
    middle = np.array([[500, 250]], np.float32)
    still = Disturbances(knocks=(Knock(0.0, 0.0, 0.0, np.pi / 2),)).moved(middle, 60.0, (1000, 500))
    assert np.allclose(still, middle, atol=0.01)
    # Clockwise: what lay to the left of the middle lies above it.
    left = np.array([[400, 250]], np.float32)
    above = Disturbances(knocks=(Knock(0.0, 0.0, 0.0, np.pi / 2),)).moved(left, 60.0, (1000, 500))
    assert np.allclose(above, [[500, 150]], atol=0.01)


def test_lamps_and_losses_have_their_times() -> None:
    evening = Disturbances(lights=((3.0, 0.5), (8.0, 1.0)), losses=((4.0, 5.0),))
    assert [evening.light(time) for time in (1.0, 3.5, 9.0)] == [1.0, 0.5, 1.0]
    assert [evening.blinded(time) for time in (2.9, 3.1, 5.0)] == [False, True, False]
    assert [evening.lost(time) for time in (3.9, 4.0, 4.9, 5.0)] == [False, True, True, False]
