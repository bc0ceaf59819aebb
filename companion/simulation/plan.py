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
    game: Game, settings: Settings, seed: int, hands_limit: int | None = None, force_tie: bool = False
) -> Plan:
    """Let chance play a game by the rules.

    Args:
        game: What is played.
        settings: What was agreed.
        seed: The same seed gives the same game.
        hands_limit: Stop after so many hands, whether or not the game is over.
        force_tie: Choose a game that needs its tiebreak.

    Raises:
        UnusableError: The simulated players do not know the game, or no game of these settings is tied.
    """
    if game.id not in _CHOOSERS:
        raise UnusableError(f"the simulated players cannot play {game.id}; they know {', '.join(_CHOOSERS)}")
    for attempt in range(_TIE_ATTEMPTS if force_tie else 1):
        plan = _play_game(game, settings, np.random.default_rng([seed, attempt]), hands_limit)
        if plan.tied or not force_tie:
            return plan
    raise UnusableError(f"{game.id} with these settings has no tie to simulate; play it without one")


def _play_game(game: Game, settings: Settings, rng: Rng, hands_limit: int | None) -> Plan:
    state = game.start(settings)
    acts: list[Act] = []
    while state.phase == "play" and (hands_limit is None or state.hand.number <= hands_limit):
        acts += _play_hand(state, rng)
    tied = state.phase == "tiebreak"
    if tied:
        acts += _break_tie(state, rng)
    return Plan(game, settings, state.players, tuple(acts), tied)


def _shuffled(state: State, rng: Rng) -> list[str]:
    deck = [code for code, copies in state.copies.items() for _ in range(copies)]
    return [deck[place] for place in rng.permutation(len(deck))]


def _play_hand(state: State, rng: Rng) -> list[Act]:
    hand, players, choose = state.hand, state.players, _CHOOSERS[state.game.id]
    deck = _shuffled(state, rng)
    first = state.left(hand.dealer)
    held = [deck[(seat - first) % players :: players] for seat in range(players)]
    acts: list[Act] = [Deal(hand.number, hand.dealer, tuple(tuple(cards) for cards in held))]
    while state.phase == "play" and not hand.complete:
        view = state.view
        seat = view.expected
        assert seat is not None
        card = choose(state, seat, held[seat], rng)
        held[seat].remove(card)
        rulings = state.apply(CardsPlayed(seat, (card,)))
        acts.append(Play(view.hand, view.trick, seat, (card,), rulings))
        acts += [Collect(ruling.seat) for ruling in rulings if isinstance(ruling, TrickWon)]
    acts.append(Clear(state.hand.dealer))
    return acts


def _break_tie(state: State, rng: Rng) -> list[Act]:
    view = state.view
    acts: list[Act] = []
    for seat, card in zip(view.deal_order, _shuffled(state, rng), strict=False):
        acts.append(DealOpen(view.dealer, seat, card, state.apply(TiebreakCard(seat, card))))
    return acts
