"""Cards on one table have one size: where each lies best by what is seen of it, all of them at once."""

from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from companion.vision.one_size import Agreement, Table, agree, middle_lines
from companion.vision.outliner import Outlines
from companion.vision.tabletop.from_cards import CARD_SIZES_MM

_Array = npt.NDArray[np.float64]

_SIZES = tuple(chain.from_iterable(CARD_SIZES_MM.values()))
_TRUSTED = 0.02
"""A card whose corners may be off by more, as a part of it, has less of a say about size and table."""
_SHARED, _OWN = 4, 3
"""Numbers that all cards share (how the table leans, width and height of a card), and that each has of its own (where
it lies, how far it is turned)."""
_ANYWHERE = 10.0
_ROUNDS = 4
_STEP = 1e-4
_STEADY = 1e-4
_LEANS, _SWELLS = 0.1, 0.05
"""How far the table may lean otherwise than most cards say, and how far cards may be larger (logarithm)."""
_APART = 3.0
"""A card that lies this many times as far off as it may be counts half: it is held in a hand, or bent, or none."""
_AS_GOOD = 0.012
"""How far off, in parts of a cut-out, is what the table and the size of all cards tell of one."""
_SIGNS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) / 2


def settled(outlines: Outlines, size: tuple[int, int]) -> _Array:
    """Return the corners of N cards, those that hardly show where they must be for the cards to be of one size.

    Gauss-Newton steps move every card on the table, and the table and the size of all cards with them; every corner
    speaks as loudly as it is sure, errors count plainly, not squared.

    Args:
        outlines: What is seen of each.
        size: Width and height of the picture, pixels.

    Returns:
        (N, 4, 2) pixels of the picture, clockwise.
    """
    seen = outlines.seen(outlines.corners)
    with np.errstate(all="ignore"):  # Boxes that are none, or go astray, come to nothing finite.
        told = _told_by_all(outlines, seen, size)
        trust, trust_in_told = outlines.doubts**-2, _AS_GOOD**-2
        moved = outlines.seen((outlines.corners * trust + told * trust_in_told) / (trust + trust_in_told))
    return np.where(np.isfinite(moved).all(axis=(1, 2), keepdims=True), moved, seen)


def _told_by_all(outlines: Outlines, seen: _Array, size: tuple[int, int]) -> _Array:
    """Return where each of N cards must lie for all to be of one size: (N, 4, 2) in its cut-out, else NaN."""
    told = np.full(seen.shape, np.nan)
    if len(seen) < 2:
        return told
    agreed = agree(seen, np.clip(_TRUSTED / outlines.doubt, 0, 1) ** 2, _SIZES, size)
    if agreed is not None and (flat := np.isfinite(agreed.table.flatten(seen)).all(axis=(1, 2))).any():
        part = Outlines(outlines.corners[flat], outlines.doubts[flat], outlines.matrices[flat])
        told[flat] = _Lying.of(part, agreed).moved_onto(part)
    return told


@dataclass(frozen=True, slots=True)
class _Lying:
    """N cards of one size on a table.

    Attributes:
        table: Where they lie.
        lengths: (N, 2) of their first two edges, in the table's units: as most cards say.
        places: (N, 2) their middles, in these units.
        turned: (N,) radians, of their first edges.
    """

    table: Table
    lengths: _Array
    places: _Array
    turned: _Array

    @classmethod
    def of(cls, outlines: Outlines, agreed: Agreement) -> "_Lying":
        """Lay cards of the size agreed upon where they are seen."""
        flat = agreed.table.flatten(outlines.seen(outlines.corners))
        across, along = middle_lines(flat)
        upright = np.linalg.norm(across, axis=1) < np.linalg.norm(along, axis=1)
        size = np.array([agreed.width, agreed.height])
        lengths = np.where(upright[:, None], size, size[::-1])
        return cls(agreed.table, lengths, flat.mean(axis=1), np.arctan2(across[:, 1], across[:, 0]))

    def moved_onto(self, outlines: Outlines) -> _Array:
        """Return where the cards lie in their cut-outs once they fit best: (N, 4, 2)."""
        count = len(self.places)
        values = np.zeros(_SHARED + _OWN * count)
        kept = np.concatenate([[_LEANS, _LEANS, _SWELLS, _SWELLS], np.full(_OWN * count, _ANYWHERE)]) ** -2.0
        seen, doubts = outlines.corners.reshape(count, 8), outlines.doubts.reshape(count, 8)
        steps = _steps(count)
        for _ in range(_ROUNDS):
            told, *stepped = self._told(values + steps, outlines)
            off = told - seen
            far = (np.abs(off) / doubts).mean(axis=1, keepdims=True) / _APART
            weights = 1 / (doubts * np.maximum(np.abs(off), doubts)) / (1 + far**2)
            slopes = np.stack([moved - told for moved in stepped], axis=2) / _STEP
            step = _solved(slopes, weights, off, kept, values)
            values = values - step
            if not np.abs(step).max() >= _STEADY:  # Nor where it went astray.
                break
        return np.asarray(self._told(values[None], outlines)[0].reshape(count, 4, 2))

    def _told(self, values: _Array, outlines: Outlines) -> _Array:
        """Return corners (S, N, 8) in the cut-outs, for each of S changes (S, _SHARED + _OWN N) of all there is."""
        own = values[:, _SHARED:].reshape(len(values), -1, _OWN)
        angles = self.turned + own[..., 2]
        right = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        down = np.stack([-right[..., 1], right[..., 0]], axis=-1)
        upright = self.lengths[:, :1] < self.lengths[:, 1:]
        swollen = np.exp(values[:, None, 2:_SHARED])
        lengths = self.lengths * np.where(upright, swollen, swollen[..., ::-1])
        middles = self.places + own[..., :2] * float(self.lengths.max())
        across, along = right * lengths[..., :1], down * lengths[..., 1:]
        places = middles[..., None, :] + _SIGNS[:, :1] * across[..., None, :] + _SIGNS[:, 1:] * along[..., None, :]
        told = outlines.cut(self.table.seen_leaning(places, values[:, :2]))
        return told.reshape(*told.shape[:2], 8)


def _steps(count: int) -> _Array:
    """Return what to change to see how corners depend on it: nothing, what all share, then every card's own at once."""
    steps = np.zeros((1 + _SHARED + _OWN, _SHARED + _OWN * count))
    for which in range(_SHARED):
        steps[1 + which, which] = _STEP
    for which in range(_OWN):
        steps[1 + _SHARED + which, _SHARED + which :: _OWN] = _STEP
    return steps


def _solved(slopes: _Array, weights: _Array, off: _Array, kept: _Array, values: _Array) -> _Array:
    """Solve the normal equations of one step: what all cards share, and what is each one's own."""
    count = len(slopes)
    matrix, right = np.diag(kept), kept * values
    weighted = slopes * weights[:, :, None]
    products = np.einsum("nij,nik->njk", weighted, slopes)
    towards = np.einsum("nij,ni->nj", weighted, off)
    matrix[:_SHARED, :_SHARED] += products[:, :_SHARED, :_SHARED].sum(axis=0)
    right[:_SHARED] += towards[:, :_SHARED].sum(axis=0)
    for card in range(count):
        own = slice(_SHARED + _OWN * card, _SHARED + _OWN * (card + 1))
        matrix[own, own] += products[card, _SHARED:, _SHARED:]
        matrix[:_SHARED, own] += products[card, :_SHARED, _SHARED:]
        matrix[own, :_SHARED] += products[card, _SHARED:, :_SHARED]
        right[own] += towards[card, _SHARED:]
    return np.asarray(np.linalg.solve(matrix, right))
