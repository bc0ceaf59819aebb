"""The colours can be read, and told apart by everybody."""

from itertools import combinations

import numpy as np
import pytest

from companion.app.colours import DARK, EDGES, LIGHT, SEATS, SUITS, contrast, suit_colour, text_on
from companion.cards import DECKS

# Machado, Oliveira and Fernandes 2009, severity 1: what is left of linear red, green and blue.
_BLINDNESS = {
    "none": np.eye(3),
    "protanopia": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "deuteranopia": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "tritanopia": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["ground", "surface", "raised", "chosen"])
@pytest.mark.parametrize("text", ["text", "quiet", "accent", "warning"])
def test_text_can_be_read_on_every_ground(colours, ground, text) -> None:
    assert contrast(getattr(colours, text), getattr(colours, ground)) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_accent_and_table(colours) -> None:
    assert contrast(colours.on_accent, colours.accent) >= 4.5
    assert contrast(colours.felt_text, colours.felt) >= 4.5
    assert contrast(colours.accent, colours.felt) >= 3.0


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["ground", "surface", "raised"])
def test_fields_and_boxes_to_tick_can_be_seen(colours, ground) -> None:
    assert contrast(colours.edge, getattr(colours, ground)) >= 3.0


@pytest.mark.parametrize("seat", SEATS)
def test_a_name_can_be_read_on_its_seats_colour(seat) -> None:
    assert contrast(text_on(seat), seat) >= 4.5


@pytest.mark.parametrize("blindness", _BLINDNESS)
def test_seats_are_told_apart(blindness) -> None:
    seen = [_lab(_BLINDNESS[blindness] @ _linear(seat)) for seat in SEATS]
    for one, other in combinations(seen, 2):
        assert np.linalg.norm(one - other) > 12


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("deck", SUITS)
def test_every_suit_has_a_colour_that_can_be_seen(colours, deck) -> None:
    assert set(SUITS[deck]) == {card.suit for card in DECKS[deck] if card.suit is not None}
    for suit in SUITS[deck]:
        for ground in (colours.ground, colours.surface, colours.raised):
            assert contrast(suit_colour(deck, suit, colours), ground) >= 3.0


@pytest.mark.parametrize("blindness", _BLINDNESS)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("deck", SUITS)
def test_suits_are_told_apart(deck, colours, blindness) -> None:
    seen = [_lab(_BLINDNESS[blindness] @ _linear(suit_colour(deck, suit, colours))) for suit in SUITS[deck]]
    for one, other in combinations(seen, 2):
        assert np.linalg.norm(one - other) > 14


def _linear(colour: str) -> np.ndarray:
    channels = np.array([int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def _lab(linear: np.ndarray) -> np.ndarray:
    """Return CIE L*a*b* of linear sRGB (white D65)."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    ratio = to_xyz @ np.clip(linear, 0, 1) / np.array([0.9505, 1.0, 1.089])
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize(("seat", "edge"), list(zip(SEATS, EDGES, strict=True)))
def test_lines_and_bars_of_every_seat_stand_out_from_a_light_ground(seat, edge) -> None:
    for ground in (LIGHT.ground, LIGHT.surface):
        assert contrast(edge, ground) >= 3
    for ground in (DARK.ground, DARK.surface):
        assert contrast(seat, ground) >= 3
