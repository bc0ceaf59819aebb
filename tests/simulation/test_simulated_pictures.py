"""Pictures of the simulated table."""

import cv2
import numpy as np
import pytest

from companion.rules.games import COINS
from companion.simulation.renderer import Renderer
from companion.simulation.script import Script
from companion.simulation.source import SimulatedSource
from companion.simulation.staging import stage_game
from companion.simulation.table import Table
from companion.synth.designs import load_whole_deck
from companion.table.events import CardPlayed
from companion.vision.types import Frame

SIZE = (640, 360)


@pytest.fixture(scope="module")
def script() -> Script:
    return stage_game(COINS, seed=3, hands_limit=1)


@pytest.fixture(scope="module")
def renderer(script) -> Renderer:
    return Renderer(script, *SIZE)


def test_pictures_depend_on_the_time_alone(script, renderer) -> None:
    times = (6.0, 40.0, 7.4, 6.0)
    pictures = [renderer.render(time) for time in times]
    other = Renderer(script, *SIZE)
    assert np.array_equal(pictures[0], pictures[3])
    assert np.array_equal(pictures[2], other.render(7.4))
    assert not np.array_equal(pictures[0], pictures[1])
    assert pictures[0].shape == (360, 640, 3)
    assert pictures[0].dtype == np.uint8


def test_a_played_card_is_seen_where_it_lies(script, renderer) -> None:
    event = next(event for event in script.truth if isinstance(event, CardPlayed))
    before, after = renderer.render(0.0).astype(int), renderer.render(event.time + 1.0).astype(int)
    (card,) = [state for state in Table(script).at(event.time + 1.0).cards if state.card.code == event.cards[0]]
    pose = card.pose
    quad = renderer.camera.card(pose.x, pose.y, pose.z, pose.angle, script.card_size)
    x, y = quad.mean(axis=0)
    window = (slice(int(y) - 8, int(y) + 8), slice(int(x) - 8, int(x) + 8))
    assert np.abs(after[window] - before[window]).mean() > 25
    corner = (slice(0, 16), slice(0, 16))
    assert np.abs(after[corner] - before[corner]).mean() < 15


def test_a_frame_of_every_moment_comes_in_order(script) -> None:
    with SimulatedSource(script, 160, 90, rate=2.0) as source:
        frames: list[Frame] = []
        while (frame := source.read()) is not None:
            frames.append(frame)
        assert len(frames) == len(source)
        assert not source.is_live
    assert [frame.index for frame in frames] == list(range(len(frames)))
    assert frames[0].time == 0.0
    assert script.duration - 0.5 <= frames[-1].time <= script.duration
    assert source.truth is script.truth


def test_a_closed_source_has_no_more_frames(script) -> None:
    source = SimulatedSource(script, 160, 90)
    assert source.read() is not None
    source.close()
    source.close()
    assert source.read() is None


def test_another_deck_lies_on_the_table_with_a_back_even_where_its_pictures_have_none(script, tmp_path) -> None:
    magenta = np.full((120, 80, 3), (255, 0, 255), np.uint8)
    for code in COINS.deck.codes:
        cv2.imwrite(str(tmp_path / f"{code}.png"), magenta)
    dyed = Renderer(script, *SIZE, design=load_whole_deck(tmp_path, COINS.deck))

    def magentas(time: float) -> int:
        blue, green, red = np.moveaxis(dyed.render(time).astype(int), 2, 0)
        return int(((blue - green > 60) & (red - green > 60)).sum())

    first = next(event for event in script.truth if isinstance(event, CardPlayed))
    assert magentas(first.time + 1.0) > 300
    dealt = [time for time in np.arange(0.0, first.time - 2.0, 0.5) if Table(script).at(time).cards]
    assert dealt
    assert max(magentas(time) for time in dealt) == 0
