"""When a new model counts as worse than the one in use."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")

from companion.training.comparison import Difference, report


def each(right, of):
    """Return the counts of so many pictures of one card each, the first of them right."""
    return np.array([[1.0 if number < right else 0.0, 1.0] for number in range(of)])


def exchanged(lost, won, of):
    """Return what two models have right that differ in so many cards."""
    before, after = np.ones((of, 2)), np.ones((of, 2))
    after[:lost, 0] = 0
    before[lost : lost + won, 0] = 0
    return before, after


@pytest.mark.parametrize(
    ("lost", "won", "of", "worse"),
    [
        (1, 0, 60, False),  # One card of sixty is 1.7 %, and chance.
        (12, 8, 200, False),
        (20, 2, 200, True),
        (6, 0, 60, True),
        (0, 9, 60, False),
        (20, 0, 10_000, False),  # Certain, and too little to matter.
    ],
)
def test_a_model_is_worse_where_it_loses_more_cards_than_chance_would(lost, won, of, worse):
    assert Difference("cards found", *exchanged(lost, won, of)).is_worse is worse


def test_an_error_is_worse_where_it_grows():
    before = np.stack([np.full(50, 0.04), np.ones(50)], axis=1)
    after = before * [1.5, 1]
    assert Difference("error of corners", before, after).is_worse
    assert not Difference("error of corners", after, before).is_worse


def test_nothing_measured_is_not_worse():
    nothing = np.zeros((0, 2))
    assert not Difference("cards found", nothing, nothing).is_worse
    assert Difference("cards found", nothing, nothing).rates == (0, 0)


def test_a_report_names_what_became_worse():
    told: list[str] = []
    rows = [
        Difference("cards found", each(90, 100), each(95, 100)),
        Difference("boxes that are cards", each(95, 100), each(80, 100)),
    ]
    text = report("finder", rows, None, told.append)
    assert "| cards found | 90.0% | 95.0% |  |" in text
    assert "| boxes that are cards | 95.0% | 80.0% | worse |" in text
    assert told == ["the new finder is worse in: boxes that are cards"]
