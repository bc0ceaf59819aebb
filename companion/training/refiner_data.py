"""Pictures for the refiner: cut-outs around boxes that are a little off, with the true corners.

They are cut from the finder's scenes while training runs, so that every pass over the scenes shows other boxes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.synth.darkness import in_the_dark
from companion.training.chunks import Chunk, ChunkFolder
from companion.training.proposals import NO_CARD, Proposals
from companion.training.trainer import random_lookup
from companion.vision.boxes import overlap
from companion.vision.rectify import oriented_box, to_window, window
from companion.vision.refiner import KINDS, MARGIN, SIZE, short_edge_first
from companion.vision.sources.pictures import read_picture
from companion.vision.types import Image

Rng = np.random.Generator
Quad = npt.NDArray[np.float64]

NONE = KINDS.index("none")
UNKNOWN = -1
"""Kind of a box that holds something of a card, but not enough to mean it: not asked for."""
_SHARE_PROPOSED, _SHARE_NO_CARD = 0.45, 0.25
"""Of boxes that the finder itself made of the scenes, where these are known; and how many of them show no card."""
_SHARE_ELSEWHERE, _SHARE_BESIDE, _SHARE_PART = 0.24, 0.06, 0.12
"""Of the other boxes."""
_SHARE_LOOKALIKES = 0.8
"""Of those elsewhere, where there are any look-alikes."""
_MOST_OF_NONE, _LEAST_OF_CARD = 0.3, 0.45
"""Intersection over union up to which a box holds no card, and from which it holds the card."""
_ROUGH, _FINE = 0.65, 0.25
"""Shares of boxes as the finder makes them, and as the refiner's first round leaves them; the rest is far off."""
_SHARE_DARK = 0.25
"""Of all cut-outs, how many are seen in little light."""
_PART = (0.45, 0.8)
"""How much of a card a box around a part of it holds: two coins above each other look like two cards with one each."""


@dataclass(frozen=True)
class Sample:
    """One cut-out.

    Attributes:
        crop: (HEIGHT, WIDTH, 3) uint8 BGR.
        corners: (4, 2) true corners, in parts of the window's width and height; zeros where there is no card.
        kind: Index into `KINDS`, or `UNKNOWN`.
        has_corners: Whether `corners` tells anything.
    """

    crop: Image
    corners: npt.NDArray[np.float32]
    kind: int
    has_corners: bool


