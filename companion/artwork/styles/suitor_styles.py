"""Seven Suitors decks by lot: other letters, shapes, papers and shades; the seven colours stay what they are."""

from dataclasses import replace

import numpy as np

from companion.artwork import suitors
from companion.artwork.colours import mix, shifted
from companion.artwork.indices import extent
from companion.artwork.pips import PIPS
from companion.artwork.style import DeckStyle, FrameStyle, IndexStyle, PipStyle
from companion.artwork.styles.faces import random_face
from companion.artwork.styles.inks import inks_of
from companion.artwork.styles.lots import between, chance, pick
from companion.cards import SEVEN_SUITORS

_PAPERS = ("#ffffff", "#fffef9", "#f6f0dd", "#f4f5f6", "#e9edf2")


def random_suitors(rng: np.random.Generator) -> DeckStyle:
    """Return the style of a Seven Suitors deck."""
    plain = suitors.PLAIN
    paper = _PAPERS[int(rng.integers(len(_PAPERS)))]
    faded = between(rng, 0.0, 0.2) if chance(rng, 0.3) else 0.0
    suits = {
        suit: inks_of(mix(shifted(colours.main, rng, 0.015, 0.1), paper, faded), paper)
        for suit, colours in plain.inks.suits.items()
    }
    height = between(rng, 6.5, 10.5)
    index = IndexStyle(
        face=random_face(rng, paper),
        height=height,
        width=round(height * between(rng, 0.7, 1.0), 2),
        suit=round(height * between(rng, 0.6, 0.9), 2),
        place=pick(rng, {"four": 0.6, "two": 0.4}),
        inset=(between(rng, 2.0, 4.0), between(rng, 3.0, 5.0)),
    )
    size = between(rng, 8.0, 10.5)
    clear = index.inset[0] + extent(index)[0] + size / 2 + 0.4
    frame = FrameStyle((1.6, 1.6), between(rng, 0.2, 0.5), radius=2.0) if chance(rng, 0.15) else FrameStyle()
    return replace(
        plain,
        corner=between(rng, 2.0, 5.0),
        inks=replace(plain.inks, paper=paper, suits=suits, edge=mix(paper, plain.inks.ink, between(rng, 0.1, 0.9))),
        index=index,
        frame=frame,
        pips=PipStyle(
            shapes=tuple(int(rng.integers(len(PIPS[suit]))) for suit in SEVEN_SUITORS.suits),
            size=size,
            field=(round(max(clear, 17.0), 2), between(rng, 13.0, 18.0)),
            stretch=between(rng, 0.92, 1.08),
            turned=chance(rng, 0.85),
        ),
    )
