"""What the looks at one card together say about which card it is."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

Row = npt.NDArray[np.float64]
"""(K + 1,) chances: the K codes of the deck in its order, then "no card of this deck". Sums to 1."""

_LEAST = 2e-4
"""Smallest chance that one look can give anything: a reader is never surer than that."""

_SAME_POSE = 0.35
"""How much a further look at a card that did not move adds to the first: it mostly repeats the same mistake."""

_MOST = 3.0
"""How many independent looks all looks together can be worth, however many there are."""

_NAMED = float(np.log(0.1))
_SELDOM_NONE, _LESS_THAN_IT = float(np.log(0.3)), float(np.log(0.8))
"""From what chance of one card on, as logarithms, "no card" is less likely than readers say, by how much, and by how
much less than that card then at most: they say it of anything in a photograph, but what lies at a table as cards do
is one. A clear three of a deck never seen, on pinkish paper below a warm lamp, was no card at 0.7, and it at 0.3."""

_BLUNDERS = 0.001
"""Share of cards that even the surest reading gets wrong: no number of looks may beat it."""

_MOST_BLUNDERS = 0.6
_HALF_OF_THEM = 0.175
"""The share of wrong readings among those that leave nearly everything open, and what one leaves open that is half
as often wrong. So measured with the shipped reader (docs/results.md, "confidence ... readings right"): it is wrong
about twice as often as it says."""

_STEEPNESS = 1.5
"""How fast, as a power, that share falls where a reading leaves little open."""

_SECOND_THOUGHTS = 0.9
"""Where a reading is wrong, how often the card is among those the reader thought of next, by their chances."""

_ROWS_REMEMBERED = 64
"""So many looks at most."""


def likeliest_place(row: Row) -> int:
    """Return the place of the likeliest code of a row."""
    return int(np.argmax(row[:-1]))


class Codes:
    """The codes of a deck and their places in a `Row`."""

    def __init__(self, codes: Sequence[str]) -> None:
        self.codes = tuple(codes)
        self.places: Mapping[str, int] = {code: place for place, code in enumerate(self.codes)}
        # One look is compared with several cards: it is made a row only once.
        self._last_rows: dict[int, tuple[Sequence[tuple[str, float]], Row]] = {}

    def __len__(self) -> int:
        return len(self.codes)

    def row(self, probabilities: Sequence[tuple[str, float]]) -> Row:
        """Return one look as a row, not to be written to; codes of another deck count as no card of this one."""
        known_as, row = self._last_rows.get(id(probabilities), (None, None))
        if row is not None and known_as is probabilities:
            return row
        if len(self._last_rows) >= _ROWS_REMEMBERED:
            self._last_rows.clear()
        row = self._new_row(probabilities)
        self._last_rows[id(probabilities)] = probabilities, row
        return row

    def _new_row(self, probabilities: Sequence[tuple[str, float]]) -> Row:
        row = np.full(len(self.codes) + 1, _LEAST)
        known = 0.0
        for code, chance in probabilities:
            place = self.places.get(code)
            if place is not None:
                row[place] = max(chance, _LEAST)
                known += chance
        row[-1] = max(1.0 - known, _LEAST)
        row /= np.add.reduce(row)
        return row

    def certain(self, code: str) -> Row:
        """Return the row of a card that is known."""
        row = np.zeros(len(self.codes) + 1)
        row[self.places[code]] = 1.0
        return row

    def likeliest(self, row: Row) -> str:
        """Return the likeliest code of a row."""
        return self.codes[likeliest_place(row)]

    def likely(self, code: str, sure: float) -> Row:
        """Return the row of a card that is taken for one code, and equally likely each other of the deck if not."""
        row = np.full(len(self.codes) + 1, (1.0 - sure) / max(len(self.codes) - 1, 1))
        row[-1] = 0.0
        row[self.places[code]] = sure
        return row

    def anything(self) -> Row:
        """Return the row of a card nobody saw."""
        row = np.full(len(self.codes) + 1, 1.0 / len(self.codes))
        row[-1] = 0.0
        return row


class Evidence:
    """The looks at one physical card, summed as logarithms of chances.

    Looks at a card that lies still are anything but independent, so their sum is worth a few looks at most, and a part
    that grows with the reader's own doubts is kept for the chance that it is consistently wrong. That part goes to the
    cards it thought of second and third, so that later contradictions find the right card.
    """

    def __init__(self, codes: Codes) -> None:
        self._codes = codes
        self._sum = np.zeros(len(codes) + 1)
        self._weight = 0.0
        self._worth = 0.0
        self._clear_sum = np.zeros(len(codes) + 1)
        self._clear_weight = 0.0
        self._row: Row | None = None
        self.looks = 0

    def add(self, probabilities: Sequence[tuple[str, float]], weight: float = 1.0, new_pose: bool = False) -> None:
        """Add one look.

        Args:
            probabilities: Chances by code, as the reader gives them; what is missing to 1 means no card of the deck.
            weight: Less than 1 for a look that is known to be a poor one.
            new_pose: The card moved since the last look, so that this one is independent of it.
        """
        clear = weight >= 1.0
        if self.looks and not new_pose:
            weight *= _SAME_POSE
        row = self._codes.row(probabilities)
        self._worth += weight
        # What is half hidden is a guess: it adds little to what was seen well, and takes little from it.
        weight *= float(np.maximum.reduce(row)) ** 2
        look = weight * np.log(row)
        self._sum += look
        self._weight += weight
        if clear:
            self._clear_sum += look
            self._clear_weight += weight
        self.looks += 1
        self._row = None

    @property
    def row(self) -> Row:
        """The chances that all looks together leave, before any knowledge of the game."""
        if self._row is None:
            self._row = self._combine()
        return self._row

    def _combine(self) -> Row:
        if not self._weight:
            return self._codes.anything()
        mean = self._sum / self._weight
        # In a hand, or on its way, a card looks like none: that says nothing of one that lies there now.
        clear = self._clear_sum / self._clear_weight if self._clear_weight else mean.copy()
        if clear[:-1].max() >= _NAMED:
            clear[-1] = min(clear[-1], max(clear[-1] + _SELDOM_NONE, clear[:-1].max() + _LESS_THAN_IT))
        mean[-1] = clear[-1] + mean[:-1].max() - clear[:-1].max()
        sure = _softmax(mean * min(self._worth, _MOST))
        typical = _softmax(clear)
        best = int(typical.argmax())
        open_part = 1.0 - float(typical[best])
        doubt = (open_part / _HALF_OF_THEM) ** _STEEPNESS
        right = 1.0 - _BLUNDERS - _MOST_BLUNDERS * doubt / (1.0 + doubt)
        # Looks that disagree leave their own doubt; only what they leave too sure is taken off.
        blunders = max(0.0, 1.0 - right / float(sure[best]))
        wrong = typical
        wrong[best] = 0.0
        wrong /= np.add.reduce(wrong)
        wrong *= _SECOND_THOUGHTS
        wrong += (1.0 - _SECOND_THOUGHTS) / len(wrong)
        wrong *= blunders
        sure *= 1.0 - blunders
        sure += wrong
        return sure


def _softmax(logs: Row) -> Row:
    chances: Row = np.exp(logs - np.maximum.reduce(logs))
    chances /= np.add.reduce(chances)
    return chances
