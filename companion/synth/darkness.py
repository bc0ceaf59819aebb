"""What a webcam makes of little light: networks learn from pictures that were drawn or taken in more of it."""

import cv2
import numpy as np

from companion.synth.light import compress
from companion.vision.types import Image

_LEVELS, _NOISE = (0.35, 1.0), (2.0, 24.0)
"""How much is left of the light; and how strong the noise is, standard deviation, of 255 levels."""

_GRAINS = (0.5, 0.35, 0.15)
"""How often its grains are one, two and three pixels wide: webcams smooth their noise, and pictures are made larger."""

_COMPRESSED, _QUALITIES = 0.5, (30, 90)
"""How often such a picture has been through JPEG, and of which quality."""


def in_the_dark(rng: np.random.Generator, image: Image) -> Image:
    """Return a picture (H, W, 3) uint8 dimmer, and with as much noise, as a camera in a dark room takes it."""
    height, width = image.shape[:2]
    level, sigma = rng.uniform(*_LEVELS), rng.uniform(*_NOISE)
    grain = 1 + int(rng.choice(len(_GRAINS), p=_GRAINS))
    rows, columns = -(-height // grain), -(-width // grain)
    # Mostly grey, as simulated cameras have it (`companion.simulation.lamp.Sensor`).
    grains = rng.standard_normal((rows, columns, 1), np.float32) + 0.5 * rng.standard_normal(
        (rows, columns, 3), np.float32
    )
    noise = cv2.resize(grains * np.float32(sigma), (width, height))
    dark = np.clip(image * np.float32(level) + noise, 0, 255).astype(np.uint8)
    return compress(dark, int(rng.uniform(*_QUALITIES))) if rng.random() < _COMPRESSED else dark
