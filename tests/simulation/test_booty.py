"""What counts for the score lies open before who won it: sevens by the rules (4.1), coins where people count along.

All of a trick where people do not turn it over.
"""

from dataclasses import replace
from math import dist

import numpy as np
import pytest

from companion.rules.games import game
from companion.simulation.acts import Collect
from companion.simulation.habits import HABITS
from companion.simulation.places import places_around
from companion.simulation.plan import plan_game
from companion.simulation.staging import stage_game
from companion.simulation.table import Table
from companion.table.events import CardPlayed, TrickWon


def staged(game_id, seed, habits="tidy", **options):
    rules = game(game_id)
    people = replace(HABITS[habits], deal=False)
    return stage_game(rules, rules.configure(**options), seed, hands_limit=1, habits=people)


def lying_open(script, time):
    """Return the cards that lie open at a time and are at rest, by the seat whose edge of the table they are at."""
    places = places_around(len(script.names), script.span_mm, [0.0] * len(script.names))
    table = np.array([script.span_mm, script.span_mm * 9 / 16])
    found = [[] for _ in places]
    for card in Table(script).at(time).cards:
        if card.face_up and not card.moving and dist((card.pose.x, card.pose.y), (0, 0)) > 180:
            at = np.array([card.pose.x, card.pose.y]) / table
            found[int(np.argmax([at @ place.outward for place in places]))].append(card.card.code)
    return found


def taken(script):
    """Return what each seat has won by the end, without the Thief."""
    won, trick = [[] for _ in script.names], []
    for event in script.truth:
        if isinstance(event, CardPlayed):
            trick += event.cards
        elif isinstance(event, TrickWon):
            won[event.seat] += trick
            trick = []
    return won


def at_its_end(script):
    """Return what lies open before each seat once all tricks are taken, and nothing is cleared away yet."""
    last = max(event.time for event in script.truth if isinstance(event, TrickWon))
    return max((lying_open(script, time) for time in np.arange(last + 1.0, script.duration, 0.1)), key=_count)


def _count(rows):
    return sum(map(len, rows))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_captured_sevens_lie_open_before_who_captured_them(seed):
    script = staged("seven_suitors", seed)
    sevens = [sorted(code for code in won if code.endswith(":7")) for won in taken(script)]
    assert sum(map(len, sevens)) == 14
    assert [sorted(cards) for cards in at_its_end(script)] == sevens


def test_the_thief_takes_its_seven_to_its_own_place():
    for seed in range(20):
        rules = game("seven_suitors")
        plan = plan_game(rules, rules.configure(special=True), seed, hands_limit=1)
        stolen = [act.stolen for act in plan.acts if isinstance(act, Collect) and act.stolen is not None]
        if stolen:
            break
    script = staged("seven_suitors", seed, special=True)
    ((seat, seven),) = stolen
    assert seven in at_its_end(script)[seat]


@pytest.mark.parametrize(("habits", "lie_open"), [("tidy", 0), ("counting", 12)])
def test_coins_lie_open_where_people_count_along(habits, lie_open):
    script = staged("coins", 4, habits, target=20)
    found = [code for cards in at_its_end(script) for code in cards]
    assert len(found) == lie_open
    assert all(code.endswith("-coins") for code in found)


def test_tricks_may_stay_face_up_before_who_won_them():
    script = staged("coins", 4, "open", target=20)
    found = [len(cards) for cards in at_its_end(script)]
    assert found == [len(cards) for cards in taken(script)]


def test_what_is_played_does_not_depend_on_it():
    plays = [
        [(event.seat, event.cards) for event in staged("coins", 6, habits).truth if isinstance(event, CardPlayed)]
        for habits in ("tidy", "counting", "open")
    ]
    assert plays[0] == plays[1] == plays[2]
