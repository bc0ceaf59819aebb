"""What a camera check measures: numbers about one picture and the cards in it."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import FloatArray, Image

_LARGEST_CROP = 320
_EDGE_BLUR = 0.4
"""A sharp edge blurred by a Gaussian of one pixel rises by this part of its height in a pixel."""

_SENSOR = 0.55
"""Blur, in pixels, that every camera has; less cannot be told apart."""

_PAPER, _INK = 65, 3
"""Percentiles of a face's brightness that its paper and its print have."""

_BURNT = 250
"""Brightness, of 255, in which nothing can be told apart any more."""

_GLARE_ABOVE = 40
"""Glare outshines the paper of the other cards by so much, of 255; on brighter paper it looks like burning."""


@dataclass(frozen=True, slots=True)
class CardMeasures:
    """One card in a picture.

    Attributes:
        height: Pixels.
        blur: Standard deviation of its blur, as a part of its height.
        paper: Brightness of the paper, 0..255.
        contrast: How much darker the print is than the paper, as a part of the paper's brightness.
        glare: Share of the face that outshines the paper of the cards beside it.
        burnt: Share of the face that is as white as the picture can be.
    """

    height: float
    blur: float
    paper: float
    contrast: float
    glare: float
    burnt: float


def measure_cards(image: Image, corners: FloatArray) -> list[CardMeasures]:
    """Measure the cards of one picture that lie face up.

    Args:
        image: (H, W, 3) uint8 BGR.
        corners: (N, 4, 2) pixels, clockwise; the first edge is a short one.
    """
    faces = [_face(image, quad.astype(np.float32)) for quad in corners]
    papers = [_paper(face) for face, _ in faces]
    # A shining card is told by the others beside it: all have much the same paper.
    usual = float(np.median(papers)) if papers else 0.0
    return [_measured(face, height, paper, usual) for (face, height), paper in zip(faces, papers, strict=True)]


def _face(image: Image, quad: npt.NDArray[np.float32]) -> tuple[Image, float]:
    """Return a card without its rim, at its own size (another size would tell of the resizing), and its height."""
    width = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    height = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    size = (int(np.clip(width, 8, _LARGEST_CROP)), int(np.clip(height, 8, _LARGEST_CROP)))
    target = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    crop = cv2.warpPerspective(image, cv2.getPerspectiveTransform(quad, target), size, flags=cv2.INTER_LINEAR)
    rim = max(1, size[0] // 20)
    return np.asarray(crop[rim:-rim, rim:-rim], np.uint8), height


def _paper(face: Image) -> float:
    return float(np.percentile(face.min(axis=2), _PAPER))


def _measured(face: Image, height: float, paper: float, usual: float) -> CardMeasures:
    darkest = face.min(axis=2).astype(np.float32)
    ink = float(np.percentile(darkest, _INK))
    return CardMeasures(
        height=height,
        # The rim is left out, so a face is nine tenths of its card; a large card was made smaller to be measured.
        blur=_blur(darkest, paper - ink) / (darkest.shape[0] / 0.9),
        paper=float(np.percentile(face.max(axis=2), _PAPER)),
        contrast=(paper - ink) / max(paper, 1.0),
        glare=float((darkest > usual + _GLARE_ABOVE).mean()),
        burnt=float((darkest >= _BURNT).mean()),
    )


def _blur(face: npt.NDArray[np.float32], contrast: float) -> float:
    """Return the blur of the sharpest edges, pixels."""
    if contrast < 1:
        return float(max(face.shape))
    smooth = cv2.blur(face, (2, 2))
    across = np.abs(np.diff(smooth, axis=1)).ravel()
    down = np.abs(np.diff(smooth, axis=0)).ravel()
    steepest = float(np.percentile(np.concatenate([across, down]), 99))
    return max(_EDGE_BLUR * contrast / max(steepest, 1e-3), _SENSOR)
