"""A reader of cards without pixels: it is wrong as often as it is told to, and as sure of itself as the real one."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from companion.simulation.alike import lookalikes

Reading = tuple[tuple[str, float], ...]
Bands = Sequence[tuple[float, float, float]]

_OF_CODE, _OF_LAYING, _OF_LOOK = 0.25, 0.45, 0.3
"""How a total rate of misreadings is shared out: cards of the deck that the reader knows badly, cards that lie badly
(glare, a thumb, a bend), and single looks."""
_PRONE = 0.5
"""How often a card that the reader knows badly is misread when it is laid."""

# How sure the shipped reader is of its readings: from, to, share (docs/results.md, "confidence ... readings right").
_SURE_AND_WRONG: Bands = ((0.99, 0.998, 0.09), (0.9, 0.99, 0.27), (0.7, 0.9, 0.58), (0.5, 0.7, 1.0))
_SURE_AND_RIGHT: Bands = ((0.99, 0.9995, 0.872), (0.9, 0.99, 0.955), (0.7, 0.9, 0.986), (0.5, 0.7, 1.0))
_MEASURED_MISREADINGS = 0.058
"""The share of misreadings in the same measurement. Doubts are as much rarer as misreadings are."""

_FLIPPED = 0.02
"""How often a look at a back under a hand takes it for a face: once in a drawn hand of COINS."""

_TRUE_IS_SECOND, _TRUE_IS_THIRD = 0.7, 0.92
"""How often the right card is the second candidate of a misreading, and how often at least the third."""
_WAVERS = 0.35
"""Standard deviation from look to look of how sure the reader is, in logits."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How often finder and reader are wrong. All are chances, 0..1.

    Attributes:
        misread: One look at a card takes it for another card.
        stubborn: A card is taken for one and the same other card as long as it lies where it was laid.
        prone: A code is known badly: half of the times that such a card is laid it is taken for the same other card.
        miss: One look does not find a card.
        ghost: A frame shows a card where there is none.
        flipped: One look takes a back under a hand for a face.
    """

    misread: float = 0.0
    stubborn: float = 0.0
    prone: float = 0.0
    miss: float = 0.0
    ghost: float = 0.0
    flipped: float = 0.0

    @classmethod
    def measured(cls, rate: float) -> "Faults":
        """Return the faults of models that misread this share of well visible cards, 0..1."""
        return cls(
            misread=rate * _OF_LOOK,
            stubborn=rate * _OF_LAYING,
            prone=rate * _OF_CODE / _PRONE,
            miss=0.01 + rate / 2,
            ghost=0.004 + rate / 10,
            flipped=_FLIPPED,
        )

    @property
    def rate(self) -> float:
        """The share of looks that read a well visible card wrongly."""
        return min(self.misread + self.stubborn + self.prone * _PRONE, 1.0)


class MisreadingReader:
    """Reads cards of a deck with faults; a card keeps its misreading as long as it lies where it was laid."""

    def __init__(self, deck: str, faults: Faults, rng: random.Random) -> None:
        self._alike = lookalikes(deck)
        self._faults = faults
        # Python's own generator: single numbers cost a fraction of what they cost with numpy's.
        self._rng = rng
        self._doubted = min(faults.rate / _MEASURED_MISREADINGS, 1.0)
        self._known_badly = {code: self._other(code) for code in self._alike if rng.random() < faults.prone}

    def lay(self, code: str) -> "Laid":
        """Return how a card reads that is laid down."""
        rng = self._rng
        taken_for = self._known_badly.get(code)
        if taken_for is None or rng.random() >= _PRONE:
            taken_for = self._other(code) if rng.random() < self._faults.stubborn else None
        doubt = rng.random()
        if taken_for is not None:
            return Laid(code, taken_for, _banded(_SURE_AND_WRONG, doubt, rng.random()), self._runners_up(code))
        sure = _banded(_SURE_AND_RIGHT if rng.random() < self._doubted else _SURE_AND_RIGHT[:1], doubt, rng.random())
        return Laid(code, code, sure, (self._other(code), self._other(code)))

    def read(self, laid: "Laid", clear: bool) -> Reading:
        """Return one look at a card.

        Args:
            laid: The card.
            clear: Its index, or nearly all of it, is to be seen; otherwise it can only be guessed.
        """
        rng, code = self._rng, laid.code
        if not clear:
            guess = self._other(code)
            return ((guess, 0.3), (code, 0.25)) if rng.random() < 0.5 else ((code, 0.35), (guess, 0.2))
        best, sure, (second, third) = laid.taken_for, laid.sure, laid.runners_up
        if best == code and rng.random() < self._faults.misread:
            best, sure = self._other(code), _banded(_SURE_AND_WRONG, rng.random(), rng.random())
            second, third = self._runners_up(code)
        odds = log(sure / (1 - sure)) + rng.gauss(0, _WAVERS)
        sure = 1 / (1 + exp(-odds))
        rest = 1 - sure
        return (best, sure), (second, rest * 0.65), (third, rest * 0.2)

    def invent(self) -> Reading:
        """Return what something that is no face is read as."""
        rng = self._rng
        first, second = rng.sample(list(self._alike), 2)
        sure = rng.uniform(0.2, 0.95)
        return (first, sure), (second, (1 - sure) * 0.6)

    def _runners_up(self, code: str) -> tuple[str, str]:
        """Return the second and third candidate of a misreading of a card."""
        other, place = self._other(code), self._rng.random()
        if place < _TRUE_IS_SECOND:
            return code, other
        return (other, code) if place < _TRUE_IS_THIRD else (other, self._other(code))

    def _other(self, code: str) -> str:
        codes, weights = self._alike[code]
        return self._rng.choices(codes, cum_weights=weights)[0]


@dataclass(frozen=True, slots=True)
class Laid:
    """How a card reads as long as it lies where it was laid.

    Attributes:
        code: Which card it is.
        taken_for: Which card it looks like.
        sure: How sure the reader is of that, 0..1.
        runners_up: What else it may be, the likelier first.
    """

    code: str
    taken_for: str
    sure: float
    runners_up: tuple[str, str]


def _banded(bands: Bands, place: float, within: float) -> float:
    """Return a value out of bands of cumulative shares."""
    for low, high, share in bands:
        if place < share:
            return low + (high - low) * within
    low, high, _ = bands[-1]
    return low + (high - low) * within
