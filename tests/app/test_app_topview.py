"""The live picture straightened, with the boxes where the cards are."""

import cv2
import numpy as np
import pytest
from app_tables import plan_of

from companion.app.model.pictured import PicturedCard, from_above
from companion.app.model.pump import Pump
from companion.app.model.topview import TopView
from companion.app.model.watch import Watch
from companion.table.session import TableSession
from companion.table.tabletop import Tabletop
from companion.vision.capture import Capture
from companion.vision.sources.base import Source
from companion.vision.types import Frame

FRAME = (640, 360)

CARD = np.array([[300.0, 150.0], [340.0, 150.0], [345.0, 200.0], [298.0, 200.0]])


def _tabletop() -> Tabletop:
    """Return a table that a camera looks at aslant: what is far is small."""
    pixels = np.array([[160, 40], [480, 40], [620, 340], [20, 340]], np.float32)
    table = np.array([[-400, -300], [400, -300], [400, 300], [-400, 300]], np.float32)
    return Tabletop(np.asarray(cv2.getPerspectiveTransform(pixels, table), np.float64), np.zeros(2))


def _picture() -> np.ndarray:
    image = np.full((FRAME[1], FRAME[0], 3), 40, np.uint8)
    cv2.fillConvexPoly(image, CARD.astype(np.int32), (250, 250, 250))
    return image


def test_a_card_lies_where_its_box_is_mapped_to() -> None:
    view = TopView(_tabletop(), FRAME)
    picture = view.picture(_picture(), (320, 320))
    assert picture.shape[1] <= 320
    places = view.places(CARD) * picture.shape[1] / view.size[0]
    x, y = places.mean(axis=0)
    assert picture[round(y), round(x)].min() > 200
    white = np.argwhere(picture.min(axis=2) > 200)
    assert np.abs(white.mean(axis=0)[::-1] - (x, y)).max() < 4


def test_equal_lengths_far_and_near_are_equal_from_above() -> None:
    view = TopView(_tabletop(), FRAME)
    far, near = np.array([[160.0, 40.0], [480.0, 40.0]]), np.array([[20.0, 340.0], [620.0, 340.0]])
    lengths = [np.linalg.norm(np.diff(view.places(line), axis=0)) for line in (far, near)]
    assert lengths[0] == pytest.approx(lengths[1], rel=0.01)


def test_boxes_follow_into_the_view() -> None:
    view = TopView(_tabletop(), FRAME)
    card = PicturedCard(1, tuple(map(tuple, CARD)), "3 Cups", 0, "played")
    (moved,) = from_above((card,), view)
    assert moved.label == card.label
    assert np.allclose(moved.corners, view.places(CARD))


class _Still(Source):
    is_live = False
    name = "still"

    def __init__(self) -> None:
        self._left = 3

    def read(self) -> Frame | None:
        self._left -= 1
        return Frame(_picture(), 0.1 * (3 - self._left), 3 - self._left) if self._left >= 0 else None

    def close(self) -> None:
        self._left = -1


def _pumped() -> Pump:
    plan = plan_of()
    watch = Watch(
        TableSession(plan.game, plan.settings, names=plan.names), Capture(_Still(), speed="max"), keep_all=True
    )
    watch.start()
    while not watch.pump.finished:
        watch.events()
    watch.close()
    return watch.pump


def test_only_a_table_that_is_known_to_be_seen_aslant_can_be_straightened() -> None:
    pump = _pumped()
    assert not pump.can_straighten
    assert not pump.straighten(True)
    pump.see(Tabletop.guessed(*FRAME, 50.0))
    assert not pump.can_straighten
    assert not pump.straighten(True)
    pump.see(_tabletop())
    assert pump.can_straighten
    assert pump.top is None
    assert pump.straighten(True)
    assert pump.top is not None
    assert not pump.straighten(False)
    assert pump.top is None


def test_the_view_follows_a_camera_that_is_knocked() -> None:
    pump = _pumped()
    pump.see(_tabletop())
    pump.straighten(True)
    before, knock = pump.top, np.array([[1.0, 0, 30], [0, 1, 12], [0, 0, 1]])
    pump.see(_tabletop().seen_after(knock))
    assert before is not None
    assert pump.top is not None
    kept = _placed(before, CARD) - _placed(pump.top, CARD + (30, 12))
    assert np.abs(kept).max() < 1e-6
    pump.see(None)
    assert pump.top is None


def _placed(view: TopView, pixels: np.ndarray) -> np.ndarray:
    """Return where pixels lie on the table, millimetres."""
    return view.tabletop.all_to_table(pixels)
