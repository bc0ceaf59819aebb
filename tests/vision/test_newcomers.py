"""What has just come where it is gets a glance, and a closer look when it stays."""

import numpy as np
import pytest
from finders import MissesNothing

from companion.vision.eyes import ModelEyes
from companion.vision.newcomers import Newcomers
from companion.vision.types import Detections, Readings

IMAGE = np.zeros((480, 640, 3), np.uint8)
CODES = ("AS", "KH")
CARD = np.array([[10, 10], [80, 10], [80, 110], [10, 110]], np.float32)
ELSEWHERE = CARD + np.array([300, 0], np.float32)
HEIGHT = 100.0


def test_what_stays_is_no_newcomer_though_the_camera_sways():
    newcomers = Newcomers()
    assert newcomers.among(np.stack([CARD, ELSEWHERE])).tolist() == [True, True]
    assert newcomers.among(np.stack([ELSEWHERE + 6, CARD - 6])).tolist() == [False, False]


def test_what_moves_is_one_at_every_look():
    newcomers = Newcomers()
    for step in range(4):
        assert newcomers.among((CARD + 40 * step)[None]).tolist() == [True]


@pytest.mark.parametrize(("looks", "come"), [(1, False), (3, False), (4, True)])
def test_a_card_that_is_not_found_every_time_stays_and_one_that_comes_back_is_new(looks: int, come: bool):
    newcomers = Newcomers()
    newcomers.among(CARD[None])
    for _ in range(looks):
        assert newcomers.among(np.zeros((0, 4, 2), np.float32)).tolist() == []
    assert newcomers.among(CARD[None]).tolist() == [come]


class Table(MissesNothing):
    """Faces that lie there, and a reader that sees little at a glance; keeps how many cards it looked at closely."""

    def __init__(self, glance=0.3):
        self.glance, self.closely, self.faces = glance, [], []

    def find(self, image, card_height=None):  # noqa: ARG002
        count = len(self.faces)
        corners = np.array(self.faces, np.float32).reshape(-1, 4, 2)
        return Detections(corners, np.full(count, 0.999, np.float32), np.ones(count, np.bool_))

    def read(self, image, corners, deck, newcomers=None):  # noqa: ARG002
        come = np.zeros(len(corners), np.bool_) if newcomers is None else newcomers
        self.closely.append(int((~come).sum()))
        chances = np.zeros((len(corners), 2), np.float32)
        chances[:, 0] = np.where(come, self.glance, 0.99)
        return Readings(CODES, chances, np.zeros(len(corners), np.float32), np.full(len(corners), 1e-4, np.float32))


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def eyes(table):
    return ModelEyes(table, table, newcomers=Newcomers())


def look(eyes):
    return [card.best for card in eyes.look(IMAGE, "french52", HEIGHT)]


def test_a_newcomer_that_a_glance_does_not_make_legible_is_left_for_the_next_look(table, eyes):
    table.faces = [CARD]
    assert [chance for _, chance in look(eyes)] == [pytest.approx(0.3)]
    assert (table.closely, eyes.waits) == ([0], True)
    assert [chance for _, chance in look(eyes)] == [pytest.approx(0.99)]
    assert (table.closely, eyes.waits) == ([0, 1], False)


def test_what_lay_there_is_looked_at_closely_beside_it(table, eyes):
    table.faces = [CARD]
    look(eyes)
    table.faces = [ELSEWHERE, CARD]
    assert [chance for _, chance in look(eyes)] == [pytest.approx(0.3), pytest.approx(0.99)]


def test_nobody_waits_for_a_newcomer_that_can_be_read_at_a_glance(table, eyes):
    table.glance, table.faces = 0.98, [CARD]
    assert look(eyes) == [("AS", pytest.approx(0.98))]
    assert not eyes.waits


def test_before_it_is_known_how_high_cards_are_everything_is_looked_at_closely(table, eyes):
    table.faces = [CARD]
    eyes.look(IMAGE, "french52")
    assert (table.closely, eyes.waits) == ([1], False)
