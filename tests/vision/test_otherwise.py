"""Covered cards that may lie otherwise than the finder says in the end."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

import numpy as np
from finders import MissesNothing

from companion.vision.eyes import ModelEyes
from companion.vision.types import Detections, Readings

IMAGE = np.zeros((480, 640, 3), np.uint8)
CODES = ("AS", "KH", "7C")
BOX = np.array([[10, 10], [80, 10], [80, 110], [10, 110]], np.float32)


class Table(MissesNothing):
    """A finder that finds cards which may lie otherwise, and a reader that knows a box by its left edge."""

    def __init__(self, cards, reads):
        self.cards, self.reads, self.looked_at = cards, reads, []

    def find(self, image, card_height=None):
        count = len(self.cards)
        corners, otherwise = (np.array([card[which] for card in self.cards], np.float32) for which in (0, 1))
        return Detections(corners, np.full(count, 0.99, np.float32), np.ones(count, bool), otherwise)

    def read(self, image, corners, deck, newcomers=None):
        chances = np.zeros((len(corners), len(CODES)), np.float32)
        for row, quad in enumerate(np.asarray(corners)):
            left = round(float(quad[:, 0].min()))
            self.looked_at.append(left)
            code, chance = self.reads.get(left, ("AS", 0.01))
            chances[row, CODES.index(code)] = chance
        return Readings(CODES, chances, np.zeros(len(corners), np.float32), np.full(len(corners), 0.01, np.float32))

    def look(self):
        return sorted(
            (card.best[0], float(card.corners[:, 0].min())) for card in ModelEyes(self, self).look(IMAGE, "x")
        )


def test_a_card_in_doubt_lies_where_it_is_read_better():
    assert Table([(BOX, BOX + (7, 0))], {10: ("KH", 0.6), 17: ("KH", 0.8)}).look() == [("KH", 17)]
    assert Table([(BOX, BOX + (7, 0))], {10: ("KH", 0.8), 17: ("KH", 0.6)}).look() == [("KH", 10)]


def test_a_card_that_is_read_surely_is_not_looked_at_elsewhere():
    table = Table([(BOX, BOX + (7, 0))], {10: ("KH", 0.999), 17: ("KH", 0.9999)})
    assert table.look() == [("KH", 10)]
    assert table.looked_at == [10]


def test_a_box_that_came_to_lie_on_another_card_goes_back_to_its_own():
    cards = [(BOX, BOX), (BOX + (5, 0), BOX + (40, 60))]
    reads = {10: ("KH", 0.9999), 15: ("KH", 0.99), 50: ("7C", 0.9)}
    assert Table(cards, reads).look() == [("7C", 50), ("KH", 10)]


def test_a_box_that_shows_another_card_there_as_well_is_left_out():
    cards = [(BOX, BOX), (BOX + (5, 0), BOX + (9, 0))]
    reads = {10: ("KH", 0.9999), 15: ("KH", 0.99), 19: ("KH", 0.9)}
    assert Table(cards, reads).look() == [("KH", 10)]
