"""Finder and reader together."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

import numpy as np
import pytest
from finders import MissesNothing

from companion.vision.eyes import ModelEyes
from companion.vision.types import Detections, Readings

IMAGE = np.zeros((480, 640, 3), np.uint8)
CODES = ("AS", "KH")


class OneCard(MissesNothing):
    """A finder that finds one card, and a reader that makes this of it."""

    def __init__(self, found=0.98, best=0.9, nothing=0.005, turned=0.0, face_up=True):
        self.found, self.best, self.none, self.turned, self.face_up = found, best, nothing, turned, face_up
        self.corners = np.array([[[10, 10], [80, 10], [80, 110], [10, 110]]], np.float32)

    def find(self, image, card_height=None):
        return Detections(self.corners, np.array([self.found], np.float32), np.array([self.face_up]))

    def read(self, image, corners, deck, newcomers=None):
        rows = len(corners)
        chances = np.tile(np.array([self.best, 0.01], np.float32), (rows, 1))
        return Readings(CODES, chances, np.full(rows, self.turned, np.float32), np.full(rows, self.none, np.float32))

    def look(self):
        return ModelEyes(self, self).look(IMAGE, "french52")


def test_a_card_is_found_and_read():
    (card,) = OneCard().look()
    assert (card.face_up, card.found) == (True, pytest.approx(0.9, abs=0.1))
    assert card.best == ("AS", pytest.approx(0.9))


def test_corners_start_at_the_cards_own_top_left():
    card = OneCard(turned=0.8)
    assert card.look()[0].corners[0].tolist() == [80, 110]


def test_what_is_hardly_found_and_shows_nothing_is_dropped():
    assert OneCard(found=0.9, best=0.1, nothing=0.95).look() == []
    assert OneCard(found=0.8, best=0.1, nothing=0.5, face_up=False).look() == []


@pytest.mark.parametrize(
    "card",
    [
        OneCard(found=0.999, best=0.6, nothing=0.4),
        OneCard(found=0.9, nothing=0.001),
        OneCard(found=0.6, nothing=0.0, best=1.0),
    ],
)
def test_a_card_stays_where_the_looks_together_are_sure(card):
    assert len(card.look()) == 1


def test_the_looks_together_say_how_surely_it_is_a_card():
    (sure,), (less,) = OneCard(found=0.995, nothing=0.001).look(), OneCard(found=0.97, nothing=0.01).look()
    assert sure.found > 0.95 > less.found > 0.5


class Beside(OneCard):
    """A card that is hardly found and hardly read, and another one so many times as large that is certain."""

    def __init__(self, times=1.0):
        super().__init__()
        self.corners = np.concatenate([self.corners, self.corners * times + (200, 0)]).astype(np.float32)

    def find(self, image, card_height=None):
        return Detections(self.corners, np.array([0.9, 0.999], np.float32), np.array([True, True]))

    def read(self, image, corners, deck, newcomers=None):
        certain = np.array([quad[0, 0] >= 200 for quad in np.asarray(corners)])
        chances = np.where(certain[:, None], [[0.01, 0.98]], [[0.5, 0.3]]).astype(np.float32)
        return Readings(
            CODES, chances, np.zeros(len(certain), np.float32), np.where(certain, 0.0, 0.3).astype(np.float32)
        )


def test_a_certain_card_vouches_for_a_doubtful_one_beside_it():
    assert [card.best[0] for card in Beside().look()] == ["AS", "KH"]


@pytest.mark.parametrize("times", [0.6, 2.0])
def test_it_does_not_vouch_for_what_is_of_another_size(times):
    assert [card.best[0] for card in Beside(times).look()] == ["KH"]


@pytest.mark.parametrize(("height", "seen"), [(None, 0), (100.0, 1), (140.0, 1), (60.0, 0), (200.0, 0)])
def test_a_doubtful_card_by_itself_is_one_where_it_is_as_high_as_cards_are_known_to_be(height, seen):
    card = OneCard(found=0.9, best=0.5, nothing=0.3)
    assert len(ModelEyes(card, card).look(IMAGE, "french52", height)) == seen


def test_a_back_needs_no_reading():
    (card,) = OneCard(found=0.98, nothing=0.99, face_up=False).look()
    assert (card.face_up, card.probabilities) == (False, ())


class Foreshortened(OneCard):
    """A card that lies sideways before a low camera: its long edges look shorter than its short ones."""

    def __init__(self, width, upright=0.85, sideways=0.95):
        super().__init__(found=0.995)
        self.upright, self.sideways = upright, sideways
        self.corners = np.array([[[10, 10], [10 + width, 10], [10 + width, 110], [10, 110]]], np.float32)

    def read(self, image, corners, deck, newcomers=None):
        rightly = np.array([quad[0, 1] > 100 for quad in np.asarray(corners)], bool)
        chances = np.where(rightly, self.sideways, self.upright)[:, None] * np.array([[1, 0.01]])
        chances[:, 1] = np.minimum(chances[:, 1], 1 - chances[:, 0])
        nothing = np.full(len(corners), 0.02, np.float32)
        return Readings(CODES, chances.astype(np.float32), np.zeros(len(corners), np.float32), nothing)


def test_a_card_that_may_lie_sideways_is_read_both_ways():
    (card,) = Foreshortened(90).look()
    assert card.best == ("AS", pytest.approx(0.95))
    assert card.corners[0].tolist() == [10, 110]


def test_a_card_that_is_read_for_sure_is_not_read_sideways():
    class Counting(Foreshortened):
        asked = 0

        def read(self, image, corners, deck, newcomers=None):
            self.asked += len(corners)
            return super().read(image, corners, deck)

    for upright, crops in ((0.9992, 1), (0.99, 2)):
        eyes = Counting(90, upright=upright)
        eyes.look()
        assert eyes.asked == crops


def test_a_card_that_cannot_lie_sideways_is_read_once():
    (card,) = Foreshortened(65).look()
    assert card.corners[0].tolist() == [10, 10]


def test_a_card_that_looks_upright_is_turned_only_by_a_much_surer_reading():
    (card,) = Foreshortened(65, upright=0.6).look()
    assert card.corners[0].tolist() == [10, 10]
    (card,) = Foreshortened(65, upright=0.2).look()
    assert card.corners[0].tolist() == [10, 110]


@pytest.mark.parametrize(("width", "upright"), [(72, 0.7), (74.9, 0.85), (77, 0.99)])
def test_a_reading_as_sure_as_only_right_ones_are_turns_a_card_that_is_not_quite_square(width, upright):
    (card,) = Foreshortened(width, upright=upright, sideways=0.9999).look()
    assert card.best == ("AS", pytest.approx(0.9999))
    assert card.corners[0].tolist() == [10, 110]


class TwoDecks(OneCard):
    """A reader that is told how well each deck explains the card."""

    def __init__(self, **chances):
        super().__init__()
        self.chances = chances

    def deck_chances(self, image, corners):
        return self.chances

    def look_for_deck(self):
        return ModelEyes(self, self).look_for_deck(IMAGE)


def test_the_deck_that_explains_the_cards_is_theirs():
    deck, (card,) = TwoDecks(spanish48=0.1, french52=0.8).look_for_deck()
    assert (deck, card.best[0]) == ("french52", "AS")


@pytest.mark.parametrize("chances", [{"spanish48": 0.2, "french52": 0.05}, {"spanish48": 0.45, "french52": 0.5}])
def test_cards_of_no_deck_that_is_known_are_not_read(chances):
    deck, (card,) = TwoDecks(**chances).look_for_deck()
    assert deck is None
    assert (card.face_up, card.probabilities) == (True, ())


def test_one_known_deck_needs_no_other_to_be_better_than():
    assert TwoDecks(french52=0.8).look_for_deck()[0] == "french52"


class BesideScraps(OneCard):
    """A card between two things that hardly look like cards; each explains a deck of its own."""

    def __init__(self, scraps):
        super().__init__()
        self.confidence = np.array([scraps, 0.95, scraps], np.float32)
        self.corners = np.concatenate([self.corners + 100, self.corners, self.corners + 200])

    def find(self, image, card_height=None):
        return Detections(self.corners, self.confidence, np.array([True, True, True]))

    def deck_chances(self, image, corners):
        french = float(np.mean([corner[0, 0] == 10 for corner in corners]))
        return {"spanish48": 0.9 * (1 - french), "french52": 0.9 * french}


@pytest.mark.parametrize(("scraps", "deck"), [(0.1, "french52"), (0.9, "spanish48")])
def test_what_hardly_looks_like_a_card_does_not_tell_the_deck(scraps, deck):
    eyes = BesideScraps(scraps)
    assert ModelEyes(eyes, eyes).look_for_deck(IMAGE)[0] == deck


class TwoBoxes(OneCard):
    """Two boxes, one moved to the right by part of a card's width, read as these cards."""

    def __init__(self, moved, *codes):
        super().__init__(found=0.995)
        self.codes = codes
        self.corners = np.concatenate([self.corners, self.corners + np.array([70 * moved, 0], np.float32)])

    def find(self, image, card_height=None):
        return Detections(self.corners, np.array([0.995, 0.99], np.float32), np.array([True, True]))

    def read(self, image, corners, deck, newcomers=None):
        chances = np.zeros((len(corners), 2), np.float32)
        for row, quad in enumerate(corners):
            place = int(np.abs(self.corners - quad).sum(axis=(1, 2)).argmin())
            chances[row, CODES.index(self.codes[place])] = 0.99 - 0.01 * place
        return Readings(CODES, chances, np.zeros(len(corners), np.float32), np.full(len(corners), 0.02, np.float32))


def test_two_boxes_that_share_most_and_read_alike_show_one_card():
    (card,) = TwoBoxes(0.25, "AS", "AS").look()
    assert card.best == ("AS", pytest.approx(0.99))
    assert len(TwoBoxes(0.25, "AS", "KH").look()) == 2
    assert len(TwoBoxes(0.6, "AS", "AS").look()) == 2
