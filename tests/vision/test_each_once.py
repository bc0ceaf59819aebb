"""One card that is found as two boxes is one card; two cards are two."""

import numpy as np
import pytest
from gallery_fakes import CODES, DECK, FakeReader, crop_of

from companion.vision.each_once import each_once
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH
from companion.vision.types import Detections

WIDTH, HEIGHT = CROP_WIDTH, CROP_HEIGHT
CARD = np.float32([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
AT = np.float32([60, 50])


def part(top, bottom, left=0.0, right=1.0):
    """Return the box of a part of the card."""
    x, y = (left * WIDTH, right * WIDTH), (top * HEIGHT, bottom * HEIGHT)
    return np.float32([[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]]) + AT


def picture(*laid):
    """Return a picture with cards laid at these places, later ones on top."""
    image = np.full((600, 600, 3), 90, np.uint8)
    for code, (x, y) in laid:
        image[y : y + HEIGHT, x : x + WIDTH] = crop_of(code)
    return image


def faces(*boxes):
    return Detections(np.stack(boxes), np.full(len(boxes), 0.9, np.float32), np.ones(len(boxes), np.bool_))


def seen(image, found, reader=None):
    """Return the boxes that are left, and how they are read."""
    reader = reader or FakeReader()
    kept = each_once(image, found, reader, DECK)
    return kept.corners, [row[0][0] for row in map(reader.read(image, kept.corners, DECK).ranked, range(len(kept)))]


@pytest.mark.parametrize("turn", range(4))
def test_two_halves_of_a_card_are_the_card(turn):
    image = np.ascontiguousarray(np.rot90(picture(("KH", AT.astype(int))), turn))
    halves = [part(0, 0.6), part(0.45, 1.0)]
    for _ in range(turn):
        halves = [np.stack([half[:, 1], 600 - half[:, 0]], axis=1) for half in halves]
    reader = FakeReader({code: {code: 0.5} for code in CODES if code != "KH"})
    boxes, codes = seen(image, faces(*halves), reader)
    assert codes == ["KH"]
    assert np.ptp(boxes[0], axis=0).max() == pytest.approx(HEIGHT, abs=2)


def test_a_piece_of_a_card_that_is_found_whole_is_none():
    image = picture(("KH", AT.astype(int)))
    for order in (1, -1):
        boxes, codes = seen(image, faces(*[CARD + AT, part(0.5, 1.0, 0.4, 1.1)][::order]))
        assert codes == ["KH"]
        assert boxes[0].tolist() == (CARD + AT).tolist()


def test_cards_in_a_fan_a_row_or_a_column_stay_cards():
    places = [(60, 50), (90, 60), (300, 50), (60, 260), (60, 300)]
    codes = ["KH", "2C", "7D", "AS", "9S"]
    image = picture(*zip(codes, places, strict=True))
    found = faces(*(CARD + np.float32(place) for place in places))
    assert each_once(image, found, FakeReader(), DECK).corners.tolist() == found.corners.tolist()


def test_cards_that_look_square_from_the_side_and_are_read_as_two_are_two():
    flat = np.float32([[0, 0], [WIDTH, 0], [WIDTH, WIDTH], [0, WIDTH]])
    found = faces(flat + AT, flat + AT + np.float32([0, WIDTH * 3 / 5]))

    class Sure(FakeReader):
        def read(self, image, corners, deck, newcomers=None):  # noqa: ARG002
            readings = super().read(image, corners, deck)
            readings.probabilities[:] = 1e-6
            for row, box in enumerate(corners):
                readings.probabilities[row, CODES.index("KH" if box[:, 1].min() < 60 else "2C")] = 0.95
            return readings

    assert len(each_once(picture(), found, Sure(), DECK)) == 2


def test_nothing_found_is_nothing():
    nothing = Detections(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.bool_))
    assert len(each_once(picture(), nothing, FakeReader(), DECK)) == 0
