"""Training of the finder with Ultralytics' own trainer, fed with chunks of rendered scenes."""

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.utils.data import Dataset
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.utils.ops import xyxyxyxy2xywhr

from companion.synth.darkness import in_the_dark
from companion.training.chunks import Chunk, ChunkFolder
from companion.training.finder_data import CLASSES, HEIGHT, WIDTH
from companion.training.photographs import PHOTOGRAPHS
from companion.training.trainer import FolderTrainer, chance_of_process, random_lookup
from companion.training.views import look_otherwise

Picture = npt.NDArray[np.uint8]
Quads = npt.NDArray[np.float32]
_SHARE_OF_PHOTOGRAPHS = 0.2
"""Of the pictures, where there are any: they are few, and what the network is for."""
_SHARE_DARK = 0.3
"""Of all pictures, how many are seen in little light."""
_LOOK_AGAIN = 1024


class FinderPictures(Dataset):  # type: ignore[type-arg]
    """Scenes drawn at random from the chunks that are there; chunks rendered meanwhile are taken in as they come.

    An item is a dictionary as Ultralytics' own datasets yield it: `img` (3, H, W) uint8 RGB, `cls` (N, 1), `bboxes`
    (N, 5) as centre, width, height relative to the picture and the angle in radians.
    """

    def __init__(self, folder: Path, length: int, augment: bool, seed: int) -> None:
        self._store = _Pictures(ChunkFolder(folder))
        self._photographs = _Pictures(ChunkFolder(folder.parent / PHOTOGRAPHS)) if augment else None
        self._length = length if augment else min(length, len(self._store))
        self._augment = augment
        self._seed = seed
        self._drawn = 0
        # Ultralytics looks here for the classes and the greatest number of boxes.
        self.labels = [{"cls": self._store.load(index)[2].reshape(-1, 1)} for index in range(len(self._store))]

    @cached_property
    def _rng(self) -> np.random.Generator:
        return chance_of_process(self._seed)

    def __len__(self) -> int:
        return self._length

    def _choose(self, index: int) -> tuple[Picture, Quads, npt.NDArray[np.int64]]:
        if not self._augment:
            return self._store.load(index)
        self._drawn += 1
        if self._drawn % _LOOK_AGAIN == 0:
            self._store.take_in()
            if self._photographs is not None:
                self._photographs.take_in()
        photographs = self._photographs
        if photographs is not None and len(photographs) and self._rng.random() < _SHARE_OF_PHOTOGRAPHS:
            return photographs.load(int(self._rng.integers(len(photographs))))
        return self._store.load(int(self._rng.integers(len(self._store))))

    def __getitem__(self, index: int) -> dict[str, Any]:
        picture, corners, kinds = self._choose(index)
        image = picture[..., ::-1]
        if self._augment:
            image, corners, kept = look_otherwise(self._rng, random_lookup(self._rng, image), corners)
            kinds = kinds[kept]
            if self._rng.random() < _SHARE_DARK:
                image = in_the_dark(self._rng, image)
        boxes = np.asarray(xyxyxyxy2xywhr(corners), np.float32).reshape(-1, 5)
        boxes[:, [0, 2]] /= WIDTH
        boxes[:, [1, 3]] /= HEIGHT
        return {
            "img": torch.from_numpy(np.ascontiguousarray(image.transpose(2, 0, 1))),
            "cls": torch.from_numpy(kinds.astype(np.float32)).reshape(-1, 1),
            "bboxes": torch.from_numpy(boxes),
            "batch_idx": torch.zeros(len(kinds)),
            "im_file": f"scene-{index}",
            "ori_shape": (HEIGHT, WIDTH),
            "resized_shape": (HEIGHT, WIDTH),
            "ratio_pad": ((1.0, 1.0), (0.0, 0.0)),
        }

    @staticmethod
    def collate_fn(items: list[dict[str, Any]]) -> dict[str, Any]:
        """Join items into a batch."""
        batch: dict[str, Any] = {
            key: [item[key] for item in items] for key in ("im_file", "ori_shape", "resized_shape", "ratio_pad")
        }
        batch["img"] = torch.stack([item["img"] for item in items])
        batch["cls"] = torch.cat([item["cls"] for item in items])
        batch["bboxes"] = torch.cat([item["bboxes"] for item in items])
        batch["batch_idx"] = torch.cat([item["batch_idx"] + i for i, item in enumerate(items)])
        return batch


class _Pictures:
    """The pictures of a folder's chunks, one after the other."""

    def __init__(self, folder: ChunkFolder) -> None:
        self._folder = folder
        self._chunks: dict[int, Chunk] = {}
        self._places: list[tuple[int, int, npt.NDArray[np.intp]]] = []
        self.take_in()

    def take_in(self) -> None:
        """Add the chunks that are new."""
        for number in self._folder.numbers():
            if number in self._chunks:
                continue
            chunk = self._chunks[number] = self._folder.load(number)
            self._places += [
                (number, index, np.flatnonzero(chunk.labels["picture"] == index)) for index in range(len(chunk.images))
            ]

    def __len__(self) -> int:
        return len(self._places)

    def load(self, index: int) -> tuple[Picture, Quads, npt.NDArray[np.int64]]:
        """Return a picture (H, W, 3) BGR, the corners (N, 4, 2) of its cards and their classes (N,)."""
        number, picture, rows = self._places[index]
        chunk = self._chunks[number]
        corners = np.asarray(chunk.labels["corners"][rows], np.float32)
        return chunk.images[picture], corners, np.asarray(chunk.labels["kind"][rows], np.int64)


class FinderTrainer(FolderTrainer, OBBTrainer):
    """Ultralytics' trainer for oriented boxes on our chunks."""

    classes = CLASSES

    def build_dataset(self, img_path: str, mode: str = "train", batch: int | None = None) -> FinderPictures:  # noqa: ARG002
        """Open the chunks of one part."""
        return FinderPictures(Path(img_path), self.epoch_length(mode), mode == "train", self.run_seed())
