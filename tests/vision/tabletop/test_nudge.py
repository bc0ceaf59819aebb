"""A bumped camera is told from hands, cards, noise and light, and the motion comes out to a pixel."""

import cv2
import numpy as np
import pytest

from companion.vision.tabletop.nudge import largest_shift, nudge_between
from companion.vision.tabletop.nudge_watch import NudgeWatch
from companion.vision.tabletop.plane import transform

WIDTH, HEIGHT = 960, 540
PLACES = np.stack(np.meshgrid([150, 480, 810], [80, 270, 460]), -1).reshape(-1, 2).astype(float)


def bumped(pan: float, tilt: float, roll: float) -> np.ndarray:
    """The motion of the picture of a camera that was turned, radians."""
    turn = cv2.Rodrigues(np.array([tilt, pan, roll], float))[0]
    camera = np.array([[960.0, 0, WIDTH / 2], [0, 960, HEIGHT / 2], [0, 0, 1]])
    return camera @ turn @ np.linalg.inv(camera)


def seen(table: np.ndarray, motion: np.ndarray, seed: int, light: float = 1.0, noise: float = 3.0) -> np.ndarray:
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    moved = cv2.warpPerspective(
        table, np.linalg.inv(half) @ motion @ half, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT
    )
    return np.clip(moved * light + np.random.default_rng(seed).normal(0, noise, moved.shape), 0, 255).astype(np.uint8)


def lay(image: np.ndarray, x: int, y: int) -> np.ndarray:
    """Lay a card and return its corners."""
    cv2.rectangle(image, (x, y), (x + 80, y + 120), (240, 240, 240), -1)
    cv2.circle(image, (x + 40, y + 60), 25, (30, 30, 180), -1)
    return np.array([[x, y], [x + 80, y], [x + 80, y + 120], [x, y + 120]], float)


def felt(rng):
    return cv2.GaussianBlur(rng.normal(0, 28, (HEIGHT, WIDTH, 1)).astype(np.float32), (0, 0), 1.0)[..., None] + 90


def planks(rng):
    table = np.empty((HEIGHT, WIDTH), np.float32)
    for top in range(0, HEIGHT, 90):
        table[top : top + 90] = rng.uniform(100, 140)
        table[top : top + 2] = 60
    return (table + 60 * cv2.blur(rng.normal(0, 1, (HEIGHT, WIDTH)).astype(np.float32), (41, 1)))[..., None]


@pytest.fixture(scope="module", params=[felt, planks], ids=["felt", "planks"])
def table(request):
    grey = np.clip(request.param(np.random.default_rng(4)), 0, 255).astype(np.uint8)
    table = np.repeat(grey, 3, axis=2)
    cv2.ellipse(table, (840, 90), (50, 35), 0, 0, 360, (70, 90, 160), -1)  # somebody's glass
    return table


@pytest.mark.parametrize("motion", [(0.02, -0.01, 0.004), (-0.006, 0.004, -0.012), (0.0, 0.03, 0.0)])
def test_the_motion_of_a_bump_is_found_under_new_cards_and_light(table, motion):
    truth = bumped(*motion)
    before, after = seen(table, np.eye(3), 1), seen(table, truth, 2, light=0.85)
    cards = [lay(after, 300, 200), lay(after, 620, 300)]
    found = nudge_between(before, after, cards)
    assert found is not None
    assert np.linalg.norm(transform(found, PLACES) - transform(truth, PLACES), axis=1).max() < 2.0
    assert largest_shift(truth, WIDTH, HEIGHT) > 10


def test_noise_light_cards_and_an_arm_are_no_bump(table):
    before = seen(table, np.eye(3), 1)
    for number in range(4):
        after = seen(table, np.eye(3), 10 + number, light=0.8 + 0.1 * number, noise=5)
        lay(after, 100 + 150 * number, 150)
        cv2.line(after, (960, 500), (500 - 60 * number, 250), (110, 140, 200), 90)
        found = nudge_between(before, after)
        assert found is not None
        assert largest_shift(found, WIDTH, HEIGHT) < 0.8


def test_darkness_and_a_covered_lens_tell_nothing(table):
    before = seen(table, np.eye(3), 1)
    for after in (np.zeros_like(before), np.full_like(before, 200)):
        assert nudge_between(before, after) is None
    assert nudge_between(np.zeros_like(before), np.zeros_like(before)) is None


def test_another_table_is_no_bump(table):
    other = np.ascontiguousarray(table[::-1, ::-1])
    assert nudge_between(seen(table, np.eye(3), 1), seen(other, np.eye(3), 2)) is None


def test_the_watch_waits_until_the_camera_rests_and_tells_once(table):
    watch = NudgeWatch()
    # At rest, three positions while it sways, at rest again.
    positions = [(0, 0, 0), (0, 0, 0), (0.03, 0, 0), (0.012, 0.01, 0), *[(0.02, 0.004, 0.003)] * 4]
    told = []
    for number, position in enumerate(positions):
        nudge = watch.look(seen(table, bumped(*position), number), number * 0.5)
        told += [(number, nudge)] if nudge is not None else []
    ((when, nudge),) = told
    assert when == 5
    assert not nudge.large
    truth = bumped(*positions[-1])
    assert np.linalg.norm(transform(nudge.matrix, PLACES) - transform(truth, PLACES), axis=1).max() < 2.0


def test_a_watch_looks_no_oftener_than_it_must_and_begins_anew(table):
    watch = NudgeWatch()
    still, moved = seen(table, np.eye(3), 1), seen(table, bumped(0.02, 0, 0), 2)
    assert watch.look(still, 0.0) is None
    assert all(watch.look(moved, 0.01 * number) is None for number in range(10))
    watch.restart()
    assert [watch.look(moved, 1.0 + number) for number in range(3)] == [None] * 3


def test_a_large_bump_is_told_as_one():
    rng = np.random.default_rng(8)
    table = np.clip(felt(rng), 0, 255).astype(np.uint8).repeat(3, axis=2)
    table = cv2.GaussianBlur(table, (0, 0), 1.5)
    watch = NudgeWatch()
    nudges = [
        watch.look(seen(table, bumped(0.12 * (number > 0), 0, 0), number, noise=2), float(number))
        for number in range(4)
    ]
    (nudge,) = [nudge for nudge in nudges if nudge is not None]
    assert nudge.large
    assert nudge.shift > 96


@pytest.mark.parametrize("size", [(1, 1), (3, 1200), (540, 7)], ids=["a pixel", "a line", "a strip"])
def test_a_picture_of_a_few_pixels_among_others_tells_of_no_bump_and_of_no_turn(table, size):
    speck = np.random.default_rng(1).integers(0, 255, (*size, 3), np.uint8)
    watch = NudgeWatch()
    watch.look(seen(table, np.eye(3), 1), 0.0)
    assert watch.turned(speck) is None
    assert nudge_between(speck, speck[::-1]) is None
