"""Light on the table and the camera's own faults."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

Rng = np.random.Generator
FloatImage = npt.NDArray[np.float32]


def _upscaled_noise(rng: Rng, width: int, height: int, cells: int) -> FloatImage:
    coarse = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def light_table(
    rng: Rng, image: Image, glare_near: npt.NDArray[np.floating] | None = None, glare_size: float = 60.0
) -> Image:
    """Light the picture: fall-off, colour temperature, cast shadows and glare.

    Args:
        rng: Source of chance.
        image: (H, W, 3) uint8 BGR under even white light.
        glare_near: (N, 2) pixels of places where glare may sit (cards); anywhere where None or empty.
        glare_size: Greatest half-axis of a glare spot, pixels.
    """
    height, width = image.shape[:2]
    gain = np.ones((height, width), np.float32)
    if rng.random() < 0.7:
        direction = rng.uniform(0, 2 * np.pi)
        ys = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        xs = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
        gain += (np.cos(direction) * xs + np.sin(direction) * ys) * rng.uniform(0, 0.4)
    if rng.random() < 0.35:
        gain *= 1 + np.clip(_upscaled_noise(rng, width, height, 4) * rng.uniform(0.03, 0.2), -0.5, 0.5)
    if rng.random() < 0.3:
        gain *= _cast_shadow(rng, width, height)
    temperature = rng.normal(0, 0.16)
    tint = np.array([1 - temperature, 1 + rng.normal(0, 0.035), 1 + temperature], np.float32)
    exposure = np.float32(np.exp(rng.normal(-0.08, 0.33)))
    lit = image.astype(np.float32) * gain[..., None] * (np.clip(tint, 0.55, 1.5) * exposure)
    if rng.random() < 0.25:
        lit += _glare(rng, width, height, glare_near, glare_size)[..., None]
    if rng.random() < 0.2:
        # A veil: haze, a dirty lens or a lamp just outside the picture.
        veil = rng.uniform(5, 50)
        lit = lit * (1 - veil / 255) + veil
    gamma = float(np.exp(rng.normal(0, 0.18)))
    lit = np.clip(lit, 0, 255)
    table = (np.power(np.arange(256) / 255, gamma) * 255).astype(np.uint8)
    return np.asarray(cv2.LUT(lit.astype(np.uint8), table), np.uint8)


def _cast_shadow(rng: Rng, width: int, height: int) -> FloatImage:
    mask = np.zeros((height, width), np.float32)
    centre = rng.uniform(0, 1, 2) * (width, height)
    size = rng.uniform(0.2, 0.9) * max(width, height)
    points = centre + rng.normal(0, 1, (6, 2)) * size / 2
    hull = cv2.convexHull(points.astype(np.float32)).astype(np.int32)
    cv2.fillConvexPoly(mask, hull, 1.0)
    softness = max(int(rng.uniform(0.005, 0.06) * width) | 1, 3)
    soft = cv2.blur(cv2.blur(mask, (softness, softness)), (softness, softness))
    return np.asarray(1 - soft * rng.uniform(0.15, 0.6), np.float32)


def _glare(rng: Rng, width: int, height: int, near: npt.NDArray[np.floating] | None, size: float) -> FloatImage:
    small = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        if near is not None and len(near) and rng.random() < 0.8:
            centre = near[int(rng.integers(len(near)))] / 4
        else:
            centre = rng.uniform(0, 1, 2) * (small.shape[1], small.shape[0])
        axes = rng.uniform(0.1, 1.0, 2) * size / 4
        if np.all(np.abs(centre) < 4 * max(small.shape)):
            cv2.ellipse(
                small,
                (int(centre[0]), int(centre[1])),
                (int(axes[0]) + 1, int(axes[1]) + 1),
                float(rng.uniform(0, 180)),
                0,
                360,
                float(rng.uniform(60, 330)),
                -1,
            )
    softness = max(int(rng.uniform(0.1, 0.6) * size / 4) | 1, 3)
    soft = cv2.GaussianBlur(small, (softness, softness), 0)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def photograph(rng: Rng, image: Image, harshness: float = 1.0) -> Image:
    """Give the picture a camera's faults: defocus, motion, low resolution, sharpening, noise and compression.

    Args:
        rng: Source of chance.
        image: (H, W, 3) uint8.
        harshness: 1 for tables; smaller where the cards are so small that nothing would be left of them.
    """
    height, width = image.shape[:2]
    if rng.random() < 0.3 * harshness:
        sigma = rng.uniform(0.4, 1.6) * harshness
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)
    if rng.random() < 0.12 * harshness:
        image = _motion(rng, image, max(int(rng.uniform(3, 9) * harshness), 2))
    if rng.random() < 0.3 * harshness:
        factor = rng.uniform(0.45, 0.95)
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    if rng.random() < 0.3:
        blurred = cv2.GaussianBlur(image, (0, 0), 1.2)
        amount = float(rng.uniform(0.3, 1.2))
        image = np.asarray(cv2.addWeighted(image, 1 + amount, blurred, -amount, 0), np.uint8)
    if rng.random() < 0.5:
        noise = rng.normal(0, rng.uniform(1, 12), (height, width, 3 if rng.random() < 0.5 else 1))
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.08:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        weight = rng.uniform(0.4, 1.0)
        image = np.asarray(
            cv2.addWeighted(image, 1 - weight, cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), weight, 0), np.uint8
        )
    if rng.random() < 0.5:
        image = compress(image, int(rng.uniform(28, 92)))
    return image


def compress(image: Image, quality: int) -> Image:
    """Return an (H, W, 3) uint8 picture as it comes out of a JPEG file of a quality of 0 to 100."""
    _, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)


def _motion(rng: Rng, image: Image, length: int) -> Image:
    kernel = np.zeros((length, length), np.float32)
    angle = rng.uniform(0, np.pi)
    middle = (length - 1) / 2
    offset = np.array([np.cos(angle), np.sin(angle)]) * middle
    start, end = np.round(middle - offset).astype(int), np.round(middle + offset).astype(int)
    cv2.line(kernel, start.tolist(), end.tolist(), 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)
