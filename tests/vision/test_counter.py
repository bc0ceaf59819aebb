"""What the count of a card's symbols changes in what the reader makes of it."""

import cv2
import numpy as np
import pytest

from companion.artwork import deck_art
from companion.errors import UnusableError
from companion.resources import models_directory
from companion.vision.counter import COURT, OTHER, SHOWN, Counter, agreement, weighed
from companion.vision.reader import Perceived, Reader
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH

CLASSES = (
    "spanish48 2-cups",
    "spanish48 2-cups turned",
    "spanish48 6-cups",
    "spanish48 11-cups",
    "french52 6H",
    "french52 KH",
    "seven-suitors 6-moons",
    "nothing",
)


def said(**shown):
    """Return one row of chances; what is left falls to all alike."""
    row = np.full(len(SHOWN), (1 - sum(shown.values())) / len(SHOWN), np.float32)
    for what, chance in shown.items():
        row[SHOWN.index(what.removeprefix("n"))] += chance
    return row[None]


def of(*chances):
    return np.array([chances], np.float32)


def test_two_symbols_are_no_six():
    before = of(0.15, 0.05, 0.7, 0.02, 0.01, 0.01, 0.01, 0.05)
    after = weighed(before, said(n2=0.97), CLASSES)[0]
    assert after[0] + after[1] > 0.8 > 0.1 > after[2]
    assert after[0] == pytest.approx(3 * after[1], rel=1e-4), "the count says nothing of which way up a card lies"


def test_the_count_leaves_each_deck_and_nothing_what_they_had():
    before = of(0.15, 0.05, 0.4, 0.1, 0.1, 0.05, 0.1, 0.05)
    after = weighed(before, said(n6=0.9), CLASSES)[0]
    assert after[:4].sum() == pytest.approx(0.7, abs=1e-5)
    assert after[4:6].sum() == pytest.approx(0.15, abs=1e-5)
    assert after[4] > before[0, 4]
    assert after[6:] == pytest.approx(before[0, 6:]), "a deck whose cards have nothing to count"


def test_a_figure_speaks_for_every_court_and_against_numbers():
    before = of(0.1, 0.0, 0.4, 0.4, 0.05, 0.05, 0, 0)
    after = weighed(before, said(court=0.95), CLASSES)[0]
    assert after[3] > 0.75
    assert after[5] > 0.08


def test_what_tells_no_number_changes_little_between_numbers():
    before = of(0.2, 0.1, 0.6, 0.0, 0.05, 0.05, 0, 0)
    after = weighed(before, said(other=0.98), CLASSES)[0]
    assert after[:3] == pytest.approx(before[0, :3], abs=0.01)


def test_a_count_that_is_sure_of_something_else_does_not_forbid_a_card():
    before = of(0.0, 0.0, 0.999, 0.001, 0, 0, 0, 0)
    after = weighed(before, said(n2=1.0), CLASSES)[0]
    assert after[2] > 0.9, "nothing else is likely"


class Asked(Counter):
    """Counts what it is told to, and how many crops it was shown."""

    def __init__(self, row):
        self.row, self.crops = row, 0

    def count(self, crops):
        self.crops += len(crops)
        return np.repeat(self.row, len(crops), axis=0)


class Sees(Reader):
    """The shipped reader's classes; what it makes of crops is given."""

    def __init__(self, counter, first, again):
        super().__init__(models_directory() / "reader.onnx", counter=counter)
        self.opinions = [first, again]

    def perceive(self, crops):
        opinion = self.opinions.pop(0)
        chances = np.zeros((len(crops), len(self.classes)), np.float32)
        for name, chance in opinion.items():
            chances[:, self.classes.index(f"spanish48 {name}")] = chance
        return Perceived(chances, np.ones((len(crops), 2), np.float32))


QUAD = np.array([[[100, 100], [160, 100], [160, 190], [100, 190]]], np.float32)
PICTURE = np.zeros((300, 300, 3), np.uint8)


