"""A bumped camera: how the picture of the table as a whole has moved, told by what does not move on the table."""

from collections.abc import Iterable
from operator import itemgetter

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.tabletop.board import Points
from companion.vision.tabletop.plane import Matrix, transform
from companion.vision.types import Image

COMPARED = 640
"""Pictures are compared at this length of their longer side, pixels; distances below are in pixels of this size."""

_LEAST_SIDE = 32
"""A picture whose shorter side is less then tells nothing: its tiles would be a few pixels."""

_COLUMNS, _ROWS = 7, 4
"""The picture is compared in so many tiles, which overlap by half."""

_LEAST_RESPONSE = 0.08
"""Sharpness of a tile's correlation, 0..1, below which it does not count: nothing to see there, or something else."""

_AGREEMENT = 1.0
"""Places that were moved within this distance of the common motion agree with it."""

_FEWEST_TILES, _FEWEST_POINTS = 10, 40
_LEAST_SHARE = 0.4
"""Share of all tiles, or points, that must agree: hands and cards move as well, each in its own way."""

_MOST_POINTS, _LEAST_QUALITY, _APART, _WINDOW = 240, 0.02, 10, (17, 17)

_ALIKE = 0.25
"""Correlation of the two pictures, laid on each other, from which a motion is believed."""

_UNTOUCHED = 0.75
"""Correlation from which there is nothing more to find."""

_PERSPECTIVE_GAIN = 0.7
"""A free homography is taken only where it leaves this part of the error of a camera that was turned: otherwise it
follows the noise."""

_TILTS = np.radians([-3.0, 3.0, -6.0, 6.0, -9.0, 9.0])
"""Angles by which a camera is knocked so far askew that nothing is found where it is taken to be upright still."""

_STEP = 1e-5

_FOCAL = 0.9
"""Focal length of a webcam as a part of the picture's width; it decides how far a turn bends the picture's edges."""

_LIGHT_RADIUS = 10
"""Brightness is compared with that of the surroundings so many pixels away: the light may change."""

_LEAST_CONTRAST = 3.0
"""Contrast, of 255, that counts as something to see; a camera's noise is less once the picture is small."""

_COVER = 1.15
"""Cards are left out with a rim of their shadow, as a part of their size."""

_Grey = npt.NDArray[np.float32]


def nudge_between(before: Image, after: Image, ignore: Iterable[Points] = (), *, tilted: bool = False) -> Matrix | None:
    """Return how the picture as a whole has moved.

    Args:
        before: (H, W, 3) uint8 BGR.
        after: The same camera later, the same size.
        ignore: (4, 2) pixels each: areas of either picture that may have changed for themselves, such as cards.
        tilted: Whether the camera may be askew by some degrees; to find that out takes several times as long.

    Returns:
        (3, 3) from pixels before to pixels after; near to the identity where the camera was not touched. None where the
        pictures do not tell: the light is out, the table shows nothing to hold on to, too much else has moved, or they
        are a few pixels.
    """
    found = motion_between(before, after, ignore, tilted=tilted)
    return None if found is None else found[0]


def motion_between(
    before: Image, after: Image, ignore: Iterable[Points] = (), *, tilted: bool = False
) -> tuple[Matrix, float] | None:
    """Return the same as `nudge_between`, and how alike the pictures are, laid on each other, 0..1."""
    areas = list(ignore)
    scale = min(1.0, COMPARED / max(before.shape[:2]))
    small = _prepared(before, scale)
    if min(small.shape) < _LEAST_SIDE:
        return None
    found = _motion(small, _prepared(after, scale), _share_to_see(small.shape, scale, areas), tilted)
    if found is None:
        return None
    matrix, alike = found
    grow = np.diag([1 / scale, 1 / scale, 1.0])
    return np.asarray(grow @ matrix @ np.linalg.inv(grow), np.float64), alike


def largest_shift(matrix: Matrix, width: int, height: int) -> float:
    """Return how far the corners and the middle of a picture are moved at most, pixels."""
    places = np.array([[0, 0], [width, 0], [width, height], [0, height], [width / 2, height / 2]], np.float64)
    return float(np.linalg.norm(transform(matrix, places) - places, axis=1).max())


