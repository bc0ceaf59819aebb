"""Which name each card in one picture is given."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import FRENCH52, SEVEN_SUITORS
from companion.vision.naming import LEAST_SURE, name_cards
from companion.vision.types import SeenCard

CORNERS = np.array([[0, 0], [7, 0], [7, 10], [0, 10]], np.float32)


def face(*candidates):
    return SeenCard(CORNERS, True, 0.8, tuple(candidates))


def back():
    return SeenCard(CORNERS, False, 0.7, ())


def names(*cards, deck=FRENCH52, joint=True):
    return [card.code for card in name_cards(cards, deck, joint=joint)]


def test_nothing_seen_is_nothing_named():
    assert name_cards([], FRENCH52) == []


def test_a_card_is_named_when_its_best_candidate_is_likely_enough():
    assert names(face(("AS", LEAST_SURE)), face(("KH", LEAST_SURE - 0.01)), face()) == ["AS", None, None]


def test_confidence_is_the_chance_of_the_name_or_of_finding_a_back():
    assert [card.confidence for card in name_cards([face(("AS", 0.9)), face(("KH", 0.3)), back()], FRENCH52)] == [
        0.9,
        0.3,
        0.7,
    ]


def test_a_back_has_no_name():
    assert names(back(), face(("AS", 0.9))) == [None, "AS"]


def test_of_two_cards_read_alike_the_less_sure_one_is_its_next_candidate():
    first, second = name_cards([face(("AS", 0.6), ("AC", 0.35)), face(("AS", 0.9), ("AC", 0.05))], FRENCH52)
    assert (first.code, second.code) == ("AC", "AS")
    assert second.confidence == pytest.approx(0.9)
    # With AS ruled out, 0.35 of the remaining 0.4.
    assert first.confidence == pytest.approx(0.875)


def test_a_next_candidate_that_was_hardly_likely_is_no_name():
    assert names(face(("AS", 0.95)), face(("AS", 0.93), ("AC", 0.04))) == ["AS", None]


def test_a_next_candidate_among_many_is_no_name():
    assert names(face(("AS", 0.95)), face(("AS", 0.5), ("AC", 0.2), ("2S", 0.2))) == ["AS", None]


def test_candidates_are_passed_over_until_one_is_free():
    cards = face(("AS", 0.9)), face(("KS", 0.85)), face(("AS", 0.5), ("KS", 0.2), ("QS", 0.25))
    assert names(*cards) == ["AS", "KS", "QS"]


def test_named_apart_two_cards_may_be_the_same():
    cards = face(("AS", 0.6), ("AC", 0.35)), face(("AS", 0.9))
    assert names(*cards, joint=False) == ["AS", "AS"]


def test_a_code_is_named_as_often_as_the_deck_has_it():
    cards = [face(("3:7", chance)) for chance in (0.7, 0.8, 0.9)]
    assert names(*cards, deck=SEVEN_SUITORS) == [None, "3:7", "3:7"]


@st.composite
def readings(draw):
    codes = draw(st.lists(st.sampled_from(FRENCH52.codes[:6]), unique=True, max_size=4))
    weights = sorted((draw(st.floats(0.01, 1)) for _ in codes), reverse=True)
    total = sum(weights) + draw(st.floats(0, 1))
    return face(*((code, weight / total) for code, weight in zip(codes, weights, strict=True)))


@given(st.lists(st.one_of(readings(), st.builds(back)), max_size=8))
def test_together_no_card_is_named_twice_and_every_name_was_a_candidate(cards):
    named = name_cards(cards, FRENCH52)
    assert [card.seen for card in named] == cards
    counts = Counter(card.code for card in named if card.code is not None)
    assert all(times == 1 for times in counts.values())
    for card in named:
        assert 0 <= card.confidence <= 1
        if card.code is not None:
            assert card.code in dict(card.seen.probabilities)
            assert card.confidence >= LEAST_SURE
