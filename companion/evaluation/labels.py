"""Pictures with what is known to lie in them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from companion.vision.types import FloatArray, Image


@dataclass(frozen=True, slots=True)
class LabelledCard:
    """One card that lies in a picture.

    Attributes:
        name: Code or rank (as `LabelledPicture.named_by` says); None for a back or where the label does not tell.
        outline: (4, 2) pixels; None where the label does not tell.
        face_up: False for a back.
        wanted: It has to be found. False for a card that is hardly visible: finding it is neither right nor wrong.
        readable: It has to be read. False where too little of its face is visible.
        shows_top: `outline` starts at the card's own top left and the card shows which way up it is.
        traits: Classes of cards for which identity is counted apart: its design, how large it appears.
    """

    name: str | None
    outline: FloatArray | None = None
    face_up: bool = True
    wanted: bool = True
    readable: bool = True
    shows_top: bool = False
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """One picture and its labels.

    Attributes:
        name: What a person finds it by.
        image: (H, W, 3) uint8 BGR.
        deck: The deck in play.
        cards: What lies there.
        named_by: What the names of the cards are; None where no card has one.
        outlines: How outlines are compared: upright boxes clipped to the picture, or as they are; None where there are
            none.
        ignored: Faces in view that may be found and read as anything (jokers).
        corners_exact: The outlines are the true corners, so that the finder's can be measured against them.
        kind: What inventions are counted apart by; empty where they are not.
    """

    name: str
    image: Image
    deck: str
    cards: tuple[LabelledCard, ...]
    named_by: Literal["code", "rank"] | None = "code"
    outlines: Literal["upright", "oriented"] | None = "upright"
    ignored: int = 0
    corners_exact: bool = False
    kind: str = ""


@dataclass(frozen=True)
class PictureSet:
    """Pictures that are counted together.

    Attributes:
        source: Where they come from: `french-table`, `rendered`, ...
        part: `fit` or `check`; empty where there are no parts.
        deck: The deck that the cards are of, as their source says.
        count: How many pictures there are.
        pictures: Yields them, one at a time, always the same ones.
    """

    source: str
    part: str
    deck: str
    count: int
    pictures: Callable[[], Iterator[LabelledPicture]] = field(repr=False)
