"""Pictures for the spotter: cut-outs around cards, which of the others are known, and where the unknown ones lie."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.training.chunks import Chunk, ChunkFolder
from companion.training.refiner_data import Quad, misplaced
from companion.training.trainer import random_lookup
from companion.vision.rectify import window
from companion.vision.spotter import CELL, HEIGHT, MARGIN, SIZE, WIDTH, claims_picture, place_of
from companion.vision.types import Image

CELLS = (-(-HEIGHT // CELL), -(-WIDTH // CELL))
"""Rows and columns of places that the network tells of."""
_SHARE_MISSED = 0.65
"""Of cut-outs around a card beside one that is not known."""
_KNOWN = (1.0, 1.0, 0.8, 0.5)
"""How many of the other cards are known, by lot."""
_COVERED, _FAR_OFF, _FAR = 0.97, 0.12, 0.12
"""Of known cards of which less is visible so many lie so far off, as a part of their diagonal."""
_SPREAD = 0.7
"""Of a card's mark on the map, in cells."""
_NEAR = 0.25
"""Of that mark, from where on places say where the card lies."""


@dataclass(frozen=True)
class Marks:
    """What the network is to say: `heat` (R, C), 1 at the middle of an unknown card; `places` (4, R, C): from there to
    the middle, in cells, and cosine and sine of twice its angle; `weights` (R, C) of these."""

    heat: npt.NDArray[np.float32]
    places: npt.NDArray[np.float32]
    weights: npt.NDArray[np.float32]


class SpotterSamples:
    """An endless supply of cut-outs from scenes."""

    def __init__(self, folder: Path, rng: np.random.Generator, numbers: slice = slice(None)) -> None:
        """Open the scenes.

        Args:
            folder: Chunks of scenes (`OutlineChunkMaker`).
            rng: Source of chance.
            numbers: Which of them.
        """
        store = ChunkFolder(folder)
        self._rng = rng
        self._chunks = [store.load(number) for number in store.numbers()[numbers]]
        self._rows: list[dict[int, npt.NDArray[np.intp]]] = []
        self._cards: list[tuple[int, int]] = []
        self._covered: list[tuple[int, int]] = []
        for index, chunk in enumerate(self._chunks):
            pictures = chunk.labels["picture"]
            order = np.argsort(pictures, kind="stable")
            parts = np.split(order, np.flatnonzero(np.diff(pictures[order])) + 1)
            self._rows.append({int(pictures[part[0]]): part for part in parts})
            for row, visible in enumerate(chunk.labels["visible"].tolist()):
                self._cards.append((index, row))
                if visible < _COVERED:
                    self._covered.append((index, row))

    def draw(self) -> tuple[Image, Marks]:
        """Cut one out: (HEIGHT, WIDTH, 5) uint8, BGR and what is known, and what is to be said of it."""
        rng = self._rng
        missed = rng.random() < _SHARE_MISSED
        cards = self._covered if missed and rng.random() < 0.8 else self._cards
        index, row = cards[int(rng.integers(len(cards)))]
        chunk = self._chunks[index]
        rows = self._rows[index][int(chunk.labels["picture"][row])]
        corners = chunk.labels["corners"].astype(np.float64)
        base = row
        if missed and len(rows) > 1:
            middle = corners[row].mean(axis=0)
            others = [int(other) for other in rows if other != row]
            sizes = [float(np.linalg.norm(corners[other][2] - corners[other][0])) for other in others]
            away = np.array([float(np.linalg.norm(corners[o].mean(axis=0) - middle)) for o in others]) / sizes
            near = np.flatnonzero(away < 0.95)
            if len(near):
                base = others[int(rng.choice(near))]
        share = _KNOWN[int(rng.integers(len(_KNOWN)))]
        known = [
            int(other)
            for other in rows
            if other == base or (rng.random() < share and not (base != row and other == row))
        ]
        return self._cut(chunk, corners, base, known, [int(other) for other in rows if other not in known])

    def _cut(
        self, chunk: Chunk, corners: npt.NDArray[np.float64], base: int, known: list[int], unknown: list[int]
    ) -> tuple[Image, Marks]:
        rng = self._rng
        boxes = {other: self._as_known(chunk, corners, other) for other in known}
        box = np.roll(boxes[base], 2 * int(rng.integers(2)), axis=0)
        image = np.asarray(chunk.images[int(chunk.labels["picture"][base])])
        cut, matrix = window(image, box, SIZE, MARGIN)
        claims = claims_picture([quad.astype(np.float32) for quad in boxes.values()], matrix)
        places = [place_of(corners[other], matrix) for other in unknown]
        if rng.random() < 0.5:
            cut, claims = np.ascontiguousarray(cut[:, ::-1]), np.ascontiguousarray(claims[:, ::-1])
            places = [np.array([WIDTH - 1 - x, y, c, -s], np.float32) for x, y, c, s in places]
        cut = random_lookup(rng, cut)
        return np.concatenate([cut, claims], axis=2), marks_of(places)

    def _as_known(self, chunk: Chunk, corners: npt.NDArray[np.float64], row: int) -> Quad:
        box = misplaced(self._rng, corners[row])
        if float(chunk.labels["visible"][row]) < _COVERED and self._rng.random() < _FAR_OFF:
            size = float(np.linalg.norm(box[2] - box[0]))
            box = box + self._rng.normal(0, _FAR, 2) * size
        return box


def marks_of(places: list[npt.NDArray[np.float32]]) -> Marks:
    """Return what the network is to say of a cut-out with unknown cards at some places (`companion.vision.spotter`)."""
    rows, columns = CELLS
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    heat = np.zeros(CELLS, np.float32)
    told = np.zeros((4, *CELLS), np.float32)
    for place in places:
        px, py = place[0] / CELL, place[1] / CELL
        if not (-0.5 <= px <= columns - 0.5 and -0.5 <= py <= rows - 0.5):
            continue
        mark = np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * _SPREAD**2))
        # The nearest cell stands for the middle itself.
        mark[int(np.clip(round(float(py)), 0, rows - 1)), int(np.clip(round(float(px)), 0, columns - 1))] = 1.0
        nearer = mark > heat
        heat = np.maximum(heat, mark)
        for channel, value in enumerate((px - x, py - y, np.full(CELLS, place[2]), np.full(CELLS, place[3]))):
            told[channel][nearer] = value[nearer]
    return Marks(heat, told, np.where(heat > _NEAR, heat, 0).astype(np.float32))
