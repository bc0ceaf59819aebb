"""Whether a camera sees the cards well enough, and what to change where it does not."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from companion.language import ENGLISH, Language, mark
from companion.vision.tabletop.measures import CardMeasures, measure_cards
from companion.vision.types import FloatArray, Image

Grade = Literal["good", "fair", "poor"]

_LOOKS = 12
"""So many pictures are weighed together; older ones are forgotten, so that the check follows what people change."""

_SHAKE_WIDTH = 320


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is measured.

    Attributes:
        key: Its name for programs.
        title: Its name for people.
        good: From here on nothing is to be done.
        poor: From here on cards are misread.
        advice: What to change, in one sentence.
    """

    key: str
    title: str
    good: float
    poor: float
    advice: str

    def grade(self, value: float) -> Grade:
        """Return how good a value is."""
        sign = 1 if self.good > self.poor else -1
        if sign * value >= sign * self.good:
            return "good"
        return "poor" if sign * value < sign * self.poor else "fair"


# The limits are where readings of real photographs began to suffer when these were made smaller, blurred, darkened,
# overexposed, veiled or given a shining spot (docs/decisions/0008-calibration.md).
CHECKS: tuple[Check, ...] = (
    Check("size", mark("Size of the cards"), 80, 50, mark("Move the camera closer, or zoom in: the cards are small.")),
    Check("focus", mark("Focus"), 0.017, 0.021, mark("Focus the camera on the table, and wipe its lens.")),
    Check("light", mark("Brightness"), 80, 45, mark("Put more light on the table: the cards are dark.")),
    Check(
        "exposure", mark("Exposure"), 0.45, 0.7, mark("Take light away, or turn the exposure down: white burns out.")
    ),
    Check(
        "contrast", mark("Contrast"), 0.25, 0.12, mark("Turn away light that shines into the camera: print looks pale.")
    ),
    Check("glare", mark("Glare"), 0.15, 0.4, mark("Move the lamp or tilt the camera: a card reflects the light.")),
    Check("shake", mark("Steadiness"), 0.5, 1.5, mark("Fix the camera: the picture shakes.")),
    Check(
        "rate", mark("Pictures a second"), 8, 4, mark("Close other programs, or give more light: pictures come slowly.")
    ),
)

