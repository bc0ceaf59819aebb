"""From pixels of the camera to millimetres of the table, with as much calibration as there is."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import median

import numpy as np
import numpy.typing as npt

from companion.table.geometry import Point
from companion.table.seating import ANYWHERE, Directions, Off, SeatChances, place_chances, seat_directions
from companion.table.track import Track
from companion.vision.tabletop.board import Points
from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.lens import Lens
from companion.vision.tabletop.plane import inverse, levelled, transform

CARD_HEIGHT_MM = 95.0
"""Height of a Spanish card; other decks differ by less than a guess from the picture can tell."""


@dataclass(frozen=True)
class Tabletop:
    """The plane of the table.

    Attributes:
        homography: (3, 3) from pixels to millimetres; y towards seat 0, x to the right as seat 0 sees it.
        centre: The middle of play, millimetres.
        lens: Straightens pixels before the homography; None takes them as they are.
        back: (3, 3) from the pixels of the present pictures to those that lens and homography were measured in.
        off: How far clockwise of even places each player sits, radians; nothing where all sit evenly.
    """

    homography: npt.NDArray[np.float64]
    centre: Point
    lens: Lens | None = None
    back: npt.NDArray[np.float64] = field(default_factory=lambda: np.eye(3))
    off: Off = ()

    def seats(self, players: int) -> Directions:
        """Return (players, 2) unit vectors from the middle to the seats."""
        return seat_directions(players, self.off)

    def seat_chances(self, place: Point, players: int, anywhere: float = ANYWHERE) -> SeatChances:
        """Return how well a place, millimetres, fits each seat; `anywhere` as for `place_chances`."""
        return place_chances(place, self.centre, self.seats(players), anywhere)

    def to_table(self, point: Point) -> Point:
        """Return where on the table a pixel lies, in millimetres from the table's own origin."""
        measured = _mapped(self._from_present, point)
        return _mapped(self._to_table, self.lens.straighten(measured[None])[0] if self.lens is not None else measured)

    def all_to_table(self, pixels: Points) -> Points:
        """Map (N, 2) pixels of the present pictures to millimetres, as `to_table` does one."""
        measured = transform(self.back, pixels)
        return transform(self.homography, self.lens.straighten(measured) if self.lens is not None else measured)

    def to_pixels(self, places: Points) -> Points:
        """Map (N, 2) places on the table, millimetres, to pixels of the present pictures."""
        straight = transform(inverse(self.homography), places)
        return transform(inverse(self.back), self.lens.bend(straight) if self.lens is not None else straight)

    @property
    def is_aslant(self) -> bool:
        """Whether the camera is known to look at the table aslant, or through a lens: no guess tells that."""
        return self.lens is not None or bool((self.homography[2, :2] != 0).any())

    @cached_property
    def _from_present(self) -> list[list[float]]:
        return _rows(self.back)

    @cached_property
    def _to_table(self) -> list[list[float]]:
        return _rows(self.homography)

    def levelled(self, plane: npt.NDArray[np.float64]) -> "Tabletop":
        """Return the same table where it is measured; its middle stays, and what lies towards whom as seen from there.

        Args:
            plane: (3, 3) from pixels of the present pictures, through no lens, to millimetres of any frame.
        """
        middle = self.to_pixels(self.centre[None])[0]
        towards = self.to_table(middle + (0.0, 1.0)) - self.centre
        down, right = towards / np.linalg.norm(towards), towards[::-1] * (1, -1) / np.linalg.norm(towards)
        placed = np.column_stack([[*right, 0.0], [*down, 0.0], [*self.centre, 1.0]])
        return replace(self, homography=placed @ levelled(plane, middle) @ inverse(self.back))

    def seen_after(self, shift: npt.NDArray[np.float64]) -> "Tabletop":
        """Return the same table in pictures that were moved.

        Args:
            shift: (3, 3) from pixels before the movement to pixels after it.
        """
        return replace(self, back=self.back @ np.linalg.inv(shift))

    def mirrored(self, flip: npt.NDArray[np.float64]) -> "Tabletop":
        """Return the same table in mirror images of the pictures up to now; left and right of the middle change places.

        Args:
            flip: (3, 3) from pixels of a picture to those of its mirror image.
        """
        off = tuple(-self.off[-seat % len(self.off)] for seat in range(len(self.off)))
        return replace(self, homography=self._across @ self.homography, back=self.back @ flip, off=off)

    def across(self, place: Point) -> Point:
        """Return the place, millimetres, that lies as far on the other side of the middle, left and right exchanged."""
        return np.array([2 * self.centre[0] - place[0], place[1]])

    def turned(self, share: float) -> "Tabletop":
        """Return the same table with places turned about its middle, by a share of a whole turn, clockwise."""
        return replace(self, homography=self._round(share) @ self.homography)

    def round_middle(self, place: Point, share: float) -> Point:
        """Return where a place, millimetres, comes to lie when the table is turned so."""
        return _mapped(_rows(self._round(share)), place)

    def _round(self, share: float) -> npt.NDArray[np.float64]:
        cosine, sine = np.cos(2 * np.pi * share), np.sin(2 * np.pi * share)
        turn = np.array([[cosine, -sine], [sine, cosine]])
        matrix = np.eye(3)
        matrix[:2, :2], matrix[:2, 2] = turn, self.centre - turn @ self.centre
        return matrix

    @property
    def _across(self) -> npt.NDArray[np.float64]:
        return np.array([[-1.0, 0.0, 2 * self.centre[0]], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])

    @classmethod
    def calibrated(cls, calibration: Calibration, width: int, height: int) -> "Tabletop":
        """Take the table as it was measured.

        Args:
            calibration: Of this camera over this table.
            width: Of the pictures, pixels; they may be larger or smaller than those it was measured with.
            height: Of the pictures, pixels.

        Raises:
            UnusableError: The pictures have another shape, or the calibration knows the lens alone.
        """
        fitting = calibration.for_size(width, height)
        return cls(fitting.homography, np.zeros(2), fitting.lens)

    @classmethod
    def guessed(cls, width: int, height: int, card_height: float) -> "Tabletop":
        """Take the camera to look straight down on the middle of the table.

        Args:
            width: Of the picture, pixels.
            height: Of the picture, pixels.
            card_height: How high a card is in it, pixels.
        """
        scale = CARD_HEIGHT_MM / card_height
        return cls(np.diag([scale, scale, 1.0]), np.array([width, height]) * scale / 2)


def _rows(matrix: npt.NDArray[np.float64]) -> list[list[float]]:
    rows: list[list[float]] = matrix.tolist()
    return rows


def _mapped(matrix: Sequence[Sequence[float]], point: Point) -> Point:
    x, y = point.tolist()
    (a, b, c), (d, e, f), (g, h, i) = matrix
    depth = g * x + h * y + i
    return np.array([(a * x + b * y + c) / depth, (d * x + e * y + f) / depth])


def card_height(tracks: Sequence[Track]) -> float | None:
    """Return how high a card on the table is in the picture (median), None where none is seen; pixels."""
    heights = [track.box.height for track in tracks]
    return median(heights) if heights else None
