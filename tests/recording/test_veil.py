"""Blurring what lies outside the table."""

from dataclasses import replace

import numpy as np
import pytest

from companion.recording.film import FilmWriter
from companion.recording.looks import Look
from companion.recording.playback import Pictures
from companion.recording.veil import Veil, Veils
from companion.vision.types import SeenCard

NOISE = np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8)


def look(*places):
    cards = tuple(
        SeenCard(np.array([[x, y], [x + 30, y], [x + 30, y + 45], [x, y + 45]], np.float32), True, 0.9, ())
        for x, y in places
    )
    return Look(0.0, (640, 360), cards, tuple(range(len(cards))))


def test_before_the_first_card_nothing_is_shown():
    assert Veil().over(NOISE).std() < NOISE.std() / 4


def test_cards_and_what_lies_between_them_stay_clear():
    veil = Veil([look((200, 100), (400, 200)), look((200, 100), (400, 200))])
    shown = veil.over(NOISE)
    assert (shown[100:145, 200:230] == NOISE[100:145, 200:230]).all()
    assert (shown[170:180, 310:320] == NOISE[170:180, 310:320]).all()
    for corner in (shown[:40, :100], shown[-40:, -100:]):
        assert corner.std() < NOISE.std() / 4
    for _ in range(2):
        veil.note(look((10, 10)))
    assert (veil.over(NOISE)[10:55, 10:40] == NOISE[10:55, 10:40]).all()


def test_a_card_that_somebody_holds_up_uncovers_nothing():
    veil = Veil([look((10 * step, 10 * step)) for step in range(20)])
    assert veil.over(NOISE).std() < NOISE.std() / 4


@pytest.mark.parametrize("shape", [(90, 160, 3), (1, 1, 3), (2000, 30, 3)])
def test_any_size_of_picture_will_do(shape):
    image = np.zeros(shape, np.uint8)
    assert Veil([look((0, 0)), look((0, 0))]).over(image).shape == shape


def test_before_another_camera_all_is_blurred_until_cards_lie_there():
    veil = Veil([look((200, 100), (400, 200)), look((200, 100), (400, 200))])
    assert (veil.over(NOISE)[170:180, 310:320] == NOISE[170:180, 310:320]).all()
    turned = np.ascontiguousarray(np.rot90(NOISE))
    assert (veil.over(turned) == Veil().over(turned)).all()
    veil.note(replace(look((100, 100)), size=NOISE.shape[:2]))
    assert (veil.over(turned) == Veil().over(turned)).all()


def test_where_cards_lay_before_one_camera_people_sit_before_another_and_stay_blurred(tmp_path):
    parts = {"video.mkv": (0.0, 1.0), "video-2.mkv": (10.0, 11.0)}
    for name, times in parts.items():
        film = FilmWriter(tmp_path / name, 640, 360)
        for time in times:
            film.add(NOISE, time)
        film.close()
    seen = {0.0: (60, 60), 1.0: (60, 60), 10.0: (500, 200), 11.0: (500, 200)}
    looks = [replace(look(place), time=time) for time, place in seen.items()]

    def is_clear(veils, time, place):
        x, y = place
        area = slice(y, y + 45), slice(x, x + 30)
        return bool((veils.over(NOISE, time)[area] == NOISE[area]).all())

    with Pictures([tmp_path / name for name in parts]) as pictures:
        veils = Veils(looks, pictures)
        assert [is_clear(veils, time, (60, 60)) for time in (0.0, 1.0, 10.0, 11.0)] == [True, True, False, False]
        assert [is_clear(veils, time, (500, 200)) for time in (0.0, 1.0, 10.0, 11.0)] == [False, False, True, True]
    with Pictures([tmp_path / "video-2.mkv"]) as pictures:
        assert not is_clear(Veils(looks, pictures), 10.0, (60, 60))
