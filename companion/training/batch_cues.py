"""What `cues` does with one crop, with many at once: the index of one card and the middle of another, and no index."""

import torch

from companion.training.cues import CORNER, CORNERS, FEATHER, GRAIN, MOST_GAIN, PAPER, SMALLER, STAYS, TINGE


def with_corners_of(middles: torch.Tensor, cards: torch.Tensor) -> torch.Tensor:
    """Return crops with the two index corners of other cards, in the light of those that give all the rest.

    Args:
        middles: (N, 3, H, W) in 0..1, the other cards.
        cards: The same shape, the cards whose index is shown.
    """
    result = middles.clone()
    for (rows, columns), mask in zip(CORNERS, _masks(len(cards), cards.device), strict=True):
        there, here = middles[:, :, rows, columns], cards[:, :, rows, columns]
        gain = (_paper(there) / _paper(here).clamp(min=1 / 255)).clamp(1 / MOST_GAIN, MOST_GAIN)
        result[:, :, rows, columns] = (mask * here * gain + (1 - mask) * there).clamp(0, 1)
    return result


def blotted(cards: torch.Tensor) -> torch.Tensor:
    """Return crops (N, 3, H, W) whose index corners show nothing but paper."""
    result = cards.clone()
    for (rows, columns), mask in zip(CORNERS, _masks(len(cards), cards.device), strict=True):
        there = cards[:, :, rows, columns]
        paper = _paper(there) * (1 + TINGE * torch.randn(len(cards), 1, 1, 1, device=cards.device))
        grain = GRAIN / 255 * torch.randn_like(there)
        result[:, :, rows, columns] = (mask * (paper + grain) + (1 - mask) * there).clamp(0, 1)
    return result


def _masks(count: int, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    """Return twice (N, 1, rows, columns): how much of each corner is exchanged. No two are alike."""
    softness = FEATHER[0] + (FEATHER[1] - FEATHER[0]) * torch.rand(count, 1, device=device)
    sides = []
    for size in CORNER:
        end = size - STAYS - torch.randint(0, SMALLER, (count, 1), device=device)
        sides.append(torch.special.ndtr((end - 0.5 - torch.arange(size, device=device)) / softness))
    near = (sides[0][:, :, None] * sides[1][:, None, :])[:, None]
    return near, near.flip(2, 3)


def _paper(patches: torch.Tensor) -> torch.Tensor:
    """Return (N, 3, 1, 1) levels that `PAPER` of a hundred pixels are darker than."""
    levels = patches.flatten(2)
    return levels.kthvalue(max(int(levels.shape[2] * PAPER / 100), 1), 2).values[..., None, None]
