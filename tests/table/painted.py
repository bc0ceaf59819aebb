"""A scripted table of which there are pictures, plainly painted, with things that may lie on top of the cards."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from scripted import SIZE, Lying, ScriptedTable, box

from companion.table.session import TableSession
from companion.vision.types import Frame

SKIN, CUP, SLEEVE = (130, 160, 215), (200, 190, 60), (60, 40, 40)
_WOOD, _PAPER, _PIP = (70, 110, 150), (235, 235, 235), (40, 40, 200)


@dataclass
class PaintedTable(ScriptedTable):
    """The same, looked at frame by frame.

    Attributes:
        things: What lies on the cards: corners in pixels, and a colour.
        light: How much brighter a lamp makes everything, of 255 levels.
    """

    things: list[tuple[np.ndarray, tuple[int, int, int]]] = field(default_factory=list)
    light: int = 0

    def __post_init__(self):
        super().__post_init__()
        grain = self.rng.normal(0, 6, (SIZE[1], SIZE[0], 1))
        self.wood = np.clip(_WOOD + grain, 0, 255).astype(np.uint8)
        self.noise = self.rng.normal(0, 2, (SIZE[1] + 40, SIZE[0] + 40, 3)).astype(np.int16)
        self.session = TableSession(self.game, self.settings, names=self.names, facts=self.facts, eyes=_Eyes(self))
        self.session.subscribe(self.events.append)

    def look(self, seconds):
        for _ in range(max(1, round(seconds * self.rate))):
            self.time += 1 / self.rate
            self.session.observe(Frame(self.picture(), self.time, 0))

    def picture(self):
        image = self.wood.copy()
        for card in self.cards:
            cv2.fillConvexPoly(image, box(card.x, card.y, card.angle).astype(np.int32), _PAPER)
            cv2.circle(image, (round(card.x), round(card.y)), 22, _PIP, -1)
        for corners, colour in self.things:
            cv2.fillConvexPoly(image, corners.astype(np.int32), colour)
        x, y = self.rng.integers(0, 40, 2)
        noise = self.noise[y : y + SIZE[1], x : x + SIZE[0]]
        return cv2.add(image, noise + np.int16(self.light) if self.light else noise, dtype=cv2.CV_8U)

    def put_over(self, card: Lying, colour=SKIN, size=(150, 150)):
        """Lay something on a card; an arm is as long as the table."""
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2
        self.things.append((half + [card.x, card.y], colour))

    def see(self, _image):
        """Return the cards that a picture of the table shows: those that are not hidden, and that nothing lies on."""
        return [card.seen(self.rng) for card in self.cards if not card.hidden and self.shows(card)]

    def shows(self, card: Lying) -> bool:
        """Whether nothing lies on a card."""
        return not any(cv2.pointPolygonTest(np.float32(c), (card.x, card.y), False) >= 0 for c, _ in self.things)


class _Eyes:
    """See what the table says."""

    waits = False

    def __init__(self, table):
        self._table = table

    def look(self, image, *_):
        return self._table.see(image)
