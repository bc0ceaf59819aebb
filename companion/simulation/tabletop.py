"""Drawn table tops: felt, planks of wood and woven cloth, one pixel a millimetre."""

from collections.abc import Callable, Mapping

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulation.camera import Camera
from companion.vision.types import Image

Rng = np.random.Generator
Field = npt.NDArray[np.float32]

_WIDTH, _DEPTH = 1800, 1300
"""Millimetres of table drawn around its middle: more than a tilted camera sees."""


def _noise(rng: Rng, rows: int, columns: int) -> Field:
    """Return smooth noise over the table with so many hills down and across."""
    coarse = rng.normal(0, 1, (rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (_WIDTH, _DEPTH), interpolation=cv2.INTER_CUBIC), np.float32)


def _felt(rng: Rng) -> Image:
    colours = [(58, 96, 34), (48, 78, 30), (92, 58, 32), (42, 34, 104), (80, 84, 84)]
    base = np.array(colours[int(rng.integers(len(colours)))], np.float32)
    fibres = cv2.GaussianBlur(rng.normal(0, 1, (_DEPTH, _WIDTH)).astype(np.float32), (0, 0), 0.8)
    tone = 1 + 0.14 * fibres + 0.05 * _noise(rng, 7, 9)
    return np.asarray(np.clip(base * tone[..., None], 0, 255), np.uint8)


def _wood(rng: Rng) -> Image:
    colours = [(72, 118, 170), (48, 82, 128), (96, 148, 196), (34, 54, 86)]
    base = np.array(colours[int(rng.integers(len(colours)))], np.float32)
    breadth = int(rng.integers(95, 170))
    tone = np.empty((_DEPTH, _WIDTH), np.float32)
    ys = np.arange(_DEPTH, dtype=np.float32)[:, None]
    for top in range(0, _DEPTH, breadth):
        drift = _noise(rng, 3, 6)[: min(breadth, _DEPTH - top)] * 14
        rings = np.sin((ys[: drift.shape[0]] + drift) / float(rng.uniform(2.5, 6)) + rng.uniform(0, 9))
        plank = 1 + 0.035 * rings + rng.normal(0, 0.05)
        tone[top : top + breadth] = plank
        tone[top : top + 2] *= 0.62
    streaks = cv2.blur(rng.normal(0, 1, (_DEPTH, _WIDTH)).astype(np.float32), (61, 1))
    tone += 0.32 * streaks
    return np.asarray(np.clip(base * tone[..., None], 0, 255), np.uint8)


def _cloth(rng: Rng) -> Image:
    ground = np.array([(216, 222, 226), (196, 206, 214), (150, 120, 90)][int(rng.integers(3))], np.float32)
    check = np.array([(60, 50, 170), (150, 90, 50), (80, 120, 60)][int(rng.integers(3))], np.float32)
    period = int(rng.integers(44, 90))
    across = (np.arange(_WIDTH) // (period // 2) % 2).astype(np.float32)[None, :]
    down = (np.arange(_DEPTH) // (period // 2) % 2).astype(np.float32)[:, None]
    share = ((across + down) * float(rng.uniform(0.12, 0.34)))[..., None]
    weave = 1 + 0.05 * np.sin(np.arange(_WIDTH) * 2.1)[None, :] * np.sin(np.arange(_DEPTH) * 2.1)[:, None]
    tone = (weave + 0.04 * _noise(rng, 6, 8))[..., None]
    return np.asarray(np.clip((ground * (1 - share) + check * share) * tone, 0, 255), np.uint8)


SURFACES: Mapping[str, Callable[[Rng], Image]] = {"felt": _felt, "wood": _wood, "cloth": _cloth}


def draw_table(rng: Rng, camera: Camera, surface: str | None = None) -> Image:
    """Return the empty table as the camera sees it under even light.

    Args:
        rng: Source of chance.
        camera: Who looks.
        surface: One of `SURFACES`; None leaves it to chance.
    """
    chosen = surface if surface is not None else list(SURFACES)[int(rng.integers(len(SURFACES)))]
    top = SURFACES[chosen](rng)
    placing = np.array([[1, 0, -_WIDTH / 2], [0, 1, -_DEPTH / 2], [0, 0, 1]], np.float64)
    size = (camera.view.width, camera.view.height)
    seen = cv2.warpPerspective(
        top, camera.view.matrix @ placing, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(seen, np.uint8)
