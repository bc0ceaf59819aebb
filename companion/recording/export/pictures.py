"""The pictures of a session with the labels of their cards, as every data set form wants them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from companion.recording.labels import Label, labelled_every
from companion.recording.opening import Session
from companion.recording.playback import Pictures, scaled_to
from companion.recording.veil import Veils
from companion.vision.types import Image

Classes = Literal["cards", "sides"]

BACK = "back"
FACE = "face"


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """One card of a picture.

    Attributes:
        name: Its class.
        corners: (4, 2) float32 pixels of the picture, clockwise from the card's own top left.
    """

    name: str
    corners: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """One picture.

    Attributes:
        name: Unique in the session, without a suffix: `000012.340`.
        time: Seconds of the session.
        image: (H, W, 3) uint8 BGR.
        boxes: Its cards.
    """

    name: str
    time: float
    image: Image
    boxes: tuple[Box, ...]


@dataclass(slots=True)
class Tally:
    """What became of the frames.

    Attributes:
        pictures: Written.
        cards: Labels in them.
        unnamed: Frames left out because it is not known which card one of theirs is.
        unseen: Frames left out because the video lacks them.
    """

    pictures: int = 0
    cards: int = 0
    unnamed: int = 0
    unseen: int = 0


def class_names(session: Session, classes: Classes) -> list[str]:
    """Return the classes: every code of the deck and backs, or just the two sides of a card."""
    return [FACE, BACK] if classes == "sides" else [*session.game.deck.codes, BACK]


def labelled_pictures(
    session: Session, tally: Tally, *, every: float, classes: Classes, masked: bool
) -> Iterator[Labelled]:
    """Yield pictures with their labels; frames without cards are left out.

    Args:
        session: The recording.
        tally: Counts what is yielded and what is left out.
        every: Seconds between two pictures, at least.
        classes: Name every card, or only which side of it shows. A frame with a face that nobody can name cannot be
            labelled by cards and is left out.
        masked: Blur everything but where cards lie.
    """
    with Pictures(session.videos) as pictures:
        veils = Veils(session.looks, pictures) if masked else None
        for look in labelled_every(session, every):
            if not look.labels:
                continue
            if classes == "cards" and any(label.face_up and label.code is None for label in look.labels):
                tally.unnamed += 1
                continue
            frame = pictures.looked_at(look.time)
            if frame is None:
                tally.unseen += 1
                continue
            image = veils.over(frame.image, frame.time) if veils is not None else frame.image
            boxes = tuple(
                Box(_name(label, classes), scaled_to(image, label.corners, look.size)) for label in look.labels
            )
            tally.pictures += 1
            tally.cards += len(boxes)
            yield Labelled(f"{look.time:010.3f}", look.time, image, boxes)


def _name(label: Label, classes: Classes) -> str:
    if not label.face_up:
        return BACK
    return FACE if classes == "sides" or label.code is None else label.code
