"""Courts that are portraits, and symbols that nobody holds: all of it is on the card and can be told apart."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from by_lot import spanish_by_lot

from companion.artwork import DeckArt, spanish
from companion.artwork.courts import APART
from companion.artwork.heads import Dress
from companion.artwork.numbers import symbol_svg
from companion.artwork.palette import SPANISH_INKS
from companion.artwork.portraits import PORTRAITS
from companion.artwork.raster import rasterise
from companion.artwork.svg import document, place
from companion.cards import SPANISH48

COURTS = ("10", "11", "12")


def _portrait(name: str) -> np.ndarray:
    """A portrait in the middle of a white square of twice its size, 120 pixels."""
    drawn = place(PORTRAITS[name](Dress.cut(SPANISH_INKS, 0, 0)), 1.0, 1.0)
    return rasterise(document((2.0, 2.0), 0.0, drawn, "#ffffff"), 120)[..., :3].astype(int)


def test_every_portrait_fills_its_place_and_no_more() -> None:
    for name in PORTRAITS:
        drawn = (255 - _portrait(name)).max(axis=2) > 40
        for places in np.nonzero(drawn):
            first, last = places.min(), places.max()
            assert 22 <= first < 50, name
            assert 70 < last <= 98, name


def test_portraits_are_not_alike() -> None:
    pictures = {name: _portrait(name) for name in PORTRAITS}
    for one, other in combinations(PORTRAITS, 2):
        differs = np.abs(pictures[one] - pictures[other]).max(axis=2) > 40
        assert differs.mean() > 0.01, f"{one} and {other}"


def _deck(kind: str, apart: str) -> DeckArt:
    portraits = {"knave": "lion", "knight": "lady", "king": "fish"}
    courts = replace(spanish.PLAIN.courts, kind=kind, apart=apart, portraits=portraits)
    style = replace(spanish.PLAIN, courts=courts)
    return DeckArt(SPANISH48, style.size_mm, lambda card: spanish.face_svg(style, card), "")


@pytest.mark.parametrize("kind", ["figure", "portrait"])
@pytest.mark.parametrize("apart", list(APART))
def test_the_suit_shows_beside_whoever_does_not_hold_it(kind: str, apart: str) -> None:
    deck = _deck(kind, apart)
    for number, suit in enumerate(SPANISH48.suits):
        symbol = symbol_svg(spanish.PLAIN, suit, number)
        for rank in COURTS:
            assert deck.svg(f"{rank}-{suit}").count(symbol) == len(APART[apart])


@pytest.mark.parametrize("apart", list(APART))
def test_symbols_that_nobody_holds_stay_on_the_card(apart: str) -> None:
    art = _deck("portrait", apart)
    for suit in SPANISH48.suits:
        paper = art.image(f"12-{suit}", 300)[:, [5, -6], :3].astype(int)  # beside the frame
        assert (np.abs(paper - np.median(paper, axis=(0, 1))).max(axis=2) > 40).mean() < 0.02


def test_decks_by_lot_have_portraits_and_symbols_that_nobody_holds() -> None:
    courts = [spanish_by_lot(seed).courts for seed in range(120)]
    portraits = [look for look in courts if look.kind == "portrait"]
    assert 6 < len(portraits) < 35
    assert all(look.apart for look in portraits)
    figures = [look for look in courts if look.kind == "figure"]
    assert 0.05 < np.mean([bool(look.apart) for look in figures]) < 0.4
