"""Photographs written with what was seen in them."""

from collections.abc import Sequence
from pathlib import Path

from companion.errors import UnusableError
from companion.evaluation.files import WRITABLE_SUFFIXES, make_folder, save_picture
from companion.evaluation.sight import Sight
from companion.vision.overlay import draw_cards


class Annotations:
    """A folder of annotated photographs, each named like the original; nothing that is there is written over."""

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
            if target.exists():
                raise UnusableError(f"{target}: is there already; nothing is written over, choose another folder")

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
        save_picture(target, draw_cards(sight.image, sight.cards))
        return target
