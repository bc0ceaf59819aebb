"""The gate before the models."""

import numpy as np
import pytest

from companion.table.motion import MotionGate

RNG = np.random.default_rng(1)
TABLE = np.full((540, 960, 3), (60, 90, 40), np.uint8)


def noisy(image):
    return np.clip(image + RNG.normal(0, 3, image.shape), 0, 255).astype(np.uint8)


@pytest.fixture
def gate():
    started = MotionGate()
    assert started.has_changed(TABLE)
    started.looked_at(noisy(TABLE))
    return started


def test_noise_is_no_motion(gate):
    assert not any(gate.has_changed(noisy(TABLE)) for _ in range(10))


def test_a_lamp_that_gets_brighter_is_no_motion(gate):
    assert not gate.has_changed(np.clip(TABLE.astype(int) + 12, 0, 255).astype(np.uint8))


def test_a_card_is_motion(gate):
    card = TABLE.copy()
    card[200:290, 300:360] = 230
    assert gate.has_changed(noisy(card))


def test_what_was_looked_at_is_what_counts(gate):
    card = TABLE.copy()
    card[200:290, 300:360] = 230
    gate.looked_at(card)
    assert not gate.has_changed(noisy(card))
    assert gate.has_changed(TABLE)


def test_another_size_is_a_change(gate):
    assert gate.has_changed(TABLE[:400])
