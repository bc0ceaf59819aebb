"""Drinks, bowls, phones and paper lie about on the simulated table, and people take up what they drink from."""

from dataclasses import replace

import numpy as np
import pytest

from companion.rules.games import game
from companion.simulation.camera import camera_of
from companion.simulation.habits import HABITS
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.renderer import Renderer
from companion.simulation.staging import stage_game
from companion.simulation.things import KINDS, set_out

SIZE = (1280, 720)


def staged(game_id="coins", seed=5, habits="cluttered", tilt=0.4):
    rules = game(game_id)
    people = replace(HABITS[habits], deal=False)
    return stage_game(rules, rules.configure(), seed, hands_limit=1, habits=people, tilt=tilt)


def things_of(script):
    return set_out(script, camera_of(script, *SIZE))


@pytest.mark.parametrize("game_id", ["coins", "hearts_pp", "forum_suits"])
def test_they_are_put_where_the_camera_sees_them_and_no_card_comes_to_lie(game_id):
    kinds = set()
    for seed in range(8):
        script = staged(game_id, seed)
        things, _ = things_of(script)
        rests = np.array([(pose.x, pose.y) for card in script.cards for pose in card.motion.poses])
        kinds |= {thing.kind for thing in things}
        for number, thing in enumerate(things):
            at, reach = thing.motion.at(0.0), KINDS[thing.kind].reach
            x, y = camera_of(script, *SIZE).project(np.array([[at.x, at.y]]))[0]
            assert 0 < x < SIZE[0]
            assert 0 < y < SIZE[1]
            assert np.hypot(*(rests - (at.x, at.y)).T).min() > reach + 50
            for other in things[:number]:
                there = other.motion.at(0.0)
                assert np.hypot(at.x - there.x, at.y - there.y) > reach + KINDS[other.kind].reach
    assert len(kinds) > 7


def test_people_take_up_what_they_drink_from_and_put_it_down_near_where_it_stood():
    script = staged(seed=7)
    things, hands = things_of(script)
    used = [thing for thing in things if any(thing.motion.at(t).z > 0 for t in np.arange(0, script.duration, 0.5))]
    assert used
    assert {thing.kind for thing in used} <= {"glass", "mug"}
    assert hands
    for thing in used:
        first, last = thing.motion.at(0.0), thing.motion.poses[-1]
        assert last.z == 0
        assert np.hypot(first.x - last.x, first.y - last.y) < 40
    away = next(t for t in np.arange(0, script.duration, 0.1) if used[0].motion.at(t).z > 60)
    assert any(hand.motion.start - 2 < away < hand.motion.gone + 8 for hand in hands)


def test_they_are_drawn_and_people_move_as_without_them():
    with_them, without = staged(), staged(habits="tidy")
    assert with_them.truth == without.truth
    time = with_them.truth[4].time
    pictures = [Renderer(script).render(time).astype(int) for script in (with_them, without)]
    change = np.abs(pictures[0] - pictures[1]).max(axis=2) > 30
    assert change.mean() > 0.03
    camera = camera_of(with_them, *SIZE)
    for thing in things_of(with_them)[0]:
        at = thing.motion.at(time)
        x, y = np.rint(camera.project(np.array([[at.x, at.y]]), 10.0)[0]).astype(int)
        if at.z == 0 and 20 < x < SIZE[0] - 20 and 20 < y < SIZE[1] - 20:
            assert change[y - 15 : y + 15, x - 15 : x + 15].any(), thing.kind


def test_who_sees_the_table_in_numbers_takes_some_of_it_for_cards():
    found = 0
    for seed in range(6):
        with_them, without = (
            Observer(staged(seed=seed, habits=habits), Faults(), seed=1) for habits in ("cluttered", "tidy")
        )
        for step in range(20):
            seen, plain = with_them.look(0.5 + step / 1000), without.look(0.5 + step / 1000)
            assert sum(serial is not None for serial in with_them.serials) == len(plain)
            found += len(seen) - len(plain)
            assert all(card.best is None or card.best[1] < 0.99 for card in seen)
    assert found > 20
