"""What is noted of the crops of chunks: a number for each, in a file a chunk beside them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.training.chunks import Chunk, ChunkFolder, file_of_arrays

Numbers = npt.NDArray[np.float32]


def write_notes(
    crops: ChunkFolder,
    folder: Path,
    what: str,
    note: Callable[[Chunk], Numbers],
    said: str,
    tell: Callable[[str], None],
) -> None:
    """Note something of every chunk, a file a chunk; what is there stays.

    Args:
        crops: The chunks.
        folder: Folder to write to.
        what: What the names of the files begin with.
        note: Returns (N,) a number for each crop of a chunk.
        said: What is noted, in words.
        tell: Receives a line where something was noted now.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [number for number in crops.numbers() if not _file(folder, what, number).is_file()]
    for number in missing:
        noted = note(crops.load(number))
        with file_of_arrays(_file(folder, what, number)) as file:
            np.save(file, noted)
    if missing:
        tell(f"{len(missing)} chunks: noted {said}")


def read_notes(folder: Path, what: str, number: int) -> Numbers | None:
    """Return (N,) what was noted of a chunk; None where nothing was."""
    path = _file(folder, what, number)
    return np.load(path) if path.is_file() else None


def _file(folder: Path, what: str, number: int) -> Path:
    return folder / f"{what}-{number:04d}.npy"
