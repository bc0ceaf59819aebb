"""Puts a game on the simulated table: what happens becomes movements, and the truth gets its times."""

from collections.abc import Sequence

import numpy as np

from companion.artwork import deck_art
from companion.rules.facts import CardsPlayed
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.rules.settings import Settings
from companion.simulation.moves import Lying, Moves
from companion.simulation.places import places_around
from companion.simulation.plan import Act, Clear, Collect, Deal, DealOpen, Plan, Play, plan_game
from companion.simulation.script import Habits, Script, check_names
from companion.table.events import Event, SourceChanged, played, ruled

_SPAN_MM = 1060.0
_LAST_LOOK = 2.0
"""Seconds that the camera goes on after the last thing has happened."""


class _Stage:
    """Performs acts one after the other and keeps account of what lies where.

    Attributes:
        moves: The movements so far.
        truth: The events so far.
    """

    def __init__(self, plan: Plan, seed: int, names: Sequence[str], habits: Habits, span_mm: float) -> None:
        size = deck_art(plan.game.deck.id).size_mm
        places = places_around(plan.players, span_mm)
        self.moves = Moves(np.random.default_rng([seed, 7]), habits, places, size)
        self.truth: list[Event] = [SourceChanged(time=0.0, state="opened", message="the simulated table")]
        self._names = names
        self._habits = habits
        self._open: list[Lying] = []
        self._piles: list[list[Lying]] = [[] for _ in places]

    def perform(self, act: Act) -> None:
        """Put an act on the table."""
        match act:
            case Deal():
                self._deal(act)
            case Play():
                self._play(act)
            case Collect():
                self._collect(act)
            case Clear():
                self._clear(act)
            case DealOpen():
                self._deal_open(act)

    def finish(self) -> float:
        """Let what lies on the table lie; return when the camera stops."""
        end = self.moves.clock + _LAST_LOOK
        for card in [*self._open, *(card for pile in self._piles for card in pile)]:
            self.moves.finish(card)
        self.truth.append(SourceChanged(time=end, state="ended", message="the simulated table has come to its end"))
        return end

    def _deal(self, act: Deal) -> None:
        self.moves.wait(0.8)
        if self._habits.deal:
            self.moves.deal(self.moves.places[act.dealer], act.cards)
        else:
            self.moves.wait(1.0)
        self.moves.wait(0.4)

    def _play(self, act: Play) -> None:
        rest = 0.0
        for card in act.cards:
            rest = self._lay(act.seat, act.seat, card, self._habits.ring_mm)
        fact = CardsPlayed(act.seat, act.cards, source="camera", time=rest)
        event = played(fact, act.hand, act.trick, self._names)
        assert event is not None
        self.truth.append(event)
        self._announce(act.rulings, rest)

    def _deal_open(self, act: DealOpen) -> None:
        rest = self._lay(act.dealer, act.seat, act.card, self._habits.ring_mm * 1.25)
        self._announce(act.rulings, rest)

    def _lay(self, by: int, before: int, card: str, distance: float) -> float:
        """Let one seat lay a card before another (or itself); return when it came to rest."""
        moves, to = self.moves, self.moves.places[before]
        moves.think()
        spot = to.outward * distance + moves.rng.normal(0, self._habits.scatter_mm, 2)
        laid = moves.lay(moves.places[by], card, spot, to.angle)
        self._open.append(laid)
        return laid.keys[-1][0]

    def _collect(self, act: Collect) -> None:
        self.moves.wait(0.8 + 0.5 * float(self.moves.rng.random()))
        self.moves.gather(self.moves.places[act.seat], self._open, self._piles[act.seat])
        self._open = []

    def _clear(self, act: Clear) -> None:
        self.moves.wait(1.0)
        self._piles[act.seat] += self._open
        self._open = []
        self.moves.take_away(self._piles)

    def _announce(self, rulings: Sequence[Ruling], time: float) -> None:
        self.truth += [ruled(ruling, time, self._names) for ruling in rulings]


def stage_game(
    game: Game,
    settings: Settings | None = None,
    seed: int = 0,
    names: Sequence[str] = (),
    *,
    hands_limit: int | None = None,
    force_tie: bool = False,
    out_of_turn: float = 0.0,
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
        out_of_turn: Chance of a play that somebody makes before it is their turn, 0..1.
        habits: How people move.
        span_mm: Width of the table that the camera shows; seats and piles are placed within it.

    Raises:
        UnusableError: Names do not fit the seats, or the game cannot be simulated so.
    """
    settings = settings if settings is not None else game.configure()
    plan = plan_game(game, settings, seed, hands_limit=hands_limit, force_tie=force_tie, out_of_turn=out_of_turn)
    called = check_names(names, plan.players)
    stage = _Stage(plan, seed, called, habits if habits is not None else Habits(), span_mm)
    for act in plan.acts:
        stage.perform(act)
    duration = stage.finish()
    return Script(
        game=game,
        settings=settings,
        seed=seed,
        names=called,
        span_mm=span_mm,
        card_size=stage.moves.card_size,
        duration=duration,
        cards=tuple(sorted(stage.moves.cards, key=lambda card: card.serial)),
        hands=tuple(stage.moves.hands),
        truth=tuple(stage.truth),
    )
