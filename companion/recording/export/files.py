"""Files and folders that are new: folders appear as a whole or not at all; pictures in them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2

from companion.errors import UnusableError
from companion.language import mark
from companion.refusals import refused
from companion.vision.types import Image
from companion.whole_files import sweep, unfinished_name

_QUALITY = 95
"""Of JPEG files: labels are only as good as the pictures."""


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """Give a folder to fill that takes its name when all went well; what was left unfinished beside it goes.

    Raises:
        UnusableError: There is something of that name already, or it cannot be written.
    """
    # "." and ".." have no name that a folder could take.
    if not out.name or (out.exists() and (not out.is_dir() or any(out.iterdir()))):
        raise _taken(out)
    sweep(out.parent)
    unfinished = unfinished_name(out)
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        unfinished.mkdir(parents=True)
        yield unfinished
        if out.exists():
            out.rmdir()
        unfinished.replace(out)
    except OSError as error:
        raise UnusableError(mark("{name}: cannot be written ({reason})"), name=out, reason=refused(error)) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def write_picture(path: Path, image: Image) -> None:
    """Write a picture; its name says in which format.

    Raises:
        OSError: It cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # Encoded here and written by Python: OpenCV cannot write to names with all letters on all systems.
    options = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY] if path.suffix == ".jpg" else []
    whole, content = cv2.imencode(path.suffix, image, options)
    if not whole:
        raise OSError(f"{path}: the picture cannot be encoded")
    path.write_bytes(content.tobytes())


def check_free(path: Path) -> None:
    """Refuse to write over a file.

    Raises:
        UnusableError: There is one already.
    """
    if path.exists():
        raise _taken(path)


def _taken(path: Path) -> UnusableError:
    return UnusableError(mark("{name}: is there already; nothing is written over, give another name"), name=path)
