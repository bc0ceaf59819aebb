"""Part of what a fine-tuned reader has learned, on top of the one it started from.

Between the weights of a network and those of the same network fine-tuned on a few pictures lie networks that keep most
of what was gained and lose little of what was known (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
"""

from pathlib import Path

import torch

from companion.training.export import load_network

SHARES = (0.6, 0.4, 0.2, 0.1)
"""Parts of what was learned that are tried, where all of it makes the model worse somewhere."""


def blend(known: Path, learned: Path, share: float, target: Path) -> None:
    """Write a checkpoint between two others of one network.

    Args:
        known: The checkpoint that training started from.
        learned: Where it came to.
        share: 0 for the former, 1 for the latter.
        target: File to write.
    """
    network, settings = load_network(known), torch.load(known, map_location="cpu", weights_only=False)["train_args"]
    before, after = network.state_dict(), load_network(learned).state_dict()
    network.load_state_dict(
        {
            name: torch.lerp(value, after[name], share) if value.is_floating_point() else after[name]
            for name, value in before.items()
        }
    )
    partial = target.with_suffix(".partial.pt")
    torch.save({"model": network, "train_args": settings}, partial)
    partial.replace(target)
