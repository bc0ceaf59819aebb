"""What is printed behind everything else."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from by_lot import spanish_by_lot

from companion.artwork import DeckArt
from companion.artwork.grounds import GROUNDS
from companion.artwork.spanish import face_svg
from companion.artwork.style import GroundStyle
from companion.cards import SPANISH48

PINK = "#ff9ee0"


def plain_style():
    return next(style for seed in range(99) if (style := spanish_by_lot(seed)).ground is None)


def picture(style, code):
    art = DeckArt(SPANISH48, style.size_mm, lambda card: face_svg(style, card), "")
    return art.image(code, 240)[..., :3].astype(int)


@pytest.mark.parametrize("kind", sorted(GROUNDS))
@pytest.mark.parametrize("turn", [0.0, 40.0])
def test_every_ground_lies_behind_the_symbols_and_on_every_card_alike(kind, turn):
    plain = plain_style()
    style = replace(plain, ground=GroundStyle(kind, PINK, "KZ", plain.index.face, (0.8, 0.7), 0.1, turn))
    grounds = []
    for code in ("2-cups", "7-swords"):
        before, after = picture(plain, code), picture(style, code)
        changed = np.abs(before - after).max(axis=2) > 12
        assert 0.01 < changed.mean() < 0.7, code
        symbols = np.abs(before - before[12, 12]).max(axis=2) > 90
        assert (changed & symbols).sum() < 0.1 * symbols.sum(), "symbols are printed over it"
        grounds.append(changed)
    first, second = grounds
    assert (first & second).sum() > 0.5 * first.sum(), "it says nothing about the card"


def test_one_spanish_deck_in_three_has_some_ground():
    grounds = [spanish_by_lot(seed).ground for seed in range(340)]
    kinds = Counter(ground.kind for ground in grounds if ground)
    assert 0.28 < sum(kinds.values()) / len(grounds) < 0.44
    assert set(kinds) == set(GROUNDS)
