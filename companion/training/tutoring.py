"""Training of the reader beside a tutor (`tutors.py`), by thousands of crops a second on a device fast enough for it.

Both look at the same crops, varied alike.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch.utils.data import DataLoader

from companion.errors import UnusableError
from companion.resources import models_directory
from companion.training.batch_cues import blotted, with_corners_of
from companion.training.batch_views import as_crops, lit, seen_again
from companion.training.checkpoints import NO_CHECKPOINT, write_checkpoint
from companion.training.crop_supply import CropSupply, LastNamed
from companion.training.cues import LEAST_LEGIBLE, SHARE_BLOTTED, SHARE_OTHER_MIDDLE, chances_of_ranks
from companion.training.export import averaged_network, load_index
from companion.training.index_network import IndexNetwork, rank_names, rank_numbers
from companion.training.own_trainer import Facts, Run, Schedule, open_run, train
from companion.training.precision import reduced
from companion.training.reader import OFF
from companion.training.reader_data import NOTHING, class_names
from companion.training.trainer import GAIN, TINT, VEIL
from companion.training.tutors import Loss, Tutor
from companion.training.widening import NARROW
from companion.vision.reader import other_way_round

if TYPE_CHECKING:
    from companion.training.plan import Plan

_NO_READER = "is no reader of the cards of today; give models/reader.pt as --init"
_NO_NETWORK = (*NO_CHECKPOINT, AttributeError, ImportError, ValueError)
"""What opening a file raises that holds no network of Ultralytics."""
_PROCESSES = 3
"""That draw crops, at most: not more than there are processors."""
_BY_CHOICE = 0.7
"""Part of the time in which what is known is drawn less often. Then all is alike: chances are learned from what is."""
_LEAST = 1e-6
"""Less than this no card is given, for what is told of a run."""
_NOTE_AFTER = 50
"""Steps after which it is noted how surely the crops of all of them were named."""
_GAMMA = 0.12
"""How much brighter in the middle tones crops get, beside what `trainer.random_lookup` does: standard deviation."""
_FADED, _MOST_FADED, _MOST_GAUDY = 0.25, 0.4, 0.6
"""Part of the crops whose colours are weaker or stronger, and by how much at most."""
_NOISY, _NOISE = 0.3, 0.025
"""Part of the crops with noise, and its standard deviation at most."""


def train_beside_tutor(plan: "Plan", tutor: Tutor, data: Path, tell: Callable[[str], None]) -> None:
    """Train the reader of a plan beside a tutor, and write the result as Ultralytics would have.

    Args:
        plan: With a checkpoint to start from.
        tutor: Whom it learns beside.
        data: Folder of its rendered pictures.
        tell: Receives progress.

    Raises:
        UnusableError: What `open_beginning` raises, or the checkpoint to go on with is none of such a training.
    """
    saved, reader, index = open_beginning(plan.init)
    schedule = replace(plan.schedule, init=None)
    trained = train_tutored(data / "train", reader, index, tutor, plan.seed, schedule, tell)
    write_checkpoint({**saved, "model": trained.cpu(), "ema": None, "epoch": -1, "optimizer": None}, plan.result)


def open_beginning(init: Path | None) -> tuple[dict[str, Any], Any, IndexNetwork]:
    """Open what a training beside a tutor begins with.

    Args:
        init: Checkpoint of the reader that both begin as.

    Returns:
        The checkpoint, its reader in single precision, and what reads indices.

    Raises:
        UnusableError: The checkpoint is none of a reader of today, or there is nothing that reads indices.
    """
    index = models_directory() / "index.pt"
    if not index.is_file():
        raise UnusableError(f"{index}: is missing; --tutor needs to know of which crops the index can be read")
    try:
        saved = torch.load(init, map_location="cpu", weights_only=False)  # type: ignore[arg-type]
        reader = averaged_network(saved).float()
        is_of_today = tuple(reader.names.values()) == class_names() and reader.yaml["scale"] == NARROW
    except _NO_NETWORK as error:
        raise UnusableError(f"{init}: {_NO_READER}") from error
    if not is_of_today:
        raise UnusableError(f"{init}: {_NO_READER}")
    return saved, reader, load_index(index)


def train_tutored(
    data: Path,
    reader: Any,
    index: IndexNetwork,
    tutor: Tutor,
    seed: int,
    schedule: Schedule,
    tell: Callable[[str], None],
) -> Any:
    """Train a reader beside a tutor.

    Args:
        data: Chunks of the reader's crops.
        reader: Network that both begin as, of the classes of today.
        index: Tells of which crops the index can be read.
        tutor: Whom it learns beside.
        seed: Of the samples.
        schedule: How long, and from where.
        tell: Receives progress.

    Returns:
        The reader with the running mean of its weights.

    Raises:
        UnusableError: The checkpoint to go on with is none of such a training.
    """
    torch.manual_seed(seed)
    reader = reader.requires_grad_(True)
    run = open_run(tutor.pair(reader, seed), schedule, tutor.rate)
    known = LastNamed()
    supply = CropSupply(data, schedule.crops_at_once, known, seed * 1000 + run.steps)
    processes = min(_PROCESSES, os.cpu_count() or 1)
    batches = DataLoader(
        supply, batch_size=None, num_workers=processes, prefetch_factor=4, pin_memory=schedule.device != "cpu"
    )
    train(run, batches, _Lesson(index.to(schedule.target), tutor.loss, known, run, schedule), schedule, tell)
    return run.averaged.reader


class _Lesson:
    """Computes what is learned from a batch of `CropSupply`, and notes how surely its crops were named."""

    def __init__(self, index: IndexNetwork, loss: Loss, known: LastNamed, run: Run, schedule: Schedule) -> None:
        self._index, self._loss, self._known, self._run, self._schedule = index.eval(), loss, known, run, schedule
        self._ranks = torch.tensor(rank_numbers(), device=schedule.target)
        self._other_way_round = torch.tensor(other_way_round(class_names()), device=schedule.target)
        self._nothing = rank_names().index(NOTHING)
        self._said: list[tuple[torch.Tensor, torch.Tensor]] = []

    def __call__(self, pair: Any, batch: list[torch.Tensor]) -> tuple[torch.Tensor, Facts]:
        images, kinds, numbers, exchanged = batch
        crops, kinds = self._varied(as_crops(images), kinds, exchanged)
        with reduced(crops.device.type):
            said, tutor = (logits.float() for logits in pair(crops.contiguous(memory_format=torch.channels_last)))
        with torch.no_grad():
            chances, by_tutor = self._of_cards(said, kinds), self._of_cards(tutor, kinds)
            self._note(numbers, chances)
        loss = self._loss(said, tutor, kinds, by_tutor > 0.5)
        cards = -chances.clamp_min(_LEAST).log().mean()
        measured = torch.stack([loss.detach(), cards, (chances > 0.5).float().mean(), (by_tutor > 0.5).float().mean()])
        return loss, dict(zip(("loss", "cards", "cards_right", "tutor_right"), measured.tolist(), strict=True))

    def _of_cards(self, logits: torch.Tensor, kinds: torch.Tensor) -> torch.Tensor:
        """Return (N,) the chances of the cards that are there, whichever way up."""
        chances, others = logits.softmax(1), self._other_way_round[kinds]
        one, other = (chances.gather(1, which[:, None])[:, 0] for which in (kinds, others))
        return torch.where(others == kinds, one, one + other)

    def _note(self, numbers: torch.Tensor, chances: torch.Tensor) -> None:
        self._said.append((numbers, chances))
        if len(self._said) < _NOTE_AFTER:
            return
        together = [torch.cat(parts).cpu() for parts in zip(*self._said, strict=True)]
        self._known.chances[together[0]] = together[1].half()
        self._known.matters[0] = int(self._run.seconds < _BY_CHOICE * self._schedule.minutes * 60)
        self._said.clear()

    @torch.no_grad()
    def _varied(
        self, crops: torch.Tensor, kinds: torch.Tensor, exchanged: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the (N, 3, H, W) crops of a batch, each looked at otherwise, and their classes (N,)."""
        crops = self._with_cues(crops[: len(kinds)], crops[len(kinds) :], kinds, exchanged)
        count, device = len(kinds), crops.device

        def normal(*shape: int) -> torch.Tensor:
            return torch.randn(count, *shape, device=device)

        def some(share: float, what: torch.Tensor) -> torch.Tensor:
            return torch.where(torch.rand(count, device=device) < share, what, 0.0)[:, None, None, None]

        paler = _MOST_FADED - (_MOST_FADED + _MOST_GAUDY) * torch.rand(count, device=device)
        crops = (crops + some(_FADED, paler) * (crops.mean(1, keepdim=True) - crops)).clamp(1e-4, 1)
        crops = crops ** (_GAMMA * normal(1, 1, 1)).exp()
        crops = lit(crops, (GAIN * normal(1)).exp() * (TINT * normal(3)).exp(), VEIL / 255 * normal())
        turned = torch.rand(count, device=device) < 0.5
        way = torch.where(turned, -1.0, 1.0)[:, None, None]
        height, width = crops.shape[2:]
        shift = OFF["shift"] * normal(2) * torch.tensor([height / width, 1.0], device=device)
        crops = seen_again(crops, OFF["angle"] * normal(), way * self._bent(normal), shift)
        noise = some(_NOISY, _NOISE * torch.rand(count, device=device))
        kinds = torch.where(turned, self._other_way_round[kinds], kinds)
        return (crops + noise * torch.randn_like(crops)).clamp(0, 1), kinds

    @staticmethod
    def _bent(normal: Callable[..., torch.Tensor]) -> torch.Tensor:
        stretch = torch.diag_embed(1 + OFF["scale"] * normal(2))
        one = torch.eye(2, device=stretch.device)
        return (one + OFF["shear"] * normal(2, 2) * (1 - one)) @ stretch

    def _with_cues(
        self, crops: torch.Tensor, others: torch.Tensor, kinds: torch.Tensor, exchanged: torch.Tensor
    ) -> torch.Tensor:
        """Return crops of which some have another middle, or no index, as far as theirs can be read; see `cues`."""
        legible = self._legible(crops, kinds)
        which = legible[exchanged]
        mixed = exchanged[which]
        # Of those that nothing else happens to more are blotted, so that of all it is this part.
        blank = legible & (torch.rand(len(kinds), device=crops.device) < SHARE_BLOTTED / (1 - SHARE_OTHER_MIDDLE))
        blank[mixed] = False
        result = crops.clone()
        result[mixed] = with_corners_of(others[which], crops[mixed])
        result[blank] = blotted(crops[blank])
        return result

    def _legible(self, crops: torch.Tensor, kinds: torch.Tensor) -> torch.Tensor:
        """Return (N,) whether both corners of crops give their card's rank; see `cues.note_legible`."""
        ranks = self._ranks[kinds]
        with reduced(crops.device.type):
            chances = chances_of_ranks(self._index, crops)
        return (chances.gather(1, ranks[:, None])[:, 0] >= LEAST_LEGIBLE) & (ranks != self._nothing)
