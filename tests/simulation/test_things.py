"""Drinks, bowls, phones and paper lie about on the simulated table, and people take some of it up."""

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


def ways(seed, flat):
    """Return the script and what people take up in it: what lies flat, or what stands."""
    script = staged(seed=seed)
    things, hands = things_of(script)
    used = [thing for thing in things if any(pose.z > 0 for pose in thing.motion.poses)]
    return script, [thing for thing in used if (KINDS[thing.kind].height == 0) == flat], hands


def rests(thing):
    return [pose for pose in thing.motion.poses if pose.z == 0]


def test_people_take_up_what_they_drink_from_and_put_it_down_near_where_it_stood():
    _, used, hands = ways(7, flat=False)
    assert used
    assert {thing.kind for thing in used} <= {"glass", "mug"}
    for thing in used:
        first = thing.motion.at(0.0)
        assert all(np.hypot(first.x - pose.x, first.y - pose.y) < 40 for pose in rests(thing))
        away = next(t for t in np.arange(0, 1000, 0.1) if thing.motion.at(t).z > 60)
        assert any(hand.motion.start - 2 < away < hand.motion.gone + 8 for hand in hands)


def test_phones_and_paper_are_taken_up_and_put_elsewhere_where_nothing_else_lies():
    kinds, moved = set(), 0
    for seed in range(8):
        script, used, _ = ways(seed, flat=True)
        cards = np.array([(pose.x, pose.y) for card in script.cards for pose in card.motion.poses])
        others = [(thing, pose) for thing in things_of(script)[0] for pose in rests(thing)]
        for thing in used:
            kinds.add(thing.kind)
            first = thing.motion.at(0.0)
            for pose in rests(thing):
                moved += np.hypot(first.x - pose.x, first.y - pose.y) > 100
                assert np.hypot(*(cards - (pose.x, pose.y)).T).min() > KINDS[thing.kind].reach + 40
                for other, there in others:
                    apart = np.hypot(pose.x - there.x, pose.y - there.y)
                    assert other.kind == thing.kind or apart > KINDS[thing.kind].reach
    assert kinds >= {"phone", "pad", "napkin"}
    assert moved > 5


def test_what_is_carried_is_drawn_where_a_hand_holds_it():
    script, used, _ = ways(7, flat=True)
    renderer, camera = Renderer(script), camera_of(script, *SIZE)
    for thing in used:
        lifted = next(t for t in np.arange(0, script.duration, 0.05) if 25 < thing.motion.at(t).z < 60)
        at = thing.motion.at(lifted)
        seen = camera.level(at.z) @ (at.x, at.y, 1)
        assert seen[:2] / seen[2] == pytest.approx(camera.project(np.array([[at.x, at.y]]), at.z)[0])
        foot, above = np.array(camera.eye[:2]), camera.eye[2]
        hidden = foot + (np.array([at.x, at.y]) - foot) * above / (above - at.z)
        assert seen[:2] / seen[2] == pytest.approx(camera.view.project(hidden[None])[0]), "the table's point behind it"
        x, y = np.rint(seen[:2] / seen[2]).astype(int)
        pictures = [renderer.render(time).astype(int) for time in (lifted, thing.motion.start)]
        change = np.abs(pictures[0] - pictures[1]).max(axis=2) > 30
        if 20 < x < SIZE[0] - 20 and 20 < y < SIZE[1] - 20:
            assert change[y - 15 : y + 15, x - 15 : x + 15].any()


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
