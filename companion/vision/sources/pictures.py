"""Pictures on disk as a source: a folder of them, or a single one."""

import re
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.errors import UnusableError
from companion.given_files import read_given
from companion.language import mark
from companion.refusals import refused
from companion.vision.sources.base import CANNOT_BE_READ, DamagedPictureError, OpenedSource
from companion.vision.sources.quiet import quiet_opencv
from companion.vision.types import Frame, Image

_READABLE = frozenset({".avif", ".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})
PICTURE_SUFFIXES = _READABLE | {".heic", ".heif"}
"""Of pictures, also of those that phones write and that cannot be read: they are refused by name, not passed over."""
_BRANDS_OF_HEIF = frozenset({b"heic", b"heim", b"heis", b"heix", b"hevc", b"hevx", b"mif1", b"msf1"})
"""What follows the word `ftyp` at the beginning of a HEIF file (ISO/IEC 23008-12)."""


def read_picture(path: Path) -> Image:
    """Return the picture in a file, turned upright where its EXIF data says how.

    Raises:
        UnusableError: The file is missing, may not be read, or holds no whole picture.
    """
    try:
        # Not cv2.imread: it cannot open names outside the code page on Windows, nor say why it failed.
        data = np.frombuffer(read_given(path), np.uint8)
    except OSError as error:
        raise UnusableError(CANNOT_BE_READ, name=path, reason=refused(error)) from error
    if not len(data):
        raise UnusableError(mark("{name}: is empty"), name=path)
    with quiet_opencv():
        try:
            image = cv2.imdecode(data, cv2.IMREAD_COLOR)
        except cv2.error as error:
            raise UnusableError(mark("{name}: has more pixels than can be read; make it smaller"), name=path) from error
    if image is None:
        if data[4:8].tobytes() == b"ftyp" and data[8:12].tobytes() in _BRANDS_OF_HEIF:
            raise UnusableError(
                mark("{name}: is a HEIC picture, as phones save them, and cannot be read; save it as JPEG"), name=path
            )
        raise UnusableError(
            mark("{name}: is no picture that can be read; it may be damaged, copy or save it again"), name=path
        )
    return image.astype(np.uint8, copy=False)


def pictures_held(path: Path) -> int:
    """Return how many pictures a file holds that `read_picture` has read, which returns the first alone.

    A name that is no valid Unicode, which OpenCV does not survive, counts as that of one.
    """
    if str(path).encode("utf-8", "replace").decode("utf-8") != str(path):
        return 1
    with quiet_opencv():
        try:
            return max(1, cv2.imcount(str(path)))
        except cv2.error:
            return 1


def pictures_in(folder: Path) -> list[Path]:
    """Return the picture files of a folder by name, numbers in names counted as numbers (2.png before 10.png).

    Raises:
        UnusableError: The folder may not be read.
    """
    try:
        found = [path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES and path.is_file()]
    except OSError as error:
        raise UnusableError(CANNOT_BE_READ, name=folder, reason=refused(error)) from error
    return sorted((path for path in found if not path.name.startswith(".")), key=_by_number)


def _by_number(path: Path) -> tuple[list[tuple[int, str]], str]:
    parts = re.findall(r"\d+|\D+", path.name.casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts], path.name


class PictureSeries(OpenedSource):
    """Pictures in a given order, at even times."""

    def __init__(self, name: str, paths: Sequence[Path], interval: float = 1.0) -> None:
        """Open the series.

        Args:
            name: What a person calls it.
            paths: The picture files in order, at least one.
            interval: Seconds from one picture to the next.

        Raises:
            UnusableError: None of the files holds a picture.
        """
        super().__init__(name, is_live=False)
        self._paths = tuple(paths)
        self._interval = interval
        self._index = 0
        if not self._look_ahead():
            first = str(self._ahead[0])
            count = len(self._paths)
            if count == 1:
                raise UnusableError(first)
            message = mark("{name}: none of its {count} pictures can be read; {first}")
            raise UnusableError(message, name=name, count=count, first=first)

    def _next(self) -> Frame | None:
        if self._index == len(self._paths):
            return None
        index = self._index
        self._index += 1
        try:
            return Frame(read_picture(self._paths[index]), index * self._interval, index)
        except UnusableError as error:
            raise DamagedPictureError(str(error)) from error

    def close(self) -> None:
        """Read no further picture."""
        self._index = len(self._paths)
        self._ahead.clear()


def open_picture(path: Path) -> PictureSeries:
    """Open a single picture as a source of one frame.

    Raises:
        UnusableError: The file holds no picture.
    """
    return PictureSeries(str(path), [path])


def open_folder(folder: Path, interval: float = 1.0) -> PictureSeries:
    """Open a folder of pictures, sorted by name, `interval` seconds apart.

    Raises:
        UnusableError: The folder may not be read, or holds no picture.
    """
    paths = pictures_in(folder)
    if not paths:
        suffixes = ", ".join(sorted(_READABLE))
        raise UnusableError(
            mark("{name}: holds no pictures; a folder is read by name, files ending in {suffixes}"),
            name=folder,
            suffixes=suffixes,
        )
    return PictureSeries(str(folder), paths, interval)
