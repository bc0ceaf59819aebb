"""Flat things that are no cards and lie on tables where people play: paper, napkins, phones, coasters, tickets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

Rng = np.random.Generator
Colour = npt.NDArray[np.float64]

FINE = 3
"""Pixels of a thing's picture for each of its millimetres."""

_INKS = ((120, 40, 20), (30, 30, 30), (40, 40, 160))
"""Of pens."""


@dataclass(frozen=True, slots=True)
class Oddment:
    """A kind of thing.

    Attributes:
        size: Width and height, millimetres.
        draw: Returns its picture, (h, w, 3) uint8 BGR, `FINE` pixels a millimetre; it may be shorter or narrower.
        round: How its corners are rounded, millimetres; half its width and more makes it a disc.
    """

    size: tuple[float, float]
    draw: Callable[[Rng, int, int], Image]
    round: tuple[float, ...] = (0.0,)


def picture_of(kind: str, rng: Rng) -> npt.NDArray[np.uint8]:
    """Return (h, w, 4) uint8 of a thing, colours premultiplied by alpha; `FINE` pixels a millimetre.

    Args:
        kind: One of `ODDMENTS`.
        rng: Source of chance.
    """
    oddment = ODDMENTS[kind]
    width, height = (round(side * FINE) for side in oddment.size)
    picture = oddment.draw(rng, width, height)
    radius = round(float(rng.choice(oddment.round)) * FINE)
    return _with_corners(picture, radius)


def any_colour(rng: Rng, least: float = 30, most: float = 235) -> Colour:
    """Return a colour (3,), BGR, that is rather pale than glaring."""
    colour = rng.uniform(least, most, 3)
    return np.asarray(colour.mean() + (colour - colour.mean()) * rng.uniform(0.2, 0.9), np.float64)


