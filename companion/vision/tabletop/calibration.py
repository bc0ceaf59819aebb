"""All that is known of one camera over one table, as a value and as a file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion import plain_json
from companion.errors import UnusableError
from companion.given_files import read_given
from companion.language import mark
from companion.refusals import refused
from companion.vision.orientation import Orientation
from companion.vision.tabletop.lens import Lens
from companion.vision.tabletop.plane import Matrix, TablePlane
from companion.whole_files import write_whole

FORMAT = "table companion calibration"
VERSION = 1

_UNREAD = mark("{name}: cannot be read ({reason})")
_NONE = mark("{name}: is no calibration, or a damaged one; calibrate the camera again")

_SAME_SHAPE = 0.01
"""Widths over heights that differ by less than this part are pictures of the same shape."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A camera over a table. Pixels are those of the picture set right (see `Orientation`), at `size`.

    Attributes:
        camera: What the system or a person calls the camera.
        size: Width and height of the picture set right, pixels.
        orientation: How the camera's picture is set right.
        lens: The lens; None leaves distortion alone.
        table: The plane of the table; None while only the lens is known.
        seats_turned: By how many degrees, clockwise as the picture shows it, seat 0 sits from its lower edge.
        made: When it was measured, ISO 8601.
    """

    camera: str
    size: tuple[int, int]
    orientation: Orientation = field(default_factory=Orientation)
    lens: Lens | None = None
    table: TablePlane | None = None
    seats_turned: float = 0.0
    made: str = ""

    @property
    def homography(self) -> Matrix:
        """(3, 3) from pixels of a lens without distortion to millimetres, y towards seat 0 and x to its right.

        Raises:
            UnusableError: The plane of the table is not known.
        """
        if self.table is None:
            raise UnusableError(
                mark("the calibration of {camera} knows the lens alone; measure the table as well"), camera=self.camera
            )
        angle = np.radians(self.seats_turned)
        cos, sin = np.cos(angle), np.sin(angle)
        return np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]]) @ self.table.homography

    def for_size(self, width: int, height: int) -> "Calibration":
        """Return the calibration for pictures of another size of the same camera.

        Raises:
            UnusableError: The picture has another shape, so the camera shows another part of the table.
        """
        if (width, height) == self.size:
            return self
        factor = width / self.size[0]
        if abs(height / (factor * self.size[1]) - 1) > _SAME_SHAPE:
            raise UnusableError(
                mark(
                    "the calibration of {camera} is for pictures of {known}, these have {given}; "
                    "calibrate the camera again, or set it back"
                ),
                camera=self.camera,
                known=f"{self.size[0]} x {self.size[1]}",
                given=f"{width} x {height}",
            )
        shrink = np.diag([1 / factor, 1 / factor, 1.0])
        return replace(
            self,
            size=(width, height),
            lens=self.lens.scaled(factor) if self.lens is not None else None,
            table=replace(self.table, homography=self.table.homography @ shrink, error=self.table.error * factor)
            if self.table is not None
            else None,
        )

    def of_true_pictures(self) -> "Calibration":
        """Return the calibration for pictures that were set right already, as a recording holds them."""
        return replace(self, orientation=Orientation())

    def nudged(self, moved: Matrix) -> "Calibration":
        """Return the calibration after the camera was bumped.

        Args:
            moved: (3, 3) from pixels before to pixels after (of a lens without distortion).
        """
        if self.table is None:
            return self
        homography = self.table.homography @ np.linalg.inv(moved)
        return replace(self, table=replace(self.table, homography=homography / homography[2, 2]))

    def as_json(self) -> dict[str, Any]:
        """Return what a file holds."""
        lens, table = self.lens, self.table
        return {
            "format": FORMAT,
            "version": VERSION,
            "camera": self.camera,
            "made": self.made,
            "picture": {
                "width": self.size[0],
                "height": self.size[1],
                "mirrored": self.orientation.mirrored,
                "turned": self.orientation.turned,
            },
            "lens": lens
            and {
                "matrix": lens.matrix.tolist(),
                "distortion": lens.distortion.tolist(),
                "error_pixels": lens.error,
                "pictures": lens.pictures,
            },
            "table": table
            and {
                "pixels_to_mm": table.homography.tolist(),
                "method": table.method,
                "error_pixels": table.error,
            },
            "seats_turned": self.seats_turned,
        }

    def save(self, path: Path) -> None:
        """Write a file, in one piece or not at all.

        Raises:
            UnusableError: It cannot be written.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, (json.dumps(self.as_json(), indent=2) + "\n").encode())
        except OSError as error:
            raise UnusableError(
                mark("{name}: cannot be written ({reason})"), name=path, reason=refused(error)
            ) from error


def load_calibration(path: Path) -> Calibration:
    """Read a calibration from its file.

    Raises:
        UnusableError: It cannot be read, is no calibration, is of a newer kind or damaged; the message says which.
    """
    try:
        data = plain_json.loads(read_given(path))
    except OSError as error:
        raise UnusableError(_UNREAD, name=path, reason=refused(error)) from error
    except plain_json.DoubledKeyError as error:
        raise UnusableError(_UNREAD, name=path, reason=error) from error
    except ValueError as error:
        raise UnusableError(_NONE, name=path) from error
    return calibration_from(data, str(path))


def calibration_from(data: object, path: str) -> Calibration:
    """Return the calibration that `Calibration.as_json` wrote.

    Args:
        data: What it wrote.
        path: What messages call it.

    Raises:
        UnusableError: It is no calibration, is of a newer kind or damaged; the message says which.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UnusableError(_NONE, name=path)
    if data.get("version") != VERSION:
        raise UnusableError(
            mark("{name}: is a calibration of another version of the program; calibrate the camera again"), name=path
        )
    try:
        return _from_json(data)
    except (KeyError, TypeError, ValueError) as error:
        raise UnusableError(_NONE, name=path) from error


def _from_json(data: Mapping[str, Any]) -> Calibration:
    picture, lens, table = data["picture"], data["lens"], data["table"]
    size = (int(picture["width"]), int(picture["height"]))
    if min(size) <= 0:
        raise ValueError(f"a picture of {size[0]} x {size[1]}")
    return Calibration(
        camera=str(data["camera"]),
        size=size,
        orientation=Orientation(bool(picture["mirrored"]), int(picture["turned"])),
        lens=None
        if lens is None
        else Lens(
            np.array(lens["matrix"], np.float64),
            np.array(lens["distortion"], np.float64),
            float(lens["error_pixels"]),
            int(lens["pictures"]),
        ),
        table=None
        if table is None
        else TablePlane(np.array(table["pixels_to_mm"], np.float64), table["method"], float(table["error_pixels"])),
        seats_turned=float(data["seats_turned"]),
        made=str(data["made"]),
    )
