"""Training of the refiner: a small network of our own, for which Ultralytics has no task."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from companion.training.proposals import Proposals
from companion.training.refiner_data import UNKNOWN, Quad, RefinerSamples
from companion.vision.refiner import HEIGHT, KINDS, MARGIN, WIDTH

_BATCH = 128
_RATE, _LAST_RATE = 2e-3, 2e-5
_WARM_UP = 200
_SAVE_EVERY = 60.0
_AVERAGE_OVER = 1000
_HIDDEN = 320
_KIND_WEIGHT = 0.06
_SMOOTH = 0.01
"""Errors below this part of the window count squared, above it plainly."""


class RefinerNetwork(nn.Module):
    """Cut-outs (N, 3, HEIGHT, WIDTH) RGB in 0..1 to corners (N, 8), in parts of the window, and logits of the kinds."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 16, 2),
            _conv(16, 24, 2),
            _Residual(24),
            _conv(24, 48, 2),
            *(_Residual(48) for _ in range(3)),
            _conv(48, 96, 2),
            *(_Residual(96) for _ in range(4)),
            _conv(96, 48, 1, 1),
            nn.Flatten(),
            nn.Linear(48 * -(-HEIGHT // 16) * -(-WIDTH // 16), _HIDDEN),
            nn.SiLU(inplace=True),
        )
        self.corners = nn.Linear(_HIDDEN, 8)
        self.kinds = nn.Linear(_HIDDEN, len(KINDS))
        nn.init.normal_(self.corners.weight, 0, 0.001)
        nn.init.zeros_(self.corners.bias)
        low, high = MARGIN / (1 + 2 * MARGIN), (1 + MARGIN) / (1 + 2 * MARGIN)
        self.register_buffer("expected", torch.tensor([low, low, high, low, high, high, low, high]))

    def forward(self, cuts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Refine."""
        features = self.body(cuts)
        return self.corners(features) + self.expected, self.kinds(features)


def _conv(before: int, after: int, stride: int, kernel: int = 3) -> nn.Sequential:
    convolution = nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after), nn.SiLU(inplace=True))


class _Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels, 1)
        self.second = _conv(channels, channels, 1)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = features + self.second(self.first(features))
        return result


class _Supply(IterableDataset):  # type: ignore[type-arg]
    def __init__(
        self, folder: Path, seed: int, empty: Sequence[tuple[Path, Sequence[Quad]]], proposals: Mapping[int, Proposals]
    ) -> None:
        self._arguments = folder, seed, empty, proposals

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        folder, seed, empty, proposals = self._arguments
        worker = get_worker_info()
        samples = RefinerSamples(folder, seed * 100 + (worker.id if worker else 0), empty, proposals)
        while True:
            drawn = [samples.draw() for _ in range(_BATCH)]
            cuts = np.stack([sample.crop for sample in drawn])[..., ::-1].transpose(0, 3, 1, 2)
            yield (
                torch.from_numpy(np.ascontiguousarray(cuts)),
                torch.from_numpy(np.stack([sample.corners for sample in drawn]).reshape(-1, 8)),
                torch.tensor([sample.kind for sample in drawn]),
                torch.tensor([sample.has_corners for sample in drawn]),
            )


@dataclass
class _Run:
    network: Any
    averaged: Any
    optimizer: Any
    steps: int = 0
    seconds: float = 0.0


def train_refiner(
    data: Path,
    checkpoint: Path,
    minutes: float,
    seed: int,
    device: str,
    init: Path | None,
    empty: Sequence[tuple[Path, Sequence[Quad]]],
    proposals: Mapping[int, Proposals],
    resume: bool,
    tell: Callable[[str], None],
) -> None:
    """Train for a time, writing a checkpoint every minute and a line of progress beside it.

    Args:
        data: Chunks of the finder's scenes.
        checkpoint: The file to write, and to go on from with `resume`.
        minutes: Time in all.
        seed: Of the samples.
        device: "cpu" or a CUDA device's number.
        init: Checkpoint whose weights to start from.
        empty: Pictures without cards, with boxes in which something looked like one.
        proposals: What a finder made of the scenes, by the chunk's number.
        resume: Go on with the checkpoint.
        tell: Receives progress.
    """
    torch.manual_seed(seed)
    target = torch.device(device if device == "cpu" else f"cuda:{device}")
    run = _open_run(checkpoint if resume else init, target, resume)
    loader = DataLoader(_Supply(data, seed * 1000 + run.steps, empty, proposals), batch_size=None, num_workers=1)
    kept = run.seconds
    started = saved = time.perf_counter()
    sums = np.zeros(3)
    counted = 0
    for batch in loader:
        share = run.seconds / (minutes * 60)
        if share >= 1:
            break
        sums += _step(run, [part.to(target) for part in batch], _rate(share, run.steps))
        counted += 1
        run.seconds = kept + time.perf_counter() - started
        if time.perf_counter() - saved > _SAVE_EVERY:
            saved = time.perf_counter()
            tell(_progress(run, sums / counted, checkpoint))
            sums[:], counted = 0, 0
            save(run, checkpoint)
    if counted:
        tell(_progress(run, sums / counted, checkpoint))
    save(run, checkpoint)


def _open_run(start: Path | None, target: torch.device, resume: bool) -> _Run:
    network = RefinerNetwork().to(target, memory_format=torch.channels_last)
    saved = torch.load(start, map_location=target, weights_only=True) if start else None
    if saved:
        network.load_state_dict(saved["network" if resume else "averaged"])
    optimizer = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=1e-3)
    run = _Run(network, deepcopy(network).eval(), optimizer)
    if saved and resume:
        run.averaged.load_state_dict(saved["averaged"])
        optimizer.load_state_dict(saved["optimizer"])
        run.steps, run.seconds = saved["steps"], saved["seconds"]
    return run


def _rate(share: float, steps: int) -> float:
    cosine = 0.5 * (1 + np.cos(np.pi * share))
    return float((_LAST_RATE + (_RATE - _LAST_RATE) * cosine) * min(1.0, (steps + 1) / _WARM_UP))


def _step(run: _Run, batch: list[torch.Tensor], rate: float) -> "np.ndarray[Any, np.dtype[np.float64]]":
    cuts, corners, kinds, has_corners = batch
    run.network.train()
    cuts = (cuts.float() / 255).contiguous(memory_format=torch.channels_last)
    with torch.autocast(cuts.device.type, torch.bfloat16):
        found, logits = run.network(cuts)
    found, logits = found.float(), logits.float()
    asked = has_corners.float()[:, None]
    distance = functional.smooth_l1_loss(found * asked, corners * asked, beta=_SMOOTH, reduction="sum")
    distance = distance / (8 * asked.sum()).clamp(min=1)
    kind = functional.cross_entropy(logits, kinds, ignore_index=UNKNOWN)
    for group in run.optimizer.param_groups:
        group["lr"] = rate
    run.optimizer.zero_grad(set_to_none=True)
    (distance + _KIND_WEIGHT * kind).backward()
    nn.utils.clip_grad_norm_(run.network.parameters(), 1.0)
    run.optimizer.step()
    run.steps += 1
    _average(run)
    with torch.no_grad():
        right = (logits.argmax(1) == kinds)[kinds != UNKNOWN].float().mean()
    return np.array([float(distance.detach()), float(kind.detach()), float(right)])


def _average(run: _Run) -> None:
    keep = min(1 - 1 / _AVERAGE_OVER, run.steps / (run.steps + 10))
    with torch.no_grad():
        now = run.network.state_dict()
        for name, value in run.averaged.state_dict().items():
            if value.dtype.is_floating_point:
                value.mul_(keep).add_(now[name], alpha=1 - keep)
            else:
                value.copy_(now[name])


def _progress(run: _Run, means: "np.ndarray[Any, np.dtype[np.float64]]", checkpoint: Path) -> str:
    facts = {
        "steps": run.steps,
        "minutes": round(run.seconds / 60, 2),
        "corners": round(float(means[0]), 5),
        "kinds": round(float(means[1]), 4),
        "kinds_right": round(float(means[2]), 4),
    }
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    with (checkpoint.parent / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(facts) + "\n")
    return f"{facts['minutes']} minutes: loss of corners {facts['corners']}, kinds {facts['kinds_right']:.1%} right"


def save(run: _Run, checkpoint: Path) -> None:
    """Write a checkpoint, whole or not at all."""
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    partial = checkpoint.with_suffix(".partial")
    state = {
        "network": run.network.state_dict(),
        "averaged": run.averaged.state_dict(),
        "optimizer": run.optimizer.state_dict(),
        "steps": run.steps,
        "seconds": run.seconds,
    }
    torch.save(state, partial)
    partial.replace(checkpoint)
