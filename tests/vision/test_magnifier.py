"""What a closer look at a card's corners changes in what the reader makes of it."""

import numpy as np
import pytest

from companion.artwork import deck_art
from companion.cards import deck
from companion.errors import UnusableError
from companion.resources import models_directory
from companion.vision.magnifier import HEIGHT, INSET, WIDTH, Magnifier, index_corners
from companion.vision.reader import Perceived, Reader

QUAD = np.array([[[100, 100], [160, 100], [160, 190], [100, 190]]], np.float32)
PICTURE = np.zeros((300, 300, 3), np.uint8)


def drawn(deck_id, code, height=320):
    """Return a card of the project's own on a dark table, and where it lies."""
    card = deck_art(deck_id).image(code, height)
    table = np.full((height + 80, card.shape[1] + 80, 3), (40, 60, 40), np.uint8)
    cover = card[..., 3:] / 255
    inside = table[40:-40, 40:-40]
    inside[:] = inside * (1 - cover) + card[..., :3] * cover
    right, bottom = table.shape[1] - 40, table.shape[0] - 40
    return table, np.array([[40, 40], [right, 40], [right, bottom], [40, bottom]], np.float32)


def test_both_corners_of_a_card_are_seen_upright_whichever_way_up_it_lies():
    table, quad = drawn("french52", "7C")
    pictures = [*index_corners(table, quad), *index_corners(table, np.roll(quad, 2, axis=0))]
    for corner in pictures:
        assert corner.shape == (HEIGHT, WIDTH, 3)
        assert (corner.max(axis=2) < 120).mean() > 0.05, "there is an index in it"
        assert difference(corner, pictures[0]) < 0.5 * difference(corner[::-1, ::-1], pictures[0])


def difference(one, other):
    """Return how far two pictures differ in the mean, levels."""
    return np.abs(one.astype(int) - other).mean()


def test_room_around_a_corner_leaves_it_where_it_is():
    table, quad = drawn("french52", "7C")
    for small, large in zip(index_corners(table, quad), index_corners(table, quad, INSET), strict=True):
        assert (large[INSET:-INSET, INSET:-INSET] == small).all()


class Asked(Magnifier):
    """Says that corners show one card, and how many cards it was asked about: for its say, and whether it agrees."""

    def __init__(self, classes, code, others=0.05):
        self.shows = [f" {code}" in name for name in classes]
        self.factors_of = np.where(self.shows, 0.9, others).astype(np.float32)
        self.cards = 0
        self.compared = 0

    def factors(self, pairs, classes):  # noqa: ARG002 - as the real one
        self.cards += len(pairs)
        return np.repeat(self.factors_of[None], len(pairs), axis=0)

    def agreement(self, pairs, chances, classes):  # noqa: ARG002 - as the real one
        self.compared += len(pairs)
        return np.array([0.9 if self.shows[likeliest] else 0.001 for likeliest in chances.argmax(axis=1)], np.float32)


class Sees(Reader):
    """The shipped reader's classes; what it makes of crops is given."""

    def __init__(self, magnifier, **chances):
        super().__init__(models_directory() / "reader.onnx", magnifier=magnifier)
        self.chances = chances

    def perceive(self, crops):
        chances = np.zeros((len(crops), len(self.classes)), np.float32)
        for code, chance in self.chances.items():
            chances[:, self.classes.index(code if code == "nothing" else f"french52 {code}")] = chance
        return Perceived(chances, np.ones((len(crops), 2), np.float32))


def read(magnifier_says, others=0.05, **chances):
    classes = Reader(models_directory() / "reader.onnx").classes
    magnifier = Asked(classes, magnifier_says, others)
    readings = Sees(magnifier, **chances).read(PICTURE, QUAD, "french52")
    return next((code for code, _ in readings.ranked(0)), None), magnifier.cards, magnifier.compared


def test_corners_decide_between_two_suits_that_the_whole_card_leaves_in_doubt():
    assert read("QC", QS=0.55, QC=0.45) == ("QC", 1, 0)


def test_a_card_read_for_sure_stays_what_it_is_where_its_corners_show_the_same():
    assert read("QS", QS=0.985, QC=0.01) == ("QS", 0, 1)


def test_a_card_read_for_sure_is_looked_at_again_where_its_corners_show_another():
    assert read("QC", others=0.001, QS=0.985, QC=0.01) == ("QC", 1, 1)


def test_nobody_looks_closer_at_what_is_no_card():
    assert read("QC", nothing=0.99) == (None, 0, 0)


def test_nobody_looks_closer_at_a_card_of_which_there_is_no_doubt_at_all():
    assert read("QC", QS=0.9999) == ("QS", 0, 0)


@pytest.mark.parametrize("deck_id", ["spanish48", "french52", "seven-suitors"])
def test_the_shipped_magnifier_reads_the_corners_of_the_projects_own_cards(deck_id):
    magnifier = Magnifier.shipped()
    classes = Reader(models_directory() / "reader.onnx").classes
    codes = deck(deck_id).codes[::5]
    pairs = [index_corners(*drawn(deck_id, code)) for code in codes]
    factors = magnifier.factors(pairs, classes)
    own = [place for place, name in enumerate(classes) if name.startswith(f"{deck_id} ")]
    named = [classes[own[place]].split()[1] for place in factors[:, own].argmax(axis=1)]
    right = sum(name == code for name, code in zip(named, codes, strict=True))
    assert right >= len(codes) - 1, dict(zip(codes, named, strict=True))


@pytest.mark.parametrize(
    ("deck_id", "code", "rank", "suit"),
    [
        ("spanish48", "7-cups", "4-cups", "7-swords"),
        ("french52", "7C", "4C", "7H"),
    ],
)
def test_the_shipped_magnifier_contradicts_another_rank_and_another_suit(deck_id, code, rank, suit):
    classes = Reader(models_directory() / "reader.onnx").classes
    pairs = [index_corners(*drawn(deck_id, code))] * 4
    chances = np.zeros((4, len(classes)), np.float32)
    for row, name in enumerate((f"{deck_id} {code}", f"{deck_id} {rank}", f"{deck_id} {suit} turned", "nothing")):
        chances[row, classes.index(name)] = 1
    same, other_rank, other_suit, no_card = Magnifier.shipped().agreement(pairs, chances, classes)
    assert same > 0.8
    assert other_rank < 0.05
    assert other_suit < 0.05
    assert no_card == 1


def test_which_way_up_a_card_lies_is_none_of_its_business():
    magnifier = Magnifier.shipped()
    classes = Reader(models_directory() / "reader.onnx").classes
    table, quad = drawn("french52", "7C")
    factors = magnifier.factors([index_corners(table, quad)], classes)[0]
    for place, name in enumerate(classes):
        if f"{name} turned" in classes:
            assert factors[place] == factors[classes.index(f"{name} turned")]


def test_a_model_of_another_kind_is_refused():
    with pytest.raises(UnusableError, match=r"counter\.onnx: is no magnifier model"):
        Magnifier(models_directory() / "counter.onnx")
