"""The card beside the deal, one look at a time."""

from types import SimpleNamespace

import numpy as np
import pytest

from companion.cards import FRENCH52
from companion.table.beside import Beside
from companion.table.evidence import Codes
from companion.table.sighting import Sighting

CODES = Codes(FRENCH52.codes)
DEAL = ("play", 1)


def sighting(number, x, y, **about):
    return Sighting(
        number,
        DEAL,
        0,
        1.0,
        np.zeros(53),
        number,
        place=np.array([x, y], float),
        seats=np.log([0.2, 0.6, 0.2]),
        **about,
    )


def is_turned_up(new, code, known, *, face_up=None, gone=True, plays=()):
    look = SimpleNamespace(tabletop=SimpleNamespace(centre=np.zeros(2)), has_gone=lambda _, after: gone and after < 3)
    hand = SimpleNamespace(number=1, plays=plays, tricks=())
    expected = SimpleNamespace(
        deal=DEAL,
        face_up=face_up,
        turns_up=face_up is None and not plays,
        leader=None,
        state=SimpleNamespace(hand=hand),
    )
    return Beside(CODES).is_turned_up(new, CODES.places[code], look, expected, known)


@pytest.mark.parametrize(("x", "beside"), [(300, True), (60, False)])
def test_the_first_card_of_a_deal_is_turned_up_where_it_lies_far_from_the_middle(x, beside):
    assert is_turned_up(sighting(1, x, 0), "8S", []) is beside


def test_one_that_left_its_place_before_the_first_play_makes_way_and_one_that_lies_there_does_not():
    before = sighting(1, -310, -90, aside=True, decided="KH")
    new = sighting(2, -270, 110)
    assert is_turned_up(new, "QS", [before], face_up="KH")
    assert not is_turned_up(new, "QS", [before], face_up="KH", gone=False)
    assert not is_turned_up(new, "QS", [before], face_up="KH", plays=("a play",))


def test_the_card_that_somebody_drew_among_those_of_the_trick_is_a_play():
    drawn = sighting(1, -310, -90, aside=True, dismissed=True)
    play = sighting(2, 30, 40)
    assert not is_turned_up(sighting(3, 90, 40), "8S", [drawn, play], face_up="8S", plays=("a play",))
    assert not is_turned_up(sighting(3, 90, 40), "8S", [drawn], face_up="8S")


def test_after_people_said_that_it_is_no_card_another_may_be_turned_up():
    no_card = sighting(1, -310, -90, aside=True, dismissed=True)
    assert is_turned_up(sighting(2, -270, 110), "QS", [no_card])


def test_what_people_named_stays():
    named = sighting(1, -310, -90, aside=True, decided="KH", pinned="KH")
    assert not is_turned_up(sighting(2, -270, 110), "QS", [named], face_up="KH")
