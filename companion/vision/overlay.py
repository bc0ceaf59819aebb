"""Drawing into pictures what was seen in them: oriented boxes and names."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.boxes import shared_area
from companion.vision.naming import NamedCard
from companion.vision.types import Image

Colour = tuple[int, int, int]
Plate = tuple[int, int, int, int]
"""x, y, width, height in pixels."""

NAMED: Colour = (60, 180, 30)
UNREADABLE: Colour = (0, 140, 255)
BACK: Colour = (200, 120, 40)
"""Blue, green, red."""
_INK: Colour = (255, 255, 255)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_ON_THE_CARD = 0.27
"""How far from its top left corner towards the other end a card bears its name where there is no room beside it: in a
fan that part is in view."""
_BESIDE = 4.0
"""Pixels between a card and its name, in a picture of about 1100."""
_OVER_A_NAME, _OUTSIDE = 10.0, 1.0
"""What it counts that a pixel of a name lies on another name, or would lie outside the picture; 1 for one on a card."""


def draw_cards(image: Image, cards: Sequence[NamedCard]) -> Image:
    """Return a copy of a picture with every card's box, top edge and name with its confidence.

    Names stand beside the cards where there is room: what the card itself shows can be compared with its name.
    """
    drawn = image.copy()
    scale = max(max(image.shape[:2]) / 1100, 0.45)
    quads = [card.seen.corners for card in cards]
    for card in cards:
        draw_outline(drawn, card.seen.corners, _colour(card), scale)
    # Names last: no box runs through them.
    plates: list[Plate] = []
    for card in cards:
        text = caption(card)
        place = _free_place(card.seen.corners, text, scale, quads, plates, drawn)
        plates.append(draw_text(drawn, text, place, _colour(card), scale, plates))
    return drawn


def _free_place(
    corners: npt.NDArray[np.floating],
    text: str,
    scale: float,
    quads: Sequence[npt.NDArray[np.floating]],
    plates: Sequence[Plate],
    image: Image,
) -> npt.NDArray[np.floating]:
    """Return the middle (x, y) of the place beside a card, or on it, where its name covers least."""
    width, height = _plate_size(text, scale)
    middle = corners.mean(axis=0)
    places = []
    for start, end in ((0, 1), (2, 3), (3, 0), (1, 2)):
        edge = (corners[start] + corners[end]) / 2
        along = corners[end] - corners[start]
        out = np.array([along[1], -along[0]]) / max(float(np.linalg.norm(along)), 1e-6)
        if float(out @ (edge - middle)) < 0:
            out = -out
        reach = abs(out[0]) * width / 2 + abs(out[1]) * height / 2
        places.append(edge + out * (reach + _BESIDE * scale))
    places.append(corners[0] + (corners[2] - corners[0]) * _ON_THE_CARD)
    return min(places, key=lambda place: _covered(place, (width, height), quads, plates, image))


def _covered(
    middle: npt.NDArray[np.floating],
    size: tuple[int, int],
    quads: Sequence[npt.NDArray[np.floating]],
    plates: Sequence[Plate],
    image: Image,
) -> float:
    """Return how much a plate around a place would cover, in pixels; what is worse than a card counts more."""
    left, top, width, height = middle[0] - size[0] / 2, middle[1] - size[1] / 2, *size
    plate = _box(left, top, width, height)
    inside = shared_area(plate, _box(0, 0, image.shape[1], image.shape[0]))
    on_cards = sum(shared_area(plate, quad) for quad in quads)
    on_names = sum(shared_area(plate, _box(*other)) for other in plates)
    return on_cards + _OVER_A_NAME * on_names + _OUTSIDE * (width * height - inside)


def _box(left: float, top: float, width: float, height: float) -> npt.NDArray[np.float32]:
    right, bottom = left + width, top + height
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def caption(card: NamedCard) -> str:
    """Return what is written on a card: `12-cups 97%`, `? 12-cups 31%`, `back`."""
    if not card.seen.face_up:
        return "back"
    if card.code is not None:
        return f"{card.code} {_percent(card.confidence)}"
    if card.seen.best is None:
        return "?"
    code, chance = card.seen.best
    return f"? {code} {_percent(chance)}"


def _percent(chance: float) -> str:
    # Cut, not rounded: only certainty is written as 100 %.
    return f"{int(100 * chance + 1e-6)}%"


def _colour(card: NamedCard) -> Colour:
    if not card.seen.face_up:
        return BACK
    return NAMED if card.code is not None else UNREADABLE


def draw_outline(image: Image, corners: npt.NDArray[np.floating], colour: Colour, scale: float) -> None:
    """Draw a (4, 2) box in place, its first edge (the card's top) thicker."""
    points = np.clip(np.round(corners), -30000, 30000).astype(np.int32)
    thin = max(round(2 * scale), 1)
    cv2.polylines(image, [points], True, colour, thin, cv2.LINE_AA)
    cv2.line(image, points[0].tolist(), points[1].tolist(), colour, 3 * thin, cv2.LINE_AA)


def draw_text(
    image: Image,
    text: str,
    middle: npt.NDArray[np.floating],
    colour: Colour,
    scale: float,
    others: Sequence[Plate] = (),
) -> Plate:
    """Write white text on a coloured plate in place.

    Args:
        image: Drawn on.
        text: In any script that OpenCV's own fonts have.
        middle: (x, y) where the plate should be; it is moved so that it lies inside the picture.
        colour: Of the plate.
        scale: 1 for a picture of about 1100 pixels.
        others: Plates to lie below rather than on.

    Returns:
        The plate as (x, y, width, height).
    """
    size, thickness, pad = _type(scale)
    width, height = _plate_size(text, scale)
    right, bottom = max(image.shape[1] - width, 0), max(image.shape[0] - height, 0)
    x = round(float(np.clip(middle[0] - width / 2, 0, right)))
    y = round(float(np.clip(middle[1] - height / 2, 0, bottom)))
    for _ in others:
        under = [other for other in others if _meet((x, y, width, height), other)]
        if under and y < bottom:
            y = min(max(other[1] + other[3] for other in under), bottom)
    cv2.rectangle(image, (x, y), (x + width, y + height), colour, -1)
    text_height = cv2.getTextSize(text, _FONT, size, thickness)[0][1]
    cv2.putText(image, text, (x + pad, y + pad + text_height), _FONT, size, _INK, thickness, cv2.LINE_AA)
    return x, y, width, height


def _type(scale: float) -> tuple[float, int, int]:
    """Return size and thickness of the letters, and how far the plate reaches beyond them."""
    return 0.75 * scale, max(round(2 * scale), 1), max(round(5 * scale), 2)


def _plate_size(text: str, scale: float) -> tuple[int, int]:
    size, thickness, pad = _type(scale)
    (width, height), below = cv2.getTextSize(text, _FONT, size, thickness)
    return width + 2 * pad, height + below + 2 * pad


def _meet(one: Plate, other: Plate) -> bool:
    apart_across = one[0] >= other[0] + other[2] or other[0] >= one[0] + one[2]
    apart_down = one[1] >= other[1] + other[3] or other[1] >= one[1] + one[3]
    return not (apart_across or apart_down)
