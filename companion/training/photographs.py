"""Views of labelled photographs for the finder's training, beside the rendered scenes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import UnusableError
from companion.synth.markings import random_markings
from companion.training.chunks import Labels
from companion.training.finder_data import CLASSES, HEIGHT, SHARE_MARKED, WIDTH
from companion.training.kept_out import is_kept_out
from companion.training.views import Corners, random_view
from companion.vision.sources.pictures import read_picture

PHOTOGRAPHS = "photographs"
"""Folder of the chunks, beside those of the rendered scenes."""
VIEWS_A_CHUNK = 500
OF_PHOTOGRAPHS: Mapping[str, int] = MappingProxyType({"finder": 4, "refiner": 12})
"""The networks that learn from photographs, too, and from how many chunks of them. The close look draws cards from all
chunks alike, and forgets what cards in photographs look like where these are few beside the scenes."""
SOURCE = "french-table"
CORNERS = Path(__file__).resolve().parents[2] / "datasets" / f"{SOURCE}-corners.json"
"""Corners of the cards in the `fit` photographs of `SOURCE`, in pixels, clockwise; see `datasets/README.md`."""


@dataclass(frozen=True)
class PhotographChunkMaker:
    """Cuts chunks of views out of photographs; picklable.

    Attributes:
        photographs: Paths of the photographs and the corners (N, 4, 2) of their cards in pixels.
        seed: Of the views.
    """

    photographs: Sequence[tuple[Path, Corners]]
    seed: int

    def __call__(self, number: int) -> tuple[npt.NDArray[np.uint8], Labels]:
        """Return (N, H, W, 3) pictures and labels as `FinderChunkMaker` does."""
        cv2.setNumThreads(1)
        images = np.empty((VIEWS_A_CHUNK, HEIGHT, WIDTH, 3), np.uint8)
        corners: list[npt.NDArray[np.float32]] = []
        pictures: list[int] = []
        for index in range(VIEWS_A_CHUNK):
            rng = np.random.default_rng([self.seed, number, index])
            path, cards = self.photographs[int(rng.integers(len(self.photographs)))]
            images[index], placed = random_view(rng, read_picture(path), cards)
            if rng.random() < SHARE_MARKED:
                images[index] = random_markings(rng, list(placed), WIDTH, HEIGHT).draw(images[index])
            corners += list(placed)
            pictures += [index] * len(placed)
        return images, {
            "corners": np.array(corners, np.float32).reshape(-1, 4, 2),
            "kind": np.full(len(corners), CLASSES.index("face"), np.int64),
            "picture": np.array(pictures, np.int64),
        }


def learned_photographs(folder: Path) -> list[tuple[Path, Corners]]:
    """List the photographs to learn from: those of the `fit` part whose corners are known, but for the kept-out ones.

    Args:
        folder: Labelled photographs, with a folder named like `SOURCE`.

    Raises:
        UnusableError: The corners or a photograph are missing.
    """
    try:
        known: Mapping[str, list[dict[str, object]]] = json.loads(CORNERS.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnusableError(f"{CORNERS}: cannot be read; photographs are learned from in a source checkout") from error
    found = []
    for name, cards in known.items():
        if is_kept_out(name):
            continue
        path = folder / SOURCE / "fit" / name
        if not path.is_file():
            raise UnusableError(f"{path}: this photograph is missing; leave --photos out to train without photographs")
        found.append((path, np.array([card["corners"] for card in cards], np.float64).reshape(-1, 4, 2)))
    return found
