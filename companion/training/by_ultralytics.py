"""Trains each of the networks for which Ultralytics has a task: the finder and the reader."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import torch

from companion.errors import UnusableError
from companion.resources import models_directory
from companion.training.chunks import ChunkFolder
from companion.training.kinds import KINDS
from companion.training.own_networks import Train
from companion.training.trainer import common_settings, mend_torchvision

if TYPE_CHECKING:
    from companion.training.plan import Plan

_GENTLE = 0.25
"""Part of the usual learning rate with which a trained reader learns from a few sessions."""


def _train_reader(plan: "Plan", data: Path, tell: Callable[[str], None]) -> None:
    if plan.tutor is not None:
        from companion.training.tutoring import train_beside_tutor
        from companion.training.tutors import TUTORS

        torch.set_num_threads(plan.threads)
        train_beside_tutor(plan, TUTORS[plan.tutor], data, tell)
        return
    from companion.training.cues import LEGIBLE, note_legible
    from companion.training.export import load_index
    from companion.training.known import KNOWN, note_known
    from companion.vision.reader import Reader

    torch.set_num_threads(plan.threads)
    index = models_directory() / "index.pt"
    if index.is_file():
        note_legible(ChunkFolder(data / "train"), load_index(index), data / LEGIBLE, tell)
    if not plan.resume:
        shutil.rmtree(data / KNOWN, ignore_errors=True)  # Of a run that began with another reader.
    if plan.init is not None and plan.init.resolve() == (models_directory() / "reader.pt").resolve():
        note_known(ChunkFolder(data / "train"), Reader(models_directory() / "reader.onnx"), data / KNOWN, tell)
    _train_yolo(plan, data, tell)


def _train_yolo(plan: "Plan", data: Path, tell: Callable[[str], None]) -> None:
    mend_torchvision()
    from companion.training.finder import FinderTrainer
    from companion.training.reader import ReaderTrainer
    from companion.training.ultralytics_quiet import Progress, hear_warnings

    hear_warnings()
    trainer: Any = {"finder": FinderTrainer, "reader": ReaderTrainer}[plan.kind]
    settings = common_settings(data, plan.run, "training", plan.minutes, plan.seed, plan.device)
    fixed = {"optimizer": "AdamW", "lrf": 0.02, "warmup_epochs": 0.5, "weight_decay": 0.0005}
    settings |= {**fixed, **KINDS[plan.kind].settings}
    if plan.add:
        settings["lr0"] *= _GENTLE
    settings["freeze"] = plan.freeze
    settings["pretrained"] = str(plan.init) if plan.init else False
    if plan.resume:
        settings["resume"] = str(plan.checkpoint)
    trainer.threads = plan.threads
    try:
        training = trainer(overrides=settings)
        Progress(training, plan.minutes, tell)
        training.train()
    except AssertionError as error:
        if not plan.resume:
            raise
        # Ultralytics' way to say that the run came to its end.
        raise UnusableError(
            f"{plan.checkpoint}: this run is finished; go on with --init {plan.checkpoint} and another --run"
        ) from error


BY_ULTRALYTICS: Mapping[str, Train] = MappingProxyType({"finder": _train_yolo, "reader": _train_reader})
"""What trains each of them."""
