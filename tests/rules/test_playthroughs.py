"""Whole games as a person would tell them, compared with golden files (rewrite them with `--rewrite-golden`)."""

import pytest
from rules_play import plays, random_facts, start
from story import story

from companion.rules.facts import TiebreakCard


def tied_game():
    return next(
        facts
        for seed in range(100)
        if isinstance((facts := random_facts("steere_suits", seed, hands=1))[-1], TiebreakCard)
    )


def careless_hand():
    """Return a hand with a card out of turn and a wrong lead, then cards after the end."""
    return plays(
        "1:2-coins 0:9-coins 2:10-coins / 2:1-cups 0:2-cups 1:3-cups / 1:2-swords 2:1-coins 0:3-coins / 0:12-cups"
    )


@pytest.mark.parametrize(
    ("name", "game", "facts", "chosen"),
    [
        ("coins", "coins", random_facts("coins", 7), {}),
        ("coins-careless", "coins", careless_hand(), {"target": 5}),
        ("steere_suits", "steere_suits", random_facts("steere_suits", 7, hands=2), {"hands": 2}),
        ("steere_suits-tiebreak", "steere_suits", tied_game(), {"hands": 1}),
    ],
)
def test_playthrough(golden, name, game, facts, chosen):
    golden(f"playthroughs/{name}.txt", story(start(game, **chosen), facts))
