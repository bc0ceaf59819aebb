"""Options that say which calibration belongs to a source."""

import argparse
from typing import TYPE_CHECKING

from companion.cli.names import file_path
from companion.cli.output import tell
from companion.errors import UnusableError

if TYPE_CHECKING:
    from companion.table.tabletop import Tabletop
    from companion.vision.capture import Capture
    from companion.vision.tabletop.calibration import Calibration


def add_calibration_options(parser: argparse.ArgumentParser) -> None:
    """Add `--calibration`, `--profile` and `--hold`."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--calibration", type=file_path, metavar="FILE", help="use the calibration in this file")
    which.add_argument(
        "--profile", metavar="NAME", help="use the calibration kept for this camera (default: the source's own, if any)"
    )
    parser.add_argument(
        "--hold", action="store_true", help="hold a camera's focus and exposure as they are, where its driver can"
    )


def chosen_calibration(arguments: argparse.Namespace) -> "Calibration | None":
    """Return the calibration that was asked for, or else the one kept for the source; None where there is none.

    One that nobody asked for and that cannot be used is told about and left out.

    Raises:
        UnusableError: The one that was asked for is not there or cannot be used.
    """
    from companion.vision.camera import camera_name
    from companion.vision.tabletop.calibration import load_calibration
    from companion.vision.tabletop.profiles import find_profile, known_profiles

    if arguments.calibration is not None:
        return load_calibration(arguments.calibration)
    if arguments.profile is not None:
        calibration = find_profile(arguments.profile)
        if calibration is None:
            known = ", ".join(known_profiles()) or "none yet; companion calibrate makes them"
            raise UnusableError(f"--profile {arguments.profile}: no calibration is kept for it; there are: {known}")
        return calibration
    try:
        return find_profile(camera_name(arguments.source))
    except UnusableError as error:
        tell(f"{error}; going on without it")
        return None


def calibrated_table(
    arguments: argparse.Namespace, calibration: "Calibration | None", capture: "Capture"
) -> "Tabletop | None":
    """Return the table as the calibration knows it, for the pictures of a source; None without a calibration of it.

    Raises:
        UnusableError: The calibration that was asked for does not fit the pictures.
    """
    from companion.table.tabletop import Tabletop

    if calibration is None or calibration.table is None:
        return None
    try:
        return Tabletop.calibrated(calibration, *(capture.size or calibration.size))
    except UnusableError as error:
        if arguments.calibration is not None or arguments.profile is not None:
            raise
        tell(f"{error}; going on without it")
        return None
