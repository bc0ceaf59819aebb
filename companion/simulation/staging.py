"""Turns what happens in a game into movements of cards and hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, pi

import numpy as np
import numpy.typing as npt

from companion.artwork import deck_art
from companion.rules.facts import CardsPlayed
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.rules.settings import Settings
from companion.simulation.motion import Motion, Pose
from companion.simulation.places import Place, facing, places_around, turned
from companion.simulation.plan import Act, Clear, Collect, Deal, DealOpen, Plan, Play, plan_game
from companion.simulation.script import Grip, Habits, MovingCard, MovingHand, Script, check_names
from companion.table.events import Event, SourceChanged, played, ruled

Rng = np.random.Generator
Point = npt.NDArray[np.float64]
Keys = list[tuple[float, Pose]]

CARD_THICKNESS_MM = 0.32
_SPAN_MM = 1060.0
_LAST_LOOK = 2.0
"""Seconds that the camera goes on after the last thing has happened."""


@dataclass
class _Lying:
    """A card at rest on the table whose way is not finished yet."""

    code: str
    keys: Keys
    serial: int


class Stage:
    """Puts one act after the other on the table; the clock is when the last of them was done."""

    def __init__(self, plan: Plan, seed: int, names: Sequence[str], habits: Habits, span_mm: float) -> None:
        self._rng = np.random.default_rng([seed, 7])
        self._names = names
        self._habits = habits
        self._size = deck_art(plan.game.deck.id).size_mm
        self._places = places_around(plan.players, span_mm)
        self._right_handed = [bool(self._rng.random() < 0.88) for _ in self._places]
        self._crossed = [bool(self._rng.random() < 0.4) for _ in self._places]
        self._free = [0.0] * plan.players
        self._open: list[_Lying] = []
        self._piles: list[list[_Lying]] = [[] for _ in self._places]
        self._serial = 0
        self.clock = 0.0
        self.cards: list[MovingCard] = []
        self.hands: list[MovingHand] = []
        self.truth: list[Event] = [SourceChanged(time=0.0, state="opened", message="the simulated table")]

    # What happens

    def do(self, act: Act) -> None:
        """Put an act on the table."""
        match act:
            case Deal():
                self.deal(act)
            case Play():
                self.play(act)
            case Collect():
                self.collect(act)
            case Clear():
                self.clear(act)
            case DealOpen():
                self.deal_open(act)

    def deal(self, act: Deal) -> None:  # noqa: ARG002 (the pause does not depend on the cards)
        """Leave the table empty for as long as it takes to shuffle and deal."""
        self._wait(2.2)

    def play(self, act: Play) -> None:
        """Let a hand bring the cards of a play and lay them before its player."""
        place = self._places[act.seat]
        for card in act.cards:
            spot = place.outward * self._habits.ring_mm + self._rng.normal(0, self._habits.scatter_mm, 2)
            rest = self._lay_card(place, card, spot, place.angle)
        event = played(CardsPlayed(act.seat, act.cards, source="camera", time=rest), act.hand, act.trick, self._names)
        assert event is not None
        self.truth.append(event)
        self._announce(act.rulings, rest)

    def deal_open(self, act: DealOpen) -> None:
        """Let the dealer give a seat its card face up."""
        to = self._places[act.seat]
        spot = to.outward * (self._habits.ring_mm * 1.25) + self._rng.normal(0, self._habits.scatter_mm, 2)
        rest = self._lay_card(self._places[act.dealer], act.card, spot, to.angle)
        self._announce(act.rulings, rest)

    def collect(self, act: Collect) -> None:
        """Let the winner gather the trick, turn it over and put it on the pile of his tricks."""
        place, pile = self._places[act.seat], self._piles[act.seat]
        self._wait(0.8 + 0.5 * self._rng.random())
        begin = max(self.clock, self._free[act.seat])
        arrive, gathered = begin + self._takes(0.55), begin + self._takes(1.05)
        piled, away = gathered + self._takes(0.65), gathered + self._takes(1.3)
        middles = np.array([[lying.keys[-1][1].x, lying.keys[-1][1].y] for lying in self._open])
        farthest = middles[int(np.argmin(middles @ place.outward))]
        gather = middles.mean(axis=0) + place.outward * 25
        angle = place.angle + self._rng.normal(0, 0.1)
        crossed = pi / 2 if self._crossed[act.seat] and (len(pile) // max(len(self._open), 1)) % 2 else 0.0
        target = place.pile + self._rng.normal(0, 2.5, 2)
        for number, lying in enumerate(self._open):
            _, rest = lying.keys[-1]
            near = _nearest_turn(rest.angle, angle)
            together = gather + self._rng.normal(0, 5, 2)
            final = _nearest_turn(near, place.angle + crossed + self._rng.normal(0, 0.05))
            height = (len(pile) + number) * CARD_THICKNESS_MM
            on_pile = target + self._rng.normal(0, 1.2, 2)
            lying.keys += [
                (arrive, rest),
                (gathered, Pose(together[0], together[1], 3.0 + number, near)),
                (piled, Pose(on_pile[0], on_pile[1], height, final, 1.0)),
            ]
        pile += self._open
        self._open = []
        self._reach(
            place,
            "sweep",
            [
                (begin, place.outside, 40.0),
                (arrive, farthest - place.outward * 20, 8.0),
                (gathered, gather - place.outward * 15, 10.0),
                (piled, target - place.outward * 10, 14.0),
                (piled + self._takes(0.1), target - place.outward * 8, 18.0),
                (away, place.outside, 40.0),
            ],
        )
        self.clock = piled + self._takes(0.15)

    def clear(self, act: Clear) -> None:
        """Let every hand that has cards before it take them away; the seat of the act takes those that lie open."""
        self._wait(1.0)
        if self._open:
            self._piles[act.seat] += self._open
            self._open = []
        last = self.clock
        for place, pile in zip(self._places, self._piles, strict=True):
            if not pile:
                continue
            self._wait(0.3)
            begin = max(self.clock, self._free[place.seat])
            arrive, away = begin + self._takes(0.55), begin + self._takes(1.35)
            target = np.array([pile[-1].keys[-1][1].x, pile[-1].keys[-1][1].y])
            shift = place.outside - target
            for lying in pile:
                rest = lying.keys[-1][1]
                lying.keys += [
                    (arrive, rest),
                    (away, Pose(rest.x + shift[0], rest.y + shift[1], rest.z + 12, rest.angle, rest.turn)),
                ]
                self._finish(lying, away)
            self._reach(
                place,
                "sweep",
                [
                    (begin, place.outside, 40.0),
                    (arrive, target - place.outward * 10, 12.0),
                    (away, place.outside, 24.0),
                ],
            )
            last = max(last, away)
            pile.clear()
        self.clock = last

    def finish(self) -> float:
        """Let what lies on the table lie; return when the camera stops."""
        end = self.clock + _LAST_LOOK
        for lying in [*self._open, *(lying for pile in self._piles for lying in pile)]:
            self._finish(lying, inf)
        self.truth.append(SourceChanged(time=end, state="ended", message="the simulated table has come to its end"))
        return end

    # How it is done

    def _takes(self, seconds: float) -> float:
        return seconds / self._habits.pace

    def _wait(self, seconds: float) -> None:
        self.clock += self._takes(seconds)

    def _announce(self, rulings: Sequence[Ruling], time: float) -> None:
        self.truth += [ruled(ruling, time, self._names) for ruling in rulings]

    def _finish(self, lying: _Lying, gone: float) -> None:
        self.cards.append(MovingCard(lying.serial, lying.code, Motion(lying.keys, gone)))

    def _lay_card(self, place: Place, code: str, spot: Point, upright: float) -> float:
        """Let a hand bring one card to a spot; return when it came to rest."""
        rng = self._rng
        self._wait(float(np.clip(rng.lognormal(-1.2, 0.5), 0.1, 1.2)))
        grip: Grip = "pinch" if rng.random() < 0.65 else "slide"
        begin = max(self.clock, self._free[place.seat])
        above = begin + self._takes(float(rng.uniform(0.55, 0.8)))
        rest = above + self._takes(0.13)
        release, away = rest + self._takes(0.12), rest + self._takes(0.62)
        lift = 45.0 if grip == "pinch" else 1.0
        flipped = pi if rng.random() < 0.5 else 0.0
        angle = _nearest_turn(place.angle, upright + rng.normal(0, self._habits.askew))
        brought = place.angle + rng.normal(0, 0.15)
        approach = spot + place.outward * (9 if grip == "pinch" else 4)
        along: tuple[tuple[float, Point, float, float], ...] = (
            (begin, place.outside, lift, brought),
            (above, approach, lift / 4, angle),
            (rest, spot, 0.0, angle),
        )
        self._serial += 1
        self._open.append(
            _Lying(
                code,
                [(time, Pose(middle[0], middle[1], z, turn + flipped)) for time, middle, z, turn in along],
                self._serial,
            )
        )
        inside = 0.0 if grip == "pinch" else 34.0
        held_at = (float(rng.normal(0, 9)), self._size[1] / 2 - inside)
        # The edge nearest to the player, however the card is turned for the one who gets it.
        edge = _nearest_turn(place.angle, angle)
        ways = [
            (time, middle + turned(*held_at, turn if time == begin else edge), z + 2) for time, middle, z, turn in along
        ]
        ways += [(release, ways[-1][1], 3.0), (away, place.outside, 40.0)]
        self._reach(place, grip, ways, (self._serial,))
        self.clock = release
        return rest

    def _reach(
        self, place: Place, grip: Grip, ways: Sequence[tuple[float, Point, float]], holds: tuple[int, ...] = ()
    ) -> None:
        """Move a hand along its fingertips' (time, middle, height)."""
        right = self._right_handed[place.seat]
        shoulder = place.shoulder(1.0 if right else -1.0)
        keys = [(time, Pose(tip[0], tip[1], height, facing(tip - shoulder))) for time, tip, height in ways]
        for number in range(1, len(keys)):
            time, pose = keys[number]
            turn = _nearest_turn(keys[number - 1][1].angle, pose.angle, 2 * pi)
            keys[number] = (time, Pose(pose.x, pose.y, pose.z, turn))
        self.hands.append(MovingHand(place.seat, right, grip, holds, Motion(keys, keys[-1][0])))
        self._free[place.seat] = keys[-1][0]


