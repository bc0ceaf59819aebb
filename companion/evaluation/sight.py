"""A look at one photograph, whatever its size, with or without the deck being known."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.cards import SPANISH48
from companion.cards import deck as deck_by_id
from companion.vision.eyes import Eyes
from companion.vision.naming import NamedCard, name_cards
from companion.vision.sources.pictures import read_picture
from companion.vision.types import Image, SeenCard

LONGEST_SIDE = 8000
"""Pixels beyond which a photograph is shrunk before it is looked at: OpenCV warps no picture beyond 32,767, and a card
that can be found has some hundred pixels even so."""


class DeckEyes(Eyes, Protocol):
    """Eyes that can also tell decks apart."""

    def look_for_deck(self, image: Image) -> tuple[str | None, list[SeenCard]]:
        """Find and read the cards in one picture as the deck they look most like (None where no face tells)."""
        ...


@dataclass(frozen=True, slots=True)
class Sight:
    """What was seen in a photograph.

    Attributes:
        image: The whole photograph, (H, W, 3) uint8 BGR, upright.
        deck: The deck in play or, where it was asked for, decided; None where no face tells.
        cards: The cards, the surest found first; corners in pixels of `image`.
    """

    image: Image
    deck: str | None
    cards: tuple[NamedCard, ...]


def see(eyes: DeckEyes, image: Image, deck: str | None) -> tuple[str | None, list[SeenCard]]:
    """Find and read the cards in one picture, as those of a deck; None takes the one that they look most like.

    Returns:
        The deck, None where it had to be told and no face tells it; and the cards.
    """
    return eyes.look_for_deck(image) if deck is None else (deck, eyes.look(image, deck))


def look_at(eyes: DeckEyes, path: Path, deck: str | None, *, joint: bool = True) -> Sight:
    """Find and read the cards in a photograph.

    Args:
        eyes: What looks.
        path: The picture file.
        deck: Id of the deck in play; None decides it from the picture.
        joint: Decide the cards together (`companion.vision.naming`).

    Raises:
        UnusableError: The file holds no picture, or the deck cannot be read.
    """
    image = read_picture(path)
    scale = min(1.0, LONGEST_SIDE / max(image.shape[:2]))
    looked_at = image if scale == 1.0 else _shrink(image, scale)
    deck, seen = see(eyes, looked_at, deck)
    if scale != 1.0:
        true_scale = np.array([image.shape[1] / looked_at.shape[1], image.shape[0] / looked_at.shape[0]], np.float32)
        seen = [replace(card, corners=card.corners * true_scale) for card in seen]
    # Where no face tells the deck there is nothing to name either, so any deck will do.
    named = name_cards(seen, deck_by_id(deck or SPANISH48.id), joint=joint)
    return Sight(image, deck, tuple(named))


def _shrink(image: Image, scale: float) -> Image:
    height, width = image.shape[:2]
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
