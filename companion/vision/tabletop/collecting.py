"""Gathers sightings of the calibration board while a person shows it to the camera, and knows when there are enough."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.errors import WrongInputError
from companion.language import mark
from companion.vision.orientation import Orientation
from companion.vision.tabletop.board import Board, BoardSighting, Points
from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.lens import Lens, measure_lens
from companion.vision.tabletop.plane import plane_from_board, transform
from companion.vision.types import Image

ENOUGH_POSES = 12
_NEW_POSE = 0.06
"""A pose is new when the board's corners are so far from all others, as a part of the picture's width."""

_STILL_PIXELS = 1.0
_STILL_SECONDS = 1.5
_FEWEST_FOR_POSE = 8


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the gathering is.

    Attributes:
        seen: Corners of the board in the newest picture; 0 where it is not seen.
        poses: Different poses of the board so far.
        still: Seconds for which the board has lain still, on the source's clock.
        done: There are enough poses, and the board lies still.
    """

    seen: int
    poses: int
    still: float
    done: bool


class BoardCollector:
    """Takes pictures one after the other; the board's last resting place is the table.

    Attributes:
        mirrored: The pictures were found to be mirrored: all that is told of them is told of their mirror images.
        lens_problem: Why the last `calibration` has no lens; empty where it has one or none was wanted.
    """

    def __init__(self, board: Board, *, with_lens: bool = True) -> None:
        """Begin.

        Args:
            board: The board in its real size.
            with_lens: Different poses are wanted too, to measure the lens.
        """
        self.mirrored = False
        self.lens_problem = ""
        self._board = board
        self._with_lens = with_lens
        self._poses: list[tuple[BoardSighting, Points]] = []
        self._rest: BoardSighting | None = None
        self._last: BoardSighting | None = None
        self._place: Points | None = None
        self._still_since = 0.0

    @property
    def last(self) -> BoardSighting | None:
        """The newest sighting."""
        return self._last

    def look(self, image: Image, time: float) -> Progress:
        """Look for the board in the next picture.

        Args:
            image: (H, W, 3) uint8 BGR.
            time: Seconds of the source.
        """
        sighting = self._find(image)
        if sighting is None:
            self._place = None
            return Progress(0, len(self._poses), 0.0, False)
        place = self._outline(sighting)
        moved = np.inf if self._place is None else float(np.abs(place - self._place).max())
        if moved > _STILL_PIXELS:
            self._place, self._still_since = place, time
        still = time - self._still_since
        if still >= _STILL_SECONDS:
            self._rest = sighting
        self._last = sighting
        if len(sighting) >= _FEWEST_FOR_POSE and self._is_new(place, sighting.size[0]):
            self._poses.append((sighting, place))
        enough = not self._with_lens or len(self._poses) >= ENOUGH_POSES
        return Progress(len(sighting), len(self._poses), still, enough and still >= _STILL_SECONDS)

    def calibration(self, camera: str, orientation: Orientation) -> Calibration:
        """Return what the pictures tell: the plane of the table, and the lens where they tell it (`lens_problem`).

        Args:
            camera: What the camera is called.
            orientation: How its pictures were set right before they came here; where they still were `mirrored`, the
                calibration's own says so.

        Raises:
            WrongInputError: The board was never seen, or what was seen contradicts itself.
        """
        lying = self._rest or self._last
        if lying is None:
            raise WrongInputError(
                mark(
                    "the calibration board is in none of the pictures; print it with companion print "
                    "calibration-board, and show it whole, flat and in good light"
                )
            )
        lens = self._lens()
        pixels = lens.straighten(lying.pixels) if lens is not None else lying.pixels
        straight = BoardSighting(lying.millimetres, pixels, lying.size)
        table = plane_from_board(straight, self._board)
        true = replace(orientation, mirrored=orientation.mirrored != self.mirrored)
        return Calibration(camera, lying.size, true, lens, table)

    def _lens(self) -> Lens | None:
        self.lens_problem = ""
        if not self._with_lens:
            return None
        try:
            return measure_lens([sighting for sighting, _ in self._poses])
        except WrongInputError as problem:
            # The table is worth more than the lens, and can be told without it.
            self.lens_problem = str(problem)
            return None

    def _find(self, image: Image) -> BoardSighting | None:
        sighting = self._board.find(_mirror_image(image) if self.mirrored else image)
        if sighting is None and self._last is None:
            # No board looks like one in a mirror: where its mirror image is one, the camera mirrors.
            sighting = self._board.find(_mirror_image(image))
            self.mirrored = sighting is not None
        return sighting

    def _outline(self, sighting: BoardSighting) -> Points:
        """Return where the board's four outer corners are, seen or not, (4, 2) pixels."""
        width, height = self._board.size_mm
        ends = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        matrix, _ = cv2.findHomography(sighting.millimetres, sighting.pixels)
        return transform(np.asarray(matrix, np.float64), ends) if matrix is not None else np.full((4, 2), np.inf)

    def _is_new(self, place: Points, width: int) -> bool:
        if not np.isfinite(place).all():
            return False
        return all(float(np.abs(place - known).max()) > _NEW_POSE * width for _, known in self._poses)


def _mirror_image(image: Image) -> Image:
    return np.ascontiguousarray(image[:, ::-1])
