"""The camera check: each fault is named when there is one, and only then."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.artwork import deck_art
from companion.artwork.raster import rasterise
from companion.language import language
from companion.vision.sources.pictures import read_picture
from companion.vision.tabletop.check import ALL_GOOD, CHECKS, NO_CARDS, CameraCheck, Check

PHOTOS = Path(__file__).parents[4] / "shared" / "photos" / "french-table"
CARD = (76, 110)


def laid(codes=("5C", "8H", "KD", "2S"), size=CARD):
    """A table with cards and their corners."""
    art = deck_art("french52")
    table = np.full((480, 720, 3), (60, 90, 50), np.uint8)
    corners = []
    for number, code in enumerate(codes):
        face = cv2.resize(rasterise(art.svg(code), 440), size, interpolation=cv2.INTER_AREA)
        x, y = 60 + number * 160, 150 + number * 20
        alpha = face[..., 3:].astype(np.float32) / 255
        part = table[y : y + size[1], x : x + size[0]]
        part[:] = (0.8 * face[..., :3] * alpha + part * (1 - alpha)).astype(np.uint8)
        corners.append(np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32) + (x, y))
    return cv2.GaussianBlur(table, (0, 0), 0.6), corners


def blurred(image):
    return cv2.GaussianBlur(image, (0, 0), 3.0)


def dark(image):
    return (image * 0.15).astype(np.uint8)


def burnt(image):
    return np.clip(image.astype(float) * 2.5, 0, 255).astype(np.uint8)


def veiled(image):
    return np.clip(image * 0.08 + 200, 0, 255).astype(np.uint8)


def shining(image):
    spot = np.zeros(image.shape[:2], np.float32)
    cv2.circle(spot, (98, 205), 34, 1.0, -1)
    return np.clip(image + 200 * cv2.GaussianBlur(spot, (0, 0), 6)[..., None], 0, 255).astype(np.uint8)


def report(image, corners):
    check = CameraCheck()
    check.look(image, corners)
    return check.report()


def complaints(found):
    return {finding.check.key for finding in found.findings if finding.grade != "good"}


def test_a_good_picture_is_praised():
    found = report(*laid())
    assert (found.cards, found.grade, complaints(found)) == (4, "good", set())
    assert found.advice() == [ALL_GOOD]


@pytest.mark.parametrize(
    ("spoil", "key"),
    [(blurred, "focus"), (dark, "light"), (burnt, "exposure"), (veiled, "contrast"), (shining, "glare")],
)
def test_each_fault_is_named(spoil, key):
    image, corners = laid()
    found = report(spoil(image), corners)
    assert key in complaints(found)
    assert any(check.advice in found.advice() for check in CHECKS if check.key == key)
    assert ALL_GOOD not in found.advice()


def test_small_cards_are_small_and_not_out_of_focus():
    found = report(*laid(size=(28, 40)))
    assert complaints(found) == {"size"}
    assert found.grade == "poor"


def test_without_cards_it_asks_for_some():
    found = report(np.full((480, 720, 3), 90, np.uint8), [])
    assert found.grade == "poor"
    assert found.advice() == [NO_CARDS]
    assert CameraCheck().report().advice() == [NO_CARDS]


def test_the_report_follows_what_people_change():
    image, corners = laid()
    check = CameraCheck()
    for _ in range(5):
        check.look(dark(image), corners)
    assert check.report().grade == "poor"
    for _ in range(12):
        check.look(image, corners)
    assert check.report().grade == "good"


def test_a_shaking_camera_and_a_slow_one_are_named():
    image, corners = laid()
    rng = np.random.default_rng(1)
    for shake, every, expected in ((0, 0.04, set()), (6, 0.04, {"shake"}), (0, 0.4, {"rate"})):
        check = CameraCheck()
        check.look(image, corners)
        for number in range(12):
            moved = np.roll(image, rng.integers(-shake, shake + 1, 2), axis=(0, 1))
            noisy = np.clip(moved + rng.normal(0, 3, moved.shape), 0, 255).astype(np.uint8)
            check.frame(noisy, number * every, number)
        assert complaints(check.report()) == expected


def test_a_slow_computer_is_no_slow_camera():
    image, corners = laid()
    check = CameraCheck()
    check.look(image, corners)
    for index in (0, 1, 2, 30, 31, 32, 60, 61, 62):
        check.frame(image, index / 25, index)
    assert "rate" not in complaints(check.report())


def test_a_hand_that_moves_is_no_shaking():
    image, _ = laid()
    check = CameraCheck()
    for number in range(12):
        seen = image.copy()
        cv2.circle(seen, (60 + 50 * number, 300), 60, (120, 150, 210), -1)
        check.frame(seen, number * 0.04, number)
    assert "shake" not in complaints(check.report())


def test_limits_may_run_either_way():
    more = Check("a", "A", 80, 50, "x")
    assert [more.grade(value) for value in (90, 60, 40)] == ["good", "fair", "poor"]
    less = Check("b", "B", 0.1, 0.4, "x")
    assert [less.grade(value) for value in (0.05, 0.2, 0.5)] == ["good", "fair", "poor"]


@pytest.mark.parametrize("code", ["es", "fr"])
def test_advice_comes_in_the_language_asked_for(code):
    image, corners = laid()
    spoken = report(dark(image), corners).advice(language(code))
    assert spoken
    assert not {check.advice for check in CHECKS} & set(spoken)


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the folder of photographs is not here")
def test_photographs_that_people_took_are_mostly_good_and_their_blurred_copies_are_not():
    items = json.loads((PHOTOS / "labels.json").read_text("utf-8"))["fit"][::20]
    good = poor = 0
    for item in items:
        image = read_picture(PHOTOS / "fit" / item["file"])
        boxes = [card["box"] for card in item["cards"] if card.get("box")]
        corners = [np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32) for x0, y0, x1, y1 in boxes]
        good += report(image, corners).grade != "poor"
        spoilt = report(cv2.GaussianBlur(image, (0, 0), 9), corners)
        poor += "focus" in complaints(spoilt)
    assert good >= 0.8 * len(items)
    assert poor >= 0.8 * len(items)
