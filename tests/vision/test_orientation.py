"""A picture set right, and where its pixels went."""

import numpy as np
import pytest

from companion.vision.orientation import Orientation


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_pixels_go_where_the_map_says(mirrored: bool, turned: int) -> None:
    image = np.zeros((6, 9, 3), np.uint8)
    image[1, 2] = 255
    orientation = Orientation(mirrored, turned)
    x, y, _ = orientation.matrix(9, 6) @ np.array([2.5, 1.5, 1.0])
    seen = orientation.apply(image)
    assert seen.flags.c_contiguous
    assert np.argwhere(seen[..., 0] == 255).tolist() == [[int(y), int(x)]]


def test_a_quarter_turn_is_clockwise() -> None:
    image = np.arange(6, dtype=np.uint8).reshape(2, 3, 1).repeat(3, axis=2)
    assert Orientation(turned=90).apply(image)[..., 0].tolist() == [[3, 0], [4, 1], [5, 2]]


def test_a_true_picture_is_left_alone() -> None:
    image = np.zeros((2, 3, 3), np.uint8)
    assert Orientation().apply(image) is image


def test_other_turns_are_refused() -> None:
    with pytest.raises(ValueError, match="45"):
        Orientation(turned=45)
