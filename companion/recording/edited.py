"""Labels as others' tools leave them: a data set of `companion export`, as YOLO or COCO, saved again."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from typing import Any

import cv2
import numpy as np

from companion import plain_json
from companion.errors import UnusableError
from companion.given_files import read_given, read_given_text
from companion.language import mark
from companion.refusals import refused
from companion.vision.types import FloatArray

_SCALAR = r"""(?:"([^"\n]*)"|'([^'\n]*)'|([^\s,#"'\[\]{}][^,#\[\]{}\n]*?))"""
_NAMES = re.compile(r"^names:[ \t]*(.*(?:\n(?:[ \t-].*|[ \t]*$))*)", re.MULTILINE)
_LINES = re.compile(rf"^[ \t]*(?:(\d+):|-)[ \t]+{_SCALAR}[ \t]*(?:#.*)?$", re.MULTILINE)
_LISTED = re.compile(rf"(){_SCALAR}\s*(?=[,\]])")
_MAPPED = re.compile(rf"(\d+):\s+{_SCALAR}\s*(?=[,}}])")
"""The names of classes in `data.yaml`: a line each, by number or not, or all of them in brackets."""

_FARTHEST = 10.0
"""Parts of the picture from its corner beyond which nothing lies that was ever seen."""


class _BadLabelsError(UnusableError):
    """What is wrong with a data set, without its name."""


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """One label of a picture.

    Attributes:
        name: Its class.
        corners: (4, 2) parts of the picture's width and height, clockwise from the card's own top left.
    """

    name: str
    corners: FloatArray


def read_labels(folder: Path, classes: Collection[str]) -> list[tuple[str, list[Box]]]:
    """Return the pictures of a data set by their names, in order of time, with their labels.

    Args:
        folder: Of the data set, of oriented boxes (YOLO) or COCO with corners as segmentation.
        classes: What a label may be called.

    Raises:
        UnusableError: It is not there or no such data set, or a label is called otherwise.
    """
    if not folder.is_dir():
        raise UnusableError(mark("{name}: there is no such folder"), name=folder)
    try:
        if (folder / "data.yaml").exists():
            found = _read_yolo(folder)
        elif (folder / "annotations.json").exists():
            found = _read_coco(folder)
        else:
            raise UnusableError(mark("{name}: holds neither data.yaml (YOLO) nor annotations.json (COCO)"), name=folder)
    except OSError as error:
        raise UnusableError(
            mark("{name}: cannot be read ({reason})"), name=error.filename or folder, reason=refused(error)
        ) from error
    except (_BadLabelsError, ValueError) as error:
        raise UnusableError(mark("{name}: is damaged ({reason})"), name=folder, reason=error) from error
    if not found:
        raise UnusableError(
            mark("{name}: holds no labels (labels/train/*.txt, or images in annotations.json)"), name=folder
        )
    for name, boxes in found.items():
        for box in boxes:
            if box.name not in classes:
                raise UnusableError(
                    mark(
                        "{name}: the class “{label}” of a label of {picture} is no card of the deck; call the classes "
                        "as they were exported"
                    ),
                    name=folder,
                    label=box.name,
                    picture=name,
                )
    return sorted(found.items())


def _text(path: Path) -> str:
    try:
        return read_given_text(path)
    except UnicodeDecodeError:
        raise _BadLabelsError(mark("it is no UTF-8 text; save it as UTF-8")) from None


def _class_names(text: str) -> dict[int, str]:
    found = _NAMES.search(text)
    listed = found[1] if found is not None else ""
    form = {"[": _LISTED, "{": _MAPPED}.get(listed[:1], _LINES)
    return {
        int(item[1]) if item[1] else place: next(name for name in item.groups()[1:] if name is not None)
        for place, item in enumerate(form.finditer(listed))
    }


def _read_yolo(folder: Path) -> dict[str, list[Box]]:
    names = _class_names(_text(folder / "data.yaml"))
    if not names:
        raise _BadLabelsError(mark("data.yaml names no classes"))
    pictures: dict[str, list[Box]] = {}
    for path in sorted(folder.rglob("*.txt")):
        if "labels" not in path.relative_to(folder).parts[:-1]:
            continue
        boxes = pictures.setdefault(path.stem, [])
        for place, line in enumerate(_text(path).splitlines(), 1):
            if not line.strip():
                continue
            try:
                number, *values = line.split()
                boxes.append(Box(names[int(number)], _checked(np.array(values, np.float32).reshape(4, 2))))
            except (ValueError, KeyError):
                raise _BadLabelsError(
                    mark("{name}, line {number}: expected the number of a class and eight numbers"),
                    name=path.relative_to(folder),
                    number=place,
                ) from None
    return pictures


def _read_coco(folder: Path) -> dict[str, list[Box]]:
    whole = plain_json.loads(read_given(folder / "annotations.json"))
    try:
        names = {item["id"]: str(item["name"]) for item in whole["categories"]}
        images: Mapping[int, Any] = {item["id"]: item for item in whole["images"]}
        # Tools on Windows write paths in their own way.
        called = {number: PureWindowsPath(item["file_name"]).stem for number, item in images.items()}
        labels = list(whole["annotations"])
    except (KeyError, TypeError):
        raise _BadLabelsError(mark("annotations.json: expected lists of categories, images and annotations")) from None
    pictures: dict[str, list[Box]] = {name: [] for name in called.values()}
    for place, item in enumerate(labels):
        try:
            image = images[item["image_id"]]
            size = np.array([image["width"], image["height"]], np.float32)
            points = np.array(item["segmentation"][0], np.float32).reshape(-1, 2)
            # Some tools end an outline where it began.
            points = points[:-1] if len(points) > 1 and (points[0] == points[-1]).all() else points
            if len(points) != 4:
                points = np.asarray(cv2.boxPoints(cv2.minAreaRect(points)), np.float32)
            if not size.min() > 0:
                raise ValueError("a picture without a size")
            box = Box(names[item["category_id"]], _checked(points / size))
        except (ValueError, KeyError, TypeError, IndexError, cv2.error):
            raise _BadLabelsError(
                mark(
                    "annotations.json, annotation {number} of {total}: expected a category, a picture with its size, "
                    "and the corners of a card as segmentation"
                ),
                number=place + 1,
                total=len(labels),
            ) from None
        pictures[called[item["image_id"]]].append(box)
    return pictures


def _checked(corners: FloatArray) -> FloatArray:
    """Return the corners of a box; ValueError where they enclose nothing, or lie where nothing can lie."""
    if not np.abs(corners).max() <= _FARTHEST or not cv2.contourArea(corners) > 0:
        raise ValueError("no box")
    return corners
