"""Lays cards and hands over a picture, as camera and lamp see them."""

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from zlib import crc32

import cv2
import numpy as np
import numpy.typing as npt

from companion.artwork import BACK, deck_art
from companion.simulation.camera import Camera
from companion.simulation.hand_art import HandPicture, draw_hand
from companion.simulation.hand_shapes import Look
from companion.simulation.lamp import Lamp
from companion.simulation.motion import Pose
from companion.simulation.paint import Bgra, cast_shadow, lay_sheet, shine
from companion.simulation.script import Grip, MovingHand
from companion.synth.designs import CardPicture, Design, picture_from, ready
from companion.synth.scene import cast_card_shadow
from companion.synth.view import outline
from companion.vision.types import Image

Matrix = npt.NDArray[np.float64]
Poses = Sequence[Pose]
"""Where a thing is while the shutter is open; one pose for a thing at rest."""

_CARD_SHADOW, _HAND_SHADOW = 0.34, 0.42
_ART_HEIGHT = 330
_SHINE_MM = 30.0
"""How far the light of a lamp spreads that a card mirrors, standard deviation."""


@cache
def plain_design(deck: str) -> Design:
    """Return the project's own artwork of a deck as a design.

    Raises:
        UnusableError: The project draws no such deck.
    """
    art = deck_art(deck)
    faces = {code: picture_from(art.image(code, _ART_HEIGHT)) for code in art.codes}
    return Design("plain", deck, faces, ready(_plain_back(deck)), art.codes)


@cache
def _plain_back(deck: str) -> CardPicture:
    return picture_from(deck_art(deck).image(BACK, _ART_HEIGHT))


class Painter:
    """Knows the deck on the table and the players' hands. A design without a back gets the plain deck's."""

    def __init__(
        self, camera: Camera, lamp: Lamp, design: Design, card_size: tuple[float, float], looks: Sequence[Look]
    ) -> None:
        self._camera = camera
        self._lamp = lamp
        self._light = lamp.kind
        self._faces = design.faces
        self._back = design.back or _plain_back(design.deck)
        self._size = card_size
        self._looks = looks
        self._hands: dict[tuple[int, Grip, bool], HandPicture] = {}

    def lay_card(self, image: Image, code: str, poses: Poses) -> None:
        """Lay a card with its shadow over the picture in place."""
        middle = poses[len(poses) // 2]
        quad = self._quad(middle)
        scale = float(np.linalg.norm(quad[3] - quad[0])) / self._size[1]
        shadow = self._lamp.shadow_mm * (1.2 + middle.z) * scale
        depth = _CARD_SHADOW / (1 + middle.z / 60)
        cast_card_shadow(image, quad, shadow, max(int(scale * (1.5 + middle.z * 0.35)), 1), depth)
        sheet = self._picture(code, middle).level_for(scale * self._size[1] * 1.15)
        height, width = sheet.shape[:2]
        source = outline(width, height)
        matrices = []
        for pose in poses:
            corners = _tipped(self._quad(pose), abs(cos(pi * pose.turn))).astype(np.float32)
            matrices.append(np.asarray(cv2.getPerspectiveTransform(source, corners), np.float64))
        lay_sheet(image, self._dimmed(sheet), matrices)
        if self._light.shine:
            mirrored = self._camera.project(self._lamp.shines_at(crc32(code.encode()))[None])[0]
            shine(image, quad, mirrored, _SHINE_MM * scale, self._light.shine)

    def shadow_hand(self, image: Image, hand: MovingHand, poses: Poses) -> None:
        """Let the shadow of a hand fall on the picture in place."""
        pose = poses[len(poses) // 2]
        # The back of a hand is some centimetres above its fingertips.
        away = self._lamp.shadow_mm * (18 + pose.z)
        picture = self._hand(hand)
        shifted = Pose(pose.x + away[0], pose.y + away[1], 0.0, pose.angle)
        cast_shadow(image, picture.shadow, self._hand_matrix(picture, shifted), _HAND_SHADOW)

    def lay_hand(self, image: Image, hand: MovingHand, poses: Poses, *, above: bool) -> None:
        """Lay a hand over the picture in place: the part above the card it holds, or the rest of it."""
        picture = self._hand(hand)
        sheet = picture.above if above else picture.below
        if sheet is not None:
            lay_sheet(image, self._dimmed(sheet), [self._hand_matrix(picture, pose) for pose in poses])

    def lit_table(self, table: Image) -> Image:
        """Return the empty table, (H, W, 3) uint8 BGR, as bright as what is laid on it."""
        return np.asarray(cv2.convertScaleAbs(table, alpha=self._light.white), np.uint8)

    def _dimmed(self, sheet: Bgra) -> Bgra:
        white = self._light.white
        if white == 1.0:
            return sheet
        colours = cv2.convertScaleAbs(sheet[..., :3], alpha=white)
        return np.dstack([colours, sheet[..., 3]])

    def _quad(self, pose: Pose) -> Matrix:
        return self._camera.card(pose.x, pose.y, pose.z, pose.angle, self._size)

    def _picture(self, code: str, pose: Pose) -> CardPicture:
        return self._faces[code] if pose.turn < 0.5 else self._back

    def _hand(self, hand: MovingHand) -> HandPicture:
        key = (hand.seat, hand.grip, hand.right)
        if key not in self._hands:
            self._hands[key] = draw_hand(hand.grip, hand.right, self._looks[hand.seat])
        return self._hands[key]

    def _hand_matrix(self, picture: HandPicture, pose: Pose) -> Matrix:
        c, s = cos(pose.angle), sin(pose.angle)
        placing = np.array([[c, -s, pose.x], [s, c, pose.y], [0, 0, 1]])
        nearer = self._camera.eye[2] / (self._camera.eye[2] - pose.z)
        foot = np.array(self._camera.eye[:2]) * (1 - nearer)
        raising = np.array([[nearer, 0, foot[0]], [0, nearer, foot[1]], [0, 0, 1]])
        matrix: Matrix = np.linalg.multi_dot([self._camera.view.matrix, raising, placing, picture.to_mm])
        return matrix


def _tipped(quad: Matrix, width: float) -> Matrix:
    """Return a card's corners while it is turned over about its long middle line."""
    top, bottom = (quad[0] + quad[1]) / 2, (quad[2] + quad[3]) / 2
    middles = np.array([top, top, bottom, bottom])
    tipped: Matrix = middles + (quad - middles) * max(width, 0.02)
    return tipped
