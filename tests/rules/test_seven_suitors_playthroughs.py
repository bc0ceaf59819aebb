"""A whole game of every variant of Seven Suitors, compared with golden files (rewrite them with `--rewrite-golden`)."""

import itertools

import pytest
from story import story
from suitors_play import hand, random_facts, suitors, to_teams, trick

from companion.rules.facts import ThiefTook


def shortest(**chosen):
    """Return the facts of the shortest of some random games."""
    return min((random_facts(seed, **chosen) for seed in range(40)), key=len)


def extra_hands():
    """Return two hands that end level, an extra hand without a marriage, and one with."""
    return [
        *hand(to_teams(zero="1234", one="567")),
        *hand(to_teams(zero="567", one="1234")),
        *hand(to_teams()),
        *hand([(2, 0), (4, 1), (2, 1), (4, 1), *to_teams()[:2]])[:16],
    ]


def careless_hand():
    """Return a start by the wrong player, a revoke, a card out of turn, a wrong lead, and a choice of the Thief."""
    return [
        *trick("2:2 3:5 2:3 2:4"),
        *trick("1:1 1:2 2:6", leader=3),
        *trick("2:5", leader=2),
        *trick("4:4 thief 5:7 4:7", leader=2),
        *trick("3:3", leader=3),
        ThiefTook("4:7"),
    ]


FLAGS = ("special", "no_ties", "short")
CASES = {
    "-".join(name for name in FLAGS if name in chosen) or "base": dict.fromkeys(chosen, True)
    for count in range(4)
    for chosen in itertools.combinations(FLAGS, count)
} | {"short-hand": {"short": True, "short_end": "hand"}}


@pytest.mark.parametrize("name", CASES)
def test_variant(golden, name):
    chosen = CASES[name]
    golden(f"seven_suitors/{name}.txt", story(suitors(**chosen), shortest(**chosen)))


@pytest.mark.parametrize(
    ("name", "facts", "chosen"),
    [("extra-hands", extra_hands(), {}), ("careless", careless_hand(), {"special": True})],
)
def test_special_case(golden, name, facts, chosen):
    golden(f"seven_suitors/{name}.txt", story(suitors(**chosen), facts))
