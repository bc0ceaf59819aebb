import cv2
import numpy as np

from companion.cards import DECKS
from companion.synth.closeup import contact_sheet, render_closeup
from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH

SOURCES = Sources({"spanish48": [ProductDesign("spanish48")]}, {"spanish48": 1.0}, None)


def closeups(count: int):
    return [render_closeup(np.random.default_rng(seed), SOURCES) for seed in range(count)]


def test_crops_have_the_readers_size_and_codes_of_the_deck():
    for closeup in closeups(30):
        assert closeup.crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
        assert closeup.code is None or closeup.code in DECKS["spanish48"].codes


def test_the_same_seed_gives_the_same_crop():
    first, second = (render_closeup(np.random.default_rng(11), SOURCES) for _ in range(2))
    assert np.array_equal(first.crop, second.crop)
    assert (first.code, first.turned) == (second.code, second.turned)


def test_some_crops_show_nothing_to_read_and_cards_lie_both_ways_up():
    made = closeups(60)
    assert 0 < sum(closeup.code is None for closeup in made) < 30
    assert 10 < sum(closeup.turned for closeup in made) < 50


def grain(closeup):
    """How rough a picture still is when it is made half as large: noise of single pixels is mostly gone then."""
    half = cv2.resize(
        cv2.cvtColor(closeup.picture, cv2.COLOR_BGR2GRAY), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA
    )
    return np.median(np.abs(cv2.Laplacian(half, cv2.CV_64F)))


def test_a_part_of_the_crops_is_as_grainy_as_a_dark_room_makes_them():
    # Of the same pictures in the light 6 are: their tables have patterns.
    assert 12 <= sum(grain(closeup) > 25 for closeup in closeups(60)) <= 30


def test_a_contact_sheet_holds_every_crop():
    sheet = contact_sheet([closeup.crop for closeup in closeups(5)], 3)
    assert sheet.shape == (2 * CROP_HEIGHT, 3 * CROP_WIDTH, 3)
