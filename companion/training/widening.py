"""A reader twice as wide that computes what the narrow one computes, to go on learning from there.

Every channel becomes two, and what comes from such twins is shared out among them unequally, so that they learn
differently from the first step on (Net2Net: Chen, Goodfellow and Shlens, ICLR 2016).
"""

from typing import Any

import torch
from torch import nn

NARROW, _WIDE = "n", "s"
"""Ultralytics' names of the reader's size and of the one twice as wide; no wider where the embedding is."""
_LEAST_SHARE = 0.2
"""The least that one of two twins takes over."""


def widened(reader: Any, seed: int) -> Any:
    """Return a network twice as wide as a reader, with the same outputs.

    Args:
        reader: Classification network of Ultralytics, YOLO26 nano.
        seed: Of the shares.
    """
    from ultralytics.nn.tasks import ClassificationModel

    configuration = {**reader.yaml, "scale": _WIDE}
    wide = ClassificationModel(configuration, nc=reader.yaml["nc"], verbose=False)
    wide.names = reader.names
    chance = torch.Generator().manual_seed(seed)
    narrow_modules = dict(reader.named_modules())
    with torch.no_grad():
        for name, module in wide.named_modules():
            narrow = narrow_modules[name]
            if isinstance(module, nn.Conv2d):
                _widen_convolution(module, narrow, name, chance)
            elif isinstance(module, nn.BatchNorm2d):
                places = _places(module.num_features, narrow.num_features, _block(name))
                for part in ("weight", "bias", "running_mean", "running_var"):
                    getattr(module, part).copy_(getattr(narrow, part)[places])
            elif isinstance(module, nn.Linear):
                module.load_state_dict(narrow.state_dict())
    return wide


def _widen_convolution(wide: nn.Conv2d, narrow: nn.Conv2d, name: str, chance: torch.Generator) -> None:
    after = _places(wide.out_channels, narrow.out_channels, _block(name))
    weights = narrow.weight[after]
    if wide.groups == 1:
        # What the attention has seen comes head by head.
        before = _places(wide.in_channels, narrow.in_channels, _HEAD if "attn.proj" in name else 1)
        weights = weights[:, before] * _shares(len(after), before, chance)[..., None, None]
    wide.weight.copy_(weights)


_HEAD = 64
"""Channels of a head of the attention's values; its queries and keys have as many together."""


def _block(name: str) -> int:
    """Return how many channels stay together behind a module: a head's, where channels are cut into heads."""
    return 2 * _HEAD if "attn.qkv" in name else _HEAD if "attn.pe" in name else 1


def _places(wide: int, narrow: int, block: int) -> torch.Tensor:
    """Return for every wide channel the narrow one that it is like.

    Twins, of single channels or of whole blocks, lie side by side, so that halves of channels stay halves.
    """
    channels = torch.arange(narrow)
    return channels if wide == narrow else channels.unflatten(0, (-1, block)).repeat_interleave(2, 0).flatten()


def _shares(outputs: int, before: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Return (outputs, len(before)) what each channel takes over of the narrow one that it is like, 1 of twins."""
    order = torch.argsort(before, stable=True)
    if len(before.unique()) == len(before):
        return torch.ones(outputs, len(before))
    first = _LEAST_SHARE + (1 - 2 * _LEAST_SHARE) * torch.rand(outputs, len(before) // 2, generator=chance)
    shares = torch.empty(outputs, len(before))
    shares[:, order] = torch.stack([first, 1 - first], 2).flatten(1)
    return shares
