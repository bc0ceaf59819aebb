"""How a session gets to see a script: without pixels, or drawn and looked at by finder and reader."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from companion.simulation.camera import Camera, camera_over_table
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.renderer import Renderer
from companion.simulation.script import Script
from companion.simulation.table import Changes, Table
from companion.table.session import TableSession
from companion.vision.eyes import Eyes
from companion.vision.types import Frame, Image, SeenCard

_SAME_CARD = 0.5
"""How far a box may lie from a card to be that card's, in heights of a card."""

Look = tuple[int | None, Sequence[tuple[str, float]]]
"""Which card of the script was seen (its serial; None for none of them), and what it was read as."""


class Seeing(Protocol):
    """Shows a session what happens at a time.

    Attributes:
        size: Width and height of the picture, pixels.
        eyes: What the session must be given to see with; None where it needs nothing.
    """

    size: tuple[int, int]
    eyes: Eyes | None

    def show(self, session: TableSession, time: float) -> Sequence[Look]:
        """Let the session look at a time, seconds; return what it saw, nothing where it did not look."""


class WithoutPixels:
    """Tells a session what finder and reader would say, with faults."""

    eyes: Eyes | None = None

    def __init__(self, script: Script, faults: Faults, seed: int) -> None:
        """Set up.

        Args:
            script: What happens.
            faults: Of finder and reader.
            seed: Of the faults.
        """
        self._observer = Observer(script, faults, seed=seed)
        self.size = self._observer.size

    def show(self, session: TableSession, time: float) -> Sequence[Look]:
        """See `Seeing.show`."""
        if not (self._observer.has_changed(time) or session.is_curious()):
            session.stay(time, self.size)
            return ()
        seen = self._observer.look(time)
        session.notice(seen, time, self.size)
        return list(zip(self._observer.serials, (card.probabilities for card in seen), strict=True))


class Drawn:
    """Draws the table for a session that looks with finder and reader."""

    def __init__(self, script: Script, eyes: Eyes) -> None:
        """Set up.

        Args:
            script: What happens.
            eyes: Find and read the cards.
        """
        self.size = (1280, 720)
        self.eyes: Eyes | None = _Noting(eyes)
        self._script = script
        self._camera: Camera = camera_over_table(*self.size, script.span_mm)
        self._table = Table(script)
        self._changes = Changes(script.disturbances)
        self._renderer = Renderer(script, *self.size, camera=self._camera)
        self._frames = 0

    def show(self, session: TableSession, time: float) -> Sequence[Look]:
        """See `Seeing.show`."""
        assert isinstance(self.eyes, _Noting)
        self.eyes.seen = []
        moment = self._table.at(time)
        if not (self._changes.has_changed(moment, time) or session.is_curious()):
            # The motion gate would not let it pass; drawing it takes longer than all else.
            session.stay(time, self.size)
            return ()
        self._changes.looked_at(moment, time)
        session.observe(Frame(self._renderer.render(time), time, self._frames))
        self._frames += 1
        return [(self._serial(card, time), card.probabilities) for card in self.eyes.seen]

    def _serial(self, seen: SeenCard, time: float) -> int | None:
        best: tuple[float, int] | None = None
        for card in self._table.at(time).cards:
            pose = card.pose
            corners = self._camera.card(pose.x, pose.y, pose.z, pose.angle, self._script.card_size).astype(np.float32)
            corners = self._script.disturbances.moved(corners, time, self.size)
            height = float(np.linalg.norm(corners[3] - corners[0]))
            away = float(np.linalg.norm(seen.corners.mean(axis=0) - corners.mean(axis=0))) / height
            if card.face_up and away < _SAME_CARD and (best is None or away < best[0]):
                best = away, card.card.serial
        return best[1] if best is not None else None


class _Noting:
    """Eyes that remember what they saw last."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self.seen: list[SeenCard] = []

    def look(self, image: Image, deck: str, card_height: float | None = None) -> list[SeenCard]:
        self.seen = self._eyes.look(image, deck, card_height)
        return self.seen
