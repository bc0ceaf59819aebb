"""Files of a report: whole or not at all."""

from pathlib import Path

import cv2

from companion.errors import UnusableError
from companion.refusals import refusal_of
from companion.vision.types import Image
from companion.whole_files import write_whole

WRITABLE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
"""Formats in which pictures can be written."""


def make_folder(folder: Path) -> None:
    """Make a folder and those above it.

    Raises:
        UnusableError: It cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableError(f"{folder}: cannot be made ({refusal_of(error)})") from error


def save_picture(path: Path, image: Image, behind: bytes = b"") -> None:
    """Write a picture in the format that the file's suffix names.

    Args:
        path: The file.
        image: (H, W, 3) uint8 BGR.
        behind: What is written behind the picture's end, where nothing that shows pictures looks.

    Raises:
        UnusableError: The file cannot be written.
    """
    suffix = path.suffix.lower()
    # OpenCV complains where a format knows no quality.
    options = [cv2.IMWRITE_JPEG_QUALITY, 90] if suffix in (".jpg", ".jpeg") else []
    done, data = cv2.imencode(suffix, image, options)
    if not done:
        raise UnusableError(f"{path}: a picture of {image.shape[1]} x {image.shape[0]} pixels cannot be written so")
    save_bytes(path, data.tobytes() + behind)


def save_text(path: Path, text: str) -> None:
    """Write a text.

    Raises:
        UnusableError: The file cannot be written.
    """
    save_bytes(path, text.encode())


def save_bytes(path: Path, data: bytes) -> None:
    """Write to a temporary name, then rename.

    Raises:
        UnusableError: The file cannot be written.
    """
    try:
        write_whole(path, data)
    except OSError as error:
        raise UnusableError(f"{path}: cannot be written ({refusal_of(error)})") from error
