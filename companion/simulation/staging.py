"""Puts a game on the simulated table: what happens becomes movements, and the truth gets its times."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import pi
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.artwork import deck_art
from companion.rules.facts import CardsPlayed
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.rules.settings import Settings
from companion.simulation.acts import (
    Act,
    Brush,
    Clear,
    Collect,
    Deal,
    DealOpen,
    Disturb,
    Expose,
    Mix,
    Play,
    Say,
    Show,
    TurnUp,
)
from companion.simulation.booty import Booty
from companion.simulation.camera import PICTURE_SIZE, TILT, camera_over_table
from companion.simulation.disturbances import Disturbances, Knock
from companion.simulation.habits import Habits
from companion.simulation.hands_in_view import HandInView
from companion.simulation.haste import Haste
from companion.simulation.incidents import Incidents
from companion.simulation.moves import Lying, Moves
from companion.simulation.places import Place, places_around, seated, turned
from companion.simulation.plan import Plan, plan_game
from companion.simulation.script import Said, Script, check_names
from companion.table.events import CardPlayed, Event, SourceChanged, TiebreakCardDealt
from companion.table.told import played, ruled

_SPAN_MM = 1060.0
_LAST_LOOK = 2.0
"""Seconds that the camera goes on after the last thing has happened."""

_ASIDE_MM = 250.0
"""How far from the middle the card lies that was turned up beside the play."""

_DROPPED_MM = 60.0
"""How far outside the play, and to the side, a card lies that fell out of a hand."""

_FAN_MM = (19.0, 30.0)
"""How much of a card shows under the next one in a fan."""

_ONE_BY_ONE = 0.3
"""How often the cards of a straight are laid one after the other, side by side."""

_KNOCKED, _TURNED = 0.012, 0.012
"""How far (in parts of the picture's width) and by what angle (radians) the camera is knocked, standard deviations."""

_DIM, _BRIGHT = 0.55, 1.25
"""How bright it is with a lamp less or more."""

_SPREAD_EVERY, _SPREAD_MM = (0.1, 0.9), (150.0, 90.0)
"""Seconds from one card that is spread to the next, the least and the most, and how far from the middle they come to
lie, across and along, standard deviations."""

_FACE_UP, _PUSHED = 0.7, 0.5
"""How many of them lie face up, and how many are moved about."""

_SWEPT, _SWEPT_AT_ONCE = 0.8, 0.1
"""Seconds for which a trick is looked at before somebody reaches for it, the least, and by hasty people."""

_LOST_FOR, _STALLED_FOR = (0.3, 2.0), (0.5, 3.0)
"""Seconds without frames, the least and the most: between two tricks, and at any time."""


class _Stage:
    """Performs acts one after the other and keeps account of what lies where.

    Attributes:
        moves: The movements so far.
        truth: The events so far.
        said: What people have told so far.
    """

    def __init__(
        self, plan: Plan, seed: int, names: Sequence[str], habits: Habits, span_mm: float, tilt: float
    ) -> None:
        size = deck_art(plan.game.deck.id).size_mm
        # Drawn whatever the habits are: of careless people each sits and lays the same way in all.
        lots = np.random.default_rng([seed, 31])
        off, reach = lots.uniform(-1, 1, (2, plan.players))
        centre = lots.normal(0, 1, 2) * habits.off_middle_mm
        seats = np.array(seated(plan.players, habits.seating, float(lots.random())))
        places = places_around(plan.players, span_mm, (seats + off * habits.uneven).tolist())
        self.moves = Moves(np.random.default_rng([seed, 7]), habits, places, size, centre)
        self._reach = np.exp(reach * habits.reach)
        self.truth: list[Event] = [SourceChanged(time=0.0, state="opened", message="the simulated table")]
        self.said: list[Said] = []
        self._names = names
        self._habits = habits
        self._seed = seed
        self._open: list[Lying] = []
        self._played: list[tuple[Lying, CardPlayed | TiebreakCardDealt]] = []
        self._aside: list[Lying] = []
        self._piles: list[list[Lying]] = [[] for _ in places]
        self._booty = Booty(self.moves, plan.game, span_mm, np.random.default_rng([seed, 47]))
        self._knocks: list[Knock] = []
        self._lights: list[tuple[float, float]] = []
        self._losses: list[tuple[float, float]] = []
        # A generator of its own: with or without incidents the same seed gives the same movements.
        self._chance = np.random.default_rng([seed, 23])
        self._stalls = np.random.default_rng([seed, 53])
        self._haste = Haste(np.random.default_rng([seed, 59]))
        camera = camera_over_table(*PICTURE_SIZE, span_mm, tilt)
        self._in_view = [
            HandInView(self.moves, seat, np.random.default_rng([seed, 41, seat]), camera)
            for seat in range(min(habits.in_view, plan.players))
        ]

    def perform(self, act: Act) -> None:
        """Put an act on the table."""
        _PERFORM[type(act)](self, act)

    def finish(self) -> float:
        """Let what lies on the table lie; return when the camera stops."""
        self.moves.clock += _LAST_LOOK
        end = self.moves.clock
        for hand in self._in_view:
            hand.put_down()
        for card in [*self._open, *self._aside, *(c for pile in (*self._piles, *self._booty.take()) for c in pile)]:
            self.moves.finish(card)
        self.truth.append(SourceChanged(time=end, state="ended", message="the simulated table has come to its end"))
        return end

    @property
    def played(self) -> dict[int, CardPlayed | TiebreakCardDealt]:
        """The play that each card is, by the serial that it has in the end."""
        return {card.serial: event for card, event in self._played}

    @property
    def disturbances(self) -> Disturbances:
        """What has happened to camera and light."""
        return Disturbances(tuple(self._knocks), tuple(self._lights), tuple(self._losses))

    # Dealing

    def deal(self, act: Deal) -> None:
        """Deal a hand, or wait as long as it is dealt out of sight."""
        for hand in self._in_view:
            hand.put_down()
        self.moves.wait(0.8)
        if self._habits.deal:
            open_card = int(self._chance.integers(4, 20)) if act.misdealt else None
            self.moves.deal(self.moves.places[act.dealer], act.cards, open_card)
        else:
            self.moves.wait(1.0)
        if not act.misdealt:
            for hand in self._in_view:
                hand.pick_up(act.cards[hand.seat])
        self.moves.wait(0.4)

    def mix(self, act: Mix) -> None:
        """Spread cards on the table, most of them face up, move them about, and gather them."""
        moves, rng = self.moves, np.random.default_rng([self._seed, 43, len(self.moves.cards)])
        moves.wait(1.0)
        gap = float(rng.uniform(*_SPREAD_EVERY))
        spread = []
        for number, code in enumerate(act.cards):
            place = moves.places[int(rng.integers(len(moves.places)))]
            turn = 0.0 if rng.random() < _FACE_UP else 1.0
            spot, angle = rng.normal(0, 1, 2) * _SPREAD_MM, float(rng.uniform(0, 2 * pi))
            spread.append(moves.toss(place, code, spot, angle, number, turn))
            moves.wait(gap)
        moves.wait(1.0)
        for card in spread:
            if rng.random() < _PUSHED:
                moves.push(card, rng.normal(0, 40, 2), float(rng.normal(0, 0.5)))
        moves.wait(1.0)
        moves.take_up(moves.places[act.dealer], spread)

    def deal_open(self, act: DealOpen) -> None:
        """Deal a card of the tiebreak."""
        laid, rest = self._lay(act.dealer, act.seat, (act.card,), self._habits.ring_mm * 1.25)
        self._announce(act.rulings, rest)
        dealt = next(event for event in reversed(self.truth) if isinstance(event, TiebreakCardDealt))
        self._played += [(card, dealt) for card in laid]

    def turn_up(self, act: TurnUp) -> None:
        """Lay the card that nobody was dealt beside the play, between the dealer and the next seat."""
        dealer = self.moves.places[act.dealer]
        direction = turned(dealer.outward[0], dealer.outward[1], pi / len(self.moves.places))
        self.moves.think()
        spot = direction * _ASIDE_MM * np.array([1.0, 0.75]) + self._chance.normal(0, 6, 2)
        self._aside = self.moves.lay(dealer, (act.card,), [spot], dealer.angle)

    # Playing

    def play(self, act: Play) -> None:
        """Lay a card or a straight."""
        reach = self._haste.reaches_at(act) if self._habits.hasty else None
        for hand in self._in_view:
            if hand.seat == act.seat:
                hand.lay(act.cards)
        laid, rest = self._lay(act.seat, act.seat, act.cards, self._habits.ring_mm, reach)
        rest = self._haste.note(rest)
        fact = CardsPlayed(act.seat, act.cards, source="camera", time=rest)
        event = played(fact, act.hand, act.trick, self._names)
        assert event is not None
        self.truth.append(event)
        self._played += [(card, event) for card in laid]
        self._announce(act.rulings, rest)

    def collect(self, act: Collect) -> None:
        """Take the trick."""
        soonest = _SWEPT_AT_ONCE if self._habits.hasty else _SWEPT
        self.moves.wait(soonest + 0.5 * float(self.moves.rng.random()))
        counted, others = self._booty.sort(self._open)
        if others:
            self.moves.gather(self.moves.places[act.seat], others, self._piles[act.seat])
        self._booty.lay_out(counted, act)
        self._open = []
        self._haste.begin_trick()

    def clear(self, act: Clear) -> None:
        """Take everything from the table."""
        self.moves.wait(1.0)
        self._piles[act.seat] += [*self._open, *self._aside]
        self._open, self._aside = [], []
        self._haste.begin_trick()
        for place, cards in zip(self.moves.places, self._booty.take(), strict=True):
            if cards:
                self.moves.gather(place, cards, self._piles[place.seat])
        self.moves.take_away(self._piles)

    # What is told

    def say(self, act: Say) -> None:
        """Tell the companion something."""
        self.moves.wait(0.6)
        self.said.append(Said(self.moves.clock, act.hand, act.what))
        self._announce(act.rulings, self.moves.clock)

    # Incidents

    def expose(self, act: Expose) -> None:
        """Let a card lie open that is no play, and take it back."""
        moves, place, rng = self.moves, self.moves.places[act.seat], self._chance
        spot = place.outward * self._habits.ring_mm + rng.normal(0, self._habits.scatter_mm, 2)
        if not act.as_play:
            spot = spot + place.outward * _DROPPED_MM - place.right * _DROPPED_MM * rng.uniform(0.5, 1.0)
        cards = moves.lay(place, (act.card,), [spot], place.angle)
        moves.wait(float(rng.uniform(0.5, 2.0)))
        moves.take_up(place, cards)

    def show(self, act: Show) -> None:
        """Let a seat show cards for a while."""
        place = self.moves.places[act.seat]
        cards = self.moves.lay(place, act.cards, self._row(place, len(act.cards), 70.0, 150.0), place.angle)
        self.moves.wait(2.0)
        self.moves.take_up(place, cards)
        self.moves.wait(0.5)

    def brush(self, act: Brush) -> None:  # noqa: ARG002 (any arm may do it)
        """Push one of the cards on the table."""
        cards = [*self._open, *self._aside]
        if cards:
            card = cards[int(self._chance.integers(len(cards)))]
            self.moves.push(card, self._chance.normal(0, 12, 2), float(self._chance.normal(0, 0.1)))

    def disturb(self, act: Disturb) -> None:
        """Let something happen to camera or light."""
        rng, now = self._chance, self.moves.clock
        if act.kind == "nudge":
            x, y = rng.normal(0, _KNOCKED, 2)
            self._knocks.append(Knock(now, float(x), float(y), float(rng.normal(0, _TURNED))))
        elif act.kind == "light":
            before = self._lights[-1][1] if self._lights else 1.0
            after = float(rng.choice([_DIM, _BRIGHT])) if before == 1.0 else 1.0
            self._lights.append((now, after))
        elif act.kind == "loss":
            self._lose(rng, _LOST_FOR)
        else:
            self._lose(self._stalls, _STALLED_FOR)

    def _lose(self, rng: np.random.Generator, lasts: tuple[float, float]) -> None:
        """Let no frames arrive for a while, from soon on."""
        start = max(self.moves.clock + float(rng.uniform(0, 1.5)), self._losses[-1][1] if self._losses else 0.0)
        self._losses.append((start, start + float(rng.uniform(*lasts))))

    # How it works

    def _lay(
        self, by: int, before: int, cards: Sequence[str], distance: float, reach: float | None = None
    ) -> tuple[list[Lying], float]:
        """Let one seat lay cards before another (or itself); return them, and when the last came to rest.

        Where it is said when they reach for the table they do not think before, and others may lay meanwhile.
        """
        moves, to = self.moves, self.moves.places[before]
        busy = moves.clock
        if reach is None:
            moves.think()
        else:
            moves.clock = reach
        spot = to.outward * distance * self._reach[before] + moves.rng.normal(0, self._habits.scatter_mm, 2)
        aside = next((card for card in self._aside if card.code in cards), None)
        one_by_one = len(cards) > 1 and self._chance.random() < _ONE_BY_ONE
        gap = moves.card_size[0] * 1.05 if one_by_one else float(self._chance.uniform(*_FAN_MM))
        spots = [spot + offset for offset in self._row(to, len(cards), gap)]
        lay = partial(moves.lay, moves.places[by], upright=to.angle)
        if one_by_one:
            laid = [
                card
                for code, where in zip(cards, spots, strict=True)
                for card in lay((code,), [where], open_card=aside)
            ]
        else:
            laid = lay(cards, spots, open_card=aside)
        if aside in laid:
            self._aside = []
        self._open += laid
        moves.clock = max(moves.clock, busy)
        return laid, laid[-1].keys[-1][0]

    def _row(self, place: Place, count: int, gap: float, distance: float = 0.0) -> list[npt.NDArray[np.float64]]:
        """Return places in a row from left to right as a player sees it."""
        return [place.outward * distance + place.right * gap * (step - (count - 1) / 2) for step in range(count)]

    def _announce(self, rulings: Sequence[Ruling], time: float) -> None:
        self.truth += [ruled(ruling, time, self._names) for ruling in rulings]


_PERFORM: Mapping[type, Callable[[_Stage, Any], None]] = {
    Deal: _Stage.deal,
    Mix: _Stage.mix,
    TurnUp: _Stage.turn_up,
    Play: _Stage.play,
    Collect: _Stage.collect,
    Clear: _Stage.clear,
    DealOpen: _Stage.deal_open,
    Say: _Stage.say,
    Expose: _Stage.expose,
    Show: _Stage.show,
    Brush: _Stage.brush,
    Disturb: _Stage.disturb,
}


def stage_game(
    game: Game,
    settings: Settings | None = None,
    seed: int = 0,
    names: Sequence[str] = (),
    *,
    hands_limit: int | None = None,
    force_tie: bool = False,
    incidents: Incidents | None = None,
    habits: Habits | None = None,
    span_mm: float = _SPAN_MM,
    tilt: float = TILT,
) -> Script:
    """Play a game by chance and put it on the table.

    Args:
        game: What is played.
        settings: What was agreed; the game's defaults where nothing is said.
        seed: The same seed gives the same game and the same movements.
        names: Of the players, seat 0 first; default names where empty.
        hands_limit: Stop after so many hands, whether or not the game is over.
        force_tie: Choose a game that needs its tiebreak.
        incidents: What goes wrong; nothing where None.
        habits: How people move.
        span_mm: Width of the table that the camera shows; seats and piles are placed within it.
        tilt: How far the camera is off the vertical, on seat 0's side; radians.

    Raises:
        UnusableError: Names do not fit the seats, or the game cannot be simulated so.
    """
    settings = settings if settings is not None else game.configure()
    plan = plan_game(game, settings, seed, hands_limit=hands_limit, force_tie=force_tie, incidents=incidents)
    called = check_names(names, plan.players)
    habits = habits if habits is not None else Habits()
    stage = _Stage(plan, seed, called, habits, span_mm, tilt)
    for act in plan.acts:
        stage.perform(act)
    duration = stage.finish()
    return Script(
        game=game,
        settings=settings,
        seed=seed,
        names=called,
        span_mm=span_mm,
        tilt=tilt,
        card_size=stage.moves.card_size,
        duration=duration,
        cards=tuple(sorted(stage.moves.cards, key=lambda card: card.serial)),
        hands=tuple(stage.moves.hands),
        truth=tuple(stage.truth),
        played=stage.played,
        said=tuple(stage.said),
        disturbances=stage.disturbances,
        has_screen=habits.screen,
        has_things=habits.things,
    )
