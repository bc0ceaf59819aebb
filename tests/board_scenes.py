"""Pictures of the calibration board through a camera of which everything is known."""

from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np

from companion.vision.tabletop.board import Board
from companion.vision.tabletop.lens import Lens

PER_MODULE = 12
"""Pixels of the drawn board in a module."""

POSES = (
    # x, y of the board's middle (mm), distance (mm), turns about x, y and z (radians)
    (0, 0, 420, 0.0, 0.0, 0.0),
    (90, 20, 430, 0.5, 0.1, 0.3),
    (-90, -30, 450, -0.45, 0.2, -0.4),
    (60, -50, 480, 0.1, 0.5, 1.2),
    (-70, 40, 470, -0.1, -0.55, 0.1),
    (0, 10, 380, 0.35, -0.35, -0.2),
    (120, 40, 560, -0.4, -0.3, 1.6),
    (-110, -40, 560, 0.3, 0.4, 2.9),
)


@dataclass(frozen=True)
class Studio:
    """A camera (width, height, lens) and a board that can be held anywhere before it."""

    width: int = 960
    height: int = 540
    focal: float = 860.0
    k1: float = -0.16
    k2: float = 0.05
    board: Board = field(default_factory=Board)

    @property
    def lens(self) -> Lens:
        matrix = np.array([[self.focal, 0, self.width / 2 + 7], [0, self.focal, self.height / 2 - 5], [0, 0, 1]])
        return Lens(matrix, np.array([self.k1, self.k2, 0.0, 0.0, 0.0]), 0.0, 0)

    @cached_property
    def straight(self):
        """Where a lens without distortion shows the middle of each pixel, (H * W, 2)."""
        ys, xs = np.mgrid[: self.height, : self.width] + 0.5
        return self.lens.straighten(np.column_stack([xs.ravel(), ys.ravel()]))

    def homography(self, pose):
        """Board millimetres to pixels without distortion."""
        x, y, distance, about_x, about_y, about_z = pose
        turns = [cv2.Rodrigues(np.array(v, float))[0] for v in ((about_x, 0, 0), (0, about_y, 0), (0, 0, about_z))]
        rotation = turns[0] @ turns[1] @ turns[2]
        place = np.array([x, y, distance]) - rotation[:, :2] @ self.board.middle
        return self.lens.matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], place])

    def picture(self, pose, noise: float = 3.0, seed: int = 0):
        """Return (H, W, 3) of the board on a grey table."""
        paper = np.kron(~self.board.modules(), np.ones((PER_MODULE, PER_MODULE), np.uint8)) * 215 + 20
        margin = 4 * PER_MODULE
        paper = cv2.copyMakeBorder(paper.astype(np.uint8), *[margin] * 4, cv2.BORDER_CONSTANT, value=235)
        paper = cv2.copyMakeBorder(paper, *[1] * 4, cv2.BORDER_CONSTANT, value=90)
        inverse = np.linalg.inv(self.homography(pose))
        at = np.column_stack([self.straight, np.ones(len(self.straight))]) @ inverse.T
        at = at[:, :2] / at[:, 2:] / self.board.module_mm * PER_MODULE + margin + 1 - 0.5
        grid = at.reshape(self.height, self.width, 2).astype(np.float32)
        # The drawing is finer than the picture: without averaging its edges would jump by whole pixels.
        fine = cv2.GaussianBlur(paper, (0, 0), 0.2 * PER_MODULE)
        seen = cv2.remap(fine, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        rng = np.random.default_rng(seed)
        seen = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), 0.6) + rng.normal(0, noise, seen.shape)
        grey = np.clip(seen, 0, 255).astype(np.uint8)
        return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)

    def corners(self, pose, millimetres):
        """Where the picture shows (N, 2) millimetres of the board."""
        points = np.column_stack([millimetres, np.ones(len(millimetres))]) @ self.homography(pose).T
        return self.lens.bend(points[:, :2] / points[:, 2:])
