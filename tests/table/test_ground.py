"""What every spot of the bare table shows, and since when something else is to be seen there."""

import numpy as np
import pytest
from scripted import box

from companion.table.geometry import Box
from companion.table.ground import Ground

WIDTH, SMALL = 1280, (90, 160)
PLACE = Box.of(box(640, 500))


def cloth(shift=0):
    """Return a checked cloth, moved to the right by so many spots."""
    down, across = np.indices(SMALL)
    light = (((across - shift) // 6 + down // 6) % 2).astype(bool)
    return np.where(light[..., None], 210, 110).astype(np.uint8).repeat(3, axis=2)


def watch(ground, picture, since, seconds, cards=()):
    """Show a picture ten times a second; return when the last one was."""
    for step in range(round(seconds * 10)):
        ground.look(picture, since + step / 10, WIDTH, cards)
    return since + seconds


@pytest.fixture
def ground():
    seen = Ground()
    watch(seen, cloth(), 0.0, 3.0)
    return seen


def test_a_camera_that_was_knocked_a_little_over_a_checked_cloth_does_not_see_everything_covered(ground):
    assert not ground.is_covered(PLACE)
    assert ground.bare_until(PLACE) == pytest.approx(2.9)
    now = watch(ground, cloth(shift=2), 3.0, 0.5)
    assert ground.is_covered(PLACE)
    now = watch(ground, cloth(shift=2), now, 3.0)
    assert not ground.is_covered(PLACE)
    assert ground.bare_until(PLACE) == pytest.approx(now - 0.1)


def test_somebody_who_leans_over_much_of_the_table_covers_it_for_as_long(ground):
    leaning = cloth()
    leaning[20:, 50:120] = 40
    now = watch(ground, leaning, 3.0, 5.0)
    assert ground.is_covered(PLACE)
    assert ground.bare_until(PLACE) == pytest.approx(2.9)
    now = watch(ground, cloth(), now, 0.5)
    assert ground.bare_until(PLACE) == pytest.approx(now - 0.1)


def test_a_card_came_after_its_place_was_seen_to_be_bare_last(ground):
    card = cloth()
    card[58:68, 75:85] = 250
    watch(ground, card, 3.0, 2.0, [PLACE])
    assert ground.bare_until(PLACE) == pytest.approx(2.9)
    assert Ground().bare_until(PLACE) is None
