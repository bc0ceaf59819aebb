"""Finder and reader together: what cards lie in a picture."""

from dataclasses import replace
from typing import Protocol

import numpy as np

from companion.errors import UnusableError
from companion.language import mark
from companion.vision.boxes import lie_apart
from companion.vision.credible import card_chances
from companion.vision.faces_read import FacesRead
from companion.vision.fans import FanFinder
from companion.vision.finder import LOOKS_FOR_MISSED, CardFinder
from companion.vision.gallery import Gallery
from companion.vision.gallery_file import load_gallery
from companion.vision.gallery_reader import GalleryReader
from companion.vision.learning import LearningReader
from companion.vision.newcomers import Newcomers
from companion.vision.read_cards import Look, ReadCards
from companion.vision.reader import CardReader, Reader
from companion.vision.refined_finder import RefinedFinder
from companion.vision.remembering import RememberingReader
from companion.vision.types import Detections, FloatArray, Image, SeenCard

_CARD = 0.5
"""What is a card with less of a chance is dropped."""

_TELLS_THE_DECK = 0.5
"""How surely a face is found that tells the deck, if any is: what hardly looks like a card is read as anything."""
_DECK_EXPLAINED, _DECK_AHEAD = 0.3, 0.1
"""How well a deck has to explain the cards in a picture, and how much better than every other, to be taken for theirs.
On decks in styles that the reader does not know, one card tells the deck in 97 of 100 looks, four always."""


def _gallery(name: str, deck: str | None, reader: Reader) -> Gallery:
    gallery = load_gallery(name, reader)
    if deck is not None and gallery.deck != deck:
        raise UnusableError(
            mark("the taught deck {name} is one of other cards ({kept}, not {asked}); choose another for this game"),
            name=repr(name),
            kept=gallery.deck,
            asked=deck,
        )
    return gallery


class Eyes(Protocol):
    """Anything that sees cards in pictures."""

    @property
    def waits(self) -> bool:
        """Whether another look at the same picture may tell more: something has just come there."""
        ...

    def look(self, image: Image, deck: str, card_height: float | None = None) -> list[SeenCard]:
        """Find and read the cards in one picture, the surest found first.

        Args:
            image: (H, W, 3) uint8 BGR.
            deck: Id of the deck in play.
            card_height: Height of a card in pixels where it is known; None looks for every size.
        """
        ...


