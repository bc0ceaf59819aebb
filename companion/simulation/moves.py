"""What hands do at the simulated table, whatever the game: bring a card, gather cards, take a pile away, deal."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, pi

import numpy as np
import numpy.typing as npt

from companion.simulation.habits import Habits
from companion.simulation.motion import Motion, Pose
from companion.simulation.places import Place, facing, turned
from companion.simulation.script import Grip, MovingCard, MovingHand

Rng = np.random.Generator
Point = npt.NDArray[np.float64]
Keys = list[tuple[float, Pose]]

_CARD_THICKNESS_MM = 0.32
_STOCK_MM = 235.0
"""How far into the picture from where it waits a dealer's hand holds the cards to be dealt."""


@dataclass
class Lying:
    """A card on the table whose way is not finished yet.

    Attributes:
        serial: As in `MovingCard`.
        code: Which card.
        keys: Its way so far.
    """

    serial: int
    code: str
    keys: Keys

    @property
    def pose(self) -> Pose:
        """Where its way ends so far."""
        return self.keys[-1][1]


@dataclass
class Moves:
    """Moves hands and cards, one thing after the other.

    Attributes:
        rng: Source of chance.
        habits: How people move.
        places: The seats.
        card_size: Millimetres.
        centre: (2,) the middle of play, millimetres.
        clock: Seconds at which the next thing may begin.
        cards: The finished ways of cards.
        hands: All reaches of hands.
    """

    rng: Rng
    habits: Habits
    places: Sequence[Place]
    card_size: tuple[float, float]
    centre: Point = field(default_factory=lambda: np.zeros(2))
    clock: float = 0.0
    cards: list[MovingCard] = field(default_factory=list)
    hands: list[MovingHand] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._serial = 0
        self._free = [0.0] * len(self.places)
        self._right_handed = [bool(self.rng.random() < 0.88) for _ in self.places]
        self._crossed = [bool(self.rng.random() < 0.4) for _ in self.places]

    def wait(self, seconds: float) -> None:
        """Let nothing happen for some seconds of brisk play."""
        self.clock += self._takes(seconds)

    def think(self) -> None:
        """Let a player make up their mind."""
        self.wait(float(np.clip(self.rng.lognormal(-1.2, 0.5), 0.1, 1.2)))

    def lay(
        self, place: Place, codes: Sequence[str], spots: Sequence[Point], upright: float, open_card: Lying | None = None
    ) -> list[Lying]:
        """Let a hand bring cards face up, all at once; the last of their keys is when they came to rest.

        Args:
            place: Whose hand.
            codes: Which cards, the lowest first.
            spots: (2,) millimetres from the middle of play, where each comes to rest.
            upright: The angle at which they would lie straight.
            open_card: One of the cards, where it lies on the table already.
        """
        spots = [self.centre + spot for spot in spots]
        rng = self.rng
        grip: Grip = "pinch" if rng.random() < 0.65 else "slide"
        begin = self._begin(place)
        above = begin + self._takes(float(rng.uniform(0.55, 0.8)))
        rest = above + self._takes(0.13)
        release, away = rest + self._takes(0.12), rest + self._takes(0.62)
        lift = 45.0 if grip == "pinch" else 1.0
        flipped = pi if rng.random() < 0.5 else 0.0
        angle = _nearest_turn(place.angle, upright + rng.normal(0, self.habits.askew))
        brought = place.angle + rng.normal(0, 0.15)
        middle = np.mean(spots, axis=0)
        approach = middle + place.outward * (9 if grip == "pinch" else 4)
        along: tuple[tuple[float, Point, float, float], ...] = (
            (begin, place.outside, lift, brought),
            (above, approach, lift / 4, angle),
            (rest, middle, 0.0, angle),
        )
        cards = []
        for number, (code, spot) in enumerate(zip(codes, spots, strict=True)):
            # The cards of a fan keep their places in it as it turns.
            offset = turned(spot[0] - middle[0], spot[1] - middle[1], -upright)
            way: Keys = []
            for time, at, z, turn in along:
                x, y = at + turned(offset[0], offset[1], turn)
                way.append((time, Pose(x, y, z + number * _CARD_THICKNESS_MM, turn + flipped)))
            if open_card is not None and open_card.code == code:
                open_card.keys += [(above, open_card.pose), *way[2:]]
                cards.append(self._again(open_card))
            else:
                cards.append(self.bring(code, way))
        # Fingers hold the edge nearest to the player; sliding ones lie further in.
        held_at = (float(rng.normal(0, 9)), self.card_size[1] / 2 - (0.0 if grip == "pinch" else 34.0))
        ways = [(time, at + turned(held_at[0], held_at[1], turn), z + 2) for time, at, z, turn in along]
        ways += [(release, ways[-1][1], 3.0), (away, place.outside, 40.0)]
        self._reach(place, grip, ways, tuple(card.serial for card in cards))
        self.clock = release
        return cards

    def toss(self, place: Place, code: str, spot: Point, angle: float, height: int, turn: float) -> Lying:
        """Let a card slide onto the table from a place; `height`: over so many others. The clock does not go on."""
        z = height * _CARD_THICKNESS_MM
        lies = Pose(float(spot[0]), float(spot[1]), z, angle, turn)
        comes = Pose(float(place.outside[0]), float(place.outside[1]), z + 10.0, angle - 0.3, turn)
        return self.bring(code, [(self.clock, comes), (self.clock + self._takes(0.4), lies)])

    def take_up(self, place: Place, cards: Sequence[Lying]) -> None:
        """Let a hand take cards that lie open back from the table."""
        begin = self._begin(place)
        arrive, away = begin + self._takes(0.5), begin + self._takes(1.15)
        middle = np.mean([[card.pose.x, card.pose.y] for card in cards], axis=0)
        shift = place.outside - middle
        for card in cards:
            rest = card.pose
            gone = Pose(rest.x + shift[0], rest.y + shift[1], rest.z + 20, rest.angle, rest.turn)
            card.keys += [(arrive, rest), (away, gone)]
            self.finish(card, away)
        ways = [
            (begin, place.outside, 40.0),
            (arrive, middle - place.outward * 12, 6.0),
            (away, place.outside - place.outward * 12, 26.0),
        ]
        self._reach(place, "sweep", ways)
        self.clock = away

    def push(self, card: Lying, way: Point, turn: float) -> None:
        """Let an arm push a card that lies on the table a little."""
        rest = card.pose
        card.keys += [
            (self.clock, rest),
            (self.clock + self._takes(0.15), Pose(rest.x + way[0], rest.y + way[1], rest.z, rest.angle + turn)),
        ]
        self.wait(0.2)

    def gather(self, place: Place, cards: Sequence[Lying], pile: list[Lying]) -> None:
        """Let a hand draw cards together and put them on the pile before its player, turned over where people do so."""
        rng = self.rng
        begin = self._begin(place)
        arrive, gathered = begin + self._takes(0.55), begin + self._takes(1.05)
        piled, away = gathered + self._takes(0.65), gathered + self._takes(1.3)
        middles = np.array([[card.pose.x, card.pose.y] for card in cards])
        farthest = middles[int(np.argmin(middles @ place.outward))]
        together = middles.mean(axis=0) + place.outward * 25
        angle = place.angle + rng.normal(0, 0.1)
        across = pi / 2 if self._crossed[place.seat] and (len(pile) // max(len(cards), 1)) % 2 else 0.0
        target = place.pile + rng.normal(0, 2.5, 2)
        for number, card in enumerate(cards):
            rest = card.pose
            straight = _nearest_turn(rest.angle, angle)
            final = _nearest_turn(straight, place.angle + across + rng.normal(0, 0.05))
            drawn, on_pile = together + rng.normal(0, 5, 2), target + rng.normal(0, 1.2, 2)
            height = (len(pile) + number) * _CARD_THICKNESS_MM
            card.keys += [
                (arrive, rest),
                (gathered, Pose(drawn[0], drawn[1], 3.0 + number, straight)),
                (piled, Pose(on_pile[0], on_pile[1], height, final, 0.0 if self.habits.tricks_open else 1.0)),
            ]
        pile += cards
        ways = [
            (begin, place.outside, 40.0),
            (arrive, farthest - place.outward * 20, 8.0),
            (gathered, together - place.outward * 15, 10.0),
            (piled, target - place.outward * 10, 14.0),
            (piled + self._takes(0.1), target - place.outward * 8, 18.0),
            (away, place.outside, 40.0),
        ]
        self._reach(place, "sweep", ways)
        self.clock = piled + self._takes(0.15)

    def lay_out(self, place: Place, card: Lying, spot: Point) -> None:
        """Let a hand draw a card that lies open before its player, and leave it open there.

        Args:
            place: Whose hand.
            card: The card.
            spot: (2,) millimetres of the table, where it comes to rest.
        """
        begin = self._begin(place)
        arrive, laid = begin + self._takes(0.5), begin + self._takes(1.0)
        rest = card.pose
        angle = _nearest_turn(rest.angle, place.angle + self.rng.normal(0, 0.08))
        card.keys += [(arrive, rest), (laid, Pose(float(spot[0]), float(spot[1]), 0.0, angle))]
        self._again(card)
        ways = [
            (begin, place.outside, 40.0),
            (arrive, np.array([rest.x, rest.y]) + place.outward * 20, 8.0),
            (laid, spot + place.outward * 20, 8.0),
            (laid + self._takes(0.5), place.outside, 40.0),
        ]
        self._reach(place, "sweep", ways)
        self.clock = laid + self._takes(0.1)

    def take_away(self, piles: Sequence[list[Lying]]) -> None:
        """Let every hand take the pile of its seat off the table."""
        last = self.clock
        for place, pile in zip(self.places, piles, strict=True):
            if not pile:
                continue
            self.wait(0.3)
            begin = self._begin(place)
            arrive, away = begin + self._takes(0.55), begin + self._takes(1.35)
            target = np.array([pile[-1].pose.x, pile[-1].pose.y])
            shift = place.outside - target
            for card in pile:
                rest = card.pose
                gone = Pose(rest.x + shift[0], rest.y + shift[1], rest.z + 12, rest.angle, rest.turn)
                card.keys += [(arrive, rest), (away, gone)]
                self.finish(card, away)
            pile.clear()
            ways = [
                (begin, place.outside, 40.0),
                (arrive, target - place.outward * 10, 12.0),
                (away, place.outside, 24.0),
            ]
            self._reach(place, "sweep", ways)
            last = max(last, away)
        self.clock = last

    def deal(self, dealer: Place, hands: Sequence[Sequence[str]], open_card: int | None = None) -> None:
        """Let the dealer deal everybody's cards face down, one after the other, and everybody take them up.

        Args:
            dealer: Who deals.
            hands: The cards of each seat.
            open_card: Number of the card that turns over by mistake; the deal ends there.
        """
        rng = self.rng
        begin = self._begin(dealer)
        stock = dealer.outside - dealer.outward * _STOCK_MM
        time = begin + self._takes(0.4)
        ways = [(begin, dealer.outside, 30.0), (time, stock, 20.0)]
        packets: list[list[Lying]] = [[] for _ in self.places]
        for number in range(sum(len(cards) for cards in hands) if open_card is None else open_card + 1):
            place = self.places[(dealer.seat + 1 + number) % len(self.places)]
            packet = packets[place.seat]
            time += self._takes(float(rng.uniform(0.13, 0.19)))
            spot = place.packet + rng.normal(0, 7, 2)
            angle = _nearest_turn(dealer.angle, place.angle + rng.normal(0, 0.16))
            height = len(packet) * _CARD_THICKNESS_MM
            face = 0.0 if number == open_card else 1.0
            keys = [
                (time, Pose(stock[0], stock[1], 12.0, dealer.angle, 1.0)),
                (time + self._takes(0.28), Pose(spot[0], spot[1], height, angle, face)),
            ]
            packet.append(self.bring(hands[place.seat][len(packet)], keys))
            aim = (spot - stock) / float(np.linalg.norm(spot - stock))
            ways += [(time, stock, 14.0), (time + self._takes(0.06), stock + aim * 45, 14.0)]
        ways.append((time + self._takes(0.6), dealer.outside, 30.0))
        self._reach(dealer, "slide", ways)
        self.clock = time + self._takes(0.5)
        self.take_away(packets)

    def finish(self, card: Lying, gone: float = inf) -> None:
        """End the way of a card, which stays where it is until it is gone."""
        self.cards.append(MovingCard(card.serial, card.code, Motion(card.keys, gone)))

    def bring(self, code: str, keys: Keys) -> Lying:
        """Return a card that comes to the table, above all that came before."""
        self._serial += 1
        return Lying(self._serial, code, keys)

    def _takes(self, seconds: float) -> float:
        return seconds / self.habits.pace

    def _begin(self, place: Place) -> float:
        """Return when the hand of a place may set out: not before it is back from its last reach."""
        return max(self.clock, self._free[place.seat])

    def _again(self, card: Lying) -> Lying:
        """Let a card that is moved come to lie on top of what came after it."""
        self._serial += 1
        card.serial = self._serial
        return card

    def _reach(
        self, place: Place, grip: Grip, ways: Sequence[tuple[float, Point, float]], holds: tuple[int, ...] = ()
    ) -> None:
        """Move a hand along its fingertips' (time, middle, height)."""
        right = self._right_handed[place.seat]
        shoulder = place.shoulder(1.0 if right else -1.0)
        keys: Keys = []
        for time, tip, height in ways:
            angle = facing(tip - shoulder)
            if keys:
                angle = _nearest_turn(keys[-1][1].angle, angle, 2 * pi)
            keys.append((time, Pose(tip[0], tip[1], height, angle)))
        self.hands.append(MovingHand(place.seat, right, grip, holds, Motion(keys, keys[-1][0])))
        self._free[place.seat] = keys[-1][0]


def _nearest_turn(now: float, wanted: float, period: float = pi) -> float:
    """Return the angle nearest to `now` that shows what `wanted` does, of a thing that looks alike each `period`."""
    return now + (wanted - now + period / 2) % period - period / 2
