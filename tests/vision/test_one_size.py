"""The size of half covered cards, by those beside them."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

import numpy as np
import pytest
from finders import MissesNothing
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.eyes import ModelEyes
from companion.vision.one_size import boxes_of_one_size
from companion.vision.types import Detections, Readings

SIZE = (1920, 1080)
CARD = (63.0, 88.0)
SURE, DOUBTED = 1.0, 0.1


def seen(places, tilt=0.0, lengths=None):
    """Return (N, 4, 2) pixels of cards at (x, y, angle) on a table one metre away, the camera tilted by degrees."""
    turn = np.radians(tilt)
    quads = []
    for (x, y, angle), height in zip(places, lengths or [CARD[1]] * len(places), strict=True):
        flat = np.array([[0, 0], [CARD[0], 0], [CARD[0], height], [0, height]]) - (CARD[0] / 2, CARD[1] / 2)
        cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        table = flat @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
        space = np.column_stack([table[:, 0], table[:, 1] * np.cos(turn), 1000 - table[:, 1] * np.sin(turn)])
        quads.append(space[:, :2] / space[:, 2:] * 0.95 * SIZE[0] + np.array(SIZE) / 2)
    return np.array(quads, np.float32)


PLACES = [(-200, 0, 0), (0, 10, 0), (150, -20, 35), (40, 120, -70)]


def off(box, truth):
    """Return the greatest distance of corners, as a part of the card's height."""
    return float(np.abs(box - truth).max() / np.linalg.norm(truth[3] - truth[0]))


@given(tilt=st.floats(0, 45), height=st.floats(35, 70))
def test_a_box_that_ends_too_early_may_be_as_long_as_the_others(tilt, height):
    truth = seen(PLACES, tilt)
    short = seen(PLACES, tilt, [height, 88.0, 88.0, 88.0])
    instead = boxes_of_one_size(short, np.array([DOUBTED, SURE, SURE, SURE]), "french52", SIZE)
    assert list(instead) == [0]
    assert min(off(box, truth[0]) for box in instead[0]) < 0.08


def test_a_strip_across_a_card_is_known_for_one():
    truth = seen(PLACES)
    strip = truth.copy()
    top, bottom = truth[0, :2], truth[0, :2] + (truth[0, 2:][::-1] - truth[0, :2]) * 0.4
    strip[0] = np.roll(np.concatenate([top, bottom[::-1]]), 1, axis=0)
    instead = boxes_of_one_size(strip, np.array([DOUBTED, SURE, SURE, SURE]), "french52", SIZE)
    assert min(off(box, np.roll(truth[0], turn, axis=0)) for box in instead[0] for turn in (0, 2)) < 0.05


@pytest.mark.parametrize("tilt", [0, 30, 50])
def test_cards_of_one_size_stay_as_they_are(tilt):
    assert boxes_of_one_size(seen(PLACES, tilt), np.ones(4), "french52", SIZE) == {}


def test_nothing_is_known_where_no_card_is_sure():
    short = seen(PLACES, 0, [40.0, 88.0, 60.0, 75.0])
    assert boxes_of_one_size(short, np.full(4, 0.1), "french52", SIZE) == {}
    assert boxes_of_one_size(short[:1], np.ones(1), "french52", SIZE) == {}


class Table(MissesNothing):
    """A finder whose first box is too short, and a reader that reads it so surely through the right one."""

    def __init__(self, best_at_full):
        self.found = seen(PLACES, 0, [50.0, 88.0, 88.0, 88.0])
        self.truth, self.short = seen(PLACES), self.found[:1]
        self.best_at_full = best_at_full

    def find(self, image, card_height=None):
        return Detections(self.found, np.full(4, 0.99, np.float32), np.ones(4, np.bool_))

    def read(self, image, corners, deck, newcomers=None):
        chances = np.full(len(corners), 0.1, np.float32)
        for boxes, chance in ((self.truth[1:], 0.97), (self.truth[:1], self.best_at_full), (self.short, 0.5)):
            chances[[any(off(quad, box) < 0.05 for box in boxes) for quad in corners]] = chance
        low = np.full(len(corners), 0.01, np.float32)
        return Readings(("AS", "KH"), np.stack([chances, low], axis=1), np.zeros_like(low), low)


@pytest.mark.parametrize(("reads", "moves"), [(0.95, True), (0.2, False)])
def test_a_card_is_given_the_size_of_the_others_where_it_reads_better_so(reads, moves):
    table = Table(reads)
    cards = ModelEyes(table, table).look(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), "french52")
    expected = table.truth if moves else table.found
    assert len(cards) == 4
    assert all(min(off(card.corners, quad) for card in cards) < 0.05 for quad in expected)


def test_two_boxes_that_turn_out_to_be_one_card_are_one():
    table = Table(0.9)
    table.found = np.concatenate([table.found[1:], seen(PLACES[:1], 0, [50.0]), table.truth[:1]])
    table.find = lambda *_: Detections(table.found, np.full(5, 0.99, np.float32), np.ones(5, np.bool_))
    cards = ModelEyes(table, table).look(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), "french52")
    assert len(cards) == 4
