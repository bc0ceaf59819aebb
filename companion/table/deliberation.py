"""What each sighting is: readings, later play, people's words and that every card is there once, joined."""

from collections.abc import Sequence
from operator import is_

import numpy as np
import numpy.typing as npt

from companion.table.assignment import marginals
from companion.table.events import Candidates
from companion.table.evidence import Codes, Row
from companion.table.sighting import Sighting

Chances = npt.NDArray[np.float64]
"""(N, K + 1) chances of N sightings being each code of the deck or, in the last column, no card of it."""

_CANDIDATES = 5
_LEAST = 0.005

_STRAY = 0.02
"""How much rarer than a card of the deck something else is that comes to rest in the midst of the table like one."""

_STRAY_IN_TRICK = 1e-4
"""The same for one of exactly as many as there are seats."""


class Deliberation:
    """Works out chances, and remembers them as long as the evidence stays the same: most looks change nothing."""

    def __init__(self, codes: Codes, copies: npt.NDArray[np.intp]) -> None:
        """Take the deck.

        Args:
            codes: Its codes.
            copies: (K,) how many cards of each code are in play.
        """
        self.codes = codes
        self._copies = copies
        self._evidence: list[tuple[object, ...]] = []
        self._rows: Chances = np.zeros((0, len(codes) + 1))
        self._chances: Chances = self._rows

    def chances(self, sightings: Sequence[Sighting]) -> Chances:
        """Return what each of a deal's sightings is."""
        evidence: list[tuple[object, ...]] = [(s.row, s.pinned, s.context, s.following, s.confirmed) for s in sightings]
        known = self._evidence
        same = [all(map(is_, now, before)) for now, before in zip(evidence, known, strict=False)]
        if len(evidence) != len(known) or not all(same):
            rows = [
                self._rows[place] if place < len(same) and same[place] else self._row(sighting)
                for place, sighting in enumerate(sightings)
            ]
            # The evidence itself is kept, not copies of it, so that it cannot be mistaken for what comes later.
            self._evidence = evidence
            self._rows = np.stack(rows) if rows else self._rows[:0]
            self._chances = marginals(self._rows, self._copies)
        return self._chances

    def candidates(self, row: Row) -> Candidates:
        """Return the likeliest codes of a row."""
        order = np.argsort(-row[:-1], kind="stable")[:_CANDIDATES]
        return tuple((self.codes.codes[place], float(row[place])) for place in order if row[place] >= _LEAST)

    def _row(self, sighting: Sighting) -> Row:
        if sighting.pinned is not None:
            return self.codes.certain(sighting.pinned)
        row = sighting.row.copy()
        for factors in (sighting.context, sighting.following):
            if factors is not None:
                row *= factors
        row[-1] *= _STRAY_IN_TRICK if sighting.confirmed else _STRAY
        return np.asarray(row / row.sum(), np.float64)
