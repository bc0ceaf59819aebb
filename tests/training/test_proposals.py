"""Which card a finder's box means."""

import numpy as np

from companion.training.proposals import NO_CARD, UNCLEAR, assign

SIZE = (200, 300)
"""Height and width of the picture."""


def box(left, top, width, height):
    right, bottom = left + width, top + height
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


COLUMN = np.stack([box(50, 20, 60, 90), box(50, 45, 60, 90), box(50, 70, 60, 90)])
"""Three cards over each other, of the lower two the upper strip of 25 pixels in view."""


def test_a_box_around_a_whole_card_means_it():
    assert assign(COLUMN + 2, COLUMN, SIZE) == [0, 1, 2]


def test_a_box_around_the_strip_in_view_means_the_covered_card():
    strips = np.stack([box(50, 20, 60, 25), box(48, 46, 62, 24)])
    assert assign(strips, COLUMN, SIZE) == [0, 1]


def test_a_box_beside_all_cards_means_none():
    assert assign(box(200, 50, 60, 90)[None], COLUMN, SIZE) == [NO_CARD]


def test_a_box_around_the_whole_column_is_no_one_card():
    assert assign(box(30, 5, 100, 180)[None], COLUMN, SIZE) == [UNCLEAR]


def test_in_a_picture_without_cards_every_box_means_none():
    assert assign(COLUMN, np.zeros((0, 4, 2), np.float32), SIZE) == [NO_CARD] * 3
