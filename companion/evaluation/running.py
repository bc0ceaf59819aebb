"""Eyes looking at labelled pictures."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.cards import deck as deck_by_id
from companion.evaluation.labels import LabelledPicture, PictureSet
from companion.evaluation.scoring import PictureScore, Tally, score_picture
from companion.vision.eyes import Eyes
from companion.vision.naming import NamedCard, name_cards


@dataclass(frozen=True, slots=True)
class Examined:
    """A labelled picture, what was found in it and how right that was."""

    picture: LabelledPicture
    found: tuple[NamedCard, ...]
    score: PictureScore


def examine(eyes: Eyes, pictures: Iterator[LabelledPicture], *, joint: bool = True) -> Iterator[Examined]:
    """Look at pictures one by one.

    Args:
        eyes: What is measured.
        pictures: With their labels.
        joint: Decide the cards of a picture together (`companion.vision.naming`).
    """
    for picture in pictures:
        seen = eyes.look(picture.image, picture.deck)
        found = tuple(name_cards(seen, deck_by_id(picture.deck), joint=joint))
        yield Examined(picture, found, score_picture(picture, found))


def tally_set(eyes: Eyes, pictures: PictureSet, notice: Callable[[Examined], None], *, joint: bool = True) -> Tally:
    """Count a whole set.

    Args:
        eyes: What is measured.
        pictures: The set.
        notice: Called after every picture, to show progress and keep mistakes.
        joint: See `examine`.
    """
    tally = Tally()
    for examined in examine(eyes, pictures.pictures(), joint=joint):
        tally.add(examined.picture, examined.found, examined.score)
        notice(examined)
    return tally
