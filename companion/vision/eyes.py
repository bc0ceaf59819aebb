"""Finder and reader together: what cards lie in a picture."""

from typing import Protocol

import numpy as np

from companion.vision.finder import CardFinder
from companion.vision.reader import CardReader, Reader
from companion.vision.refiner import RefinedFinder
from companion.vision.types import Detections, Image, SeenCard

_SURELY_FOUND = 0.7
_SURELY_NOTHING = 0.5
"""What the finder is less sure of than the first, and the reader calls nothing with more than the second, is dropped:
mostly bright rectangles that are no cards."""


class Eyes(Protocol):
    """Anything that sees cards in pictures."""

    def look(self, image: Image, deck: str, card_height: float | None = None) -> list[SeenCard]:
        """Find and read the cards in one picture, the surest found first.

        Args:
            image: (H, W, 3) uint8 BGR.
            deck: Id of the deck in play.
            card_height: Height of a card in pixels where it is known; None looks for every size.
        """
        ...


class ModelEyes:
    """Eyes made of the shipped (or given) finder and reader."""

    def __init__(self, finder: CardFinder, reader: CardReader) -> None:
        self.finder = finder
        self.reader = reader

    @classmethod
    def shipped(cls) -> "ModelEyes":
        """Load the models that travel with the program.

        Raises:
            UnusableError: A model is missing or unusable.
        """
        return cls(RefinedFinder.shipped(), Reader.shipped())

    def look(self, image: Image, deck: str, card_height: float | None = None) -> list[SeenCard]:
        """See `Eyes.look`."""
        return self._read(image, self.finder.find(image, card_height), deck)

    def look_for_deck(self, image: Image) -> tuple[str | None, list[SeenCard]]:
        """Find the cards in one picture and read them as cards of the deck that they look most like.

        Returns:
            The deck, None where no face shows which it is, and the cards.
        """
        found = self.finder.find(image)
        faces = found.corners[found.face_up]
        chances = self.reader.deck_chances(image, faces)
        likeliest = max(chances, key=lambda deck: chances[deck])
        return likeliest if len(faces) else None, self._read(image, found, likeliest)

    def _read(self, image: Image, found: Detections, deck: str) -> list[SeenCard]:
        faces = np.flatnonzero(found.face_up)
        readings = self.reader.read(image, found.corners[faces], deck)
        row_of = {int(index): row for row, index in enumerate(faces)}
        seen = []
        for index in range(len(found)):
            corners, confidence = found.corners[index], float(found.confidence[index])
            row = row_of.get(index)
            if row is None:
                seen.append(SeenCard(corners, False, confidence, ()))
                continue
            if confidence < _SURELY_FOUND and readings.nothing[row] > _SURELY_NOTHING:
                continue
            if readings.turned[row] > 0.5:
                corners = np.roll(corners, 2, axis=0)
            seen.append(SeenCard(corners, True, confidence, readings.ranked(row)))
        return seen
