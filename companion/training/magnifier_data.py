"""Pictures for the magnifier: both corners of cards, cut out larger than the reader's crops have them."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.synth.closeup import Corners, render_closeup
from companion.synth.scene import Sources
from companion.training.chunks import Labels
from companion.training.reader_data import CROPS_A_CHUNK, class_number
from companion.vision.magnifier import HEIGHT, INSET, WIDTH, index_corners

ROOM = INSET
"""Corners are kept so many pixels larger on every side than they are looked at: where the index stands differs."""
_HEIGHTS = (44.0, 320.0)
"""Pixels that cards are high in the camera's picture: the corners of smaller ones show nothing."""
_LEAST_WRONG, _MOST_WRONG = 0.06, 0.35
"""How far an end is wrong, as a part of the card."""
_ASKEW, _OTHER_SIZE, _BESIDE = 0.07, 0.06, 0.05
"""How far a box is turned (radians), too large or small, and off its card (parts of the card's height), mostly."""


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
            pair = np.stack(index_corners(closeup.picture, misplaced(rng, closeup.corners), ROOM))
            return pair, class_number(closeup.design.deck, closeup.code, closeup.turned)


def misplaced(rng: np.random.Generator, corners: Corners) -> Corners:
    """Return (4, 2) corners of a box as they are, or in one case of three as a box that lies wrong."""
    chance = rng.random()
    for share, place in _WAYS:
        if chance < share:
            return place(rng, corners)
        chance -= share
    return corners


def _sideways(rng: np.random.Generator, corners: Corners) -> Corners:
    return np.roll(corners, int(rng.choice([1, -1])), axis=0)


def _wrong_end(rng: np.random.Generator, corners: Corners) -> Corners:
    first = int(rng.integers(4))
    near, *ends, last = np.roll(corners, first, axis=0)
    part = float(rng.uniform(_LEAST_WRONG, _MOST_WRONG) * rng.choice([1, -1]))
    moved = np.array(ends) + part * (np.array(ends) - np.array([near, last]))
    return np.roll(np.stack([near, *moved, last]), -first, axis=0)


def _astray(rng: np.random.Generator, corners: Corners) -> Corners:
    middle, height = corners.mean(axis=0), float(np.linalg.norm(corners[3] - corners[0]))
    angle, scale = rng.normal(0, _ASKEW), 1 + rng.normal(0, _OTHER_SIZE)
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    placed: Corners = (corners - middle) @ rotation * scale + middle + rng.normal(0, _BESIDE, 2) * height
    return placed


_WAYS = ((0.06, _sideways), (0.12, _wrong_end), (0.14, _astray))
"""How often boxes lie as columns and fans leave them, and as those of doubtful cards often do: with the wrong edge for
the short one, ending at another card's edge, or anyhow off."""
