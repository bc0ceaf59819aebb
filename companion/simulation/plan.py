"""What happens in a simulated game: deals, plays, tricks taken, incidents, and what the rules say to them."""

from dataclasses import dataclass, field

import numpy as np

from companion.errors import UnusableError
from companion.rules.facts import CardsPlayed, FaceUpCard, TiebreakCard
from companion.rules.game import Game
from companion.rules.games.seven_suitors_hand import SuitorsHand
from companion.rules.games.seven_suitors_trick import THIEF
from companion.rules.hand import Hand
from companion.rules.rulings import TrickWon
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
from companion.simulation.incidents import Incidents
from companion.simulation.players import answer, choose, starter

Rng = np.random.Generator

_TIE_ATTEMPTS = 300
"""One random game in ten or so is tied; a tie of very long games is as good as sure to turn up within these."""

_MOST_SHOWN = 3

_SPREAD = (12, 34)
"""How many cards are spread before a hand, the least and more than the most."""


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


def plan_game(
    game: Game,
    settings: Settings,
    seed: int,
    *,
    hands_limit: int | None = None,
    force_tie: bool = False,
    incidents: Incidents | None = None,
) -> Plan:
    """Let chance play a game by the rules.

    Args:
        game: What is played.
        settings: What was agreed.
        seed: The same seed gives the same game.
        hands_limit: Stop after so many hands, whether or not the game is over.
        force_tie: Choose a game that needs its tiebreak.
        incidents: What goes wrong; nothing where None.

    Raises:
        UnusableError: No game of these settings is tied, or none within so many hands.
    """
    for attempt in range(_TIE_ATTEMPTS if force_tie else 1):
        evening = _Evening(game, settings, np.random.default_rng([seed, attempt]), incidents or Incidents())
        plan = evening.play_game(hands_limit)
        if plan.tied or not force_tie:
            return plan
    within = "" if hands_limit is None else f" within {hands_limit} of its hands"
    raise UnusableError(f"{game.id} with these settings has no tie{within} to simulate; play it without one")


