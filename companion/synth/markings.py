"""What programs draw on pictures of cards: an upright rectangle and a caption around each card, lines of text.

Pictures that are passed on bear such drawings, whole or half removed again; a card in one is still a card.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.synth.light import compress
from companion.vision.types import Image

Rng = np.random.Generator
Corners = npt.NDArray[np.float64]
_Colour = tuple[int, int, int]

_BOXED, _CAPTIONED, _FILLED = 0.85, 0.85, 0.65
"""How many cards get a rectangle, how many of these a caption, and how many captions a plate behind them."""
_TWICE, _LINES = 0.2, 0.25
"""How often a card is boxed twice, and how often lines of text stand in the picture besides."""
_REMOVED = 0.5
"""How many pictures' drawings somebody tried to remove."""
_LINE_HEIGHTS, _LEAST_LINE = (0.15, 0.5), 9
"""Height of a line of text as a part of a card's rectangle's, and in pixels at least."""
_CAPITALS = 0.7
"""Height of a capital as a part of a line's."""
_QUALITY = (40, 95)
"""Of the JPEG file that is passed on."""
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX_SMALL)
_LETTERS = "OCEBHSDKQJA"
_WORDS = ("card", "frame", "person", "table", "cam", "fps", "img", "DSC", "test", "run")


@dataclass(frozen=True)
class _Box:
    low: tuple[int, int]
    high: tuple[int, int]
    colour: _Colour
    caption: str | None
    filled: bool


