"""The middle of play is where whole tricks are laid round."""

import numpy as np
import pytest

from companion.table.evidence import Codes
from companion.table.recentring import Recentring
from companion.table.seating import seat_directions
from companion.table.sighting import Sighting
from companion.table.standpoint import Standpoint
from companion.table.tabletop import Tabletop
from companion.table.tracker import Tracker

CODES = Codes(("A", "B", "C"))


def tricks(count, centre, players=3, confirmed=True):
    """Return the cards of tricks laid round a middle, millimetres."""
    return [
        Sighting(
            trick * players + seat,
            ("play", 1),
            trick,
            float(trick),
            CODES.certain("A"),
            1,
            place=np.array(centre) + 90 * seat_directions(players)[seat],
            confirmed=confirmed,
        )
        for trick in range(count)
        for seat in range(players)
    ]


def test_tricks_round_the_middle_leave_it_where_it_is():
    assert Recentring().middle(tricks(5, (530, 300)), np.array([520.0, 310.0]), 3) is None


def test_three_tricks_elsewhere_move_it_once():
    recentring, cards = Recentring(), tricks(4, (530, 300))
    middle = recentring.middle(cards, np.array([400.0, 350.0]), 3)
    assert middle == pytest.approx((530, 300))
    assert recentring.middle(cards, np.array([400.0, 350.0]), 3) is None


@pytest.mark.parametrize(
    "cards", [tricks(2, (530, 300)), tricks(5, (530, 300), confirmed=False), tricks(5, (530, 300), players=4)]
)
def test_too_few_or_unfinished_tricks_say_nothing(cards):
    assert Recentring().middle(cards, np.array([400.0, 350.0]), 3) is None


def test_the_table_is_seen_round_its_new_middle():
    standpoint = Standpoint(Tracker(CODES), Tabletop(np.eye(3), np.array([400.0, 350.0])))
    standpoint.recentre(tricks(3, (530, 300)), 3)
    table = standpoint.tabletop((1280, 720))
    assert table is not None
    assert table.centre == pytest.approx((530, 300))
