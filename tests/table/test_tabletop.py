"""From pixels to millimetres."""

import numpy as np
import pytest

from companion.errors import UnusableError
from companion.table.tabletop import CARD_HEIGHT_MM, Tabletop


def test_a_guess_takes_the_size_of_the_cards_and_the_middle_of_the_picture():
    tabletop = Tabletop.guessed(1280, 720, 114.0)
    assert tabletop.to_table(np.array([640.0, 360.0])) == pytest.approx(tabletop.centre)
    edge = tabletop.to_table(np.array([640.0, 360.0 + 114.0])) - tabletop.centre
    assert edge == pytest.approx([0.0, CARD_HEIGHT_MM])


def test_corners_undo_the_perspective():
    tabletop = Tabletop.from_corners([(300, 100), (900, 100), (1100, 650), (100, 650)], 800, 600)
    assert tabletop.to_table(np.array([300.0, 100.0])) == pytest.approx([0, 0], abs=1e-6)
    assert tabletop.to_table(np.array([1100.0, 650.0])) == pytest.approx([800, 600], abs=1e-6)
    assert tabletop.centre == pytest.approx([400, 300])


@pytest.mark.parametrize(
    "corners",
    [
        [(900, 100), (300, 100), (100, 650), (1100, 650)],
        [(0, 0), (10, 0), (5, 2), (5, 9)],
        [(0, 0), (10, 0), (10, 10)],
    ],
)
def test_corners_in_the_wrong_order_are_refused(corners):
    with pytest.raises(UnusableError, match="far left"):
        Tabletop.from_corners(corners, 800, 600)
