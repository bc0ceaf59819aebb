"""Which found card is which labelled one."""

import numpy as np
import pytest
from evaluation_builders import box, label, named, picture
from hypothesis import given
from hypothesis import strategies as st

from companion.evaluation.matching import corner_error, match, right_way_up, upright_box, upright_overlap


def test_nothing_meets_nothing():
    assert match(picture(), []) == []
    assert match(picture(label("AS", box(10, 10))), []) == []
    assert match(picture(), [named(box(10, 10), "AS")]) == []


def test_a_card_found_twice_is_one_card_and_an_invention():
    labelled = picture(label("AS", box(10, 10)))
    assert match(labelled, [named(box(30, 10), "AS"), named(box(11, 10), "AS")]) == [(0, 1)]


def test_half_the_union_is_needed():
    labelled = picture(label("AS", box(100, 100, 90, 100)))
    assert match(labelled, [named(box(130, 100, 90, 100), "AS")]) == [(0, 0)]
    assert match(labelled, [named(box(131, 100, 90, 100), "AS")]) == []


def test_overlapping_cards_go_to_the_labels_they_fit_best():
    labelled = picture(label("AS", box(100, 100)), label("KS", box(120, 100)))
    assert match(labelled, [named(box(119, 100), "KS"), named(box(99, 100), "AS")]) == [(0, 1), (1, 0)]


def test_a_back_is_no_face():
    labelled = picture(label("AS", box(100, 100)), label(None, box(300, 100), face_up=False))
    found = [named(box(100, 100), None, face_up=False), named(box(300, 100), None, face_up=False)]
    assert match(labelled, found) == [(1, 1)]


def test_cards_that_must_be_found_choose_before_those_that_may():
    labelled = picture(label("AS", box(100, 100), wanted=False), label("KS", box(110, 100)))
    assert match(labelled, [named(box(101, 100), "AS")]) == [(1, 0)]


def test_upright_boxes_are_compared_inside_the_picture():
    # A card half outside: its label ends at the picture's edge, the finder boxes it whole.
    labelled = picture(label("AS", box(0, 100, 35, 100)))
    assert match(labelled, [named(box(-35, 100), "AS")]) == [(0, 0)]


def test_a_turned_card_is_found_by_its_upright_box():
    diamond = np.array([[300, 100], [400, 200], [300, 300], [200, 200]], np.float32)
    square = box(200, 100, 200, 200)
    assert match(picture(label("AS", square)), [named(diamond, "AS")]) == [(0, 0)]
    assert match(picture(label("AS", square), outlines="oriented"), [named(diamond, "AS")]) == [(0, 0)]
    thin = np.array([[300, 100], [310, 110], [210, 210], [200, 200]], np.float32)
    assert match(picture(label("AS", box(200, 100, 110, 110))), [named(thin, "AS")]) == [(0, 0)]
    assert match(picture(label("AS", box(200, 100, 110, 110)), outlines="oriented"), [named(thin, "AS")]) == []


boxes = st.tuples(st.floats(0, 90), st.floats(0, 90), st.floats(1, 90), st.floats(1, 90)).map(
    lambda values: (values[0], values[1], values[0] + values[2], values[1] + values[3])
)


@given(boxes, boxes)
def test_overlap_is_a_share_whichever_comes_first(one, other):
    assert upright_overlap(one, other) == pytest.approx(upright_overlap(other, one))
    assert 0 <= upright_overlap(one, other) <= 1 + 1e-9
    assert upright_overlap(one, one) == pytest.approx(1)


def test_boxes_that_touch_do_not_overlap():
    assert upright_overlap((0, 0, 10, 10), (10, 0, 20, 10)) == 0


def test_a_box_outside_the_picture_is_empty():
    x0, y0, x1, y1 = upright_box(box(-500, -500), 640, 480)
    assert (x1 - x0) * (y1 - y0) == 0


def test_corner_error_is_a_part_of_the_height_whatever_corner_comes_first():
    true = box(100, 100)
    assert corner_error(true, true + np.array([3, 0])) == pytest.approx(0.03)
    assert corner_error(true, np.roll(true, 2, axis=0)) == 0


def test_which_way_up():
    true = box(100, 100)
    assert right_way_up(true, true + 4)
    assert not right_way_up(true, np.roll(true, 2, axis=0))
    assert not right_way_up(true, np.roll(true, 1, axis=0))
