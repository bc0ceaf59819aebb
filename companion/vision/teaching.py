"""Teaching a deck: from pictures of its cards, in any order, to a gallery; asking only about those in doubt."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np
import numpy.typing as npt

from companion.cards import Deck
from companion.cards import deck as deck_by_id
from companion.errors import UnusableError
from companion.language import mark
from companion.vision.boxes import lie_apart, overlap
from companion.vision.each_once import each_once
from companion.vision.elimination import offered, shares
from companion.vision.faces import faces_of
from companion.vision.finder import CardFinder
from companion.vision.gallery import Gallery, Look, known_codes, make_gallery
from companion.vision.kept_looks import KeptLooks
from companion.vision.missed_faces import with_missed
from companion.vision.reader import Reader, cut_out
from companion.vision.shown import Shown, ShownBefore, View, lies_at, match
from companion.vision.types import Detections, Image

SETTLED = 0.9
"""A card is recognised when it is so likely what it is taken for, all cards of the deck considered."""
_LEAST_FOUND = 0.5
_MOSTLY_NOTHING = 0.5
_FLATTER = 0.8
"""Power to which the classifier's chances are raised: on a deck it has never seen it is surer than it may be."""
_DISTRUST, _BENEFIT = 0.6, 10
"""How much flatter they are made where people have said of every card that it is another than it was read as, and how
many cards read rightly the deck is credited with before any is shown."""
_LYING = 0.8
"""Overlap with a card of the picture before from which it lies still."""
_SURELY_OTHERS, _EXPLAINED = 4, 0.5
"""So many cards, none of which is recognised, are of another deck where that explains them so well in the mean."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtCard:
    """One physical card that was shown.

    Attributes:
        number: Names the card in `Teacher.confirm`, `dismiss` and `take_back`; never changes.
        crop: (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR, the sharpest look at it.
        code: What it is taken for; None where it is in doubt.
        confidence: How sure that is, 0..1.
        candidates: What it may be, with chances, the likeliest first; those that other cards surely are left out.
        confirmed: A person said what it is.
        corners: (4, 2) pixels of the last picture; None where it is not in that.
    """

    number: int
    crop: Image
    code: str | None
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    confirmed: bool
    corners: npt.NDArray[np.float32] | None


@dataclass(frozen=True, slots=True)
class Lesson:
    """How far the teaching has come.

    Attributes:
        cards: Every physical card shown so far, in the order of appearance.
        recognised: Those that are known or confirmed.
        doubtful: Those to ask about, the most helpful question first.
        missing: The codes of the deck that no card is recognised as.
        renamed: Those missing that an earlier teaching knew: it took for them what a person calls otherwise now. With
            the names that they have now.
    """

    cards: tuple[TaughtCard, ...]
    recognised: tuple[TaughtCard, ...]
    doubtful: tuple[TaughtCard, ...]
    missing: tuple[str, ...]
    renamed: Mapping[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Every card of the deck is recognised."""
        return not self.missing


class Teacher:
    """Learns a deck from pictures; not for several threads at once."""

    def __init__(self, finder: CardFinder, reader: Reader, name: str, deck: str) -> None:
        """Begin with nothing known.

        Args:
            finder: Finds the cards in the pictures.
            reader: Reads them, as well as it can.
            name: What the owner calls the deck.
            deck: Id of the deck.
        """
        self._finder = finder
        self._reader = reader
        self.name = name
        self.deck: Deck = deck_by_id(deck)
        self._shown: dict[int, Shown] = {}
        self._numbers = count(1)
        self._kept = KeptLooks((), self._both_ways)
        self._before: npt.NDArray[np.float32] = np.zeros((0, 4, 2), np.float32)

    def go_on_from(self, gallery: Gallery) -> None:
        """Take over what an earlier teaching came to; what is shown from now on replaces it card by card.

        A look at a card that a person calls otherwise now is not kept under its name of before.

        Raises:
            UnusableError: It is a gallery of another deck.
        """
        if gallery.deck != self.deck.id:
            raise UnusableError(
                mark("the name {name} is that of a deck of other cards ({kept}, not {asked}); give this one another"),
                name=repr(self.name),
                kept=gallery.deck,
                asked=self.deck.id,
            )
        self._kept = KeptLooks(gallery.looks, self._both_ways)

    def forget(self, codes: Collection[str]) -> None:
        """Forget what an earlier teaching kept of cards, and was shown as them: one was given a wrong name."""
        self._kept = self._kept.without(codes)
        for card in self.lesson().recognised if self._shown else ():
            if card.code in codes:
                del self._shown[card.number]

    def so_far(self) -> tuple[ShownBefore, ...]:
        """Return all cards that were shown, to be taken up by another teacher."""
        cards = self._shown.values()
        return tuple(ShownBefore(tuple(view.crop for view in card.views), card.said, card.foreign) for card in cards)

    def take_up(self, cards: Sequence[ShownBefore]) -> None:
        """Go on with a lesson that was not ended, as if these cards had been shown to this teacher."""
        for before in cards:
            views = [cut for cut, _ in self._both_ways(before.crops)]
            card = Shown(next(self._numbers), views, before.said, before.foreign)
            self._shown[card.number] = card

    def add(self, image: Image, code: str | None = None, *, moving: bool = False) -> Lesson:
        """Look at the cards in one picture: one card, rows, or fans.

        Args:
            image: (H, W, 3) uint8 BGR.
            code: Which card it shows, where that is known; the picture then counts as one of this card alone.
            moving: It is one of many, of a table on which cards are still being laid: those that do not lie where they
                lay in the picture before are left for the next. A card on its way is blurred, and would be a new one.

        Raises:
            UnusableError: A card is named and none is found in the picture, or several and none is read as that one.
            UnknownCardError: `code` is no card of the deck.
        """
        found = self._finder.find(image)
        found = found[found.face_up & (found.confidence >= _LEAST_FOUND)]
        # Where cards are laid apart one after the other, none lies unseen beside those that are there.
        if code is None and not (moving and lie_apart(found.corners, (image.shape[1], image.shape[0]))):
            found = with_missed(image, found, self._finder, self._reader, self.deck.id)
        found = each_once(image, found, self._reader, self.deck.id)
        if code is not None:
            self.deck.parse(code)
            if not len(found):
                raise UnusableError(f"no card was found in the picture of {code}")
            found = self._named(image, found, code)
        passing = found[:0]
        if moving:
            lies = np.array([any(overlap(card, was) >= _LYING for was in self._before) for card in found.corners], bool)
            self._before = found.corners
            found, passing = found[lies], found[~lies]
        self._look_at(image, found, passing, code)
        return self.lesson()

    def _named(self, image: Image, found: Detections, code: str) -> Detections:
        """Return the card that a picture is named after: the only one, or the one that is read so."""
        if len(found) == 1:
            return found
        readings = self._reader.read(image, found.corners, self.deck.id)
        place = readings.codes.index(code)
        best = int(readings.probabilities[:, place].argmax())
        if int(readings.probabilities[best].argmax()) != place:
            raise UnusableError(
                f"the picture of {code} shows {len(found)} cards, none of which is read as {code}; show it alone"
            )
        return found[best : best + 1]

    def _look_at(self, image: Image, found: Detections, passing: Detections, code: str | None) -> None:
        before = [card for card in self._shown.values() if card.corners is not None]
        here: list[Shown] = []
        for corners, views in self._views(image, found, keep_all=code is not None):
            earlier = [card for card in self._shown.values() if card not in here]
            same = match(views, corners, code, earlier)
            if same is None:
                card = Shown(next(self._numbers), [views[0]])
            else:
                card, view = same
                card.keep(view)
            card.said, card.corners = code or card.said, corners
            here.append(card)
            self._shown[card.number] = card
        for card in before:
            # A card that is nudged, or under a hand, is where it was for now.
            if card not in here and not any(lies_at(card, corners) for corners in passing.corners):
                card.corners = None

    def _views(
        self, image: Image, found: Detections, *, keep_all: bool
    ) -> Iterator[tuple[npt.NDArray[np.float32], tuple[View, View]]]:
        """Yield the faces that can be read, both ways round, the likelier upright way first."""
        faces = faces_of(self._reader, self.deck.id, cut_out(image, found.corners))
        for corners, face in zip(found.corners, faces, strict=True):
            if keep_all or face.nothing <= _MOSTLY_NOTHING:
                yield corners, ((face.other, face.cut) if face.is_turned else face.both_ways)

    def _both_ways(self, crops: Sequence[Image]) -> Iterator[tuple[View, View]]:
        return (face.both_ways for face in faces_of(self._reader, self.deck.id, crops))

    def confirm(self, number: int, code: str) -> Lesson:
        """Say which card one is.

        Raises:
            UnknownCardError: `code` is no card of the deck.
            KeyError: No card has this number.
        """
        self.deck.parse(code)
        self._shown[number].said, self._shown[number].foreign = code, False
        return self.lesson()

    def dismiss(self, number: int) -> Lesson:
        """Say that one is no card of the deck (a joker, a picture of a card).

        Raises:
            KeyError: No card has this number.
        """
        self._shown[number].foreign = True
        return self.lesson()

    def take_back(self, number: int) -> Lesson:
        """Forget what a person said of one.

        Raises:
            KeyError: No card has this number.
        """
        self._shown[number].said, self._shown[number].foreign = None, False
        return self.lesson()

    def lesson(self) -> Lesson:
        """Return how far the teaching has come."""
        shown = [card for card in self._shown.values() if not card.foreign]
        weighed = zip(shown, *self._weigh(shown), strict=True)
        cards = tuple(self._describe(card, chances, choice) for card, chances, choice in weighed)
        recognised = tuple(card for card in cards if card.code is not None)
        doubtful = sorted((card for card in cards if card.code is None), key=lambda card: card.confidence)
        kept, renamed = self._kept.beside(shown)
        known = {card.code for card in recognised} | {look.code for look in kept}
        missing = tuple(code for code in self.deck.codes if code not in known)
        renamed = {before: now for before, now in renamed.items() if before in missing}
        return Lesson(cards, recognised, tuple(doubtful), missing, renamed)

    def other_deck(self, lesson: Lesson) -> str | None:
        """Return the deck that the cards shown look like, where none of them is recognised as one of this deck.

        None where they may well be of this deck.

        Args:
            lesson: How far the teaching has come.
        """
        if lesson.recognised or len(lesson.cards) < _SURELY_OTHERS:
            return None
        means = np.mean([self._shown[card.number].views[0].explained for card in lesson.cards], axis=0)
        explained = dict(zip(self._reader.decks, means.tolist(), strict=True))
        likeliest = max(explained, key=lambda deck: explained[deck])
        return likeliest if likeliest != self.deck.id and explained[likeliest] > _EXPLAINED else None

    def _weigh(self, shown: Sequence[Shown]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return (N, K) chances of each card shown being each card of the deck, all of them considered together.

        And (N, K) the same as they are offered to people.
        """
        codes = self.deck.codes
        if not shown:
            return np.zeros((0, len(codes))), np.zeros((0, len(codes)))
        means = np.stack([card.evidence for card in shown])
        power = _FLATTER * (1 - _DISTRUST * self._contradicted(shown, means))
        likelihoods = np.exp(power * (means - means.max(axis=1, keepdims=True)))
        for row, card in enumerate(shown):
            if card.said is not None:
                likelihoods[row] = 0
                likelihoods[row, codes.index(card.said)] = 1
        chances = shares(likelihoods, np.array([self.deck.copies(code) for code in codes], np.float64))
        return chances, offered(chances, likelihoods)

    def _contradicted(self, shown: Sequence[Shown], means: npt.NDArray[np.float64]) -> float:
        """Return which share of the cards, some taken for granted, people have said to be others than they read as."""
        said = [row for row, card in enumerate(shown) if card.said is not None]
        wrong = sum(shown[row].said != self.deck.codes[int(means[row].argmax())] for row in said)
        return wrong / (len(shown) + _BENEFIT)

    def _describe(self, card: Shown, chances: npt.NDArray[np.float64], choice: npt.NDArray[np.float64]) -> TaughtCard:
        order = np.argsort(-chances, kind="stable")
        candidates = tuple((self.deck.codes[i], float(choice[i])) for i in order[:8] if choice[i] >= 0.005)
        confidence = float(chances[order[0]])
        settled = card.said is not None or confidence >= SETTLED
        code = (card.said or self.deck.codes[order[0]]) if settled else None
        return TaughtCard(
            card.number, card.views[0].crop, code, confidence, candidates, card.said is not None, card.corners
        )

    def gallery(self) -> Gallery:
        """Return the gallery of the cards that are recognised.

        Raises:
            UnusableError: None is.
        """
        names = {card.number: card.code for card in self.lesson().recognised}
        looks = [
            Look(code, view.crop)
            for number, code in names.items()
            if code is not None
            for view in self._shown[number].views
        ]
        shown = set(known_codes(self.deck, looks))
        kept = [look for look in self._kept.beside(self._shown.values())[0] if look.code not in shown]
        return make_gallery(self._reader, self.name, self.deck.id, [*kept, *looks])
