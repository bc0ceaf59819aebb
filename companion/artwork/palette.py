"""The colours a deck is printed in."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.artwork.colours import darker, lighter, lightness, mix

_LEAST_CONTRAST = 0.35
"""Between letters and the paper, of 0..1."""


@dataclass(frozen=True, slots=True)
class SuitColours:
    """The inks of one suit's symbol: its own colour, a darker and a lighter one, and one for ornaments."""

    main: str
    dark: str
    light: str
    trim: str


@dataclass(frozen=True, slots=True)
class Palette:
    """The inks of a deck. Colours are written ``#rrggbb``.

    Attributes:
        paper: The card.
        ink: Outlines, frames and Spanish numbers.
        skin: Faces and hands.
        hair: Hair and beards, one a suit in the deck's order of suits.
        cloth: Colours that clothes are made of.
        gold: Crowns and ornaments.
        silver: Blades and armour.
        horse: Coats of the horses, one a suit.
        ground: Grass under a figure.
        suits: Colours of each suit's symbol, by the suit's code.
        edge: Hairline at the card's cut, None for no line.
    """

    paper: str
    ink: str
    skin: str
    hair: tuple[str, ...]
    cloth: tuple[str, ...]
    gold: str
    silver: str
    horse: tuple[str, ...]
    ground: str
    suits: Mapping[str, SuitColours]
    edge: str | None = "#c9c8c0"

    def written(self, suit: str) -> str:
        """Return the suit's colour for letters: moved towards the ink as far as it takes to be read on the paper.

        Where the ink itself could not be read there, it goes on towards black or white.
        """
        colour, paper, towards = self.suits[suit].main, lightness(self.paper), self.ink
        while abs(lightness(colour) - paper) < _LEAST_CONTRAST:
            before, colour = colour, mix(colour, towards, 0.2)
            if colour == before:
                towards = "#000000" if paper > 0.5 else "#ffffff"
        return colour


RED, BLUE, GREEN, GOLD, WHITE = "#c8322b", "#2b6cb0", "#3d8b40", "#f2bb3a", "#ffffff"

SPANISH_INKS = Palette(
    paper="#fffef9",
    ink="#1f2233",
    skin="#f7d5b5",
    hair=("#6b3f20", "#8c5a2b", "#3b2a20", "#b98a3c"),
    cloth=(RED, BLUE, GOLD, GREEN),
    gold=GOLD,
    silver="#cfe3f1",
    horse=("#b0713a", "#e9dfcf", "#8a8f99", "#6d4426"),
    ground="#b9c98a",
    suits={
        "cups": SuitColours(RED, "#8d1f1b", "#ec7a5c", GOLD),
        "coins": SuitColours(GOLD, "#b6791a", "#ffe08a", RED),
        "swords": SuitColours("#7db4dc", BLUE, "#d9ecf8", GOLD),
        "clubs": SuitColours(GREEN, "#25602b", "#86c465", "#b5522b"),
    },
)

_FRENCH_RED, _FRENCH_BLACK = "#c8201f", "#16181d"

FRENCH_INKS = Palette(
    paper="#fffffd",
    ink="#16181d",
    skin="#fbe3c8",
    hair=("#e9c46a", "#d9a441", "#c98b3a", "#6b4423"),
    cloth=("#d0312d", "#24539c", "#f3c13a", "#1d1f26"),
    gold="#f3c13a",
    silver="#dbe6ee",
    horse=("#b0713a",) * 4,
    ground="#b9c98a",
    suits={
        "S": SuitColours(_FRENCH_BLACK, _FRENCH_BLACK, "#4a4d57", "#ffffff"),
        "H": SuitColours(_FRENCH_RED, "#8f1413", "#e86a63", "#ffffff"),
        "D": SuitColours(_FRENCH_RED, "#8f1413", "#e86a63", "#ffffff"),
        "C": SuitColours(_FRENCH_BLACK, _FRENCH_BLACK, "#4a4d57", "#ffffff"),
    },
)

_SUITORS = {
    "1": "#15171c",
    "2": "#7a2e9e",
    "3": "#1f5fc4",
    "4": "#1f8a3b",
    "5": "#f2c200",
    "6": "#ef7d16",
    "7": "#d3202a",
}

SUITOR_INKS = Palette(
    paper="#fffffd",
    ink="#16181d",
    skin="#fbe3c8",
    hair=("#6b4423",) * 7,
    cloth=("#d0312d", "#24539c", "#f3c13a", "#1d1f26"),
    gold="#e2aa2a",
    silver="#dbe6ee",
    horse=("#b0713a",) * 7,
    ground="#b9c98a",
    suits={
        suit: SuitColours(main, darker(main, 0.34), lighter(main, 0.45), "#ffffff") for suit, main in _SUITORS.items()
    },
)
