"""Whole games of every variant with French cards, compared with golden files (`--rewrite-golden` rewrites them)."""

import pytest
from french_play import random_facts
from rules_play import start
from story import story

from companion.rules.facts import HandDealt

HEARTS = {
    "3": {"players": 3, "losing": 90},
    "4": {"losing": 100},
    "5": {"players": 5, "losing": 60},
    "5-kitty-first": {"players": 5, "five_deck": "kitty", "losing": 30},
    "5-kitty-last": {"players": 5, "five_deck": "kitty", "kitty_to": "last", "losing": 30, "five_passing": "none"},
    "teams": {"teams": True, "losing": 130},
    "teams-once": {"teams": True, "losing": 60, "team_shoot": "once", "team_zero": True},
    "teams-each": {"teams": True, "losing": 60, "team_shoot": "each"},
    "low_club": {"players": 3, "first_lead": "low_club", "losing": 50},
    "low_club_free": {"first_lead": "low_club_free", "losing": 30},
    "no-relief": {"relief": False, "losing": 60},
    "near-cap": {"near_cap": 0, "losing": 60, "tie": "extra_hand"},
}
FORUM = {
    "2": {"players": 2},
    "3": {"players": 3},
    "3-last_player": {"players": 3, "rounds": 1, "faceup_to": "last_player"},
    "4": {},
    "5": {"players": 5, "rounds": 2},
    "5-no-passing": {"players": 5, "rounds": 1, "five_passing": "none"},
    "teams": {"teams": True},
    "teams-opponents": {"teams": True, "team_fourth": "opponents"},
    "two_of_clubs": {"players": 3, "rounds": 1, "first_lead": "two_of_clubs"},
    "ace_low": {"rounds": 1, "ace_low": True},
    "extra-hand": {"rounds": 1, "tie": "extra_hand"},
}
GAMES = [
    *(("hearts_pp", name, chosen) for name, chosen in HEARTS.items()),
    *(("forum_suits", name, chosen) for name, chosen in FORUM.items()),
]


@pytest.mark.parametrize(("game", "name", "chosen"), GAMES, ids=[f"{game}-{name}" for game, name, _ in GAMES])
def test_variant(golden, game, name, chosen):
    facts = random_facts(game, 3, skew=game == "hearts_pp", **chosen)
    golden(f"{game}/{name}.txt", story(start(game, **chosen), facts))


@pytest.mark.parametrize(
    ("name", "seed", "chosen"), [("relief", 5, {"losing": 100}), ("teams-relief", 1, {"teams": True, "losing": 150})]
)
def test_relief(golden, name, seed, chosen):
    facts = random_facts("hearts_pp", seed, hands_limit=4, **chosen)
    golden(f"hearts_pp/{name}.txt", story(start("hearts_pp", **chosen), facts))


@pytest.mark.parametrize("game", ["hearts_pp", "forum_suits"])
@pytest.mark.parametrize("typed", [False, True])
def test_careless_players(golden, game, typed):
    """The same hand with and without the cards of everybody typed in: the same breaches, later or at once."""
    facts = random_facts(game, 5, careless=0.25, typed=True, hands_limit=1)
    if not typed:
        facts = [fact for fact in facts if not isinstance(fact, HandDealt)]
    golden(f"{game}/careless{'-typed' if typed else ''}.txt", story(start(game), facts))
