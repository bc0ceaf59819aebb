"""Pictures for the reader: rectified crops with the class that each shows."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import DECKS
from companion.synth.closeup import render_closeup
from companion.synth.scene import Sources
from companion.training.chunks import Labels
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH
from companion.vision.types import Image

CROPS_A_CHUNK = 1000
READABLE_DECKS = ("spanish48", "french52", "seven-suitors")
NOTHING = "nothing"
TURNED = "turned"


def class_names() -> tuple[str, ...]:
    """List the reader's classes: `<deck> <code>` upright, the same with ` turned`, and last `nothing`.

    A card that looks the same both ways is labelled either way at random, so the reader learns to say "half and half".
    """
    names = []
    for deck in READABLE_DECKS:
        for code in DECKS[deck].codes:
            names += [f"{deck} {code}", f"{deck} {code} {TURNED}"]
    return (*names, NOTHING)


@cache
def _numbers() -> dict[str, int]:
    return {name: index for index, name in enumerate(class_names())}


def class_number(deck: str, code: str | None, turned: bool) -> int:
    """Return the index of a class in `class_names()`: a card, upright or turned; `nothing` where there is no code."""
    if code is None:
        return _numbers()[NOTHING]
    return _numbers()[f"{deck} {code} {TURNED}" if turned else f"{deck} {code}"]


@dataclass(frozen=True)
class ReaderChunkMaker:
    """Renders chunks of crops; picklable."""

    sources: Sources
    seed: int

    def __call__(self, number: int) -> tuple[npt.NDArray[np.uint8], Labels]:
        """Return (N, CROP_HEIGHT, CROP_WIDTH, 3) crops; `kind` (N,) index into `class_names()`."""

        def draw(rng: np.random.Generator, sources: Sources) -> tuple[Image, int]:
            closeup = render_closeup(rng, sources)
            return closeup.crop, class_number(closeup.design.deck, closeup.code, closeup.turned)

        images, kinds = render_crops(self.sources, self.seed, number, draw)
        return images, {"kind": kinds}


def render_crops(
    sources: Sources, seed: int, number: int, draw: Callable[[np.random.Generator, Sources], tuple[Image, int]]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Render the crops of one chunk.

    Args:
        sources: Cards and surfaces.
        seed: Of the run.
        number: Of the chunk.
        draw: Renders one crop and tells what it shows, as a number.

    Returns:
        (N, CROP_HEIGHT, CROP_WIDTH, 3) crops and (N,) what they show.
    """
    cv2.setNumThreads(1)
    of_chunk = sources.for_pictures(number)
    images = np.empty((CROPS_A_CHUNK, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    shown = np.empty(CROPS_A_CHUNK, np.int64)
    for row in range(CROPS_A_CHUNK):
        images[row], shown[row] = draw(np.random.default_rng([seed, number, row]), of_chunk)
    return images, shown