def _prepared(image: Image, scale: float) -> _Grey:
    """Return the picture made small: how much each place stands out from its surroundings."""
    size = (max(round(image.shape[1] * scale), 1), max(round(image.shape[0] * scale), 1))
    small = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY).astype(np.float32)
    difference = small - cv2.blur(small, (2 * _LIGHT_RADIUS + 1, 2 * _LIGHT_RADIUS + 1))
    contrast = cv2.blur(np.abs(difference), (4 * _LIGHT_RADIUS + 1, 4 * _LIGHT_RADIUS + 1))
    return np.asarray(np.clip(difference / (contrast + _LEAST_CONTRAST), -4, 4), np.float32)


def _share_to_see(shape: tuple[int, ...], scale: float, areas: list[Points]) -> _Grey:
    """Return 1 where the table is to be compared and 0 where it is covered, with soft rims."""
    share = np.ones(shape, np.float32)
    for area in areas:
        middle = area.mean(axis=0)
        rim = (middle + (area - middle) * _COVER) * scale
        cv2.fillConvexPoly(share, np.round(rim).astype(np.int32), (0.0,))
    return np.asarray(cv2.blur(share, (7, 7)), np.float32) if areas else share


def _motion(before: _Grey, after: _Grey, share: _Grey, tilted: bool) -> tuple[Matrix, float] | None:
    """Return the common motion of what both pictures show, in their own pixels, and how alike they are then."""
    untouched = _likeness(before, after, share, np.eye(3))
    if untouched > _UNTOUCHED:
        return np.eye(3), untouched
    height, width = before.shape
    upright = np.eye(3)
    tilts = [_tilt(angle, (width, height)) for angle in _TILTS] if tilted else []
    starts = [_moved_by(before, after, share, tilt) for tilt in (upright, *tilts)]
    best, most_alike = None, _ALIKE
    # A checked cloth looks the same one check further: where the camera may not have moved at all, that is tried first.
    for start in (upright, max(starts, key=itemgetter(1))[0]):
        matrix = start
        for compare in (_by_tiles, _by_points):
            places, shifts = compare(before, after, share, matrix)
            refined = _common(places, shifts, (width, height))
            matrix = refined if refined is not None else matrix
        alike = _likeness(before, after, share, matrix)
        if alike > most_alike and matrix is not start:
            best, most_alike = matrix, alike
        if most_alike > _UNTOUCHED:
            break
    if best is None:
        return None
    # OpenCV counts from the middle of the first pixel.
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    return np.asarray(half @ best @ np.linalg.inv(half), np.float64), most_alike


def _tilt(angle: float, size: tuple[int, int]) -> Matrix:
    """Return the motion of a picture that is turned about its middle."""
    rows = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), float(np.degrees(angle)), 1.0)
    return np.vstack([rows, [0.0, 0.0, 1.0]])


def _moved_by(before: _Grey, after: _Grey, share: _Grey, tilt: Matrix) -> tuple[Matrix, float]:
    """Return the motion of a picture that is turned so and pushed somewhere, and how sharply the pictures say so."""
    window = cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F)
    (x, y), response = cv2.phaseCorrelate(before * share, _undone(after * share, tilt), window)
    return tilt @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1]]), response


def _undone(picture: _Grey, matrix: Matrix) -> _Grey:
    """Return a later picture moved back to where things were before."""
    size = (picture.shape[1], picture.shape[0])
    warped = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(warped, np.float32)


def _likeness(before: _Grey, after: _Grey, share: _Grey, matrix: Matrix) -> float:
    """Return the correlation of what both pictures show, -1..1."""
    seen = share * _undone(share, matrix)
    one, other = before * seen, _undone(after, matrix) * seen
    return float((one * other).sum() / max(np.sqrt(float((one**2).sum()) * float((other**2).sum())), 1e-6))


