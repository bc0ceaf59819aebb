"""Measuring what teaching is worth: pictures with their labels, and the count."""

import numpy as np
import pytest

from companion.cli.main import main
from companion.evaluation.taught import COLUMNS, ROWS, TaughtTally, rows_picture, table_picture
from companion.synth.drawn import ProductDesign

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


def test_cards_on_the_table_are_different_ones():
    picture = table_picture(np.random.default_rng(1), DESIGN, None)
    names = [card.name for card in picture.cards]
    assert len(set(names)) == len(names) > 3


def test_rates_are_parts_of_what_was_read():
    tally = TaughtTally("d", "french52", 52, read=8)
    tally.right.update(plain=6, taught=8)
    row = tally.row()
    assert (row["plain"], row["taught"], row["foreign"]) == (0.75, 1.0, 0.0)


@pytest.mark.parametrize("options", [["--taught", "0"], ["--taught", "2", "--art", "missing"]])
def test_what_cannot_be_measured_is_told_in_one_line(options, capsys):
    assert main(["evaluate", *options]) == 2
    # Without folders beside the checkout, what is not measured is told before.
    assert capsys.readouterr().err.splitlines()[-1].startswith("companion: --")
