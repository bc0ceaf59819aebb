"""Pictures for the magnifier: both corners of cards, cut out larger than the reader's crops have them."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.synth.closeup import render_closeup
from companion.synth.scene import Sources
from companion.training.chunks import Labels
from companion.training.reader_data import CROPS_A_CHUNK, class_number
from companion.vision.magnifier import HEIGHT, INSET, WIDTH, index_corners

ROOM = INSET
"""Corners are kept so many pixels larger on every side than they are looked at: where the index stands differs."""
_HEIGHTS = (44.0, 320.0)
"""Pixels that cards are high in the camera's picture: the corners of smaller ones show nothing."""


@dataclass(frozen=True)
class MagnifierChunkMaker:
    """Renders chunks of corners; picklable."""

    sources: Sources
    seed: int

    def __call__(self, number: int) -> tuple[npt.NDArray[np.uint8], Labels]:
        """Return (N, 2, HEIGHT + 2 * ROOM, WIDTH + 2 * ROOM, 3) corners of N cards, and `kind` (N,) their places in
        `class_names()`. Of the two corners the one at the lower right is turned round.
        """
        cv2.setNumThreads(1)
        sources = self.sources.for_pictures(number)
        corners = np.empty((CROPS_A_CHUNK, 2, HEIGHT + 2 * ROOM, WIDTH + 2 * ROOM, 3), np.uint8)
        kinds = np.empty(CROPS_A_CHUNK, np.int64)
        for row in range(CROPS_A_CHUNK):
            corners[row], kinds[row] = draw_corners(np.random.default_rng([self.seed, number, row]), sources)
        return corners, {"kind": kinds}


def draw_corners(rng: np.random.Generator, sources: Sources) -> tuple[npt.NDArray[np.uint8], int]:
    """Return both corners of a card, with room around, and the card's place in `class_names()`."""
    while True:
        closeup = render_closeup(rng, sources, _HEIGHTS)
        if closeup.code is not None:
            pair = np.stack(index_corners(closeup.picture, closeup.corners, ROOM))
            return pair, class_number(closeup.design.deck, closeup.code, closeup.turned)