class RefinerSamples:
    """An endless supply of cut-outs from the scenes of the finder and from pictures without cards."""

    def __init__(
        self,
        folders: Mapping[Path, Mapping[int, Proposals]],
        rng: np.random.Generator,
        empty: Sequence[tuple[Path, Sequence[Quad]]] = (),
    ) -> None:
        """Open the scenes.

        Args:
            folders: Of chunks of scenes (`FinderChunkMaker`) and of views of photographs (`PhotographChunkMaker`), each
                with what a finder made of them, by the chunk's number, as far as that is known.
            rng: Source of chance.
            empty: Pictures without cards, each with boxes in which something looked like one.
        """
        stores = [(ChunkFolder(folder), found) for folder, found in folders.items()]
        self._chunks = [store.load(number) for store, _ in stores for number in store.numbers()]
        known = [found.get(number) for store, found in stores for number in store.numbers()]
        self._proposed = _places(known, lambda card: card >= 0)
        self._of_no_card = _places(known, lambda card: card == NO_CARD)
        self._rng = rng
        self._cards = [
            (c, int(row)) for c, chunk in enumerate(self._chunks) for row in range(len(chunk.labels["kind"]))
        ]
        self._empty = [(path, quad) for path, quads in empty for quad in quads]
        self._pictures: dict[Path, Image] = {}

    def draw(self) -> Sample:
        """Cut one out."""
        rng = self._rng
        if self._proposed and rng.random() < _SHARE_PROPOSED:
            return self._as_proposed()
        chunk_number, row = self._cards[int(rng.integers(len(self._cards)))]
        chunk = self._chunks[chunk_number]
        quad = chunk.labels["corners"][row].astype(np.float64)
        kind = int(chunk.labels["kind"][row])
        image = np.asarray(chunk.images[int(chunk.labels["picture"][row])])
        chance = rng.random()
        if chance < _SHARE_ELSEWHERE:
            if self._empty and rng.random() < _SHARE_LOOKALIKES:
                return self._from_empty()
            return self._elsewhere(chunk, row, image)
        if chance < _SHARE_ELSEWHERE + _SHARE_BESIDE:
            return self._beside(chunk, row, image, quad, kind)
        if chance < _SHARE_ELSEWHERE + _SHARE_BESIDE + _SHARE_PART:
            part = part_of(rng, quad)
            return _sample(rng, image, part, turned_alike(quad, part), kind)
        return _sample(rng, image, misplaced(rng, quad), quad, kind)

    def _as_proposed(self) -> Sample:
        """Cut out a box as the finder made it of a scene."""
        rng = self._rng
        places = self._of_no_card if self._of_no_card and rng.random() < _SHARE_NO_CARD else self._proposed
        number, proposals, index = places[int(rng.integers(len(places)))]
        chunk = self._chunks[number]
        image = np.asarray(chunk.images[int(proposals.picture[index])])
        box = proposals.corners[index].astype(np.float64)
        size = float(np.linalg.norm(box[2] - box[0]))
        box = box + rng.normal(0, 0.008, (4, 2)) * size + rng.normal(0, 0.012, 2) * size
        row = int(proposals.card[index])
        if row == NO_CARD:
            return _sample(rng, image, box, None, NONE)
        truth = chunk.labels["corners"][row].astype(np.float64)
        return _sample(rng, image, box, turned_alike(truth, box), int(chunk.labels["kind"][row]))

    def _from_empty(self) -> Sample:
        path, quad = self._empty[int(self._rng.integers(len(self._empty)))]
        if path not in self._pictures:
            self._pictures[path] = read_picture(path)
        return _sample(self._rng, self._pictures[path], misplaced(self._rng, quad), None, NONE)

    def _elsewhere(self, chunk: Chunk, row: int, image: Image) -> Sample:
        """Cut out a box drawn by lot that holds no card."""
        rng = self._rng
        height, width = image.shape[:2]
        size = float(np.exp(rng.uniform(np.log(24), np.log(260))))
        quad = _turned_box(
            rng.uniform(0, 1, 2) * (width, height), rng.uniform(0, np.pi), size * rng.uniform(0.6, 0.75), size
        )
        return _sample(rng, image, quad, None, NONE if _most_overlap(chunk, row, quad) < 0.08 else UNKNOWN)

    def _beside(self, chunk: Chunk, row: int, image: Image, quad: Quad, kind: int) -> Sample:
        """Cut out a box that is far off: a part of a card, the gap between two."""
        rng = self._rng
        size = float(np.linalg.norm(quad[3] - quad[0]))
        scale = float(np.exp(rng.normal(0, 0.45)))
        middle = quad.mean(axis=0)
        moved = middle + (quad - middle) * scale + rng.normal(0, 0.35, 2) * size
        shared = _most_overlap(chunk, row, moved)
        if shared < _MOST_OF_NONE:
            return _sample(rng, image, moved, None, NONE)
        if overlap(moved, quad) > _LEAST_OF_CARD:
            return _sample(rng, image, moved, quad, kind)
        return _sample(rng, image, moved, None, UNKNOWN)


_Place = tuple[int, Proposals, int]


def _places(known: Sequence[Proposals | None], wanted: Callable[[int], bool]) -> list[_Place]:
    """List boxes as (index of the chunk, its boxes, index among them)."""
    return [
        (number, proposals, index)
        for number, proposals in enumerate(known)
        if proposals is not None
        for index, card in enumerate(proposals.card)
        if wanted(int(card))
    ]


def _most_overlap(chunk: Chunk, row: int, quad: Quad) -> float:
    rows = np.flatnonzero(chunk.labels["picture"] == chunk.labels["picture"][row])
    return max(overlap(quad, chunk.labels["corners"][other]) for other in rows)


def _turned_box(middle: npt.NDArray[np.float64], angle: float, width: float, height: float) -> Quad:
    across = np.array([np.cos(angle), np.sin(angle)]) * width / 2
    along = np.array([-np.sin(angle), np.cos(angle)]) * height / 2
    return np.stack(
        [middle - across - along, middle + across - along, middle + across + along, middle - across + along]
    )


