"""The frame that everything is timed on: a wooden table at 1080p with four cards lying apart."""

from dataclasses import dataclass

import numpy as np

from companion.cards import SPANISH48
from companion.simulation.camera import camera_over_table
from companion.simulation.painter import plain_design
from companion.simulation.tabletop import draw_table
from companion.synth.scene import CARD_HEIGHT_MM, cast_card_shadow, paste_card
from companion.vision.boxes import card_heights
from companion.vision.types import FloatArray, Image

WIDTH, HEIGHT = 1920, 1080
DECK = SPANISH48.id
_SEED = 4
_CARDS = (
    ("1-cups", 0.0, 150.0, 0.1),
    ("7-coins", -190.0, 0.0, 1.7),
    ("12-swords", 0.0, -150.0, 3.0),
    ("4-clubs", 190.0, 0.0, 4.6),
)
"""Code, place of the middle in millimetres, clockwise turn in radians: a trick of four players."""


@dataclass(frozen=True)
class BenchFrame:
    """A picture and the cards in it.

    Attributes:
        image: (1080, 1920, 3) uint8 BGR.
        codes: What lies there.
        corners: (4, 4, 2) pixels, each clockwise from the card's own top left.
        card_height: Of a card, pixels.
    """

    image: Image
    codes: tuple[str, ...]
    corners: FloatArray
    card_height: float


def bench_frame() -> BenchFrame:
    """Draw the frame; always the same one."""
    camera = camera_over_table(WIDTH, HEIGHT)
    design = plain_design(DECK)
    image = draw_table(np.random.default_rng(_SEED), camera, "wood")
    corners = []
    for code, x, y, angle in _CARDS:
        picture = design.faces[code]
        quad = camera.card(x, y, 0.0, angle, (CARD_HEIGHT_MM * picture.aspect, CARD_HEIGHT_MM))
        cast_card_shadow(image, quad, np.array([4.0, 5.0]), 6, 0.4)
        paste_card(image, picture, quad)
        corners.append(quad)
    quads = np.array(corners, np.float32)
    height = float(card_heights(quads).mean())
    return BenchFrame(image, tuple(card[0] for card in _CARDS), quads, height)
