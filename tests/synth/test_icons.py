"""Decks by lot printed with small pictures."""

import base64
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.artwork.styles.spanish_styles import random_spanish
from companion.cards import SPANISH48
from companion.synth.drawn import RandomDesign
from companion.synth.icons import ANYTHING, IconFolder, print_icons

PURPLE, GREEN = (200, 20, 200), (20, 220, 20)


def decoded(piece):
    return cv2.imdecode(np.frombuffer(base64.b64decode(piece.data), np.uint8), cv2.IMREAD_UNCHANGED)


def disc(colour, width=60, height=60):
    image = np.zeros((height, width, 4), np.uint8)
    cv2.ellipse(image, (width // 2, height // 2), (width // 2 - 2, height // 2 - 2), 0, 0, 360, (*colour, 255), -1)
    return image


@pytest.fixture(scope="module")
def icons(tmp_path_factory):
    folder = tmp_path_factory.mktemp("icons")
    pictures = {
        **{f"{suit}/one-a": disc(PURPLE) for suit in ("cups", "coins")},
        **{f"{suit}/one-a": disc(PURPLE, 30, 120) for suit in ("swords", "clubs")},
        **{f"{rank}/one-a": disc(GREEN, 80, 120) for rank in ("10", "11", "12")},
        f"{ANYTHING}/one-b": disc(GREEN),
    }
    for name, picture in pictures.items():
        path = folder / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        cv2.imwrite(str(path), picture)
    return IconFolder(folder)


def printed(icons, seeds, anything=False):
    style = random_spanish(np.random.default_rng(3))
    styles = (print_icons(style, np.random.default_rng(seed), icons, anything=anything) for seed in range(seeds))
    return [other for other in styles if other is not style]


def hue(picture):
    """Return the hues of what is opaque, of 180."""
    return cv2.cvtColor(picture[..., :3], cv2.COLOR_BGR2HSV)[picture[..., 3] > 250][:, 0]


def test_some_decks_have_them_for_most_suits_and_courts_show_suit_and_somebody(icons):
    styles = printed(icons, 60)
    assert 8 < len(styles) < 40
    assert sum(len(style.pips.clippings) for style in styles) > 2.5 * len(styles)
    courts = [(style, key, court) for style in styles for key, court in style.courts.clippings.items()]
    assert courts
    for style, (suit, rank), court in courts:
        assert suit in style.pips.clippings
        assert rank in SPANISH48.ranks[-3:]
        found = hue(decoded(court))
        assert len(np.unique(found // 8)) > 1, "the suit's symbol and somebody, in colours of their own"


def test_what_is_printed_stands_as_often_as_the_rank_says(icons):
    counted = []
    for seed in range(24):
        design = RandomDesign("spanish48", seed, icons=replace(icons, share=1.0)).load()
        for suit in ("cups", "coins"):
            level = design.faces[f"4-{suit}"].levels[0]
            marks = (np.abs(level[..., :3].astype(int) - PURPLE).max(axis=-1) < 60).astype(np.uint8)
            number, _, boxes, _ = cv2.connectedComponentsWithStats(marks)
            largest = max(boxes[1:, cv2.CC_STAT_AREA], default=0)
            if marks.mean() < 0.02 or largest > 0.05 * marks.size:
                continue  # not printed, dyed, or one large symbol
            counted.append(sum(boxes[1:number, cv2.CC_STAT_AREA] > 0.4 * largest))
    # On a deck or two symbols touch, or the index has one as large.
    assert counted.count(4) >= 10
    assert counted.count(4) >= 0.8 * len(counted)


def test_any_picture_stands_for_any_suit_only_where_cards_are_to_be_counted(icons):
    def suits_of_anything(anything):
        found = 0
        for style in printed(icons, 60, anything):
            for suit in style.pips.clippings:
                (piece,) = style.pips.clippings[suit]
                found += abs(float(np.median(hue(decoded(piece)))) - 60) < 3  # as green as it was, not dyed
        return found

    assert suits_of_anything(False) == 0
    assert suits_of_anything(True) > 5


def test_a_shape_without_colours_gets_some(tmp_path):
    for suit in SPANISH48.suits:
        (tmp_path / suit).mkdir()
        shape = disc((0, 0, 0))
        cv2.circle(shape, (30, 30), 10, (255, 255, 255, 255), -1)
        cv2.imwrite(str(tmp_path / suit / "one-a.png"), shape)
    hues = set()
    for style in printed(IconFolder(tmp_path), 40):
        for suit in style.pips.clippings:
            picture = decoded(style.pips.clippings[suit][0])
            middle, rim = (picture[picture.shape[0] // part, picture.shape[1] // 2, :3].astype(int) for part in (2, 5))
            assert np.abs(middle - rim).max() > 25, "what is open can be told from what is not"
            hues.add(int(hue(picture)[0]) // 15)
    assert len(hues) > 5


def test_without_pictures_nothing_changes(tmp_path):
    alone = RandomDesign("spanish48", 5).load()
    other = RandomDesign("spanish48", 5, icons=IconFolder(tmp_path)).load()
    assert np.array_equal(alone.faces["7-cups"].levels[0], other.faces["7-cups"].levels[0])
