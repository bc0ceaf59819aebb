"""Pictures for the spotter: cut-outs around cards, which of the others are known, and where the unknown ones lie."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.training.chunks import Chunk, ChunkFolder
from companion.training.outline_data import COVERED
from companion.training.proposals import Proposals
from companion.training.refiner_data import Quad, misplaced
from companion.training.trainer import random_lookup
from companion.vision.boxes import overlap
from companion.vision.rectify import window
from companion.vision.spotter import CELL, HEIGHT, MARGIN, SIZE, WIDTH, claims_picture, place_of
from companion.vision.types import Image

CELLS = (-(-HEIGHT // CELL), -(-WIDTH // CELL))
"""Rows and columns of places that the network tells of."""
_SHARE_FOUND = 0.6
"""Of cut-outs in which what is known is what was found in the scene; in the others it is drawn by lot."""
_SHARE_MISSED, _SHARE_COVERED = 0.65, 0.8
"""Of cut-outs around a card beside one that is not known; and of these cards, of those that others cover."""
_KNOWN = (1.0, 1.0, 0.8, 0.5)
"""How many of the other cards are known, by lot."""
_BESIDE = 0.95
"""Distance of the middles of cards that are beside each other, at most, in diagonals of a card."""
_FAR_OFF, _FAR = 0.12, 0.12
"""Of known cards of which less than `COVERED` is visible so many lie so far off, as a part of their diagonal."""
_NEARLY_THERE, _ALL_BUT = 0.25, 0.72
"""Distance of the middles, in diagonals of a card, and intersection over union, of cards that lie on each other."""
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


@dataclass(frozen=True)
class _Scene:
    """A picture with its cards, and what was found in it.

    Attributes:
        chunk: Where it lies.
        picture: Its place there.
        rows: Its cards in the chunk's labels.
        boxes: (N, 4, 2) what was found.
        shows: (N,) the row of the card that each of these shows, or `proposals.NO_CARD`.
    """

    chunk: Chunk
    picture: int
    rows: npt.NDArray[np.intp]
    boxes: npt.NDArray[np.float64]
    shows: npt.NDArray[np.intp]

    @property
    def missed(self) -> list[int]:
        """Rows of the cards that no box shows."""
        return [int(row) for row in self.rows if row not in self.shows]

    def corners(self, row: int) -> Quad:
        """Return where a card lies: (4, 2) pixels."""
        return np.asarray(self.chunk.labels["corners"][row], np.float64)


class SpotterSamples:
    """An endless supply of cut-outs from scenes."""

    def __init__(self, folder: Path, rng: np.random.Generator, known: Mapping[int, Proposals]) -> None:
        """Open the scenes.

        Args:
            folder: Chunks of scenes (`OutlineChunkMaker`).
            rng: Source of chance.
            known: What was found in them, by the chunk's number.
        """
        store = ChunkFolder(folder)
        self._rng = rng
        scenes = [scene for number in store.numbers() for scene in _scenes_of(store.load(number), known.get(number))]
        self._cards = [(scene, int(row)) for scene in scenes for row in scene.rows]
        self._covered = [(scene, row) for scene, row in self._cards if scene.chunk.labels["visible"][row] < COVERED]
        self._found = [scene for scene in scenes if len(scene.boxes)]
        self._missed = [(scene, row) for scene in self._found for row in scene.missed]

    def draw(self) -> tuple[Image, Marks]:
        """Cut one out: (HEIGHT, WIDTH, 5) uint8, BGR and what is known, and what is to be said of it."""
        return self._as_found() if self._found and self._rng.random() < _SHARE_FOUND else self._by_lot()

    def _as_found(self) -> tuple[Image, Marks]:
        rng = self._rng
        missed: int | None = None
        if self._missed and rng.random() < _SHARE_MISSED:
            scene, missed = self._missed[int(rng.integers(len(self._missed)))]
        else:
            scene = self._found[int(rng.integers(len(self._found)))]
        base = self._beside(None if missed is None else scene.corners(missed), scene.boxes)
        share = _KNOWN[int(rng.integers(len(_KNOWN)))]
        kept = [index for index in range(len(scene.boxes)) if index == base or rng.random() < share]
        sizes = np.linalg.norm(scene.boxes[:, 2] - scene.boxes[:, 0], axis=1)[:, None, None]
        boxes = scene.boxes + rng.normal(0, 0.006, scene.boxes.shape) * sizes
        shown = scene.shows[kept]
        return self._cut(scene, boxes[base], boxes[kept], [int(row) for row in scene.rows if row not in shown])

    def _by_lot(self) -> tuple[Image, Marks]:
        rng = self._rng
        beside_missed = rng.random() < _SHARE_MISSED
        cards = self._covered if beside_missed and rng.random() < _SHARE_COVERED else self._cards
        scene, row = cards[int(rng.integers(len(cards)))]
        base = row
        others = [int(other) for other in scene.rows if other != row]
        if beside_missed and others:
            quads = np.stack([scene.corners(other) for other in others])
            base = others[self._beside(scene.corners(row), quads)]
        share = _KNOWN[int(rng.integers(len(_KNOWN)))]
        known = {base, *(other for other in others if rng.random() < share)}
        boxes = {other: self._as_known(scene, other) for other in sorted(known)}
        return self._cut(
            scene, boxes[base], list(boxes.values()), [int(other) for other in scene.rows if other not in known]
        )

    def _beside(self, quad: Quad | None, others: npt.NDArray[np.float64]) -> int:
        """Return the index of one of (N, 4, 2) others, of one beside a card if there is any."""
        near = np.arange(len(others))
        if quad is not None:
            away = np.linalg.norm(others.mean(axis=1) - quad.mean(axis=0), axis=1)
            beside = np.flatnonzero(away < _BESIDE * np.linalg.norm(others[:, 2] - others[:, 0], axis=1))
            near = beside if len(beside) else near
        return int(self._rng.choice(near))

    def _as_known(self, scene: _Scene, row: int) -> Quad:
        box = misplaced(self._rng, scene.corners(row))
        if float(scene.chunk.labels["visible"][row]) < COVERED and self._rng.random() < _FAR_OFF:
            box = box + self._rng.normal(0, _FAR, 2) * float(np.linalg.norm(box[2] - box[0]))
        return box

    def _cut(
        self, scene: _Scene, box: Quad, known: Sequence[Quad] | npt.NDArray[np.float64], unknown: Sequence[int]
    ) -> tuple[Image, Marks]:
        rng = self._rng
        box = np.roll(box, 2 * int(rng.integers(2)), axis=0)
        cut, matrix = window(np.asarray(scene.chunk.images[scene.picture]), box, SIZE, MARGIN)
        claims = claims_picture(known, matrix)
        places = [place_of(scene.corners(row), matrix) for row in unknown if not _lies_on(scene.corners(row), known)]
        if rng.random() < 0.5:
            cut, claims = np.ascontiguousarray(cut[:, ::-1]), np.ascontiguousarray(claims[:, ::-1])
            places = [np.array([WIDTH - 1 - x, y, cosine, -sine], np.float32) for x, y, cosine, sine in places]
        return np.concatenate([random_lookup(rng, cut), claims], axis=2), marks_of(places)


def _lies_on(quad: Quad, known: Sequence[Quad] | npt.NDArray[np.float64]) -> bool:
    """Whether a card lies so exactly on a known one, or under it, that a box of either is one of both."""
    size = float(np.linalg.norm(quad[2] - quad[0]))
    middle = quad.mean(axis=0)
    return any(
        float(np.linalg.norm(other.mean(axis=0) - middle)) < _NEARLY_THERE * size and overlap(quad, other) > _ALL_BUT
        for other in known
    )


def _scenes_of(chunk: Chunk, known: Proposals | None) -> Iterator[_Scene]:
    pictures = chunk.labels["picture"]
    for picture in np.unique(pictures).tolist():
        of_picture = np.zeros(0, np.intp) if known is None else np.flatnonzero(known.picture == picture)
        boxes = np.zeros((0, 4, 2)) if known is None else known.corners[of_picture].astype(np.float64)
        shows = np.zeros(0, np.intp) if known is None else known.card[of_picture]
        yield _Scene(chunk, picture, np.flatnonzero(pictures == picture), boxes, shows)


def marks_of(places: list[npt.NDArray[np.float32]]) -> Marks:
    """Return what the network is to say of a cut-out with unknown cards at some places (`companion.vision.spotter`)."""
    rows, columns = CELLS
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    heat = np.zeros(CELLS, np.float32)
    told = np.zeros((4, *CELLS), np.float32)
    for place in places:
        if not (0 <= place[0] < WIDTH and 0 <= place[1] < HEIGHT):
            continue
        px, py = place[0] / CELL, place[1] / CELL
        mark = np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * _SPREAD**2))
        # The nearest cell stands for the middle itself.
        mark[int(np.clip(round(float(py)), 0, rows - 1)), int(np.clip(round(float(px)), 0, columns - 1))] = 1.0
        nearer = mark > heat
        heat = np.maximum(heat, mark)
        for channel, value in enumerate((px - x, py - y, np.full(CELLS, place[2]), np.full(CELLS, place[3]))):
            told[channel][nearer] = value[nearer]
    return Marks(heat, told, np.where(heat > _NEAR, heat, 0).astype(np.float32))
