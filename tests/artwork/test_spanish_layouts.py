"""However the symbols of a Spanish number card are arranged, they can be counted and stay on the card."""

import math
from itertools import combinations

import numpy as np
import pytest

from companion.artwork import spanish
from companion.artwork.spanish_layouts import LONG, Layout, layouts
from companion.artwork.style import DeckStyle
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
    decks = [random_spanish(np.random.default_rng(seed)) for seed in range(60)]
    usual = [deck for deck in decks if not deck.pips.layouts]
    assert 15 < len(usual) < 45
    arranged = {tuple(sorted(deck.pips.layouts.items())) for deck in decks if deck.pips.layouts}
    assert len(arranged) == len(decks) - len(usual)


def _coins(style: DeckStyle, rank: str) -> tuple[float, list[tuple[float, float, float]]]:
    """Return the size of a card's coins, and where they lie, millimetres."""
    layout = layouts(rank, "coins")[style.pips.layouts.get(("coins", rank), 0)]
    size = layout.size * style.pips.size * style.pips.sizes.get(("coins", rank), 1.0)
    return size * style.size_mm[1] / spanish.SIZE_MM[1], _millimetres(layout, style)


def test_large_symbols_do_not_mean_few_ones_and_never_touch() -> None:
    decks = [random_spanish(np.random.default_rng(seed)) for seed in range(120)]
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
