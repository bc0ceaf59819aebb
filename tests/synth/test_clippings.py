"""Decks by lot printed with the symbols and courts of real ones."""

import base64

import cv2
import numpy as np
import pytest

from companion.artwork.spanish_layouts import LONG
from companion.artwork.styles.spanish_styles import random_spanish
from companion.cards import SPANISH48
from companion.errors import UnusableError
from companion.synth.clippings import clippings
from companion.synth.designs import DesignFolder
from companion.synth.drawn import RandomDesign
from companion.synth.lending import lend

WIDTH, HEIGHT = 200, 310
PURPLE = (200, 20, 200)
"""No deck of the project's has a symbol in this colour."""


def decoded(piece):
    return cv2.imdecode(np.frombuffer(base64.b64decode(piece.data), np.uint8), cv2.IMREAD_UNCHANGED)


def card(rank, suit, frame):
    """A card as many are: a frame, a numeral in two corners, symbols in two columns."""
    image = np.full((HEIGHT, WIDTH, 3), 250, np.uint8)
    if frame:
        cv2.rectangle(image, (14, 14), (WIDTH - 15, HEIGHT - 15), (0, 0, 0), 2)
    cv2.putText(image, rank, (20, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2)
    image = np.ascontiguousarray(image[::-1, ::-1])
    cv2.putText(image, rank, (20, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2)
    if rank in ("10", "11", "12"):
        cv2.ellipse(image, (100, 160), (45, 110), 0, 0, 360, PURPLE, -1)
        return image
    count = int(rank)
    rows = (count + 1) // 2
    for number in range(count):
        x = 100 if count == 1 else 65 + 70 * (number % 2)
        y = 155 if rows == 1 else 75 + 160 * (number // 2) // (rows - 1)
        if suit in LONG:  # the thick end below
            cv2.line(image, (x, y - 30), (x, y + 30), PURPLE, 7)
            cv2.circle(image, (x, y + 24), 8, PURPLE, -1)
        else:
            cv2.circle(image, (x, y), 22, PURPLE, -1)
    return image


@pytest.fixture(scope="module")
def lender(tmp_path_factory):
    folder = tmp_path_factory.mktemp("purple")
    for one in SPANISH48.cards:
        cv2.imwrite(str(folder / f"{one.code}.png"), card(one.rank, one.suit, one.suit == "coins"))
    return DesignFolder(folder, "spanish48")


def purple(picture):
    """Return where a picture is purple, without its last axis."""
    return np.abs(picture[..., :3].astype(int) - PURPLE).max(axis=-1) < 60


def test_symbols_and_courts_are_cut_out_without_indices_and_frames(lender):
    found = clippings(lender, "spanish48")
    assert {suit for suit, sets in found.symbols.items() if sets} == set(SPANISH48.suits)
    assert set(found.courts) == {(suit, rank) for suit in SPANISH48.suits for rank in ("10", "11", "12")}
    pieces = [piece for sets in found.symbols.values() for pieces in sets for piece in pieces]
    for piece in [*pieces, *found.courts.values()]:
        picture = decoded(piece)
        assert purple(picture[picture[..., 3] > 250]).mean() > 0.95


def test_long_symbols_stand_with_their_thick_end_up(lender):
    (sword, *_), *_ = clippings(lender, "spanish48").symbols["swords"]
    filled = decoded(sword)[..., 3] > 128
    half = filled.shape[0] // 2
    assert filled[:half].sum() > 1.2 * filled[half:].sum()


def test_a_borrowed_symbol_stands_as_often_as_the_rank_says(lender):
    counted = 0
    for seed in range(60):
        design = RandomDesign("spanish48", seed, lenders=(lender,)).load()
        for suit in ("cups", "coins"):
            (level, *_) = design.faces[f"4-{suit}"].levels
            marks = purple(level).astype(np.uint8)
            if marks.mean() < 0.02:
                continue  # not borrowed, dyed, or a card without symbols
            number, _, boxes, _ = cv2.connectedComponentsWithStats(marks)
            largest = sorted(boxes[1:, cv2.CC_STAT_AREA])[-1]
            if largest > 0.05 * marks.size:
                continue  # one large symbol
            assert sum(boxes[1:number, cv2.CC_STAT_AREA] > 0.4 * largest) == 4
            counted += 1
    assert counted >= 5


def test_what_is_borrowed_comes_in_other_shapes_and_stays_whole(lender):
    style = random_spanish(np.random.default_rng(3))
    widths, areas = set(), []
    for seed in range(80):
        lent = lend(style, np.random.default_rng(seed), "spanish48", (lender,))
        for piece in lent.pips.clippings.get("coins", ()):
            filled = decoded(piece)[..., 3] > 128
            widths.add(piece.aspect)
            areas.append(filled.mean())
    assert len(widths) > 5
    assert max(widths) / min(widths) > 1.3
    # A disc fills about three quarters of its box, and still does.
    assert min(areas) > 0.45
    assert max(areas) < 0.95


def test_only_what_is_borrowed_is_another_s(lender):
    for seed in range(8):
        alone = RandomDesign("spanish48", seed).load()
        borrowing = RandomDesign("spanish48", seed, lenders=(lender,)).load()
        assert np.array_equal(alone.back.levels[0], borrowing.back.levels[0])
        before, after = alone.faces["7-cups"].levels[0], borrowing.faces["7-cups"].levels[0]
        height, width = before.shape[:2]
        assert np.array_equal(before[: height // 20, : width // 5], after[: height // 20, : width // 5])


def test_a_deck_laid_out_unlike_others_lends_nothing(tmp_path):
    noise = np.random.default_rng(1).integers(0, 255, (HEIGHT, WIDTH, 3), np.uint8)
    for code in SPANISH48.codes:
        cv2.imwrite(str(tmp_path / f"{code}.png"), noise)
    found = clippings(DesignFolder(tmp_path, "spanish48"), "spanish48")
    assert not found.symbols
    assert not found.courts


def test_a_folder_without_pictures_is_named(tmp_path):
    with pytest.raises(UnusableError, match="no card pictures"):
        clippings(DesignFolder(tmp_path, "spanish48"), "spanish48")
