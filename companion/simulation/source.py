"""The simulated table as a source of frames."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from companion.simulation.camera import PICTURE_SIZE
from companion.simulation.people import People
from companion.simulation.renderer import Renderer
from companion.simulation.script import Script
from companion.table.events import Event
from companion.vision.sources.base import Source
from companion.vision.types import Frame


class SimulatedSource(Source):
    """Hands out a script's pictures at an even rate, as fast as they are asked for.

    Attributes:
        name: What a person calls it.
        is_live: False: nothing is missed by reading slowly.
        script: What happens.
        rate: Frames a second.
        people: Who tells the companion what no camera sees, as the game goes on; None for nobody.
    """

    is_live = False

    def __init__(
        self,
        script: Script,
        width: int = PICTURE_SIZE[0],
        height: int = PICTURE_SIZE[1],
        rate: float = 10.0,
        renderer: Renderer | None = None,
    ) -> None:
        """Set up the table.

        Args:
            script: What happens (`companion.simulation.staging.stage_game`).
            width: Of the pictures, pixels.
            height: Of the pictures, pixels.
            rate: Frames a second.
            renderer: Draws the pictures, for cameras, decks and tables of one's own; None for the plain one.
        """
        self.name = f"simulated {script.game.id}, seed {script.seed}"
        self.script = script
        self.rate = rate
        self._renderer = renderer if renderer is not None else Renderer(script, width, height)
        self.people: People | None = None
        self._next = 0
        self._closed = False

    def __len__(self) -> int:
        """Return how many frames there are from beginning to end, those lost included."""
        return int(self.script.duration * self.rate) + 1

    @property
    def truth(self) -> Sequence[Event]:
        """The events that the referee should report."""
        return self.script.truth

    def read(self) -> Frame | None:
        """Return the next frame that is not lost, None after the last or when closed."""
        lost = self.script.disturbances.lost
        while self._next < len(self) and lost(self._next / self.rate):
            self._next += 1
        if self._closed or self._next >= len(self):
            return None
        index = self._next
        self._next += 1
        time = index / self.rate
        if self.people is not None:
            self.people.attend(time)
        return Frame(self._renderer.render(time), time, index)

    def close(self) -> None:
        """End the simulation; later reads return None."""
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
