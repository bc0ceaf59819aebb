"""Souvenir decks, whose cards show views and people, and symbols set with stones: the index still tells the card."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from companion.artwork import DeckArt, french, spanish
from companion.artwork.indices import extent
from companion.artwork.jewels import JEWELS
from companion.artwork.pictures import PICTURES
from companion.artwork.style import DeckStyle, FrameStyle, Picture
from companion.artwork.styles.french_styles import random_french
from companion.artwork.styles.spanish_styles import random_spanish
from companion.cards import FRENCH52, SPANISH48, Deck

Make = Callable[[np.random.Generator, tuple[()]], DeckStyle]
COLOURS = ("#9fc4e0", "#f2bb3a", "#3d8b40", "#8c5a2b")
FIELD = (11.0, 14.0)
HEIGHT = 300


def _deck(motif: str, lot: float) -> DeckArt:
    picture = Picture(motif, COLOURS, (lot,) * 6)
    pips = replace(spanish.PLAIN.pips, pictures=dict.fromkeys(SPANISH48.codes, picture))
    courts = replace(spanish.PLAIN.courts, field=FIELD)
    index = replace(spanish.PLAIN.index, plate=True, suit=8.0)
    style = replace(spanish.PLAIN, pips=pips, courts=courts, index=index, frame=FrameStyle())
    return DeckArt(SPANISH48, style.size_mm, lambda card: spanish.face_svg(style, card), "")


def _image(deck: DeckArt, code: str) -> np.ndarray:
    return deck.image(code, HEIGHT)[..., :3].astype(int)


@pytest.mark.parametrize("motif", list(PICTURES))
@pytest.mark.parametrize("lot", [0.0, 0.5, 1.0])
def test_a_picture_stays_in_its_field(motif: str, lot: float) -> None:
    image = _image(_deck(motif, lot), "5-cups")
    scale = HEIGHT / spanish.SIZE_MM[1]
    left, top = (int(side * scale) - 2 for side in FIELD)
    paper = image[10, image.shape[1] // 2]
    drawn = np.abs(image - paper).max(axis=2) > 40
    middle, between = drawn.shape[1] // 2, slice(int(30 * scale), int(-30 * scale))  # where no index is
    assert not drawn[5:top, middle:-left].any()
    assert not drawn[-top:-5, left:middle].any()
    assert not drawn[between, 5:left].any()
    assert not drawn[between, -left:-5].any()
    assert drawn[top:-top, left:-left].mean() > 0.9, "it fills its field"


def test_pictures_are_not_alike() -> None:
    images = {motif: _image(_deck(motif, 0.3), "5-cups") for motif in PICTURES}
    for one, other in combinations(PICTURES, 2):
        assert (np.abs(images[one] - images[other]).max(axis=2) > 40).mean() > 0.05, f"{one} and {other}"


@pytest.mark.parametrize("motif", list(PICTURES))
def test_the_index_tells_the_cards_of_a_deck_with_one_picture(motif: str) -> None:
    deck = _deck(motif, 0.4)
    for one, other in combinations(("5-cups", "6-cups", "5-coins", "10-swords", "12-swords"), 2):
        differs = np.abs(_image(deck, one) - _image(deck, other)).max(axis=2) > 60
        assert differs.sum() > 40, f"{one} and {other}"


@pytest.mark.parametrize(("make", "deck"), [(random_spanish, SPANISH48), (random_french, FRENCH52)])
def test_one_deck_by_lot_in_twenty_is_a_souvenir(make: Make, deck: Deck) -> None:
    styles = [make(np.random.default_rng(seed)) for seed in range(200)]
    souvenirs = [style for style in styles if style.pips.pictures]
    assert 2 <= len(souvenirs) <= 22
    for style in souvenirs:
        assert set(style.pips.pictures) == set(deck.codes)
        assert style.index.suit > 0
        assert style.index.plate
        assert extent(style.index)[1] >= 8


def test_dutch_letters_are_never_all_there_is() -> None:
    for seed in range(400):
        style = random_french(np.random.default_rng(seed))
        assert not (style.pips.pictures and style.labels.get("Q") == "V"), "V is also the French jack"
        assert french.face_svg(style, FRENCH52.parse("QH")).count("<svg") == 1


@pytest.mark.parametrize("suit", SPANISH48.suits)
def test_stones_show_on_the_symbols_and_nowhere_else(suit: str) -> None:
    plain = DeckArt(SPANISH48, spanish.SIZE_MM, lambda card: spanish.face_svg(spanish.PLAIN, card), "")
    before = _image(plain, f"1-{suit}")
    drawn = np.abs(before - before[5, before.shape[1] // 2]).max(axis=2) > 40
    seen = []
    for setting in JEWELS[suit]:
        style = replace(spanish.PLAIN, pips=replace(spanish.PLAIN.pips, jewels={suit: setting}))
        deck = DeckArt(SPANISH48, style.size_mm, lambda card, style=style: spanish.face_svg(style, card), "")
        after = _image(deck, f"1-{suit}")
        changed = np.abs(after - before).max(axis=2) > 40
        assert changed.sum() > 20, setting
        assert drawn[changed].mean() > 0.6, setting
        seen.append(after)
    for one, other in combinations(seen, 2):
        assert (np.abs(one - other).max(axis=2) > 40).sum() > 20
