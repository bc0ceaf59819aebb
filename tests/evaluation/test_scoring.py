"""What counts as right and as wrong."""

from collections import Counter

import numpy as np
import pytest
from evaluation_builders import box, label, named, picture
from hypothesis import given
from hypothesis import strategies as st

from companion.evaluation.scoring import (
    CLEAR,
    CONFIDENCE_STEPS,
    Tally,
    calibration,
    confidence_class,
    rate,
    score_picture,
)

A, B, C = box(20, 20), box(200, 20), box(400, 20)


def tally(*scored):
    counted = Tally()
    for labelled, found in scored:
        counted.add(labelled, found, score_picture(labelled, found))
    return counted


def test_everything_right():
    labelled = picture(label("AS", A), label("KH", B))
    score = score_picture(labelled, [named(B, "KH", 0.97), named(A, "AS", 0.8)])
    assert (score.missed, score.invented, score.exact, score.faces_right) == ((), (), True, True)
    assert [(reading.name, reading.right, reading.confidence) for reading in score.readings] == [
        ("AS", True, 0.8),
        ("KH", True, 0.97),
    ]


def test_an_empty_picture_in_which_nothing_is_found_is_right():
    score = score_picture(picture(), [])
    assert (score.missed, score.invented, score.exact, score.faces_right) == ((), (), True, True)


def test_a_card_found_twice_is_an_invention_and_too_many_names():
    score = score_picture(picture(label("AS", A)), [named(A, "AS"), named(A + 2, "AS")])
    assert (score.missed, score.invented) == ((), (1,))
    assert (score.names_right, score.names_wrong, score.exact, score.faces_right) == (1, 1, False, False)


def test_a_card_found_twice_but_read_once_spoils_finding_and_not_the_names():
    score = score_picture(picture(label("AS", A)), [named(A, "AS"), named(A + 2, None, 0.3)])
    assert (score.invented, score.exact, score.faces_right) == ((1,), True, False)


def test_a_missed_card():
    score = score_picture(picture(label("AS", A), label("KH", B)), [named(A, "AS")])
    assert (score.missed, score.exact, score.faces_right) == ((1,), False, False)
    assert (score.names, score.names_right) == (2, 1)


def test_a_wrong_name_is_misread_and_no_name_is_refused():
    labelled = picture(label("AS", A), label("KH", B), label("2C", C))
    counted = tally((labelled, [named(A, "AC"), named(B, None, 0.4), named(C, "2C")]))
    assert (counted.readable, counted.identified, counted.misread, counted.refused) == (3, 1, 1, 1)
    assert counted.confusions == Counter({("AS", "AC"): 1})
    assert (counted.names, counted.names_right, counted.names_wrong, counted.exact) == (3, 1, 1, 0)


def test_a_refused_reading_may_have_had_the_right_candidate():
    labelled = picture(label("AS", A), label("KH", B))
    counted = tally((labelled, [named(A, None, 0.4), named(B, None, 0.4)]))
    assert (counted.identified, counted.likeliest_right) == (0, 1)


def test_two_names_exchanged_are_two_misread_cards_though_the_set_is_right():
    labelled = picture(label("AS", A), label("KH", B))
    score = score_picture(labelled, [named(A, "KH"), named(B, "AS")])
    assert [reading.right for reading in score.readings] == [False, False]
    assert score.exact


def test_ranks_are_compared_where_labels_give_ranks():
    labelled = picture(label("10", A), label("K", B), named_by="rank")
    score = score_picture(labelled, [named(A, "10H"), named(B, "QS")])
    assert [(reading.name, reading.right) for reading in score.readings] == [("10", True), ("Q", False)]
    assert (score.names_right, score.names_wrong, score.exact) == (1, 1, False)


def test_names_without_boxes():
    labelled = picture(label("1-cups"), label("7-coins"), deck="spanish48", outlines=None)
    score = score_picture(labelled, [named(A, "7-coins"), named(B, "3-clubs")])
    assert (score.pairs, score.missed, score.invented, score.readings) == ((), (), (), ())
    assert (score.names, score.names_right, score.names_wrong, score.exact) == (2, 1, 1, False)


