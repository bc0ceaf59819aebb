"""Pictures of cards that the camera sees: the companion's own window on a screen, a leaflet, a box of cards.

They are no plays. They are told from cards by their size: all cards of a deck are as large as those that lie on the
table. What else seems to be a card among or beside such pictures, and cannot be read surely, is part of the screen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import cv2
import numpy as np

from companion.table.card_scale import CardScale
from companion.table.geometry import Box, gap_to_edge
from companion.table.grouping import grouped
from companion.table.laid import Laid
from companion.table.painting_over import painted_over
from companion.table.tracker import Tracker
from companion.vision.boxes import shared_area
from companion.vision.types import FloatArray, Image, SeenCard

_OFF, _SPREADS = 0.3, 1.5
"""By how much the edges of what is no card differ from a card's, as a logarithm, at least; and by how many standard
deviations of what is known of that beyond. Where pictures of cards are, the first is enough."""

_READ, _LIKELY = 0.9, 0.6
"""How surely a card is read that is one among pictures of cards; and that tells how large cards are."""

_RESTS = 0.3
"""Seconds that it has to lie still."""

_SAME_PLACE, _APART = 0.15, 0.25
"""How far from where a card lies, in heights, a box is that card's; and how far from each other places are that are
remembered apart."""

_ON_CARD = 0.7
"""Share of a small box that lies on a card, from which on it is a part of that card and no picture."""

_SHOWN, _MISSED, _REMEMBERED = 0.5, 1.0, 120.0
"""Seconds for which a picture of a card is to be seen before more follows from it, and may be missed; and for which it
is remembered where one was: a screen goes dark, and shows the next trick."""

_ONE_SCREEN, _MARGIN = 2.5, 0.3
"""How far from another on the same screen such a picture is at most, and how far the screen goes on around them, in
heights."""

_BESIDE = 3.5
"""How far from such a picture, in its heights, what cannot be read is a part of the screen too, if it is nearer to that
than to any card that was played."""

_LOOKED_AGAIN = 4.0
"""Seconds after which screens are looked at again; in between they are painted over, for they take longest."""

_TOUCHED = 0.02
"""Share of a card that lies on a screen from which on that is not painted over."""

_ANOTHER_SIZE, _COMES_AFTER = 2.0, 0.4
"""Seconds for which none but cards of another size lie there before cards are taken to have that size: the camera hangs
elsewhere now; and how long after another one such a card comes, so that they are played."""

_TELLING = 2
"""So many of them tell either."""


@dataclass(slots=True)
class _Place:
    """Where a picture of a card is seen.

    Attributes:
        box: It.
        came: Since when it is there now, seconds.
        until: When it was seen last.
        shown: For how long one was to be seen there, seconds.
        is_read: It was surely read there.
        beside: Cards lay on the table meanwhile.
    """

    box: Box
    came: float
    until: float
    shown: float = 0.0
    is_read: bool = False
    beside: bool = False

    def see(self, now: float, *, is_read: bool, beside: bool) -> None:
        """Take that one is seen there now."""
        if now - self.until <= _MISSED:
            self.shown += now - self.until
        else:
            self.came = now
        self.until = now
        self.is_read |= is_read
        self.beside |= beside


@dataclass(frozen=True, slots=True)
class _Screen:
    """Where pictures of cards are.

    Attributes:
        outline: (N, 2) pixels, convex.
        is_sure: One of them was surely read.
    """

    outline: FloatArray
    is_sure: bool


class PicturedCards:
    """Tells pictures of cards from cards."""

    def __init__(self, tracker: Tracker, laid: Laid) -> None:
        self._tracker = tracker
        self._laid = laid
        self._size = (0, 0)
        self._scale = CardScale(self._size)
        self._learned: set[int] = set()
        self._places: list[_Place] = []
        self._now = self._looked = 0.0
        self._painted = False
        self._told = False

    def take_news(self) -> bool:
        """Whether people do not know yet that pictures of cards are to be seen; once."""
        shown = (place for place in self._places if place.is_read and place.shown >= _SHOWN)
        is_news = not self._told and sum(1 for _ in shown) >= _TELLING
        self._told = self._told or is_news
        return is_news

    def forget(self) -> None:
        """Begin anew: the camera shows the table otherwise now."""
        self._scale, self._places = CardScale(self._size), []
        self._learned.clear()

    def painted_over(self, image: Image, now: float) -> Image:
        """Return a picture without screens, for finder and reader.

        The picture itself where there are none, where cards lie on them, and once in a while.

        Args:
            image: (H, W, 3) uint8 BGR.
            now: Seconds of the source.
        """
        self._painted = False
        if now - self._looked >= _LOOKED_AGAIN or self._size != (image.shape[1], image.shape[0]):
            return image
        cards = [track.box for track in self._tracker.tracks] + self._played
        screens = [
            screen
            for screen in self._screens()
            if screen.is_sure and not any(_touches(card, screen.outline) for card in cards)
        ]
        if not screens or not cards:
            return image
        self._painted = True
        return painted_over(image, [[screen.outline for screen in screens]], max(card.height for card in cards))

    def part(self, seen: Sequence[SeenCard], size: tuple[int, int], now: float) -> list[SeenCard]:
        """Return what is no picture of a card.

        Args:
            seen: The cards in the picture.
            size: Width and height of the picture, pixels.
            now: Seconds of the source.
        """
        if size != self._size:
            self._size = size
            self.forget()
        self._learn(now)
        screens = self._screens()
        faces = [(Box.of(card.corners), card) for card in seen if card.face_up]
        pictured = [(box, card) for box, card in faces if self._is_pictured(box, card, screens)]
        parted = {id(card) for _, card in pictured}
        beside = any(_is_read(card) for _, card in faces if id(card) not in parted)
        if self._painted:
            for place in self._places:
                place.until = now if place.until == self._now else place.until
        else:
            self._looked = now
        self._now = now
        self._remember(pictured, now, beside=beside)
        if self._have_another_size(now):
            self.forget()
            return list(seen)
        return [card for card in seen if id(card) not in parted]

    def _learn(self, now: float) -> None:
        self._learned &= {track.number for track in self._tracker.tracks}
        for track in self._tracker.tracks:
            if track.number in self._learned or not track.at_rest(now) or now - track.rest_since < _RESTS:
                continue
            is_sure = not track.face_up or track.evidence.row[:-1].max() >= _LIKELY
            if is_sure and gap_to_edge(track.box.corners, self._size) > 0:
                self._learned.add(track.number)
                self._scale.learn(track.box)

    def _is_pictured(self, box: Box, card: SeenCard, screens: Sequence[_Screen]) -> bool:
        off, spread = self._scale.off(box)
        is_read = _is_read(card)
        if is_read and off > 0:
            # What is larger and can be read is a card that somebody holds, nearer to the camera.
            return False
        is_within = _is_within(box, screens)
        if abs(off) > _OFF + (0.0 if is_within else _SPREADS * spread):
            return off > 0 or not self._is_piece(box)
        return not is_read and self._is_beside(box, is_within=is_within) and not self._is_known(box)

    def _is_piece(self, box: Box) -> bool:
        """Whether a small box is what can be seen of a card that is as large as cards are."""
        lying = (track.box for track in self._tracker.tracks if track.face_up and track.at_rest(track.last_seen))
        return any(box.overlap(card) > _ON_CARD and abs(self._scale.off(card)[0]) <= _OFF for card in lying)

    def _is_known(self, box: Box) -> bool:
        """Whether a card lies there that could be read up to now."""
        lying = (track for track in self._tracker.tracks if track.face_up and track.at_rest(track.last_seen))
        return any(t.box.distance(box) < _SAME_PLACE and t.evidence.row[:-1].max() >= _READ for t in lying)

    def _is_beside(self, box: Box, *, is_within: bool) -> bool:
        """Whether a box is among or beside pictures of cards, and nearer to one than to any card that was played."""
        shown = (place.box for place in self._places if place.is_read and place.shown >= _SHOWN)
        near = [other for other in shown if is_within or other.distance(box) <= _BESIDE]
        nearest = min((other.distance(box) * other.height for other in near), default=inf)
        return nearest < min((other.distance(box) * other.height for other in self._played), default=inf)

    @property
    def _played(self) -> list[Box]:
        """Where cards were played."""
        return [s.box for s in self._laid.sightings if s.box is not None and not s.dismissed]

    def _remember(self, pictured: Sequence[tuple[Box, SeenCard]], now: float, *, beside: bool) -> None:
        for box, card in pictured:
            near = [place for place in self._places if box.distance(place.box) <= _APART]
            if not near:
                near = [_Place(box, now, now)]
                self._places += near
            for place in near:
                place.see(now, is_read=_is_read(card), beside=beside)
        self._places = [
            place for place in self._places if now - place.until <= (_REMEMBERED if place.shown >= _SHOWN else _MISSED)
        ]

    def _have_another_size(self, now: float) -> bool:
        """Whether none but cards of another size lie on the table, and came one after the other."""
        lying = [p for p in self._places if p.is_read and not p.beside and p.until == now]
        times = [place.came for place in lying]
        return len(lying) >= _TELLING and now - min(times) > _ANOTHER_SIZE and max(times) - min(times) > _COMES_AFTER

    def _screens(self) -> list[_Screen]:
        """Return where pictures of cards were."""
        shown = [place for place in self._places if place.shown >= _SHOWN]
        groups = grouped(shown, lambda one, other: one.box.distance(other.box) < _ONE_SCREEN)
        return [
            _Screen(_outline([place.box for place in group]), any(place.is_read for place in group)) for group in groups
        ]


def _is_read(card: SeenCard) -> bool:
    return card.best is not None and card.best[1] >= _READ


def _outline(boxes: Sequence[Box]) -> FloatArray:
    corners = np.concatenate([_wider(box) for box in boxes])
    return np.asarray(cv2.convexHull(corners).reshape(-1, 2), np.float32)


def _wider(box: Box) -> FloatArray:
    away = box.corners - box.middle
    return np.asarray(box.middle + away * (1 + 2 * _MARGIN), np.float32)


def _touches(box: Box, outline: FloatArray) -> bool:
    return shared_area(box.corners, outline) > _TOUCHED * box.width * box.height


def _is_within(box: Box, screens: Sequence[_Screen]) -> bool:
    return any(cv2.pointPolygonTest(screen.outline, (box.x, box.y), False) >= 0 for screen in screens)
