"""The companion's own window stands at the simulated table: it shows the trick, a moment later and smaller."""

from dataclasses import replace

import numpy as np
import pytest

from companion.rules.games import game
from companion.simulation.camera import camera_of
from companion.simulation.habits import HABITS
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.renderer import Renderer
from companion.simulation.screen import stand_screen
from companion.simulation.staging import stage_game
from companion.table.events import CardPlayed
from companion.table.geometry import Box

SIZE = (1280, 720)
GAMES = ("steere_suits", "hearts_pp", "seven_suitors")


def staged(game_id="coins", seed=3, habits="screen", tilt=0.4):
    rules = game(game_id)
    people = replace(HABITS[habits], deal=False)
    return stage_game(rules, rules.configure(), seed, hands_limit=1, habits=people, tilt=tilt)


def plays(script):
    return [event for event in script.truth if isinstance(event, CardPlayed)]


def test_the_window_shows_the_cards_of_the_trick_once_they_were_announced_until_the_next_is_led_to():
    script = staged()
    screen = stand_screen(script, camera_of(script, *SIZE))
    first, second, third, lead = plays(script)[:4]
    trick = {event.cards[0]: event.seat for event in (first, second, third)}
    assert screen.trick(first.time) == {}
    assert screen.trick(first.time + 1.0) == {first.cards[0]: first.seat}
    assert screen.trick(third.time + 1.0) == trick
    assert screen.trick(lead.time) == trick
    assert screen.trick(lead.time + 1.0) == {lead.cards[0]: lead.seat}


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("tilt", [0.2, 0.8])
def test_the_camera_sees_the_middle_of_it_and_cards_on_it_smaller_than_those_on_the_table(game_id, tilt):
    for seed in range(6):
        script = staged(game_id, seed, tilt=tilt)
        camera = camera_of(script, *SIZE)
        screen = stand_screen(script, camera)
        x, y = screen.corners.mean(axis=0)
        assert 0 < x < SIZE[0]
        assert 0 < y < SIZE[1]
        on_table = Box.of(camera.card(0, 0, 0, 0, script.card_size).astype(np.float32))
        shown = [Box.of(corners) for _, corners in screen.cards(plays(script)[3].time - 0.1)]
        assert shown
        assert max(box.width * box.height for box in shown) < 0.6 * on_table.width * on_table.height


def test_who_sees_the_table_in_numbers_sees_the_cards_in_the_window_too_and_no_card_of_the_script_in_them():
    with_it, without = (Observer(staged(habits=habits), Faults(), seed=5) for habits in ("screen", "tidy"))
    time = plays(staged())[2].time + 1.0
    more = 0
    for step in range(40):
        seen, plain = with_it.look(time + step / 1000), without.look(time + step / 1000)
        assert len(with_it.serials) == len(seen)
        more += len(seen) - len(plain)
        assert sum(serial is not None for serial in with_it.serials) == len(plain)
    assert more > 40


def test_it_is_drawn_where_it_stands_and_nowhere_else():
    with_it, without = staged(), staged(habits="tidy")
    time = plays(with_it)[2].time + 1.0
    change = np.abs(Renderer(with_it).render(time).astype(int) - Renderer(without).render(time)).max(axis=2) > 30
    corners = stand_screen(with_it, camera_of(with_it, *SIZE)).corners
    low, high = corners.min(axis=0), corners.max(axis=0)
    across, down = np.nonzero(change)[::-1]
    assert change.mean() > 0.01
    assert across.min() > low[0] - 25
    assert across.max() < high[0] + 25
    assert down.min() > low[1] - 25
    assert down.max() < high[1] + 25


def test_people_move_as_without_it():
    with_it, without = staged(), staged(habits="tidy")
    assert with_it.truth == without.truth
    for moved, plain in zip(with_it.cards, without.cards, strict=True):
        assert [moved.motion.at(plain.motion.start + t) for t in (0, 0.5, 3)] == [
            plain.motion.at(plain.motion.start + t) for t in (0, 0.5, 3)
        ]
