"""Cards of a taught deck that differ in a detail."""

import cv2
import numpy as np
import pytest
from gallery_fakes import DECK, FakeReader, crop_of

from companion.vision.details import Details
from companion.vision.gallery import Look, make_gallery
from companion.vision.gallery_reader import GalleryReader
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH


def card(letter, symbols=1):
    """A card with a small letter in two corners and large symbols."""
    crop = np.full((CROP_HEIGHT, CROP_WIDTH, 3), 235, np.uint8)
    for place in range(symbols):
        cv2.circle(crop, (CROP_WIDTH // 2, int(CROP_HEIGHT * (place + 1) / (symbols + 1))), 14, (40, 40, 180), -1)
    cv2.putText(crop, letter, (8, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (30, 30, 30), 1, cv2.LINE_AA)
    turned = crop[::-1, ::-1].copy()
    cv2.putText(turned, letter, (8, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (30, 30, 30), 1, cv2.LINE_AA)
    return turned


LETTERS = ("2", "3", "5", "8", "K")
DETAILS = Details({number: card(letter) for number, letter in enumerate(LETTERS)})


def elsewhere(crop, dx=2.0, dy=-2.0, gain=0.6, offset=12.0, blur=0.8):
    """The card in another picture: the box a little off, darker, yellower, less sharp."""
    moved = cv2.warpAffine(
        crop, np.array([[1, 0, dx], [0, 1, dy]]), (CROP_WIDTH, CROP_HEIGHT), borderMode=cv2.BORDER_REPLICATE
    )
    light = cv2.GaussianBlur(moved, (0, 0), blur).astype(np.float32) * gain * np.array([0.8, 1.0, 1.1]) + offset
    noise = np.random.default_rng(1).normal(0, 3, light.shape)
    return np.clip(light + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("shown", range(len(LETTERS)))
@pytest.mark.parametrize("way", [{}, {"gain": 1.05, "offset": -20}, {"dx": -4.0, "dy": 3.0}, {"blur": 0.4}])
def test_a_letter_in_the_corner_decides(shown, way):
    likeness = DETAILS.likeness(elsewhere(card(LETTERS[shown]), **way), range(len(LETTERS)))
    assert likeness.argmax() == shown
    assert np.abs(likeness).max() <= 1


def test_the_order_of_the_candidates_does_not_matter():
    crop = elsewhere(card("5"))
    straight, back = DETAILS.likeness(crop, [1, 2, 4]), DETAILS.likeness(crop, [4, 2, 1])
    assert straight == pytest.approx(back[::-1])


def test_one_symbol_more_decides():
    details = Details({number: card("7", number) for number in (1, 2, 3)})
    for number in (1, 2, 3):
        assert [1, 2, 3][details.likeness(elsewhere(card("7", number)), [1, 2, 3]).argmax()] == number


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_picture_that_shows_nothing_speaks_for_nobody(level):
    blank = np.full((CROP_HEIGHT, CROP_WIDTH, 3), level, np.uint8)
    likeness = DETAILS.likeness(blank, range(len(LETTERS)))
    assert np.isfinite(likeness).all()
    assert np.ptp(likeness) < 0.05


def test_cards_that_look_the_same_stay_undecided():
    likeness = Details({0: card("2"), 1: card("2")}).likeness(elsewhere(card("2")), [0, 1])
    assert np.isfinite(likeness).all()
    assert likeness[0] == pytest.approx(likeness[1], abs=1e-3)


@pytest.mark.parametrize("turned", [False, True])
def test_a_taught_card_is_told_by_what_its_embedding_leaves_out(turned):
    """Queens of two suits that differ in one mark, between the places at which the fake reader looks."""

    def look(code):
        crop = crop_of("QC")
        cv2.putText(crop, code[1], (48, 106), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (255, 255, 255), 2)
        return crop

    codes = ("QC", "QD", "9H", "AS")
    looks = {code: look(code) if code[0] == "Q" else crop_of(code) for code in codes}
    reader = FakeReader({"QC": {"QC": 0.5, "QD": 0.5}})
    taught = GalleryReader(reader, make_gallery(reader, "ours", DECK, [Look(*entry) for entry in looks.items()]))
    for code in ("QC", "QD"):
        crop = np.clip(looks[code] * 0.8 + 10, 0, 255).astype(np.uint8)
        image = cv2.copyMakeBorder(
            np.ascontiguousarray(crop[::-1, ::-1]) if turned else crop,
            20,
            20,
            20,
            20,
            cv2.BORDER_CONSTANT,
            value=(90,) * 3,
        )
        box = np.array([[20, 20], [20 + CROP_WIDTH, 20], [20 + CROP_WIDTH, 20 + CROP_HEIGHT], [20, 20 + CROP_HEIGHT]])
        readings = taught.read(image, box[None].astype(np.float32), DECK)
        name, chance = readings.ranked(0)[0]
        assert (name, bool(readings.turned[0] > 0.5)) == (code, turned)
        assert chance > 0.5