@pytest.mark.parametrize(("ignored", "wrong", "faces_right"), [(0, 2, False), (1, 1, False), (2, 0, True)])
def test_jokers_may_be_read_as_anything(ignored, wrong, faces_right):
    labelled = picture(label("1-cups"), deck="spanish48", outlines=None, ignored=ignored)
    score = score_picture(labelled, [named(A, "1-cups"), named(B, "3-clubs"), named(C, "4-clubs")])
    assert (score.names_right, score.names_wrong, score.exact) == (1, wrong, wrong == 0)
    assert score.faces_right is faces_right


def test_one_card_means_one_face():
    labelled = picture(label(None), named_by=None, outlines=None)
    counted = tally(
        (labelled, [named(A, "AS")]),
        (labelled, []),
        (labelled, [named(A, None), named(B, None)]),
        (labelled, [named(A, None), named(B, None, face_up=False)]),
    )
    assert (counted.faces_right, counted.pictures) == (2, 4)
    assert (counted.names, counted.names_right, counted.names_wrong, counted.named_pictures) == (0, 0, 0, 0)


def test_a_card_that_is_hardly_visible_may_be_found_and_named_or_not():
    labelled = picture(label("AS", A), label("KH", B, wanted=False, readable=False))
    for found in ([named(A, "AS")], [named(A, "AS"), named(B, "KH")], [named(A, "AS"), named(B, None)]):
        score = score_picture(labelled, found)
        assert (score.missed, score.invented, score.exact, score.faces_right) == ((), (), True, True)
        assert len(score.readings) == 1
    assert score_picture(labelled, [named(A, "AS"), named(B, "QH")]).exact is False
    counted = tally((labelled, [named(A, "AS"), named(B, "KH")]))
    assert (counted.faces, counted.faces_found, counted.faces_invented) == (1, 1, 0)


def test_a_card_to_find_that_cannot_be_read_is_not_asked_for_its_name():
    labelled = picture(label("AS", A, readable=False))
    score = score_picture(labelled, [named(A, None, 0.2)])
    assert (score.names, score.exact, score.readings, score.missed) == (0, True, (), ())


def test_faces_and_backs_are_counted_apart():
    labelled = picture(label("AS", A), label(None, B, face_up=False), label(None, C, face_up=False))
    counted = tally(
        (labelled, [named(A, "AS"), named(B, None, face_up=False), named(box(20, 300), None, face_up=False)])
    )
    assert (counted.faces, counted.faces_found, counted.faces_invented) == (1, 1, 0)
    assert (counted.backs, counted.backs_found, counted.backs_invented) == (2, 1, 1)


def test_a_face_taken_for_a_back_is_missed_and_an_invented_back():
    counted = tally((picture(label("AS", A)), [named(A, None, face_up=False)]))
    assert (counted.faces, counted.faces_found, counted.backs_invented) == (1, 0, 1)


def test_corners_are_measured_where_they_are_known():
    shifted = A + [3, 0]
    labelled = picture(label("AS", A, shows_top=True), outlines="oriented", corners_exact=True)
    score = score_picture(labelled, [named(shifted, "AS")])
    assert score.corner_errors == pytest.approx((0.03,))
    assert score.upright == (True,)
    assert score_picture(picture(label("AS", A)), [named(shifted, "AS")]).corner_errors == ()


def test_upside_down_counts_only_where_the_card_shows_it():
    turned = [A[2], A[3], A[0], A[1]]
    assert score_picture(picture(label("AS", A, shows_top=True)), [named(turned, "AS")]).upright == (False,)
    assert score_picture(picture(label("AS", A)), [named(turned, "AS")]).upright == ()


