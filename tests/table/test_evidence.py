"""Evidence: what many looks at one card say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.evidence import Codes, Evidence

CODES = Codes(("A", "B", "C", "D", "E", "F"))


def evidence(*looks, weight=1.0):
    card = Evidence(CODES)
    for look in looks:
        card.add(look, weight)
    return card


def chance(card, code):
    return card.row[CODES.places[code]]


def test_an_unseen_card_may_be_anything():
    assert chance(Evidence(CODES), "A") == pytest.approx(1 / 6)


def test_looks_that_agree_make_sure_but_never_certain():
    one = evidence([("A", 0.9), ("B", 0.05)])
    many = evidence(*[[("A", 0.9), ("B", 0.05)]] * 8)
    endless = evidence(*[[("A", 0.9), ("B", 0.05)]] * 500)
    assert chance(one, "A") < chance(many, "A")
    assert chance(many, "A") == pytest.approx(chance(endless, "A"), abs=0.01)
    assert chance(endless, "A") < 0.999


def test_one_bad_look_among_many_is_outvoted():
    assert chance(evidence(*[[("A", 0.99)]] * 5, [("B", 0.8), ("A", 0.1)]), "A") > 0.9


def test_where_the_reading_is_wrong_its_second_thought_is_the_likeliest():
    row = evidence(*[[("A", 0.8), ("D", 0.15)]] * 6).row
    assert row[CODES.places["D"]] > 5 * row[CODES.places["C"]]


def test_a_doubtful_reading_is_not_sure_however_often_it_is_repeated():
    assert chance(evidence(*[[("A", 0.6), ("B", 0.3)]] * 50), "A") < 0.9


def test_what_is_no_card_of_the_deck_shows():
    assert evidence(*[[("A", 0.05)]] * 4).row[-1] > 0.9
    assert evidence([("another deck's card", 0.99)]).row[-1] > 0.9


def test_a_card_that_is_none_by_a_little_more_than_it_is_one_is_that_one():
    assert chance(evidence(*[[("A", 0.3)]] * 12), "A") > 0.5
    assert chance(evidence(*[[("A", 0.45)]] * 12), "A") > 0.5
    assert chance(evidence(*[[("A", 0.05), ("B", 0.05), ("C", 0.05)]] * 12), "A") < 0.1


def test_that_a_card_on_its_way_looked_like_none_says_nothing_of_one_that_lies_there():
    card = Evidence(CODES)
    for _ in range(4):
        card.add([("B", 0.02)], 0.3, new_pose=True)
    for _ in range(8):
        card.add([("A", 0.55)])
    assert card.row.argmax() == CODES.places["A"]
    assert card.row[-1] < chance(card, "A")


@given(st.lists(st.lists(st.tuples(st.sampled_from("ABCDEF"), st.floats(0, 0.16)), max_size=6), max_size=6))
def test_chances_always_sum_to_one(looks):
    card = evidence(*looks)
    assert card.row.sum() == pytest.approx(1.0)
    assert (card.row >= 0).all()
