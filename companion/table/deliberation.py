"""What each sighting is: readings, later play, people's words and that every card is there once, joined."""

from collections.abc import Sequence
from operator import attrgetter

import numpy as np
import numpy.typing as npt

from companion.table.assignment import marginals
from companion.table.events import Candidates
from companion.table.evidence import Codes, Row
from companion.table.sighting import Sighting
from companion.table.unchanged import Grounds, are_same, grounds_of

Chances = npt.NDArray[np.float64]
"""(N, K + 1) chances of N sightings being each code of the deck or, in the last column, no card of it."""

_CANDIDATES = 5
_LEAST = 0.005

_STRAY = 0.02
"""How much rarer than a card of the deck something else is that comes to rest in the midst of the table like one."""

_STRAY_IN_TRICK = 1e-4
"""The same for one of exactly as many as there are seats."""

_TELLING = attrgetter("row", "pinned", "context", "following", "confirmed")
_TELL = 5
"""What a chance rests on, and how much that is for one sighting."""


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
        self._evidence: Grounds = ()
        self._rows: Chances = np.zeros((0, len(codes) + 1))
        self._chances: Chances = self._rows

    def chances(self, sightings: Sequence[Sighting]) -> Chances:
        """Return what each of a deal's sightings is."""
        evidence = grounds_of(sightings, _TELLING)
        if not are_same(evidence, self._evidence):
            rows = [
                self._rows[at]
                if are_same(_TELLING(sighting), self._evidence[at * _TELL : (at + 1) * _TELL])
                else self._row(sighting)
                for at, sighting in enumerate(sightings)
            ]
            self._evidence = evidence
            self._rows = np.stack(rows) if rows else self._rows[:0]
            self._chances = marginals(self._rows, self._copies)
        return self._chances

    def rows(self, sightings: Sequence[Sighting]) -> dict[int, Row]:
        """Return what each of a deal's sightings is, by their numbers."""
        return {card.number: row for card, row in zip(sightings, self.chances(sightings), strict=True)}

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