NO_CARDS = mark("Lay a few cards face up where you play.")
ALL_GOOD = mark("The camera sees the cards well.")


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one check.

    Attributes:
        check: What was measured.
        value: The measure: pixels of a card's height (`size`), blur as a part of it (`focus`), brightness of the paper
            (`light`), share of a face that is burnt out (`exposure`), darkness of the print as a part of the paper's
            brightness (`contrast`), share of a face that shines (`glare`), pixels of a picture 640 wide (`shake`),
            pictures a second (`rate`).
        grade: How good that is.
    """

    check: Check
    value: float
    grade: Grade


@dataclass(frozen=True, slots=True)
class Report:
    """What a camera check found.

    Attributes:
        cards: How many cards face up the newest picture shows.
        findings: One for each thing that could be measured, in the order of `CHECKS`.
    """

    cards: int
    findings: tuple[Finding, ...]

    @property
    def grade(self) -> Grade:
        """The worst grade; `poor` where no card was seen."""
        grades = {finding.grade for finding in self.findings}
        if not any(finding.check.key == "size" for finding in self.findings) or "poor" in grades:
            return "poor"
        return "fair" if "fair" in grades else "good"

    def advice(self, language: Language = ENGLISH) -> list[str]:
        """Return what to change, the worst first, one sentence each; one sentence of praise where all is well."""
        poor = [finding.check.advice for finding in self.findings if finding.grade == "poor"]
        fair = [finding.check.advice for finding in self.findings if finding.grade == "fair"]
        seen = any(finding.check.key == "size" for finding in self.findings)
        sentences = [*([] if seen else [NO_CARDS]), *poor, *fair]
        return [language.text(sentence) for sentence in sentences or [ALL_GOOD]]


_MATTERS: Mapping[str, tuple[Grade, ...]] = {"glare": ("poor", "fair")}
"""How bad something must be to be why a card could not be read: to shine where its index is, a sixth of it is enough;
of all else only what is poor."""


class CameraCheck:
    """Weighs pictures one after the other; ask it for a report at any time."""

    def __init__(self) -> None:
        self._cards: deque[Sequence[CardMeasures]] = deque(maxlen=_LOOKS)
        self._shifts: deque[float] = deque(maxlen=_LOOKS)
        self._times: deque[tuple[float, int]] = deque(maxlen=2 * _LOOKS)
        self._before: npt.NDArray[np.float32] | None = None
        self._now = 0

    def frame(self, image: Image, time: float, index: int) -> None:
        """Take the pictures of a live source: how often they come, and whether they shake.

        Args:
            image: (H, W, 3) uint8 BGR.
            time: Seconds of the source.
            index: Its number at the source; those between came while cards were looked for.
        """
        self._times.append((time, index))
        height, width = image.shape[:2]
        size = (_SHAKE_WIDTH, max(round(height * _SHAKE_WIDTH / width), 8))
        grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        now = grey.astype(np.float32)
        now -= cv2.blur(now, (15, 15))
        if self._before is not None and self._before.shape == now.shape:
            window = cv2.createHanningWindow(size, cv2.CV_32F)
            (x, y), response = cv2.phaseCorrelate(self._before, now, window)
            # Where a hand fills the picture, nothing tells whether the camera moved.
            if response > 0.3:
                self._shifts.append(float(np.hypot(x, y)) * 640 / _SHAKE_WIDTH)
        self._before = now

    def look(self, image: Image, faces: Sequence[FloatArray]) -> None:
        """Take a picture in which cards were looked for.

        Args:
            image: (H, W, 3) uint8 BGR.
            faces: (4, 2) pixels each: the corners of the cards that lie face up in it, clockwise from a short edge.
        """
        self._now = len(faces)
        if len(faces):
            self._cards.append(measure_cards(image, np.stack(list(faces))))

    def report(self) -> Report:
        """Return what the last pictures show."""
        values = {
            **({key: measure(self._cards) for key, measure in _OF_CARDS.items()} if self._cards else {}),
            **({"shake": float(np.percentile(self._shifts, 80))} if len(self._shifts) >= 3 else {}),
            **({"rate": self._rate()} if len(self._times) >= 3 and self._times[-1][0] > self._times[0][0] else {}),
        }
        return Report(
            self._now,
            tuple(
                Finding(check, values[check.key], check.grade(values[check.key]))
                for check in CHECKS
                if check.key in values
            ),
        )

    def _rate(self) -> float:
        (first, first_index), (last, last_index) = self._times[0], self._times[-1]
        return (last_index - first_index) / (last - first)


Looks = Iterable[Sequence[CardMeasures]]
"""Of each picture the cards that were measured in it."""


def why_hard(looks: Sequence[CardMeasures]) -> str | None:
    """Return what makes a card hard to read that could not be read: the key of a check; None where none tells.

    Args:
        looks: The measures of that card in one picture after the other.
    """
    pictures = [[look] for look in looks]
    for check in CHECKS:
        if check.key in _OF_CARDS and check.grade(_OF_CARDS[check.key](pictures)) in _MATTERS.get(check.key, ("poor",)):
            return check.key
    return None


def _median(read: Callable[[CardMeasures], float]) -> Callable[[Looks], float]:
    return lambda looks: float(np.median([read(card) for cards in looks for card in cards]))


def _focus(looks: Looks) -> float:
    """Return the blur of the sharper cards; 0 where only the number of pixels limits it: that is a matter of size."""
    blurs = [card.blur if card.blur * card.height > 1.0 else 0.0 for cards in looks for card in cards]
    return float(np.percentile(blurs, 35))


def _glare(looks: Looks) -> float:
    """Return how much of the worst card shines; the mean over the pictures."""
    return float(np.mean([max(card.glare for card in cards) for cards in looks]))


_OF_CARDS: dict[str, Callable[[Looks], float]] = {
    "size": _median(lambda card: card.height),
    "focus": _focus,
    "light": _median(lambda card: card.paper),
    "exposure": _median(lambda card: card.burnt),
    "contrast": _median(lambda card: card.contrast),
    "glare": _glare,
}
