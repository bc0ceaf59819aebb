"""Cards that were missed in a picture of a deck that is taught: they come to light around those that were found."""

import numpy as np

from companion.vision.boxes import together
from companion.vision.finder import LOOKS_FOR_MISSED, CardFinder
from companion.vision.reader import CardReader
from companion.vision.types import Detections, Image

_READ, _MISSED_READ = 0.5, 0.9
"""How surely a face is read that has its name, and one that had been missed: the deck may be read badly."""


def with_missed(image: Image, found: Detections, finder: CardFinder, reader: CardReader, deck: str) -> Detections:
    """Return faces with those that were missed beside them.

    A face counts as one that was missed where it is surely read, and as a card that none of the others is read as: what
    reads like the card beside it shows that.

    Args:
        image: (H, W, 3) uint8 BGR.
        found: Faces in it.
        finder: Looks around them.
        reader: Reads them.
        deck: Id of the deck.
    """
    around = found
    for _ in range(LOOKS_FOR_MISSED):
        if not len(around):
            break
        around = _others(image, found, finder.missed(image, around.corners, found.corners), reader, deck)
        found = together([found, around])
    return found


def _others(image: Image, found: Detections, missed: Detections, reader: CardReader, deck: str) -> Detections:
    """Return those of the faces that were missed that are cards of their own."""
    missed = missed[missed.face_up]
    if not len(missed):
        return missed
    chances = reader.read(image, together([found, missed]).corners, deck).probabilities
    codes, sure = chances.argmax(axis=1).tolist(), chances.max(axis=1)
    taken = {code for code, chance in zip(codes, sure[: len(found)], strict=False) if chance >= _READ}
    own = []
    for row in range(len(found), len(codes)):
        if sure[row] >= _MISSED_READ and codes[row] not in taken:
            taken.add(codes[row])
            own.append(row - len(found))
    return missed[np.array(own, np.intp)]
