"""Takes labels back that were edited with others' tools: a data set of `companion export`, as YOLO or COCO."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion import plain_json
from companion.errors import UnusableError
from companion.recording.annotations import Annotation, add_annotation
from companion.recording.export.pictures import BACK
from companion.recording.labels import Label, LabelledLook, Labeller
from companion.recording.looks import Look
from companion.recording.opening import Session
from companion.vision.boxes import one_to_one, overlap
from companion.vision.types import FloatArray

_SAME = 0.5
"""Overlap from which two boxes are the same card's."""

_MOVED = 0.006
"""How far a corner must have moved to have been moved by a person, as a part of the picture's width."""

_NAME = re.compile(r'^\s+(\d+):\s*"?(.*?)"?\s*$')


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """One label of a picture.

    Attributes:
        name: Its class.
        corners: (4, 2) parts of the picture's width and height, clockwise from the card's own top left.
    """

    name: str
    corners: FloatArray


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of the labels.

    Attributes:
        pictures: Pictures of the session among the data set's.
        others: Pictures that are not of this session.
        annotations: What differs from what the session says, as it was written down.
    """

    pictures: int
    others: int
    annotations: tuple[Annotation, ...]


def import_labels(session: Session, folder: Path, author: str) -> Imported:
    """Write down as annotations what a data set says otherwise than its session.

    Args:
        session: The session that the data set was exported from.
        folder: Of the data set, of oriented boxes (YOLO) or COCO with corners as segmentation.
        author: Who edited it.

    Raises:
        UnusableError: It is no such data set, or the annotations cannot be written.
    """
    pictures = others = 0
    written: list[Annotation] = []
    looks, labeller = session.looks, Labeller(session)
    said: set[tuple[str, int, str | None]] = set()
    for name, boxes in _read(folder):
        time = float(name) if re.fullmatch(r"\d+\.\d+", name) else -1.0
        look = looks.at(time)
        if look is None or abs(look.time - time) > 0.001:
            others += 1
            continue
        pictures += 1
        for annotation in _differences(labeller.label(look), look, boxes, frozenset(session.game.deck.codes)):
            # Names, sides and removals hold along the track: once is enough.
            key = (annotation.kind, annotation.track, annotation.card)
            if annotation.kind in ("name", "side", "remove") and key in said:
                continue
            said.add(key)
            written.append(add_annotation(session.folder, replace(annotation, author=author)))
    return Imported(pictures, others, tuple(written))


def _differences(look: LabelledLook, seen: Look, boxes: list[Box], codes: frozenset[str]) -> Iterator[Annotation]:
    size = np.array(look.size, np.float32)
    # The closest first: cards on top of each other have boxes that are nearly the same.
    matched = one_to_one(
        (-shared, place, index)
        for place, label in enumerate(look.labels)
        for index, box in enumerate(boxes)
        if (shared := overlap(box.corners * size, label.corners)) >= _SAME
    )
    for place, label in enumerate(look.labels):
        track = label.track
        if track is None:  # A card that was found twice: nothing can be said of its track.
            continue
        if place in matched:
            yield from _changed(label, track, boxes[matched[place]], seen, codes)
        else:
            yield Annotation("remove", track, look.time)
    for box in (box for index, box in enumerate(boxes) if index not in matched.values()):
        code = box.name if box.name in codes else None
        corners = np.asarray(box.corners * size, np.float32)
        yield Annotation("add", 0, look.time, card=code, corners=corners, face_up=box.name != BACK, until=look.time)


def _changed(label: Label, track: int, box: Box, look: Look, codes: frozenset[str]) -> Iterator[Annotation]:
    size = np.array(look.size, np.float32)
    now = np.asarray(box.corners * size, np.float32)
    if (box.name != BACK) != label.face_up:
        yield Annotation("side", track, look.time, face_up=box.name != BACK)
    if box.name in codes and box.name != label.code:
        yield Annotation("name", track, look.time, card=box.name)
    if float(np.abs(now - label.corners).max()) > _MOVED * look.size[0]:
        was = look.cards[look.tracks.index(track)].corners if track in look.tracks else label.corners
        yield Annotation("box", track, look.time, corners=now, was=was)


def _read(folder: Path) -> Iterator[tuple[str, list[Box]]]:
    """Yield the pictures of a data set by their names, in order of time, with their labels."""
    try:
        if (folder / "data.yaml").exists():
            found = _read_yolo(folder)
        elif (folder / "annotations.json").exists():
            found = _read_coco(folder)
        else:
            raise UnusableError(f"{folder}: holds neither data.yaml (YOLO) nor annotations.json (COCO)")
    except OSError as error:
        raise UnusableError(f"{folder}: cannot be read ({error.strerror or error})") from error
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise UnusableError(f"{folder}: is damaged ({error})") from error
    yield from sorted(found.items())


def _read_yolo(folder: Path) -> dict[str, list[Box]]:
    text = (folder / "data.yaml").read_text(encoding="utf-8")
    names = {int(found[1]): found[2] for line in text.splitlines() if (found := _NAME.match(line))}
    pictures: dict[str, list[Box]] = {}
    for path in folder.glob("labels/*/*.txt"):
        boxes = pictures.setdefault(path.stem, [])
        for place, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip():
                continue
            try:
                number, *values = line.split()
                boxes.append(Box(names[int(number)], np.array(values, np.float32).reshape(4, 2)))
            except (ValueError, KeyError):
                raise ValueError(
                    f"{path.relative_to(folder)}, line {place}: expected the number of a class and eight numbers"
                ) from None
    return pictures


def _read_coco(folder: Path) -> dict[str, list[Box]]:
    whole = plain_json.loads((folder / "annotations.json").read_bytes())
    names = {item["id"]: str(item["name"]) for item in whole["categories"]}
    images: Mapping[int, Any] = {item["id"]: item for item in whole["images"]}
    pictures: dict[str, list[Box]] = {Path(item["file_name"]).stem: [] for item in images.values()}
    for item in whole["annotations"]:
        image = images[item["image_id"]]
        points = np.array(item["segmentation"][0], np.float32).reshape(-1, 2)
        if len(points) != 4:
            points = np.asarray(cv2.boxPoints(cv2.minAreaRect(points)), np.float32)
        corners = np.asarray(points / (float(image["width"]), float(image["height"])), np.float32)
        pictures[Path(image["file_name"]).stem].append(Box(names[item["category_id"]], corners))
    return pictures
