"""How second opinions change what the reader makes of a card."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.opinions import places_by_deck, within_decks

CLASSES = ("spanish48 2-cups", "spanish48 6-cups", "spanish48 2-coins", "french52 6H", "french52 KH", "nothing")
numbers = st.lists(st.floats(0, 1, width=32), min_size=len(CLASSES), max_size=len(CLASSES))


def row(values):
    return np.array([values], np.float32)


@given(numbers, st.lists(st.floats(2**-12, 1, width=32), min_size=len(CLASSES), max_size=len(CLASSES)))
def test_no_opinion_says_which_deck_it_is_or_whether_there_is_a_card(before, factors):
    after = within_decks(row(before), row(factors), CLASSES)[0]
    for places in places_by_deck(CLASSES).values():
        assert after[places].sum() == pytest.approx(np.float32(before)[places].sum(), abs=1e-5)
    assert after[-1] == np.float32(before[-1])


def test_chances_move_to_what_an_opinion_speaks_for():
    after = within_decks(row([0.3, 0.5, 0, 0.1, 0.1, 0]), row([0.9, 0.1, 0.9, 0.5, 0.5, 0.3]), CLASSES)[0]
    assert after[0] == pytest.approx(0.8 * 27 / 32)
    assert after[3:] == pytest.approx([0.1, 0.1, 0]), "an opinion that prefers no card of a deck changes nothing in it"


def test_an_opinion_that_speaks_against_every_card_of_a_deck_alike_changes_nothing():
    before = row([0.3, 0.5, 0.1, 0.05, 0.05, 0])
    assert within_decks(before, np.full_like(before, 1e-6), CLASSES) == pytest.approx(before)
