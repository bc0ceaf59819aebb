"""The light on the simulated table."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.rules.games import COINS
from companion.simulation.lights import LIGHTS
from companion.simulation.renderer import Renderer
from companion.simulation.script import Script
from companion.simulation.staging import stage_game
from companion.table.events import CardPlayed

SIZE = (640, 360)


@pytest.fixture(scope="module")
def script() -> Script:
    return stage_game(COINS, seed=3, hands_limit=1)


def lit(script: Script, light: str) -> Renderer:
    return Renderer(script, *SIZE, light=light)


def means(image: np.ndarray) -> np.ndarray:
    """The mean of blue, green and red."""
    return image.reshape(-1, 3).mean(axis=0)


def coarse(image: np.ndarray) -> np.ndarray:
    """The picture so small that no noise is left."""
    return cv2.resize(image, (40, 22), interpolation=cv2.INTER_AREA).astype(float).ravel()


def sharpness(image: np.ndarray) -> float:
    """How steep its steepest edges are, noise apart."""
    return float(np.percentile(np.abs(np.diff(cv2.blur(image, (1, 3)).astype(float), axis=1)), 99.9))


@pytest.mark.parametrize("light", LIGHTS)
def test_a_picture_depends_on_its_time_alone(script, light) -> None:
    first, second = lit(script, light), lit(script, light)
    second.render(20.0)
    assert np.array_equal(first.render(6.0), second.render(6.0))


def test_the_table_is_the_same_in_every_light(script) -> None:
    fifth = [event.time for event in script.truth if isinstance(event, CardPlayed)][4] + 0.8
    by_day = coarse(lit(script, "day").render(fifth))
    for light in ("dusk", "lamp"):
        assert np.corrcoef(by_day, coarse(lit(script, light).render(fifth)))[0, 1] > 0.5, light


def test_at_dusk_the_table_is_dark_and_every_frame_has_noise_of_its_own(script) -> None:
    dusk = lit(script, "dusk")
    first, second = dusk.render(6.0).astype(float), dusk.render(6.1).astype(float)
    assert first.mean() < 0.6 * lit(script, "day").render(6.0).mean()
    noise = (first - second)[:60, :60]
    assert noise.std() > 10
    # The mean of many frames has little of it: no two begin at the same place in the noise.
    frames = np.stack([dusk.render(6.0 + step / 30) for step in range(24)]).astype(float)[:, :60, :60]
    assert frames.mean(axis=0).std() < 0.6 * first[:60, :60].std()


def test_below_a_lamp_it_is_warm_and_darker_towards_the_edge(script) -> None:
    day, lamp = (means(lit(script, light).render(0.0)) for light in ("day", "lamp"))
    assert lamp[2] / lamp[0] > 1.4 * day[2] / day[0]
    image = lit(script, "lamp").render(0.0).astype(float)
    corners = [
        image[rows, columns] for rows in (slice(40), slice(-40, None)) for columns in (slice(40), slice(-40, None))
    ]
    assert np.mean(corners) < 0.8 * image[140:220, 280:360].mean()


def with_and_without(monkeypatch, script: Script, **changed: float) -> tuple[Renderer, Renderer]:
    """A lamp as it is, and one of which something is changed."""
    usual = lit(script, "lamp")
    monkeypatch.setitem(LIGHTS, "lamp", replace(LIGHTS["lamp"], **changed))
    return usual, lit(script, "lamp")


def test_below_a_lamp_print_fades_where_a_card_mirrors_it(monkeypatch) -> None:
    assert any(most_faded(monkeypatch, seed) > 80 for seed in range(4))


def most_faded(monkeypatch, seed: int) -> float:
    """Return by how much a lamp makes a card of some plays of a game brighter where it mirrors that, of 255."""
    script = stage_game(COINS, seed=seed, hands_limit=1)
    plays = [event for event in script.truth if isinstance(event, CardPlayed)][3:9]
    with monkeypatch.context() as patch:
        both = with_and_without(patch, script, shine=0.0)
    pairs = ([renderer.render(play.time + 0.8).astype(float) for renderer in both] for play in plays)
    return max(float((first - second).max()) for first, second in pairs)


def test_a_camera_below_a_lamp_looks_for_its_focus_now_and_then(monkeypatch, script) -> None:
    hunting, steady = with_and_without(monkeypatch, script, hunts=0.0)
    times = [20.0 + 0.3 * step for step in range(45)]
    pairs = [(hunting.render(time), steady.render(time)) for time in times]
    hunted = [pair for pair in pairs if not np.array_equal(*pair)]
    assert 1 <= len(hunted) <= 6
    assert min(sharpness(first) / sharpness(second) for first, second in hunted) < 0.75


def test_the_sun_lies_on_a_part_of_the_table_and_travels(script) -> None:
    renderer = lit(script, "sun")

    def lit_up(time: float) -> np.ndarray:
        image = renderer.render(time).astype(float).mean(axis=2)
        return image > 1.5 * np.median(image)

    early = lit_up(0.0)
    assert 0.05 < early.mean() < 0.5
    # Where the table is bare both times, so that only the sun moves.
    moved = early ^ lit_up(0.2)
    assert moved.mean() < 0.02
