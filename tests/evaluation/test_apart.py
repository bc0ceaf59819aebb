"""Pictures of cards lying apart."""

from itertools import combinations

import numpy as np
import pytest

from companion.evaluation.apart import COLUMNS, ROWS, rows_picture, table_picture
from companion.synth.drawn import ProductDesign
from companion.vision.boxes import overlap

DESIGN = ProductDesign("french52").load()


def inside(picture):
    height, width = picture.image.shape[:2]
    corners = np.concatenate([card.outline for card in picture.cards])
    return bool(((corners >= 0) & (corners <= (width, height))).all())


@pytest.mark.parametrize("seed", range(3))
def test_cards_laid_out_in_rows_are_all_in_the_picture(seed):
    codes = list(DESIGN.faces)[: ROWS * COLUMNS]
    picture = rows_picture(np.random.default_rng(seed), DESIGN, codes, None)
    assert [card.name for card in picture.cards] == codes
    assert inside(picture)


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_cards_on_the_table_are_different_ones_and_lie_apart(cards):
    picture = table_picture(np.random.default_rng(cards), DESIGN, None, cards)
    assert len({card.name for card in picture.cards}) == len(picture.cards) == cards
    assert inside(picture)
    for one, other in combinations(picture.cards, 2):
        assert not overlap(one.outline, other.outline)
