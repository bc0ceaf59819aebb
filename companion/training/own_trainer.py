"""Training of small networks of our own, for which Ultralytics has no task."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from companion.errors import UnusableError
from companion.training.checkpoints import NO_CHECKPOINT, write_checkpoint

Facts = Mapping[str, float]
"""What one step measured, by name."""
Learn = Callable[[Any, list[torch.Tensor]], tuple[torch.Tensor, Facts]]
"""Takes the network and a batch on its device; returns the loss and what was measured."""

_LAST_RATE = 0.01
"""The learning rate at the end, as a part of the first."""
_WARM_UP = 200
_SAVE_EVERY = 60.0
_AVERAGE_OVER = 1000


@dataclass(frozen=True)
class Schedule:
    """How long and how fast.

    Attributes:
        checkpoint: The file to write, and to go on from with `resume`; a line of progress a minute goes beside it.
        minutes: Time in all.
        device: "cpu" or a CUDA device's number.
        init: Checkpoint whose weights to start from.
        resume: Go on with the checkpoint.
    """

    checkpoint: Path
    minutes: float
    device: str
    init: Path | None
    resume: bool

    @property
    def target(self) -> torch.device:
        """The device."""
        return torch.device(self.device if self.device == "cpu" else f"cuda:{self.device}")

    @property
    def crops_at_once(self) -> int:
        """How many crops are learned from in a step: a GPU is no faster with few."""
        return 64 if self.device == "cpu" else 512


@dataclass
class Run:
    """A training under way.

    Attributes:
        network: What learns.
        averaged: The running mean of its weights, which is what the training is for.
        optimizer: Of its weights.
        rate: Learning rate at the beginning.
        steps: Made so far.
        seconds: Trained so far.
    """

    network: Any
    averaged: Any
    optimizer: Any
    rate: float
    steps: int = 0
    seconds: float = 0.0


def open_run(network: nn.Module, schedule: Schedule, rate: float) -> Run:
    """Begin a training at a learning rate, or take up the one that the schedule resumes.

    Raises:
        UnusableError: The checkpoint to start from or to go on with is none of this network.
    """
    target = schedule.target
    network = network.to(target, memory_format=torch.channels_last)  # type: ignore[call-overload]
    start = schedule.checkpoint if schedule.resume else schedule.init
    try:
        saved = torch.load(start, map_location=target, weights_only=True) if start else None
        if saved:
            network.load_state_dict(saved["network" if schedule.resume else "averaged"])
    except NO_CHECKPOINT as error:
        instead = "train without --resume" if schedule.resume else "give another --init"
        raise UnusableError(f"{start}: holds no weights of this network, or is damaged; {instead}") from error
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    run = Run(network, deepcopy(network).eval(), optimizer, rate)
    if not schedule.resume:
        _progress_file(schedule.checkpoint).unlink(missing_ok=True)
    if saved and schedule.resume:
        run.averaged.load_state_dict(saved["averaged"])
        optimizer.load_state_dict(saved["optimizer"])
        run.steps, run.seconds = saved["steps"], saved["seconds"]
    return run


def train(
    run: Run, batches: Iterable[list[torch.Tensor]], learn: Learn, schedule: Schedule, tell: Callable[[str], None]
) -> None:
    """Train for a time, writing a checkpoint every minute.

    Args:
        run: From `open_run`.
        batches: As many as are asked for.
        learn: Computes the loss of one.
        schedule: How long.
        tell: Receives progress.
    """
    kept = run.seconds
    started = saved = time.perf_counter()
    measured: list[Facts] = []
    for batch in batches:
        share = run.seconds / (schedule.minutes * 60)
        if share >= 1:
            break
        rate = run.rate * _share_of_rate(share, run.steps)
        measured.append(_step(run, [part.to(schedule.target) for part in batch], learn, rate))
        run.seconds = kept + time.perf_counter() - started
        if time.perf_counter() - saved > _SAVE_EVERY:
            saved = time.perf_counter()
            tell(_progress(run, measured, schedule.checkpoint))
            measured.clear()
            save(run, schedule.checkpoint)
    if measured:
        tell(_progress(run, measured, schedule.checkpoint))
    save(run, schedule.checkpoint)


def _share_of_rate(share: float, steps: int) -> float:
    cosine = 0.5 * (1 + np.cos(np.pi * share))
    return float((_LAST_RATE + (1 - _LAST_RATE) * cosine) * min(1.0, (steps + 1) / _WARM_UP))


def _step(run: Run, batch: list[torch.Tensor], learn: Learn, rate: float) -> Facts:
    run.network.train()
    loss, facts = learn(run.network, batch)
    for group in run.optimizer.param_groups:
        group["lr"] = rate
    run.optimizer.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(run.network.parameters(), 1.0)
    run.optimizer.step()
    run.steps += 1
    _average(run)
    return facts


def _average(run: Run) -> None:
    keep = min(1 - 1 / _AVERAGE_OVER, run.steps / (run.steps + 10))
    with torch.no_grad():
        pairs = list(zip(run.averaged.state_dict().values(), run.network.state_dict().values(), strict=True))
        means, now = zip(*[pair for pair in pairs if pair[0].dtype.is_floating_point], strict=True)
        torch._foreach_lerp_(list(means), list(now), 1 - keep)
        for mean, value in pairs:
            if not mean.dtype.is_floating_point:
                mean.copy_(value)


def _progress(run: Run, measured: list[Facts], checkpoint: Path) -> str:
    means = {name: round(float(np.mean([facts[name] for facts in measured])), 5) for name in measured[0]}
    minutes = round(run.seconds / 60, 2)
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    with _progress_file(checkpoint).open("a", encoding="utf-8") as file:
        file.write(json.dumps({"steps": run.steps, "minutes": minutes, **means}) + "\n")
    return f"{minutes} minutes: {', '.join(f'{name} {value:g}' for name, value in means.items())}"


def _progress_file(checkpoint: Path) -> Path:
    return checkpoint.parent / "results.jsonl"


def save(run: Run, checkpoint: Path) -> None:
    """Write a checkpoint, whole or not at all.

    Raises:
        UnusableError: It cannot be written.
    """
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    state = {
        "network": run.network.state_dict(),
        "averaged": run.averaged.state_dict(),
        "optimizer": run.optimizer.state_dict(),
        "steps": run.steps,
        "seconds": run.seconds,
    }
    write_checkpoint(state, checkpoint)


def convolution(before: int, after: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Return a convolution with its normalisation and activation."""
    layer = nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.SiLU(inplace=True))
