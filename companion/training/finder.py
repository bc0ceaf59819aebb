"""Training of the finder with Ultralytics' own trainer, fed with chunks of rendered scenes."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.data import Dataset
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.utils.ops import xyxyxyxy2xywhr

from companion.training.chunks import Chunk, ChunkFolder
from companion.training.finder_data import CLASSES, HEIGHT, WIDTH
from companion.training.trainer import FolderTrainer, random_lookup


class FinderPictures(Dataset):  # type: ignore[type-arg]
    """Scenes drawn at random from the chunks that are there when an epoch begins.

    An item is a dictionary as Ultralytics' own datasets yield it: `img` (3, H, W) uint8 RGB, `cls` (N, 1), `bboxes`
    (N, 5) as centre, width, height relative to the picture and the angle in radians.
    """

    def __init__(self, folder: Path, length: int, augment: bool, seed: int) -> None:
        self._folder = ChunkFolder(folder)
        self._chunks: list[Chunk] = [self._folder.load(number) for number in self._folder.numbers()]
        self._length = length if augment else min(length, sum(len(chunk.images) for chunk in self._chunks))
        self._augment = augment
        self._rng = np.random.default_rng(seed)
        self._rows = [
            [np.flatnonzero(chunk.labels["picture"] == index) for index in range(len(chunk.images))]
            for chunk in self._chunks
        ]
        self._flat = [(c, i) for c, chunk in enumerate(self._chunks) for i in range(len(chunk.images))]
        # Ultralytics looks here for the classes and the greatest number of boxes.
        self.labels = [
            {"cls": chunk.labels["kind"][rows].reshape(-1, 1)}
            for chunk, all_rows in zip(self._chunks, self._rows, strict=True)
            for rows in all_rows
        ]

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> dict[str, Any]:
        chosen = int(self._rng.integers(len(self._flat))) if self._augment else index
        chunk_number, picture = self._flat[chosen]
        chunk, rows = self._chunks[chunk_number], self._rows[chunk_number][picture]
        image = chunk.images[picture][..., ::-1]
        corners = chunk.labels["corners"][rows].astype(np.float32)
        if self._augment:
            image = random_lookup(self._rng, image)
            if self._rng.random() < 0.5:
                # Half a turn, never a mirror image.
                image = image[::-1, ::-1]
                corners = np.array([WIDTH, HEIGHT], np.float32) - corners
        boxes = np.asarray(xyxyxyxy2xywhr(corners), np.float32).reshape(-1, 5)
        boxes[:, [0, 2]] /= WIDTH
        boxes[:, [1, 3]] /= HEIGHT
        return {
            "img": torch.from_numpy(np.ascontiguousarray(image.transpose(2, 0, 1))),
            "cls": torch.from_numpy(chunk.labels["kind"][rows].astype(np.float32)).reshape(-1, 1),
            "bboxes": torch.from_numpy(boxes),
            "batch_idx": torch.zeros(len(rows)),
            "im_file": f"scene-{chunk_number}-{picture}",
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


class FinderTrainer(FolderTrainer, OBBTrainer):
    """Ultralytics' trainer for oriented boxes on our chunks."""

    classes = CLASSES

    def build_dataset(self, img_path: str, mode: str = "train", batch: int | None = None) -> FinderPictures:  # noqa: ARG002
        """Open the chunks of one part."""
        return FinderPictures(Path(img_path), self.epoch_length(mode), mode == "train", self.run_seed())
