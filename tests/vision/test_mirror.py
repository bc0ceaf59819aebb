"""A mirrored picture is noticed over several cards, turned round once, and a true one is never turned."""

import cv2
import numpy as np
import pytest

from companion.artwork import deck_art
from companion.artwork.raster import rasterise
from companion.cards import FRENCH52
from companion.vision.capture import Capture
from companion.vision.eyes import ModelEyes
from companion.vision.handover import SourceEvent
from companion.vision.mirror import MirrorWatch, TrueEyes
from companion.vision.orientation import Orientation
from companion.vision.sources.base import Source
from companion.vision.types import Frame, Readings, SeenCard

CODES = FRENCH52.codes
HEIGHT, WIDTH = 160, 112


class MirrorReader:
    """Reads cards from a picture whose first pixel numbers them; surer of true cards than of mirrored ones."""

    def __init__(self, true=0.97, mirrored=0.6, mirrors=False):
        self.sure = {False: true, True: mirrored}
        self.mirrors = mirrors
        self.calls = 0

    def read(self, image, corners, *_):
        self.calls += 1
        rows = np.zeros((len(corners), len(CODES)), np.float32)
        for row, quad in enumerate(corners):
            across, down = quad[1] - quad[0], quad[3] - quad[0]
            looks_mirrored = (across[0] * down[1] - across[1] * down[0] < 0) != self.mirrors
            rows[row, int(image[0, 0, 0])] = self.sure[looks_mirrored]
        zeros = np.zeros(len(corners), np.float32)
        return Readings(CODES, rows, zeros, zeros)


def card(face_up=True, found=0.9):
    corners = np.array([[10, 10], [122, 10], [122, 170], [10, 170]], np.float32)
    return SeenCard(corners, face_up, found, ())


def picture(number):
    return np.full((200, 140, 3), number, np.uint8)


@pytest.mark.parametrize("mirrors", [False, True])
def test_several_cards_settle_it(mirrors):
    watch = MirrorWatch(MirrorReader(mirrors=mirrors))
    looks = 0
    while watch.look(picture(looks), [card()], "french52") is None:
        looks += 1
    assert watch.mirrored is mirrors
    assert looks >= 2  # more than two cards
    assert looks < 25


def test_one_card_settles_nothing_however_long_it_lies():
    watch = MirrorWatch(MirrorReader(mirrors=True))
    for _ in range(50):
        assert watch.look(picture(7), [card()], "french52") is None


def test_cards_that_look_the_same_in_a_mirror_tell_nothing():
    watch = MirrorWatch(MirrorReader(true=0.9, mirrored=0.9, mirrors=True))
    looks = [watch.look(picture(number), [card()], "french52") for number in range(52)]
    assert looks[:20] == [None] * 20
    assert looks[-1] is False  # so the picture is taken as it is, and not asked about for ever


def test_backs_and_doubtful_boxes_are_not_asked():
    reader = MirrorReader()
    MirrorWatch(reader).look(picture(0), [card(face_up=False), card(found=0.2)], "french52")
    assert reader.calls == 0


def test_once_settled_it_costs_nothing_and_stays():
    reader = MirrorReader()
    watch = MirrorWatch(reader)
    for number in range(20):
        watch.look(picture(number), [card()], "french52")
    assert watch.mirrored is False
    calls = reader.calls
    reader.mirrors = True
    assert watch.look(picture(30), [card()], "french52") is False
    assert reader.calls == calls
    watch.restart()
    assert watch.mirrored is None


class OneCardEyes:
    waits = False

    def __init__(self):
        self.images = []

    def look(self, image, *_):
        self.images.append(image)
        return [card()]


def test_the_source_is_turned_round_once_and_the_settling_picture_is_seen_true():
    eyes, turns = OneCardEyes(), []
    true_eyes = TrueEyes(eyes, MirrorReader(mirrors=True), lambda: turns.append(len(eyes.images)))
    for number in range(30):
        image = picture(number)
        image[:, 100:] = 255
        true_eyes.look(image, "french52")
    (settled,) = turns
    assert (eyes.images[settled][:, :40] == 255).all()  # the mirror image of the picture that settled it
    assert len(eyes.images) == 31


class Numbers(Source):
    name, is_live = "front camera", False

    def __init__(self, count):
        self.count, self.at = count, 0

    def read(self):
        if self.at == self.count:
            return None
        self.at += 1
        image = np.zeros((4, 6, 3), np.uint8)
        image[0, 0] = self.at
        return Frame(image, self.at / 10, self.at - 1)

    def close(self):
        self.at = self.count


def test_a_capture_turned_round_hands_out_true_pictures():
    taped = []
    with Capture(Numbers(6), speed="max") as capture:
        capture.tap(lambda frame: taped.append(frame.image))
        items = []
        for item in capture:
            items.append(item)
            if isinstance(item, Frame) and item.index == 2:
                capture.turn_round()
    frames = [item for item in items if isinstance(item, Frame)]
    assert [bool(frame.image[0, 0].any()) for frame in frames] == [True] * 3 + [False] * 3
    assert [int(frame.image[0, 5, 0]) for frame in frames[3:]] == [4, 5, 6]
    # There were pictures all the time.
    assert [item.state for item in items if isinstance(item, SourceEvent)] == ["opened", "ended"]
    assert capture.orientation == Orientation(mirrored=True)
    assert not taped[-1][0, 0].any()  # a recorder sees true pictures too


def test_a_capture_turns_pictures_as_a_calibration_says():
    with Capture(Numbers(1), speed="max", orientation=Orientation(turned=90)) as capture:
        frame = next(item for item in capture if isinstance(item, Frame))
    assert frame.image.shape == (6, 4, 3)
    assert frame.image[0, 3].any()


@pytest.fixture(scope="module")
def drawn_table():
    """Ten cards of the project's own deck side by side."""
    art = deck_art("french52")
    table = np.full((720, 1280, 3), (60, 90, 50), np.uint8)
    rng = np.random.default_rng(3)
    for number, code in enumerate(["2S", "7H", "KD", "5C", "QS", "4H", "JC", "6D", "9S", "3C"]):
        face = rasterise(art.svg(code), 210)
        x, y = 60 + number % 5 * 240 + int(rng.integers(30)), 90 + number // 5 * 320
        alpha = face[..., 3:].astype(np.float32) / 255
        part = table[y : y + face.shape[0], x : x + face.shape[1]]
        part[:] = (face[..., :3] * alpha + part * (1 - alpha)).astype(np.uint8)
    return cv2.GaussianBlur(table, (0, 0), 0.8)


@pytest.mark.parametrize("mirrors", [False, True])
def test_the_shipped_models_tell_a_mirrored_table_from_a_true_one(drawn_table, mirrors):
    eyes = ModelEyes.shipped()
    image = np.ascontiguousarray(drawn_table[:, ::-1]) if mirrors else drawn_table
    watch = MirrorWatch(eyes.reader)
    seen = eyes.look(image, "french52")
    for first in range(0, len(seen), 3):
        watch.look(image, seen[first : first + 3], "french52")
    assert watch.mirrored is mirrors
