"""Sums with colours written ``#rrggbb``."""

import colorsys

import numpy as np


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))
    return red, green, blue


def _written(channels: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, value))):02x}" for value in channels)


def mix(one: str, other: str, part: float) -> str:
    """Return `one` with a part (0..1) of `other` in it."""
    first, second = _channels(one), _channels(other)
    red, green, blue = (a + (b - a) * part for a, b in zip(first, second, strict=True))
    return _written((red, green, blue))


def darker(colour: str, part: float = 0.28) -> str:
    """Return the colour with a part of black in it."""
    return mix(colour, "#000000", part)


def lighter(colour: str, part: float = 0.5) -> str:
    """Return the colour with a part of white in it."""
    return mix(colour, "#ffffff", part)


def lightness(colour: str) -> float:
    """Return how bright the colour looks, 0..1."""
    red, green, blue = _channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def shifted(colour: str, rng: np.random.Generator, hue: float = 0.025, rest: float = 0.1) -> str:
    """Return a colour near this one: the hue (a part of the colour circle), saturation and value move at random."""
    h, s, v = colorsys.rgb_to_hsv(*_channels(colour))
    return _written(
        colorsys.hsv_to_rgb(
            (h + rng.uniform(-hue, hue)) % 1.0,
            min(1.0, max(0.0, s * (1 + rng.uniform(-rest, rest)))),
            min(1.0, max(0.0, v * (1 + rng.uniform(-rest, rest)))),
        )
    )


def lively(rng: np.random.Generator) -> str:
    """Return any colour that is neither dull nor dark."""
    return _written(colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.5, 1.0), rng.uniform(0.6, 1.0)))
