"""A deck is taught from fans: cards that were missed come to light around those that were found."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

import numpy as np
import pytest
from gallery_fakes import CODES, DECK, FakeFinder, FakeReader, picture_of

from companion.vision.teaching import Teacher
from companion.vision.types import Detections


class Misses(FakeFinder):
    """Finds only some cards of a row, and looks around them as far as the next ones."""

    def __init__(self, corners, found, spotted=None):
        super().__init__()
        self.row = corners
        self.corners = corners[list(found)]
        self.spotted = corners if spotted is None else spotted
        self.asked = 0

    def missed(self, image, around, known):
        self.asked += 1
        step = 1.5 * np.ptp(self.row[0][:, 0])
        near = [
            quad
            for quad in self.spotted
            if min(abs(quad.mean(axis=0)[0] - other.mean(axis=0)[0]) for other in around) < step
            and not any(np.array_equal(quad, other) for other in known)
        ]
        count = len(near)
        return Detections(
            np.array(near, np.float32).reshape(-1, 4, 2), np.full(count, 0.9, np.float32), np.ones(count, np.bool_)
        )


def taught(image, finder, readings=None, **options):
    lesson = Teacher(finder, FakeReader(readings), "ours", DECK).add(image, **options)
    return [card.code for card in lesson.cards]


def test_missed_cards_come_to_light_one_beside_the_other():
    image, corners = picture_of("AS", "KH", "7D", "2C")
    assert set(taught(image, Misses(corners, [0]))) == {"AS", "KH", "7D", "2C"}


def test_what_reads_like_a_card_beside_it_is_that_card():
    image, corners = picture_of("AS", "KH")
    a_little_off = corners[:1] + np.float32(4)
    assert taught(image, Misses(corners, [0, 1], spotted=a_little_off)) == ["AS", "KH"]


def test_what_is_hardly_read_is_no_card_that_was_missed():
    image, corners = picture_of("AS", "KH", "7D")
    readings = {"7D": {"7D": 0.6, "7H": 0.3}}
    assert taught(image, Misses(corners, [0, 1]), readings) == ["AS", "KH"]


@pytest.mark.parametrize("options", [{"code": "AS"}, {"moving": True}])
def test_one_card_that_is_shown_alone_or_laid_beside_others_is_not_looked_around(options):
    image, corners = picture_of("AS")
    finder = Misses(corners, [0])
    taught(image, finder, **options)
    assert finder.asked == 0


def test_a_fan_before_a_camera_is_looked_around():
    image, corners = picture_of(*CODES[:3])
    over_each_other = corners.copy()
    over_each_other[1] = corners[0] + np.float32([30, 0])
    finder = Misses(over_each_other, [0, 1])
    taught(image, finder, moving=True)
    assert finder.asked
