import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.boxes import (
    add_missing,
    card_heights,
    corners_from_boxes,
    drop_repeated,
    lies_free,
    one_to_one,
    overlap,
)
from companion.vision.types import Detections

UNIT = np.array([[0.0, 0], [1, 0], [1, 2], [0, 2]])

boxes = st.tuples(
    st.floats(-50, 50), st.floats(-50, 50), st.floats(10, 40), st.floats(50, 90), st.floats(-np.pi, np.pi)
)


@given(boxes)
def test_corners_are_those_of_the_box(box: tuple[float, ...]):
    corners = corners_from_boxes(np.array([box]))[0]
    assert corners.mean(axis=0) == pytest.approx(box[:2], abs=1e-3)
    assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(box[2], rel=1e-3)
    assert np.linalg.norm(corners[2] - corners[1]) == pytest.approx(box[3], rel=1e-3)
    edges = np.roll(corners, -1, axis=0) - corners
    assert edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0] > 0, "clockwise as seen"


@given(boxes)
def test_a_box_given_with_its_sides_swapped_has_the_same_corners(box: tuple[float, ...]):
    x, y, w, h, angle = box
    swapped = (x, y, h, w, angle + np.pi / 2)
    first, second = corners_from_boxes(np.array([box, swapped]))
    assert first == pytest.approx(second, abs=1e-3) or first == pytest.approx(np.roll(second, 2, axis=0), abs=1e-3)


@pytest.mark.parametrize(
    ("shift", "expected"), [((0, 0), 1.0), ((0.5, 0), 1 / 3), ((0, 1), 1 / 3), ((1.5, 0), 0.0), ((9, 9), 0.0)]
)
def test_overlap_of_shifted_cards(shift: tuple[float, float], expected: float):
    assert overlap(UNIT, UNIT + shift) == pytest.approx(expected, abs=1e-6)


def test_boxes_that_differ_in_their_last_digit_only_are_one():
    seen = np.array([[943.8, 27.1], [963.8, 59.0], [909.1, 101.0], [882.9, 61.6]], np.float32)
    size = np.array([1280, 720], np.float32)
    assert overlap(seen / size * size, seen) == pytest.approx(1, abs=0.01)


def detections(*rows: tuple[float, float]) -> Detections:
    """Cards 60 x 90, shifted to the right by the first number, with the confidence of the second."""
    card = np.array([[0.0, 0], [60, 0], [60, 90], [0, 90]])
    return Detections(
        np.array([card + (x, 0) for x, _ in rows], np.float32).reshape(-1, 4, 2),
        np.array([confidence for _, confidence in rows], np.float32),
        np.ones(len(rows), np.bool_),
    )


def test_the_surest_of_repeated_detections_stays():
    kept = drop_repeated(detections((0, 0.5), (2, 0.9), (200, 0.4)), 0.8)
    assert kept.confidence.tolist() == pytest.approx([0.9, 0.4])


def test_the_cards_of_a_fan_all_stay():
    assert len(drop_repeated(detections((0, 0.9), (14, 0.8), (28, 0.7)), 0.8)) == 3


def test_nothing_stays_nothing():
    assert len(drop_repeated(Detections.empty(), 0.8)) == 0


def test_a_second_look_adds_only_cards_that_lie_apart():
    both = add_missing(detections((0, 0.5)), detections((30, 0.9), (100, 0.4)), 0.25)
    assert both.confidence.tolist() == pytest.approx([0.5, 0.4])


@pytest.mark.parametrize(
    ("at", "free"),
    [((0, 0), True), ((99, 48), True), ((-1, 0), False), ((0, -1), False), ((100, 48), False), ((99, 49), False)],
)
def test_a_card_that_hangs_over_any_edge_of_the_picture_does_not_lie_free(at: tuple[float, float], free: bool):
    assert lies_free(UNIT + at, [], (100, 50)) == free


@pytest.mark.parametrize(("covered", "free"), [(0.0, True), (0.05, True), (0.07, False), (1.0, False)])
def test_a_sliver_may_lie_under_another_card(covered: float, free: bool):
    card = UNIT * 10
    assert lies_free(card, [card + 50, card + (0, 20 * (1 - covered))], (100, 100)) == free


def test_each_gets_one_and_the_best_pair_goes_first():
    assert one_to_one([(2, 0, 0), (1, 0, 1), (0, 1, 1), (3, 1, 0)]) == {1: 1, 0: 0}
    assert one_to_one([(0, 0, 5), (1, 1, 5), (2, 0, 6)]) == {0: 5}, "what has one is left out, and what is taken"


def test_the_height_of_a_card_is_that_of_its_side_whatever_way_it_lies():
    assert card_heights(np.stack([UNIT, np.roll(UNIT, 1, axis=0)])).tolist() == [2.0, 1.0]
    assert card_heights(UNIT[None] + 7).tolist() == [2.0]
