"""Finder and reader together: what cards lie in a picture."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Protocol

import numpy as np

from companion.errors import UnusableError
from companion.language import mark
from companion.vision.boxes import lie_apart, log_odds, overlap
from companion.vision.credible import card_chances
from companion.vision.fans import FanFinder
from companion.vision.finder import LOOKS_FOR_MISSED, CardFinder
from companion.vision.gallery import Gallery
from companion.vision.gallery_file import load_gallery
from companion.vision.gallery_reader import GalleryReader
from companion.vision.learning import LearningReader
from companion.vision.one_size import boxes_of_one_size
from companion.vision.read_cards import READ_ALIKE, SAME_CARD, Look, ReadCards
from companion.vision.reader import CardReader, Reader
from companion.vision.refined_finder import RefinedFinder
from companion.vision.remembering import RememberingReader
from companion.vision.types import Detections, FloatArray, Image, SeenCard

_CARD = 0.5
"""What is a card with less of a chance is dropped."""
_READ_AT_ONCE = ((0.7, 0.75), (0.8, 0.999))
"""Width by height of a box, and the chance from which on its card is not read sideways, too: cards seen from above have
0.62 to 0.72. What is read with 0.999 could hardly be surer, and would be read anew at every look."""
_SIDEWAYS_NEEDS = ((0.7, 0.75, 0.85), (4.0, 2.0, 0.0))
"""Width by height of a box, and by how much (log odds) a reading sideways must be the surer one there: where a card
looks upright it is mostly wrong, but hardly ever where it is as sure as right ones are."""
_READ_SURELY = 0.98
"""A covered card read with less is also read where the close look alone has it."""
_SIZE_CERTAIN, _SIZE_SPEAKS = 0.9, 1.3
"""A card read with less may be another's size instead; that speaks for it, so it need not be read quite as surely."""
_LEAST_TRUST, _TRUST_IN_BACK = 0.05, 0.09

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
    """

    def __init__(self, finder: CardFinder, reader: CardReader, pupil: LearningReader | None = None) -> None:
        self.finder = finder
        self.reader = reader
        self.pupil = pupil

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
            return ModelEyes(self.finder, RememberingReader(self.reader))
        pupil = LearningReader(self.reader)
        return ModelEyes(self.finder, RememberingReader(pupil), pupil)

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
        cards = self._read_found(image, found, deck)
        # At a table cards come one after the other, so that one beneath another was seen before.
        if card_height is None or not lie_apart(cards.boxes.corners, (image.shape[1], image.shape[0])):
            cards = self._add_missed(image, cards, deck)
        return _cards(cards, card_height)

    def _read_found(self, image: Image, found: Detections, deck: str) -> ReadCards:
        quads = found.corners.copy()
        best = self._look_everywhere(image, quads, found, deck)
        moved = self._give_size(image, quads, best, deck)
        repeated = _repeated(quads, best, moved)
        if found.otherwise is not None and self._put_back(image, quads, found.otherwise, best, repeated, deck):
            repeated = _repeated(quads, best, moved)
        kept = [i for i in range(len(found)) if i not in repeated]
        return ReadCards.of(found, quads, best)[kept].without_crossed()

    def _add_missed(self, image: Image, cards: ReadCards, deck: str) -> ReadCards:
        """Look around the cards that are known, and then around those that come to light, for others."""
        joined, around = cards, cards.known
        for _ in range(LOOKS_FOR_MISSED):
            corners = joined.boxes.corners
            missed = self.finder.missed(image, corners[around], corners[joined.known])
            if not len(missed):
                break
            quads = missed.corners.copy()
            best = self._look_everywhere(image, quads, missed, deck)
            joined, around = joined.joined_by(ReadCards.of(missed, quads, best))
        return cards if joined is cards else joined.without_crossed()

    def _look_everywhere(self, image: Image, quads: FloatArray, found: Detections, deck: str) -> dict[int, Look]:
        """Read faces where they are, may lie otherwise, and sideways; each box goes where its card is read best."""
        best = self._look_at(image, quads, np.flatnonzero(found.face_up).tolist(), deck)
        if found.otherwise is not None:
            self._look_otherwise(image, quads, found.otherwise, best, deck)
        self._look_sideways(image, quads, best, deck)
        return best

    def _look_at(self, image: Image, quads: FloatArray, indices: Sequence[int], deck: str) -> dict[int, Look]:
        if not len(indices):
            return {}
        readings = self.reader.read(image, quads[np.array(indices, np.intp)], deck)
        return {index: Look(readings, row) for row, index in enumerate(indices)}

    def _look_otherwise(
        self, image: Image, quads: FloatArray, otherwise: FloatArray, best: dict[int, Look], deck: str
    ) -> None:
        """Put the boxes of cards in doubt where they may lie otherwise, if they are read better there."""
        doubted = [i for i in best if best[i].likeliest < _READ_SURELY and (quads[i] != otherwise[i]).any()]
        for index, look in self._look_at(image, otherwise, doubted, deck).items():
            if look.likeliest > best[index].likeliest:
                best[index], quads[index] = look, otherwise[index]

    def _put_back(
        self,
        image: Image,
        quads: FloatArray,
        otherwise: FloatArray,
        best: dict[int, Look],
        repeated: set[int],
        deck: str,
    ) -> bool:
        """Put boxes that came to lie on another card where they may lie otherwise; return whether there were any."""
        back = [i for i in sorted(repeated) if (quads[i] != otherwise[i]).any()]
        for index, look in self._look_at(image, otherwise, back, deck).items():
            best[index], quads[index] = look, otherwise[index]
        return bool(back)

    def _look_sideways(self, image: Image, quads: FloatArray, best: dict[int, Look], deck: str) -> None:
        """Turn the boxes of cards that are read better the other way round."""
        widths = {i: _width_by_height(quads[i]) for i in best}
        doubted = [i for i in best if best[i].likeliest < np.interp(widths[i], *_READ_AT_ONCE)]
        turned = np.roll(quads, 1, axis=1)
        for index, look in self._look_at(image, turned, doubted, deck).items():
            upright, sideways = log_odds(np.array([best[index].likeliest, look.likeliest]))
            if sideways - np.interp(widths[index], *_SIDEWAYS_NEEDS) > upright:
                best[index], quads[index] = look, turned[index]

    def _give_size(self, image: Image, quads: FloatArray, best: dict[int, Look], deck: str) -> list[int]:
        """Give cards that are hardly read the size of those beside them where that reads better; return which moved."""
        if all(look.likeliest >= _SIZE_CERTAIN for look in best.values()):
            return []
        trust = np.full(len(quads), _TRUST_IN_BACK)
        for index, look in best.items():
            trust[index] = max(look.likeliest, _LEAST_TRUST) ** 2
        size = (image.shape[1], image.shape[0])
        moved = []
        for index, boxes in boxes_of_one_size(quads, trust, deck, size).items():
            if index not in best or best[index].likeliest >= _SIZE_CERTAIN:
                continue
            looks = self._look_at(image, boxes, range(len(boxes)), deck)
            surest = max(looks, key=lambda row: looks[row].likeliest)
            if looks[surest].likeliest * _SIZE_SPEAKS > best[index].likeliest:
                best[index], quads[index] = looks[surest], boxes[surest]
                moved.append(index)
        return moved


def _repeated(quads: FloatArray, best: dict[int, Look], moved: Sequence[int]) -> set[int]:
    """Return the less sure of two faces that show one card: one was moved onto the other, or they read alike."""
    repeated = set()
    for index, other in combinations(best, 2):
        alike = best[index].code == best[other].code
        if not (alike or index in moved or other in moved):
            continue
        if overlap(quads[index], quads[other]) > (READ_ALIKE if alike else SAME_CARD):
            repeated.add(min(index, other, key=lambda i: best[i].likeliest))
    return repeated


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


def _width_by_height(corners: FloatArray) -> float:
    """Return how long the first edge of a box and the one across from it are, by the other two."""
    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float((edges[0] + edges[2]) / max(edges[1] + edges[3], 1e-6))
