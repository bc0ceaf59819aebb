"""Names of cards in the live picture stand beside their cards, inside the picture, and over no other name."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF, QSizeF

from companion.app.widgets.chips import chip_places

AREA = QRectF(100, 50, 240, 135)
NAME = QSizeF(30, 17)


def card(x: float, y: float) -> tuple[QRectF, QSizeF]:
    """A card whose middle lies there in the picture."""
    return QRectF(AREA.left() + x - 15, AREA.top() + y - 20, 30, 40), NAME


def test_a_card_that_lies_alone_has_its_name_above_it_and_at_the_upper_edge_below_it() -> None:
    (alone,) = chip_places([card(120, 70)], AREA)
    assert (alone.center().x(), alone.bottom()) == (220, 97)
    (high,) = chip_places([card(120, 22)], AREA)
    assert high.top() == 95


@pytest.mark.parametrize("cards", [[(120, 70), (128, 74), (124, 66)], [(120, 70), (132, 84), (108, 84), (120, 90)]])
def test_cards_that_lie_on_each_other_have_names_that_do_not(cards) -> None:
    places = chip_places([card(x, y) for x, y in cards], AREA)
    assert not any(one.intersects(other) for one, other in combinations(places, 2))


@pytest.mark.parametrize(("x", "y"), [(0, 70), (240, 70), (120, 0), (120, 135), (0, 0), (240, 135)])
def test_names_of_cards_at_the_edge_are_inside_the_picture(x, y) -> None:
    assert all(AREA.contains(place) for place in chip_places([card(x, y)] * 6, AREA))


def test_in_a_picture_lower_than_a_name_it_stands_at_the_upper_edge() -> None:
    (place,) = chip_places([card(120, 4)], QRectF(100, 50, 240, 12))
    assert place.top() == 52
