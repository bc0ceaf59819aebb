"""How far a camera is tilted, by cards of a deck that nobody knows."""

import hypothesis.extra.numpy as arrays
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.synth.view import card_corners, look_at_table
from companion.vision.tabletop.plane import transform
from companion.vision.tabletop.tilt import tilted_plane

WIDTH, HEIGHT = 1280, 720
DECKS = [(61, 95), (63, 88), (57, 88), (70, 120)]
FURTHER, NEARER, LEFT, RIGHT = np.array([[0, -150], [0, 150], [-150, 0], [150, 0]], float)


def played(view, card, players, rng, off=0.01):
    """Corners of one card of each player, as people lay them before themselves."""
    quads = []
    for turn in 2 * np.pi * np.arange(players) / players:
        x, y = rng.normal(0, 20, 2) + 100 * np.array([-np.sin(turn), np.cos(turn)])
        quad = view.project(card_corners(x, y, turn + rng.normal(0, 0.2), *card))
        quads.append(quad + rng.normal(0, off * np.linalg.norm(quad[3] - quad[0]), quad.shape))
    return np.array(quads, np.float32)


@pytest.mark.parametrize("card", DECKS)
@pytest.mark.parametrize("tilt", [0.4, 0.6, 0.8])
@pytest.mark.parametrize("players", [2, 4])
def test_what_lies_as_far_away_is_as_far_away_however_the_camera_is_tilted(card, tilt, players):
    rng = np.random.default_rng(3)
    view = look_at_table(WIDTH, HEIGHT, WIDTH / 1060, tilt, 0.0, 0.95)
    cards = np.concatenate([played(view, card, players, rng) for _ in range(2)])
    plane = tilted_plane(cards, 95.0, (WIDTH, HEIGHT))
    assert plane is not None
    far, near, left, right = transform(plane, view.project(np.array([FURTHER, NEARER, LEFT, RIGHT])))
    along, across = np.linalg.norm(near - far), np.linalg.norm(right - left)
    assert along / across == pytest.approx(1.0, abs=0.1)
    as_seen = view.project(np.array([FURTHER, NEARER, LEFT, RIGHT]))
    assert np.linalg.norm(as_seen[1] - as_seen[0]) < 0.95 * np.linalg.norm(as_seen[3] - as_seen[2])


@pytest.mark.parametrize("card", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("off", [0.005, 0.02])
def test_cards_of_any_shape_under_a_camera_that_looks_straight_down_tell_of_no_tilt(card, players, off):
    for seed in range(5):
        rng = np.random.default_rng(seed)
        view = look_at_table(WIDTH, HEIGHT, WIDTH / 1060, 0.0, 0.0, rng.uniform(0.8, 1.2))
        assert tilted_plane(played(view, card, players, rng, off), 95.0, (WIDTH, HEIGHT)) is None


def test_boxes_that_are_of_no_cards_on_one_table_tell_nothing():
    rng = np.random.default_rng(9)
    view = look_at_table(WIDTH, HEIGHT, WIDTH / 1060, 0.6)
    shapes = np.stack([view.project(card_corners(60 * i, 0, i, 40 + 50 * i, 120 - 20 * i)) for i in range(5)])
    assert tilted_plane(shapes.astype(np.float32), 95.0, (WIDTH, HEIGHT)) is None
    held = played(view, (61, 95), 4, rng)
    wrong = held.mean(axis=1, keepdims=True) + (held - held.mean(axis=1, keepdims=True)) * [
        [[0.7]],
        [[1.4]],
        [[1.0]],
        [[2.0]],
    ]
    assert tilted_plane(wrong.astype(np.float32), 95.0, (WIDTH, HEIGHT)) is None


@settings(max_examples=40, deadline=None)
@given(
    arrays.arrays(
        np.float32, st.tuples(st.integers(2, 6), st.just(4), st.just(2)), elements=st.floats(0, 1280, width=32)
    )
)
def test_whatever_the_boxes_are_there_is_a_table_or_none(corners):
    plane = tilted_plane(corners, 95.0, (WIDTH, HEIGHT))
    assert plane is None or (np.isfinite(plane).all() and abs(np.linalg.det(plane)) > 0)
