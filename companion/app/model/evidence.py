"""Pictures of the table as each card was played, kept for a while: what an irregularity is shown with."""

from collections import OrderedDict
from dataclasses import dataclass

import cv2
import numpy as np

from companion.table.events import CardPlayed
from companion.table.snapshot import Snapshot
from companion.vision.types import Image

_MOST = 200
"""Plays whose pictures are kept: more than the longest hand; at about 50 kB each."""

_WIDTH = 720
"""Pixels that pictures are kept at."""

_QUALITY = 80

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Shot:
    """The table when a card was played.

    Attributes:
        seat: Who was taken to have played it.
        cards: What it was taken for.
        corners: Four points of the card as parts of the picture's width and height, 0..1; empty where it was not seen.
        jpeg: The picture.
    """

    seat: int
    cards: tuple[str, ...]
    corners: Corners
    jpeg: bytes

    def picture(self) -> Image:
        """Return the picture, (h, w, 3) uint8 BGR."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


class Evidence:
    """Keeps the pictures of the last plays. One thread keeps, another asks."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._shots: OrderedDict[tuple[float, int], Shot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._shots)

    def keep(self, plays: list[CardPlayed], snapshot: Snapshot) -> None:
        """Keep the picture that these plays were just seen in; slow (some milliseconds)."""
        image = snapshot.image
        if image is None or not plays:
            return
        height, width = image.shape[:2]
        scale = min(1.0, _WIDTH / width)
        small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
        done, coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not done:
            return
        jpeg = coded.tobytes()
        for play in plays:
            card = next((card for card in snapshot.cards if card.code in play.cards and card.seat == play.seat), None)
            corners = tuple((float(x) / width, float(y) / height) for x, y in card.corners) if card is not None else ()
            self._shots[_key(play.time, play.seat)] = Shot(play.seat, play.cards, corners, jpeg)
        while len(self._shots) > self._most:
            self._shots.popitem(last=False)

    def find(self, time: float, seat: int) -> Shot | None:
        """Return the picture of a play; None where none is kept.

        Args:
            time: Of its fact, seconds of the source; stays the same when the fact is corrected.
            seat: Who played it, which tells two plays of one moment apart.
        """
        shot = self._shots.get(_key(time, seat))
        if shot is None:
            shot = next((shot for (when, _), shot in tuple(self._shots.items()) if when == round(time, 3)), None)
        return shot


def _key(time: float, seat: int) -> tuple[float, int]:
    return round(time, 3), seat
