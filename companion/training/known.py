"""Crops that the reader in use names surely, or not at all, are drawn less often: little is to be learned there.

Three in four are named surely. Of those whose card gets hardly any chance most are beyond reading: burnt out, black, or
another card lies on them.

After selective backpropagation (Jiang et al., "Accelerating Deep Learning by Focusing on the Biggest Losers", 2019),
but chosen once, before the training, by the reader that it begins with.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.training.chunks import Chunk, ChunkFolder
from companion.training.notes import read_notes, write_notes
from companion.training.reader_data import class_names
from companion.vision.reader import Reader, other_way_round

FloatArray = npt.NDArray[np.float32]

KNOWN = "known"
"""Folder of what `note_known` wrote, beside the crops."""
_OPEN = (0.02, 0.98)
"""Of chances: below, cards are mostly beyond reading; above, they are known."""
_SHARE_OTHERS = 0.25
"""How often one of these others is learned from, for once that one between is."""


def note_known(crops: ChunkFolder, reader: Reader, target: Path, tell: Callable[[str], None]) -> None:
    """Write for every crop the chance that a reader gives to its card, a file a chunk; what is there stays.

    Args:
        crops: Chunks of the reader's crops.
        reader: The reader in use, of the classes of today.
        target: Folder to write to.
        tell: Receives a line.
    """
    said = "how surely the reader in use names each card"
    write_notes(crops, target, KNOWN, lambda chunk: _known(chunk, reader), said, tell)


def _known(chunk: Chunk, reader: Reader) -> FloatArray:
    """Return (N,) the chance of each crop's card, whichever way up."""
    kinds = np.asarray(chunk.labels["kind"], np.int64)
    turned = np.asarray(other_way_round(class_names()))
    chances = reader.perceive(list(chunk.images)).chances
    rows = np.arange(len(kinds))
    one, other = chances[rows, kinds], chances[rows, turned[kinds]]
    return np.asarray(np.where(turned[kinds] == kinds, one, one + other), np.float32)


def are_drawn(rng: np.random.Generator, chances: npt.NDArray[np.floating]) -> npt.NDArray[np.bool_]:
    """Return (N,) whether to learn this time from crops whose cards were given these chances (N,)."""
    between = (chances > _OPEN[0]) & (chances < _OPEN[1])
    return np.asarray(between | (rng.random(len(chances)) < _SHARE_OTHERS))


class Known:
    """Tells which crops to learn from. Those of chunks of which nobody noted anything are all learned from."""

    def __init__(self, folder: Path) -> None:
        """Open what `note_known` wrote to a folder; there need not be anything."""
        self._folder = folder
        self._known: dict[int, FloatArray] = {}

    def take_in(self, number: int) -> None:
        """Learn what is known of a chunk."""
        known = read_notes(self._folder, KNOWN, number)
        if known is not None:
            self._known[number] = known

    def is_drawn(self, rng: np.random.Generator, number: int, row: int) -> bool:
        """Whether to learn from a crop this time."""
        known = self._known.get(number)
        return known is None or bool(are_drawn(rng, known[row : row + 1])[0])