def test_the_share_named_is_a_mean_over_pictures():
    one = picture(label("1-cups"), deck="spanish48", outlines=None)
    three = picture(label("1-cups"), label("2-cups"), label("3-cups"), deck="spanish48", outlines=None)
    counted = tally((one, [named(A, "1-cups")]), (three, []))
    assert rate(counted.names_right, counted.names) == 0.25
    assert rate(counted.named_shares, counted.named_pictures) == 0.5
    nothing_asked = tally((picture(), []), (one, []))
    assert rate(nothing_asked.named_shares, nothing_asked.named_pictures) == 0.5


def test_pictures_count_as_located_where_it_is_known_where_their_cards_lie():
    placed, listed = picture(label("AS", A)), picture(label("AS"), outlines=None)
    counted = tally((placed, [named(A, "AS")]), (listed, [named(A, "AS")]), (listed, []))
    assert (counted.pictures, counted.located) == (3, 1)


def test_a_card_whose_name_nobody_knows_is_found_and_not_asked_for_its_name():
    counted = tally((picture(label(None, A), label("KH", B)), [named(A, "AS"), named(B, "KH")]))
    assert (counted.faces_found, counted.readable, counted.identified, counted.misread) == (2, 1, 1, 0)


def test_identity_is_counted_by_trait():
    labelled = picture(label("AS", A, traits=("design x", "large")), label("KH", B, traits=("design x", "small")))
    counted = tally((labelled, [named(A, "AS"), named(B, "QH")]))
    assert counted.traits == Counter(
        {
            ("design x", True): 1,
            ("design x", False): 1,
            ("large", True): 1,
            ("small", False): 1,
            (CLEAR, True): 1,
            (CLEAR, False): 1,
        }
    )


def test_cards_that_others_may_cover_are_left_out_where_clear_ones_are_counted():
    beside = A + np.float32([20, 0])
    under = label("AS", A), label("KH", beside)
    counted = tally((picture(*under, label("2C", C)), [named(A, "AC"), named(beside, "KH"), named(C, "2C")]))
    assert (counted.readable, counted.identified) == (3, 2)
    assert counted.traits == Counter({(CLEAR, True): 1})
    shifted = A + np.float32([50, 0])
    counted = tally((picture(label("AS", A), label("KH", shifted)), [named(A, "AC"), named(shifted, "KH")]))
    assert counted.traits == Counter({(CLEAR, True): 1, (CLEAR, False): 1})


def test_calibration_counts_named_readings_by_confidence():
    labelled = picture(label("AS", A), label("KH", B), label("2C", C))
    counted = tally(
        (labelled, [named(A, "AS", 0.995), named(B, "QH", 0.99), named(C, "2C", 0.6)]),
        (labelled, [named(A, "AS", 1.0), named(B, None, 0.4), named(C, "2C", 0.98)]),
    )
    steps = {(step["from"], step["to"]): (step["right"], step["readings"]) for step in calibration(counted.confidences)}
    assert steps == {
        (0.0, 0.5): (0, 0),
        (0.5, 0.7): (1, 1),
        (0.7, 0.9): (0, 0),
        (0.9, 0.99): (1, 1),
        (0.99, 1.0): (2, 3),
    }


@given(st.floats(0, 1))
def test_every_confidence_has_its_class(confidence):
    index = confidence_class(confidence)
    assert CONFIDENCE_STEPS[index] <= confidence <= CONFIDENCE_STEPS[index + 1]


def test_nothing_counted_is_no_rate():
    assert rate(0, 0) is None
    assert rate(1, 4) == 0.25


CODES = ("AS", "KH", "2C")


@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from([*CODES, None])), max_size=6))
def test_counts_add_up_whatever_is_found(found):
    labelled = picture(*(label(code, box(20 + 130 * place, 20)) for place, code in enumerate(CODES)))
    cards = [named(box(20 + 130 * place, 20), code) for place, code in found]
    counted = tally((labelled, cards))
    assert counted.faces == 3
    assert counted.faces_found + counted.faces_invented == len(found)
    assert counted.identified + counted.misread + counted.refused == counted.readable == counted.faces_found
    assert counted.names_right + counted.names_wrong == sum(code is not None for _, code in found)
    assert counted.identified <= counted.names_right <= counted.names
