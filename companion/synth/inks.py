"""The same deck from another printer: its colours moved a little, faded or deepened."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.synth.designs import BgraImage, CardPicture

_SHARE_GREY = 0.06


@dataclass(frozen=True)
class Inks:
    """How a printer's colours differ.

    Attributes:
        hue: Turn of the colour circle, degrees; small, since four-colour decks tell suits by colour.
        saturation: Factor; 0 prints in grey.
        gamma: Exponent of the brightness: above 1 darker middle tones.
    """

    hue: float
    saturation: float
    gamma: float

    def reprint(self, picture: CardPicture) -> CardPicture:
        """Return a card of a deck as this printer prints it."""
        return replace(picture, levels=tuple(self._reprint(level) for level in picture.levels))

    def _reprint(self, level: BgraImage) -> BgraImage:
        steps = np.arange(256)
        hue = ((steps + self.hue / 2) % 180).astype(np.uint8)
        saturation = np.clip(steps * self.saturation, 0, 255).astype(np.uint8)
        value = (255 * (steps / 255) ** self.gamma).astype(np.uint8)
        tables = np.stack([hue, saturation, value], axis=-1)[None]
        changed = cv2.LUT(cv2.cvtColor(np.ascontiguousarray(level[..., :3]), cv2.COLOR_BGR2HSV), tables)
        colours = cv2.cvtColor(changed, cv2.COLOR_HSV2BGR)
        # Colours are premultiplied: none may outshine its alpha.
        return np.dstack([np.minimum(colours, level[..., 3:]), level[..., 3]])


def random_inks(rng: np.random.Generator) -> Inks:
    """Draw a printer by lot."""
    grey = rng.random() < _SHARE_GREY
    return Inks(float(rng.normal(0, 9)), 0.0 if grey else float(rng.uniform(0.35, 1.5)), float(rng.uniform(0.75, 1.4)))
