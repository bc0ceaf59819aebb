"""Pictures for the network that counts: crops with what is printed in the middle of the card.

Decks by lot have the ranks in their corners exchanged, so nothing is learned from reading them.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.cards import deck
from companion.synth.closeup import render_closeup
from companion.synth.designs import Design
from companion.synth.scene import Sources
from companion.training.chunks import Labels
from companion.training.reader_data import render_crops
from companion.vision.counter import COURT, OTHER, SHOWN, SHOWN_BY_RANK
from companion.vision.types import Image

_UNCOUNTABLE = frozenset(
    {
        "gh-ferron-jumbo",
        "gnomedeb-tango-nuevo",
        "gnomegit-minimum",
        "gnomegit-minimum-dark",
        "tortoise-bigindex",
        "tuxedo",
    }
)
"""Designs of the artwork folder whose number cards all show one symbol, or none."""
_HEIGHTS = (44.0, 280.0)
"""Pixels that cards are high in the camera's picture: symbols of smaller ones cannot be told apart."""
_LEAST_SEEN = 0.9
"""Part of a card that is visible at least: nobody is asked to count what lies under another card."""


def what_is_shown(design: Design, code: str) -> int:
    """Return the place in `SHOWN` of what is in the middle of a card of a deck that is in `SHOWN_BY_RANK`."""
    shown = SHOWN_BY_RANK[design.deck][deck(design.deck).parse(code).rank]
    counted = design.figured if shown == COURT else design.countable and design.name not in _UNCOUNTABLE
    return SHOWN.index(shown if counted else OTHER)


@dataclass(frozen=True)
class CountChunkMaker:
    """Renders chunks of crops; picklable."""

    sources: Sources
    seed: int

    def __call__(self, number: int) -> tuple[npt.NDArray[np.uint8], Labels]:
        """Return (N, CROP_HEIGHT, CROP_WIDTH, 3) crops; `shown` (N,) places in `SHOWN`."""
        images, shown = render_crops(self.sources, self.seed, number, draw_crop)
        return images, {"shown": shown}


def draw_crop(rng: np.random.Generator, sources: Sources) -> tuple[Image, int]:
    """Return a crop (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR, and the place in `SHOWN` of what is in its middle."""
    while True:
        closeup = render_closeup(rng, sources, _HEIGHTS, _LEAST_SEEN)
        if closeup.code is not None:
            return closeup.crop, what_is_shown(closeup.design, closeup.code)
