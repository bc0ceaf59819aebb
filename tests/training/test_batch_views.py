"""Crops varied many at once are what crops varied one by one are."""

import importlib.util

import cv2
import numpy as np
import pytest

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)
HEIGHT, WIDTH = 160, 112


def soft_picture(seed):
    """Return a picture without edges: what is interpolated differs little, however it is done."""
    noise = np.random.default_rng(seed).random((HEIGHT, WIDTH, 3)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 9)
    return np.uint8(255 * (soft - soft.min()) / (soft.max() - soft.min()))


def picture_of(crop):
    return (255 * crop).numpy().transpose(1, 2, 0)[..., ::-1]


@pytest.mark.parametrize("mirrored", [1.0, -1.0])
def test_boxes_that_lie_otherwise_show_what_they_show_of_one_crop(mirrored):
    import torch

    from companion.training.batch_views import as_crops, seen_again
    from companion.vision.rectify import looked_at_again

    rng = np.random.default_rng(2)
    images = np.stack([soft_picture(seed) for seed in range(6)])
    angles, shifts = rng.normal(0, 0.05, 6), rng.normal(0, 0.03, (6, 2))
    shapes = np.diag([mirrored, 1.0]) @ (np.eye(2) + rng.normal(0, 0.05, (6, 2, 2)))
    batch = (torch.tensor(values, dtype=torch.float32) for values in (angles, shapes, shifts))
    seen = seen_again(as_crops(torch.from_numpy(images)), *batch)
    for crop, image, angle, shape, shift in zip(seen, images, angles, shapes, shifts, strict=True):
        one = looked_at_again(image, angle, shape, shift * (WIDTH, HEIGHT))
        inside = np.abs(picture_of(crop) - one)[8:-8, 8:-8]
        # OpenCV's middle lies half a pixel beside: a mirrored crop is a pixel off.
        assert inside.mean() < 4
        assert inside.max() < 20


def test_light_takes_no_pixel_beyond_black_and_white():
    import torch

    from companion.training.batch_views import lit

    crops = torch.tensor([0.0, 0.5, 1.0]).reshape(1, 1, 1, 3).expand(1, 3, 1, 3)
    seen = lit(crops, torch.tensor([[0.5, 1.0, 2.0]]), torch.tensor([-0.1]))[0, :, 0]
    assert seen.tolist() == [pytest.approx(row) for row in ([0, 0.15, 0.4], [0, 0.4, 0.9], [0, 0.9, 1])]


def cards(corners, middle, count):
    """Return crops of one brightness where the indices are and another elsewhere."""
    import torch

    crops = torch.full((count, 3, HEIGHT, WIDTH), middle)
    crops[:, :, :40, :30] = crops[:, :, -40:, -30:] = corners
    return crops


def test_corners_are_of_one_card_and_the_middle_of_another_in_its_light():
    import torch

    from companion.training.batch_cues import with_corners_of

    torch.manual_seed(1)
    light = cards(0.9, 0.9, 5)
    light[:, :, 12:24, 8:14] = light[:, :, -24:-12, -14:-8] = 0.1
    seen = with_corners_of(torch.full_like(light, 0.5), light)
    assert torch.equal(seen[:, :, 60:100], torch.full_like(seen[:, :, 60:100], 0.5))
    for index in (seen[:, :, 12:24, 8:14], seen[:, :, -24:-12, -14:-8]):
        assert float(index.max()) < 0.15
    # The paper around the index is as dark as that of the card in the middle.
    assert seen[:, :, 28:34, 18:24].numpy() == pytest.approx(0.5, abs=0.02)


def test_a_blotted_index_shows_paper_and_the_rest_stays():
    import torch

    from companion.training.batch_cues import blotted

    torch.manual_seed(3)
    card = cards(0.8, 0.8, 4)
    card[:, :, 12:24, 8:14] = card[:, :, -24:-12, -14:-8] = 0.1
    blank = blotted(card)
    assert float(blank[:, :, 10:26, 6:16].min()) > 0.6
    assert float(blank[:, :, -26:-10, -16:-6].min()) > 0.6
    assert torch.equal(blank[:, :, 60:100], card[:, :, 60:100])
