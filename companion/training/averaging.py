"""Weights between those that a training began with and those that it came to.

Where training goes on with pictures of another kind, the mean of both networks is often better on the new kind and
on the old one than either (Wortsman et al., "Robust fine-tuning of zero-shot models", CVPR 2022).
"""

from pathlib import Path

import torch

from companion.errors import UnusableError
from companion.training.checkpoints import write_checkpoint
from companion.training.export import averaged_network

Weights = dict[str, torch.Tensor]
SHARES = (0.6, 0.4, 0.2, 0.1)
"""Parts of what was learned from a few sessions that are tried, where all of it makes the reader worse somewhere."""


def average(trained: Path, started_from: Path, share: float, target: Path) -> Path:
    """Write a checkpoint with the weighted mean of the weights of two; returns `target`.

    Args:
        trained: Checkpoint that the training came to; all but the weights is taken from it.
        started_from: Checkpoint that it began with.
        share: How much `started_from` counts, 0..1.
        target: File to write.

    Raises:
        UnusableError: The two are not of the same network.
    """
    mine = torch.load(trained, map_location="cpu", weights_only=False)
    other = torch.load(started_from, map_location="cpu", weights_only=False)
    if "averaged" in mine:
        mine["averaged"] = _mean(mine["averaged"], other.get("averaged", {}), share, started_from)
    else:
        network = averaged_network(mine).float()
        before = averaged_network(other).float().state_dict() if "averaged" not in other else {}
        network.load_state_dict(_mean(network.state_dict(), before, share, started_from))
        mine |= {"model": network, "ema": None}
    write_checkpoint(mine, target)
    return target


def _mean(mine: Weights, other: Weights, share: float, started_from: Path) -> Weights:
    if {name: value.shape for name, value in mine.items()} != {name: value.shape for name, value in other.items()}:
        raise UnusableError(f"{started_from}: is of another network; its weights cannot be averaged with the new ones")
    return {
        name: ((1 - share) * value.float() + share * other[name].float()).to(value.dtype)
        if value.is_floating_point()
        else value
        for name, value in mine.items()
    }
