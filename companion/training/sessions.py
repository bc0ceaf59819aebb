"""Crops of recorded sessions beside the rendered ones: a reader that learns the family's own deck and light."""

import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.errors import UnusableError
from companion.recording.samples import Sample, samples
from companion.training.chunks import ChunkFolder
from companion.training.reader_data import TURNED, class_number
from companion.vision.reader import Reader

ADDED, KEPT = "added", "kept"
"""Folders of the crops that are learned from, and of those that only tell what was gained."""
_KEPT_OUT = 4
"""One place of a card in so many is kept out."""


def gather(sessions: Sequence[Path], reader: Reader, data: Path, tell: Callable[[str], None]) -> None:
    """Write the certain crops of sessions as chunks, in place of those of an earlier gathering.

    Which way up a card lies nobody confirmed, so the reader in use says it, knowing which card it is.

    Args:
        sessions: Folders of recordings.
        reader: Tells which way up a card is.
        data: Folder of a run's data.
        tell: Receives a line.

    Raises:
        UnusableError: A folder is no session, or there are too few crops to learn from and to keep out.
    """
    learned: list[Sample] = []
    kept: list[Sample] = []
    for session in sessions:
        for sample in samples(session):
            is_kept = zlib.crc32(f"{session.name} {sample.track}".encode()) % _KEPT_OUT == 0
            (kept if is_kept else learned).append(sample)
    if not learned or not kept:
        names = ", ".join(str(session) for session in sessions)
        raise UnusableError(f"{names}: too few cards that a person or a finished hand confirmed; play or correct more")
    for part, chosen in ((ADDED, learned), (KEPT, kept)):
        crops = np.stack([sample.crop for sample in chosen])
        ChunkFolder(data / part).write(0, crops, {"kind": _kinds(chosen, reader)})
    tell(f"{len(learned)} crops to learn from, {len(kept)} of other places kept out to measure with")


def _kinds(chosen: Sequence[Sample], reader: Reader) -> npt.NDArray[np.int64]:
    chances = reader.perceive([sample.crop for sample in chosen]).chances
    kinds = []
    for sample, chance in zip(chosen, chances, strict=True):
        upright = f"{sample.deck} {sample.code}"
        known = {name: chance[column] for column, name in enumerate(reader.classes)}
        is_turned = known.get(f"{upright} {TURNED}", 0.0) > known.get(upright, 0.0)
        kinds.append(class_number(sample.deck, sample.code, is_turned))
    return np.array(kinds, np.int64)
