"""A card that is read in doubt is read again through boxes a little off."""

import numpy as np
import pytest

from companion.vision.nudges import UPSIDE_DOWN, nudged
from companion.vision.reader import Perceived, Reader

QUAD = np.array([[[100, 100], [160, 100], [160, 190], [100, 190]]], np.float32)
PICTURE = np.zeros((300, 300, 3), np.uint8)


def test_boxes_lie_around_the_box_and_stay_cards():
    boxes = nudged(np.concatenate([QUAD, QUAD + 50]))
    assert boxes.shape == (2, 6, 4, 2)
    upright = np.where(UPSIDE_DOWN[:, None, None], np.roll(boxes[0], 2, axis=1), boxes[0])
    assert upright.mean(axis=(0, 1)) == pytest.approx([130, 145], abs=0.01)
    assert np.abs(upright - QUAD).max() < 0.04 * 90
    assert np.abs(upright - QUAD).reshape(6, -1).max(axis=1).min() > 1.5
    assert boxes[1] - 50 == pytest.approx(boxes[0])


class Doubting(Reader):
    """The shipped model's classes; its opinion of crops is given, batch by batch."""

    def __init__(self, *opinions):
        super().__init__(Reader.shipped()._model.path)
        self.opinions = list(opinions)
        self.embeddings = [[(2.0, 0.0)] * 2, [(0.0, 3.0), (5.0, 5.0)] * 3]

    def perceive(self, crops):
        opinions = self.opinions.pop(0)
        assert len(opinions) == len(crops)
        chances = np.zeros((len(crops), len(self.classes)), np.float32)
        for row, opinion in enumerate(opinions):
            for name, chance in opinion.items():
                chances[row, self.classes.index(name)] = chance
        return Perceived(chances, np.array(self.embeddings.pop(0)[: len(crops)], np.float32))


ACE, TURNED, KING = "french52 AS", "french52 AS turned", "french52 KS"
AGAIN, AGAIN_TURNED = {ACE: 0.9, KING: 0.1}, {TURNED: 0.9, f"{KING} turned": 0.1}


def test_doubts_are_settled_by_other_looks_at_the_card():
    reader = Doubting([{ACE: 0.4, KING: 0.6}, {KING: 1.0}], [AGAIN, AGAIN_TURNED] * 3)
    readings = reader.read(PICTURE, np.concatenate([QUAD, QUAD + 50]), "french52")
    assert readings.ranked(0)[0][0] == "AS"
    assert readings.ranked(0)[0][1] == pytest.approx((0.4 + 6 * 0.9) / 7, abs=0.001)
    assert readings.turned[0] == pytest.approx(0, abs=1e-6)
    assert readings.ranked(1)[0][0] == "KS"


def test_a_newcomer_that_one_look_does_not_make_legible_is_not_looked_at_again():
    hardly, better = {ACE: 0.3, KING: 0.4, "nothing": 0.3}, {ACE: 0.6, KING: 0.4}
    reader = Doubting([hardly, better, hardly], [AGAIN, AGAIN_TURNED] * 3 + [AGAIN, AGAIN_TURNED] * 3)
    reader.embeddings = [[(2.0, 0.0)] * 3, [(0.0, 3.0), (5.0, 5.0)] * 6]
    come = np.array([True, True, False])
    readings = reader.read(PICTURE, np.concatenate([QUAD, QUAD + 50, QUAD + 100]), "french52", come)
    assert readings.ranked(0)[0] == ("KS", pytest.approx(0.4))
    assert [readings.ranked(row)[0][0] for row in (1, 2)] == ["AS", "AS"]
    assert readings.ranked(1)[0][1] == pytest.approx((0.6 + 6 * 0.9) / 7, abs=0.001)


def test_looks_upside_down_tell_which_way_up_a_card_lies_like_all_others():
    reader = Doubting([{TURNED: 0.6, KING: 0.4}], [{TURNED: 1.0}, {ACE: 1.0}] * 3)
    assert reader.read(PICTURE, QUAD, "french52").turned[0] == pytest.approx(6.6 / 7, abs=0.001)


def test_a_card_in_doubt_only_about_which_way_up_it_lies_is_not_read_again():
    reader = Doubting([{ACE: 0.5, TURNED: 0.5}])
    assert reader.read(PICTURE, QUAD, "french52").ranked(0)[0][0] == "AS"
    assert reader.opinions == []


def test_what_a_gallery_compares_is_the_mean_direction_of_all_looks_that_are_not_upside_down():
    reader = Doubting([{ACE: 0.4, KING: 0.6}], [AGAIN, AGAIN_TURNED] * 3)
    assert reader.perceive_cards(PICTURE, QUAD).embedding == pytest.approx(np.array([[1 / 4, 3 / 4]]), abs=1e-6)


def test_a_model_that_gives_no_embeddings_reads_again_all_the_same():
    reader = Doubting([{ACE: 0.4, KING: 0.6}], [AGAIN, AGAIN_TURNED] * 3)
    reader.embeddings = [[()], [()] * 6]
    assert reader.read(PICTURE, QUAD, "french52").ranked(0)[0][0] == "AS"


def test_no_cards_are_read_as_none():
    empty = np.zeros((0, 4, 2), np.float32)
    assert len(Reader.shipped().read(PICTURE, empty, "french52")) == 0
