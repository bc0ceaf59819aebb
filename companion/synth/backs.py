"""Card backs drawn at random."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.synth.designs import CardPicture, picture_from
from companion.vision.types import Image

Rng = np.random.Generator
FloatVector = npt.NDArray[np.float64]


def random_back(rng: Rng, height: int = 240, aspect: float = 0.7) -> CardPicture:
    """Draw a back: lattice, stripes, dots, rings or a plain field, with or without a white border."""
    width = int(height * aspect)
    ink = rng.uniform(0, 200, 3)
    if rng.random() < 0.6:
        # Most backs are red or blue.
        ink = (
            np.array([40, 30, rng.uniform(120, 210)])
            if rng.random() < 0.5
            else np.array([rng.uniform(90, 200), 60, 30])
        )
    paper = np.full(3, rng.uniform(215, 255))
    field = _pattern(rng, width, height, ink, paper)
    image = np.empty((height, width, 3), np.uint8)
    image[:] = paper
    border = int(rng.choice([0, 0.03, 0.05, 0.08]) * height)
    image[border : height - border, border : width - border] = field[border : height - border, border : width - border]
    if border and rng.random() < 0.5:
        cv2.rectangle(image, (border, border), (width - border - 1, height - border - 1), ink.tolist(), 2)
    return picture_from(image)


def _pattern(rng: Rng, width: int, height: int, ink: FloatVector, paper: FloatVector) -> Image:
    field = np.empty((height, width, 3), np.uint8)
    field[:] = ink if rng.random() < 0.5 else paper
    line = (paper if (field[0, 0] == ink.astype(np.uint8)).all() else ink).tolist()
    step = int(rng.integers(6, 34))
    thickness = int(rng.integers(1, max(step // 3, 2)))
    kind = int(rng.integers(5))
    if kind == 0:
        for offset in range(-height, width + height, step):
            cv2.line(field, (offset, 0), (offset + height, height), line, thickness, cv2.LINE_AA)
            cv2.line(field, (offset, height), (offset + height, 0), line, thickness, cv2.LINE_AA)
    elif kind == 1:
        for x in range(0, width, step):
            cv2.line(field, (x, 0), (x, height), line, thickness)
        if rng.random() < 0.5:
            for y in range(0, height, step):
                cv2.line(field, (0, y), (width, y), line, thickness)
    elif kind == 2:
        for y in range(step // 2, height, step):
            for x in range(step // 2, width, step):
                cv2.circle(field, (x, y), max(step // 4, 1), line, -1, cv2.LINE_AA)
    elif kind == 3:
        for radius in range(step, height, step):
            for centre in ((width // 2, height // 4), (width // 2, 3 * height // 4)):
                cv2.circle(field, centre, radius, line, thickness, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(field, (width // 2, height // 2), int(width * rng.uniform(0.15, 0.4)), line, -1, cv2.LINE_AA)
        cv2.circle(field, (width // 2, height // 2), int(width * rng.uniform(0.08, 0.15)), ink.tolist(), 3, cv2.LINE_AA)
    return field