class ModelEyes:
    """Eyes made of the shipped (or given) finder and reader.

    Attributes:
        finder: Finds the cards.
        reader: Reads them.
        pupil: What gets to know the deck in play, where these eyes watch a table; else None.
        waits: See `Eyes`.
    """

    def __init__(
        self,
        finder: CardFinder,
        reader: CardReader,
        pupil: LearningReader | None = None,
        newcomers: Newcomers | None = None,
    ) -> None:
        """Put them together.

        Args:
            finder: Finds the cards.
            reader: Reads them.
            pupil: See the attribute.
            newcomers: Tells what has just come where it is, which is looked at closely only when it stays; None looks
                closely at everything.
        """
        self.finder = finder
        self.reader = reader
        self.pupil = pupil
        self.waits = False
        self._newcomers = newcomers

    @classmethod
    def shipped(cls, taught: str | None = None, deck: str | None = None, *, fans: bool = False) -> "ModelEyes":
        """Load the models that travel with the program, for watching a table: what lies still is read once.

        Args:
            taught: Name of a taught deck to read with; None for none.
            deck: Id of the deck in play; None where that is not known.
            fans: One hand may lay several cards partly over each other: they are told apart.

        Raises:
            UnusableError: A model is missing or unusable, or the taught deck is, or it is another kind of deck.
        """
        return cls.made_of(RefinedFinder.shipped(), Reader.shipped(), taught, deck, fans=fans).watching()

    @classmethod
    def made_of(
        cls,
        finder: RefinedFinder,
        reader: Reader,
        taught: str | None = None,
        deck: str | None = None,
        *,
        fans: bool = False,
    ) -> "ModelEyes":
        """Put eyes together that look at every picture anew; see `shipped`.

        Raises:
            UnusableError: The taught deck is unusable, or it is another kind of deck.
        """
        seeing = reader if taught is None else GalleryReader(reader, _gallery(taught, deck, reader))
        return cls(FanFinder(finder) if fans else finder, seeing)

    def watching(self, *, learning: bool = True) -> "ModelEyes":
        """Return the same eyes for watching a table: what lies still is read once.

        Args:
            learning: They have a pupil, which can be told how the cards of the deck in play look.
        """
        if not (learning and isinstance(self.reader, Reader | GalleryReader)):
            return ModelEyes(self.finder, RememberingReader(self.reader), newcomers=Newcomers())
        pupil = LearningReader(self.reader)
        return ModelEyes(self.finder, RememberingReader(pupil), pupil, Newcomers())

    def look(self, image: Image, deck: str, card_height: float | None = None) -> list[SeenCard]:
        """See `Eyes.look`."""
        return self._read(image, self.finder.find(image, card_height), deck, card_height)

    def look_for_deck(self, image: Image) -> tuple[str | None, list[SeenCard]]:
        """Find the cards in one picture and read them as cards of the deck that they look most like.

        Returns:
            The deck, None where no face shows which it is or they look like those of no deck that is known, and the
            cards; without a deck, faces have no candidates.
        """
        found = self.finder.find(image)
        sure = found.face_up & (found.confidence >= _TELLS_THE_DECK)
        faces = found.corners[sure if sure.any() else found.face_up]
        chances = self.reader.deck_chances(image, faces)
        first, *others = sorted(chances, key=lambda deck: -chances[deck])
        lead = chances[first] - max((chances[deck] for deck in others), default=0.0)
        seen = self._read(image, found, first)
        if chances[first] < _DECK_EXPLAINED or lead < _DECK_AHEAD:
            return None, [replace(card, probabilities=()) for card in seen]
        return first, seen

    def _read(self, image: Image, found: Detections, deck: str, card_height: float | None = None) -> list[SeenCard]:
        come = None if self._newcomers is None else self._newcomers.among(found.corners)
        # Before it is known how high cards are, everything is looked at closely.
        faces = FacesRead(self.reader, image, found, deck, None if card_height is None else come)
        faces.look_otherwise()
        faces.give_size()
        cards = faces.single_cards().without_crossed()
        self.waits = faces.is_unfinished
        # At a table cards come one after the other, so that one beneath another was seen before.
        if card_height is None or not (self.waits or lie_apart(cards.boxes.corners, (image.shape[1], image.shape[0]))):
            cards = self._add_missed(image, cards, deck)
        return _cards(cards, card_height)

    def _add_missed(self, image: Image, cards: ReadCards, deck: str) -> ReadCards:
        """Look around the cards that are known, and then around those that come to light, for others."""
        joined, around = cards, cards.known
        for _ in range(LOOKS_FOR_MISSED):
            corners = joined.boxes.corners
            missed = self.finder.missed(image, corners[around], corners[joined.known])
            if not len(missed):
                break
            faces = FacesRead(self.reader, image, missed, deck)
            faces.look_otherwise()
            joined, around = joined.joined_by(faces.cards())
        return cards if joined is cards else joined.without_crossed()


def _cards(cards: ReadCards, card_height: float | None) -> list[SeenCard]:
    """Return those of some boxes that are cards, in their order."""
    found = cards.boxes
    nothing = np.array([1.0 if look is None else look.nothing for look in cards.looks])
    likeliest = np.array([0.0 if look is None else look.likeliest for look in cards.looks])
    chances = card_chances(found.corners, found.confidence, found.face_up, nothing, likeliest, card_height)
    return [
        _seen(corners, float(chance), look)
        for corners, look, chance in zip(found.corners, cards.looks, chances, strict=True)
        if chance >= _CARD
    ]


def _seen(corners: FloatArray, found: float, look: Look | None) -> SeenCard:
    if look is None:
        return SeenCard(corners, False, found, ())
    if look.readings.turned[look.row] > 0.5:
        corners = np.roll(corners, 2, axis=0)
    return SeenCard(corners, True, found, look.readings.ranked(look.row))
