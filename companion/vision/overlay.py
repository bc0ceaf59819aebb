"""Drawing into pictures what was seen in them: oriented boxes and names."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

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
_NAME_PLACE = 0.27
"""How far from its top left corner towards the other end a card bears its name: in a fan that part is in view."""


def draw_cards(image: Image, cards: Sequence[NamedCard]) -> Image:
    """Return a copy of a picture with every card's box, top edge and name with its confidence."""
    drawn = image.copy()
    scale = max(max(image.shape[:2]) / 1100, 0.45)
    for card in cards:
        draw_outline(drawn, card.seen.corners, _colour(card), scale)
    # Names last: no box runs through them.
    plates: list[Plate] = []
    for card in cards:
        top_left, _, bottom_right, _ = card.seen.corners
        place = top_left + (bottom_right - top_left) * _NAME_PLACE
        plates.append(draw_text(drawn, caption(card), place, _colour(card), scale, plates))
    return drawn


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
        text: ASCII.
        middle: (x, y) where the plate should be; it is moved so that it lies inside the picture.
        colour: Of the plate.
        scale: 1 for a picture of about 1100 pixels.
        others: Plates to lie below rather than on.

    Returns:
        The plate as (x, y, width, height).
    """
    size, thickness = 0.75 * scale, max(round(2 * scale), 1)
    (text_width, text_height), below = cv2.getTextSize(text, _FONT, size, thickness)
    pad = max(round(5 * scale), 2)
    width, height = text_width + 2 * pad, text_height + below + 2 * pad
    right, bottom = max(image.shape[1] - width, 0), max(image.shape[0] - height, 0)
    x = round(float(np.clip(middle[0] - width / 2, 0, right)))
    y = round(float(np.clip(middle[1] - height / 2, 0, bottom)))
    for _ in others:
        under = [other for other in others if _meet((x, y, width, height), other)]
        if under and y < bottom:
            y = min(max(other[1] + other[3] for other in under), bottom)
    cv2.rectangle(image, (x, y), (x + width, y + height), colour, -1)
    cv2.putText(image, text, (x + pad, y + pad + text_height), _FONT, size, _INK, thickness, cv2.LINE_AA)
    return x, y, width, height


def _meet(one: Plate, other: Plate) -> bool:
    apart_across = one[0] >= other[0] + other[2] or other[0] >= one[0] + one[2]
    apart_down = one[1] >= other[1] + other[3] or other[1] >= one[1] + one[3]
    return not (apart_across or apart_down)
