"""Small pictures of single mistakes, all of one size."""

import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from companion.evaluation.running import Examined
from companion.vision.naming import NamedCard
from companion.vision.overlay import UNREADABLE, caption, draw_cards, draw_outline
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH, rectify
from companion.vision.types import Image

Kind = Literal["misread", "refused", "missed", "invented", "names", "count"]

_SIDE = 240
_CARD_WIDTH = _SIDE * CROP_WIDTH // CROP_HEIGHT
_LINE = 18
_LINES, _LINE_LENGTH = 3, 56
TILE_WIDTH, TILE_HEIGHT = _SIDE + _CARD_WIDTH, _SIDE + _LINES * _LINE + 6
_ROOM = 1.5
"""Side of the surroundings shown, in sizes of the card's box."""
_TRUE_COLOUR = (60, 180, 30)


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake and its picture.

    Attributes:
        kind: What went wrong.
        tile: (TILE_HEIGHT, TILE_WIDTH, 3) uint8 BGR.
    """

    kind: Kind
    tile: Image


def mistakes(examined: Examined) -> Iterator[Mistake]:
    """Yield the mistakes of one picture: card by card where its labels say where cards lie, else as a whole."""
    picture, found, score = examined.picture, examined.found, examined.score
    for reading in score.readings:
        if not reading.right:
            was = f"was {picture.cards[reading.label].name}, taken for {caption(found[reading.found])}"
            kind: Kind = "refused" if reading.name is None else "misread"
            yield Mistake(kind, _card_tile(examined, picture.cards[reading.label].outline, found[reading.found], was))
    for index in score.missed:
        label = picture.cards[index]
        name = label.name or ("face" if label.face_up else "back")
        yield Mistake("missed", _card_tile(examined, label.outline, None, f"missed {name}"))
    for index in score.invented:
        text = f"invented {caption(found[index])}, found {found[index].seen.found:.2f}"
        yield Mistake("invented", _card_tile(examined, None, found[index], text))
    if picture.outlines is not None:
        return
    if score.exact is False:
        yield Mistake("names", _whole_tile(examined, _names_text(examined)))
    if not score.faces_right:
        faces = sum(card.seen.face_up for card in found)
        yield Mistake("count", _whole_tile(examined, f"{faces} faces found, {len(picture.cards)} there"))


def _names_text(examined: Examined) -> str:
    asked = Counter(card.name for card in examined.picture.cards if card.name is not None)
    given = Counter(card.code for card in examined.found if card.code is not None)
    lacking, other = sorted((asked - given).elements()), sorted((given - asked).elements())
    return f"not named: {', '.join(lacking) or '-'}; wrongly: {', '.join(other) or '-'}"


def _card_tile(examined: Examined, outline: npt.NDArray[np.float32] | None, card: NamedCard | None, text: str) -> Image:
    image = examined.picture.image
    shown = [corners for corners in (outline, None if card is None else card.seen.corners) if corners is not None]
    points = np.concatenate(shown)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    side = max(float((points.max(axis=0) - points.min(axis=0)).max()) * _ROOM, 24.0)
    zoom = _SIDE / side
    placing = np.array([[zoom, 0, _SIDE / 2 - middle[0] * zoom], [0, zoom, _SIDE / 2 - middle[1] * zoom]])
    around = np.asarray(cv2.warpAffine(image, placing, (_SIDE, _SIDE), flags=cv2.INTER_AREA), np.uint8)
    if outline is not None:
        draw_outline(around, outline @ placing[:, :2].T + placing[:, 2], _TRUE_COLOUR, 0.5)
    straight = rectify(image, shown[-1])
    if card is not None:
        draw_outline(around, card.seen.corners @ placing[:, :2].T + placing[:, 2], UNREADABLE, 0.5)
    straight = np.asarray(cv2.resize(straight, (_CARD_WIDTH, _SIDE)), np.uint8)
    return _with_text(np.hstack([around, straight]), examined.picture.name, text)


def _whole_tile(examined: Examined, text: str) -> Image:
    image = examined.picture.image
    zoom = min(TILE_WIDTH / image.shape[1], _SIDE / image.shape[0])
    small = np.asarray(cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    small = draw_cards(small, [_zoomed(card, zoom) for card in examined.found])
    tile = np.zeros((_SIDE, TILE_WIDTH, 3), np.uint8)
    tile[: small.shape[0], : small.shape[1]] = small[:_SIDE, :TILE_WIDTH]
    return _with_text(tile, examined.picture.name, text)


def _zoomed(card: NamedCard, zoom: float) -> NamedCard:
    corners = np.asarray(card.seen.corners * zoom, np.float32)
    return replace(card, seen=replace(card.seen, corners=corners))


def _with_text(picture: Image, name: str, text: str) -> Image:
    tile = np.full((TILE_HEIGHT, TILE_WIDTH, 3), 245, np.uint8)
    tile[:_SIDE] = picture
    lines = [name, *textwrap.wrap(text, _LINE_LENGTH, max_lines=_LINES - 1, placeholder=" ...")]
    for line, words in enumerate(lines, start=1):
        place = (4, _SIDE + line * _LINE)
        cv2.putText(tile, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.42, (30, 30, 30), 1, cv2.LINE_AA)
    return tile
