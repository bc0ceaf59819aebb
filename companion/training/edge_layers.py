"""The convolutions with which refiner, outliner and spotter begin: they see the edges of cards."""

from pathlib import Path

import torch
from torch import nn

from companion.training.own_trainer import convolution

CHANNELS, STRIDE = 96, 16
"""Of what comes out, which is so many times smaller than the picture."""


def edge_layers(inputs: int = 3) -> tuple[nn.Module, ...]:
    """Return the layers, one after the other: pictures (N, inputs, H, W) to (N, CHANNELS, H / STRIDE, W / STRIDE)."""
    return (
        convolution(inputs, 16, 2),
        convolution(16, 24, 2),
        _Residual(24),
        convolution(24, 48, 2),
        *(_Residual(48) for _ in range(3)),
        convolution(48, CHANNELS, 2),
        *(_Residual(CHANNELS) for _ in range(4)),
    )


def take_edges(network: nn.Module, refiner: Path) -> None:
    """Let a network whose `body` are these layers begin with those of a trained refiner.

    What the network gets to see besides the refiner's red, green and blue does not count at first.

    Args:
        network: It is changed in place.
        refiner: The refiner's checkpoint.
    """
    known = torch.load(refiner, map_location="cpu", weights_only=True)["averaged"]
    own = network.state_dict()
    for name, value in known.items():
        if not (name.startswith("body.") and name in own):
            continue
        if own[name].shape == value.shape:
            own[name].copy_(value)
        elif own[name].ndim == 4 and own[name].shape[0] == value.shape[0]:
            own[name].zero_()
            own[name][:, : value.shape[1]].copy_(value)


class _Residual(nn.Module):
    """Two convolutions beside a way around them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = convolution(channels, channels, 1)
        self.second = convolution(channels, channels, 1)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = features + self.second(self.first(features))
        return result
