"""The values that cross the boundaries of the vision layer.

Pixel frame everywhere: x to the right, y down, (0, 0) the outer corner of the top left pixel.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""A picture of shape (H, W, 3), uint8, channels in the order blue, green, red."""

FloatArray = npt.NDArray[np.float32]

GREY = 114
"""What a finder gets to see where there is no picture, in all channels."""


def _require(condition: bool, expected: str, actual: object) -> None:
    if not condition:
        raise ValueError(f"expected {expected}, got {actual}")


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a source.

    Attributes:
        image: (H, W, 3) uint8, BGR.
        time: Seconds on the source's own clock, never decreasing.
        index: Number of the frame at the source, from 0; gaps are frames nobody looked at.
    """

    image: Image
    time: float
    index: int

    def __post_init__(self) -> None:
        _require(self.image.ndim == 3 and self.image.shape[2] == 3, "an image of shape (H, W, 3)", self.image.shape)
        _require(self.image.dtype == np.uint8, "an image of type uint8", self.image.dtype)


@dataclass(frozen=True, slots=True)
class Detections:
    """Cards that the finder sees in one picture, the surest first.

    Attributes:
        corners: (N, 4, 2) float32 pixels of the picture, clockwise as seen; the first edge (0 to 1) is a short one.
            A covered card is boxed whole, so corners may lie under other cards or outside the picture.
        confidence: (N,) float32, 0..1.
        face_up: (N,) bool; False is a card's back.
        otherwise: (N, 4, 2) float32, where cards in doubt may lie otherwise, the same as `corners` for the others; None
            where nothing is in doubt.
    """

    corners: FloatArray
    confidence: FloatArray
    face_up: npt.NDArray[np.bool_]
    otherwise: FloatArray | None = None

    def __post_init__(self) -> None:
        count = len(self.corners)
        for quads in (self.corners,) if self.otherwise is None else (self.corners, self.otherwise):
            _require(quads.shape == (count, 4, 2), "corners of shape (N, 4, 2)", quads.shape)
            _require(bool(np.isfinite(quads).all()), "corners that are numbers", quads)
        _require(self.confidence.shape == (count,), f"confidence of shape ({count},)", self.confidence.shape)
        _require(bool(np.isfinite(self.confidence).all()), "confidence that is a number", self.confidence)
        _require(self.face_up.shape == (count,), f"face_up of shape ({count},)", self.face_up.shape)

    def __len__(self) -> int:
        return len(self.corners)

    def __getitem__(self, index: "npt.NDArray[np.bool_] | npt.NDArray[np.intp] | slice") -> "Detections":
        otherwise = None if self.otherwise is None else self.otherwise[index]
        return Detections(self.corners[index], self.confidence[index], self.face_up[index], otherwise)

    def at_least(self, confidence: float) -> "Detections":
        """Return those that are at least so sure."""
        return self[self.confidence >= confidence]

    @classmethod
    def empty(cls) -> "Detections":
        """Return no detections."""
        return cls(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.bool_))


@dataclass(frozen=True, slots=True)
class Readings:
    """What the reader makes of N rectified cards.

    Attributes:
        codes: The K card codes of the deck in play, in the deck's order.
        probabilities: (N, K) float32. A row sums to at most 1; what is missing is the chance that the crop is no card
            of this deck or cannot be read.
        turned: (N,) float32, the chance that the crop shows its card upside down (0.5 where the card does not show it).
        nothing: (N,) float32, the chance that the crop shows no card that can be read, of any deck.
    """

    codes: tuple[str, ...]
    probabilities: FloatArray
    turned: FloatArray
    nothing: FloatArray

    def __post_init__(self) -> None:
        expected = (len(self.probabilities), len(self.codes))
        _require(self.probabilities.shape == expected, f"probabilities of shape {expected}", self.probabilities.shape)
        _require(self.turned.shape == expected[:1], f"turned of shape {expected[:1]}", self.turned.shape)
        _require(self.nothing.shape == expected[:1], f"nothing of shape {expected[:1]}", self.nothing.shape)

    def __len__(self) -> int:
        return len(self.probabilities)

    def ranked(self, row: int, least: float = 0.001) -> tuple[tuple[str, float], ...]:
        """Return the codes of one card with their chances, the best first, those below `least` left out."""
        chances = self.probabilities[row]
        order = np.argsort(-chances, kind="stable")
        order = order[chances[order] >= least]
        return tuple((self.codes[i], float(chances[i])) for i in order)


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card in one picture: where it lies and what it may be.

    Attributes:
        corners: (4, 2) float32 pixels, clockwise; starts at the card's own top left where the card shows which way up
            it is (for a back, at any corner that starts a short edge).
        face_up: False for a card's back.
        found: The finder's confidence, 0..1.
        probabilities: Chance of each card code of the deck, the best first; empty for backs. Sums to at most 1.
    """

    corners: FloatArray
    face_up: bool
    found: float
    probabilities: tuple[tuple[str, float], ...]

    def __post_init__(self) -> None:
        _require(self.corners.shape == (4, 2), "corners of shape (4, 2)", self.corners.shape)

    @property
    def best(self) -> tuple[str, float] | None:
        """The likeliest code with its probability, or None for a back or an unreadable face."""
        return self.probabilities[0] if self.probabilities else None
