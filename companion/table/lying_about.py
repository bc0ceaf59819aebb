"""What lay on the table before anything was played and looks like a card now and then: a napkin, a score pad, a box.

Cards that lie there when a game is begun are read at once, or soon, or lie where cards are played; what else is found
there is none, as long as it lies there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np

from companion.table.geometry import Box
from companion.table.laid import Laid
from companion.table.nudge import shifted
from companion.table.painting_over import painted_over
from companion.table.tracker import Tracker
from companion.vision.types import Image, SeenCard

AT_FIRST = 2.0
"""Seconds from the first picture within which things are seen that lay there before: some look like cards now and
then only, so every picture is looked at."""

_PLAYED = 1.7
"""How far from the middle of the picture, in heights, cards are played at most that are hard to read."""

_READ, _LIKELY, _IN_A_ROW = 0.97, 0.9, 3
"""How surely a card is read that lies there, at one look; and at so many in a row, as the same card."""

_SAME_PLACE, _SAME_TURN, _SAME_SIZE = 0.25, 0.35, 0.3
"""How far from it, in heights, turned, radians, and larger or smaller, as a logarithm, a box is still a thing's."""

_CARD_THERE = 0.5
"""How far from where a card counts, in heights, a box may be that card's."""

_MISSED, _TAKEN_AWAY = 6.0, 150
"""Seconds after which a card that was read lies there no more; and looks in a row that did not find a thing, after
which it was taken away."""

_ENOUGH_LOOKS = 8
"""After so many looks another one at an unmoved thing tells nothing new."""

_LOOKED_AGAIN = 4.0
"""Seconds after which such things are looked at again; in between they are painted over, for they take longest."""

_TOUCHED = 0.02
"""Share of a card that lies on such a thing from which on that is not painted over."""

_GLIMPSE, _SAME = 12, 7.0
"""Width and height, pixels, of the little pictures by which it is told whether a thing still lies there; and by how
much they differ then at most, in the mean, of 255 levels, apart from how bright they are."""


@dataclass(slots=True, eq=False)
class _Place:
    """Where something lay at first.

    Attributes:
        box: It.
        until: When it was seen last, seconds.
        looks: How often it was seen.
        missed: How often it was not, since.
        likely: What the last looks read it as, and how many of them, surely enough.
        is_card: It was read.
        glimpse: What the last picture that was looked at showed there; None where there was none.
    """

    box: Box
    until: float
    looks: int = 0
    missed: int = 0
    likely: tuple[str, int] = ("", 0)
    is_card: bool = False
    glimpse: Image | None = None

    def see(self, card: SeenCard, now: float, glimpse: Image | None) -> None:
        """Take a look at it."""
        self.glimpse = glimpse
        code, chance = card.best or ("", 0.0)
        before, times = self.likely
        self.likely = (code, 1 + (times if code == before else 0)) if chance >= _LIKELY else ("", 0)
        self.is_card |= chance >= _READ or self.likely[1] >= _IN_A_ROW
        self.looks += 1
        self.missed = 0
        self.until = now

    def is_gone(self, now: float) -> bool:
        """Whether it lies there no more."""
        return now - self.until > _MISSED if self.is_card else self.missed > _TAKEN_AWAY

    def is_of(self, box: Box) -> bool:
        """Whether a box is that of what lies here."""
        return (
            box.distance(self.box) < _SAME_PLACE
            and box.turn(self.box) < _SAME_TURN
            and abs(float(np.log(box.height / self.box.height))) < _SAME_SIZE
        )


