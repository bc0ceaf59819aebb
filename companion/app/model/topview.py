"""The live picture straightened: the table from above, for a camera that is known to look at it aslant."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.tabletop import Tabletop
from companion.table.topview import placing, visible_area
from companion.vision.tabletop.plane import transform
from companion.vision.types import Image

_WIDTH = 1280
"""Width of the view that places are told in, pixels; what is shown is no larger than the window has room for."""

Size = tuple[int, int]
Points = npt.NDArray[np.float64]


class TopView:
    """Makes pictures of the table from above, and maps places of the camera's picture to them.

    Attributes:
        tabletop: The table as it shows it.
        size: Width and height of the view that places are told in, pixels.
    """

    def __init__(self, tabletop: Tabletop, frame: Size) -> None:
        """Prepare the view.

        Args:
            tabletop: The table in the camera's pictures.
            frame: Width and height of those, pixels.
        """
        self.tabletop = tabletop
        self._area = visible_area(tabletop, *frame)
        self.size = (_WIDTH, max(1, round(_WIDTH * self._area.depth / self._area.width)))
        self._placing = placing(self._area, self.size)
        self._map: tuple[Size, Image, Image] | None = None

    def picture(self, image: Image, room: Size) -> Image:
        """Return the view of a frame, no larger than the room, (h, w, 3) uint8 BGR; what no camera sees is black."""
        scale = min(1.0, room[0] / self.size[0], room[1] / self.size[1])
        size = max(1, round(self.size[0] * scale)), max(1, round(self.size[1] * scale))
        if self._map is None or self._map[0] != size:
            self._map = (size, *self._sources(size))
        seen = cv2.remap(image, self._map[1], self._map[2], cv2.INTER_LINEAR)
        return np.asarray(seen, np.uint8)

    def places(self, pixels: Points) -> Points:
        """Map (N, 2) pixels of the frame to pixels of the view."""
        return transform(self._placing, self.tabletop.all_to_table(pixels))

    def _sources(self, size: Size) -> tuple[Image, Image]:
        """Return where in the frame each pixel of the view comes from, as OpenCV wants it."""
        ys, xs = np.mgrid[: size[1], : size[0]] + 0.5
        to_table = np.asarray(np.linalg.inv(placing(self._area, size)), np.float64)
        table = transform(to_table, np.column_stack([xs.ravel(), ys.ravel()]))
        pixels = self.tabletop.to_pixels(table).reshape(size[1], size[0], 2).astype(np.float32) - np.float32(0.5)
        coarse, fine = cv2.convertMaps(pixels[..., 0], pixels[..., 1], cv2.CV_16SC2)
        return np.asarray(coarse), np.asarray(fine)
