"""Crops of single cards: folders by code, as `companion teach --labels folders` and YOLO classification take them."""

from pathlib import Path

from companion.cards import plain_code
from companion.recording.export.files import write_picture
from companion.recording.opening import Session
from companion.recording.samples import samples

_VALIDATION = 5
"""Of the places where a card lay one in so many is kept for validation, beginning with the second."""


def write_crops(folder: Path, session: Session, *, corrected_only: bool = False) -> int:
    """Write crops as `CODE/NAME.png`; return how many.

    Raises:
        OSError: They cannot be written.
    """
    count = 0
    for count, sample in enumerate(samples(session.folder, corrected_only=corrected_only), 1):
        write_picture(
            folder / plain_code(sample.code) / f"{session.folder.name}-{sample.track}-{count}.png", sample.crop
        )
    return count


def write_yolo_cls(folder: Path, session: Session, *, corrected_only: bool = False) -> int:
    """Write crops as `train/CODE/NAME.png` and `val/CODE/NAME.png`; return how many.

    Trainers number the classes of each part by its folders, so both parts have one for every card. A card that lay in
    one place only is kept for validation by its last crop; where there is one crop it is learned, and its folder there
    is empty.

    Raises:
        OSError: They cannot be written.
    """
    count = 0
    places: dict[str, dict[int, list[str]]] = {}
    for count, sample in enumerate(samples(session.folder, corrected_only=corrected_only), 1):
        code, name = plain_code(sample.code), f"{sample.track}-{count}.png"
        write_picture(folder / "train" / code / name, sample.crop)
        places.setdefault(code, {}).setdefault(sample.track, []).append(name)
    for code, crops in places.items():
        (folder / "val" / code).mkdir(parents=True)
        for name in _kept_for_validation(list(crops.values())):
            (folder / "train" / code / name).replace(folder / "val" / code / name)
    return count


def _kept_for_validation(places: list[list[str]]) -> list[str]:
    if len(places) == 1:
        return places[0][1:][-1:]
    return [name for crops in places[1::_VALIDATION] for name in crops]