def misplaced(rng: Rng, quad: Quad) -> Quad:
    """Return a box for a card as the finder may give it, or as a round of refining may leave it.

    Args:
        rng: Source of chance.
        quad: (4, 2) true corners, clockwise from a short edge.
    """
    chance = rng.random()
    if chance < _FINE:
        size = float(np.linalg.norm(quad[3] - quad[0]))
        return quad + rng.normal(0, 0.012, (4, 2)) * size + rng.normal(0, 0.01, 2) * size
    box = oriented_box(quad).astype(np.float64)
    corners = turned_alike(box, quad)
    off = 1.0 if chance < _FINE + _ROUGH else 2.5
    size = float(np.linalg.norm(corners[3] - corners[0]))
    angle = rng.normal(0, 0.035) * off
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    right = (corners[1] - corners[0]) / max(float(np.linalg.norm(corners[1] - corners[0])), 1e-6)
    down = np.array([-right[1], right[0]])
    offsets = corners - corners.mean(axis=0)
    stretch = 1 + rng.normal(0, 0.04, 2) * off
    offsets = np.outer(offsets @ right * stretch[0], right) + np.outer(offsets @ down * stretch[1], down)
    moved: Quad = offsets @ turn + corners.mean(axis=0) + rng.normal(0, 0.025, 2) * size * off
    return moved


def part_of(rng: Rng, quad: Quad) -> Quad:
    """Return a box around a part of a card, from one of its edges on, as the finder at times makes it.

    Args:
        rng: Source of chance.
        quad: (4, 2) true corners, clockwise from a short edge.
    """
    from_edge = np.roll(quad, -int(rng.integers(4)), axis=0)
    size = float(np.linalg.norm(quad[2] - quad[0]))
    far = from_edge[[1, 0]] + (from_edge[[2, 3]] - from_edge[[1, 0]]) * rng.uniform(*_PART)
    part = np.concatenate([from_edge[:2], far]) + rng.normal(0, 0.01, (4, 2)) * size + rng.normal(0, 0.015, 2) * size
    return short_edge_first(part.astype(np.float32)).astype(np.float64)


def turned_alike(quad: Quad, other: Quad) -> Quad:
    """Return (4, 2) corners beginning with the one that makes them lie nearest to those of another."""
    return min((np.roll(quad, k, axis=0) for k in range(4)), key=lambda turn: float(np.abs(turn - other).sum()))


def _sample(rng: Rng, image: Image, box: Quad, truth: Quad | None, kind: int) -> Sample:
    crop, corners = cut_out(rng, image, box, truth, SIZE, MARGIN)
    return Sample(crop, corners, kind, truth is not None)


def cut_out(
    rng: Rng, image: Image, box: Quad, truth: Quad | None, size: tuple[int, int], margin: float
) -> tuple[Image, npt.NDArray[np.float32]]:
    """Cut a box out either way round, half of the time in a mirror, with the faults of a camera.

    Args:
        rng: Source of chance.
        image: (H, W, 3) uint8 BGR.
        box: (4, 2) pixels.
        truth: (4, 2) pixels, the corners of the card; None where there is none.
        size: Width and height of the cut-out, pixels.
        margin: Strip around the box, as a part of it.

    Returns:
        The cut-out, and the corners in parts of its width and height: zeros where there is no card.
    """
    if rng.random() < 0.5:
        box = np.roll(box, 2, axis=0)
        truth = None if truth is None else np.roll(truth, 2, axis=0)
    crop, matrix = window(image, box, size, margin)
    corners = np.zeros((4, 2), np.float32) if truth is None else to_window(truth, matrix, size)
    if rng.random() < 0.5:
        # A card's outline is as good in a mirror; its corners stay clockwise.
        crop = crop[:, ::-1]
        if truth is not None:
            corners = np.stack([(size[0] - 1) / size[0] - corners[:, 0], corners[:, 1]], axis=1)[[1, 0, 3, 2]]
    return _degraded(rng, random_lookup(rng, crop)), corners


def _degraded(rng: Rng, crop: Image) -> Image:
    if rng.random() < 0.15:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.5, 1.6))), np.uint8)
    return in_the_dark(rng, crop) if rng.random() < _SHARE_DARK else crop