def _with_corners(picture: Image, radius: int) -> npt.NDArray[np.uint8]:
    height, width = picture.shape[:2]
    radius = min(radius, min(width, height) // 2 - 1)
    mask = np.full((height, width), 255, np.uint8)
    if radius > 0:
        mask[:] = 0
        cv2.rectangle(mask, (radius, 0), (width - radius, height), 255, -1)
        cv2.rectangle(mask, (0, radius), (width, height - radius), 255, -1)
        for x in (radius, width - radius - 1):
            for y in (radius, height - radius - 1):
                cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return np.dstack([np.asarray(picture * (mask[..., None] / 255.0), np.uint8), mask])


def _plain(width: int, height: int, colour: Colour) -> Image:
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = np.clip(colour, 0, 255)
    return picture


def _paper(rng: Rng, width: int, height: int) -> Image:
    tint = rng.normal(0, 4, 3)
    return _plain(width, height, np.full(3, rng.uniform(220, 252)) + tint)


def _ink(rng: Rng) -> tuple[int, int, int]:
    return _INKS[int(rng.integers(len(_INKS)))]


def _write(picture: Image, text: str, x: float, y: float, size: float, ink: tuple[int, ...], *, by_hand: bool) -> None:
    font = cv2.FONT_HERSHEY_SCRIPT_SIMPLEX if by_hand else cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(picture, text, (round(x), round(y)), font, size, ink, 2, cv2.LINE_AA)


def _letters(rng: Rng, count: int) -> str:
    return "".join("abcdefghimnoprstu 0123456789"[int(letter)] for letter in rng.integers(0, 28, count))


def _phone(rng: Rng, width: int, height: int) -> Image:
    picture = _plain(width, height, np.full(3, rng.uniform(8, 40)))
    if rng.random() < 0.4:
        top, side, lit = 6 * FINE, 3 * FINE, any_colour(rng, 120, 250)
        picture[top:-top, side:-side] = lit
        for row in range(5):
            at = top + 30 + row * 75
            picture[at : at + 50, side + 18 : -side - 18] = np.clip(lit * rng.uniform(0.6, 1.2), 0, 255)
    else:
        picture[:] = np.clip(picture + np.linspace(0, 26, height)[:, None, None], 0, 255)
    return picture


def _napkin(rng: Rng, width: int, height: int) -> Image:
    """Draw a folded napkin: plain, or with dots, stripes, checks or little flowers."""
    if rng.random() < 0.5:
        height = width
    ground = np.full(3, rng.uniform(215, 250)) if rng.random() < 0.6 else any_colour(rng, 60, 220)
    picture, ink = _plain(width, height, ground), any_colour(rng)
    kind, step = int(rng.integers(6)), int(rng.integers(24, 80))
    if kind == 1:
        many = any_colour(rng) if rng.random() < 0.5 else None
        for _ in range(int(rng.integers(12, 70))):
            middle = (int(rng.integers(width)), int(rng.integers(height)))
            colour = any_colour(rng) if many is None else many
            cv2.circle(picture, middle, int(rng.integers(4, 18)), colour.tolist(), -1, cv2.LINE_AA)
    elif kind == 2:
        for row, y in enumerate(range(step // 2, height, step)):
            for x in range(step // 2 * (1 + row % 2), width, step):
                cv2.circle(picture, (x, y), max(step // 5, 3), ink.tolist(), -1, cv2.LINE_AA)
    elif kind in (3, 4):
        for x in range(0, width, step):
            cv2.rectangle(picture, (x, 0), (x + step // 3, height), ink.tolist(), -1)
        if kind == 4:
            crossed = picture.copy()
            for y in range(0, height, step):
                cv2.rectangle(crossed, (0, y), (width, y + step // 3), ink.tolist(), -1)
            picture = np.asarray(cv2.addWeighted(picture, 0.5, crossed, 0.5, 0), np.uint8)
    elif kind == 5:
        leaf = any_colour(rng)
        for _ in range(int(rng.integers(5, 25))):
            x, y, r = int(rng.integers(width)), int(rng.integers(height)), int(rng.integers(8, 26))
            for petal in range(5):
                angle = petal * 1.2566
                where = (round(x + r * np.cos(angle)), round(y + r * np.sin(angle)))
                cv2.circle(picture, where, max(r // 2, 3), ink.tolist(), -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), max(r // 2, 3), leaf.tolist(), -1, cv2.LINE_AA)
    crease = np.clip(ground * 0.9, 0, 255).tolist()
    for x in (width // 3, 2 * width // 3):
        cv2.line(picture, (x, 0), (x, height), crease, 2)
    cv2.line(picture, (0, height // 2), (width, height // 2), crease, 2)
    return picture


def _coaster(rng: Rng, width: int, height: int) -> Image:
    picture = _plain(width, height, any_colour(rng, 60, 245))
    middle, ink = (width // 2, height // 2), any_colour(rng)
    cv2.circle(picture, middle, round(width * 0.4), ink.tolist(), 6, cv2.LINE_AA)
    cv2.circle(picture, middle, round(width * rng.uniform(0.15, 0.33)), any_colour(rng).tolist(), -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        _write(picture, _letters(rng, 4), width * 0.3, height * 0.55, 1.6, tuple(ink.tolist()), by_hand=True)
    return picture


def _pad(rng: Rng, width: int, height: int) -> Image:
    """Draw a sheet on which a score is kept, with its pen."""
    picture = _paper(rng, width, height)
    if rng.random() < 0.6:
        picture[:: 5 * FINE] = (225, 205, 190)
        picture[:, :: 5 * FINE] = (225, 205, 190)
    ink, columns = _ink(rng), int(rng.integers(2, 6))
    for column in range(columns):
        x = width * (0.08 + 0.9 * column / columns)
        _write(picture, "ABMPT"[column], x, 14 * FINE, 1.3, ink, by_hand=True)
        for row in range(int(rng.integers(2, 9))):
            _write(picture, str(int(rng.integers(0, 60))), x, (30 + row * 13) * FINE, 1.1, ink, by_hand=True)
    cv2.line(picture, (0, 18 * FINE), (width, 18 * FINE), ink, 2, cv2.LINE_AA)
    start = (round(width * rng.uniform(0.5, 0.7)), round(height * rng.uniform(0.1, 0.3)))
    end = (round(width * rng.uniform(0.8, 0.97)), round(height * rng.uniform(0.8, 0.95)))
    cv2.line(picture, start, end, any_colour(rng, 20, 120).tolist(), 4 * FINE, cv2.LINE_AA)
    return picture


def _box(rng: Rng, width: int, height: int) -> Image:
    """Draw the box that a deck came in."""
    grounds = ((40, 30, 150), (120, 50, 25), (35, 35, 35), (215, 225, 230))
    ground = np.array(grounds[int(rng.integers(len(grounds)))], np.float64)
    ink, dark = ((230, 235, 240) if ground.mean() < 128 else (40, 30, 150)), ground.tolist()
    picture = _plain(width, height, ground)
    cv2.rectangle(picture, (9, 9), (width - 10, height - 10), ink, 3, cv2.LINE_AA)
    cv2.ellipse(picture, (width // 2, height // 2), (width // 3, height // 4), 0, 0, 360, ink, -1, cv2.LINE_AA)
    _write(picture, "Cards", width * 0.22, height * 0.17, 1.5, ink, by_hand=True)
    _write(picture, "No. 7", width * 0.3, height * 0.9, 1.2, ink, by_hand=True)
    x, y, r = width // 2, height // 2, width // 9
    for side in (-1, 1):
        cv2.circle(picture, (x + side * r * 9 // 10, y + r // 3), r, dark, -1, cv2.LINE_AA)
    for corners in ([[-2 * r, 0], [2 * r, 0], [0, -2 * r]], [[0, 0], [-r // 2, 2 * r], [r // 2, 2 * r]]):
        cv2.fillPoly(picture, [np.array(corners) + (x, y)], dark, cv2.LINE_AA)
    return picture


def _receipt(rng: Rng, width: int, height: int) -> Image:
    picture = _paper(rng, width, round(height * rng.uniform(0.6, 1.0)))
    for row in range(picture.shape[0] // FINE // 6 - 2):
        if rng.random() < 0.85:
            where = (14, 24 + row * 6 * FINE)
            cv2.putText(picture, _letters(rng, 9), where, cv2.FONT_HERSHEY_PLAIN, 1.1, (60, 60, 60), 1, cv2.LINE_AA)
    return picture


def _ticket(rng: Rng, width: int, height: int) -> Image:
    """Draw a visiting card, a bank's card or a ticket: as large as a playing card, with lettering and a badge."""
    picture = _paper(rng, width, height) if rng.random() < 0.5 else _plain(width, height, any_colour(rng))
    ink = tuple(any_colour(rng, 0, 255).tolist())
    for row in range(int(rng.integers(1, 5))):
        y = height * (0.25 + 0.16 * row)
        _write(
            picture, _letters(rng, int(rng.integers(4, 12))), width * 0.1, y, rng.uniform(0.6, 1.4), ink, by_hand=False
        )
    if rng.random() < 0.6:
        badge, colour = int(rng.integers(12, 40)), any_colour(rng).tolist()
        where = (round(width * rng.uniform(0.6, 0.85)), round(height * rng.uniform(0.2, 0.8)))
        if rng.random() < 0.5:
            cv2.circle(picture, where, badge, colour, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(picture, where, (where[0] + badge, where[1] + badge), colour, -1)
    return picture


def _puzzle(rng: Rng, width: int, height: int) -> Image:
    """Draw a crossword or a sudoku."""
    picture = _paper(rng, width, height)
    cells = int(rng.integers(7, 13))
    step = width * 0.88 / cells
    left, top = width * 0.06, height * 0.08
    for row in range(cells):
        for column in range(cells):
            x, y = left + column * step, top + row * step
            if y + step > height:
                break
            corners = (round(x), round(y)), (round(x + step), round(y + step))
            cv2.rectangle(picture, *corners, (40, 40, 40), -1 if rng.random() < 0.15 else 1)
            if rng.random() < 0.4:
                _write(picture, _letters(rng, 1), x + step * 0.25, y + step * 0.8, step / 40, _ink(rng), by_hand=True)
    return picture


def _remote(rng: Rng, width: int, height: int) -> Image:
    """Draw a remote control, or a pocket calculator."""
    picture = _plain(width, height, np.full(3, rng.uniform(15, 70)))
    for row in range(int(rng.integers(4, 9))):
        for column in range(3):
            where = (round(width * (0.25 + 0.25 * column)), round(height * (0.2 + 0.085 * row)))
            cv2.circle(picture, where, round(width * 0.08), any_colour(rng, 60, 230).tolist(), -1, cv2.LINE_AA)
    return picture


def _print(rng: Rng, width: int, height: int) -> Image:
    """Draw a photographic print: blurred shapes within a white edge."""
    picture = _paper(rng, width, height)
    edge = int(rng.integers(0, 7)) * FINE
    inside = cv2.resize(rng.uniform(0, 255, (5, 4, 3)).astype(np.float32), (width - 2 * edge, height - 2 * edge))
    picture[edge : height - edge, edge : width - edge] = np.clip(inside, 0, 255)
    return picture


def _domino(rng: Rng, width: int, height: int) -> Image:
    """Draw a domino, light or dark."""
    light = rng.random() < 0.6
    picture = _paper(rng, width, height) if light else _plain(width, height, np.full(3, rng.uniform(15, 50)))
    ink = (30, 30, 30) if light else (230, 230, 230)
    cv2.line(picture, (6, height // 2), (width - 6, height // 2), ink, 3, cv2.LINE_AA)
    spots = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
    for half in range(2):
        for spot in spots.get(int(rng.integers(0, 7)), ()):
            x, y = width * (0.22 + 0.28 * (spot % 3)), height * (0.11 + 0.14 * (spot // 3) + 0.5 * half)
            cv2.circle(picture, (round(x), round(y)), round(width * 0.085), ink, -1, cv2.LINE_AA)
    return picture


ODDMENTS: Mapping[str, Oddment] = {
    "phone": Oddment((74, 152), _phone, (8.0,)),
    "napkin": Oddment((125, 150), _napkin),
    "coaster": Oddment((94, 94), _coaster, (6.0, 47.0)),
    "pad": Oddment((105, 148), _pad),
    "box": Oddment((66, 93), _box),
    "receipt": Oddment((57, 120), _receipt),
    "ticket": Oddment((85, 55), _ticket, (0.0, 3.0)),
    "puzzle": Oddment((110, 140), _puzzle),
    "remote": Oddment((48, 150), _remote, (6.0,)),
    "print": Oddment((100, 148), _print),
    "domino": Oddment((28, 56), _domino, (3.0,)),
}
"""What may lie about, by name."""

NO_BACKS = tuple(kind for kind in ODDMENTS if kind != "box")
"""All of these but the box of a deck, which looks like the backs of its cards."""
