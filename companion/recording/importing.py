"""Takes labels back that were edited with others' tools: a data set of `companion export`, as YOLO or COCO."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.recording.annotations import Annotation, add_annotation, said_now
from companion.recording.edited import Box, read_labels
from companion.recording.export.pictures import BACK, FACE
from companion.recording.labels import Label, LabelledLook, Labeller
from companion.recording.looks import Look
from companion.recording.opening import Session
from companion.vision.boxes import one_to_one, overlap
from companion.vision.types import FloatArray

_SAME = 0.5
"""Overlap from which two boxes are the same card's."""

_MOVED = 0.006
"""How far a corner must have moved to have been moved by a person, as a part of the picture's width."""


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
        UnusableError: It is no such data set, names what is no card of the deck, or the annotations cannot be written.
    """
    codes = frozenset(session.game.deck.codes)
    labels = read_labels(folder, codes | {FACE, BACK})
    pictures = others = 0
    written: list[Annotation] = []
    looks, labeller = session.looks, Labeller(session)
    said: set[tuple[str, int, str | None]] = set()
    now = said_now(session.folder)
    for name, boxes in labels:
        time = float(name) if re.fullmatch(r"\d+\.\d+", name) else -1.0
        look = looks.at(time)
        if look is None or abs(look.time - time) > 0.001:
            others += 1
            continue
        pictures += 1
        for annotation in _differences(labeller.label(look), look, boxes, codes):
            # Names, sides and removals hold along the track: once is enough.
            key = (annotation.kind, annotation.track, annotation.card)
            if annotation.kind in ("name", "side", "remove") and key in said:
                continue
            said.add(key)
            written.append(add_annotation(session.folder, replace(annotation, author=author, said=now)))
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
    matched |= _far(look.labels, boxes, matched)
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
        corners = _in_order(box.corners * size)
        yield Annotation("add", 0, look.time, card=code, corners=corners, face_up=box.name != BACK, until=look.time)


def _far(labels: Sequence[Label], boxes: Sequence[Box], matched: Mapping[int, int]) -> dict[int, int]:
    """Return the labels whose box was moved by more than half of the card, each with its box.

    A label without a box and a box without a label are the same card's where they alone are called so.
    """
    gone, new = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for place, label in enumerate(labels):
        if place not in matched and label.code is not None:
            gone[label.code].append(place)
    for index, box in enumerate(boxes):
        if index not in matched.values():
            new[box.name].append(index)
    return {gone[code][0]: new[code][0] for code in gone if len(gone[code]) == len(new.get(code, ())) == 1}


def _changed(label: Label, track: int, box: Box, look: Look, codes: frozenset[str]) -> Iterator[Annotation]:
    size = np.array(look.size, np.float32)
    now = _in_order(box.corners * size, label.corners)
    if (box.name != BACK) != label.face_up:
        yield Annotation("side", track, look.time, face_up=box.name != BACK)
    if box.name in codes and box.name != label.code:
        yield Annotation("name", track, look.time, card=box.name)
    if float(np.abs(now - label.corners).max()) > _MOVED * look.size[0]:
        was = look.cards[look.tracks.index(track)].corners if track in look.tracks else label.corners
        yield Annotation("box", track, look.time, corners=now, was=was)


def _in_order(corners: FloatArray, was: FloatArray | None = None) -> FloatArray:
    """Return a box in the order of its card's corners: tools begin one where they like, and go round either way.

    Args:
        corners: (4, 2) pixels.
        was: (4, 2) pixels, the same box as it was exported; None for a new one, which begins at a short side then.
    """
    wanted = (False, False) if was is None else _shape(was)
    ways = [np.roll(way, -first, axis=0) for way in (corners, corners[::-1]) for first in range(4)]
    fitting = [way for way in ways if _shape(way) == wanted] or ways
    nearest = fitting[0] if was is None else min(fitting, key=lambda way: float(np.abs(way - was).max()))
    return np.asarray(nearest, np.float32)


def _shape(corners: FloatArray) -> tuple[bool, bool]:
    """Return whether a box goes round counter-clockwise, and whether it begins at a long side."""
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    turned = float(across[0] * down[1] - across[1] * down[0]) < 0
    return turned, float(np.hypot(*across)) > float(np.hypot(*down))