def _nearest_turn(now: float, wanted: float, period: float = pi) -> float:
    """Return the angle nearest to `now` that shows what `wanted` does, of a thing that looks alike each `period`."""
    return now + (wanted - now + period / 2) % period - period / 2


def stage_game(
    game: Game,
    settings: Settings | None = None,
    seed: int = 0,
    names: Sequence[str] = (),
    *,
    hands_limit: int | None = None,
    force_tie: bool = False,
    habits: Habits | None = None,
    span_mm: float = _SPAN_MM,
) -> Script:
    """Play a game by chance and put it on the table.

    Args:
        game: What is played.
        settings: What was agreed; the game's defaults where nothing is said.
        seed: The same seed gives the same game and the same movements.
        names: Of the players, seat 0 first; default names where empty.
        hands_limit: Stop after so many hands, whether or not the game is over.
        force_tie: Choose a game that needs its tiebreak.
        habits: How people move.
        span_mm: Width of the table that the camera shows; seats and piles are placed within it.

    Raises:
        UnusableError: Names do not fit the seats, or the game cannot be simulated so.
    """
    settings = settings if settings is not None else game.configure()
    plan = plan_game(game, settings, seed, hands_limit, force_tie)
    called = check_names(names, plan.players)
    stage = Stage(plan, seed, called, habits if habits is not None else Habits(), span_mm)
    for act in plan.acts:
        stage.do(act)
    duration = stage.finish()
    cards = tuple(sorted(stage.cards, key=lambda card: card.serial))
    return Script(
        game,
        settings,
        seed,
        called,
        span_mm,
        deck_art(game.deck.id).size_mm,
        duration,
        cards,
        tuple(stage.hands),
        tuple(stage.truth),
    )
