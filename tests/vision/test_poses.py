"""Where covered cards lie, by the size that all cards of a table have."""

from itertools import combinations
from math import dist

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.vision.outliner import MARGIN, Outlines
from companion.vision.poses import settled

SIZE = (1280, 720)
_FOCAL = 0.95 * SIZE[0]
_CARD = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])


def seen_from(tilt, places, card=_CARD):
    """Return (N, 4, 2) pixels of cards at (x, y, turned) on a table, millimetres and radians, 800 mm from a camera."""
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    quads = []
    for x, y, angle in places:
        flat = card @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + (x, y)
        points = np.column_stack([flat, np.zeros(4)]) @ turn.T + (0, 0, 800)
        quads.append(points[:, :2] / points[:, 2:] * _FOCAL + np.array(SIZE) / 2)
    return np.array(quads)


def outlines(quads, doubt=0.004):
    """Return what is seen of cards: exactly where they are, in cut-outs that begin a margin outside their boxes."""
    matrices = []
    for quad in quads:
        low, high = quad.min(axis=0), quad.max(axis=0)
        size = (high - low) * (1 + 2 * MARGIN)
        start = low - (high - low) * MARGIN
        matrices.append(
            np.array([[1 / size[0], 0, -start[0] / size[0]], [0, 1 / size[1], -start[1] / size[1]], [0, 0, 1]])
        )
    given = Outlines(np.zeros((len(quads), 4, 2)), np.full((len(quads), 4, 2), doubt), np.stack(matrices))
    return Outlines(given.cut(np.asarray(quads)), given.doubts, given.matrices)


def off(quads, others):
    """Return how far corners lie from others, as parts of a card's height: (N,)."""
    return np.linalg.norm(quads - others, axis=2).mean(axis=1) / np.linalg.norm(others[:, 3] - others[:, 0], axis=1)


COLUMN = [(0, -60, 0.02), (3, -30, -0.03), (-2, 0, 0.01), (1, 30, 0.05)]


def test_a_box_that_ends_too_early_gets_the_length_of_the_others_where_its_end_is_in_doubt():
    truth = seen_from(0.4, COLUMN)
    seen = outlines(truth)
    short = truth.copy()
    short[1, 2:] = short[1, [1, 0]] + 0.78 * (short[1, 2:] - short[1, [1, 0]])
    seen.corners[1] = seen.cut(short)[1]
    seen.doubts[1, 2:] = 0.2
    assert off(short, truth)[1] > 0.1
    moved = settled(seen, SIZE)
    assert off(moved, truth)[1] < 0.02
    assert off(moved, truth)[[0, 2, 3]].max() < 0.01, "what is sure stays"


def test_a_card_that_is_surely_of_another_size_stays_as_it_is_seen():
    truth = seen_from(0.4, COLUMN)
    truth[2] = truth[2].mean(axis=0) + 1.3 * (truth[2] - truth[2].mean(axis=0))
    moved = settled(outlines(truth, doubt=0.003), SIZE)
    assert off(moved, truth).max() < 0.02


def test_one_card_alone_stays_as_it_is_seen():
    truth = seen_from(0.2, [(40, 20, 0.7)])
    assert np.allclose(settled(outlines(truth, doubt=0.1), SIZE), truth)


def test_cards_that_agree_in_nothing_stay_as_they_are_seen():
    truth = np.array(
        [[[100, 100], [400, 90], [420, 130], [110, 150]], [[600, 200], [640, 210], [700, 600], [560, 500]]], float
    )
    assert np.allclose(settled(outlines(truth, doubt=0.2), SIZE), truth, atol=0.5)


@settings(deadline=None, max_examples=25)
@given(
    tilt=st.floats(0, 0.8),
    places=st.lists(st.tuples(st.floats(-120, 120), st.floats(-80, 80), st.floats(0, 6)), min_size=4, max_size=7),
    which=st.integers(0, 3),
    moved=st.tuples(st.floats(-0.06, 0.06), st.floats(-0.06, 0.06)),
)
def test_a_corner_in_doubt_goes_nearer_to_where_it_must_be(tilt, places, which, moved):
    # Cards that all lie in one place say little of the camera.
    assume(all(dist(one[:2], other[:2]) > 15 for one, other in combinations(places, 2)))
    truth = seen_from(tilt, places)
    seen = outlines(truth)
    seen.corners[0, which] += moved
    seen.doubts[0, which] = 0.1
    before = off(seen.seen(seen.corners), truth)[0]
    assert off(settled(seen, SIZE), truth)[0] <= max(0.35 * before, 0.012)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.lists(st.tuples(st.floats(-3000, 3000), st.floats(-3000, 3000)), min_size=4, max_size=4),
        min_size=2,
        max_size=5,
    ),
    st.floats(0.001, 1),
)
def test_whatever_is_seen_comes_back_as_corners(quads, doubt):
    seen = np.array(quads) * 0.3
    parts = Outlines(seen / 100, np.full(seen.shape, doubt), np.tile(np.diag([0.01, 0.01, 1.0]), (len(seen), 1, 1)))
    assert np.isfinite(settled(parts, SIZE)).all()


@pytest.mark.parametrize("count", [1, 2, 5])
def test_places_in_cut_outs_and_in_the_picture_are_the_same_both_ways(count):
    quads = seen_from(0.3, COLUMN[:1] * count)
    seen = outlines(quads)
    assert np.allclose(seen.seen(seen.corners), quads)
