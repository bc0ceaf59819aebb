"""Crops of single cards: folders by code, as `companion train reader --add` and YOLO classification take them."""

from pathlib import Path

from companion.recording.export.files import write_picture
from companion.recording.opening import Session
from companion.recording.samples import samples

_VALIDATION = 5
"""One physical card in so many is kept for validation, with all its crops."""


def write_crops(folder: Path, session: Session, *, corrected_only: bool = False) -> int:
    """Write crops as `CODE/NAME.png`; return how many.

    Raises:
        OSError: They cannot be written.
    """
    count = 0
    for count, sample in enumerate(samples(session.folder, corrected_only=corrected_only), 1):
        write_picture(
            folder / folder_of(sample.code) / f"{session.folder.name}-{sample.track}-{count}.png", sample.crop
        )
    return count


def write_yolo_cls(folder: Path, session: Session, *, corrected_only: bool = False) -> int:
    """Write crops as `train/CODE/NAME.png` and `val/CODE/NAME.png`; return how many.

    Raises:
        OSError: They cannot be written.
    """
    count = 0
    for count, sample in enumerate(samples(session.folder, corrected_only=corrected_only), 1):
        part = "val" if sample.track % _VALIDATION == 0 else "train"
        write_picture(folder / part / folder_of(sample.code) / f"{sample.track}-{count}.png", sample.crop)
    return count


def folder_of(code: str) -> str:
    """Return a code as it may stand in names of files: `1:7` as `1_7`, `1/2` as `half`."""
    return "half" if code == "1/2" else code.replace(":", "_")


def code_of(folder: str) -> str:
    """Return the code that a folder's name stands for."""
    return "1/2" if folder == "half" else folder.replace("_", ":")
