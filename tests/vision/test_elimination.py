"""Which card is which when every card is there once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from companion.vision.elimination import offered, shares


def test_what_one_card_surely_is_the_other_is_not():
    chances = shares(np.array([[0.9, 0.0001], [0.6, 0.4]]), np.ones(2))
    assert chances[1, 1] > 0.98


def test_of_a_card_with_two_copies_there_may_be_two():
    chances = shares(np.array([[0.9, 0.1], [0.9, 0.1]]), np.array([2.0, 5.0]))
    assert chances[:, 0] == pytest.approx([0.9, 0.9])


def test_a_card_that_shows_nothing_is_the_one_that_is_left():
    likelihoods = np.array([[0.9, 0.05, 0.05], [0.05, 0.9, 0.05], [1 / 3, 1 / 3, 1 / 3]])
    assert shares(likelihoods, np.ones(3))[2].argmax() == 2


@given(arrays(np.float64, (4, 6), elements=st.floats(0, 1)))
def test_no_card_of_the_deck_is_given_away_twice(likelihoods):
    chances = shares(likelihoods, np.ones(6))
    assert (chances >= 0).all()
    assert chances.sum(axis=0).max() <= 1 + 1e-6
    assert chances.sum(axis=1).max() <= 1 + 1e-3


@pytest.mark.parametrize("deck", [48, 52])
@pytest.mark.parametrize("extra", [1, 5, 10, 30])
def test_cards_shown_twice_leave_all_others_as_sure_as_they_are(deck, extra):
    likelihoods = np.full((deck + extra, deck), 0.0006)
    likelihoods[np.arange(deck + extra), np.arange(deck + extra) % deck] = 1
    surest = shares(likelihoods, np.ones(deck)).max(axis=1)
    assert (surest[extra:deck] > 0.9).all()
    assert (surest[:extra] < 0.9).all(), "which of the two is it?"


def test_jokers_and_cards_shown_twice_leave_the_deck_what_it_is():
    likelihoods = np.full((60, 52), 0.0006)
    likelihoods[np.arange(58), np.arange(58) % 52] = 1
    likelihoods[58:] = 0.2
    surest = shares(likelihoods, np.ones(52)).max(axis=1)
    assert (surest[6:52] > 0.9).all()
    assert (surest[58:] < 0.2).all()


@pytest.mark.parametrize("deck", [48, 52])
@pytest.mark.parametrize("strangers", [1, 4, 12, 48])
def test_cards_of_another_deck_leave_all_of_the_deck_as_sure_as_they_are(deck, strangers):
    likelihoods = np.full((deck + strangers, deck), 0.0006)
    likelihoods[np.arange(deck), np.arange(deck)] = 1
    likelihoods[deck:] = 1
    surest = shares(likelihoods, np.ones(deck)).max(axis=1)
    assert (surest[:deck] > 0.95).all()
    assert (surest[deck:] < 0.1).all()


def test_a_card_that_shows_nothing_is_offered_as_the_one_that_is_left_though_another_was_shown_twice():
    likelihoods = np.full((49, 48), 0.0006)
    likelihoods[np.arange(47), np.arange(47)] = likelihoods[48, 0] = 1
    likelihoods[47] = 1
    chances = shares(likelihoods, np.ones(48))
    assert chances[47].max() < 0.9, "it may as well be a joker"
    choice = offered(chances, likelihoods)
    assert choice[47].argmax() == 47
    assert choice[47].max() > 0.3
    assert choice[0].max() == pytest.approx(choice[48].max())
    assert choice[0].max() < 0.9


def test_of_two_jokers_neither_is_taken_for_the_card_that_was_not_shown():
    likelihoods = np.full((49, 48), 0.0006)
    likelihoods[np.arange(47), np.arange(47)] = 1
    likelihoods[47:] = 1
    chances = shares(likelihoods, np.ones(48))
    assert (chances[:47].max(axis=1) > 0.9).all()
    assert (chances[47:].max(axis=1) < 0.9).all()


@given(arrays(np.float64, (5, 4), elements=st.floats(0, 1)))
def test_what_is_offered_is_no_more_than_one_card(likelihoods):
    choice = offered(shares(likelihoods, np.ones(4)), likelihoods)
    assert (choice >= 0).all()
    assert choice.sum(axis=1).max() <= 1 + 1e-6