@dataclass(frozen=True)
class Markings:
    """Drawings on one picture, before they are drawn.

    Attributes:
        boxes: Rectangles with their captions.
        lines: Texts with the place of their lower left end, and their colour.
        width: Of the lines, pixels.
        font: Of OpenCV's, with its scale and thickness.
        line_height: Of a line of text, pixels.
        keep: What of the drawings is left: the side of a cell of noise in pixels, and about which share; None for all.
        seed: Of that noise.
        quality: Of the JPEG file in which the picture is passed on, 0 to 100.
    """

    boxes: tuple[_Box, ...]
    lines: tuple[tuple[str, tuple[int, int], _Colour], ...]
    width: int
    font: tuple[int, float, int]
    line_height: int
    keep: tuple[float, float] | None
    seed: int
    quality: int

    @property
    def plates(self) -> tuple[Corners, ...]:
        """Return the (4, 2) pixels of what hides whatever lies there: plates behind captions that nobody removed."""
        if self.keep is not None:
            return ()
        return tuple(_plate(box, self._extent(box.caption)) for box in self.boxes if box.caption and box.filled)

    def draw(self, image: Image) -> Image:
        """Return an (H, W, 3) uint8 picture with the drawings on it, as it is passed on."""
        drawn = image.copy()
        for box in self.boxes:
            cv2.rectangle(drawn, box.low, box.high, box.colour, self.width)
        for box in self.boxes:
            if box.caption:
                self._caption(drawn, box, box.caption)
        for text, place, colour in self.lines:
            self._write(drawn, text, place, colour)
        return compress(drawn if self.keep is None else self._partly(image, drawn, *self.keep), self.quality)

    def _extent(self, text: str) -> tuple[int, int]:
        (width, height), below = cv2.getTextSize(text, *self.font)
        return width + 2 * self.width, height + below

    def _caption(self, drawn: Image, box: _Box, text: str) -> None:
        plate = _plate(box, self._extent(text))
        colour = box.colour
        if box.filled:
            cv2.rectangle(drawn, _point(plate[0]), _point(plate[2]), box.colour, -1)
            colour = (255, 255, 255) if sum(box.colour) < 600 else (40, 20, 20)
        left, bottom = _point(plate[3])
        self._write(drawn, text, (left + self.width, bottom - max(self.line_height // 5, 1)), colour)

    def _write(self, drawn: Image, text: str, place: tuple[int, int], colour: _Colour) -> None:
        font, scale, thickness = self.font
        cv2.putText(drawn, text, place, font, scale, colour, thickness, cv2.LINE_AA)

    def _partly(self, image: Image, drawn: Image, cell: float, share: float) -> Image:
        rng = np.random.default_rng(self.seed)
        height, width = image.shape[:2]
        cells = rng.normal(0, 1, (int(height / cell) + 2, int(width / cell) + 2)).astype(np.float32)
        noise = cv2.resize(cells, (width, height), interpolation=cv2.INTER_CUBIC)
        left = noise < np.quantile(cells, share)
        return np.where(left[..., None], drawn, image)


def _point(corner: npt.NDArray[np.floating]) -> tuple[int, int]:
    return int(corner[0]), int(corner[1])


def _plate(box: _Box, extent: tuple[int, int]) -> Corners:
    """Return where a caption of (width, height) pixels stands: on the rectangle's upper edge, or inside it."""
    left, top = box.low
    above = top - extent[1]
    if above < 0:
        above = top
    return np.array(
        [
            [left, above],
            [left + extent[0], above],
            [left + extent[0], above + extent[1]],
            [left, above + extent[1]],
        ],
        np.float64,
    )


def random_markings(rng: Rng, quads: Sequence[Corners], width: int, height: int) -> Markings:
    """Make up what a program draws around cards.

    Args:
        rng: Source of chance.
        quads: (4, 2) pixels, the cards.
        width: Of the picture, pixels.
        height: Of the picture, pixels.
    """
    tall = float(np.median([np.ptp(quad[:, 1]) for quad in quads])) if len(quads) else height / 4
    line_height = int(np.clip(tall * rng.uniform(*_LINE_HEIGHTS), _LEAST_LINE, height / 6))
    font = int(rng.choice(_FONTS))
    thick = max(int(line_height * rng.uniform(0.06, 0.16)), 1)
    one = cv2.getTextSize("7O", font, 1.0, 1)[0][1]
    line = int(rng.integers(1, 2 + max(line_height // 8, 1)))
    boxes: list[_Box] = []
    for quad in quads:
        times = 0 if rng.random() > _BOXED else 1 + int(rng.random() < _TWICE)
        boxes += [_random_box(rng, quad) for _ in range(times)]
    count = int(rng.integers(1, 4)) if rng.random() < _LINES else 0
    lines = tuple(_random_line(rng, width, height) for _ in range(count))
    keep = (float(np.exp(rng.uniform(0, 2.5))), float(rng.uniform(0.3, 0.95))) if rng.random() < _REMOVED else None
    return Markings(
        tuple(boxes),
        lines,
        line,
        (font, _CAPITALS * line_height / one, thick),
        line_height,
        keep,
        int(rng.integers(2**31)),
        int(rng.uniform(*_QUALITY)),
    )


def _random_colour(rng: Rng) -> _Colour:
    if rng.random() < 0.2:
        level = int(rng.choice([0, 255]))
        return level, level, level
    hue = np.array([[[int(rng.integers(180)), int(rng.integers(120, 256)), int(rng.integers(90, 256))]]], np.uint8)
    blue, green, red = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].tolist()
    return blue, green, red


def _random_box(rng: Rng, quad: Corners) -> _Box:
    low, high = quad.min(axis=0), quad.max(axis=0)
    off = rng.normal(0, 0.03, 4) * float(np.max(high - low))
    low, high = np.clip(low + off[:2], -9999, 9999), np.clip(high + off[2:], -9999, 9999)
    caption = _random_caption(rng) if rng.random() < _CAPTIONED else None
    return _Box(_point(low), _point(high), _random_colour(rng), caption, bool(rng.random() < _FILLED))


def _random_caption(rng: Rng) -> str:
    name = f"{rng.integers(1, 13)}{_LETTERS[int(rng.integers(len(_LETTERS)))]}"
    kind = rng.random()
    if kind < 0.2:
        return name
    sure = float(rng.uniform(0.25, 1.0))
    return f"{name} {sure:.1f}" if kind < 0.6 else f"{name} {sure:.2f}" if kind < 0.85 else f"{name} {100 * sure:.0f}%"


def _random_line(rng: Rng, width: int, height: int) -> tuple[str, tuple[int, int], _Colour]:
    words = rng.choice(_WORDS, int(rng.integers(1, 4))).tolist()
    text = "_".join([*words, str(rng.integers(10**6))])
    place = (
        int(rng.uniform(-0.1, 0.7) * width),
        int(rng.choice([rng.uniform(0.02, 0.12), rng.uniform(0.9, 1)]) * height),
    )
    return text, place, (255, 255, 255) if rng.random() < 0.6 else _random_colour(rng)
