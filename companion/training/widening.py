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
                places = _places(module.num_features, narrow.num_features, name)
                for part in ("weight", "bias", "running_mean", "running_var"):
                    getattr(module, part).copy_(getattr(narrow, part)[places])
            elif isinstance(module, nn.Linear):
                module.load_state_dict(narrow.state_dict())
    return wide


def _widen_convolution(wide: nn.Conv2d, narrow: nn.Conv2d, name: str, chance: torch.Generator) -> None:
    after = _places(wide.out_channels, narrow.out_channels, name)
    weights = narrow.weight[after]
    if wide.groups == 1:
        # What the attention has seen comes head by head; everything else twin by twin.
        before = _places(wide.in_channels, narrow.in_channels, "heads" if name.endswith("attn.proj.conv") else "")
        weights = weights[:, before] * _shares(len(after), before, chance)[..., None, None]
    wide.weight.copy_(weights)


def _places(wide: int, narrow: int, name: str) -> torch.Tensor:
    """Return for every wide channel the narrow one that it is like.

    Twins lie side by side, so that halves of channels stay halves; where channels are cut into heads, whole heads do.
    """
    if wide == narrow:
        return torch.arange(narrow)
    if "attn.qkv" in name:
        return _by_blocks(narrow, _HEAD * 2)
    if "attn.pe" in name or name == "heads":
        return _by_blocks(narrow, _HEAD)
    return torch.arange(narrow).repeat_interleave(wide // narrow)


_HEAD = 64
"""Channels of a head of the attention's values; its queries and keys have as many together."""


def _by_blocks(narrow: int, size: int) -> torch.Tensor:
    return torch.arange(narrow).unflatten(0, (-1, size)).repeat_interleave(2, 0).flatten()


def _shares(outputs: int, before: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Return (outputs, len(before)) what each channel takes over of the narrow one that it is like, 1 of twins."""
    order = torch.argsort(before, stable=True)
    if len(before.unique()) == len(before):
        return torch.ones(outputs, len(before))
    first = _LEAST_SHARE + (1 - 2 * _LEAST_SHARE) * torch.rand(outputs, len(before) // 2, generator=chance)
    shares = torch.empty(outputs, len(before))
    shares[:, order] = torch.stack([first, 1 - first], 2).flatten(1)
    return shares
