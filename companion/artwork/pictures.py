"""Pictures that fill a card, as souvenir decks have them: views, people, things; only the index tells the card."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.artwork.colours import darker, lighter
from companion.artwork.heads import Dress
from companion.artwork.portraits import PORTRAITS
from companion.artwork.style import DeckStyle, Picture
from companion.artwork.svg import circle, ellipse, path, place, polygon, rect


@dataclass(frozen=True, slots=True)
class _Field:
    """The field of a picture: its width and height, millimetres."""

    width: float
    height: float

    def box(self, x: float, y: float, w: float, h: float, fill: str) -> str:
        """Return a rectangle given in parts of the field."""
        return rect(x * self.width, y * self.height, w * self.width, h * self.height, fill)

    def disc(self, x: float, y: float, r: float, fill: str) -> str:
        """Return a circle; its radius is a part of the field's width."""
        return circle(x * self.width, y * self.height, r * self.width, fill)

    def shape(self, points: tuple[tuple[float, float], ...], fill: str) -> str:
        """Return a polygon given in parts of the field."""
        return path(polygon((x * self.width, y * self.height) for x, y in points), fill)


def _hills(picture: Picture, field: _Field, _: Dress) -> str:
    sky, sun, far, near = picture.colours
    at = picture.lots
    return (
        field.box(0, 0, 1, 1, sky)
        + field.disc(0.2 + 0.6 * at[0], 0.2 + 0.1 * at[1], 0.07 + 0.08 * at[2], sun)
        + field.shape(((0, 1), (0, 0.6), (0.1 + 0.5 * at[3], 0.35), (0.9, 0.62), (1, 0.55), (1, 1)), far)
        + field.shape(((0, 1), (0, 0.75), (0.4 + 0.5 * at[4], 0.55 + 0.1 * at[5]), (1, 0.8), (1, 1)), near)
        + field.box(0.15 + 0.6 * at[1], 0.72, 0.14, 0.1, lighter(sun))
        + field.shape(
            tuple((0.13 + 0.6 * at[1] + x, y) for x, y in ((0, 0.72), (0.09, 0.65), (0.18, 0.72))), darker(sun)
        )
    )


def _town(picture: Picture, field: _Field, _: Dress) -> str:
    sky, light, one, other = picture.colours
    parts = [field.box(0, 0, 1, 1, sky)]
    for index, lot in enumerate(picture.lots):
        left, high = index / len(picture.lots), 0.25 + 0.5 * lot
        wide = 1 / len(picture.lots)
        parts.append(field.box(left, 1 - high, wide, high, (one, other)[index % 2]))
        parts += [
            field.box(left + wide * x, 1 - high + y, wide * 0.2, 0.04, light)
            for x in (0.2, 0.6)
            for y in (0.05 + 0.1 * row for row in range(int(high / 0.1)))
            if y < high - 0.06
        ]
    return "".join(parts)


def _sea(picture: Picture, field: _Field, _: Dress) -> str:
    sky, sail, sea, boat = picture.colours
    x, low = 0.3 + 0.4 * picture.lots[0], 0.5 + 0.2 * picture.lots[1]
    return (
        field.box(0, 0, 1, 1, sky)
        + field.box(0, low, 1, 1 - low, sea)
        + field.shape(
            ((x - 0.2, low + 0.02), (x + 0.2, low + 0.02), (x + 0.12, low + 0.1), (x - 0.14, low + 0.1)), boat
        )
        + field.shape(((x, low), (x, low - 0.35), (x + 0.22, low - 0.02)), sail)
        + field.shape(((x - 0.02, low), (x - 0.02, low - 0.3), (x - 0.18, low - 0.02)), lighter(sail))
    )


def _someone(picture: Picture, field: _Field, dress: Dress) -> str:
    ground, glow, *_ = picture.colours
    name = list(PORTRAITS)[int(picture.lots[0] * 0.999 * len(PORTRAITS))]
    size = min(field.width, field.height) * (0.75 + 0.2 * picture.lots[1])
    middle = (field.width / 2, field.height * (0.4 + 0.2 * picture.lots[2]))
    return (
        field.box(0, 0, 1, 1, ground)
        + circle(*middle, size * 0.45, glow)
        + place(PORTRAITS[name](dress), *middle, size)
    )


def _balls(picture: Picture, field: _Field, _: Dress) -> str:
    ground, *colours = picture.colours
    parts = [field.box(0, 0, 1, 1, ground)]
    for index, lot in enumerate(picture.lots):
        turn = 2.4 * index + 6 * picture.lots[0]
        out = 0.42 * math.sqrt((index + 0.5) / len(picture.lots))
        x, y = 0.5 + out * math.cos(turn) * 0.85, 0.5 + out * math.sin(turn)
        parts.append(field.disc(x, y, 0.05 + 0.07 * lot, colours[index % len(colours)]))
    return "".join(parts)


def _flower(picture: Picture, field: _Field, _: Dress) -> str:
    ground, petal, heart, stem = picture.colours
    x, y, size = field.width * (0.4 + 0.2 * picture.lots[0]), field.height * 0.36, field.width * 0.36
    count = 5 + int(7 * picture.lots[1])
    petals = (place(ellipse(0, -0.55, 0.2, 0.4, petal), x, y, size, 360 * index / count) for index in range(count))
    stalk = rect(x - 0.8, y, 1.6, field.height - y, stem)
    leaf = place(ellipse(0.5, 0, 0.5, 0.16, stem), x, field.height * 0.75, size, -30)
    return field.box(0, 0, 1, 1, ground) + stalk + leaf + "".join(petals) + circle(x, y, size * 0.28, heart)


PICTURES: Mapping[str, Callable[[Picture, _Field, Dress], str]] = MappingProxyType(
    {"hills": _hills, "town": _town, "sea": _sea, "someone": _someone, "balls": _balls, "flower": _flower}
)
"""What a picture may show."""


def picture_svg(style: DeckStyle, code: str, dress: Dress) -> str:
    """Return the picture of a card, which fills the field that other decks have their courts in.

    Args:
        style: The deck's style; it has pictures.
        code: The card.
        dress: Colours of people.
    """
    picture, (left, top), (width, height) = style.pips.pictures[code], style.courts.field, style.size_mm
    field = _Field(width - 2 * left, height - 2 * top)
    return place(PICTURES[picture.motif](picture, field, dress), left, top)
