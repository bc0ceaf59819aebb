"""What the finder's and the reader's training have in common."""

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.utils.data import get_worker_info

from companion.evaluation.files import save_bytes
from companion.training.precision import reduced

EPOCH_PICTURES = {"train": 2048, "val": 400}
"""Pictures an "epoch" takes from the endless supply: short, so that a schedule bounded by time stays smooth."""


class FolderTrainer:
    """Mix-in for Ultralytics trainers whose data are folders of chunks, `train` and `val`, below `args.data`."""

    classes: tuple[str, ...]
    args: Any
    device: Any
    model: Any
    last: Path
    best: Path
    begins_at = 0
    """The epoch that the run begins or goes on with."""
    threads = 1
    """Threads of the network on a CPU; Ultralytics would take one, to be polite beside other work."""

    def get_dataset(self) -> dict[str, Any]:
        """Describe the data as Ultralytics wants it."""
        folder = Path(self.args.data)
        return {
            "train": str(folder / "train"),
            "val": str(folder / "val"),
            "nc": len(self.classes),
            "names": dict(enumerate(self.classes)),
            "channels": 3,
        }

    def epoch_length(self, mode: str) -> int:
        """Return how many pictures an epoch takes."""
        return EPOCH_PICTURES[mode]

    def run_seed(self) -> int:
        """Return a seed that differs between a run and its resumption, so that no picture order repeats."""
        return int(self.args.seed) * 1000 + self.begins_at

    def setup_model(self) -> Any:
        """Build the network; channels last is about twice as fast for convolutions in bfloat16 on CPUs."""
        torch.set_num_threads(self.threads)
        checkpoint = super().setup_model()  # type: ignore[misc]
        if self.args.resume:
            # Ultralytics opens the data before it says at which epoch the run goes on.
            self.begins_at = int(checkpoint["epoch"]) + 1
        self.model = self.model.to(memory_format=torch.channels_last)
        return checkpoint

    def _setup_train(self) -> Any:
        """Prepare the training; on a CPU with instructions for bfloat16 the forward pass then runs in it.

        Ultralytics allows bfloat16 on CUDA only. The averaged network (EMA), which is validated and saved, was copied
        before and stays plain float32.
        """
        result = super()._setup_train()  # type: ignore[misc]
        if self.device.type == "cpu":
            plain = type(self.model)
            self.model.__class__ = type(f"Bfloat16{plain.__name__}", (_Bfloat16Forward, plain), {})
        return result

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        """Move a batch to the device, in the memory format of the network."""
        batch = super().preprocess_batch(batch)  # type: ignore[misc]
        batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
        return batch

    def save_model(self) -> Any:
        """Write the checkpoints, each whole or not at all: a run that is killed meanwhile goes on with the one before.

        Raises:
            UnusableError: One cannot be written.
        """
        self.last, self.best = _WholeFile(self.last), _WholeFile(self.best)
        return super().save_model()  # type: ignore[misc]

    def final_eval(self) -> None:
        """Do without Ultralytics' closing validation, which wants a data set of its own kind.

        The last epoch was validated already, and the checkpoint keeps its optimizer, so that training can go on.
        """

    def plot_training_labels(self) -> None:
        """Skip Ultralytics' label plot: contact sheets show our data better."""


class _WholeFile(type(Path())):  # type: ignore[misc]
    """A path to which Ultralytics writes a file that is there whole or not at all."""

    def write_bytes(self, data: bytes) -> int:
        """Write; see `save_bytes`."""
        save_bytes(Path(self), data)
        return len(data)


class _Bfloat16Forward:
    """Runs a network in bfloat16 where that is fast; its outputs are float32, in which the loss is computed."""

    def _predict_once(self, *arguments: Any, **keywords: Any) -> Any:
        with reduced("cpu"):
            outputs = super()._predict_once(*arguments, **keywords)  # type: ignore[misc]
        return _to_float(outputs)


def _to_float(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.float() if value.is_floating_point() else value
    if isinstance(value, dict):
        return {key: _to_float(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_to_float(item) for item in value)
    return value


def chance_of_process(seed: int) -> np.random.Generator:
    """Return a source of chance that differs between the processes that read a data set side by side.

    Ask for it in the process that draws: a generator made before is copied into all of them, and then every process
    hands out the same pictures as the others.
    """
    worker = get_worker_info()
    return np.random.default_rng([seed, worker.id if worker else 0])


GAIN, TINT, VEIL = 0.12, 0.05, 8
"""How much lighter (logarithm), tinted (logarithm) and paler (levels) pictures get: standard deviations."""


def random_lookup(rng: np.random.Generator, image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Change brightness, contrast and colour cast of an (H, W, 3) picture a little: no epoch repeats another."""
    gain = np.exp(rng.normal(0, GAIN)) * np.exp(rng.normal(0, TINT, 3))
    offset = rng.normal(0, VEIL)
    levels = np.arange(256, dtype=np.float32)
    tables = np.clip(levels[:, None] * gain + offset, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(np.ascontiguousarray(image), tables[None]), np.uint8)


def mend_torchvision() -> None:
    """Let torchvision be imported where its compiled operators do not fit the installed torch.

    Ultralytics imports torchvision for transforms only. With mismatched builds (a CUDA torchvision beside a CPU torch)
    the import fails on operators that nothing here calls; naming them is enough.
    """
    try:
        import torchvision  # noqa: F401
    except RuntimeError:
        library = torch.library.Library("torchvision", "DEF")
        for name in ("nms", "qnms"):
            library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        _KEPT.append(library)


_KEPT: list[torch.library.Library] = []
"""A library's operators vanish with the object that defined them."""


def common_settings(data: Path, project: Path, name: str, minutes: float, seed: int, device: str) -> dict[str, Any]:
    """Return the Ultralytics settings that both trainings share."""
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    return {
        "data": str(data),
        "project": str(project.resolve()),
        "name": name,
        "exist_ok": True,
        "time": minutes / 60,
        "epochs": 1000,
        "seed": seed,
        "device": device,
        "workers": 4,
        "amp": device != "cpu",
        "cos_lr": True,
        "close_mosaic": 0,
        "val": False,
        "plots": False,
        "warmup_bias_lr": 0.0,
        "deterministic": False,
        "verbose": False,
    }
