"""What is found in rendered scenes before anybody looks for cards that were missed: what the spotter is really told."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from companion.training.chunks import Chunk, ChunkFolder
from companion.training.proposals import NO_CARD, Proposals, boxes_of_chunks
from companion.vision.boxes import one_to_one, overlap
from companion.vision.finder import CardFinder
from companion.vision.types import FloatArray

_SURE = 0.5
"""Confidence from which on a box counts as known."""
_SAME_CARD = 0.5
"""Intersection over union from which on a box shows a card."""


def find_known(
    scenes: ChunkFolder, finder: CardFinder, cache: Path, tell: Callable[[str], None]
) -> dict[int, Proposals]:
    """Let a finder look at every scene; of two boxes that show one card the worse shows none.

    Args:
        scenes: Chunks of scenes.
        finder: What looks.
        cache: Folder in which the boxes are kept, a file a chunk.
        tell: Receives a line a chunk.
    """
    return boxes_of_chunks(scenes, cache, "known", lambda chunk: _look(chunk, finder), tell)


def _look(chunk: Chunk, finder: CardFinder) -> Proposals:
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
    return Proposals(
        np.array(corners, np.float32).reshape(-1, 4, 2), np.array(pictures, np.int64), np.array(cards, np.int64)
    )
