"""The same deck from another cutter: more or less margin around what is printed, and not quite in the middle."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.synth.designs import BgraImage, CardPicture

_RIMS = (0.02, 0.035, 0.05)
"""How far inside its edge a card shows the paper it is printed on, or a line, as parts of its width."""
_LEAST, _MOST = 0.88, 1.05
"""Smaller prints look lost on their cards; larger ones lose their indices."""


@dataclass(frozen=True)
class Cut:
    """How a print lies on its card.

    Attributes:
        width: Factor on the print's width; below 1 the margin grows.
        height: Factor on its height.
        right: How far it is moved to the right, as a part of the card's width.
        down: How far it is moved down, as a part of its height.
    """

    width: float
    height: float
    right: float
    down: float

    def recut(self, picture: CardPicture) -> CardPicture:
        """Return a card of a deck as this cutter cuts it; the card keeps its size and outline."""
        return replace(picture, levels=tuple(self._recut(level) for level in picture.levels))

    def _recut(self, level: BgraImage) -> BgraImage:
        height, width = level.shape[:2]
        matrix = np.array(
            [
                [self.width, 0, width * ((1 - self.width) / 2 + self.right)],
                [0, self.height, height * ((1 - self.height) / 2 + self.down)],
            ]
        )
        # Colours are premultiplied, so what the print leaves free adds up with it.
        printed = cv2.warpAffine(level, matrix, (width, height), flags=cv2.INTER_AREA).astype(np.float32)
        free = 1 - printed[..., 3:] / 255
        colours = (printed[..., :3] + free * _paper(level)) * (level[..., 3:].astype(np.float32) / 255)
        return np.dstack([np.clip(colours, 0, level[..., 3:]).astype(np.uint8), level[..., 3]])


def _paper(level: BgraImage) -> npt.NDArray[np.float32]:
    """Return (3,) the colour of the margin: the lightest that is common along a line near the edge."""
    height, width = level.shape[:2]
    along = level[height // 8 : height - height // 8, :, :3]
    rims = [max(round(rim * width), 1) for rim in _RIMS]
    colours = [np.median(along[:, [rim, width - 1 - rim]], axis=(0, 1)) for rim in rims]
    return np.asarray(max(colours, key=lambda colour: float(colour.sum())), np.float32)


def random_cut(rng: np.random.Generator) -> Cut:
    """Draw a cutter by lot."""
    scale = np.exp(rng.normal(-0.01, 0.045)) * np.exp(rng.normal(0, 0.02, 2))
    width, height = np.clip(scale, _LEAST, _MOST).tolist()
    right, down = rng.normal(0, 0.008, 2).tolist()
    return Cut(width, height, right, down)
