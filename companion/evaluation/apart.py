"""Pictures of cards lying apart, in rows or around the middle of a table, seen from above."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.evaluation.labels import LabelledCard, LabelledPicture
from companion.synth import light, surfaces
from companion.synth.designs import Design
from companion.synth.scene import CARD_HEIGHT_MM, Corners, cast_card_shadow, paste_card
from companion.synth.view import View, card_corners, look_at_table
from companion.vision.types import Image

WIDTH, HEIGHT = 1920, 1080
ROWS, COLUMNS = 2, 4
"""Cards in a photograph that teaches."""
_TEACHING_HEIGHT = (200.0, 320.0)
_TABLE_HEIGHT = (90.0, 220.0)
TABLE_CARDS = 6
"""So many at most have room."""
_TEACHING_TILT, _TABLE_TILT = 0.3, 0.5


def rows_picture(
    rng: np.random.Generator, design: Design, codes: Sequence[str], textures: Path | None
) -> LabelledPicture:
    """Render cards laid out in rows, as for teaching."""
    view = _view(rng, _TEACHING_HEIGHT, _TEACHING_TILT)
    size = _size(design)
    places = []
    for index in range(len(codes)):
        row, column = divmod(index, COLUMNS)
        x, y = (column - (COLUMNS - 1) / 2) * size[0] * 1.3, (row - (ROWS - 1) / 2) * size[1] * 1.2
        x, y = np.array([x, y]) + rng.normal(0, 3, 2)
        places.append(card_corners(float(x), float(y), float(rng.normal(0, 0.06)), *size))
    return _render(rng, view, design, codes, [view.project(place) for place in places], textures)


def table_picture(
    rng: np.random.Generator, design: Design, textures: Path | None, cards: int = TABLE_CARDS
) -> LabelledPicture:
    """Render cards lying apart around the middle of a table, each turned at will."""
    view = _view(rng, _TABLE_HEIGHT, _TABLE_TILT)
    size = _size(design)
    codes = [str(code) for code in rng.permutation(list(design.faces))[:cards]]
    around = rng.permutation(len(codes)) / len(codes) * 2 * np.pi
    reach = size[1] * rng.uniform(1.35, 1.6)
    quads = [
        view.project(
            card_corners(
                float(reach * np.cos(angle) * 1.3),
                float(reach * np.sin(angle)),
                float(rng.uniform(0, 2 * np.pi)),
                *size,
            )
        )
        for angle in around
    ]
    return _render(rng, view, design, codes, quads, textures)


def _size(design: Design) -> tuple[float, float]:
    return CARD_HEIGHT_MM * next(iter(design.faces.values())).aspect, CARD_HEIGHT_MM


def _view(rng: np.random.Generator, heights: tuple[float, float], tilt: float) -> View:
    height = float(np.exp(rng.uniform(*np.log(heights))))
    return look_at_table(
        WIDTH, HEIGHT, height / CARD_HEIGHT_MM, float(rng.uniform(0, tilt)), float(rng.normal(0, 0.1)), 1.2
    )


def _render(
    rng: np.random.Generator,
    view: View,
    design: Design,
    codes: Sequence[str],
    quads: Sequence[Corners],
    textures: Path | None,
) -> LabelledPicture:
    image: Image = surfaces.lay_background(rng, view, textures)
    height = float(np.linalg.norm(quads[0][3] - quads[0][0]))
    shadow, depth = rng.normal(0, 0.02, 2) * height, float(rng.uniform(0.1, 0.6))
    for code, quad in zip(codes, quads, strict=True):
        cast_card_shadow(image, quad, shadow, max(int(height * 0.03), 1), depth)
        paste_card(image, design.faces[code], quad)
    image = light.photograph(rng, light.light_table(rng, image), harshness=float(np.clip(height / 110, 0.3, 1.0)))
    cards = tuple(LabelledCard(code, quad.astype(np.float32)) for code, quad in zip(codes, quads, strict=True))
    return LabelledPicture(design.name, image, design.deck, cards, outlines="oriented", corners_exact=True)
