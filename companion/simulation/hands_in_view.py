"""Hands of cards that people hold up where the camera sees their faces."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import radians

import numpy as np

from companion.simulation.camera import Camera
from companion.simulation.motion import Pose
from companion.simulation.moves import Moves, Rng
from companion.simulation.places import turned

_SPREAD, _APART = radians(80), radians(9)
"""How far a fan is spread at most, and its cards at most from one to the next, radians."""

_PIVOT = 1.25
"""How far from the middles of its cards a fan's cards are held, in heights of a card."""

_HELD_MM, _IN_PICTURE = (90.0, 200.0), (0.4, 0.9)
"""How high over the table a hand is held, and how much of the height of its middle card the camera sees."""

_KEEPS_STILL, _STILL = (0.4, 3.0), 0.5
"""Seconds until a hand may move, the least and the most, and how often it does not then."""

_WAVERS_MM, _TURNS = 4.0, 0.03
"""How far a held hand wavers, millimetres, and by what angle, radians, standard deviations."""

_CARD_MM = 0.3

_FARTHEST_MM = 1000.0
"""How far from the table's middle nothing is seen any more."""


@dataclass
class HandInView:
    """The cards of one seat, as a fan before the camera.

    Attributes:
        moves: Takes the movements of the cards.
        seat: Whose.
        rng: Source of chance.
        camera: Who looks.
        cards: Those that are held, from left to right.
    """

    moves: Moves
    seat: int
    rng: Rng
    camera: Camera
    cards: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._lift = float(self.rng.uniform(*_HELD_MM))
        self._in_picture = float(self.rng.uniform(*_IN_PICTURE))
        self._since = 0.0
        self._edge = self._find_edge()

    def pick_up(self, cards: Sequence[str]) -> None:
        """Hold these from now on, and none of those held up to now."""
        self._hold_until_now()
        self.cards = list(cards)

    def lay(self, cards: Collection[str]) -> None:
        """Hold some cards no more."""
        if not set(cards).isdisjoint(self.cards):
            self.pick_up([card for card in self.cards if card not in cards])

    def put_down(self) -> None:
        """Hold none any more."""
        self.pick_up(())

    def _find_edge(self) -> float:
        """Return how far from the table's middle, on the way to the player, the picture ends for what is held up."""
        outward = self.moves.places[self.seat].outward
        inside, outside = 0.0, _FARTHEST_MM
        while outside - inside > 1.0:
            middle = (inside + outside) / 2
            x, y = outward * middle
            spot = self.camera.card(float(x), float(y), self._lift, 0.0, (1.0, 1.0)).mean(axis=0)
            is_seen = bool(((spot > 0) & (spot < (self.camera.view.width, self.camera.view.height))).all())
            inside, outside = (middle, outside) if is_seen else (inside, middle)
        return inside

    def _hold_until_now(self) -> None:
        """Have the fan be seen from when it was last changed."""
        begin, end = self._since, self.moves.clock
        self._since = end
        if not self.cards or end <= begin:
            return
        times, shifts = [begin], [self._shift()]
        while (time := times[-1] + float(self.rng.uniform(*_KEEPS_STILL))) < end:
            times.append(time)
            shifts.append(shifts[-1] if self.rng.random() < _STILL else self._shift())
        for number, code in enumerate(self.cards):
            keys = [(time, self._pose(number, *shift)) for time, shift in zip(times, shifts, strict=True)]
            self.moves.finish(self.moves.bring(code, keys), end)

    def _shift(self) -> tuple[float, float, float]:
        x, y, turn = self.rng.normal(0, 1, 3) * (_WAVERS_MM, _WAVERS_MM, _TURNS)
        return float(x), float(y), float(turn)

    def _pose(self, number: int, x: float, y: float, turn: float) -> Pose:
        place, height, count = self.moves.places[self.seat], self.moves.card_size[1], len(self.cards)
        apart = min(_APART, _SPREAD / count)
        angle = (number - (count - 1) / 2) * apart + turn
        pivot = place.outward * (self._edge + (0.5 - self._in_picture + _PIVOT) * height)
        top = turned(-place.outward[0], -place.outward[1], angle)
        middle = pivot + top * _PIVOT * height + np.array([x, y])
        return Pose(float(middle[0]), float(middle[1]), self._lift + number * _CARD_MM, place.angle + angle)
