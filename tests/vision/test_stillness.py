"""Which frames of a source are worth looking at while cards are laid out."""

import numpy as np
import pytest

from companion.vision.sources.base import DamagedPictureError
from companion.vision.stillness import still_frames
from companion.vision.types import Frame

BARE, CARD, CARDS = 0, 1, 2


def scene(cards, noise):
    image = np.full((180, 320, 3), 80, np.uint8)
    for place in range(cards):
        image[40:140, 40 + 100 * place : 110 + 100 * place] = 230
    return np.clip(image + np.random.default_rng(noise).normal(0, 3, image.shape), 0, 255).astype(np.uint8)


class Source:
    """Shows scenes for half a second each; None is a hand that moves through the picture, an error a broken frame."""

    def __init__(self, *scenes):
        self.items = []
        for time, what in enumerate(scenes):
            if isinstance(what, Exception):
                self.items.append(what)
                continue
            image = scene(what or 0, time)
            if what is None:
                image[:, 30 * (time % 9) : 30 * (time % 9) + 60] = 150
            self.items.append(Frame(image, time * 0.5, time))

    def read(self):
        item = self.items.pop(0) if self.items else None
        if isinstance(item, Exception):
            raise item
        return item


def times(*scenes, seconds=None):
    return [frame.time for frame in still_frames(Source(*scenes), seconds)]


def test_a_scene_is_shown_once_when_nothing_moves_any_more():
    assert times(CARD, CARD, CARD, CARD) == [0.5]


def test_the_next_card_is_another_scene():
    assert times(CARD, CARD, None, None, CARDS, CARDS, CARDS) == [0.5, 2.5]


def test_while_something_moves_nothing_is_shown():
    assert times(None, None, None, None) == []


def test_the_only_frame_of_a_file_is_shown():
    assert times(CARD) == [0.0]


def test_broken_frames_are_passed_over():
    assert times(CARD, DamagedPictureError("broken"), CARD) == [1.0]


@pytest.mark.parametrize(("seconds", "shown"), [(0.2, []), (0.5, [0.5])])
def test_a_camera_is_watched_for_so_long(seconds, shown):
    assert times(CARD, CARD, CARD, seconds=seconds) == shown


def test_a_small_card_exchanged_for_another_at_its_place_is_another_scene():
    def table(spots, noise):
        image = np.full((1080, 1920, 3), 80, np.uint8)
        image[400:570, 900:1010] = 230
        for y, x in spots:
            image[y : y + 34, x : x + 34] = 60
        return np.clip(image + np.random.default_rng(noise).normal(0, 3, image.shape), 0, 255).astype(np.uint8)

    two, four = ((420, 938), (512, 938)), tuple((y, x) for y in (415, 520) for x in (908, 968))
    source = Source()
    source.items = [Frame(table(spots, k), k * 0.5, k) for k, spots in enumerate((two, two, four, four, four))]
    assert [frame.time for frame in still_frames(source)] == [0.5, 1.5]
