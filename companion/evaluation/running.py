"""Eyes looking at labelled pictures."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.cards import deck as deck_by_id
from companion.evaluation.labels import LabelledPicture, PictureSet
from companion.evaluation.scoring import PictureScore, Tally, score_picture
from companion.evaluation.sight import DeckEyes, see
from companion.vision.naming import NamedCard, name_cards


@dataclass(frozen=True, slots=True)
class Examined:
    """A labelled picture, what was found in it and how right that was.

    Attributes:
        picture: It.
        found: The cards.
        score: How right they were.
        deck: The one that they were read as: the picture's or, where that was not said, the one told; None for none.
    """

    picture: LabelledPicture
    found: tuple[NamedCard, ...]
    score: PictureScore
    deck: str | None


def examine(
    eyes: DeckEyes, pictures: Iterator[LabelledPicture], *, joint: bool = True, deck_said: bool = True
) -> Iterator[Examined]:
    """Look at pictures one by one.

    Args:
        eyes: What is measured.
        pictures: With their labels.
        joint: Decide the cards of a picture together (`companion.vision.naming`).
        deck_said: Say which deck is in play; else it is told from each picture.
    """
    for picture in pictures:
        deck, seen = see(eyes, picture.image, picture.deck if deck_said else None)
        found = tuple(name_cards(seen, deck_by_id(deck or picture.deck), joint=joint))
        yield Examined(picture, found, score_picture(picture, found), deck)


def tally_set(
    eyes: DeckEyes,
    pictures: PictureSet,
    notice: Callable[[Examined], None],
    *,
    joint: bool = True,
    deck_said: bool = True,
) -> Tally:
    """Count a whole set.

    Args:
        eyes: What is measured.
        pictures: The set.
        notice: Called after every picture, to show progress and keep mistakes.
        joint: See `examine`.
        deck_said: See `examine`.
    """
    tally = Tally()
    for examined in examine(eyes, pictures.pictures(), joint=joint, deck_said=deck_said):
        tally.add(examined.picture, examined.found, examined.score)
        if not deck_said:
            tally.add_deck(examined.picture, examined.deck)
        notice(examined)
    return tally
