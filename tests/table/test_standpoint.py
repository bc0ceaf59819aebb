"""The table stays where it is when the camera is knocked while it is empty."""

import cv2
import numpy as np
import pytest

from companion.rules.games import game
from companion.table.evidence import Codes
from companion.table.session import TableSession
from companion.table.standpoint import Standpoint
from companion.table.tabletop import Tabletop
from companion.table.tracker import Tracker
from companion.vision.types import Frame

SIZE = (640, 360)
TABLE = Tabletop(np.diag([1.5, 1.5, 1.0]), np.array([480.0, 270.0]))


@pytest.fixture(scope="module")
def felt():
    grain = cv2.GaussianBlur(np.random.default_rng(2).normal(0, 30, (560, 900)).astype(np.float32), (0, 0), 1.2)
    return np.clip(grain[..., None].repeat(3, axis=2) + 90, 0, 255).astype(np.uint8)


def seen(felt, x, y, seed):
    part = felt[100 - y : 460 - y, 120 - x : 760 - x].astype(float)
    return np.clip(part + np.random.default_rng(seed).normal(0, 3, part.shape), 0, 255).astype(np.uint8)


def test_the_table_moves_with_the_picture_once_the_camera_rests(felt):
    standpoint = Standpoint(Tracker(Codes(("AS", "KS"))), TABLE)
    place = standpoint.tabletop(SIZE).to_table(np.array([300.0, 200.0]))
    nudges = [standpoint.look(seen(felt, 22 * (n > 1), -9 * (n > 1), n), 0.5 * n, ()) for n in range(5)]
    (nudge,) = [nudge for nudge in nudges if nudge is not None]
    assert not nudge.large
    standpoint.knocked(nudge, ())
    assert standpoint.tabletop(SIZE).to_table(np.array([322.0, 191.0])) == pytest.approx(place, abs=1.0)


class BlindEyes:
    def look(self, *_):
        return []


def test_people_are_told_when_the_camera_looks_elsewhere(felt):
    heard = []
    session = TableSession(game("coins"), eyes=BlindEyes(), tabletop=TABLE)
    session.subscribe(heard.append)
    for number in range(6):
        image = seen(felt, 90 * (number > 1), 0, number)
        cv2.circle(image, (100 * number, 330), 40, (120, 150, 210), -1)  # a hand: where nothing moves nobody looks
        session.observe(Frame(image, 0.5 * number, number))
    (told,) = heard
    assert told.event == "source"
    assert "knocked" in told.message


def test_a_quiet_table_is_no_knock(felt):
    heard = []
    session = TableSession(game("coins"), eyes=BlindEyes(), tabletop=TABLE)
    session.subscribe(heard.append)
    for number in range(6):
        image = seen(felt, 0, 0, number)
        cv2.circle(image, (100 * number, 200), 70, (120, 150, 210), -1)
        session.observe(Frame(image, 0.5 * number, number))
    assert heard == []
