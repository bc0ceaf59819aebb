"""Pictures of souvenir decks by lot."""

from collections.abc import Mapping

import numpy as np

from companion.artwork.palette import Palette
from companion.artwork.pictures import PICTURES
from companion.artwork.style import Picture
from companion.artwork.styles.lots import chance
from companion.cards import Deck

_LOTS = 6


def random_pictures(rng: np.random.Generator, deck: Deck, inks: Palette) -> Mapping[str, Picture]:
    """Return a picture for every card of a deck: views of all kinds, or everywhere the same kind."""
    colours = sorted({*inks.cloth, inks.ground, inks.gold, inks.skin, inks.silver, *inks.horse})
    motifs = list(PICTURES) if chance(rng, 0.6) else [str(rng.choice(list(PICTURES)))]
    pictures = {}
    for code in deck.codes:
        first, second, third, fourth = (str(colour) for colour in rng.choice(colours, 4))
        lots = tuple(round(float(lot), 2) for lot in rng.random(_LOTS))
        pictures[code] = Picture(str(rng.choice(motifs)), (first, second, third, fourth), lots)
    return pictures
