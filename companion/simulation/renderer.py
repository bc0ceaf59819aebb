"""Draws the simulated table as its camera sees it."""

from math import hypot

import numpy as np

from companion.simulation.camera import PICTURE_SIZE, Camera, camera_of
from companion.simulation.hand_shapes import random_look
from companion.simulation.lamp import Lamp, Sensor
from companion.simulation.lights import DAY, LIGHTS
from companion.simulation.motion import Motion
from companion.simulation.painter import Painter, Poses, plain_design
from companion.simulation.screen import stand_screen
from companion.simulation.script import Script
from companion.simulation.table import CardState, Table
from companion.simulation.tabletop import draw_table
from companion.simulation.thing_art import lay_thing
from companion.simulation.things import KINDS, Thing, set_out
from companion.synth.designs import Design
from companion.vision.types import Image

_EXPOSURE = 1 / 60
"""Seconds that the shutter is open: what moves is smeared."""
_SMEAR_STEP, _MOST_STEPS = 4.0, 7
"""Pixels between two of the pictures that make a smear, and how many there are at most."""


class Renderer:
    """Draws a script's moments; the same time gives the same picture, in whatever order pictures are asked for."""

    def __init__(
        self,
        script: Script,
        width: int = PICTURE_SIZE[0],
        height: int = PICTURE_SIZE[1],
        *,
        camera: Camera | None = None,
        design: Design | None = None,
        surface: str | None = None,
        light: str = DAY,
    ) -> None:
        """Set up table, lamp, camera and deck.

        Args:
            script: What happens.
            width: Of the pictures, pixels.
            height: Of the pictures, pixels.
            camera: Who looks; None hangs one over the table.
            design: The deck on the table; None takes the project's own.
            surface: What the table is made of (`tabletop.SURFACES`); None leaves it to chance.
            light: The kind of light (`companion.simulation.lights.LIGHTS`).

        Raises:
            UnusableError: There is no artwork for the deck.
        """
        self.camera = camera if camera is not None else camera_of(script, width, height)
        self._table = Table(script)
        self._disturbances = script.disturbances
        self._pixels_per_mm = width / script.span_mm
        rng = np.random.default_rng([script.seed, 11])
        self._lamp = Lamp(rng, self.camera, LIGHTS[light])
        self._sensor = Sensor(rng, width, height, LIGHTS[light])
        looks = [random_look(rng) for _ in script.names]
        deck = design if design is not None else plain_design(script.deck)
        self._painter = Painter(self.camera, self._lamp, deck, script.card_size, looks)
        self._faces = deck.faces
        self._screen = stand_screen(script, self.camera) if script.has_screen else None
        self._things, self._reaches = set_out(script, self.camera) if script.has_things else ((), ())
        self._standing = [thing for thing in self._things if KINDS[thing.kind].height]
        flat = [thing for thing in self._things if thing not in self._standing]
        self._put_elsewhere = [thing for thing in flat if len(thing.motion.poses) > 1]
        top = draw_table(rng, self.camera, surface)
        for thing in flat:
            if thing not in self._put_elsewhere:
                self._lay_thing(top, thing, 0.0)
        self._empty = self._painter.lit_table(top)
        # What rests on the table is drawn once: the piles, and over them the cards that lie open.
        self._piles: tuple[tuple[int, ...], Image] = ((), self._empty)
        self._resting: tuple[tuple[int, ...], tuple[int, ...], Image] = ((), (), self._empty)

    def render(self, time: float) -> Image:
        """Return the picture at a time in seconds, (H, W, 3) uint8 BGR."""
        moment, painter = self._table.at(time), self._painter
        held = {serial for hand, _ in moment.hands for serial in hand.holds}
        still: list[CardState] = []
        loose: list[CardState] = []
        for card in moment.cards:
            is_loose = card.moving or card.held_up or card.card.serial in held
            (loose if is_loose else still).append(card)
        reaching = [hand for hand in self._reaches if hand.motion.exists(time)]
        hands = [(hand, self._exposed(hand.motion, time)) for hand in (*(hand for hand, _ in moment.hands), *reaching)]
        image = self._still_life(still).copy()
        standing = sorted(self._standing, key=lambda thing: thing.motion.at(time).y)
        lifted = list[Thing]()
        for thing in (*self._put_elsewhere, *standing):
            if thing.motion.at(time).z:
                lifted.append(thing)
            else:
                self._lay_thing(image, thing, time)
        if self._screen is not None:
            self._screen.lay(image, time, self._faces)
        for hand, poses in hands:
            painter.shadow_hand(image, hand, poses)
        # A hand that holds a card is drawn just before it, and its thumb after everything.
        begun = set()
        for card in loose:
            for number, (hand, poses) in enumerate(hands):
                if card.card.serial in hand.holds and number not in begun:
                    begun.add(number)
                    painter.lay_hand(image, hand, poses, above=False)
            painter.lay_card(image, card.card.code, self._exposed_card(card, time))
        for number, (hand, poses) in enumerate(hands):
            if number not in begun:
                painter.lay_hand(image, hand, poses, above=False)
            painter.lay_hand(image, hand, poses, above=True)
        for thing in lifted:
            self._lay_thing(image, thing, time)
        image = self._disturbances.move_picture(image, time)
        return self._sensor.expose(self._lamp.light(image, time, self._disturbances.exposed(time)), time)

    def _lay_thing(self, image: Image, thing: Thing, time: float) -> None:
        lay_thing(image, thing, thing.motion.at(time), self.camera, self._lamp.shadow_mm)

    def _still_life(self, still: list[CardState]) -> Image:
        piled = [card for card in still if not card.face_up]
        lying = [card for card in still if card.face_up]
        serials = tuple(card.card.serial for card in piled)
        known, image = self._piles
        if serials != known:
            grown = serials[: len(known)] == known
            image = (image if grown else self._empty).copy()
            for card in piled[len(known) if grown else 0 :]:
                self._painter.lay_card(image, card.card.code, [card.pose])
            self._piles = (serials, image)
        over = tuple(card.card.serial for card in lying)
        if (serials, over) != self._resting[:2]:
            image = image.copy()
            for card in lying:
                self._painter.lay_card(image, card.card.code, [card.pose])
            self._resting = (serials, over, image)
        return self._resting[2]

    def _exposed_card(self, card: CardState, time: float) -> Poses:
        return [self._table.pose(card.card, moment) for moment in self._moments(card.card.motion, time)]

    def _exposed(self, motion: Motion, time: float) -> Poses:
        return [motion.at(moment) for moment in self._moments(motion, time)]

    def _moments(self, motion: Motion, time: float) -> list[float]:
        """Return the times whose pictures together make the smear of a thing that moves."""
        first, last = motion.at(time - _EXPOSURE / 2), motion.at(time + _EXPOSURE / 2)
        way = hypot(last.x - first.x, last.y - first.y) * self._pixels_per_mm
        steps = min(1 + int(way / _SMEAR_STEP), _MOST_STEPS)
        return [time + _EXPOSURE * ((step + 0.5) / steps - 0.5) for step in range(steps)]
