"""Places in pictures without cards that the finder takes for cards: what the refiner has to learn to refuse."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from companion.synth.surfaces import list_pictures
from companion.training.kept_out import is_kept_out
from companion.training.refiner_data import Quad
from companion.vision.finder import Finder
from companion.vision.sources.pictures import read_picture
from companion.whole_files import write_whole

_THRESHOLD = 0.05
"""Near what counts as found where the close look decides (`models/finder.md`)."""
_HEIGHTS = (None, 40.0, 80.0, 160.0, 320.0)
"""Sizes of cards, in pixels, that are looked for; None for every size."""
_LONGEST = 1280


def find_lookalikes(
    folder: Path, finder: Finder, cache: Path, tell: Callable[[str], None]
) -> list[tuple[Path, Sequence[Quad]]]:
    """Look for cards where there are none.

    Args:
        folder: Pictures without cards, those inside its folders too.
        finder: What looks.
        cache: JSON file in which the boxes are kept for the next time.
        tell: Receives progress.

    Returns:
        Every picture that shows something like a card, with (4, 2) boxes in pixels.
    """
    if not cache.is_file():
        found = {}
        paths = [path for path in list_pictures(folder) if not is_kept_out(path.name)]
        for number, path in enumerate(paths):
            quads = _look(path, finder)
            if len(quads):
                found[path.relative_to(folder).as_posix()] = quads.round(1).tolist()
            if number % 100 == 99:
                tell(f"looked for cards in {number + 1} of {len(paths)} pictures without any")
        cache.parent.mkdir(parents=True, exist_ok=True)
        write_whole(cache, json.dumps(found).encode())
    boxes = json.loads(cache.read_text(encoding="utf-8"))
    return [(folder / name, [np.array(quad) for quad in quads]) for name, quads in boxes.items()]


def _look(path: Path, finder: Finder) -> Quad:
    image = read_picture(path)
    if max(image.shape[:2]) > _LONGEST * 2:
        return np.zeros((0, 4, 2))
    found = [finder.find(image, height, _THRESHOLD).corners for height in _HEIGHTS]
    return np.concatenate(found).astype(np.float64)
