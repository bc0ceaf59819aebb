"""A gallery: how each card of one particular deck looks, learnt from a look or a few at each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Deck
from companion.cards import deck as deck_by_id
from companion.errors import UnusableError
from companion.language import mark
from companion.vision.onnx_model import FloatTensor
from companion.vision.reader import Reader, as_directions
from companion.vision.rectify import looked_at_again
from companion.vision.types import Image

_VARIANTS = 5
"""Ways in which each card is embedded, its looks and their variants together, in either orientation."""
_SEED = 5
_UNREACHABLE = 2.0
"""More than any cosine."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One look at a card of the deck.

    Attributes:
        code: Which card it is.
        crop: (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR, the card the right way up where it shows that.
    """

    code: str
    crop: Image


@dataclass(frozen=True, slots=True, eq=False)
class KnownLook:
    """A look as a reader model sees it.

    Attributes:
        look: The look.
        embeddings: (R, D) float16, in variants, upright and turned in turn; rows of length 1.
    """

    look: Look
    embeddings: npt.NDArray[np.float16]


@dataclass(frozen=True, eq=False)
class Gallery:
    """The cards of one particular deck as a reader model sees them.

    Attributes:
        name: What its owner calls the deck.
        deck: Id of the deck.
        fingerprint: Of the reader model that made the embeddings.
        looks: What it was made from.
        embeddings: (M, D) float16, every look in variants, upright and turned; rows of length 1.
        owner: (M,) index into `codes`.
        turned: (M,) bool, the variant was turned by 180 degrees.
    """

    name: str
    deck: str
    fingerprint: str
    looks: tuple[Look, ...]
    embeddings: npt.NDArray[np.float16]
    owner: npt.NDArray[np.intp]
    turned: npt.NDArray[np.bool_]

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The cards that the gallery knows, in the deck's order."""
        return known_codes(deck_by_id(self.deck), self.looks)

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards of the deck that it does not know."""
        return tuple(code for code in deck_by_id(self.deck).codes if code not in self.codes)

    @cached_property
    def _centred(self) -> tuple[FloatTensor, FloatTensor]:
        rows = self.embeddings.astype(np.float32)
        centre = rows.mean(axis=0)
        return centre, as_directions(rows - centre)

    @cached_property
    def consistency(self) -> float:
        """How alike the variants of one card are: the mean cosine to the nearest other one, all the right way up.

        Other pictures of the deck are as like their cards; a deck far from all that the reader knows has less of it. A
        single card has no middle of the deck to be seen from, and anything would look like it: nothing does.
        """
        if len(self.codes) < 2:
            return _UNREACHABLE
        _, rows = self._centred
        nearest = []
        for card in range(len(self.codes)):
            own = rows[(self.owner == card) & ~self.turned]
            cosines = own @ own.T
            np.fill_diagonal(cosines, -1)
            nearest.append(float(cosines.max(axis=1).mean()))
        return float(np.mean(nearest))

    def beside(self, other: "Gallery") -> "Gallery":
        """Return a gallery that holds what another one of the same deck and model knows, too."""
        codes = known_codes(deck_by_id(self.deck), looks := (*self.looks, *other.looks))
        places = [np.array([codes.index(code) for code in part.codes], np.intp)[part.owner] for part in (self, other)]
        return Gallery(
            self.name,
            self.deck,
            self.fingerprint,
            looks,
            np.concatenate([self.embeddings, other.embeddings]),
            np.concatenate(places),
            np.concatenate([self.turned, other.turned]),
        )

    def similarities(self, embedding: FloatTensor) -> tuple[FloatTensor, FloatTensor]:
        """Compare N crops with the cards that are known.

        Args:
            embedding: (N, D) as the reader model of `fingerprint` gives it.

        Returns:
            (N, K) cosine of the angle to the nearest variant of each of `codes`, both seen from the middle of the
            gallery; and (N,) 1 where the nearest of all is one turned by 180 degrees, else 0.
        """
        centre, rows = self._centred
        near = as_directions(as_directions(embedding) - centre) @ rows.T
        best = np.stack([near[:, self.owner == card].max(axis=1) for card in range(len(self.codes))], axis=1)
        return best, self.turned[near.argmax(axis=1)].astype(np.float32)


def known_codes(deck: Deck, looks: Sequence[Look]) -> tuple[str, ...]:
    """Return the cards among looks, in the deck's order."""
    seen = {look.code for look in looks}
    return tuple(code for code in deck.codes if code in seen)


def make_gallery(reader: Reader, name: str, deck: str, looks: Sequence[Look]) -> Gallery:
    """Embed looks at the cards of a deck.

    Args:
        reader: The model that will read with the gallery.
        name: What its owner calls the deck.
        deck: Id of the deck.
        looks: One or more at each card that is known.

    Raises:
        UnusableError: There are no looks, or the model gives no embedding.
        UnknownCardError: A look shows no card of the deck.
    """
    if not looks:
        raise UnusableError(
            mark("the deck {name}: no card was recognised, so there is nothing to keep"), name=repr(name)
        )
    rng = np.random.default_rng(_SEED)
    return gallery_of(name, deck, reader.fingerprint, embedded(reader, deck, looks, rng))


def embedded(reader: Reader, deck: str, looks: Sequence[Look], rng: np.random.Generator) -> list[KnownLook]:
    """Embed looks at cards, in variants.

    Args:
        reader: The model that will read with them.
        deck: Id of their deck.
        looks: One or more at each card; of several there are fewer variants each.
        rng: Draws the variants.

    Raises:
        UnusableError: The model gives no embedding.
        UnknownCardError: A look shows no card of the deck.
    """
    crops: list[Image] = []
    rows: list[int] = []
    for look in looks:
        deck_by_id(deck).parse(look.code)
        same = sum(other.code == look.code for other in looks)
        views = [look.crop, *(_varied(rng, look.crop) for _ in range(_VARIANTS // same - 1))]
        crops += [turn for view in views for turn in (view, np.ascontiguousarray(view[::-1, ::-1]))]
        rows.append(2 * len(views))
    embedding = reader.perceive(crops).embedding
    if not embedding.shape[1]:
        raise UnusableError(mark("no deck can be taught with this reader model; install the companion again"))
    parts = np.split(as_directions(embedding).astype(np.float16), np.cumsum(rows)[:-1])
    return [KnownLook(look, part) for look, part in zip(looks, parts, strict=True)]


def gallery_of(name: str, deck: str, fingerprint: str, known: Sequence[KnownLook]) -> Gallery:
    """Make a gallery of looks that were embedded, one or more.

    Args:
        name: What its owner calls the deck.
        deck: Id of the deck.
        fingerprint: Of the reader model that embedded them.
        known: The looks.
    """
    looks = tuple(each.look for each in known)
    position = {code: index for index, code in enumerate(known_codes(deck_by_id(deck), looks))}
    counts = [len(each.embeddings) for each in known]
    return Gallery(
        name,
        deck,
        fingerprint,
        looks,
        np.concatenate([each.embeddings for each in known]),
        np.repeat(np.array([position[look.code] for look in looks], np.intp), counts),
        np.tile([False, True], sum(counts) // 2),
    )


def _varied(rng: np.random.Generator, crop: Image) -> Image:
    """Return a crop as another look might have been: the box a little off, less sharp, in other light."""
    height, width = crop.shape[:2]
    angle, stretch = rng.normal(0, 0.03), 1 + rng.normal(0, 0.03, 2)
    moved = looked_at_again(crop, angle, np.diag(stretch), rng.normal(0, 0.018, 2) * height)
    if rng.random() < 0.6:
        part = rng.uniform(0.3, 1.0)
        small = cv2.resize(moved, (int(width * part), int(height * part)), interpolation=cv2.INTER_AREA)
        moved = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    warmth = 1 + np.array([-1, 0, 1]) * rng.normal(0, 0.12)
    levels = (np.arange(256) / 255) ** np.exp(rng.normal(0, 0.18)) * 255
    light = levels[:, None] * np.exp(rng.normal(-0.05, 0.3)) * warmth + rng.normal(0, 8)
    return np.asarray(cv2.LUT(moved, np.clip(light, 0, 255).astype(np.uint8)[:, None]), np.uint8)
