"""One identity per physical card, from look to look."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.table.evidence import Codes, Evidence, Row
from companion.table.geometry import Point, centre, displacement, height, overlap
from companion.vision.types import FloatArray, SeenCard

_STILL = 0.12
"""A card is at rest while no corner moves further than this, in heights of the card."""

_REST = 0.12
"""Seconds a card must lie still to be at rest."""

_REACH = 0.5
"""How far from its place, in heights, a card at rest is looked for."""

_REACH_MOVING = 1.0
"""The same for a card that moves."""

_SAME_PLACE = 0.15
"""Within this distance, in heights, a box that reads as quite another card may still be the same one, read badly."""

_TWICE = 0.75
"""Two boxes that overlap by more than this and do not read differently are one card found twice."""

_COVERED = 0.25
"""A card is covered when this share of it lies under cards that came later."""

_COVERED_WHILE_HIDDEN = 1.0
"""Seconds that the hand may already have hidden a card before another one came to lie on it."""

_FORGET_MOVING = 0.4
"""Seconds after which a card that was moving and is not seen is forgotten."""

_FORGET = 6.0
"""The same for a card at rest, which a hand or an arm may hide."""

_CHANGED_LOOKS = 3
"""So many looks in a row that read as another card mean that another card lies there now."""


@dataclass(eq=False, slots=True)
class Track:
    """One physical card.

    Attributes:
        number: Its own, never used again.
        corners: Where it was seen last, pixels.
        face_up: Which side shows.
        evidence: What it reads as.
        origin: Where it was seen first.
        first_seen: When, in seconds of the source.
        last_seen: When it was seen last.
        rest_since: Since when it lies still.
        looks_at_rest: How often it was seen since.
        covered: Whether a later card lies on it.
        contradictions: Looks in a row that read as another card.
    """

    number: int
    corners: FloatArray
    face_up: bool
    evidence: Evidence
    origin: Point
    first_seen: float
    last_seen: float
    rest_since: float
    looks_at_rest: int = 1
    covered: bool = False
    contradictions: int = 0

    @property
    def centre(self) -> Point:
        """Where its middle is, pixels."""
        return centre(self.corners)

    @property
    def height(self) -> float:
        """Length of its long edges, pixels."""
        return height(self.corners)

    def at_rest(self, now: float) -> bool:
        """Whether it lies still."""
        return self.looks_at_rest >= 2 and now - self.rest_since >= _REST

    def hidden_for(self, now: float) -> float:
        """Seconds since it was seen."""
        return now - self.last_seen


class Tracker:
    """Follows cards from look to look.

    Attributes:
        tracks: The cards that are on the table, hidden ones included, in the order in which they appeared.
        now: When the last look was, seconds of the source.
    """

    def __init__(self, codes: Codes) -> None:
        self.tracks: list[Track] = []
        self._codes = codes
        self._next = 1
        self.now = 0.0
        self._before = 0.0

    def update(self, seen: Sequence[SeenCard], now: float) -> None:
        """Take what was seen in one look.

        Args:
            seen: The cards in the picture.
            now: Seconds of the source, never decreasing.
        """
        self._before, self.now = self.now, now
        boxes = _once_each(seen)
        for track, card in self._matches(boxes):
            boxes = [other for other in boxes if other is not card]
            if not self._see(track, card):
                boxes.append(card)
        for card in boxes:
            self.tracks.append(self._begin(card))
        self._note_covered()
        self.tracks = [track for track in self.tracks if not self._is_forgotten(track)]

    def stay(self, now: float) -> None:
        """Take that nothing changed since the last look."""
        for track in self.tracks:
            if track.last_seen == self.now:
                track.last_seen = now
        self.now = now

    def seen_now(self, track: Track) -> bool:
        """Whether the last look saw the card."""
        return track.last_seen == self.now

    def _matches(self, boxes: Sequence[SeenCard]) -> list[tuple[Track, SeenCard]]:
        pairs = []
        for track in self.tracks:
            reach = _REACH if track.at_rest(track.last_seen) else _REACH_MOVING
            for box in boxes:
                distance = float(np.linalg.norm(track.centre - centre(box.corners))) / max(track.height, 1.0)
                if distance > reach:
                    continue
                if self._differs(track, box):
                    # One bad look at a card that lies where it lay; anything else is another card.
                    if distance > _SAME_PLACE or track.last_seen < self._before:
                        continue
                    distance += reach
                pairs.append((distance, track.number, track, box))
        pairs.sort(key=lambda pair: pair[:2])
        tracks: set[int] = set()
        taken: set[int] = set()
        matches = []
        for _, number, track, box in pairs:
            if number not in tracks and id(box) not in taken:
                tracks.add(number)
                taken.add(id(box))
                matches.append((track, box))
        return matches

    def _see(self, track: Track, card: SeenCard) -> bool:
        """Add a look to a track; False when the card there is another one by now."""
        differs = self._differs(track, card)
        track.contradictions = track.contradictions + 1 if differs else 0
        if track.contradictions >= _CHANGED_LOOKS and track.evidence.looks > _CHANGED_LOOKS:
            track.contradictions = 0
            return False
        moved = displacement(card.corners, track.corners) > _STILL
        if moved or track.face_up != card.face_up:
            track.rest_since = self.now
            track.looks_at_rest = 1
        else:
            track.looks_at_rest += 1
        if track.face_up != card.face_up:
            track.face_up = card.face_up
            track.evidence = Evidence(self._codes)
        track.corners = card.corners
        track.last_seen = self.now
        if card.face_up:
            track.evidence.add(card.probabilities, 0.3 if track.covered else 1.0, new_pose=moved)
        return True

    def _begin(self, card: SeenCard) -> Track:
        evidence = Evidence(self._codes)
        if card.face_up:
            evidence.add(card.probabilities)
        track = Track(
            number=self._next,
            corners=card.corners,
            face_up=card.face_up,
            evidence=evidence,
            origin=centre(card.corners),
            first_seen=self.now,
            last_seen=self.now,
            rest_since=self.now,
        )
        self._next += 1
        return track

    def _differs(self, track: Track, card: SeenCard) -> bool:
        if track.face_up != card.face_up:
            return True
        if not card.face_up or not card.probabilities or not track.evidence.looks:
            return False
        return _agreement(track.evidence.row, self._codes.row(card.probabilities)) < 0.15

    def _note_covered(self) -> None:
        for place, track in enumerate(self.tracks):
            later = (
                other
                for other in self.tracks[place + 1 :]
                if self.seen_now(other) and track.last_seen > other.first_seen - _COVERED_WHILE_HIDDEN
            )
            track.covered = any(overlap(track.corners, other.corners) > _COVERED for other in later)

    def _is_forgotten(self, track: Track) -> bool:
        if self.seen_now(track):
            return False
        if track.covered:
            return False
        rested = track.looks_at_rest >= 2 and track.last_seen - track.rest_since >= _REST
        return track.hidden_for(self.now) > (_FORGET if rested else _FORGET_MOVING)


def _agreement(one: Row, other: Row) -> float:
    """Return how far two readings can be the same card, 0..1 (Bhattacharyya coefficient)."""
    return float(np.sqrt(one * other).sum())


def _once_each(seen: Sequence[SeenCard]) -> list[SeenCard]:
    """Return the cards without those that the finder found twice; the surer one stays."""
    kept: list[SeenCard] = []
    for card in sorted(seen, key=lambda card: -card.found):
        if not any(_same(card, other) for other in kept):
            kept.append(card)
    return kept


def _same(one: SeenCard, other: SeenCard) -> bool:
    if one.face_up != other.face_up or overlap(one.corners, other.corners) < _TWICE:
        return False
    return one.best is None or other.best is None or one.best[0] == other.best[0]
