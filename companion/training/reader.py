"""Training of the reader with Ultralytics' own trainer, fed with chunks of rendered crops."""

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.utils.data import Dataset
from ultralytics.data import build_dataloader
from ultralytics.models.yolo.classify import ClassificationTrainer

from companion.training.chunks import Chunk, ChunkFolder
from companion.training.cues import LEGIBLE, Cues
from companion.training.known import KNOWN, Known
from companion.training.reader_data import class_names
from companion.training.sessions import ADDED
from companion.training.trainer import FolderTrainer, chance_of_process, random_lookup
from companion.vision.reader import other_way_round
from companion.vision.rectify import looked_at_again

Crop = npt.NDArray[np.uint8]
EPOCH_CROPS = {"train": 8192, "val": 1000}
_LOOK_AGAIN = 4096


class ReaderCrops(Dataset):  # type: ignore[type-arg]
    """Crops drawn at random from the chunks that are there: `img` (3, H, W) float32 RGB in 0..1, `cls` an index.

    Chunks that are rendered while training runs are taken in as they come.
    """

    def __init__(self, folder: Path, length: int, augment: bool, seed: int) -> None:
        self._store = ChunkFolder(folder)
        self._augment = augment
        self._chunks: dict[int, Chunk] = {}
        self._flat: list[tuple[int, int]] = []
        self._cues = Cues(folder.parent / LEGIBLE)
        self._known = Known(folder.parent / KNOWN)
        self._take_in()
        added = ChunkFolder(folder.parent / ADDED) if augment else None
        self._added = [added.load(number) for number in added.numbers()] if added else []
        self._other_way_round = other_way_round(class_names())
        self._length = length if augment else min(length, len(self._flat))
        self._seed = seed
        self._drawn = 0

    def _take_in(self) -> None:
        for number in self._store.numbers():
            if number not in self._chunks:
                self._chunks[number] = self._store.load(number)
                if self._augment:
                    self._cues.take_in(number, self._chunks[number])
                    self._known.take_in(number)
                self._flat += [(number, row) for row in range(len(self._chunks[number].images))]

    @cached_property
    def _rng(self) -> np.random.Generator:
        return chance_of_process(self._seed)

    def __len__(self) -> int:
        return self._length

    def _choose(self, index: int) -> tuple[Crop, int]:
        """Return a crop (H, W, 3) BGR and its class."""
        if not self._augment:
            number, row = self._flat[index]
            return self._chunks[number].images[row], int(self._chunks[number].labels["kind"][row])
        if self._added and self._rng.random() < _SHARE_ADDED:
            chunk = self._added[int(self._rng.integers(len(self._added)))]
            row = int(self._rng.integers(len(chunk.images)))
            return chunk.images[row], int(chunk.labels["kind"][row])
        number, row = self._draw()
        while not self._known.is_drawn(self._rng, number, row):
            number, row = self._draw()
        return self._cues.vary(self._rng, self._chunks, number, row), int(self._chunks[number].labels["kind"][row])

    def _draw(self) -> tuple[int, int]:
        return self._flat[int(self._rng.integers(len(self._flat)))]

    def __getitem__(self, index: int) -> dict[str, Any]:
        self._drawn += 1
        if self._augment and self._drawn % _LOOK_AGAIN == 0:
            self._take_in()
        crop, kind = self._choose(index)
        image = crop[..., ::-1]
        if self._augment:
            image = _misplace(self._rng, random_lookup(self._rng, image))
            if self._rng.random() < 0.5:
                image, kind = image[::-1, ::-1], int(self._other_way_round[kind])
        tensor = torch.from_numpy(np.ascontiguousarray(image.transpose(2, 0, 1))).float() / 255
        return {"img": tensor, "cls": kind}


_SHARE_ADDED = 0.25
"""Of the crops from recorded sessions, where there are any: they are few beside the rendered ones."""
OFF = {"angle": 0.015, "scale": 0.012, "shift": 0.008, "shear": 0.01}
"""How far refined boxes are off, beyond what the crops were rendered with: standard deviations, radians and parts of
the card's size."""


def _misplace(rng: np.random.Generator, image: Crop) -> Crop:
    """Look at a crop through a box that is a little off: no two epochs show the same crop."""
    angle = rng.normal(0, OFF["angle"])
    stretch = np.diag(1 + rng.normal(0, OFF["scale"], 2))
    shear = np.array([[1.0, rng.normal(0, OFF["shear"])], [rng.normal(0, OFF["shear"]), 1.0]])
    return looked_at_again(image, angle, shear @ stretch, rng.normal(0, OFF["shift"], 2) * image.shape[0])


def _outputs(network: Any) -> int:
    linear = getattr(network.model[-1], "linear", None)
    return 0 if linear is None else int(linear.out_features)


def _keep_classes(linear: torch.nn.Linear, before: Any) -> None:
    """Copy the weights of the classes that a network trained before had, by their names."""
    if not _outputs(before):
        return
    row_before = {name: row for row, name in before.names.items()}
    known = [(row, row_before[name]) for row, name in enumerate(class_names()) if name in row_before]
    rows, rows_before = (list(side) for side in zip(*known, strict=True))
    old = before.model[-1].linear
    with torch.no_grad():
        linear.weight[rows] = old.weight[rows_before].to(linear.weight)
        linear.bias[rows] = old.bias[rows_before].to(linear.bias)


class ReaderTrainer(FolderTrainer, ClassificationTrainer):
    """Ultralytics' trainer for classification on our chunks."""

    classes = class_names()

    def epoch_length(self, mode: str) -> int:
        """Return how many crops an epoch takes."""
        return EPOCH_CROPS[mode]

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> Any:
        """Build the network; from a reader of other classes it keeps what that knows about those in common."""
        network = super().get_model(cfg, weights, verbose)
        if weights is not None and network.model[-1].linear.out_features != _outputs(weights):
            _keep_classes(network.model[-1].linear, weights)
        return network

    def get_dataloader(self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train") -> Any:
        """Open the chunks of one part."""
        crops = ReaderCrops(Path(dataset_path), self.epoch_length(mode), mode == "train", self.run_seed())
        return build_dataloader(crops, batch_size, self.args.workers, rank=rank, device=self.device)
