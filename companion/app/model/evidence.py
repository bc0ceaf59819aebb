"""Pictures of the table as each card was played, kept for a while: what an irregularity is shown with.

Some plays are known only when their cards are gone again. So whatever lies there is kept for a minute or two, and a
play that is accepted late is shown with the picture in which its card lay.
"""

from collections import OrderedDict, deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.table.events import CardPlayed
from companion.table.snapshot import Snapshot, TableCard
from companion.vision.types import Image

_MOST = 200
"""Plays whose pictures are kept: more than the longest hand; at about 50 kB each."""

_MOST_SIGHTS = 120
"""Changes of the table whose pictures are kept: one or two a play."""

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


@dataclass(frozen=True, slots=True)
class _Sight:
    """What lay there: for each card its likeliest name and its corners, parts of the picture; the picture."""

    cards: tuple[tuple[str, Corners], ...]
    jpeg: bytes

    def corners_of(self, codes: Sequence[str]) -> Corners:
        return next((corners for code, corners in self.cards if code in codes), ())


class Evidence:
    """Keeps the pictures of the last plays. One thread keeps, another asks."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._lying: Hashable = ()
        self._sights: deque[_Sight] = deque(maxlen=_MOST_SIGHTS)
        self._shots: OrderedDict[tuple[float, int], Shot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._shots)

    def see(self, snapshot: Snapshot) -> None:
        """Keep the picture where other cards lie there than before; slow then (some milliseconds)."""
        lying = frozenset((card.track, _likeliest(card)) for card in snapshot.cards if _likeliest(card))
        if snapshot.image is None or lying == self._lying:
            return
        self._lying = lying
        if lying and (jpeg := _coded(snapshot.image)):
            cards = tuple((_likeliest(card), _part(card, snapshot.image)) for card in snapshot.cards)
            self._sights.append(_Sight(cards, jpeg))

    def keep(self, plays: Sequence[CardPlayed], snapshot: Snapshot) -> None:
        """Keep the pictures that these plays, accepted just now, were seen in."""
        self.see(snapshot)
        for play in plays:
            shown = next((sight for sight in reversed(self._sights) if sight.corners_of(play.cards)), None)
            jpeg = shown.jpeg if shown is not None else _coded(snapshot.image) if snapshot.image is not None else b""
            if jpeg:
                corners = shown.corners_of(play.cards) if shown is not None else ()
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


def _likeliest(card: TableCard) -> str:
    return card.code or (card.candidates[0][0] if card.candidates else "")


def _part(card: TableCard, image: Image) -> Corners:
    height, width = image.shape[:2]
    return tuple((float(x) / width, float(y) / height) for x, y in card.corners)


def _coded(image: Image) -> bytes:
    height, width = image.shape[:2]
    scale = min(1.0, _WIDTH / width)
    small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    done, coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return coded.tobytes() if done else b""


def _key(time: float, seat: int) -> tuple[float, int]:
    return round(time, 3), seat
