"""Cards that are missed at first and come to light around those that are known."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

import numpy as np
import pytest

from companion.vision.eyes import ModelEyes
from companion.vision.types import Detections, Readings

IMAGE = np.zeros((480, 640, 3), np.uint8)
CODES = ("AS", "KH", "7C", "2D")
BOX = np.array([[10, 10], [80, 10], [80, 110], [10, 110]], np.float32)
LEFT = 10


def boxes(*lefts, sure=0.99):
    corners = np.array([BOX + (left - LEFT, 0) for left in lefts], np.float32).reshape(-1, 4, 2)
    return Detections(corners, np.full(len(lefts), sure, np.float32), np.ones(len(lefts), bool))


class Table:
    """A finder that finds boxes at first, and others around boxes that are known; cards are known by their left edge.

    Attributes:
        asked: For every look for missed cards, around which it was and which were known, by their left edges.
    """

    def __init__(self, found, beside, reads, sure=0.99):
        self.found, self.beside, self.reads, self.sure = found, beside, reads, sure
        self.asked = []

    def find(self, image, card_height=None):
        return boxes(*self.found, sure=self.sure)

    def missed(self, image, around, known):
        lefts, told = ([round(float(quad[:, 0].min())) for quad in quads] for quads in (around, known))
        self.asked.append((lefts, told))
        seen = [new for left in lefts for new in self.beside.get(left, ())]
        return boxes(*(left for left in dict.fromkeys(seen) if left not in told))

    def read(self, image, corners, deck, newcomers=None):
        chances = np.full((len(corners), len(CODES)), 0.001, np.float32)
        for row, quad in enumerate(np.asarray(corners)):
            code, chance = self.reads.get(round(float(quad[:, 0].min())), ("2D", 0.01))
            chances[row, CODES.index(code)] = chance
        return Readings(CODES, chances, np.zeros(len(corners), np.float32), np.full(len(corners), 0.001, np.float32))

    def look(self, height=None):
        cards = ModelEyes(self, self).look(IMAGE, "french52", height)
        return {round(float(card.corners[:, 0].min())): card.best[0] for card in cards}


def test_a_card_that_was_missed_is_read_like_the_others():
    table = Table([10], {10: [40]}, {10: ("AS", 0.99), 40: ("KH", 0.98)})
    assert table.look() == {10: "AS", 40: "KH"}


def test_what_comes_to_light_is_looked_around_in_turn_and_nothing_else_again():
    cards = {10: ("AS", 0.99), 40: ("KH", 0.98), 70: ("7C", 0.98)}
    table = Table([10], {10: [40], 40: [70]}, cards)
    assert table.look() == {10: "AS", 40: "KH", 70: "7C"}
    assert [around for around, _ in table.asked] == [[10], [40], [70]]
    assert table.asked[-1][1] == [10, 40, 70]


def test_a_finder_that_always_sees_more_is_not_asked_for_ever():
    cards = {left: (CODES[left // 40 % 3], 0.9) for left in range(10, 500, 40)}
    table = Table([10], {left: [left + 40] for left in range(10, 500, 40)}, cards)
    assert len(table.look()) == 4


@pytest.mark.parametrize(("reads", "seen"), [(0.95, {22: "KH"}), (0.3, {10: "AS"})])
def test_a_card_hardly_read_makes_room_for_one_that_reads_better_in_its_place(reads, seen):
    table = Table([10, 300], {300: [22]}, {10: ("AS", 0.4), 22: ("KH", reads), 300: ("7C", 0.99)})
    assert table.look() == {**seen, 300: "7C"}


def test_a_card_hardly_read_is_not_told_as_known():
    table = Table([10, 300], {}, {10: ("AS", 0.4), 300: ("7C", 0.99)})
    table.look()
    assert table.asked == [([300], [300])]


def test_a_card_that_was_hardly_found_is_not_told_as_known():
    table = Table([10], {}, {10: ("AS", 0.99)}, sure=0.3)
    table.look()
    assert table.asked == [([], [])]


def test_a_known_card_seen_again_from_another_counts_once():
    table = Table([10, 300], {300: [20]}, {10: ("AS", 0.99), 20: ("AS", 0.9), 300: ("7C", 0.99)})
    assert table.look() == {10: "AS", 300: "7C"}


def test_cards_that_share_half_are_two_where_both_are_read():
    table = Table([10], {10: [30]}, {10: ("AS", 0.99), 30: ("KH", 0.9)})
    assert table.look() == {10: "AS", 30: "KH"}


def test_at_a_table_nobody_looks_around_cards_that_lie_apart():
    table = Table([10, 300], {10: [40]}, {10: ("AS", 0.99), 40: ("KH", 0.98), 300: ("7C", 0.99)})
    assert table.look(height=100.0) == {10: "AS", 300: "7C"}
    assert table.asked == []


def test_at_a_table_cards_that_cover_each_other_are_looked_around():
    cards = {10: ("AS", 0.99), 40: ("KH", 0.98), 70: ("7C", 0.98)}
    assert Table([10, 40], {40: [70]}, cards).look(height=100.0) == {10: "AS", 40: "KH", 70: "7C"}
