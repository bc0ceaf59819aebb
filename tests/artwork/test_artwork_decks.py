"""The plain decks: every card is drawn, no two look alike, and each is known as small as a camera sees it."""

from itertools import combinations

import cv2
import numpy as np
import pytest

from companion.artwork import BACK, DeckArt, deck_art
from companion.cards import SEVEN_SUITORS, UnknownCardError
from companion.errors import UnusableError

SIZES = {"spanish48": (61.5, 95.0), "french52": (63.0, 88.0), "seven-suitors": (63.0, 88.0)}
WHOLE_PIXELS = {
    "spanish48": 380,
    "french52": 440,
    "seven-suitors": 440,
}  # heights at which the width comes out in whole pixels too
COUNTS = {"spanish48": 48, "french52": 52, "seven-suitors": 53}


@pytest.fixture(scope="module", params=list(SIZES))
def art(request: pytest.FixtureRequest) -> DeckArt:
    return deck_art(request.param)


def _at_table(art: DeckArt, code: str, height: int = 110) -> np.ndarray:
    """The card as the camera may see it: small and softened."""
    image = art.image(code, height)[..., :3].astype(np.float32)
    return cv2.GaussianBlur(image, (0, 0), 0.7)


def test_every_card_has_its_own_picture_at_table_size(art: DeckArt) -> None:
    pictures = {code: _at_table(art, code) for code in (*art.codes, BACK)}
    assert len(pictures) == COUNTS[art.deck_id] + 1
    for (one, picture), (other, beside) in combinations(pictures.items(), 2):
        same = cv2.inRange(cv2.absdiff(picture, beside), (0, 0, 0), (60, 60, 60))
        assert (same == 0).mean() > 0.008, f"{one} and {other} look alike"


def test_size_is_real(art: DeckArt) -> None:
    width, height = SIZES[art.deck_id]
    assert art.size_mm == (width, height)
    assert f'width="{width:g}mm" height="{height:g}mm"' in art.svg(art.codes[0])
    picture = art.image(art.codes[0], 440)
    assert picture.shape[0] == 440
    assert picture.shape[1] == pytest.approx(440 * width / height, abs=1)
    assert picture.dtype == np.uint8


def test_only_the_corners_are_transparent(art: DeckArt) -> None:
    for code in (art.codes[0], BACK):
        alpha = art.image(code, 300)[..., 3]
        assert [alpha[y, x] for y in (0, -1) for x in (0, -1)] == [0, 0, 0, 0]
        assert alpha[150, 0] == alpha[0, alpha.shape[1] // 2] == alpha[150, 100] == 255


def test_backs_look_the_same_upside_down(art: DeckArt) -> None:
    picture = art.image(BACK, WHOLE_PIXELS[art.deck_id]).astype(int)
    turned = picture[::-1, ::-1]
    assert np.abs(picture - turned).mean() < 3


def test_cards_hold_outlines_only(art: DeckArt) -> None:
    for code in (*art.codes, BACK):
        assert "<text" not in art.svg(code)
        assert "<image" not in art.svg(code)
        assert "href" not in art.svg(code)


@pytest.mark.parametrize("suit", ["S", "H", "D", "C"])
@pytest.mark.parametrize("rank", range(2, 11))
def test_french_number_cards_show_as_many_symbols_as_they_count(rank: int, suit: str) -> None:
    picture = deck_art("french52").image(f"{rank}{suit}", 440)[30:-30, 68:-68, :3]
    printed = (picture.min(axis=2) < 128).astype(np.uint8)
    assert cv2.connectedComponents(printed)[0] - 1 == rank


@pytest.mark.parametrize("code", [code for code in SEVEN_SUITORS.codes if ":" in code and code.split(":")[1] != "7"])
def test_suitors_show_as_many_symbols_as_they_count(code: str) -> None:
    picture = deck_art("seven-suitors").image(code, 440)[30:-30, 63:-63].astype(np.int16)[..., :3]
    printed = (np.abs(picture - picture[0, 0]).max(axis=2) > 50).astype(np.uint8)
    assert cv2.connectedComponents(printed)[0] - 1 == int(code.split(":")[1])


@pytest.mark.parametrize("suit", range(1, 8))
def test_sevens_of_the_suitors_look_different_from_other_ranks(suit: int) -> None:
    art = deck_art("seven-suitors")
    middle = art.image(f"{suit}:7", 880)[380:500, 200:-200, :3]
    gold = np.abs(middle.astype(int) - (42, 170, 226)).max(axis=2) < 12
    assert gold.mean() > 0.05  # the rings


def test_suits_of_the_suitors_have_their_colours() -> None:
    art = deck_art("seven-suitors")
    hues = []
    for suit in range(2, 8):
        saturated = cv2.cvtColor(art.image(f"{suit}:8", 400)[..., :3], cv2.COLOR_BGR2HSV)
        hues.append(int(np.median(saturated[..., 0][saturated[..., 1] > 150])))
    purple_to_orange = hues[:-1]
    assert purple_to_orange == sorted(set(purple_to_orange), reverse=True)
    assert hues[-1] > 170 or hues[-1] < 5  # red


@pytest.mark.parametrize("rank", range(1, 10))
def test_spanish_number_cards_show_as_many_coins_as_they_count(rank: int) -> None:
    picture = deck_art("spanish48").image(f"{rank}-coins", 950)[60:-60, 60:-60, :3].astype(int)
    ink = (picture.max(axis=2) < 90).astype(np.uint8)  # every coin has one closed outline, and is all that does
    outlines = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    assert sum(cv2.contourArea(outline) > 10000 for outline in outlines) == rank


@pytest.mark.parametrize("code", ["5H", "7-swords"])
def test_ranks_are_written_in_opposite_corners(code: str) -> None:
    art = deck_art("french52" if code == "5H" else "spanish48")
    picture = art.image(code, WHOLE_PIXELS[art.deck_id]).astype(int)
    corner, turned = picture[:70, :50], picture[::-1, ::-1][:70, :50]
    assert np.abs(corner - turned).mean() < 3
    assert (corner[..., :3].min(axis=2) < 120).mean() > 0.03


@pytest.mark.parametrize(("suit", "breaks"), [("coins", 0), ("cups", 1), ("swords", 2), ("clubs", 3)])
def test_spanish_frames_are_broken_as_the_suit_demands(suit: str, breaks: int) -> None:
    picture = deck_art("spanish48").image(f"2-{suit}", 950)
    line = picture[36:48, 60:-60, :3].max(axis=2).min(axis=0) < 128
    assert int((np.diff(line.astype(int)) == -1).sum()) == breaks


def test_unknown_codes_and_decks_are_named() -> None:
    with pytest.raises(UnknownCardError, match="13-cups"):
        deck_art("spanish48").image("13-cups", 100)
    with pytest.raises(UnusableError, match="tarot"):
        deck_art("tarot")


def test_pictures_are_kept_and_protected(art: DeckArt) -> None:
    first = art.image(art.codes[0], 90)
    assert art.image(art.codes[0], 90) is first
    assert not first.flags.writeable