class LyingAbout:
    """Tells such things from cards."""

    def __init__(self, tracker: Tracker, laid: Laid) -> None:
        self._tracker = tracker
        self._laid = laid
        self._places: list[_Place] = []
        self._began: float | None = None
        self._now = 0.0
        self._moved = tracker.moved
        self._image: Image | None = None
        self._looked = 0.0
        self._painted: list[_Place] = []

    @property
    def is_curious(self) -> bool:
        """Whether a further look at the same picture may tell what lies there."""
        if self._image is not None and self._now - (self._began or 0.0) < AT_FIRST:
            return True
        return any(p.until == self._now and not p.is_card and p.looks < _ENOUGH_LOOKS for p in self._places)

    def forget(self) -> None:
        """Begin anew: the camera shows the table otherwise now."""
        self._places, self._began = [], None

    def painted_over(self, image: Image, now: float) -> Image:
        """Return a picture without such things, for finder and reader.

        The picture itself where there are none, and once in a while; what shows otherwise than before, or lies under
        a card, is left in it.

        Args:
            image: (H, W, 3) uint8 BGR.
            now: Seconds of the source.
        """
        self._image, self._painted = image, []
        if now - self._looked >= _LOOKED_AGAIN:
            return image
        cards = [track.box for track in self._tracker.tracks]
        cards += [sighting.box for sighting in self._laid.current if sighting.box is not None]
        self._painted = [
            place
            for place in self._places
            if not place.is_card
            and place.looks >= _ENOUGH_LOOKS
            and _shows_the_same(place.glimpse, _glimpse(image, place.box))
            and all(place.box.overlap(card) <= _TOUCHED for card in cards)
        ]
        height = max((place.box.height for place in self._painted), default=0.0)
        return painted_over(image, [[place.box.corners] for place in self._painted], height)

    def part(self, seen: Sequence[SeenCard], size: tuple[int, int], now: float) -> list[SeenCard]:
        """Return what is no such thing.

        Args:
            seen: The cards in the picture.
            size: Width and height of the picture, pixels.
            now: Seconds of the source.
        """
        self._began = now if self._began is None else self._began
        self._now = now
        self._follow()
        if not self._painted:
            self._looked = now
        for place in self._places:
            place.missed += place not in self._painted
        self._places = [place for place in self._places if not place.is_gone(now)]
        return [card for card in seen if not card.face_up or self._is_card(card, size, now)]

    def _is_card(self, card: SeenCard, size: tuple[int, int], now: float) -> bool:
        box = Box.of(card.corners)
        place = next((place for place in self._places if place.is_of(box)), None)
        if place is None:
            out = hypot(box.x - size[0] / 2, box.y - size[1] / 2) / box.height
            if out < _PLAYED or now - (self._began or 0.0) > AT_FIRST:
                return True
            place = _Place(box, now)
            self._places.append(place)
        place.see(card, now, None if self._image is None else _glimpse(self._image, place.box))
        counted = (sighting.box for sighting in self._laid.current if sighting.box is not None)
        # What was seen there once may be a card on its way, which tells that it came only now.
        return place.is_card or place.looks == 1 or any(box.distance(other) < _CARD_THERE for other in counted)

    def _follow(self) -> None:
        """Let everything lie where it lies in a picture that has moved as a whole."""
        if self._moved is self._tracker.moved:
            return
        shift = self._tracker.moved @ np.linalg.inv(self._moved)
        self._moved = self._tracker.moved
        for place in self._places:
            place.box = shifted(place.box, shift)


def _glimpse(image: Image, box: Box) -> Image | None:
    """Return a little grey picture of where something lies; None where that is not in the picture."""
    left, top = np.maximum(box.corners.min(axis=0), 0).astype(int)
    right, bottom = np.maximum(box.corners.max(axis=0), 0).astype(int)
    part = image[top:bottom, left:right]
    if not part.size:
        return None
    little = cv2.resize(part, (_GLIMPSE, _GLIMPSE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(little, cv2.COLOR_BGR2GRAY), np.uint8)


def _shows_the_same(before: Image | None, now: Image | None) -> bool:
    if before is None or now is None:
        return False
    off = now.astype(np.float32) - before
    return float(np.abs(off - off.mean()).mean()) <= _SAME
