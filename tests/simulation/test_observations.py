"""The simulated table without pixels."""

from dataclasses import replace

import numpy as np
import pytest

from companion.rules.games import COINS
from companion.simulation.camera import camera_of
from companion.simulation.misreading import Faults
from companion.simulation.observations import USUAL_RATE, ideal_observations
from companion.simulation.script import Script
from companion.simulation.staging import stage_game
from companion.simulation.table import Table
from companion.table.events import CardPlayed


@pytest.fixture(scope="module")
def script() -> Script:
    return stage_game(COINS, seed=3, hands_limit=1)


def _faces(observations) -> list[tuple[float, str]]:
    return [(time, card.best[0]) for time, seen in observations for card in seen if card.best is not None]


def test_every_play_is_seen_soon_after_it_rests(script) -> None:
    looks = list(ideal_observations(script))
    for event in script.truth:
        if isinstance(event, CardPlayed):
            codes = {
                card.best[0]
                for time, seen in looks
                if event.time < time < event.time + 0.8
                for card in seen
                if card.best
            }
            assert event.cards[0] in codes


def test_without_faults_no_card_is_seen_before_it_comes_to_the_table(script) -> None:
    rested = {event.cards[0]: event.time for event in script.truth if isinstance(event, CardPlayed)}
    certain = [
        (time, card.best[0])
        for time, seen in ideal_observations(script)
        for card in seen
        if card.best is not None and card.best[1] > 0.8
    ]
    assert certain
    assert all(time > rested[code] - 2.0 for time, code in certain)


def test_corners_lie_where_the_camera_sees_the_card(script) -> None:
    _, seen = list(ideal_observations(script))[39]
    for card in seen:
        sides = np.linalg.norm(np.roll(card.corners, -1, axis=0) - card.corners, axis=1)
        assert sides[0] < sides[1]
        assert 60 < sides[1] < 150


def test_the_same_seed_gives_the_same_faults(script) -> None:
    faults = Faults(misread=0.1, stubborn=0.05, miss=0.1, ghost=0.05)
    first, again, other = (_faces(ideal_observations(script, faults=faults, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_misses_and_ghosts_happen_about_as_often_as_asked(script) -> None:
    plain = sum(len(seen) for _, seen in ideal_observations(script))
    missed = sum(len(seen) for _, seen in ideal_observations(script, faults=Faults(miss=0.3)))
    ghosts = sum(len(seen) for _, seen in ideal_observations(script, faults=Faults(ghost=0.5)))
    frames = script.duration * USUAL_RATE
    assert 0.65 < missed / plain < 0.75
    assert 0.4 < (ghosts - plain) / frames < 0.6


def _readings_of_plays(script: Script, faults: Faults) -> list[tuple[str, set[str]]]:
    """For each play its code and the codes it was taken for in the first second that it lay."""
    looks = list(ideal_observations(script, faults=faults))
    camera, table = camera_of(script, 1280, 720), Table(script)
    plays = []
    for event in script.truth:
        if not isinstance(event, CardPlayed):
            continue
        (state,) = [card for card in table.at(event.time).cards if card.card.code == event.cards[0]]
        pose = state.pose
        middle = camera.project(np.array([[pose.x, pose.y]]))[0]
        codes = {
            seen.best[0]
            for time, cards in looks
            if event.time < time < event.time + 0.8
            for seen in cards
            if seen.best is not None and seen.best[1] > 0.4 and np.hypot(*(seen.corners.mean(axis=0) - middle)) < 15
        }
        plays.append((event.cards[0], codes))
    return plays


def test_a_stubborn_misreading_is_the_same_wrong_card_at_every_look(script) -> None:
    plays = _readings_of_plays(script, Faults(stubborn=1.0))
    assert len(plays) == 48
    for code, taken_for in plays:
        assert len(taken_for) == 1
        assert code not in taken_for


def test_a_passing_misreading_leaves_most_looks_right(script) -> None:
    plays = _readings_of_plays(script, Faults(misread=0.1))
    assert all(code in taken_for for code, taken_for in plays)
    assert any(len(taken_for) > 1 for _, taken_for in plays)


def test_a_camera_beside_the_table_sees_cards_that_lie_further_off_smaller(script) -> None:
    camera = camera_of(replace(script, tilt=0.9), 1280, 720)
    near, far = (np.ptp(camera.card(0, y, 0, 0, script.card_size)[:, 0]) for y in (200, -200))
    assert near > 1.3 * far
