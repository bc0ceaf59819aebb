"""Data sets for training by others' tools: YOLO (oriented boxes), COCO and Pascal VOC."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from companion.recording.export.files import write_picture
from companion.recording.export.pictures import Labelled

_VALIDATION = 5
"""One picture in so many is kept for validation; neighbours stay together, by the hundred seconds."""

_STRETCH = 20.0
"""Seconds of pictures that go to the same part."""


def write_yolo(folder: Path, pictures: Iterable[Labelled], names: Sequence[str]) -> None:
    """Write a data set of oriented boxes as Ultralytics reads it.

    Labels: `class x1 y1 x2 y2 x3 y3 x4 y4`, corners clockwise from the card's own top left, as parts of the picture's
    width and height. `data.yaml` names the classes.

    Raises:
        OSError: It cannot be written.
    """
    parts: set[str] = set()
    for picture in pictures:
        part = "val" if int(picture.time / _STRETCH) % _VALIDATION == _VALIDATION - 1 else "train"
        parts.add(part)
        height, width = picture.image.shape[:2]
        write_picture(folder / "images" / part / f"{picture.name}.jpg", picture.image)
        lines = [
            " ".join(
                [str(names.index(box.name)), *(f"{value:.6f}" for value in (box.corners / (width, height)).ravel())]
            )
            for box in picture.boxes
        ]
        labels = folder / "labels" / part
        labels.mkdir(parents=True, exist_ok=True)
        (labels / f"{picture.name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    # A short session may have pictures for one part only; trainers want both.
    train = "train" if "train" in parts else "val"
    val = "val" if "val" in parts else "train"
    classes = "".join(f"  {number}: {json.dumps(name)}\n" for number, name in enumerate(names))
    text = f"train: images/{train}\nval: images/{val}\nnames:\n{classes}"
    (folder / "data.yaml").write_text(text, encoding="utf-8")


def write_coco(folder: Path, pictures: Iterable[Labelled], names: Sequence[str]) -> None:
    """Write a data set in the form of COCO: upright boxes, and the corners as segmentation.

    Raises:
        OSError: It cannot be written.
    """
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for picture in pictures:
        height, width = picture.image.shape[:2]
        file = f"{picture.name}.jpg"
        write_picture(folder / "images" / file, picture.image)
        images.append({"id": len(images) + 1, "file_name": file, "width": width, "height": height})
        for box in picture.boxes:
            left, top, right, bottom = _upright(box.corners, width, height)
            annotations.append(
                {
                    "id": len(annotations) + 1,
                    "image_id": len(images),
                    "category_id": names.index(box.name) + 1,
                    "bbox": [left, top, round(right - left, 1), round(bottom - top, 1)],
                    "segmentation": [[round(float(value), 1) for value in box.corners.ravel()]],
                    "area": round(_area(box.corners), 1),
                    "iscrowd": 0,
                }
            )
    categories = [{"id": number, "name": name, "supercategory": "card"} for number, name in enumerate(names, 1)]
    whole = {"info": {}, "licenses": [], "images": images, "annotations": annotations, "categories": categories}
    (folder / "annotations.json").write_text(json.dumps(whole), encoding="utf-8")


def write_voc(folder: Path, pictures: Iterable[Labelled], _: Sequence[str]) -> None:
    """Write a data set in the form of Pascal VOC: upright boxes, one XML file a picture.

    Raises:
        OSError: It cannot be written.
    """
    listed: list[str] = []
    (folder / "Annotations").mkdir()
    for picture in pictures:
        height, width = picture.image.shape[:2]
        write_picture(folder / "JPEGImages" / f"{picture.name}.jpg", picture.image)
        root = ElementTree.Element("annotation")
        _add(root, {"folder": "JPEGImages", "filename": f"{picture.name}.jpg"})
        _add(ElementTree.SubElement(root, "size"), {"width": width, "height": height, "depth": 3})
        _add(root, {"segmented": 0})
        for box in picture.boxes:
            item = ElementTree.SubElement(root, "object")
            left, top, right, bottom = _upright(box.corners, width, height)
            truncated = int(bool((box.corners < 0).any() or (box.corners > (width, height)).any()))
            _add(item, {"name": box.name, "pose": "Unspecified", "truncated": truncated, "difficult": 0})
            # Pixels of VOC count from 1.
            sides = {"xmin": left + 1, "ymin": top + 1, "xmax": right, "ymax": bottom}
            _add(ElementTree.SubElement(item, "bndbox"), {key: round(value) for key, value in sides.items()})
        ElementTree.indent(root)
        ElementTree.ElementTree(root).write(folder / "Annotations" / f"{picture.name}.xml", encoding="utf-8")
        listed.append(picture.name)
    sets = folder / "ImageSets" / "Main"
    sets.mkdir(parents=True)
    (sets / "default.txt").write_text("".join(f"{name}\n" for name in listed), encoding="utf-8")


def _upright(corners: npt.NDArray[np.float32], width: int, height: int) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the smallest upright box within the picture."""
    low = np.clip(corners.min(axis=0), 0, (width, height))
    high = np.clip(corners.max(axis=0), 0, (width, height))
    return round(float(low[0]), 1), round(float(low[1]), 1), round(float(high[0]), 1), round(float(high[1]), 1)


def _area(corners: npt.NDArray[np.float32]) -> float:
    x, y = corners[:, 0], corners[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2


def _add(parent: ElementTree.Element, texts: dict[str, object]) -> None:
    for tag, text in texts.items():
        ElementTree.SubElement(parent, tag).text = str(text)
