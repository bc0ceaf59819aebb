"""However the symbols of a Spanish number card are arranged, they can be counted and stay on the card."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from by_lot import spanish_by_lot

from companion.artwork import spanish
from companion.artwork.indices import extent
from companion.artwork.spanish_layouts import LONG, layouts
from companion.artwork.style import DeckStyle, Layout
from companion.artwork.styles.scattered import scattered
from companion.artwork.styles.spanish_styles import random_spanish
from companion.cards import SPANISH48

NUMBERS = SPANISH48.ranks[:9]
ALL = [(suit, rank, layout) for suit in ("coins", "swords") for rank in NUMBERS for layout in layouts(rank, suit)]


def _millimetres(layout: Layout, style: DeckStyle = spanish.PLAIN) -> list[tuple[float, float, float]]:
    (width, height), (left, top) = style.size_mm, style.pips.field
    return [(left + x * (width - 2 * left), top + y * (height - 2 * top), turn) for x, y, turn in layout.spots]


@pytest.mark.parametrize(("suit", "rank", "layout"), ALL)
def test_as_many_symbols_as_the_rank_says_each_at_its_own_place(suit: str, rank: str, layout: Layout) -> None:
    assert len(layout.spots) == len(set(layout.spots)) == int(rank)


@pytest.mark.parametrize(("suit", "rank", "layout"), ALL)
def test_symbols_stay_on_the_card(suit: str, rank: str, layout: Layout) -> None:
    width, height = spanish.SIZE_MM
    for x, y, turn in _millimetres(layout):
        reach_x = layout.size / 2 * (abs(math.sin(math.radians(turn))) if suit in LONG else 1.0)
        reach_y = layout.size / 2 * (abs(math.cos(math.radians(turn))) if suit in LONG else 1.0)
        assert reach_x < x < width - reach_x
        assert reach_y < y < height - reach_y


@pytest.mark.parametrize(("suit", "rank", "layout"), [entry for entry in ALL if entry[0] == "coins"])
def test_round_symbols_do_not_cover_each_other(suit: str, rank: str, layout: Layout) -> None:
    for (x0, y0, _), (x1, y1, _) in combinations(_millimetres(layout), 2):
        assert math.hypot(x1 - x0, y1 - y0) > 0.9 * layout.size


def test_decks_by_lot_arrange_their_symbols_differently() -> None:
    decks = [spanish_by_lot(seed) for seed in range(60)]
    usual = [deck for deck in decks if not deck.pips.layouts]
    assert 15 < len(usual) < 45
    arranged = {tuple(sorted(deck.pips.layouts.items())) for deck in decks if deck.pips.layouts}
    assert len(arranged) == len(decks) - len(usual)


def _coins(style: DeckStyle, rank: str) -> tuple[float, list[tuple[float, float, float]]]:
    """Return the size of a card's coins, and where they lie, millimetres."""
    layout = style.pips.layouts.get(("coins", rank)) or layouts(rank, "coins")[0]
    size = layout.size * style.pips.size * style.pips.sizes.get(("coins", rank), 1.0)
    return size * style.size_mm[1] / spanish.SIZE_MM[1], _millimetres(layout, style)


def test_large_symbols_do_not_mean_few_ones_and_never_touch() -> None:
    decks = [spanish_by_lot(seed) for seed in range(120)]
    sized = [deck for deck in decks if deck.pips.sizes]
    assert 20 < len(sized) < 70
    more_and_larger = 0
    for deck in sized:
        sizes = {}
        for rank in NUMBERS[1:]:
            sizes[rank], places = _coins(deck, rank)
            if deck.pips.sizes["coins", rank] > 1:
                assert all(
                    math.hypot(x1 - x0, y1 - y0) > sizes[rank] for (x0, y0, _), (x1, y1, _) in combinations(places, 2)
                )
        more_and_larger += sizes["6"] > sizes["2"]
    assert more_and_larger > 0


def _scattered(seed: int) -> DeckStyle:
    rng = np.random.default_rng(seed)
    style = random_spanish(rng)
    return replace(style, pips=scattered(rng, style))


@pytest.mark.parametrize("seed", range(25))
def test_symbols_that_lie_about_can_be_counted(seed: int) -> None:
    deck = _scattered(seed)
    for (suit, rank), layout in deck.pips.layouts.items():
        if rank != "1":
            assert len(set(layout.spots)) == int(rank), (suit, rank)
    width, height = deck.size_mm
    (digit, tall), (dx, dy) = extent(deck.index), deck.index.inset
    for rank in NUMBERS[1:]:
        size, places = _coins(deck, rank)
        for (x0, y0, _), (x1, y1, _) in combinations(places, 2):
            assert math.hypot(x1 - x0, y1 - y0) >= size
        for x, y, _ in places:
            assert size / 2 < x < width - size / 2
            assert size / 2 < y < height - size / 2
            # The index is in view at both ends: one digit of it.
            for across, down in ((x, y), (width - x, height - y)):
                assert across - size / 2 > dx + 0.6 * digit or down - size / 2 > dy + tall


def test_neither_place_nor_size_tells_how_many_lie_about() -> None:
    decks = [_scattered(seed) for seed in range(40)]
    sizes = {rank: [_coins(deck, rank)[0] for deck in decks] for rank in ("2", "7")}
    assert max(sizes["7"]) > np.quantile(sizes["2"], 0.25)
    beside = [places for deck in decks for _, places in [_coins(deck, "2")] if abs(places[0][1] - places[1][1]) < 5]
    above = [places for deck in decks for _, places in [_coins(deck, "2")] if abs(places[0][0] - places[1][0]) < 5]
    assert len(beside) >= 5
    assert len(above) >= 3
