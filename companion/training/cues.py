"""Crops whose corners and middle are of two cards, and crops without an index: reading and counting, learned apart.

On the designs that it learns from, a network need not read the index: the picture says which card it is. So it is shown
cards with the index of one and the middle of another of the same suit, which are called what the index says, and cards
whose index is blotted out, of which only what is printed in the middle tells the rank.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch

from companion.cards import deck
from companion.training.chunks import Chunk, ChunkFolder
from companion.training.index_network import HEIGHT, INSET, WIDTH, IndexNetwork, corners_of, rank_names, rank_numbers
from companion.training.notes import read_notes, write_notes
from companion.training.reader_data import NOTHING, class_names
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH

Crop = npt.NDArray[np.uint8]
FloatArray = npt.NDArray[np.float32]

LEGIBLE = "legible"
"""Folder of what `note_legible` wrote, beside the crops."""
LEAST_LEGIBLE = 0.9
SHARE_OTHER_MIDDLE, SHARE_BLOTTED = 0.25, 0.1
"""Of the crops whose index can be read."""
_ROWS, _COLUMNS = CORNER = INSET + HEIGHT, INSET + WIDTH
CORNERS = (
    (slice(0, _ROWS), slice(0, _COLUMNS)),
    (slice(CROP_HEIGHT - _ROWS, CROP_HEIGHT), slice(CROP_WIDTH - _COLUMNS, CROP_WIDTH)),
)
STAYS, SMALLER = 4, 8
"""Pixels by which less than these corners is exchanged: always, and by lot up to so many more."""
FEATHER = (0.5, 2.5)
"""Over how many pixels one card passes into the other: least and most."""
PAPER = 85
"""Of the pixels of a corner so many in a hundred are darker than its paper."""
MOST_GAIN = 2.0
TINGE, GRAIN = 0.03, 3
"""How far paper that is painted over an index differs from that around it, a part, and its pixels, levels: standard
deviations."""


def note_legible(crops: ChunkFolder, index: IndexNetwork, target: Path, tell: Callable[[str], None]) -> None:
    """Write for every crop how surely its corners show the rank of its card, a file a chunk; what is there stays.

    Args:
        crops: Chunks of the reader's crops.
        index: What reads corners.
        target: Folder to write to.
        tell: Receives a line.
    """
    write_notes(crops, target, LEGIBLE, lambda chunk: _legible(chunk, index), "which indices can be read", tell)


def _legible(chunk: Chunk, index: IndexNetwork) -> FloatArray:
    """Return (N,) the chance that both corners of a crop give its card's rank; 0 where there is no card."""
    names, numbers = rank_names(), np.array(rank_numbers())
    ranks = numbers[np.asarray(chunk.labels["kind"], np.int64)]
    chances = []
    for start in range(0, len(ranks), 200):
        crops = np.asarray(chunk.images[start : start + 200])[..., ::-1].transpose(0, 3, 1, 2)
        with torch.inference_mode():
            chances.append(chances_of_ranks(index, torch.from_numpy(np.ascontiguousarray(crops)).float() / 255).numpy())
    of_rank = np.concatenate(chances)[np.arange(len(ranks)), ranks]
    return np.asarray(np.where(ranks == names.index(NOTHING), 0, of_rank), np.float32)


def chances_of_ranks(index: IndexNetwork, crops: torch.Tensor) -> torch.Tensor:
    """Return (N, R) what both corners of crops (N, 3, H, W), RGB in 0..1, say together of the ranks."""
    said = index(torch.cat(corners_of(crops))).float()
    return said.log_softmax(1).unflatten(0, (2, -1)).sum(0).softmax(1)


