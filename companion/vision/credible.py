"""Whether what was found is a card: finder, close look and reading together, and the cards that lie beside it."""

import numpy as np
import numpy.typing as npt

from companion.vision.boxes import alike_high, card_heights, chance, log_odds
from companion.vision.types import FloatArray

_WEIGHT_OF_READING = 0.5
"""The reader also calls faces nothing that it cannot read, so that it is no card counts half. That it is this card and
no other counts as much: things that only look like cards are read as many at once."""
_NOTHING_CERTAIN = 1e-5
_FACE, _FACE_VOUCHED_FOR, _BACK = 6.0, 2.0, 3.8
"""Log odds that are asked for: of a face by itself, of one beside a certain card or as high as cards are known to be,
and of a back. Hardly any card has less, and hardly anything that only looks like one has more."""
_VOUCHES_READ, _VOUCHES_FOUND = 0.95, 0.9
"""How surely a card is read and found that vouches for others; what is much larger or smaller it does not vouch for."""


def card_chances(
    corners: npt.NDArray[np.floating],
    found: npt.NDArray[np.floating],
    face_up: npt.NDArray[np.bool_],
    nothing: npt.NDArray[np.floating],
    likeliest: npt.NDArray[np.floating],
    card_height: float | None = None,
) -> FloatArray:
    """Return the (N,) chances that N boxes of one picture show cards; what has less than 0.5 is to be dropped.

    Args:
        corners: (N, 4, 2) pixels, clockwise.
        found: (N,) how sure finder and close look are of each.
        face_up: (N,) for which the reader was asked; of the others it knows nothing.
        nothing: (N,) the reader's chance that a face is none.
        likeliest: (N,) its chance of the card that it takes a face for, of those of the deck.
        card_height: Height of a card in pixels where it is known, which vouches for what is about as high.
    """
    odds = log_odds(found)
    read = log_odds(likeliest) - log_odds(nothing, certain=_NOTHING_CERTAIN)
    heights = card_heights(corners)
    vouched_for = _beside(heights, face_up & (likeliest >= _VOUCHES_READ) & (found >= _VOUCHES_FOUND))
    if card_height is not None:
        vouched_for |= alike_high(heights, np.array([card_height]))[:, 0]
    asked = np.where(vouched_for, _FACE_VOUCHED_FOR, _FACE)
    return chance(np.where(face_up, odds + _WEIGHT_OF_READING * read - asked, odds - _BACK))


def _beside(heights: npt.NDArray[np.floating], certain: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Tell beside which boxes another one, about as high, is certainly a card."""
    alike = alike_high(heights, heights)
    np.fill_diagonal(alike, False)
    return np.asarray((alike & certain[None]).any(axis=1), np.bool_)
