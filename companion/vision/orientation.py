"""How a camera's picture has to be turned to be the table as seen from above, seat 0 below."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

_QUARTERS = {0: None, 90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


@dataclass(frozen=True, slots=True)
class Orientation:
    """What is done to each picture before anything else sees it: first mirrored, then turned.

    Attributes:
        mirrored: The camera hands out mirror images, as front cameras do; left and right are exchanged.
        turned: By how many degrees the picture is turned clockwise: 0, 90, 180 or 270.
    """

    mirrored: bool = False
    turned: int = 0

    def __post_init__(self) -> None:
        if self.turned not in _QUARTERS:
            raise ValueError(f"expected a turn by one of {tuple(_QUARTERS)} degrees, got {self.turned}")

    def __bool__(self) -> bool:
        return self.mirrored or self.turned != 0

    def apply(self, image: Image) -> Image:
        """Return the picture set right; the very same one where nothing is to be done."""
        right = image if not self.mirrored else cv2.flip(image, 1)
        quarters = _QUARTERS[self.turned]
        return np.asarray(right if quarters is None else cv2.rotate(right, quarters), np.uint8)

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return width and height, set right, of a picture of this width and height."""
        return (height, width) if self.turned % 180 else (width, height)

    def matrix(self, width: int, height: int) -> npt.NDArray[np.float64]:
        """Return the (3, 3) map from pixels of the camera's picture to those of the picture set right.

        Args:
            width: Of the camera's picture, pixels.
            height: Of the camera's picture, pixels.
        """
        mirror = np.array([[-1, 0, width], [0, 1, 0], [0, 0, 1]] if self.mirrored else np.eye(3), np.float64)
        turns = {
            0: np.eye(3),
            90: np.array([[0, -1, height], [1, 0, 0], [0, 0, 1]]),
            180: np.array([[-1, 0, width], [0, -1, height], [0, 0, 1]]),
            270: np.array([[0, 1, 0], [-1, 0, width], [0, 0, 1]]),
        }
        return np.asarray(turns[self.turned] @ mirror, np.float64)
