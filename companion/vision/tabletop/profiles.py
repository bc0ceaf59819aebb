"""Calibrations kept under the names of their cameras, in the user's own data folder."""

import re
from hashlib import sha256
from pathlib import Path

from platformdirs import user_data_path

from companion.errors import UnusableError
from companion.language import mark
from companion.plain_json import utf8
from companion.refusals import refused
from companion.vision.tabletop.calibration import Calibration, load_calibration

_READABLE = 48


def profile_folder() -> Path:
    """Return the folder where profiles lie; it may not exist yet."""
    return user_data_path("table-companion", appauthor=False) / "calibrations"


def profile_path(camera: str, folder: Path | None = None) -> Path:
    """Return the file for a camera's profile.

    Args:
        camera: What the camera is called: letters of any script, addresses, paths.
        folder: Where profiles lie; the user's own when None.
    """
    readable = re.sub(r"[^a-z0-9]+", "-", camera.casefold()).strip("-")[:_READABLE] or "camera"
    # Different names may read the same without their signs: what was lost goes into a number.
    number = sha256(utf8(camera)).hexdigest()[:8]
    return (folder or profile_folder()) / f"{readable}-{number}.json"


def save_profile(calibration: Calibration, folder: Path | None = None) -> Path:
    """Keep a calibration for its camera, in place of an earlier one; return its file.

    Raises:
        UnusableError: It cannot be written.
    """
    path = profile_path(calibration.camera, folder)
    calibration.save(path)
    return path


def known_profiles(folder: Path | None = None) -> list[str]:
    """Return the names of the cameras that have a usable profile."""
    names = []
    for path in sorted((folder or profile_folder()).glob("*.json")):
        try:
            names.append(load_calibration(path).camera)
        except UnusableError:
            continue
    return names


def find_profile(camera: str, folder: Path | None = None) -> Calibration | None:
    """Return the calibration kept for a camera, None where there is none.

    Raises:
        UnusableError: There is one, and it is damaged or of another version.
    """
    path = profile_path(camera, folder)
    try:
        there = path.exists()
    except OSError as error:
        raise UnusableError(mark("{name}: cannot be read ({reason})"), name=path, reason=refused(error)) from error
    return load_calibration(path) if there else None
