"""What the finder's network gets to see of a picture."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.finder import Finder, shrink
from companion.vision.types import Detections


@pytest.fixture(scope="module")
def finder():
    return Finder.shipped()


def test_a_picture_shrunk_by_halves_shows_the_same():
    ramp = np.tile(np.linspace(0, 255, 640).astype(np.uint8)[None, :, None], (480, 1, 3))
    small = shrink(ramp, 150, 112)
    assert small.shape == (112, 150, 3)
    expected = np.linspace(0, 255, 150)
    assert np.abs(small[50, :, 0] - expected).max() < 4


@settings(max_examples=20)
@given(st.integers(1, 700), st.integers(1, 500))
def test_any_size_can_be_asked_for(width, height):
    image = np.full((481, 641, 3), 77, np.uint8)
    small = shrink(image, width, height)
    assert small.shape == (height, width, 3)
    assert (small == 77).all()


@pytest.mark.parametrize("card_height", [None, 40.0, 110.0, 300.0, 2000.0])
def test_the_network_gets_whole_strides(finder, card_height):
    batch = finder.prepared(np.zeros((270, 480, 3), np.uint8), card_height)
    assert batch.shape[:2] == (1, 3)
    assert batch.shape[2] % 32 == batch.shape[3] % 32 == 0
    assert 320 <= batch.shape[3] <= 960


@pytest.mark.parametrize("size", [(1, 1), (12, 900), (900, 12), (64, 64)])
@pytest.mark.parametrize("card_height", [None, 30.0])
def test_a_picture_of_any_shape_can_be_looked_at(finder, size, card_height):
    assert len(finder.find(np.full((*size, 3), 90, np.uint8), card_height)) == 0


def test_larger_cards_are_looked_for_in_a_smaller_picture(finder):
    image = np.zeros((1080, 1920, 3), np.uint8)
    areas = [finder.prepared(image, height)[0, 0].size for height in (80.0, 120.0, 200.0)]
    assert areas == sorted(areas, reverse=True)
    assert areas[0] > areas[-1]


def test_a_picture_is_made_a_little_smaller_rather_than_padded(finder):
    image = np.full((1080, 1920, 3), 255, np.uint8)

    batch = finder.prepared(image, 148.0)

    assert batch.min() == 1.0  # no grey
    assert batch.shape[2:] == (288, 512)


def test_what_fills_the_networks_picture_fills_the_cameras(finder, monkeypatch):
    """Middles of pixels are whole numbers: from edge to edge a picture reaches from -0.5 to its width less 0.5."""
    image = np.zeros((1080, 1920, 3), np.uint8)
    rows, columns = finder.prepared(image).shape[2:]
    rows = round(1080 * columns / 1920)
    box_of_all = [(columns - 1) / 2, (rows - 1) / 2, columns, rows, 0.9, 0, 0]
    monkeypatch.setattr(finder._model, "run", lambda _: [np.array([[box_of_all]], np.float32)])
    corners = finder.look(image, columns / 1920, 0.3).corners[0]
    assert sorted(map(tuple, corners.round(3).tolist())) == [
        (-0.5, -0.5),
        (-0.5, 1079.5),
        (1919.5, -0.5),
        (1919.5, 1079.5),
    ]


class Sized(Finder):
    """Sees what it is told to, and remembers at which longer sides it looked."""

    def __init__(self, *answers):
        self._threshold = 0.3
        self.answers = list(answers)
        self.sides = []

    def look(self, image, scale, _least):
        self.sides.append(round(scale * max(image.shape[:2])))
        return self.answers.pop(0)


def box(x, height, confidence):
    corners = np.array([[[x, 0], [x + 0.66 * height, 0], [x + 0.66 * height, height], [x, height]]], np.float32)
    return Detections(corners, np.array([confidence], np.float32), np.ones(1, np.bool_))


@pytest.mark.parametrize(
    ("first", "side"),
    [(Detections.empty(), 960), (box(0, 150, 0.9), 1280), (box(0, 60, 0.9), 1600), (box(0, 1000, 0.9), 640)],
    ids=["nothing", "cards", "small cards", "one large card"],
)
def test_the_second_look_suits_the_cards_seen_at_first(first, side):
    finder = Sized(first, first, first)
    assert len(finder.find(np.zeros((1080, 1920, 3), np.uint8))) == len(first)
    assert finder.sides[:2] == [448, side]


def test_where_nothing_is_sure_a_card_that_fills_the_picture_is_looked_for_from_afar():
    image = np.zeros((1080, 1920, 3), np.uint8)
    finder = Sized(box(3, 300, 0.45), Detections.empty(), box(400, 1000, 0.9))
    assert finder_sees(finder, image) == {3, 400}
    assert finder.sides == [448, 640, 224]
    finder = Sized(box(400, 1000, 0.6), Detections.empty())
    assert finder_sees(finder, image) == {400}
    assert len(finder.sides) == 2


def test_what_only_one_look_saw_has_to_be_sure():
    image = np.zeros((1080, 1920, 3), np.uint8)
    same, unsure, sure = box(0, 200, 0.35), box(500, 200, 0.35), box(900, 200, 0.9)
    together = all_of(same, unsure, sure)
    assert finder_sees(Sized(same, together), image) == {0, 900}
    assert finder_sees(Sized(together, same), image) == {0, 900}


def all_of(*boxes):
    parts = zip(*((each.corners, each.confidence, each.face_up) for each in boxes), strict=True)
    return Detections(*(np.concatenate(part) for part in parts))


def test_what_is_too_small_to_be_read_is_no_card():
    image = np.zeros((1080, 1920, 3), np.uint8)
    small = np.zeros((100, 160, 3), np.uint8)
    assert finder_sees(Sized(box(3, 45, 0.9), Detections.empty()), image) == set()
    assert finder_sees(Sized(box(3, 54, 0.9), Detections.empty()), image) == {3}
    assert finder_sees(Sized(box(3, 15, 0.9), Detections.empty()), small) == set()


def test_small_cards_count_where_a_table_of_them_lies():
    image = np.zeros((1080, 1920, 3), np.uint8)
    far, further, furthest = box(3, 40, 0.9), box(203, 44, 0.9), box(403, 52, 0.9)
    assert finder_sees(Sized(all_of(far, further, furthest), Detections.empty()), image) == {3, 203, 403}
    assert finder_sees(Sized(all_of(far, further), Detections.empty()), image) == set()
    assert finder_sees(Sized(all_of(far, further, box(403, 90, 0.9)), Detections.empty()), image) == {403}
    tiny = all_of(*(box(3 + 100 * column, 30, 0.9) for column in range(5)))
    assert finder_sees(Sized(tiny, Detections.empty()), image) == set()


def test_a_crowd_of_small_cards_is_looked_at_from_nearer():
    image = np.zeros((1080, 1920, 3), np.uint8)
    crowd = all_of(box(503, 60, 0.9), box(530, 60, 0.9))
    nearer = all_of(box(103, 60, 0.9), box(116, 60, 0.9), box(130, 60, 0.9))
    finder = Sized(crowd, crowd, nearer, Detections.empty())
    assert len(finder.find(image)) == 3
    assert len(finder.sides) == 4
    # At a table, where the size is known, it is not turned besides: time is short.
    finder = Sized(crowd, nearer)
    assert len(finder.find(image, card_height=60.0)) == 3
    assert len(finder.sides) == 2
    apart = all_of(box(503, 60, 0.9), box(703, 60, 0.9))
    finder = Sized(apart, apart)
    assert len(finder.find(image)) == 2


def finder_sees(finder, image):
    return {int(quad[0, 0]) for quad in finder.find(image).corners}