def _by_tiles(before: _Grey, after: _Grey, share: _Grey, matrix: Matrix) -> tuple[Points, Points]:
    """Return places before and after, by correlating tiles: good at fine texture without corners, such as felt."""
    height, width = before.shape
    seen = share * _undone(share, matrix)
    one, other = before * seen, _undone(after, matrix) * seen
    tile = (2 * width // (_COLUMNS + 1), 2 * height // (_ROWS + 1))
    window = cv2.createHanningWindow(tile, cv2.CV_32F)
    places, shifts = [], []
    for row in range(_ROWS):
        for column in range(_COLUMNS):
            top, left = row * tile[1] // 2, column * tile[0] // 2
            part = (slice(top, top + tile[1]), slice(left, left + tile[0]))
            shift, response = cv2.phaseCorrelate(one[part], other[part], window)
            if response >= _LEAST_RESPONSE:
                places.append((left + (tile[0] - 1) / 2, top + (tile[1] - 1) / 2))
                shifts.append(shift)
    if len(places) < max(_FEWEST_TILES, _LEAST_SHARE * _COLUMNS * _ROWS):
        return np.zeros((0, 2)), np.zeros((0, 2))
    start = np.array(places, np.float64)
    return start, transform(matrix, start + np.array(shifts))


def _by_points(before: _Grey, after: _Grey, share: _Grey, matrix: Matrix) -> tuple[Points, Points]:
    """Return places before and after, by following corners: exact where there are edges, such as those of planks."""
    nothing = np.zeros((0, 2)), np.zeros((0, 2))
    one, other = (np.clip(128 + 30 * picture, 0, 255).astype(np.uint8) for picture in (before, after))
    mask = (share > 0.99).astype(np.uint8)
    points = cv2.goodFeaturesToTrack(one, _MOST_POINTS, _LEAST_QUALITY, _APART, mask=mask)
    if points is None or len(points) < _FEWEST_POINTS:
        return nothing
    start = points.reshape(-1, 2)
    expected = transform(matrix, start.astype(np.float64)).astype(np.float32)
    flags = cv2.OPTFLOW_USE_INITIAL_FLOW
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    end, there, _ = cv2.calcOpticalFlowPyrLK(
        one, other, start, expected.copy(), winSize=_WINDOW, maxLevel=2, criteria=stop, flags=flags
    )
    back, again, _ = cv2.calcOpticalFlowPyrLK(
        other, one, end, start.copy(), winSize=_WINDOW, maxLevel=2, criteria=stop, flags=flags
    )
    sure = (np.ravel(there) > 0) & (np.ravel(again) > 0) & (np.linalg.norm(back - start, axis=1) < _AGREEMENT / 2)
    if sure.sum() < max(_FEWEST_POINTS, _LEAST_SHARE * len(start)):
        return nothing
    return start[sure].astype(np.float64), end[sure].astype(np.float64)


def _common(start: Points, end: Points, size: tuple[int, int]) -> Matrix | None:
    """Return the motion that most places share; None where too few do."""
    if len(start) < _FEWEST_TILES:
        return None
    free, agreeing = cv2.findHomography(start, end, cv2.RANSAC, _AGREEMENT)
    if free is None:
        return None
    fitting = np.ravel(agreeing) > 0
    if fitting.sum() < _LEAST_SHARE * len(start):
        return None
    turned = _turned_camera(start[fitting], end[fitting], size)
    loose = np.asarray(free, np.float64)
    errors = [float(np.mean((transform(matrix, start[fitting]) - end[fitting]) ** 2)) for matrix in (loose, turned)]
    return loose if errors[0] < _PERSPECTIVE_GAIN**2 * errors[1] else turned


def _turned_camera(start: Points, end: Points, size: tuple[int, int]) -> Matrix:
    """Return the motion of the picture of a camera that was turned, and moved a little nearer or further."""
    focal = _FOCAL * size[0]
    camera = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    undo = np.linalg.inv(camera)

    def motion(values: npt.NDArray[np.float64]) -> Matrix:
        turn = np.asarray(cv2.Rodrigues(values[:3])[0], np.float64)
        nearer = np.diag([1 + values[3], 1 + values[3], 1.0])
        return np.asarray(camera @ nearer @ turn @ undo, np.float64)

    values = np.zeros(4)
    for _ in range(4):
        left_over = (end - transform(motion(values), start)).ravel()
        ahead = [transform(motion(values + step), start).ravel() for step in _STEP * np.eye(4)]
        behind = [transform(motion(values - step), start).ravel() for step in _STEP * np.eye(4)]
        slopes = (np.array(ahead) - np.array(behind)).T / (2 * _STEP)
        values = np.asarray(values + np.linalg.lstsq(slopes, left_over, rcond=None)[0], np.float64)
    return motion(values)
