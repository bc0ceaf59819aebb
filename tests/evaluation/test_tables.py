"""Counts as rows and tables."""

import json

import numpy as np
import pytest
from evaluation_builders import box, label, named, picture

from companion.evaluation.labels import PictureSet
from companion.evaluation.scoring import Tally, score_picture
from companion.evaluation.tables import (
    calibration_lines,
    calibration_row,
    kind_lines,
    markdown_table,
    set_row,
    text_table,
    trait_lines,
)

A, B, C = box(20, 20), box(200, 20), box(400, 20)


def row_of(*scored, source="here"):
    counted = Tally()
    for labelled, found in scored:
        counted.add(labelled, found, score_picture(labelled, found))
    pictures = PictureSet(source, "check", "french52", len(scored), lambda: iter(()))
    return set_row(pictures, counted), counted


def test_a_row_says_what_was_counted_and_goes_through_json():
    labelled = picture(label("AS", A, traits=("design x",)), label("KH", B, traits=("design x",)))
    row, _ = row_of((labelled, [named(A, "AS", 0.995), named(B, "QH", 0.7), named(A + 300, "2C")]))
    assert json.loads(json.dumps(row)) == row
    expected = {
        "source": "here",
        "part": "check",
        "deck": "french52",
        "pictures": 1,
        "faces": 2,
        "found": 2,
        "invented": 1,
        "recall": 1.0,
        "precision": 0.6667,
        "identity": 0.5,
        "misread": 1,
        "refused": 0,
        "named_recall": 0.5,
        "named_precision": 0.3333,
        "exact_rate": 0.0,
        "sure": 1,
        "sure_right": 1,
        "corner_error": None,
        "traits": {
            "design x": {"readable": 2, "identified": 1},
            "more than 60 % clear of other cards": {"readable": 2, "identified": 1},
        },
        "confusions": [["KH", "QH", 1]],
    }
    assert {key: row[key] for key in expected} == expected


def test_what_was_not_measured_is_none_and_a_dash():
    row, _ = row_of((picture(label(None), named_by=None, outlines=None), [named(A, "AS")]))
    assert all(row[key] is None for key in ("recall", "precision", "identity", "named_recall", "exact_rate"))
    assert row["faces_right_rate"] == 1.0
    header, line = text_table([row]).splitlines()
    assert line.split()[:3] == ["here", "french52", "1"]
    assert line.split().count("-") == len(line.split()) - 4
    assert "count right %" in header


def test_confusions_are_listed_the_most_frequent_first():
    labelled = picture(label("AS", A), label("KH", B))
    row, _ = row_of(
        (labelled, [named(A, "AC"), named(B, "QH")]),
        (labelled, [named(A, "AS"), named(B, "QH")]),
    )
    assert row["confusions"] == [["KH", "QH", 2], ["AS", "AC", 1]]


def test_tables_have_a_line_a_set_and_even_columns():
    labelled = picture(label("AS", A))
    rows = [row_of((labelled, [named(A, "AS")]), source=name)[0] for name in ("a", "a-longer-name")]
    lines = text_table(rows).splitlines()
    assert len(lines) == 3
    assert len({line.index("french52") for line in lines[1:]}) == 1
    markdown = markdown_table(rows).splitlines()
    assert len(markdown) == 4
    assert len({line.count("|") for line in markdown}) == 1
    assert markdown[2].startswith("| a | french52 | 1 | 100.0 | 100.0 | 100.0 |")


def test_calibration_over_all_sets():
    labelled = picture(label("AS", A), label("KH", B))
    _, counted = row_of((labelled, [named(A, "AS", 0.995), named(B, "QH", 0.999)]))
    row = calibration_row(counted.confidences)
    assert (row["source"], row["sure"], row["sure_right"], row["sure_rate"]) == ("calibration", 2, 1, 0.5)
    assert calibration_lines(row) == ["confidence 0.99 to 1.00: 1 of 2 readings right"]


def test_no_readings_are_no_rate():
    row = calibration_row(Tally().confidences)
    assert row["sure_rate"] is None
    assert calibration_lines(row) == []


def test_a_line_for_every_trait():
    row, _ = row_of((picture(label("AS", A, traits=("design x", "over 160 pixels"))), [named(A, "AS")]))
    assert trait_lines([row]) == [
        "here french52, design x: 1 of 1 identified",
        "here french52, more than 60 % clear of other cards: 1 of 1 identified",
        "here french52, over 160 pixels: 1 of 1 identified",
    ]


def test_where_there_is_nothing_to_find_inventions_are_counted_and_no_precision():
    row, _ = row_of((picture(named_by=None, outlines="oriented"), [named(A, "AS"), named(B, None, face_up=False)]))
    assert (row["recall"], row["precision"], row["invented"], row["backs_invented"]) == (None, None, 1, 1)
    assert text_table([row]).splitlines()[1].split()[-2:] == ["2", "-"]


def test_inventions_are_counted_by_kind_of_picture():
    row, _ = row_of(
        (picture(kind="wood"), []),
        (picture(kind="wood"), [named(A, "AS"), named(B, None)]),
        (picture(kind="cloth"), []),
        (picture(), [named(A, "AS")]),
    )
    assert (row["pictures"], row["invented"]) == (4, 3)
    assert kind_lines([row]) == ["here, cloth: 0 invented in 1 pictures", "here, wood: 2 invented in 2 pictures"]


def test_one_card_far_off_moves_the_mean_of_the_corners_and_not_the_median():
    labelled = picture(label("AS", A), label("KH", B), label("2C", C), outlines="oriented", corners_exact=True)
    height = float(np.linalg.norm(A[3] - A[0]))
    row, _ = row_of((labelled, [named(A, "AS"), named(B, "KH"), named(C + 0.12 * height, "2C")]))
    assert row["corner_error_median"] == 0.0
    assert row["corner_error"] == pytest.approx(0.12 * 2**0.5 / 3, abs=1e-3)
