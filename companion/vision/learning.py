"""Getting to know a deck while it is played with: what is certain in the end is known by its looks from then on."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from companion.cards import deck as deck_by_id
from companion.vision.gallery import Gallery, KnownLook, Look, embedded, gallery_of, known_codes
from companion.vision.gallery_reader import GalleryReader
from companion.vision.reader import Reader
from companion.vision.types import Image, Readings

_ENOUGH = 12
"""Cards that must be known: likeness is told from the middle of them all."""
_ANOTHER = 0.06
"""How much less alike than the looks at one card the cards of a lesson are to those of the same names before where it
was another deck. Of 18 designs a hand on another table is 0.01 to 0.03 more alike; of 36 pairs of others 23 are at
least 0.06 less alike, and the rest near copies (docs/decisions/0019-playing-teaches.md)."""
_SEED = 7


class LearningReader:
    """Reads with a reader and, once it was told enough cards of the deck in play, by their looks as well.

    What it is told counts once the lesson is over. For one thread.

    Attributes:
        model: What reads and embeds.
    """

    def __init__(self, reader: Reader | GalleryReader) -> None:
        """Begin with what the reader knows.

        Args:
            reader: The model, or one that reads with a taught deck; what is taught stays beside what is learned.
        """
        self.model = reader.model if isinstance(reader, GalleryReader) else reader
        self._taught = reader.gallery if isinstance(reader, GalleryReader) else None
        self._keep: Callable[[Gallery], object] | None = None
        self._first = reader
        self._reads: Reader | GalleryReader = reader
        self._deck = ""
        self._known: dict[str, KnownLook] = {}
        self._lesson: dict[str, KnownLook] = {}
        self._rng = np.random.default_rng(_SEED)

    def go_on(self, known: Gallery | None, keep: Callable[[Gallery], object]) -> None:
        """Go on from what was learned another time.

        Args:
            known: That, as `keep` was given it; None where there is nothing.
            keep: Is given what was learned so far whenever it has become more.
        """
        self._keep = keep
        if known is None:
            return
        self._deck = known.deck
        rows = (known.embeddings[known.owner == place] for place in range(len(known.codes)))
        looks = {look.code: look for look in known.looks}
        self._known = {code: KnownLook(looks[code], own) for code, own in zip(known.codes, rows, strict=True)}
        self._read_so()

    @property
    def codes(self) -> tuple[str, ...]:
        """The cards that were learned, in the deck's order."""
        looks = [known.look for known in (self._known | self._lesson).values()]
        return known_codes(deck_by_id(self._deck), looks) if looks else ()

    def learn(self, deck: str, look: Look) -> None:
        """Take in what a card looks like, in place of what was known of it; takes as long as reading a doubtful card.

        What was learned of another kind of deck is forgotten.

        Args:
            deck: Id of the card's deck.
            look: With the card either way up.
        """
        if deck != self._deck:
            self._deck = deck
            self._known.clear()
            self._lesson.clear()
        self._lesson[look.code] = embedded(self.model, deck, upright(self.model, deck, [look]), self._rng)[0]

    def end_lesson(self) -> None:
        """Read by what was learned from now on; where it was another deck of the kind, by that alone."""
        if self._lesson:
            self._known = self._lesson if self._is_another_deck() else self._known | self._lesson
            self._lesson = {}
            learned = self._read_so()
            if self._keep is not None:
                self._keep(learned)

    def forget(self) -> None:
        """Read as in the beginning; what is taught stays. What is kept elsewhere is not deleted."""
        self._known.clear()
        self._lesson.clear()
        self._reads = self._first

    def read(
        self,
        image: Image,
        corners: npt.NDArray[np.floating],
        deck: str,
        newcomers: npt.NDArray[np.bool_] | None = None,
    ) -> Readings:
        """Read N cards of one picture; see `companion.vision.reader.Reader.read`."""
        return self._reads.read(image, corners, deck, newcomers)

    def deck_chances(self, image: Image, corners: npt.NDArray[np.floating]) -> dict[str, float]:
        """Tell which deck N cards belong to; see `companion.vision.reader.Reader.deck_chances`."""
        return self._reads.deck_chances(image, corners)

    def _is_another_deck(self) -> bool:
        """Tell whether the cards of this lesson mostly do not look like those of the same names before."""
        again = [code for code in self._lesson if code in self._known]
        if len(again) < _ENOUGH:
            return False
        before = self._learned()
        views = np.stack([self._lesson[code].embeddings[0] for code in again]).astype(np.float32)
        similar, _ = before.similarities(views)
        alike = similar[np.arange(len(again)), [before.codes.index(code) for code in again]]
        return float(np.median(alike)) < before.consistency - _ANOTHER

    def _read_so(self) -> Gallery:
        """Read with what is known by now, and return it."""
        learned = self._learned()
        if len(self._known) >= _ENOUGH:
            taught = self._taught
            both = learned if taught is None or taught.deck != self._deck else taught.beside(learned)
            self._reads = GalleryReader(self.model, both)
        return learned

    def _learned(self) -> Gallery:
        return gallery_of(self._deck, self._deck, self.model.fingerprint, list(self._known.values()))


def upright(reader: Reader, deck: str, looks: Sequence[Look]) -> list[Look]:
    """Return looks turned the right way up, as far as the reader can tell, knowing which cards they are.

    Args:
        reader: The model.
        deck: Id of the deck.
        looks: With cards either way up.
    """
    chances = reader.perceive([look.crop for look in looks]).chances
    place = {name: column for column, name in enumerate(reader.classes)}
    turned = []
    for look, row in zip(looks, chances, strict=True):
        right_way = f"{deck} {look.code}"
        is_turned = row[place[f"{right_way} turned"]] > row[place[right_way]]
        turned.append(Look(look.code, np.ascontiguousarray(look.crop[::-1, ::-1])) if is_turned else look)
    return turned
