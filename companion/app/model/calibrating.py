"""Calibrating a camera in the app: the board is shown to it, and what that tells is kept under the camera's name."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from companion.app.model.looking import Opener, SourceLook
from companion.language import Language
from companion.vision.camera import camera_name
from companion.vision.capture import open_capture
from companion.vision.orientation import Orientation
from companion.vision.tabletop.board import Board
from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.collecting import ENOUGH_POSES, BoardCollector, Progress
from companion.vision.tabletop.profiles import save_profile
from companion.vision.types import Frame

_PAUSE = 0.05

_RULER_MM = 100.0
"""What the line below the printed board should measure."""

Keep = Callable[[Calibration], object]


class Calibrating(SourceLook):
    """A camera that looks for the board.

    Attributes:
        progress: How far it is; None before the first look.
        corners: Where the board's inner corners were last seen, pixels of the frame.
    """

    def __init__(
        self,
        source: str,
        *,
        ruler_mm: float = _RULER_MM,
        mirrored: bool = False,
        opener: Opener = open_capture,
        keep: Keep = save_profile,
    ) -> None:
        """Begin to look.

        Args:
            source: Camera number, path or address.
            ruler_mm: What the printed line of 100 mm really measures.
            mirrored: The camera hands out mirror images.
            opener: Opens the source.
            keep: Keeps a calibration.
        """
        self.progress: Progress | None = None
        self.corners: tuple[tuple[float, float], ...] = ()
        self._orientation = Orientation(mirrored)
        self._save = keep
        self._wanted = False
        plain = Board()
        self._collector = BoardCollector(replace(plain, square_mm=plain.square_mm * ruler_mm / _RULER_MM))
        super().__init__(source, opener)

    def finish(self) -> None:
        """Take what was seen so far; `kept` or `failure` tell what came of it."""
        self._owe()
        self._wanted = True

    def _see(self, frame: Frame) -> float:
        if self.kept:
            return _PAUSE
        image = self._orientation.apply(frame.image)
        self.progress = self._collector.look(image, frame.time)
        last = self._collector.last
        seen = last is not None and self.progress.seen > 0
        width = image.shape[1]
        mirrored = self._orientation.mirrored != self._collector.mirrored
        self.corners = (
            tuple((width - float(x) if mirrored else float(x), float(y)) for x, y in last.pixels)
            if seen and last is not None
            else ()
        )
        if self.progress.done:
            self._wanted = True
        return _PAUSE

    def _listen(self) -> None:
        if self._wanted and not self.kept:
            self._wanted = False
            self._take()

    def _take(self) -> None:
        name = camera_name(self.source)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        self._keep(name, lambda: self._save(replace(self._collector.calibration(name, self._orientation), made=made)))

    def _done(self, language: Language) -> str:
        done = language.text("Done. The calibration is kept for {camera} and used whenever it is chosen.")
        return done.format(camera=self.kept)

    def _next(self, language: Language) -> str:
        say, progress = language.text, self.progress
        if progress is None or not progress.seen:
            return say("Hold the board before the camera, whole and flat.")
        if progress.poses < ENOUGH_POSES:
            return say("Place {number} of {enough}: tilt it, bring it nearer, show it in the corners.").format(
                number=progress.poses, enough=ENOUGH_POSES
            )
        return say("Now lay the board in the middle of the table and let go of it.")
