"""The companion's own window before the camera: a laptop or a tablet that stands at the table and shows the trick."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulation.camera import Camera
from companion.simulation.paint import lay_sheet
from companion.simulation.script import Script
from companion.synth.designs import CardPicture
from companion.synth.view import outline
from companion.table.events import CardPlayed, Event, HandEnded, TrickWon
from companion.vision.types import FloatArray, Image

_WIDTH_MM, _HEIGHT_MM = 310.0, 175.0
_FOOT_MM = 12.0
"""How high over the table the window's lower edge is."""

_LEANS = (0.35, 1.5)
"""How far a screen is leant back, radians, at least and at most: so that all can read it, or flat on the table."""

_STEP, _IN_PICTURE, _NEAREST = 10.0, 0.09, 165.0
"""Millimetres by which it is moved in until its middle is in the picture, and how far, as a part of the picture's
width; and how far from the middle of the table it stays: people play there."""

_AFTER = 0.7
"""Seconds after which a play that came to rest shows in the window."""

_PICTURE = (960, 540)
"""Width and height of the window, pixels."""

_BEZEL = 0.035
_CARD = (0.0945, 0.258)
"""Width and height of a card in the window, as parts of it."""
_TABLE, _RING = (0.292, 0.62), (0.09, 0.165)
"""The middle of the trick, and how far from it a card is laid, likewise."""

_WHOLE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
_PAPER, _FELT, _INK = (238, 241, 242), (217, 228, 212), (32, 32, 32)
_LIVE, _SCORES, _TRICKS = (0.607, 0.074, 0.355, 0.355), (0.584, 0.444, 0.402, 0.212), (0.584, 0.672, 0.402, 0.282)
"""Left, top, width and height of the live picture, the scores and the tricks."""
_SEATS = ((178, 114, 0), (0, 159, 230), (115, 158, 0), (167, 121, 204), (0, 94, 213), (233, 180, 86), (66, 66, 66))

