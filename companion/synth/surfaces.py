"""What cards lie on and what lies about: table tops, papers, books, phones, cups, hands and sleeves."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import UnusableError
from companion.synth.oddments import FINE, NO_BACKS, picture_of
from companion.synth.view import View, card_corners, outline
from companion.vision.sources.pictures import read_picture
from companion.vision.types import Image

Rng = np.random.Generator
Points = npt.NDArray[np.floating]

_SHARE_OF_PLAIN_TABLES = 0.14
_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}


@lru_cache(maxsize=16)
def list_pictures(folder: Path) -> tuple[Path, ...]:
    """List every picture below a folder, in the order of their paths."""
    return tuple(sorted(path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES))


@lru_cache(maxsize=16)
def _pictures_by_folder(folder: Path) -> tuple[tuple[Path, ...], ...]:
    paths = list_pictures(folder)
    return tuple(tuple(p for p in paths if p.parent == parent) for parent in sorted({p.parent for p in paths}))


@lru_cache(maxsize=1200)
def _load_texture(path: Path) -> Image | None:
    try:
        image = read_picture(path)
    except UnusableError:
        return None
    scale = 640 / max(image.shape[:2])
    if scale < 1:
        return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return image


def random_texture(rng: Rng, folder: Path | None) -> Image:
    """Return a picture from the folder, or a drawn surface where there is no folder (and now and then anyway)."""
    if folder is not None and rng.random() < 0.85:
        # Folders count alike, however many pictures each has.
        folders = _pictures_by_folder(folder)
        if folders:
            inside = folders[int(rng.integers(len(folders)))]
            texture = _load_texture(inside[int(rng.integers(len(inside)))])
            if texture is not None:
                return texture
    return drawn_surface(rng)


def drawn_surface(rng: Rng, size: int = 320) -> Image:
    """Draw a table top: felt, wood grain, checked or striped cloth, stone or glitter, or a plain plate."""
    base = rng.uniform(20, 235, 3)
    if rng.random() < 0.4:
        base = np.full(3, base.mean()) + rng.normal(0, 10, 3)
    kind = int(rng.integers(6))
    field = np.zeros((size, size), np.float32)
    if kind == 0:
        field += rng.normal(0, 10, (size, size)).astype(np.float32)
    elif kind == 1:
        grain = cv2.resize(
            rng.normal(0, 1, (size // 3, 6)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
        )
        field += grain * 14 + rng.normal(0, 3, (size, size)).astype(np.float32)
    elif kind == 2:
        period = int(rng.integers(8, 60))
        ys, xs = np.indices((size, size)) // period
        field += np.where((xs + ys) % 2 == 0, 1, -1).astype(np.float32) * float(rng.uniform(8, 60))
    elif kind == 3:
        wavelength = float(rng.uniform(5, 40))
        field += np.sin(np.arange(size, dtype=np.float32) / wavelength * 2 * np.pi)[None, :] * float(rng.uniform(8, 50))
    elif kind == 4:
        field += _speckles(rng, size)
    clouds = cv2.resize(rng.normal(0, 1, (5, 5)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    image = base[None, None, :] + (field + clouds * 6)[..., None] * (0.6 + 0.4 * rng.random(3))
    return np.clip(image, 0, 255).astype(np.uint8)


def _speckles(rng: Rng, size: int) -> npt.NDArray[np.float32]:
    """Draw grains, with sparks among them: granite, terrazzo, glitter."""
    grain = int(rng.integers(1, 5))
    field = rng.normal(0, rng.uniform(6, 28), (size // grain + 1,) * 2)
    sparks = rng.random(field.shape) < rng.uniform(0.002, 0.06)
    field[sparks] += rng.uniform(30, 150)
    coarse = field.astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_LINEAR), np.float32)


def _plain_table(rng: Rng, size: tuple[int, int]) -> Image:
    """Paint a plain, mostly light table, on which white cards hardly stand out."""
    level = rng.uniform(150, 252) if rng.random() < 0.75 else rng.uniform(15, 150)
    colour = level + rng.normal(0, 9, 3)
    image = np.full((size[1], size[0], 3), colour, np.float32)
    image += cv2.resize(rng.normal(0, 2.5, (6, 8, 1)).astype(np.float32), size)[..., None]
    if rng.random() < 0.5:
        image += rng.normal(0, rng.uniform(0.5, 3), (size[1], size[0], 1)).astype(np.float32)
    return np.clip(image, 0, 255).astype(np.uint8)


def lay_background(rng: Rng, view: View, folder: Path | None) -> Image:
    """Fill the picture with a surface, seen in the view's perspective or flat."""
    size = (view.width, view.height)
    if rng.random() < _SHARE_OF_PLAIN_TABLES:
        return _plain_table(rng, size)
    texture = random_texture(rng, folder)
    height, width = texture.shape[:2]
    if rng.random() < 0.5:
        crop = rng.uniform(0.4, 1.0)
        w, h = max(int(width * crop), 16), max(int(height * crop), 16)
        x, y = int(rng.integers(width - w + 1)), int(rng.integers(height - h + 1))
        return np.asarray(cv2.resize(texture[y : y + h, x : x + w], size, interpolation=cv2.INTER_LINEAR), np.uint8)
    # The corners of the picture on the table, so that the texture spans what is seen whatever the tilt.
    millimetres = float(np.exp(rng.uniform(np.log(0.25), np.log(2.0))))
    angle = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(angle) * millimetres, np.sin(angle) * millimetres
    placing = np.array([[cos, -sin, rng.uniform(-400, 400)], [sin, cos, rng.uniform(-400, 400)], [0, 0, 1]])
    warped = cv2.warpPerspective(
        texture, view.matrix @ placing, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(warped, np.uint8)


def blend_polygon(image: Image, points: Points, colour: npt.NDArray[np.floating], opacity: float = 1.0) -> None:
    """Fill a polygon in place."""
    polygon = np.round(points).astype(np.int32)
    if opacity >= 1:
        cv2.fillPoly(image, [polygon], colour.tolist(), cv2.LINE_AA)
        return
    x, y, w, h = cv2.boundingRect(polygon)
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, image.shape[1]), min(y + h, image.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    region = image[y0:y1, x0:x1]
    filled = region.copy()
    cv2.fillPoly(filled, [polygon - (x0, y0)], colour.tolist(), cv2.LINE_AA)
    image[y0:y1, x0:x1] = cv2.addWeighted(filled, opacity, region, 1 - opacity, 0)


def lay_distractor(rng: Rng, image: Image, view: View, size: tuple[float, float], folder: Path | None) -> Points:
    """Lay a flat thing that is no card (paper, book, photograph, phone) and return its (4, 2) corners in pixels."""
    scale = rng.uniform(0.6, 2.6)
    aspect = rng.uniform(0.35, 1.6)
    half_h, half_w = size[1] * scale / 2, size[1] * scale * aspect / 2
    angle, (x, y) = rng.uniform(0, 2 * np.pi), rng.uniform(-3, 3, 2) * size[1]
    cos, sin = np.cos(angle), np.sin(angle)
    corners = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
    quad = view.project(corners @ np.array([[cos, sin], [-sin, cos]]) + (x, y))
    if not np.all(np.isfinite(quad)) or np.abs(quad).max() > 4 * max(image.shape):
        return quad
    kind = int(rng.integers(4))
    if kind == 0:
        sheet = _written_sheet(rng)
    elif kind == 1:
        sheet = np.full((64, 48, 3), rng.uniform(0, 60, 3), np.uint8)
        cv2.rectangle(sheet, (3, 5), (44, 58), rng.uniform(0, 120, 3).tolist(), -1)
    else:
        sheet = random_texture(rng, folder)
    h, w = sheet.shape[:2]
    matrix = cv2.getPerspectiveTransform(outline(w, h), quad.astype(np.float32))
    cv2.warpPerspective(sheet, matrix, (image.shape[1], image.shape[0]), dst=image, borderMode=cv2.BORDER_TRANSPARENT)
    return quad


_ABOUT, _AS_LARGE = 3.0, (0.75, 1.3)
"""How far from the middle a thing may lie, in heights of a card, and how large it is beside what is usual."""


def lay_oddment(rng: Rng, image: Image, view: View, card_height: float) -> None:
    """Lay one of the flat things on the table that lie about where people play (`oddments`).

    Args:
        rng: Source of chance.
        image: Drawn on in place.
        view: The camera.
        card_height: Of a card, millimetres.
    """
    picture = picture_of(NO_BACKS[int(rng.integers(len(NO_BACKS)))], rng)
    height, width = picture.shape[:2]
    scale = float(rng.uniform(*_AS_LARGE)) / FINE
    (x, y), angle = rng.uniform(-_ABOUT, _ABOUT, 2) * card_height, float(rng.uniform(0, 2 * np.pi))
    quad = view.project(card_corners(x, y, angle, width * scale, height * scale))
    if not np.all(np.isfinite(quad)) or np.abs(quad).max() > 6 * max(image.shape):
        return
    finer = max(float(np.linalg.norm(quad[1] - quad[0])) / width, 1e-3)
    if finer < 0.5:
        picture = np.asarray(cv2.resize(picture, None, fx=2 * finer, fy=2 * finer, interpolation=cv2.INTER_AREA))
    matrix = cv2.getPerspectiveTransform(outline(*picture.shape[1::-1]), quad.astype(np.float32))
    laid = cv2.warpPerspective(picture, matrix, image.shape[1::-1], flags=cv2.INTER_LINEAR)
    clear = cv2.cvtColor(255 - laid[..., 3], cv2.COLOR_GRAY2BGR)
    image[:] = cv2.add(cv2.multiply(image, clear, scale=1 / 255), laid[..., :3])


def _written_sheet(rng: Rng) -> Image:
    sheet = np.full((160, 120, 3), rng.uniform(200, 255), np.uint8)
    ink = rng.uniform(0, 110, 3).tolist()
    margin, line = int(rng.integers(5, 20)), int(rng.integers(5, 14))
    for y in range(margin, 160 - margin, line):
        x = margin
        while x < 110 - margin:
            word = int(rng.integers(4, 22))
            cv2.line(sheet, (x, y), (min(x + word, 118 - margin), y), ink, max(line // 4, 1))
            x += word + int(rng.integers(3, 7))
    return sheet


_SKIN = np.array(
    [[178, 206, 240], [140, 172, 215], [110, 140, 190], [70, 100, 150], [45, 65, 105], [30, 42, 70]], float
)


def lay_hand(rng: Rng, image: Image, target: Points, length: float) -> list[Points]:
    """Draw a hand that reaches for a point, with its arm or sleeve, and return the outlines it covers.

    Args:
        rng: Source of chance.
        image: Drawn on in place.
        target: (2,) pixels; where the fingers point.
        length: Of the hand, pixels.
    """
    direction = rng.uniform(0, 2 * np.pi)
    ahead = np.array([np.cos(direction), np.sin(direction)])
    side = np.array([-ahead[1], ahead[0]])
    skin = _SKIN[int(rng.integers(len(_SKIN)))] * rng.uniform(0.75, 1.1) + rng.normal(0, 6, 3)
    skin = np.clip(skin, 0, 255)
    wrist = target - ahead * length
    palm_front = target - ahead * length * 0.45
    outlines = []
    sleeve = rng.uniform(0, 255, 3) if rng.random() < 0.75 else skin * 0.95
    far = wrist - ahead * length * 4
    arm = np.array(
        [
            wrist + side * length * 0.26,
            far + side * length * 0.42,
            far - side * length * 0.42,
            wrist - side * length * 0.26,
        ]
    )
    blend_polygon(image, arm, sleeve)
    outlines.append(arm)
    palm = np.array(
        [
            wrist + side * length * 0.22,
            palm_front + side * length * 0.3,
            palm_front - side * length * 0.3,
            wrist - side * length * 0.22,
        ]
    )
    blend_polygon(image, palm, skin)
    outlines.append(palm)
    width = length * 0.13
    spread = rng.uniform(0.05, 0.35)
    for finger in range(int(rng.integers(2, 6))):
        offset = (finger - 1.5) / 1.5
        root = palm_front + side * offset * length * 0.24 - ahead * (length * 0.25 if finger == 4 else 0)
        bend = offset * spread + (0.9 if finger == 4 else 0) + rng.normal(0, 0.06)
        pointing = ahead * np.cos(bend) + side * np.sin(bend)
        tip = root + pointing * length * rng.uniform(0.3, 0.55)
        across = np.array([-pointing[1], pointing[0]]) * width / 2
        outline = np.array(
            [root + across, tip + across * 0.8, tip + pointing * width * 0.4, tip - across * 0.8, root - across]
        )
        blend_polygon(image, outline, skin * rng.uniform(0.9, 1.03))
        cv2.polylines(image, [np.round(outline[1:4]).astype(np.int32)], False, (skin * 0.8).tolist(), 1, cv2.LINE_AA)
        outlines.append(outline)
    return outlines


def lay_thing(rng: Rng, image: Image, centre: Points, radius: float, folder: Path | None) -> Points:
    """Put a cup, a token or a blob on the table, over what lies there; returns its outline in pixels."""
    angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    kind = int(rng.integers(3))
    wobble = rng.uniform(0.6, 1.0, 20) if kind == 2 else np.ones(20)
    outline = (
        centre + np.column_stack([np.cos(angles), np.sin(angles) * rng.uniform(0.7, 1.0)]) * radius * wobble[:, None]
    )
    colour = rng.uniform(0, 255, 3)
    if kind == 1:
        x, y, w, h = cv2.boundingRect(np.round(outline).astype(np.int32))
        x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, image.shape[1]), min(y + h, image.shape[0])
        if x1 > x0 and y1 > y0:
            texture = cv2.resize(random_texture(rng, folder), (x1 - x0, y1 - y0))
            mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
            cv2.fillPoly(mask, [np.round(outline - (x0, y0)).astype(np.int32)], 255)
            region = image[y0:y1, x0:x1]
            region[mask > 0] = texture[mask > 0]
        return outline
    blend_polygon(image, outline, colour)
    if kind == 0:
        blend_polygon(image, centre + (outline - centre) * 0.8, np.clip(colour * rng.uniform(0.5, 1.4), 0, 255))
    return outline
