"""Which card a rectified crop shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.cards import deck as deck_by_id
from companion.errors import UnusableError
from companion.language import mark
from companion.resources import fingerprint, models_directory
from companion.vision.boxes import each_lies_free
from companion.vision.counter import Counter, agreement, weighed
from companion.vision.magnifier import Magnifier, index_corners
from companion.vision.newcomers import left_for_later
from companion.vision.nudges import UPSIDE_DOWN, nudged
from companion.vision.onnx_model import FloatTensor, OnnxModel, as_chances
from companion.vision.opinions import within_decks
from companion.vision.rectify import as_batch, rectify
from companion.vision.types import Image, Readings

_TURNED = "turned"
_NOTHING = "nothing"
_WEIGHT_OF_FOREIGN = 0.2
"""How much the chance of cards of other decks counts against those of the deck in play: that deck is what lies there,
as a rule, but a card of another must not get the name of the one that it resembles most."""
CERTAIN = 0.98
"""A card that is read with less is read again with boxes a little off, half of them upside down, and counted: that
takes four in ten of the wrong names away."""
BEYOND_ASKING = 0.9995
"""One that is read with less is counted, too, and its corners are looked at, and looked at larger; with more it is a
card of a deck that is known, and all of these together would take longer than reading it."""
_CONTRADICTED = 0.05
"""Such a card is in doubt as well if less of what is counted falls to it, among the cards of its suit, or of what the
corners show to its rank or to its suit."""
_BATCH = 64
"""Crops that go through the network at once, at most: more take memory and are no faster."""


class CardReader(Protocol):
    """Anything that reads cards in pictures."""

    def read(
        self,
        image: Image,
        corners: npt.NDArray[np.floating],
        deck: str,
        newcomers: npt.NDArray[np.bool_] | None = None,
    ) -> Readings:
        """Read N cards of one picture; see `Reader.read`."""
        ...

    def deck_chances(self, image: Image, corners: npt.NDArray[np.floating]) -> dict[str, float]:
        """Tell which deck N cards belong to; see `Reader.deck_chances`."""
        ...


@dataclass(frozen=True, slots=True)
class Perceived:
    """What the network makes of N crops.

    Attributes:
        chances: (N, C) float32, a chance for every class of the model; rows sum to 1.
        embedding: (N, D) float32, what the network saw before it decided; D is 0 where the model gives none.
    """

    chances: FloatTensor
    embedding: FloatTensor


class Reader:
    """Reads cards with a YOLO classification network, upright and upside down alike."""

    def __init__(
        self,
        path: Path,
        threads: int | None = None,
        counter: Counter | None = None,
        magnifier: Magnifier | None = None,
    ) -> None:
        """Load the model.

        Args:
            path: The ONNX file.
            threads: Threads to use; None for what suits the machine.
            counter: Is asked how many symbols cards show of which this reader is not quite sure; None for nobody.
            magnifier: Is asked what their corners show; None for nobody.

        Raises:
            UnusableError: The file is missing or no reader.
        """
        self._counter = counter
        self._magnifier = magnifier
        self._model = OnnxModel(path, "reader", threads, side_by_side=True)
        self._classes: tuple[str, ...] = tuple(self._model.about["classes"])
        self._nothing = self._classes.index(_NOTHING)
        self._other_way_round = other_way_round(self._classes)
        self._has_other_way = self._other_way_round != np.arange(len(self._classes))
        self._temperature = float(self._model.about.get("temperature", 1.0))
        self._columns = lru_cache(maxsize=8)(self._find_columns)

    @classmethod
    def shipped(cls) -> "Reader":
        """Load the model that travels with the program."""
        return cls(models_directory() / "reader.onnx", counter=Counter.shipped(), magnifier=Magnifier.shipped())

    @property
    def counts(self) -> bool:
        """Whether the symbols of cards that could be others are counted."""
        return self._counter is not None

    @property
    def looks_closer(self) -> bool:
        """Whether the corners of cards that could be others are looked at larger."""
        return self._magnifier is not None

    @property
    def classes(self) -> tuple[str, ...]:
        """The model's classes, in the order of its chances."""
        return self._classes

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks that this model can read."""
        return tuple(dict.fromkeys(name.split()[0] for name in self._classes if " " in name))

    @cached_property
    def fingerprint(self) -> str:
        """What tells this model from every other: embeddings of different models cannot be compared."""
        return fingerprint(self._model.path)

    def _find_columns(self, deck: str) -> tuple[tuple[str, ...], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        codes = deck_by_id(deck).codes
        if deck not in self.decks:
            raise UnusableError(
                mark("the reader model {name} cannot read the deck {deck}; install the companion again"),
                name=self._model.path.name,
                deck=deck,
            )
        position = {name: index for index, name in enumerate(self._classes)}
        upright = np.array([position[f"{deck} {code}"] for code in codes], np.intp)
        turned = np.array([position[f"{deck} {code} {_TURNED}"] for code in codes], np.intp)
        return codes, upright, turned

    def read(
        self,
        image: Image,
        corners: npt.NDArray[np.floating],
        deck: str,
        newcomers: npt.NDArray[np.bool_] | None = None,
    ) -> Readings:
        """Read N cards of one picture.

        Args:
            image: (H, W, 3) uint8 BGR, at the camera's own resolution.
            corners: (N, 4, 2) pixels, clockwise, the first edge a short one.
            deck: Id of the deck in play.
            newcomers: (N,) of which cards that one glance does not make legible are not looked at more closely; None
                for none (`companion.vision.newcomers`).

        Raises:
            UnusableError: Unknown deck, or one that this model does not know.
        """
        return self.readings(self.perceive_cards(image, corners, newcomers), deck)

    def readings(self, perceived: Perceived, deck: str) -> Readings:
        """Return what was perceived as readings of a deck, which is known to be in play.

        Raises:
            UnusableError: Unknown deck, or one that this model does not know.
        """
        codes, upright, turned = self._columns(deck)
        up, down = perceived.chances[:, upright], perceived.chances[:, turned]
        total = np.maximum(up.sum(axis=1) + down.sum(axis=1), 1e-9)
        turned_share = (down.sum(axis=1) / total).astype(np.float32)
        nothing = perceived.chances[:, self._nothing]
        foreign = np.clip(1 - total - nothing, 0, None)
        known = (total + nothing + _WEIGHT_OF_FOREIGN * foreign)[:, None]
        return Readings(codes, (up + down) / known, turned_share, nothing)

    def deck_chances(self, image: Image, corners: npt.NDArray[np.floating]) -> dict[str, float]:
        """Return, for every deck the model knows, how well it explains N cards, 0..1.

        That is the chance of a card's likeliest code, over both ways round; the mean over the cards, of which those
        count less that are likely none. From a low camera a card may look wider than high: each is read with either
        edge as the short one, and the way in which some deck explains it best counts.
        """
        if not len(corners):
            return dict.fromkeys(self.decks, 0.0)
        ways = np.concatenate([corners, np.roll(corners, 1, axis=1)])
        chances = self.perceive_cards(image, ways).chances.reshape(2, len(corners), -1)
        explained = np.zeros((len(self.decks), 2, len(corners)), np.float32)
        for row, deck in enumerate(self.decks):
            _, upright, turned = self._columns(deck)
            explained[row] = (chances[..., upright] + chances[..., turned]).max(axis=2)
        best = explained.max(axis=0).argmax(axis=0)
        cards = np.arange(len(corners))
        weights = np.maximum(1 - chances[best, cards, self._nothing], 1e-6)
        means = np.average(explained[:, best, cards], axis=1, weights=weights)
        return dict(zip(self.decks, means.tolist(), strict=True))

    def perceive_cards(
        self, image: Image, corners: npt.NDArray[np.floating], newcomers: npt.NDArray[np.bool_] | None = None
    ) -> Perceived:
        """Run the network on N cards of one picture; on those it is in doubt about, or whose symbols or corners show
        another card than it says, also with boxes a little off, with their symbols counted and their corners larger.

        Args:
            image: (H, W, 3) uint8 BGR, at the camera's own resolution.
            corners: (N, 4, 2) pixels, clockwise, the first edge a short one.
            newcomers: See `read`.
        """
        crops = cut_out(image, corners)
        first = self.perceive(crops)
        certainty = self.certainty(first.chances)
        likeliest = np.where(first.chances[:, self._nothing] < certainty, certainty, 0)
        doubtful = (certainty < CERTAIN) & ~left_for_later(newcomers, likeliest)
        # Where no card is seen neither of them has a say.
        cards = first.chances.argmax(axis=1) != self._nothing
        asked = np.flatnonzero(cards & ~doubtful & (certainty < BEYOND_ASKING))
        doubtful[self._contradicted(image, corners, crops, first.chances, asked)] = True
        return self.perceive_again(image, corners, first, np.flatnonzero(doubtful))

    def perceive_again(
        self, image: Image, corners: npt.NDArray[np.floating], first: Perceived, doubtful: npt.NDArray[np.intp]
    ) -> Perceived:
        """Run the network on some of N cards with boxes a little off; return the means over all looks.

        What the magnifier says counts as well, and of cards that nothing lies on what the counter says, where they are.

        The embedding is the mean over those that are not upside down: a card looks otherwise that way.

        Args:
            image: (H, W, 3) uint8 BGR, at the camera's own resolution.
            corners: (N, 4, 2) pixels, clockwise, the first edge a short one.
            first: What was perceived in the boxes themselves.
            doubtful: Which cards, indices.
        """
        if not len(doubtful):
            return first
        boxes = nudged(corners[doubtful])
        crops = cut_out(image, boxes.reshape(-1, 4, 2))
        others = self.perceive(crops)
        chances = others.chances.reshape(*boxes.shape[:2], -1)
        chances[:, UPSIDE_DOWN] = chances[:, UPSIDE_DOWN][..., self._other_way_round]
        embedding = as_directions(others.embedding).reshape(*boxes.shape[:2], -1)
        means = _mean_over_looks(first.chances, chances, doubtful)
        self._count(image, corners, doubtful, crops, means)
        if self._magnifier is not None:
            pairs = [index_corners(image, quad) for quad in corners[doubtful]]
            factors = self._magnifier.factors(pairs, self._classes)
            means[doubtful] = within_decks(means[doubtful], factors, self._classes)
        return Perceived(
            means,
            _mean_over_looks(as_directions(first.embedding), embedding[:, ~UPSIDE_DOWN], doubtful),
        )

    def _contradicted(
        self,
        image: Image,
        corners: npt.NDArray[np.floating],
        crops: Sequence[Image],
        chances: FloatTensor,
        asked: npt.NDArray[np.intp],
    ) -> npt.NDArray[np.intp]:
        """Return those of some of N cards, indices, that show so many symbols, or such corners, that they must be
        others.
        """
        agreed = np.ones(len(corners), np.float32)
        if self._magnifier is not None and len(asked):
            pairs = [index_corners(image, quad) for quad in corners[asked]]
            agreed[asked] = self._magnifier.agreement(pairs, chances[asked], self._classes)
        if self._counter is not None:
            free = asked[(agreed[asked] >= _CONTRADICTED) & _lie_free(image, corners, asked)]
            if len(free):
                shown = self._counter.count([crops[card] for card in free.tolist()])
                agreed[free] = agreement(chances[free], shown, self._classes)
        return np.flatnonzero(agreed < _CONTRADICTED)

    def _count(
        self,
        image: Image,
        corners: npt.NDArray[np.floating],
        doubtful: npt.NDArray[np.intp],
        crops: Sequence[Image],
        chances: FloatTensor,
    ) -> None:
        """Let the counter have its say, in place, in the chances of those doubtful cards of which all can be seen."""
        if self._counter is None:
            return
        free = np.flatnonzero(_lie_free(image, corners, doubtful))
        if not len(free):
            return
        looks = len(crops) // len(doubtful)
        shown = self._counter.count([crop for row in free.tolist() for crop in crops[row * looks : (row + 1) * looks]])
        means = shown.reshape(len(free), looks, -1).mean(axis=1)
        chances[doubtful[free]] = weighed(chances[doubtful[free]], means, self._classes)

    def certainty(self, chances: FloatTensor) -> FloatTensor:
        """Return (N,) the chance of the likeliest card, whichever way round, or of nothing."""
        turned = np.where(self._has_other_way, chances[:, self._other_way_round], 0)
        return np.asarray((chances + turned).max(axis=1), np.float32)

    def perceive(self, crops: Sequence[Image]) -> Perceived:
        """Run the network.

        Args:
            crops: N rectified cards, each (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR.
        """
        parts = [self._perceive(crops[start : start + _BATCH]) for start in range(0, len(crops), _BATCH)]
        if not parts:
            return Perceived(np.zeros((0, len(self._classes)), np.float32), np.zeros((0, 0), np.float32))
        return Perceived(*(np.concatenate(values) for values in zip(*parts, strict=True)))

    def _perceive(self, crops: Sequence[Image]) -> tuple[FloatTensor, FloatTensor]:
        outputs = self._model.named(as_batch(crops))
        chances = as_chances(outputs["logits"] / np.float32(self._temperature))
        return chances, outputs.get("embedding", np.zeros((len(crops), 0), np.float32))


def other_way_round(classes: Sequence[str]) -> npt.NDArray[np.intp]:
    """Return (C,) for every class of a reader the place of that of the same thing upside down."""
    position = {name: index for index, name in enumerate(classes)}
    turned = {name: f"{name} {_TURNED}" for name in classes if f"{name} {_TURNED}" in position}
    other = turned | {after: before for before, after in turned.items()}
    return np.array([position[other.get(name, name)] for name in classes], np.intp)


def as_directions(embedding: FloatTensor) -> FloatTensor:
    """Return (N, D) embeddings scaled to length 1: only their directions can be compared."""
    return np.asarray(embedding / np.maximum(np.linalg.norm(embedding, axis=1, keepdims=True), 1e-9), np.float32)


def _lie_free(image: Image, corners: npt.NDArray[np.floating], which: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Return for some of N cards, given by their indices, whether all of them can be seen."""
    size = (image.shape[1], image.shape[0])
    return np.array(list(each_lies_free(corners, size, which.tolist())), np.bool_)


def _mean_over_looks(first: FloatTensor, others: FloatTensor, doubtful: npt.NDArray[np.intp]) -> FloatTensor:
    """Return (N, D) rows, the doubtful ones as means with their (doubtful, K, D) others."""
    means = first.copy()
    means[doubtful] = np.concatenate([first[doubtful, None], others], axis=1).mean(axis=1)
    return means


def cut_out(image: Image, corners: npt.NDArray[np.floating]) -> list[Image]:
    """Return the rectified crops of N cards of one picture; see `companion.vision.rectify.rectify`."""
    return [rectify(image, quad) for quad in corners]
