"""Ways in which people leave cards on a table: where each card lies, the lowest first."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

Rng = np.random.Generator


@dataclass(frozen=True)
class Placement:
    """Pose of one card: centre in millimetres, clockwise turn in radians."""

    x: float
    y: float
    angle: float


def _jitter(rng: Rng, millimetres: float) -> tuple[float, float]:
    dx, dy = rng.normal(0, millimetres, 2)
    return float(dx), float(dy)


def single(rng: Rng, _size: tuple[float, float]) -> list[Placement]:
    """One card alone."""
    angle = rng.normal(0, 0.15) if rng.random() < 0.5 else rng.uniform(0, 2 * np.pi)
    return [Placement(*_jitter(rng, 12), angle)]


def scattered(rng: Rng, size: tuple[float, float]) -> list[Placement]:
    """Cards thrown about, some over others."""
    count = int(rng.integers(2, 11))
    spread = size[1] * rng.uniform(0.5, 1.1) * np.sqrt(count)
    aligned = rng.random() < 0.3
    return [
        Placement(
            float(rng.uniform(-spread, spread)),
            float(rng.uniform(-spread, spread) * 0.75),
            float(rng.normal(0, 0.12) if aligned else rng.uniform(0, 2 * np.pi)),
        )
        for _ in range(count)
    ]


def grid(rng: Rng, size: tuple[float, float]) -> list[Placement]:
    """Rows of cards lying apart or just touching."""
    columns, rows = int(rng.integers(2, 7)), int(rng.integers(1, 4))
    dx, dy = size[0] * rng.uniform(0.95, 1.6), size[1] * rng.uniform(0.95, 1.5)
    sloppy = rng.uniform(0, 0.08)
    placements = []
    for row in range(rows):
        for column in range(columns):
            x, y = (column - (columns - 1) / 2) * dx, (row - (rows - 1) / 2) * dy
            jx, jy = _jitter(rng, size[0] * sloppy)
            turned = np.pi if rng.random() < 0.3 else 0.0
            placements.append(Placement(x + jx, y + jy, float(rng.normal(turned, sloppy))))
    return placements


def fan(rng: Rng, size: tuple[float, float]) -> list[Placement]:
    """A hand spread like a fan."""
    count = int(rng.integers(3, 10))
    radius = size[1] * rng.uniform(0.7, 2.5)
    step = rng.uniform(0.12, 0.5) * size[0] / radius
    direction = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else 0.0
    order = 1 if rng.random() < 0.8 else -1
    placements = []
    for index in range(count):
        angle = direction + order * (index - (count - 1) / 2) * step + rng.normal(0, 0.02)
        placements.append(Placement(float(radius * np.sin(angle)), float(-radius * np.cos(angle)), float(angle)))
    middle_x = np.mean([p.x for p in placements])
    middle_y = np.mean([p.y for p in placements])
    return [Placement(p.x - float(middle_x), p.y - float(middle_y), p.angle) for p in placements]


def column(rng: Rng, size: tuple[float, float]) -> list[Placement]:
    """Overlapping columns or rows, as in patience."""
    columns = int(rng.integers(1, 4))
    placements = []
    sideways = rng.random() < 0.4
    step = (size[0] if sideways else size[1]) * rng.uniform(0.16, 0.5)
    for c in range(columns):
        count = int(rng.integers(2, 7))
        for index in range(count):
            along, across = (index - count / 2) * step, (c - (columns - 1) / 2) * size[0] * 1.25
            if sideways:
                along, across = (index - count / 2) * step, (c - (columns - 1) / 2) * size[1] * 1.15
            jx, jy = _jitter(rng, 1.5)
            x, y = (along, across) if sideways else (across, along)
            placements.append(Placement(x + jx, y + jy, float(rng.normal(0, 0.03))))
    return placements


def trick(rng: Rng, size: tuple[float, float]) -> list[Placement]:
    """The cards of a trick, each towards its player, often overlapping in the middle."""
    seats = int(rng.integers(2, 6))
    reach = size[1] * rng.uniform(0.25, 1.3)
    start = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else 0.0
    placements = []
    for seat in range(seats):
        angle = start + seat * 2 * np.pi / seats
        jx, jy = _jitter(rng, 9)
        placements.append(
            Placement(
                float(-np.sin(angle) * reach + jx),
                float(np.cos(angle) * reach + jy),
                float(angle + rng.normal(0, 0.25)),
            )
        )
    order = rng.permutation(seats)
    return [placements[i] for i in order]


def pile(rng: Rng, size: tuple[float, float]) -> list[Placement]:
    """Cards on top of each other, plus a few beside."""
    count = int(rng.integers(2, 6))
    placements = [Placement(*_jitter(rng, size[0] * 0.12), float(rng.normal(0, 0.25))) for _ in range(count)]
    beside = int(rng.integers(0, 4))
    for _ in range(beside):
        angle = rng.uniform(0, 2 * np.pi)
        distance = size[1] * rng.uniform(1.0, 2.0)
        placements.append(
            Placement(
                float(np.cos(angle) * distance), float(np.sin(angle) * distance), float(rng.uniform(0, 2 * np.pi))
            )
        )
    return placements


def heap(rng: Rng, size: tuple[float, float]) -> list[Placement]:
    """Cards thrown loosely onto each other, each partly in view."""
    count = int(rng.integers(3, 7))
    spread = rng.uniform(0.25, 0.75)
    turned = rng.uniform(0.2, 1.6)
    direction = rng.uniform(0, 2 * np.pi)
    return [
        Placement(
            float(rng.normal(0, spread) * size[1]),
            float(rng.normal(0, spread) * size[1]),
            float(direction + rng.normal(0, turned)),
        )
        for _ in range(count)
    ]


def row(rng: Rng, size: tuple[float, float]) -> list[Placement]:
    """A row by hand: side by side or over each other, by turns, never quite straight."""
    count = int(rng.integers(3, 8))
    direction = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.2)
    sideways = rng.random() < 0.75
    along, across = np.cos(direction), np.sin(direction)
    tight = rng.uniform(0.2, 0.7)
    sloppy = rng.uniform(0.02, 0.2)
    at = 0.0
    placements = []
    for _ in range(count):
        jx, jy = rng.normal(0, sloppy * size[0] * 0.5, 2)
        angle = direction + (0.0 if sideways else np.pi / 2) + rng.normal(0, sloppy)
        placements.append(Placement(float(along * at + jx), float(across * at + jy), float(angle)))
        at += rng.uniform(tight, 1.15) * (size[0] if sideways else size[1])
    if rng.random() < 0.5:
        placements.reverse()
    middle = (along * at / 2, across * at / 2)
    return [Placement(p.x - float(middle[0]), p.y - float(middle[1]), p.angle) for p in placements]


LAYOUTS: Mapping[str, tuple[float, Callable[[Rng, tuple[float, float]], list[Placement]]]] = {
    "single": (0.12, single),
    "scattered": (0.2, scattered),
    "grid": (0.1, grid),
    "fan": (0.14, fan),
    "column": (0.08, column),
    "trick": (0.14, trick),
    "pile": (0.06, pile),
    "heap": (0.08, heap),
    "row": (0.08, row),
}
"""Layouts by name with the share of scenes that use them."""
CROWDED: Mapping[str, float] = {
    "single": 0.02,
    "scattered": 0.1,
    "grid": 0.03,
    "fan": 0.22,
    "column": 0.2,
    "trick": 0.12,
    "pile": 0.03,
    "heap": 0.12,
    "row": 0.16,
}
"""Shares where cards mostly cover each other: what a finder finds hardest."""


def random_layout(rng: Rng, size: tuple[float, float], *, crowded: bool = False) -> tuple[str, list[Placement]]:
    """Draw a layout for cards of `size` (width, height) millimetres."""
    names = list(LAYOUTS)
    shares = np.array([CROWDED[name] if crowded else LAYOUTS[name][0] for name in names])
    name = names[int(rng.choice(len(names), p=shares / shares.sum()))]
    return name, LAYOUTS[name][1](rng, size)