Points = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Screen:
    """A window that shows what was played, a moment later.

    Attributes:
        script: The game.
        camera: Who sees it.
        place: (4, 3) millimetres (x, y, height) of its corners, clockwise from its own top left.
    """

    script: Script
    camera: Camera
    place: Points

    @cached_property
    def corners(self) -> Points:
        """The (4, 2) pixels of its corners."""
        return np.array([self.camera.project(point[None, :2], float(point[2]))[0] for point in self.place])

    @cached_property
    def _tricks(self) -> tuple[Sequence[float], Sequence[Mapping[str, int]]]:
        """From when on which cards of a trick are shown, each with its seat."""
        times, tricks = [0.0], list[Mapping[str, int]]([{}])
        for event, trick in _tricks_of(self.script.truth):
            times.append(event.time + _AFTER)
            tricks.append(trick)
        return times, tricks

    def trick(self, time: float) -> Mapping[str, int]:
        """Return the cards that it shows at a time in seconds, and who played each."""
        times, tricks = self._tricks
        return tricks[bisect_right(times, time) - 1]

    def cards(self, time: float) -> list[tuple[str, FloatArray]]:
        """Return the cards that it shows, and the (4, 2) pixels of their corners in the camera's picture."""
        return [(code, self._seen(_slot(seat, len(self.script.names)))) for code, seat in self.trick(time).items()]

    def panels(self) -> list[FloatArray]:
        """Return the (4, 2) pixels of what else on it may look like a card: itself, and its parts."""
        return [self._seen(part) for part in ((0.0, 0.0, 1.0, 1.0), _LIVE, _SCORES, _TRICKS)]

    def _seen(self, part: tuple[float, float, float, float]) -> FloatArray:
        corners = _WHOLE * np.array(part[2:], np.float32) + np.array(part[:2], np.float32)
        return np.asarray(cv2.perspectiveTransform(corners[None], self._from_window)[0], np.float32)

    @cached_property
    def _from_window(self) -> Points:
        """From parts of the window to pixels of the camera's picture."""
        return np.asarray(cv2.getPerspectiveTransform(_WHOLE, self.corners.astype(np.float32)))

    def lay(self, image: Image, time: float, faces: Mapping[str, CardPicture]) -> None:
        """Draw it into the camera's picture in place, with what it shows at a time.

        Args:
            image: (H, W, 3) uint8 BGR; the live picture in the window shows it, too.
            time: Seconds.
            faces: Of the cards, by code.
        """
        window = self._window(image, time, faces)
        bezel = round(_BEZEL * _PICTURE[1])
        framed = cv2.copyMakeBorder(window, bezel, bezel, bezel, bezel, cv2.BORDER_CONSTANT, value=(18, 18, 18))
        height, width = framed.shape[:2]
        inner = _WHOLE * np.array(_PICTURE, np.float32) + np.float32(bezel)
        matrix = cv2.getPerspectiveTransform(inner, self.corners.astype(np.float32))
        size = image.shape[1::-1]
        # Four pixels for one of the camera's, so that small print does not flicker.
        finer = np.diag([2.0, 2.0, 1.0]) @ matrix
        double = (size[0] * 2, size[1] * 2)
        seen = cv2.resize(cv2.warpPerspective(framed, finer, double), size, interpolation=cv2.INTER_AREA)
        solid = cv2.warpPerspective(np.full((height, width), 255, np.uint8), finer, double)
        share = cv2.resize(solid, size, interpolation=cv2.INTER_AREA)[..., None] / np.float32(255)
        image[:] = np.round(image * (1 - share) + seen * share).astype(np.uint8)

    def _window(self, image: Image, time: float, faces: Mapping[str, CardPicture]) -> Image:
        width, height = _PICTURE
        window = np.full((height, width, 3), _PAPER, np.uint8)
        names, trick = self.script.names, self.trick(time)
        turn = len(trick) % len(names)
        _write(window, f"{names[turn]} to play", (0.014, 0.165), 1.1)
        _write(window, self.script.game.title, (0.014, 0.05), 0.45)
        _rounded(window, (0.014, 0.262, 0.556, 0.69), 0.2, _FELT)
        for seat, name in enumerate(names):
            x, y = _around(seat, len(names), 2.1)
            _rounded(window, (x - 0.04, y - 0.024, 0.08, 0.048), 0.024, _SEATS[seat % len(_SEATS)])
            _write(window, name, (x - 0.03, y + 0.01), 0.4)
        for code, seat in trick.items():
            _lay(window, faces[code], _slot(seat, len(names)))
        _lay_picture(window, image, _LIVE)
        for panel in (_SCORES, _TRICKS):
            _rounded(window, panel, 0.015, (252, 252, 252))
        for seat, name in enumerate(names):
            y = _SCORES[1] + 0.05 + 0.15 * seat / len(names)
            _write(window, name, (_SCORES[0] + 0.015, y + 0.012), 0.4)
            for box in range(10):
                full = box < (seat * 3 + int(time / 20)) % 7
                colour = _SEATS[seat % len(_SEATS)] if full else (202, 214, 218)
                _rounded(window, (_SCORES[0] + 0.08 + box * 0.027, y - 0.01, 0.023, 0.025), 0.006, colour)
        for row in range(6):
            y = _TRICKS[1] + 0.06 + row * 0.038
            for column, code in enumerate(list(faces)[row * 4 : row * 4 + 4]):
                _write(window, code, (_TRICKS[0] + 0.02 + column * 0.1, y), 0.35)
        return window


def stand_screen(script: Script, camera: Camera) -> Screen:
    """Put a screen where nobody sits, so that the camera sees it."""
    rng = np.random.default_rng([script.seed, 53])
    seats = len(script.names)
    # Between two seats, rather on the side across from the camera, which looks at it then.
    gaps = [(seat + 0.5) / seats for seat in range(seats)]
    ahead = [gap for gap in gaps if cos(2 * pi * gap) < 0.3]
    around = float(rng.choice(ahead)) * 2 * pi + float(rng.normal(0, 0.12))
    lean, turn = float(rng.uniform(*_LEANS)), float(rng.normal(0, 0.25))
    outward = np.array([-sin(around), cos(around)])
    out = script.span_mm
    while out > _NEAREST and not _is_seen(_standing(outward, out, lean, turn), camera):
        out -= _STEP
    return Screen(script, camera, _standing(outward, out, lean, turn))


