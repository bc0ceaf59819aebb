"""Cards that lie still are seen better in several frames than in any one of them."""

import cv2
import numpy as np
import pytest
from gallery_fakes import picture_of

from companion.artwork import deck_art
from companion.vision.exposure import Exposure
from companion.vision.reader import Reader
from companion.vision.remembering import RememberingReader

NOISE = 30.0


def frame(image, seed, noise=NOISE):
    rng = np.random.default_rng(seed)
    return np.clip(image + rng.normal(0, noise, image.shape), 0, 255).astype(np.uint8)


def exposure_of(image, corners, count=6, take=frame):
    """Return an exposure after so many noisy frames."""
    exposure = Exposure()
    for seed in range(count):
        now = take(image, seed)
        exposure.develop(now, corners)
        exposure.keep(now, corners)
    return exposure


def exposed(image, corners, count):
    """Return what an exposure shows of the last of so many noisy frames, and that frame."""
    last = frame(image, count - 1)
    return exposure_of(image, corners, count - 1).develop(last, corners), last


def off(picture, image, corners):
    """Return how far a picture is from another on the cards, levels."""
    (left, top), (right, bottom) = corners.min(axis=(0, 1)).astype(int), corners.max(axis=(0, 1)).astype(int)
    part = slice(top, bottom), slice(left, right)
    return float(np.abs(picture[part].astype(float) - image[part]).mean())


def test_noise_vanishes_from_cards_that_lie_still():
    image, corners = picture_of("AS", "KH")
    shown, last = exposed(image, corners, 10)
    for quad in corners:
        assert off(shown, image, quad[None]) < 0.45 * off(last, image, quad[None])


def test_what_is_in_the_picture_beside_the_cards_stays_as_it_is_now():
    image, corners = picture_of("AS", "KH", "7D")
    shown, last = exposed(image, corners[:1], 6)
    assert np.array_equal(shown[:, 250:], last[:, 250:])


def test_what_is_laid_beside_a_slanting_card_is_shown_as_it_is_now():
    image, _ = picture_of("AS", "KH")
    middle, half = np.array([image.shape[1] / 2, image.shape[0] / 2]), np.array([30.0, 45.0])
    slant = np.float32([[0.8, -0.6], [0.6, 0.8]])
    upright = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    quad = np.asarray(upright @ slant.T + middle, np.float32)[None]
    exposure = exposure_of(image, quad)
    # In the corner of the card's upright rectangle, where the card is not.
    place = quad[0].min(axis=0).astype(int) + 2
    later = image.copy()
    later[place[1] - 4 : place[1] + 4, place[0] - 4 : place[0] + 4] = (10, 200, 10)
    shown = exposure.develop(later, quad)
    assert shown is not later
    assert np.array_equal(shown[place[1], place[0]], later[place[1], place[0]])


def test_the_first_frame_is_shown_as_it_is():
    image, corners = picture_of("AS")
    shown, last = exposed(image, corners, 1)
    assert shown is last


def test_another_card_in_the_same_place_leaves_nothing_of_the_one_before():
    image, corners = picture_of("AS")
    exposure = exposure_of(image, corners)
    other, _ = picture_of("7D")
    now = frame(other, 50)
    assert np.array_equal(exposure.develop(now, corners), now)


def test_another_card_is_noticed_in_the_dark_as_well():
    image, corners = picture_of("AS")
    exposure = exposure_of(image * 0.35, corners, 8, grainy)
    other, _ = picture_of("7D")
    now = grainy(other * 0.35, 50)
    assert np.array_equal(exposure.develop(now, corners), now)


@pytest.mark.parametrize("light", [0.12, 0.25])
@pytest.mark.parametrize(("code", "other"), [("5-swords", "5-clubs"), ("8-cups", "9-cups"), ("2-coins", "3-coins")])
def test_a_card_that_is_exchanged_for_one_much_like_it_is_noticed_in_dim_light(code, other, light):
    exposure = exposure_of(*on_a_table(code, light), 8, dim)
    now, corners = on_a_table(other, light)
    now = dim(now, 50)
    assert np.array_equal(exposure.develop(now, corners), now)


@pytest.mark.parametrize("light", [0.12, 0.25])
def test_a_card_in_dim_light_stays_what_it_is(light):
    table, corners = on_a_table("5-swords", light)
    exposure = exposure_of(table, corners, 8, dim)
    assert not np.array_equal(exposure.develop(dim(table, 50), corners), dim(table, 50))


def test_a_hand_over_a_corner_is_seen_at_once():
    image, corners = picture_of("AS")
    exposure = exposure_of(image, corners)
    image[20:70, 30:80] = (90, 120, 190)
    now = frame(image, 50)
    assert np.array_equal(exposure.develop(now, corners), now)


def test_a_picture_that_moves_is_not_blurred():
    image, corners = picture_of("AS")
    exposure = exposure_of(image, corners)
    moved = np.roll(image, 4, axis=1)
    now = frame(moved, 50)
    assert np.array_equal(exposure.develop(now, corners), now)


def test_a_card_half_off_the_picture_and_one_quite_outside():
    image, corners = picture_of("AS")
    for shift in (-60, -100, -1000):
        shown, last = exposed(image, corners + (0, shift), 4)
        assert shown.shape == last.shape


def on_a_table(code, light):
    card = deck_art("spanish48").image(code, 90)[..., :3]
    height, width = card.shape[:2]
    table = np.full((height + 60, width + 60, 3), (60, 80, 60), np.uint8)
    table[30 : 30 + height, 30 : 30 + width] = card
    corners = np.array([[[30, 30], [30 + width, 30], [30 + width, 30 + height], [30, 30 + height]]], np.float32)
    return table * light, corners


def dim(image, seed):
    """A frame of a camera in dim light."""
    return frame(image, seed, 5.0)


def grainy(image, seed):
    """A frame of a camera in the dark: coarse grains."""
    height, width = image.shape[:2]
    grains = np.random.default_rng(seed).normal(0, 60.0, (height // 2, width // 2, 3)).astype(np.float32)
    return np.clip(image + cv2.resize(grains, (width, height)), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("code", ["11-swords", "12-coins"])
def test_a_card_that_no_frame_shows_well_is_read(code):
    card = deck_art("spanish48").image(code, 150)[..., :3]
    table = np.full((360, 480, 3), (60, 80, 60), np.uint8)
    height, width = card.shape[:2]
    table[100 : 100 + height, 180 : 180 + width] = card
    dark = table * 0.3
    quad = np.array([[[180, 100], [180 + width, 100], [180 + width, 100 + height], [180, 100 + height]]], np.float32)
    plain = Reader.shipped()
    watching = RememberingReader(plain)
    place = plain.read(table, quad, "spanish48").codes.index(code)
    alone, together = [], []
    for seed in range(12):
        now = grainy(dark, seed)
        alone.append(float(plain.read(now, quad, "spanish48").probabilities[0, place]))
        together.append(float(watching.read(now, quad, "spanish48").probabilities[0, place]))
    assert np.median(alone) < 0.5
    assert np.median(together[4:]) > 0.95
