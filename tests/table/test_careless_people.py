"""Whole deals of people who sit unevenly, play off the middle of the picture and lay cards as they like."""

from dataclasses import replace

import pytest

from companion.evaluation.deals import play_deal
from companion.rules.games import game
from companion.simulation.habits import HABITS
from companion.simulation.incidents import LIVELY
from companion.simulation.misreading import Faults

WHAT = {
    "the middle of play is far off that of the picture": ("seven_suitors", {}, 530002),
    "a card is taken back, and the one in its stead lies before a neighbour": (
        "seven_suitors",
        {"special": True},
        520001,
    ),
    "the last lead of a hand lies before who plays last": ("hearts_pp", {"players": 5}, 530009),
    "people say of two cards side by side that they are of two suits": ("forum_suits", {"players": 5}, 530005),
    "two cards are there when pictures come again": ("forum_suits", {"players": 5}, 520000),
}


@pytest.mark.parametrize("what", WHAT)
def test_every_play_of_a_careless_deal_is_told_rightly(what):
    name, settings, seed = WHAT[what]
    chosen = game(name)
    agreed, careless = chosen.configure(**settings), HABITS["careless"]
    # With spread cards before the hand these deals would be others.
    lively = replace(LIVELY, mixed=0.0)
    deal = play_deal(chosen, agreed, seed, Faults.measured(0.03), lively, habits=careless)
    assert (deal.plays_right, deal.wrong) == (deal.plays, ())