def _is_seen(place: Points, camera: Camera) -> bool:
    x, y, height = place.mean(axis=0)
    seen = camera.project(np.array([[x, y]]), float(height))[0]
    size = np.array([camera.view.width, camera.view.height])
    return bool(np.minimum(seen, size - seen).min() > _IN_PICTURE * size[0])


def _standing(outward: Points, out: float, lean: float, turn: float) -> Points:
    """Return the (4, 3) corners of a screen that faces the middle, its foot so far from it."""
    c, s = cos(turn), sin(turn)
    away = np.array([outward[0] * c - outward[1] * s, outward[0] * s + outward[1] * c])
    right = np.array([-away[1], away[0]])
    foot = outward * out
    top = foot + away * _HEIGHT_MM * sin(lean)
    rise = _FOOT_MM + _HEIGHT_MM * cos(lean)
    half = right * _WIDTH_MM / 2
    return np.array(
        [[*(top - half), rise], [*(top + half), rise], [*(foot + half), _FOOT_MM], [*(foot - half), _FOOT_MM]]
    )


def _tricks_of(truth: Sequence[Event]) -> list[tuple[CardPlayed, Mapping[str, int]]]:
    """Return every play with the cards of its trick up to it, as the window shows them: till the next is led to."""
    shown, trick, before = list[tuple[CardPlayed, Mapping[str, int]]](), dict[str, int](), True
    for event in truth:
        if not isinstance(event, CardPlayed):
            before |= isinstance(event, TrickWon | HandEnded)
            continue
        trick = {} if before else dict(trick)
        before = False
        trick |= dict.fromkeys(event.cards, event.seat)
        shown.append((event, trick))
    return shown


def _around(seat: int, seats: int, times: float) -> tuple[float, float]:
    angle = 2 * pi * seat / seats
    return _TABLE[0] - times * _RING[0] * sin(angle), _TABLE[1] + min(times, 1.6) * _RING[1] * cos(angle)


def _slot(seat: int, seats: int) -> tuple[float, float, float, float]:
    x, y = _around(seat, seats, 1.0)
    return x - _CARD[0] / 2, y - _CARD[1] / 2, *_CARD


def _pixels(part: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    width, height = _PICTURE
    left, top, across, down = part
    return round(left * width), round(top * height), round((left + across) * width), round((top + down) * height)


def _rounded(window: Image, part: tuple[float, float, float, float], radius: float, colour: Sequence[int]) -> None:
    left, top, right, bottom = _pixels(part)
    r = min(round(radius * _PICTURE[1]), (right - left) // 2, (bottom - top) // 2)
    cv2.rectangle(window, (left + r, top), (right - r, bottom), colour, -1)
    cv2.rectangle(window, (left, top + r), (right, bottom - r), colour, -1)
    for x in (left + r, right - r):
        for y in (top + r, bottom - r):
            cv2.circle(window, (x, y), r, colour, -1, cv2.LINE_AA)


def _write(window: Image, text: str, where: tuple[float, float], size: float) -> None:
    x, y = round(where[0] * _PICTURE[0]), round(where[1] * _PICTURE[1])
    cv2.putText(window, text, (x, y), cv2.FONT_HERSHEY_DUPLEX, size, _INK, 1, cv2.LINE_AA)


def _lay(window: Image, picture: CardPicture, part: tuple[float, float, float, float]) -> None:
    left, top, right, bottom = _pixels(part)
    sheet = picture.level_for(float(bottom - top))
    corners = _WHOLE * np.array([right - left, bottom - top], np.float32) + np.array([left, top], np.float32)
    matrix = cv2.getPerspectiveTransform(outline(*sheet.shape[1::-1]), corners - np.float32(0.5))
    lay_sheet(window, sheet, [np.asarray(matrix, np.float64)])


def _lay_picture(window: Image, image: Image, part: tuple[float, float, float, float]) -> None:
    left, top, right, bottom = _pixels(part)
    scale = min((right - left) / image.shape[1], (bottom - top) / image.shape[0])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    window[top : top + small.shape[0], left : left + small.shape[1]] = small
