"""Training of the magnifier, on corners cut out larger than the reader's crops have them."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset

from companion.training.chunks import rows_by_chance
from companion.training.index import judged, varied
from companion.training.magnifier_data import ROOM
from companion.training.magnifier_network import MagnifierNetwork, answers
from companion.training.own_trainer import Facts, Schedule, open_run, train
from companion.training.precision import reduced
from companion.training.trainer import chance_of_process

_CARDS = 64
"""In a batch, with two corners each."""
_LOOK_AGAIN = 200
"""Batches after which chunks are looked for that came since."""
_RATE = 1.5e-3


class _Supply(IterableDataset):  # type: ignore[type-arg]
    """Both corners of cards drawn at random, the near ones of a batch first, and the cards' ranks and suits.

    An index that is covered, or that the deck does not have, is called by its card all the same: what cannot be read
    has to be answered with what is likely. Chunks that are rendered while training runs are taken in as they come.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self._arguments = folder, seed

    def __iter__(self) -> Iterator[list[torch.Tensor]]:
        """Yield (2 x _CARDS, 3, H, W) uint8 RGB with room around, and (_CARDS, 2) ranks and suits, without end."""
        folder, seed = self._arguments
        rng = chance_of_process(seed)
        known, rows = np.array(answers()), rows_by_chance(folder, rng, _CARDS, _LOOK_AGAIN)
        while True:
            pairs, kinds = [], []
            for chunk, row in islice(rows, _CARDS):
                pairs.append(np.asarray(chunk.images[row])[..., ::-1].transpose(0, 3, 1, 2))
                kinds.append(int(chunk.labels["kind"][row]))
            corners = np.stack(pairs, axis=1).reshape(-1, *pairs[0].shape[1:])
            yield [torch.from_numpy(corners), torch.from_numpy(known[kinds])]


def train_magnifier(data: Path, index: Any, seed: int, schedule: Schedule, tell: Callable[[str], None]) -> None:
    """Train the magnifier.

    Args:
        data: Chunks of its corners.
        index: What reads corners inside the reader, whose layers it begins as; None begins with nothing.
        seed: Of the samples.
        schedule: How long, and from where.
        tell: Receives progress.
    """
    torch.manual_seed(seed)
    network = MagnifierNetwork()
    if index is not None:
        network.begin_as(index)
    run = open_run(network, schedule, _RATE)
    supply = _Supply(data, seed * 1000 + run.steps)
    train(run, DataLoader(supply, batch_size=None, num_workers=1), _learn, schedule, tell)


def _learn(network: Any, batch: list[torch.Tensor]) -> tuple[torch.Tensor, Facts]:
    larger, known = batch
    corners = varied(larger.float() / 255, 2 * ROOM)
    with reduced(corners.device.type):
        said = network(corners.contiguous(memory_format=torch.channels_last))
    losses, facts = [], {}
    for name, logits, right in zip(("ranks", "suits"), said, known.T, strict=True):
        loss, _, together = judged(logits, right)
        losses.append(loss)
        facts[name] = float(loss.detach())
        facts[f"{name}_right"] = float((together.argmax(1) == right).float().mean())
    return torch.stack(losses).sum(), facts
