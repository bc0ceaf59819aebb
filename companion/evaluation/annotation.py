"""Photographs written with what was seen in them."""

import os
from collections.abc import Sequence
from pathlib import Path

from companion.errors import UnusableError
from companion.evaluation.files import WRITABLE_SUFFIXES, make_folder, save_picture
from companion.evaluation.sight import Sight
from companion.given_files import read_given
from companion.refusals import refusal_of
from companion.vision.overlay import draw_cards

_MARK = b"\ncompanion read --annotate\n"
"""Stands behind the end of each annotated photograph."""


class Annotations:
    """A folder of annotated photographs, each named like the original; nothing but one of these is written over."""

    def __init__(self, folder: Path, images: Sequence[str]) -> None:
        """Make the folder and choose the names.

        Raises:
            UnusableError: The folder cannot be made, or holds a file of one of these names.
        """
        make_folder(folder)
        self._targets: dict[Path, Path] = {}
        for path in dict.fromkeys(Path(image) for image in images):
            if path.parent.resolve() == folder.resolve():
                raise UnusableError(f"{folder}: the photograph {path.name} lies there itself; choose another folder")
            target = self._targets[path] = self._free_name(folder / path.name)
            if not _is_ours(target):
                raise UnusableError(
                    f"{target}: is there already and was not annotated by companion read; nothing else is written "
                    "over, choose another folder"
                )

    def _free_name(self, wanted: Path) -> Path:
        if wanted.suffix.lower() not in WRITABLE_SUFFIXES:
            wanted = wanted.with_name(f"{wanted.name}.jpg")
        # Many file systems take "Trick.jpg" and "trick.jpg" for one file.
        taken = {target.name.casefold() for target in self._targets.values()}
        target, number = wanted, 1
        while target.name.casefold() in taken:
            number += 1
            target = wanted.with_stem(f"{wanted.stem}-{number}")
        return target

    def write(self, path: Path, sight: Sight) -> Path:
        """Write one of the photographs with boxes and names and return where.

        Raises:
            UnusableError: It cannot be written.
        """
        target = self._targets[path]
        save_picture(target, draw_cards(sight.image, sight.cards), _MARK)
        return target


def _is_ours(path: Path) -> bool:
    """Whether nothing of anybody else is lost with what is at a place.

    Raises:
        UnusableError: It cannot be looked into.
    """
    try:
        return not os.path.lexists(path) or read_given(path).endswith(_MARK)
    except OSError as error:
        raise UnusableError(f"{path}: cannot be written ({refusal_of(error)})") from error
