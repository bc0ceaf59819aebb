"""What happens in a simulated game, before anybody moves: deals, plays, tricks taken, and what the rules say to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.errors import UnusableError
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.rules.game import Game
from companion.rules.rulings import Ruling, TrickWon
from companion.rules.settings import Settings
from companion.rules.state import State
from companion.rules.view import View

Rng = np.random.Generator

_TIE_ATTEMPTS = 300
"""One random game in ten or so is tied; a tie of very long games is as good as sure to turn up within these."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand is dealt.

    Attributes:
        hand: Number of the hand, from 1.
        dealer: Who deals.
        cards: The cards of each seat.
    """

    hand: int
    dealer: int
    cards: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays to the trick.

    Attributes:
        hand: Number of the hand, from 1.
        trick: Number of the trick, from 0.
        seat: Who plays.
        cards: One code, or several.
        rulings: What the rules say to it.
    """

    hand: int
    trick: int
    seat: int
    cards: tuple[str, ...]
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class Collect:
    """A seat takes the trick that lies on the table."""

    seat: int


@dataclass(frozen=True, slots=True)
class Clear:
    """The table empties: tricks won are handed in, and cards lying open are taken up, by this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealOpen:
    """The dealer gives a seat one card face up, to break a tie."""

    dealer: int
    seat: int
    card: str
    rulings: tuple[Ruling, ...]


Act = Deal | Play | Collect | Clear | DealOpen


@dataclass(frozen=True)
class Plan:
    """A game from its first deal to its end.

    Attributes:
        game: What is played.
        settings: What was agreed.
        players: Number of seats.
        acts: What happens, in order.
        tied: The tiebreak was dealt.
    """

    game: Game
    settings: Settings
    players: int
    acts: tuple[Act, ...] = field(repr=False)
    tied: bool


Chooser = Callable[[State, int, Sequence[str], Rng], str]
"""Picks a card that the seat may play out of those it holds."""


def _any_card(state: State, seat: int, held: Sequence[str], rng: Rng) -> str:  # noqa: ARG001 (others look at them)
    return held[int(rng.integers(len(held)))]


_CHOOSERS: dict[str, Chooser] = {"steere_suits": _any_card, "coins": _any_card}
"""How each game's simulated players choose. In the Steere games any card is legal at any time (section 1.1)."""


def plan_game(
    game: Game,
    settings: Settings,
    seed: int,
    *,
    hands_limit: int | None = None,
    force_tie: bool = False,
    out_of_turn: float = 0.0,
) -> Plan:
    """Let chance play a game by the rules.

    Args:
        game: What is played.
        settings: What was agreed.
        seed: The same seed gives the same game.
        hands_limit: Stop after so many hands, whether or not the game is over.
        force_tie: Choose a game that needs its tiebreak.
        out_of_turn: Chance of a play that somebody makes before it is their turn, 0..1.

    Raises:
        UnusableError: The simulated players do not know the game, or no game of these settings is tied.
    """
    if game.id not in _CHOOSERS:
        raise UnusableError(f"the simulated players cannot play {game.id}; they know {', '.join(_CHOOSERS)}")
    for attempt in range(_TIE_ATTEMPTS if force_tie else 1):
        players = _Players(game, settings, np.random.default_rng([seed, attempt]), out_of_turn)
        plan = players.play_game(hands_limit)
        if plan.tied or not force_tie:
            return plan
    raise UnusableError(f"{game.id} with these settings has no tie to simulate; play it without one")


class _Players:
    """People who play one game by chance."""

    def __init__(self, game: Game, settings: Settings, rng: Rng, out_of_turn: float) -> None:
        self._state = game.start(settings)
        self._rng = rng
        self._out_of_turn = out_of_turn
        self._choose = _CHOOSERS[game.id]

    def play_game(self, hands_limit: int | None) -> Plan:
        """Play to the end of the game, or of the last hand wanted."""
        state = self._state
        acts: list[Act] = []
        while state.phase == "play" and (hands_limit is None or state.hand.number <= hands_limit):
            acts += self._play_hand()
        tied = state.phase == "tiebreak"
        if tied:
            acts += self._break_tie()
        return Plan(state.game, state.settings, state.players, tuple(acts), tied)

    def _play_hand(self) -> list[Act]:
        state, hand = self._state, self._state.hand
        deck = self._shuffled()
        first = state.left(hand.dealer)
        held = [deck[(seat - first) % state.players :: state.players] for seat in range(state.players)]
        acts: list[Act] = [Deal(hand.number, hand.dealer, tuple(tuple(cards) for cards in held))]
        while state.phase == "play" and not hand.complete:
            view = state.view
            seat = self._next_seat(view)
            card = self._choose(state, seat, held[seat], self._rng)
            held[seat].remove(card)
            rulings = state.apply(CardsPlayed(seat, (card,)))
            acts.append(Play(view.hand, view.trick, seat, (card,), rulings))
            acts += [Collect(ruling.seat) for ruling in rulings if isinstance(ruling, TrickWon)]
        acts.append(Clear(state.hand.dealer))
        return acts

    def _next_seat(self, view: View) -> int:
        assert view.expected is not None
        have_played = {seat for seat, _ in view.plays}
        others = [seat for seat in range(self._state.players) if seat not in have_played and seat != view.expected]
        if others and self._out_of_turn and self._rng.random() < self._out_of_turn:
            return others[int(self._rng.integers(len(others)))]
        return view.expected

    def _break_tie(self) -> list[Act]:
        view = self._state.view
        cards = self._shuffled()
        return [
            DealOpen(view.dealer, seat, card, self._state.apply(TiebreakCard(seat, card)))
            for seat, card in zip(view.deal_order, cards, strict=False)
        ]

    def _shuffled(self) -> list[str]:
        deck = [code for code, copies in self._state.copies.items() for _ in range(copies)]
        return [deck[place] for place in self._rng.permutation(len(deck))]
