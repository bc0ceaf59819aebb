"""Hands of cards that are held up in the camera's view: they are no plays, and nobody else is to see them.

Whoever sits on the camera's side holds their cards so that it looks over their shoulder. A hand is told from a trick by
where it is, at the edge of the picture or far from its middle, and by how many cards come at once; the last of them by
where the hand was held.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.rules.state import State
from companion.table.evidence import Codes, likeliest_place
from companion.table.geometry import Box, gap_to_edge
from companion.table.grouping import grouped
from companion.table.heaps import OnHeap, fewest_plays
from companion.table.laid import Laid
from companion.table.painting_over import painted_over
from companion.vision.types import Image, SeenCard

_BESIDE = 0.5
"""How far from another, in heights, a card of a fan is held at most."""

_SAME_PLACE = 0.3
"""How far from where a card of the trick lies, in heights, a box is that card's."""

_AT_EDGE, _FEWEST = 0.25, 3
"""How far from the edge of the picture, in heights, such cards are, and how many at least."""

_FAR_OUT, _MORE_THAN_PLAYERS = 0.55, 2
"""How far from the middle of the picture, as a share of the way to its edge, more cards are a hand wherever that ends;
and by how many they must be more than there are players."""

_SETTLED = 1.5
"""Seconds after which a card that counts lies where it lies, whatever is held over it."""

_HELD, _AT_HOME, _APART = 0.5, 3.0, 0.25
"""Seconds for which a card was held in a place and not just carried through, and for which hands are held where their
last cards are expected, too; and how far from each other, in heights, such places are that are remembered."""

_MISSED = 1.0
"""Seconds for which a card of a hand may be missed."""

_REMEMBERED = 90.0
"""Seconds for which it is remembered where a hand was held: people lower theirs and lift them again."""

_LOOKED_AGAIN = 2.0
"""Seconds after which held cards are looked at again; in between they are painted over, for they take longest."""

_TOUCHED = 0.02
"""Share of a card that lies under one that is held from which on nothing is painted over."""


@dataclass(slots=True)
class _Place:
    """Where a card of a hand is held.

    Attributes:
        box: The card.
        until: When one was seen there last, seconds.
        held: For how long one was held there, seconds.
    """

    box: Box
    until: float
    held: float = 0.0

    def see(self, now: float) -> None:
        """Take that a card is held there now."""
        if now - self.until <= _MISSED:
            self.held += now - self.until
        self.until = now


class HeldCards:
    """Tells the cards of hands that are held up from those on the table."""

    def __init__(self, codes: Codes, laid: Laid) -> None:
        self._codes = codes
        self._laid = laid
        self._told = False
        self._size = (0, 0)
        self._places: list[_Place] = []
        self._seen: tuple[float, list[Box]] = (0.0, [])
        self._painted = False

    def take_news(self) -> bool:
        """Whether people do not know yet that a hand is to be seen; once."""
        is_news = not self._told and sum(place.held >= _HELD for place in self._places) >= _FEWEST
        self._told = self._told or is_news
        return is_news

    def painted_over(self, image: Image, now: float) -> Image:
        """Return a picture without the cards that were held up a moment ago, for finder and reader.

        The picture itself where there are none, where something else lies among them, and once in a while.

        Args:
            image: (H, W, 3) uint8 BGR.
            now: Seconds of the source.
        """
        looked, boxes = self._seen
        sure = [place for place in self._places if place.held >= _HELD]
        others = [s.box for s in self._laid.current if s.box is not None]
        self._painted = (
            now - looked < _LOOKED_AGAIN
            and len(boxes) >= _FEWEST
            and self._size == (image.shape[1], image.shape[0])
            and all(any(box.distance(place.box) < _BESIDE for place in sure) for box in boxes)
            and not any(box.overlap(other) > _TOUCHED for box in boxes for other in others)
        )
        return painted_over(image, [[box.corners for box in boxes]], boxes[0].height) if self._painted else image

    def part(self, seen: Sequence[SeenCard], state: State, size: tuple[int, int], now: float) -> list[SeenCard]:
        """Return the cards that are not held up; those of a hand that seemed to be plays at first do not count.

        Args:
            seen: The cards in the picture.
            state: The game.
            size: Width and height of the picture, pixels.
            now: Seconds of the source.
        """
        if size != self._size:
            self._size, self._places, self._seen = size, [], (now, [])
        lying = [s.box for s in self._laid.current if s.box is not None and (now - s.time > _SETTLED or s.pinned)]
        lying += [card.box for card in self._laid.won]
        faces = [(Box.of(card.corners), card) for card in seen if card.face_up]
        free = [(box, card) for box, card in faces if not any(box.distance(other) < _SAME_PLACE for other in lying)]
        held = []
        for group in grouped(free, lambda one, other: one[0].distance(other[0]) < _BESIDE):
            boxes = [box for box, _ in group]
            long = _HELD if len(group) >= _FEWEST else _AT_HOME
            known = [place for place in self._places if place.held >= long]
            there = sum(any(box.distance(place.box) < _BESIDE for place in known) for box in boxes)
            if 2 * there > len(group) or self._is_hand(boxes, [card for _, card in group], state):
                held += group
        if not self._painted:
            self._seen = now, [box for box, _ in held]
        self._remember([*self._seen[1], *(box for box, _ in held)] if self._painted else self._seen[1], now)
        for sighting in self._laid.current:
            box = sighting.box
            if box is not None and box not in lying and any(other.distance(box) < _SAME_PLACE for other, _ in held):
                sighting.discard()
        kept = {id(card) for _, card in held}
        return [card for card in seen if id(card) not in kept]

    def _is_hand(self, boxes: Sequence[Box], cards: Sequence[SeenCard], state: State) -> bool:
        if len(boxes) < _FEWEST:
            return False
        read = [likeliest_place(self._codes.row(card.probabilities)) for card in cards]
        plays = fewest_plays([OnHeap(*card) for card in zip(read, boxes, strict=True)], self._codes, state)
        if plays >= _FEWEST and min(gap_to_edge(box.corners, self._size) / box.height for box in boxes) < _AT_EDGE:
            return True
        out = np.abs(np.mean([box.middle for box in boxes], axis=0) / self._size * 2 - 1).max()
        return bool(plays >= state.players + _MORE_THAN_PLAYERS and out > _FAR_OUT)

    def _remember(self, boxes: Sequence[Box], now: float) -> None:
        new = []
        for box in boxes:
            near = [place for place in self._places if box.distance(place.box) <= _APART]
            for place in near:
                place.see(now)
            if not near:
                new.append(_Place(box, now))
        kept = (p for p in self._places if now - p.until <= (_REMEMBERED if p.held >= _HELD else _MISSED))
        self._places = [*kept, *new]
