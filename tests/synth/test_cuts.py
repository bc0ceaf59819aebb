"""The same print on cards that are cut otherwise."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.synth.cuts import Cut, random_cut
from companion.synth.designs import picture_from

PAPER, INK = (200, 220, 230), (20, 20, 160)


@pytest.fixture(scope="module")
def card():
    """A cream card with a red frame 20 pixels from its edge."""
    image = np.full((300, 200, 3), PAPER, np.uint8)
    cv2.rectangle(image, (20, 20), (179, 279), INK, 2)
    return picture_from(image)


def frame(level):
    """Return the box around the frame, as parts of the card: left, top, right, bottom."""
    rows, columns = np.nonzero((level[..., 2].astype(int) - level[..., 1] > 60) & (level[..., 3] == 255))
    height, width = level.shape[:2]
    return np.array(
        [columns.min() / width, rows.min() / height, (columns.max() + 1) / width, (rows.max() + 1) / height]
    )


def test_a_smaller_print_has_more_margin_of_the_same_paper(card):
    again = Cut(0.9, 0.9, 0.0, 0.0).recut(card)
    assert frame(again.levels[0]) == pytest.approx(0.5 + 0.9 * (frame(card.levels[0]) - 0.5), abs=0.015)
    assert again.levels[0][150, 3, :3] == pytest.approx(PAPER, abs=3)


def test_a_print_off_centre_is_moved_on_every_level(card):
    again = Cut(1.0, 1.0, 0.04, -0.02).recut(card)
    for before, after in zip(card.levels[:2], again.levels[:2], strict=True):
        assert frame(after) - frame(before) == pytest.approx([0.04, -0.02, 0.04, -0.02], abs=0.015)


@given(st.integers(0, 500))
def test_a_card_keeps_its_outline_and_no_colour_outshines_it(card, seed):
    again = random_cut(np.random.default_rng(seed)).recut(card)
    assert len(again.levels) == len(card.levels)
    for before, after in zip(card.levels, again.levels, strict=True):
        assert np.array_equal(before[..., 3], after[..., 3])
        assert (after[..., :3] <= after[..., 3:]).all()
