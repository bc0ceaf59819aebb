"""What the finder makes of rendered scenes: the boxes that the refiner really gets to see, right and wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.training.chunks import Chunk, ChunkFolder, file_of_arrays
from companion.vision.boxes import overlap
from companion.vision.finder import Finder
from companion.vision.refiner import Refiner, look_closely

Quads = npt.NDArray[np.float32]

NO_CARD, UNCLEAR = -1, -2
"""In place of a card's row: the box shows no card; it shows part of one, or of several."""
_THRESHOLD = 0.06
_LEAST_OF_CARD, _LEAST_OF_STRIP, _MOST_OF_NONE = 0.45, 0.55, 0.25
"""Intersection over union with a card, or with what of it is not covered, from which on the box means it; and up to
which it means none."""


@dataclass(frozen=True)
class Proposals:
    """Boxes of one chunk of scenes.

    Attributes:
        corners: (N, 4, 2) pixels, clockwise, the first edge a short one.
        picture: (N,) index into the chunk's pictures.
        card: (N,) row of the chunk's labels, `NO_CARD` or `UNCLEAR`.
    """

    corners: Quads
    picture: npt.NDArray[np.int64]
    card: npt.NDArray[np.int64]


def find_proposals(
    scenes: ChunkFolder, finder: Finder, cache: Path, tell: Callable[[str], None], refiner: Refiner | None = None
) -> dict[int, Proposals]:
    """Let a finder look at every scene, at the size at which it was rendered.

    Args:
        scenes: Chunks of the finder's scenes.
        finder: What looks.
        cache: Folder in which the boxes are kept, a file a chunk.
        tell: Receives a line a chunk.
        refiner: Moves the boxes onto the cards that it takes them for; None leaves them.
    """
    return boxes_of_chunks(scenes, cache, "proposals", lambda chunk: _look(chunk, finder, refiner), tell)


def boxes_of_chunks(
    scenes: ChunkFolder, cache: Path, name: str, look: Callable[[Chunk], Proposals], tell: Callable[[str], None]
) -> dict[int, Proposals]:
    """Look at every chunk of scenes once, and keep what was found there.

    Args:
        scenes: Chunks of scenes.
        cache: Folder in which the boxes are kept, a file a chunk.
        name: How the names of these files begin.
        look: Finds the boxes of a chunk.
        tell: Receives a line a chunk.

    Returns:
        The boxes, by the chunk's number.
    """
    cache.mkdir(parents=True, exist_ok=True)
    found = {}
    for number in scenes.numbers():
        path = cache / f"{name}-{number:04d}.npz"
        if not path.is_file():
            boxes = look(scenes.load(number))
            with file_of_arrays(path) as file:
                np.savez(file, corners=boxes.corners, picture=boxes.picture, card=boxes.card)
            tell(f"chunk {number}: {len(boxes.card)} boxes, {int((boxes.card == NO_CARD).sum())} of no card")
        with np.load(path) as file:
            found[number] = Proposals(file["corners"], file["picture"], file["card"])
    return found


def _look(chunk: Chunk, finder: Finder, refiner: Refiner | None) -> Proposals:
    corners: list[Quads] = []
    pictures: list[int] = []
    cards: list[int] = []
    for picture, image in enumerate(chunk.images):
        rows = np.flatnonzero(chunk.labels["picture"] == picture)
        quads = np.asarray(chunk.labels["corners"][rows], np.float32)
        found = finder.look(np.asarray(image), 1.0, _THRESHOLD)
        boxes, size = found.corners, (image.shape[0], image.shape[1])
        meant = assign(boxes, quads, size)
        if refiner is not None:
            boxes = look_closely(np.asarray(image), found, refiner).corners
            # A box that now lies on no card was at first around a strip of one.
            meant = [
                after if after >= 0 else before for after, before in zip(assign(boxes, quads, size), meant, strict=True)
            ]
        corners += list(boxes)
        pictures += [picture] * len(boxes)
        cards += [int(rows[index]) if index >= 0 else index for index in meant]
    return Proposals(
        np.array(corners, np.float32).reshape(-1, 4, 2), np.array(pictures, np.int64), np.array(cards, np.int64)
    )


def assign(boxes: Quads, cards: Quads, size: tuple[int, int]) -> list[int]:
    """Tell for each of (N, 4, 2) boxes which of (M, 4, 2) cards it means: its index, `NO_CARD` or `UNCLEAR`.

    A box around the strip of a card that others leave free means that card.

    Args:
        boxes: What the finder found.
        cards: True corners, the lowest card first.
        size: Height and width of the picture.
    """
    free = _uncovered(cards, size)
    meant = []
    for box in boxes:
        whole = [overlap(box, card) for card in cards]
        mask = _mask(box, size)
        strips = [float((mask & part).sum()) / max(float((mask | part).sum()), 1.0) for part in free]
        most_whole, most_strip = max(whole, default=0.0), max(strips, default=0.0)
        if most_whole >= _LEAST_OF_CARD and most_whole >= most_strip:
            meant.append(whole.index(most_whole))
        elif most_strip >= _LEAST_OF_STRIP:
            meant.append(strips.index(most_strip))
        else:
            meant.append(NO_CARD if max(most_whole, most_strip) < _MOST_OF_NONE else UNCLEAR)
    return meant


def _mask(quad: Quads, size: tuple[int, int]) -> npt.NDArray[np.bool_]:
    mask = np.zeros(size, np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    return mask.astype(np.bool_)


def _uncovered(cards: Quads, size: tuple[int, int]) -> list[npt.NDArray[np.bool_]]:
    """Return what each card shows beside those above it; hands and things are left out of account."""
    above = np.zeros(size, np.bool_)
    free = []
    for card in cards[::-1]:
        mask = _mask(card, size)
        free.append(mask & ~above)
        above |= mask
    return free[::-1]
