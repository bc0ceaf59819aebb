"""Draws the simulated table as its camera sees it."""

from functools import cache
from math import cos, pi, sin

import cv2
import numpy as np
import numpy.typing as npt

from companion.artwork import BACK, deck_art
from companion.simulation.camera import Camera, camera_over_table
from companion.simulation.hand_art import HandPicture, draw_hand
from companion.simulation.hand_shapes import Look, random_look
from companion.simulation.lamp import Lamp, Sensor
from companion.simulation.motion import Pose
from companion.simulation.paint import cast_shadow, lay_sheet
from companion.simulation.script import Grip, MovingHand, Script
from companion.simulation.table import CardState, Moment, Table
from companion.simulation.tabletop import draw_table
from companion.synth.designs import CardPicture, Design, picture_from
from companion.synth.scene import cast_card_shadow
from companion.vision.types import Image

Matrix = npt.NDArray[np.float64]

_CARD_SHADOW, _HAND_SHADOW = 0.34, 0.42
_ART_HEIGHT = 330


@cache
def plain_design(deck: str) -> Design:
    """Return the project's own artwork of a deck as a design.

    Raises:
        UnusableError: The project draws no such deck.
    """
    art = deck_art(deck)
    faces = {code: picture_from(art.image(code, _ART_HEIGHT)) for code in art.codes}
    return Design("plain", deck, faces, picture_from(art.image(BACK, _ART_HEIGHT)))


