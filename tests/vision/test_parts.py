"""Boxes inside boxes: cards are of one size."""

import numpy as np

from companion.vision.boxes import chance, drop_parts, log_odds
from companion.vision.types import Detections


def box(x, y, width=70, height=100):
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


def kept(boxes, confidence):
    found = Detections(np.array(boxes, np.float32), np.array(confidence, np.float32), np.ones(len(boxes), bool))
    return sorted(float(corners[0, 0]) for corners in drop_parts(found).corners)


def test_a_half_card_inside_a_card_is_no_card():
    assert kept([box(100, 100), box(101, 101, 68, 48)], [0.95, 0.97]) == [100]


def test_a_box_around_two_surer_cards_goes():
    assert kept([box(100, 100, 160, 120), box(105, 110), box(180, 110)], [0.6, 0.98, 0.98]) == [105, 180]


def test_overlapping_cards_of_one_size_stay():
    assert kept([box(100, 100), box(120, 110), box(105, 160)], [0.9, 0.9, 0.9]) == [100, 105, 120]


def test_odds_and_chances_belong_together():
    chances = np.array([0.01, 0.3, 0.5, 0.99], np.float32)
    assert np.allclose(chance(log_odds(chances)), chances, atol=1e-5)