def test_a_card_read_in_doubt_is_counted():
    doubt = {"2-cups": 0.35, "6-cups": 0.65}
    counter = Asked(said(n2=0.95))
    readings = Sees(counter, doubt, doubt).read(PICTURE, QUAD, "spanish48")
    assert readings.ranked(0)[0][0] == "2-cups"
    assert counter.crops > 0


def test_a_card_under_another_is_not_counted():
    doubt = {"2-cups": 0.35, "6-cups": 0.65}
    for aside, crops in ((20, 0), (90, 12)):
        counter = Asked(said(n2=0.95))
        Sees(counter, doubt, doubt).read(PICTURE, np.concatenate([QUAD, QUAD + (aside, 0)]), "spanish48")
        assert counter.crops == crops


def test_a_card_read_for_sure_stays_what_it_is_where_as_much_is_counted():
    counter = Asked(said(n6=0.9))
    readings = Sees(counter, {"6-cups": 0.99}, {}).read(PICTURE, QUAD, "spanish48")
    assert readings.ranked(0)[0][0] == "6-cups"
    assert counter.crops == 1, "no second look"


def test_a_card_read_for_sure_is_looked_at_again_where_something_else_is_counted():
    sees = Sees(Asked(said(n2=0.99)), {"6-cups": 0.985, "2-cups": 0.01}, {"6-cups": 0.985, "2-cups": 0.01})
    assert sees.read(PICTURE, QUAD, "spanish48").ranked(0)[0][0] == "2-cups"


def test_a_card_of_which_there_is_no_doubt_at_all_is_not_counted():
    counter = Asked(said(n2=0.99))
    readings = Sees(counter, {"6-cups": 0.9999}, {}).read(PICTURE, QUAD, "spanish48")
    assert readings.ranked(0)[0][0] == "6-cups"
    assert counter.crops == 0


def test_what_tells_no_number_contradicts_nothing():
    sees = Sees(Asked(said(other=0.99)), {"6-cups": 0.99}, {})
    assert sees.read(PICTURE, QUAD, "spanish48").ranked(0)[0][0] == "6-cups"


def test_a_reader_that_is_too_sure_of_a_rank_is_outvoted_and_keeps_its_suit():
    classes = ("spanish48 2-cups", "spanish48 6-cups", "spanish48 6-cups turned", "spanish48 6-clubs")
    before = of(0.006, 0.6, 0.3, 0.094)
    after = weighed(before, said(n2=0.98), classes)[0]
    assert after[0] > 0.8
    assert after[1] == pytest.approx(2 * after[2], rel=1e-3), "the count says nothing of which way up a card lies"
    # Where nothing can be counted it is heard as it is.
    assert weighed(before, said(other=1.0), classes)[0] == pytest.approx(before[0], abs=1e-3)


def test_cards_without_anything_to_count_are_never_contradicted():
    seven = of(0, 0, 0, 0, 0, 0, 1.0, 0)
    nothing = of(0, 0, 0, 0, 0, 0, 0, 1.0)
    king = of(0, 0, 0, 0, 0, 1.0, 0, 0)
    assert agreement(np.concatenate([seven, nothing]), np.repeat(said(n2=1.0), 2, axis=0), CLASSES).tolist() == [1, 1]
    assert agreement(king, said(court=0.9), CLASSES)[0] > 0.5 > agreement(king, said(n6=0.9), CLASSES)[0]


def test_the_shipped_counter_counts_the_projects_own_cards():
    for deck_id, cards in (
        ("spanish48", {"3-cups": "3", "5-coins": "5", "8-swords": "8", "12-clubs": COURT}),
        ("french52", {"AS": "1", "4H": "4", "10D": "10", "QC": COURT}),
    ):
        crops = [
            cv2.resize(
                deck_art(deck_id).image(code, 320)[..., :3], (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA
            )
            for code in cards
        ]
        told = [SHOWN[place] for place in Counter.shipped().count(crops).argmax(axis=1)]
        assert told == list(cards.values())
    assert OTHER in SHOWN


def test_another_model_is_no_counter():
    with pytest.raises(UnusableError, match="no counter model"):
        Counter(models_directory() / "refiner.onnx")
    with pytest.raises(UnusableError, match="the counter model is missing"):
        Counter(models_directory() / "counting.onnx")
