"""Letters can be read on the paper, whatever inks chance picks."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.artwork.colours import lightness
from companion.artwork.palette import FRENCH_INKS, Palette

CHANNEL = st.integers(0, 255)
COLOUR = st.tuples(CHANNEL, CHANNEL, CHANNEL).map(lambda rgb: "#{:02x}{:02x}{:02x}".format(*rgb))


def contrast(inks: Palette, suit: str) -> float:
    return abs(lightness(inks.written(suit)) - lightness(inks.paper))


@given(paper=COLOUR, ink=COLOUR)
def test_letters_stand_out_from_any_paper_with_any_ink(paper: str, ink: str) -> None:
    inks = replace(FRENCH_INKS, paper=paper, ink=ink)
    assert all(contrast(inks, suit) >= 0.35 for suit in inks.suits)


def test_an_ink_as_bright_as_the_paper_ends_in_black_or_white() -> None:
    assert contrast(replace(FRENCH_INKS, paper="#7a7a80", ink="#75757a"), "H") >= 0.35


@pytest.mark.parametrize("suit", ["S", "H", "D", "C"])
def test_a_colour_that_can_be_read_stays(suit: str) -> None:
    assert FRENCH_INKS.written(suit) == FRENCH_INKS.suits[suit].main
