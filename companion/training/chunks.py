"""Rendered training pictures on disk, in chunks that are made once, in any order, by any number of processes."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from companion.errors import UnusableError
from companion.evaluation.files import save_text
from companion.synth.scene import Sources
from companion.whole_files import becoming, sweep

Labels = dict[str, npt.NDArray[np.generic]]
MakeChunk = Callable[[int], tuple[npt.NDArray[np.uint8], Labels]]
"""Renders chunk number `k`: pictures (N, H, W, 3) and labels, every array with a row or more a picture."""
_RENDERING = 3
"""Raised whenever pictures come out otherwise than before: from 2 on some have what programs draw on pictures, from 3
on things lie about on the tables of some."""


@contextmanager
def file_of_arrays(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to save arrays in, which is there whole or not at all.

    Raises:
        UnusableError: It cannot be written.
    """
    try:
        with becoming(path) as unfinished, unfinished.open("wb") as file:
            yield file
    except OSError as error:
        # Of a full disk NumPy says only how many numbers it wrote.
        reason = error.strerror or "is the disk full?"
        raise UnusableError(
            f"{path}: cannot be written ({reason}); what is rendered is kept, the same command goes on from there"
        ) from error


@dataclass(frozen=True)
class Chunk:
    """One chunk on disk: pictures mapped into memory, labels loaded."""

    images: npt.NDArray[np.uint8]
    labels: Mapping[str, npt.NDArray[np.generic]]


class ChunkFolder:
    """A folder of chunks; a chunk is there once both of its files are."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)

    def _images(self, number: int) -> Path:
        return self.path / f"chunk-{number:04d}.npy"

    def _labels(self, number: int) -> Path:
        return self.path / f"chunk-{number:04d}.npz"

    def numbers(self) -> list[int]:
        """List the chunks that are complete."""
        numbers = (int(path.stem.split("-")[1]) for path in self.path.glob("chunk-????.npz"))
        return sorted(number for number in numbers if self._images(number).exists())

    def write(self, number: int, images: npt.NDArray[np.uint8], labels: Labels) -> None:
        """Store a chunk; each file appears whole or not at all, the labels last.

        Raises:
            UnusableError: It cannot be written.
        """
        with file_of_arrays(self._images(number)) as file:
            np.save(file, images)
        with file_of_arrays(self._labels(number)) as file:
            np.savez(file, **labels)  # type: ignore[arg-type]

    def load(self, number: int) -> Chunk:
        """Open a chunk."""
        with np.load(self._labels(number)) as file:
            labels = {name: file[name] for name in file.files}
        return Chunk(np.load(self._images(number), mmap_mode="r"), labels)


def note_recipe(folder: ChunkFolder, sources: Sources, seed: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """Keep beside the chunks of a folder what the first were rendered from; tell where that was something else.

    Args:
        folder: Of the chunks, rendered or not yet.
        sources: Of the pictures that are to be rendered.
        seed: Of these pictures.
        tell: Receives a line where chunks are there that are made otherwise than new ones would be.

    Returns:
        What they are rendered from, as JSON values.

    Raises:
        UnusableError: It cannot be written.
    """
    designs = {deck: len(found) for deck, found in sources.designs.items()}
    surfaces = "pictures" if sources.textures else "drawn"
    recipe = {"seed": seed, "designs": designs, "surfaces": surfaces, "rendering": _RENDERING}
    path, text = folder.path / "recipe.json", json.dumps(recipe, indent=2, sort_keys=True) + "\n"
    if not folder.numbers():
        save_text(path, text)
    elif path.is_file() and path.read_text("utf-8", "replace") != text:
        tell(
            f"{folder.path}: holds pictures that were rendered from other designs, surfaces or another --seed, or by "
            "an earlier version; they are learned from, too. To learn from new ones alone, name another --data or "
            "delete that folder"
        )
    return recipe


def rows_by_chance(folder: Path, rng: np.random.Generator, batch: int, look_again: int) -> Iterator[tuple[Chunk, int]]:
    """Yield chunks and rows of theirs drawn at random, without end; chunks that come meanwhile are taken in.

    Args:
        folder: Of the chunks.
        rng: Source of chance; between two rows others may draw from it.
        batch: For so many rows the chunks are drawn at once.
        look_again: Batches after which new chunks are looked for.
    """
    store, chunks = ChunkFolder(folder), dict[int, Chunk]()
    for drawn in count():
        if drawn % look_again == 0:
            chunks |= {number: store.load(number) for number in store.numbers() if number not in chunks}
        for number in rng.choice(list(chunks), batch).tolist():
            yield chunks[number], int(rng.integers(len(chunks[number].images)))


def _make_and_write(folder: Path, make: MakeChunk, number: int) -> tuple[int, int, float]:
    started = time.perf_counter()
    images, labels = make(number)
    ChunkFolder(folder).write(number, images, labels)
    return number, len(images), time.perf_counter() - started


def render_chunks(folder: ChunkFolder, make: MakeChunk, count: int, workers: int, tell: Callable[[str], None]) -> None:
    """Render the chunks 0 to `count` - 1 that are not there yet.

    Args:
        folder: Where they go.
        make: Picklable maker of one chunk; the number is its seed, so a chunk is the same whoever makes it.
        count: How many chunks there shall be.
        workers: Processes beside this one; 0 renders here.
        tell: Receives one line a chunk.

    Raises:
        UnusableError: A chunk cannot be written; those that nobody renders yet are left.
    """
    sweep(folder.path)
    missing = sorted(set(range(count)) - set(folder.numbers()))
    if workers == 0:
        for number in missing:
            _report(tell, *_make_and_write(folder.path, make, number))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(_make_and_write, folder.path, make, number) for number in missing]
        try:
            for job in jobs:
                _report(tell, *job.result())
        finally:
            pool.shutdown(cancel_futures=True)


def _report(tell: Callable[[str], None], number: int, pictures: int, seconds: float) -> None:
    tell(f"chunk {number}: {pictures} pictures in {seconds:.0f} s ({pictures / seconds:.0f} a second)")
