"""The colours of the app, as data: a light and a dark set, and the seats' colours that hold in both."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Colour = str
"""Written `#rrggbb`."""


@dataclass(frozen=True, slots=True)
class Colours:
    """One set of colours.

    Attributes:
        ground: Behind everything.
        surface: Panels that lie on the ground.
        raised: Buttons and fields.
        line: Hairlines between things.
        edge: Round fields and boxes to tick; 3 : 1 against what is inside and around.
        chosen: Behind the one of several things that is chosen.
        text: What is read.
        quiet: What is read when looked for; still 4.5 : 1 against the ground.
        accent: The one colour that asks for attention: whose turn, the winner, the button that goes on.
        on_accent: Text on the accent.
        warning: Irregularities, a lost camera.
        felt: The drawn table.
        felt_edge: Its rim.
        felt_text: Text on the table.
        slot: A place on the table where a card is still to come.
    """

    ground: Colour
    surface: Colour
    raised: Colour
    line: Colour
    edge: Colour
    chosen: Colour
    text: Colour
    quiet: Colour
    accent: Colour
    on_accent: Colour
    warning: Colour
    felt: Colour
    felt_edge: Colour
    felt_text: Colour
    slot: Colour


LIGHT = Colours(
    ground="#f3f1ec",
    surface="#fdfcfa",
    raised="#ffffff",
    line="#d8d4ca",
    edge="#858b91",
    chosen="#e8f3ee",
    text="#1c2024",
    quiet="#5a6068",
    accent="#0b6b58",
    on_accent="#ffffff",
    warning="#a33a12",
    felt="#d5e3da",
    felt_edge="#b4cabd",
    felt_text="#1f3329",
    slot="#c3d5ca",
)

DARK = Colours(
    ground="#14171a",
    surface="#1c2024",
    raised="#272c31",
    line="#363c42",
    edge="#7b858e",
    chosen="#1b2f29",
    text="#eef0f1",
    quiet="#a2abb3",
    accent="#63d0b0",
    on_accent="#0a211b",
    warning="#ff9d72",
    felt="#1d3a30",
    felt_edge="#2c5244",
    felt_text="#e3efe9",
    slot="#28483d",
)

SEATS: tuple[Colour, ...] = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9")
"""One colour a seat, from the set of Okabe and Ito, which people with any kind of colour blindness can tell apart."""

EDGES: tuple[Colour, ...] = ("#004a75", "#8a5f00", "#00664b", "#8f4470", "#20719f")
"""A darker one of each, for rims: on a light ground three of the seats' colours have too little contrast alone."""


SUITS: Mapping[str, Mapping[str, tuple[Colour, Colour]]] = MappingProxyType(
    {
        "spanish48": {
            "cups": ("#8f1414", "#ff6b70"),
            "coins": ("#886800", "#f2c500"),
            "swords": ("#1d3fa0", "#6ba0f0"),
            "clubs": ("#1f7a4c", "#c2f0cd"),
        },
        "french52": {
            "S": ("#1c2024", "#eef0f1"),
            "H": ("#96100c", "#fc6674"),
            "D": ("#0344d3", "#7899e6"),
            "C": ("#0a7d46", "#7df58f"),
        },
        "seven-suitors": {
            "1": ("#1c2024", "#eef0f1"),
            "2": ("#cf46ee", "#ca7cfd"),
            "3": ("#0c20bc", "#9abde2"),
            "4": ("#1c825d", "#5ff88d"),
            "5": ("#b08303", "#f6c802"),
            "6": ("#aa4f0e", "#f0692d"),
            "7": ("#cb103f", "#d57b7c"),
        },
    }
)
"""A colour for the symbol of each suit, by deck: on light ground, on dark. No text is written in it."""


def suit_colour(deck: str, suit: str, colours: Colours) -> Colour:
    """Return the colour of a suit on one of the two sets of colours."""
    return SUITS[deck][suit][1 if colours is DARK else 0]


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, 0..1, as WCAG 2 defines it."""
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1..21, as WCAG 2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def text_on(colour: Colour) -> Colour:
    """Return black or white, whichever reads better on a colour."""
    return max(("#ffffff", "#101315"), key=lambda text: contrast(text, colour))
