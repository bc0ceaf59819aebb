"""A network beside the reader's that sees what is printed in the middle of a card, and counts.

What sees whole cards learns designs by heart: two cups as large as there is room for are a six to it, because on every
deck that it knows few symbols are large. What is asked for nothing but the number, with every rank in the corners, has
to count. It begins as the reader's lower layers, which know symbols already.
"""

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from companion.training.own_trainer import convolution
from companion.vision.counter import SHOWN

_LAYERS = 9
"""Of the reader's network, from the crop on: all but its attention and its own head."""
_KEPT = 3
"""Of these, so many stay as the reader has them: edges and colours are known."""
_SCALES = (4, 6, 8)
"""The layers whose places lie 8, 16 and 32 pixels apart."""
_MAP = 64
"""What is seen of each place of the finest of these, all three taken together: there no two symbols share a place."""
_DROPPED = 0.1
_CONFIGURATION = "yolo26n-cls.yaml"


class CountNetwork(nn.Module):
    """Crops (N, 3, CROP_HEIGHT, CROP_WIDTH) RGB in 0..1 to logits (N, len(SHOWN)) of what is in their middle."""

    def __init__(self) -> None:
        super().__init__()
        from ultralytics.nn.tasks import ClassificationModel

        self.body = nn.ModuleList(ClassificationModel(_CONFIGURATION, nc=1, verbose=False).model[:_LAYERS])
        with torch.no_grad():
            channels = [features.shape[1] for features in self._features(torch.zeros(1, 3, 64, 64))]
        self.into_map = nn.ModuleList(nn.Conv2d(before, _MAP, 1) for before in channels)
        self.over_map = nn.Sequential(convolution(_MAP, _MAP), convolution(_MAP, _MAP))
        self.drop = nn.Dropout(_DROPPED)
        self.shown = nn.Linear(sum(channels[1:]) + _MAP, len(SHOWN))

    def begin_as(self, reader: Any) -> None:
        """Take over the lower layers of a reader's network."""
        self.body.load_state_dict(nn.ModuleList(reader.model[:_LAYERS]).state_dict())

    def train(self, mode: bool = True) -> "CountNetwork":
        """Switch to learning; what stays as the reader has it does not learn."""
        super().train(mode)
        for layer in self.body[:_KEPT]:
            layer.eval().requires_grad_(False)
        return self

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Count. Means over all places stand for sums: a crop is always as large."""
        scales = self._features(crops)
        finest, *coarser = (into(features) for into, features in zip(self.into_map, scales, strict=True))
        for features in coarser:
            finest = finest + functional.interpolate(features, finest.shape[2:])
        means = [features.mean((2, 3)) for features in (*scales[1:], self.over_map(finest))]
        result: torch.Tensor = self.shown(self.drop(torch.cat(means, 1)))
        return result

    def _features(self, crops: torch.Tensor) -> list[torch.Tensor]:
        features, scales = crops, []
        for number, layer in enumerate(self.body):
            features = layer(features)
            if number in _SCALES:
                scales.append(features)
        return scales
