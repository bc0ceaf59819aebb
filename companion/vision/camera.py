"""Opens whatever frames can come from by the name a person gives it."""

import re
from collections.abc import Callable
from pathlib import Path

from companion.errors import UnusableError
from companion.language import mark
from companion.plain_json import utf8
from companion.vision.sources.base import OpenedSource
from companion.vision.sources.device import Camera, known_cameras
from companion.vision.sources.network import SCHEMES, UNKNOWN_KIND, masked, open_stream
from companion.vision.sources.pictures import PICTURE_SUFFIXES, open_folder, open_picture
from companion.vision.sources.video import open_video

_KINDS = "a video, a folder of pictures, a camera's number (0 is the first) or the address of a stream"

_CAMERA = re.compile(r"(?:/dev/video)?(\d+)", re.ASCII)


def open_source(spec: str | int | Path, interval: float = 1.0, *, hold: bool = False) -> OpenedSource:
    """Open a source of frames.

    Args:
        spec: A camera index (`0`, `"0"`, `"/dev/video0"`) or name, the address of a stream (`rtsp://...`, `http://...`),
            or the path of a video file, of a folder of pictures or of a single picture. A `Path` never means a camera,
            and neither does `./0`.
        interval: Seconds between the pictures of a folder.
        hold: Have a camera of this machine hold focus and exposure, where its driver can; its `note` says so.

    Returns:
        The source, opened: a first picture was decoded. Close it, or use it in a `with`.

    Raises:
        UnusableError: There is nothing of that name, or it cannot be used; the message says what to do.
    """
    if isinstance(spec, Path):
        return _open_path(spec, interval)
    text = str(spec)
    if not text:
        raise UnusableError(f"no source was named; give {_KINDS}")
    if camera := _CAMERA.fullmatch(text):
        return Camera(int(camera[1]), hold=hold)
    scheme, colon, _ = text.partition("://")
    if colon:
        if scheme.lower() not in SCHEMES:
            raise UnusableError(UNKNOWN_KIND, name=masked(text), schemes=", ".join(SCHEMES))
        return open_stream(text)
    path = Path(text)
    number = None if path.exists() else number_of(text)
    return _open_path(path, interval) if number is None else Camera(number, hold=hold)


def file_of(spec: str) -> Path | None:
    """Return the film, picture or folder of pictures that a source is; None for all others, and what is not there."""
    path = Path(spec)
    return path if not _CAMERA.fullmatch(spec) and "://" not in spec and path.exists() else None


def reopening(spec: str | int | Path, interval: float = 1.0, *, hold: bool = False) -> Callable[[], OpenedSource]:
    """Return what opens the same source again; a camera by its name, whichever number it has then.

    Args:
        spec: As for `open_source`, which also says what the others are and what is raised.
        interval: See there.
        hold: See there.
    """
    text = str(spec)
    camera = None if isinstance(spec, Path) else _CAMERA.fullmatch(text)
    name = known_cameras().get(int(camera[1])) if camera else None

    def open_again() -> OpenedSource:
        number = number_of(name, int(camera[1])) if camera and name is not None else None
        return open_source(spec if number is None else number, interval, hold=hold)

    return open_again


def number_of(name: str, first: int = 0) -> int | None:
    """Return the number of the camera with a name, the one asked `first` where several have it; None where none has."""
    numbers = [number for number, known in known_cameras().items() if known.casefold() == name.casefold()]
    return first if first in numbers else min(numbers, default=None)


def is_plugged_in(name: str) -> bool:
    """Whether the camera with a name may be there: it is, or the system names no cameras."""
    return not known_cameras() or number_of(name) is not None


def known_name(number: int) -> str:
    """Return the name of a camera; empty where the system does not tell."""
    return known_cameras().get(number, "")


def camera_name(spec: str | int | Path) -> str:
    """Return what a camera is called, whichever number or address it has today: profiles are kept under this name.

    Args:
        spec: As for `open_source`.
    """
    text = str(spec)
    if not isinstance(spec, Path) and (camera := _CAMERA.fullmatch(text)):
        number = int(camera[1])
        return known_name(number) or f"camera {number}"
    if not isinstance(spec, Path) and not Path(text).exists() and (named := number_of(text)) is not None:
        return known_cameras()[named]
    return masked(text) if "://" in text else utf8(Path(text).absolute().name).decode()


def _open_path(path: Path, interval: float) -> OpenedSource:
    if not path.exists():
        raise UnusableError(
            mark(
                "{name}: there is no such file or folder; give a video, a folder of pictures, a camera's number (0 is "
                "the first) or the address of a stream"
            ),
            name=path,
        )
    if path.is_dir():
        return open_folder(path, interval)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return open_picture(path)
    return open_video(path)