class _Evening:
    """People who play one game by chance."""

    def __init__(self, game: Game, settings: Settings, rng: Rng, incidents: Incidents) -> None:
        self._state = game.start(settings)
        self._rng = rng
        # Sources of their own: with them or without them the same seed gives the same game.
        self._mixing, self._stalling = rng.spawn(2)
        self._incidents = incidents
        self._acts: list[Act] = []
        self._held: list[list[str]] = []

    def play_game(self, hands_limit: int | None) -> Plan:
        """Play to the end of the game, or of the last hand wanted."""
        state = self._state
        while state.phase == "play" and (hands_limit is None or state.hand.number <= hands_limit):
            self._play_hand()
        tied = state.phase == "tiebreak"
        if tied:
            self._break_tie()
        return Plan(state.game, state.settings, state.players, tuple(self._acts), tied)

    def _play_hand(self) -> None:
        state, hand = self._state, self._state.hand
        undealt = self._deal()
        while state.phase == "play" and not hand.complete:
            needs = state.needs()
            if needs:
                fact = answer(needs[0], self._held, undealt, self._rng)
                if isinstance(fact, FaceUpCard):
                    self._acts.append(TurnUp(hand.dealer, fact.card))
                self._acts.append(Say(hand.number, fact, state.apply(fact)))
                continue
            if not hand.plays:
                self._disturb()
            if self._stalling.random() < self._incidents.stalled:
                self._acts.append(Disturb("stall"))
            self._play_card()
        self._acts.append(Clear(state.hand.dealer))

    def _deal(self) -> list[str]:
        """Deal a hand; return the cards that nobody got."""
        state, hand = self._state, self._state.hand
        dealt = state.players * state.hand_size()
        first = state.left(hand.dealer)
        while True:
            deck = self._shuffled()
            if self._mixing.random() < self._incidents.mixed:
                spread = self._mixing.permutation(deck)[: self._mixing.integers(*_SPREAD)]
                self._acts.append(Mix(hand.dealer, tuple(spread.tolist())))
            self._held = [deck[(seat - first) % state.players : dealt : state.players] for seat in range(state.players)]
            misdealt = self._happens(self._incidents.misdealt)
            cards = tuple(tuple(cards) for cards in self._held)
            self._acts.append(Deal(hand.number, hand.dealer, cards, misdealt))
            if not misdealt:
                return deck[dealt:]

    def _play_card(self) -> None:
        state, hand, incidents = self._state, self._state.hand, self._incidents
        number, trick = hand.number, len(hand.tricks)
        seat = self._next_seat()
        self._mistake(seat)
        cards = choose(state, self._held[seat], self._rng, revoke=self._happens(incidents.revoke))
        is_last = state.is_last_trick
        rulings = state.apply(CardsPlayed(seat, cards))
        for card in cards:
            if card in self._held[seat]:  # a face-up card is nobody's
                self._held[seat].remove(card)
        self._acts.append(Play(number, trick, seat, cards, rulings, is_last=is_last))
        if self._happens(incidents.brushed):
            self._acts.append(Brush(seat))
        # The Thief's choice is made while its trick lies there.
        needs = state.needs()
        if needs and needs[0].kind == "thief" and state.phase == "play":
            fact = answer(needs[0], self._held, (), self._rng)
            self._acts.append(Say(number, fact, state.apply(fact)))
        self._acts += [Collect(ruling.seat, _stolen(hand)) for ruling in rulings if isinstance(ruling, TrickWon)]

    def _next_seat(self) -> int:
        state, hand = self._state, self._state.hand
        expected = hand.order[len(hand.plays)] if hand.plays else hand.next_leader
        if hand.plays:
            have_played = {seat for seat, _ in hand.plays}
            expected = next(seat for seat in hand.order if seat not in have_played)
        if expected is None:
            expected = starter(state, self._held)
        others = [seat for seat in self._may_play() if seat != expected]
        if others and self._happens(self._incidents.out_of_turn):
            return others[int(self._rng.integers(len(others)))]
        return expected

    def _may_play(self) -> list[int]:
        """Return who has cards and has not played to the trick."""
        have_played = {seat for seat, _ in self._state.hand.plays}
        order = self._state.hand.order if self._state.hand.plays else range(self._state.players)
        return [seat for seat in order if seat not in have_played and self._held[seat]]

    def _mistake(self, seat: int) -> None:
        """Let a card lie open that is not played, now and then."""
        if self._happens(self._incidents.exposed):
            clumsy = [other for other, cards in enumerate(self._held) if len(cards) > 1]
            if clumsy:
                whose = clumsy[int(self._rng.integers(len(clumsy)))]
                self._acts.append(Expose(whose, self._any_of(whose), as_play=False))
        if len(self._held[seat]) > 1 and self._happens(self._incidents.taken_back):
            self._acts.append(Expose(seat, self._any_of(seat), as_play=True))

    def _disturb(self) -> None:
        """Let something happen between two tricks, now and then."""
        incidents = self._incidents
        if self._happens(incidents.shown):
            seat = int(self._rng.integers(self._state.players))
            cards = tuple(self._held[seat][: 1 + int(self._rng.integers(_MOST_SHOWN))])
            number = self._state.hand.number
            if cards:
                self._acts += [Say(number, "pause"), Show(seat, cards), Say(number, "resume")]
        if self._happens(incidents.nudged):
            self._acts.append(Disturb("nudge"))
        if self._happens(incidents.switched):
            self._acts.append(Disturb("light"))
        if self._happens(incidents.lost):
            self._acts.append(Disturb("loss"))

    def _break_tie(self) -> None:
        view = self._state.view
        cards = self._shuffled()
        for seat, card in zip(view.deal_order, cards, strict=False):
            self._acts.append(DealOpen(view.dealer, seat, card, self._state.apply(TiebreakCard(seat, card))))

    def _happens(self, chance: float) -> bool:
        return bool(chance) and bool(self._rng.random() < chance)

    def _any_of(self, seat: int) -> str:
        return self._held[seat][int(self._rng.integers(len(self._held[seat])))]

    def _shuffled(self) -> list[str]:
        deck = [code for code, copies in self._state.copies.items() for _ in range(copies)]
        return [deck[place] for place in self._rng.permutation(len(deck))]


def _stolen(hand: Hand) -> tuple[int, str] | None:
    """Return who took which card of the last trick by the Thief; None where nobody did."""
    stolen = hand.spoils[-1].stolen if isinstance(hand, SuitorsHand) else None
    if stolen is None:
        return None
    return next(seat for seat, cards in hand.tricks[-1].plays if THIEF in cards), stolen