class Cues:
    """Exchanges the middle of crops whose index is legible for that of another card, or blots the index out.

    Chunks of which nobody noted what is legible are left as they are.
    """

    def __init__(self, folder: Path) -> None:
        """Open what `note_legible` wrote to a folder; there need not be anything."""
        self._folder = folder
        self._legible: dict[int, FloatArray] = {}
        self._alike: dict[int, list[tuple[int, int]]] = {}

    def take_in(self, number: int, chunk: Chunk) -> None:
        """Learn which crops a chunk holds."""
        legible = read_notes(self._folder, LEGIBLE, number)
        if legible is None:
            return
        self._legible[number] = legible
        for row, kind in enumerate(chunk.labels["kind"].tolist()):
            self._alike.setdefault(alike()[kind], []).append((number, row))

    def vary(self, rng: np.random.Generator, chunks: dict[int, Chunk], number: int, row: int) -> Crop:
        """Return a crop (H, W, 3) BGR of the chunks, often as it is; its class stays."""
        chunk = chunks[number]
        crop: Crop = np.asarray(chunk.images[row])
        if number not in self._legible or self._legible[number][row] < LEAST_LEGIBLE:
            return crop
        chance = rng.random()
        if chance < SHARE_OTHER_MIDDLE:
            others = self._alike[alike()[int(chunk.labels["kind"][row])]]
            other_number, other_row = others[int(rng.integers(len(others)))]
            return with_corners_of(rng, np.asarray(chunks[other_number].images[other_row]), crop)
        if chance < SHARE_OTHER_MIDDLE + SHARE_BLOTTED:
            return blotted(rng, crop)
        return crop


@cache
def alike() -> tuple[int, ...]:
    """Return for every class a number that it shares with those of its deck and suit that lie the same way up."""
    groups = [_suit_and_way(name) for name in class_names()]
    return tuple(groups.index(group) for group in groups)


def _suit_and_way(name: str) -> str:
    """Return the deck, the suit and the way up of a class; a card without a suit is alone."""
    if name == NOTHING:
        return NOTHING
    deck_id, code, *way = name.split()
    suit = deck(deck_id).suit_of[code]
    return " ".join([deck_id, code if suit is None else f"suit {suit}", *way])


def _masks(rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """Return (_ROWS, _COLUMNS, 1) how much of each corner is the card's whose index it is; no two are alike."""
    rows, columns = _ROWS - STAYS - int(rng.integers(SMALLER)), _COLUMNS - STAYS - int(rng.integers(SMALLER))
    mask = np.zeros((_ROWS, _COLUMNS), np.float32)
    mask[:rows, :columns] = 1
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(*FEATHER), borderType=cv2.BORDER_REPLICATE)
    near = np.asarray(soft[..., None], np.float32)
    return near, near[::-1, ::-1]


def _paper(patch: Crop) -> FloatArray:
    return np.asarray(np.percentile(patch.reshape(-1, 3), PAPER, axis=0), np.float32)


def with_corners_of(rng: np.random.Generator, middle: Crop, card: Crop) -> Crop:
    """Return a crop with the two index corners of a card, in the light of the crop that gives all the rest.

    Args:
        rng: Source of chance.
        middle: (H, W, 3) uint8, the other card.
        card: The same shape, the card whose index is shown.
    """
    result = middle.copy()
    for where, mask in zip(CORNERS, _masks(rng), strict=True):
        there, here = middle[where], card[where]
        gain = np.clip(_paper(there) / np.maximum(_paper(here), 1), 1 / MOST_GAIN, MOST_GAIN)
        result[where] = np.clip(mask * (here * gain) + (1 - mask) * there, 0, 255)
    return result


def blotted(rng: np.random.Generator, card: Crop) -> Crop:
    """Return a crop whose index corners show nothing but paper."""
    result = card.copy()
    for where, mask in zip(CORNERS, _masks(rng), strict=True):
        there = card[where]
        paper = _paper(there) * (1 + rng.normal(0, TINGE)) + rng.normal(0, GRAIN, there.shape)
        result[where] = np.clip(mask * paper + (1 - mask) * there, 0, 255)
    return result
