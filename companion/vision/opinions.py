"""How a second opinion on a card changes what the reader makes of it."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from companion.vision.onnx_model import FloatTensor


def within_decks(chances: FloatTensor, factors: FloatTensor, classes: tuple[str, ...]) -> FloatTensor:
    """Return a reader's chances, each multiplied by how likely what was seen besides is for its card.

    Within a deck chances move to the cards that it speaks for; what the deck's cards have together, and what `nothing`
    has, stays as it was. So a second opinion never says which deck it is, or whether there is a card.

    Args:
        chances: (N, C), of the classes.
        factors: (N, C), of which only those within a deck are compared.
        classes: Names of a reader's classes.
    """
    result = chances.copy()
    for places in places_by_deck(classes).values():
        before = chances[:, places]
        after = before * factors[:, places]
        total = np.maximum(after.sum(axis=1, keepdims=True), 1e-12)
        result[:, places] = after * before.sum(axis=1, keepdims=True) / total
    return result


@lru_cache(maxsize=4)
def places_by_deck(names: Sequence[str]) -> dict[str, npt.NDArray[np.intp]]:
    """Return by deck the places of names that begin with it, `<deck> ...`; names of one word are left out."""
    decks = [name.partition(" ")[0] if " " in name else None for name in names]
    return {
        deck: np.array([place for place, other in enumerate(decks) if other == deck], np.intp)
        for deck in dict.fromkeys(decks)
        if deck is not None
    }