class Renderer:
    """Draws a script's moments; the same time gives the same picture, in whatever order pictures are asked for."""

    def __init__(
        self,
        script: Script,
        width: int = 1280,
        height: int = 720,
        *,
        camera: Camera | None = None,
        design: Design | None = None,
        surface: str | None = None,
    ) -> None:
        """Set up table, lamp, camera and deck.

        Args:
            script: What happens.
            width: Of the pictures, pixels.
            height: Of the pictures, pixels.
            camera: Who looks; None hangs one over the table.
            design: The deck on the table; None takes the project's own.
            surface: What the table is made of (`tabletop.SURFACES`); None leaves it to chance.

        Raises:
            UnusableError: There is no artwork for the deck.
        """
        self.camera = camera if camera is not None else camera_over_table(width, height, script.span_mm)
        self._table = Table(script)
        self._size = script.card_size
        self._design = design if design is not None else plain_design(script.deck)
        rng = np.random.default_rng([script.seed, 11])
        self._lamp = Lamp(rng, width, height)
        self._sensor = Sensor(rng, width, height)
        self._looks: list[Look] = [random_look(rng) for _ in script.names]
        self._empty = draw_table(rng, self.camera, surface)
        self._hands: dict[tuple[int, Grip, bool], HandPicture] = {}
        # What rests on the table is drawn once: the piles, and over them the cards that lie open.
        self._piles: tuple[tuple[int, ...], Image] = ((), self._empty)
        self._resting: tuple[tuple[int, ...], tuple[int, ...], Image] = ((), (), self._empty)

    def render(self, time: float) -> Image:
        """Return the picture at a time in seconds, (H, W, 3) uint8 BGR."""
        state = self._table.at(time)
        held = {serial for hand, _ in state.hands for serial in hand.holds}
        still = [card for card in state.cards if not card.moving and card.card.serial not in held]
        drawn = {card.card.serial for card in still}
        image = self._still_life(still).copy()
        self._shadow_hands(image, state)
        loose = [card for card in state.cards if card.card.serial not in drawn]
        begun: set[int] = set()
        for card in loose:
            for number, (hand, pose) in enumerate(state.hands):
                if card.card.serial in hand.holds and number not in begun:
                    begun.add(number)
                    self._lay_hand(image, hand, pose, above=False)
            self._lay_card(image, card)
        for number, (hand, pose) in enumerate(state.hands):
            if number not in begun:
                self._lay_hand(image, hand, pose, above=False)
            self._lay_hand(image, hand, pose, above=True)
        return self._sensor.expose(self._lamp.light(image, time), time)

    def _still_life(self, still: list[CardState]) -> Image:
        piled = [card for card in still if not card.face_up]
        lying = [card for card in still if card.face_up]
        serials = tuple(card.card.serial for card in piled)
        known, image = self._piles
        if serials != known:
            if serials[: len(known)] == known:
                image, new = image.copy(), piled[len(known) :]
            else:
                image, new = self._empty.copy(), piled
            for card in new:
                self._lay_card(image, card)
            self._piles = (serials, image)
        over = tuple(card.card.serial for card in lying)
        if (serials, over) != self._resting[:2]:
            image = image.copy()
            for card in lying:
                self._lay_card(image, card)
            self._resting = (serials, over, image)
        return self._resting[2]

    def _lay_card(self, image: Image, state: CardState) -> None:
        pose = state.pose
        picture = self._picture(state)
        quad = self.camera.card(pose.x, pose.y, pose.z, pose.angle, self._size)
        scale = float(np.linalg.norm(quad[3] - quad[0])) / self._size[1]
        shadow = self._lamp.shadow_mm * (1.2 + pose.z) * scale
        depth = _CARD_SHADOW / (1 + pose.z / 60)
        cast_card_shadow(image, quad, shadow, max(int(scale * (1.5 + pose.z * 0.35)), 1), depth)
        if 0 < pose.turn < 1:
            quad = _tipped(quad, abs(cos(pi * pose.turn)))
        sheet = picture.level_for(scale * self._size[1] * 1.15)
        height, width = sheet.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
        lay_sheet(image, sheet, np.asarray(matrix, np.float64))

    def _picture(self, state: CardState) -> CardPicture:
        if state.face_up or self._design.back is None:
            return self._design.faces[state.card.code]
        return self._design.back

    def _hand(self, hand: MovingHand) -> HandPicture:
        key = (hand.seat, hand.grip, hand.right)
        if key not in self._hands:
            self._hands[key] = draw_hand(hand.grip, hand.right, self._looks[hand.seat])
        return self._hands[key]

    def _hand_matrix(self, picture: HandPicture, pose: Pose, height: float, shift: npt.NDArray[np.float64]) -> Matrix:
        c, s = cos(pose.angle), sin(pose.angle)
        placing = np.array([[c, -s, pose.x + shift[0]], [s, c, pose.y + shift[1]], [0, 0, 1]])
        nearer = self.camera.eye[2] / (self.camera.eye[2] - height)
        foot = np.array(self.camera.eye[:2]) * (1 - nearer)
        raising = np.array([[nearer, 0, foot[0]], [0, nearer, foot[1]], [0, 0, 1]])
        matrix: Matrix = np.linalg.multi_dot([self.camera.view.matrix, raising, placing, picture.to_mm])
        return matrix

    def _shadow_hands(self, image: Image, state: Moment) -> None:
        for hand, pose in state.hands:
            picture = self._hand(hand)
            # The back of a hand is some centimetres above its fingertips.
            shift = self._lamp.shadow_mm * (18 + pose.z)
            cast_shadow(image, picture.shadow, self._hand_matrix(picture, pose, 0, shift), _HAND_SHADOW)

    def _lay_hand(self, image: Image, hand: MovingHand, pose: Pose, *, above: bool) -> None:
        picture = self._hand(hand)
        sheet = picture.above if above else picture.below
        if sheet is not None:
            lay_sheet(image, sheet, self._hand_matrix(picture, pose, pose.z + 8, np.zeros(2)))


def _tipped(quad: npt.NDArray[np.float64], width: float) -> npt.NDArray[np.float64]:
    """Return a card's corners while it is turned over about its long middle line."""
    top, bottom = (quad[0] + quad[1]) / 2, (quad[2] + quad[3]) / 2
    middles = np.array([top, top, bottom, bottom])
    tipped: npt.NDArray[np.float64] = middles + (quad - middles) * max(width, 0.02)
    return tipped
