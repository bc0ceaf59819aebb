"""Reading with a gallery beside the classifier."""

import numpy as np
import numpy.typing as npt

from companion.vision.gallery import Gallery
from companion.vision.newcomers import left_for_later
from companion.vision.onnx_model import FloatTensor, as_chances
from companion.vision.reader import CERTAIN, Perceived, Reader, cut_out
from companion.vision.types import Image, Readings

# Chosen by likelihood on decks in styles that the reader was not trained on (docs/decisions/0009-teaching.md).
_SHARPNESS = 40.0
"""Weight of a cosine against a logarithm of a chance."""
_CLASSIFIER = 0.2
"""Weight of the classifier's own opinion."""
_LEAST_CHANCE = 1e-4
_LESS_ALIKE, _SOFTNESS = 0.13, 0.03
"""How much less alike than the gallery's own looks at a card a card may as well be of another design, and how gradually
that changes."""
_FOREIGN = 0.5
"""A card that is of the taught design with less is one of another."""
_OWN_SHARE = 0.4
"""Weight of a card's own similarity; the rest is the mean over the cards in the same picture."""


class GalleryReader:
    """Reads the cards of a taught deck by how they look, and all other cards as if nothing had been taught.

    Attributes:
        model: What reads all other cards.
        gallery: The taught deck.
    """

    def __init__(self, reader: Reader, gallery: Gallery) -> None:
        """Read with a gallery.

        Args:
            reader: The model that the gallery was embedded with (`load_gallery`, `make_gallery`).
            gallery: The taught deck.
        """
        if gallery.fingerprint != reader.fingerprint:
            raise ValueError("expected a gallery of this reader model, got one of another")
        self.model = reader
        self._alike = gallery.consistency - _LESS_ALIKE
        self.gallery = gallery

    def read(
        self,
        image: Image,
        corners: npt.NDArray[np.floating],
        deck: str,
        newcomers: npt.NDArray[np.bool_] | None = None,
    ) -> Readings:
        """Read N cards of one picture; see `Reader.read`."""
        if deck != self.gallery.deck or not len(corners):
            return self.model.read(image, corners, deck, newcomers)
        first = self.model.perceive(cut_out(image, corners))
        readings, same = self._with_gallery(first, deck)
        sure = np.maximum(readings.probabilities.max(axis=1), readings.nothing)
        # Of cards that do not look like the taught ones the model is in doubt as it is without them.
        sure = np.where(same < _FOREIGN, np.minimum(sure, self.model.certainty(first.chances)), sure)
        left = left_for_later(newcomers, readings.probabilities.max(axis=1))
        doubtful = np.flatnonzero((sure < CERTAIN) & ~left)
        if not len(doubtful):
            return readings
        return self._with_gallery(self.model.perceive_again(image, corners, first, doubtful), deck)[0]

    def deck_chances(self, image: Image, corners: npt.NDArray[np.floating]) -> dict[str, float]:
        """Tell which deck N cards belong to; see `Reader.deck_chances`."""
        chances = self.model.deck_chances(image, corners)
        if len(corners) and self.gallery.deck in chances:
            ways = np.concatenate([corners, np.roll(corners, 1, axis=1)])
            similar, _ = self.gallery.similarities(self.model.perceive(cut_out(image, ways)).embedding)
            same = float(self._chance_same(similar.reshape(2, len(corners), -1).max(axis=(0, 2))).mean())
            chances = {deck: chance * (1 - same) for deck, chance in chances.items()}
            chances[self.gallery.deck] += same
        return chances

    def _with_gallery(self, perceived: Perceived, deck: str) -> tuple[Readings, FloatTensor]:
        """Return readings of N cards, and (N,) how likely each is of the taught design."""
        plain = self.model.readings(perceived, deck)
        similar, turned = self.gallery.similarities(perceived.embedding)
        columns = np.array([plain.codes.index(code) for code in self.gallery.codes], np.intp)
        same = self._chance_same(similar.max(axis=1))
        score = _SHARPNESS * similar + _CLASSIFIER * np.log(plain.probabilities[:, columns] + _LEAST_CHANCE)
        taught = np.zeros_like(plain.probabilities)
        taught[:, columns] = as_chances(score)
        # A card that was never shown may be in play all the same: unless it looks like one that was, the classifier
        # speaks for it.
        untaught = plain.probabilities * (1 - self._is_alike(similar.max(axis=1)))[:, None]
        untaught[:, columns] = 0
        taught = taught * (1 - untaught.sum(axis=1, keepdims=True)) + untaught
        weight = same[:, None]
        readings = Readings(
            plain.codes,
            np.asarray(weight * taught + (1 - weight) * plain.probabilities, np.float32),
            np.asarray(same * turned + (1 - same) * plain.turned, np.float32),
            np.asarray((1 - same) * plain.nothing, np.float32),
        )
        return readings, same

    def _chance_same(self, nearest: FloatTensor) -> FloatTensor:
        """Return (N,) how likely each card of one picture is of the taught design, by its similarity and others'."""
        return self._is_alike(_OWN_SHARE * nearest + (1 - _OWN_SHARE) * nearest.mean())

    def _is_alike(self, similarity: FloatTensor) -> FloatTensor:
        return np.asarray(1 / (1 + np.exp((self._alike - similarity) / _SOFTNESS)), np.float32)
