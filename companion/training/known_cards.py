"""What is found in rendered scenes before anybody looks for cards that were missed: what the spotter is really told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.training.chunks import Chunk, ChunkFolder, file_of_arrays
from companion.vision.boxes import one_to_one, overlap
from companion.vision.finder import CardFinder
from companion.vision.types import FloatArray

NO_CARD = -1
"""In place of a card's row: the box shows none, or one that another box shows better."""
_SURE = 0.5
"""Confidence from which on a box counts as known."""
_SAME_CARD = 0.5
"""Intersection over union from which on a box shows a card."""


@dataclass(frozen=True)
class KnownCards:
    """Boxes of one chunk of scenes.

    Attributes:
        corners: (N, 4, 2) pixels, clockwise, the first edge a short one.
        picture: (N,) index into the chunk's pictures.
        card: (N,) row of the chunk's labels, or `NO_CARD`.
    """

    corners: FloatArray
    picture: npt.NDArray[np.int64]
    card: npt.NDArray[np.int64]


def find_known(
    scenes: ChunkFolder, finder: CardFinder, cache: Path, tell: Callable[[str], None]
) -> Mapping[int, KnownCards]:
    """Let a finder look at every scene.

    Args:
        scenes: Chunks of scenes.
        finder: What looks.
        cache: Folder in which the boxes are kept, a file a chunk.
        tell: Receives a line a chunk.
    """
    cache.mkdir(parents=True, exist_ok=True)
    found = {}
    for number in scenes.numbers():
        path = cache / f"known-{number:04d}.npz"
        if not path.is_file():
            known = _look(scenes.load(number), finder)
            with file_of_arrays(path) as file:
                np.savez(file, corners=known.corners, picture=known.picture, card=known.card)
            tell(f"chunk {number}: {len(known.card)} boxes, {int((known.card == NO_CARD).sum())} of no card")
        with np.load(path) as file:
            found[number] = KnownCards(file["corners"], file["picture"], file["card"])
    return found


def _look(chunk: Chunk, finder: CardFinder) -> KnownCards:
    corners: list[FloatArray] = []
    pictures: list[int] = []
    cards: list[int] = []
    for picture, image in enumerate(chunk.images):
        rows = np.flatnonzero(chunk.labels["picture"] == picture)
        boxes = finder.find(np.asarray(image)).at_least(_SURE).corners
        truths = np.asarray(chunk.labels["corners"][rows], np.float32)
        shared = ((-overlap(box, card), b, c) for b, box in enumerate(boxes) for c, card in enumerate(truths))
        of_box = one_to_one(pair for pair in shared if -pair[0] > _SAME_CARD)
        corners += list(boxes)
        pictures += [picture] * len(boxes)
        cards += [int(rows[of_box[box]]) if box in of_box else NO_CARD for box in range(len(boxes))]
    return KnownCards(
        np.array(corners, np.float32).reshape(-1, 4, 2), np.array(pictures, np.int64), np.array(cards, np.int64)
    )
