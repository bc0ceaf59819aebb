"""How a session gets to see a script: without pixels, or drawn and looked at by finder and reader."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from companion.simulation.camera import PICTURE_SIZE, Camera, camera_of
from companion.simulation.lights import DAY
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.renderer import Renderer
from companion.simulation.script import Script
from companion.simulation.table import CardState, Changes, Table
from companion.synth.designs import Design
from companion.table.acquaintance import Pupil
from companion.table.session import TableSession
from companion.vision.eyes import Eyes, ModelEyes
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
        pupil: What gets to know the deck on the table; None for nothing.
    """

    size: tuple[int, int]
    eyes: Eyes | None
    pupil: Pupil | None

    def show(self, session: TableSession, time: float) -> Sequence[Look]:
        """Let the session look at a time, seconds; return what it saw, nothing where it did not look."""


class WithoutPixels:
    """Tells a session what finder and reader would say, with faults."""

    eyes: Eyes | None = None
    pupil: Pupil | None = None

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

    def __init__(
        self,
        script: Script,
        eyes: Eyes,
        design: Design | None = None,
        *,
        light: str = DAY,
        size: tuple[int, int] = PICTURE_SIZE,
    ) -> None:
        """Set up.

        Args:
            script: What happens.
            eyes: Find and read the cards.
            design: The deck on the table; None takes the project's own.
            light: The kind of light it is drawn in (`companion.simulation.lights.LIGHTS`).
            size: Width and height of the pictures, pixels.
        """
        self.size = size
        self.eyes: Eyes | None = _Noting(eyes)
        self.pupil: Pupil | None = eyes.pupil if isinstance(eyes, ModelEyes) else None
        self._script = script
        self._camera: Camera = camera_of(script, *self.size)
        self._table = Table(script)
        self._changes = Changes(script.disturbances)
        self._renderer = Renderer(script, *self.size, camera=self._camera, design=design, light=light)
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
        serials = self._serials(self.eyes.seen, [card for card in moment.cards if card.face_up], time)
        return [(serial, card.probabilities) for serial, card in zip(serials, self.eyes.seen, strict=True)]

    def _serials(self, seen: Sequence[SeenCard], faces: Sequence[CardState], time: float) -> list[int | None]:
        """Return which of the cards that lie open each card is that was seen."""
        if not (seen and faces):
            return [None] * len(seen)
        poses = [card.pose for card in faces]
        laid = np.stack([self._camera.card(p.x, p.y, p.z, p.angle, self._script.card_size) for p in poses])
        corners = self._script.disturbances.moved(laid.astype(np.float32), time, self.size)
        heights = np.linalg.norm(corners[:, 3] - corners[:, 0], axis=-1)
        middles = np.stack([card.corners.mean(axis=0) for card in seen])
        away = np.linalg.norm(middles[:, None] - corners.mean(axis=1), axis=-1) / heights
        nearest = away.argmin(axis=1)
        return [
            faces[face].card.serial if distances[face] < _SAME_CARD else None
            for face, distances in zip(nearest.tolist(), away, strict=True)
        ]


class _Noting:
    """Eyes that remember what they saw last."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self.seen: list[SeenCard] = []

    @property
    def waits(self) -> bool:
        return self._eyes.waits

    def look(self, image: Image, deck: str, card_height: float | None = None) -> list[SeenCard]:
        self.seen = self._eyes.look(image, deck, card_height)
        return self.seen
