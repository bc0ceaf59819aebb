"""Other views of many crops at once, on the device that learns: a processor could not vary them fast enough for it."""

import torch
from torch.nn import functional


def as_crops(images: torch.Tensor) -> torch.Tensor:
    """Turn (N, H, W, 3) uint8 BGR into (N, 3, H, W) float32 RGB in 0..1."""
    return images.flip(3).permute(0, 3, 1, 2).float() / 255


def seen_again(crops: torch.Tensor, angle: torch.Tensor, shape: torch.Tensor, shift: torch.Tensor) -> torch.Tensor:
    """Return crops as boxes that lie a little otherwise would have shown them; see `rectify.looked_at_again`.

    Args:
        crops: (N, 3, H, W) floating.
        angle: (N,) how far each is turned about its middle, radians.
        shape: (N, 2, 2) what is done to it before it is turned: stretched, mirrored, sheared.
        shift: (N, 2) to the right and down, parts of the crop's width and height.

    Returns:
        The same shape; beyond the crop's edge its last pixels go on.
    """
    height, width = crops.shape[2:]
    cosine, sine = angle.cos(), angle.sin()
    turn = torch.stack([torch.stack([cosine, -sine], 1), torch.stack([sine, cosine], 1)], 1)
    # The grid says where each pixel comes from, in halves of the width and of the height.
    halves = torch.tensor([width / 2, height / 2], device=crops.device)
    back = torch.linalg.inv(turn @ shape) * halves / halves[:, None]
    grid = functional.affine_grid(
        torch.cat([back, -(back @ (2 * shift)[..., None])], 2), list(crops.shape), align_corners=False
    )
    return functional.grid_sample(crops, grid, padding_mode="border", align_corners=False)


def lit(crops: torch.Tensor, gain: torch.Tensor, offset: torch.Tensor) -> torch.Tensor:
    """Return crops lit otherwise.

    Args:
        crops: (N, 3, H, W) in 0..1.
        gain: (N, 3), of each colour.
        offset: (N,), of all colours.
    """
    return (crops * gain[..., None, None] + offset[:, None, None, None]).clamp(0, 1)
