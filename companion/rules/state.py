"""The fold of facts into a game's state: one trick-taking core that every game refines.

A state is an accumulator: `apply` takes the next fact, changes the state and returns the rulings that follow from it. A
fact that cannot be true raises and changes nothing. States are cheap to fold anew, which is how corrections work.
"""

from abc import ABC, abstractmethod

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, Fact
from companion.rules.game import Game
from companion.rules.hand import Hand, Trick
from companion.rules.reasons import Reason, reason
from companion.rules.rulings import GameWon, HandEnded, Irregularity, Ruling, TrickWon
from companion.rules.settings import Settings
from companion.rules.view import Phase, Play, View


class State(ABC):
    """A game being played.

    A game overrides `decide` (who wins a trick), `after_trick` (scoring, and whether the game is over), `end_hand` and,
    where it needs more, the other hooks. Hooks are called with all facts checked.

    Attributes:
        game: What is played.
        settings: What was agreed.
        players: Number of seats.
        copies: How many copies of each card are in play, in the deck's order.
        phase: `play`, `tiebreak` or `over`.
        hands: The hands begun, the present one last.
        totals: Standing of the game, by seat or team.
        winners: Seats or teams, ascending; empty while the game goes on.
        won_by: What decided the game, once it is over.
    """

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        self.players = self.count_players()
        self.copies = self.cards_in_play()
        self._rotations = tuple(
            tuple((first + step) % self.players for step in range(self.players)) for first in range(self.players)
        )
        self._cards_in_hand = sum(self.copies.values())
        self.phase: Phase = "play"
        self.totals = [0] * self.players
        self.winners: tuple[int, ...] = ()
        self.won_by: Reason | None = None
        self.played_after_end = False
        dealer = self.settings.number("first_dealer")
        self.hands = [Hand(1, dealer, self.first_leader(dealer))]

    # Hooks

    @abstractmethod
    def decide(self, plays: tuple[Play, ...]) -> Trick:
        """Return the complete trick that these plays make."""

    @abstractmethod
    def after_trick(self, trick: Trick) -> list[Ruling]:
        """Score a trick that has just been added to the hand; return what follows beside its `TrickWon`."""

    @abstractmethod
    def end_hand(self) -> list[Ruling]:
        """Score the hand, all cards of which are played, and open the next with `open_hand` or end the game."""

    def hand_is_over(self) -> bool:
        """Whether the hand is over now that a trick is complete."""
        return self.hand.laid == self._cards_in_hand

    def count_players(self) -> int:
        """Return the number of seats."""
        return self.game.players[0]

    def cards_in_play(self) -> dict[str, int]:
        """Return how many copies of each card are in play."""
        return {code: self.game.deck.copies(code) for code in self.game.deck.codes}

    def first_leader(self, dealer: int) -> int:
        """Return who leads to the first trick of a hand."""
        return self.left(dealer)

    def seats_of_trick(self, leader: int) -> tuple[int, ...]:
        """Return the seats that play to a trick, in order."""
        return self._rotations[leader]

    def check_cards(self, seat: int, cards: tuple[str, ...]) -> None:
        """Raise where these cards cannot be one play (structural error)."""
        if len(cards) != 1:
            raise self.impossible(reason("one-card", seat=seat, count=len(cards)), seat)

    def apply_other(self, fact: Fact) -> list[Ruling]:
        """Take a fact that is no play of cards."""
        raise self.impossible(reason("wrong-kind", text=type(fact).__name__), getattr(fact, "seat", 0))

    # What hooks may call

    @property
    def hand(self) -> Hand:
        """The present hand."""
        return self.hands[-1]

    def left(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return (seat + 1) % self.players

    def right(self, seat: int) -> int:
        """Return the next seat counter-clockwise."""
        return (seat - 1) % self.players

    def open_hand(self, dealer: int, leader: int) -> None:
        """Begin the next hand."""
        self.hands.append(Hand(self.hand.number + 1, dealer, leader))

    def close_hand(self, scores: tuple[int, ...], next_dealer: int | None, next_leader: int | None) -> HandEnded:
        """Mark the hand complete and open the next where there is one; return the ruling."""
        hand = self.hand
        hand.complete = True
        hand.scores = scores
        hand.totals = tuple(self.totals)
        hand.next_dealer = next_dealer
        if next_dealer is not None and next_leader is not None:
            self.open_hand(next_dealer, next_leader)
        return HandEnded(hand.number, scores, hand.totals, next_dealer, next_leader)

    def end_game(self, winners: tuple[int, ...], why: Reason) -> None:
        """End the game; its `GameWon` follows all other rulings of the fact."""
        self.phase = "over"
        self.winners = winners
        self.won_by = why

    def impossible(self, why: Reason, seat: int, card: str | None = None) -> ImpossibleFactError:
        """Return the error that says why a fact cannot be, with the place in the game."""
        trick = len(self.hand.tricks) if self.phase == "play" or not self.hand.complete else None
        return ImpossibleFactError(why, self.hand.number, trick, seat, card)

    def breach(self, code: str, seat: int, card: str, expected: int | None = None) -> Irregularity:
        """Note a breach in the present trick; return the ruling."""
        values: dict[str, int] = {"seat": seat} if expected is None else {"seat": seat, "expected": expected}
        hand = self.hand
        ruling = Irregularity(code, hand.number, len(hand.tricks), seat, card, expected, reason(code, **values))
        hand.issues.append(ruling)
        return ruling

    def check_seat(self, seat: int) -> None:
        """Raise where there is no such seat."""
        if seat not in range(self.players):
            raise self.impossible(reason("unknown-seat", text=str(seat), last=self.players - 1), seat)

    def check_card(self, seat: int, card: str) -> None:
        """Raise where a code is no card, or no card of this game."""
        if card not in self.game.deck:
            raise self.impossible(reason("unknown-card", text=repr(card), deck_id=self.game.deck.id), seat, card)
        if card not in self.copies:
            raise self.impossible(reason("card-not-in-play", card=self.named(card)), seat, card)

    def named(self, card: str) -> str:
        """Return a card as a reason's blank holds it."""
        return f"{self.game.deck.id}/{card}"

    # The fold

    def apply(self, fact: Fact) -> tuple[Ruling, ...]:
        """Take the next fact and return what follows from it.

        Raises:
            ImpossibleFactError: The fact cannot be true; the state is as before.
        """
        over = self.won_by is not None
        rulings = self._play(fact.seat, fact.cards) if isinstance(fact, CardsPlayed) else self.apply_other(fact)
        if self.won_by is not None and not over:
            rulings.append(GameWon(self.winners, tuple(self.totals), self.won_by))
        return tuple(rulings)

    def _play(self, seat: int, cards: tuple[str, ...]) -> list[Ruling]:
        self.check_seat(seat)
        self.check_cards(seat, cards)
        for card in cards:
            if card not in self.copies:
                self.check_card(seat, card)
        hand = self.hand
        if self.phase != "play" and (hand.complete or hand.laid == self._cards_in_hand):
            return self._after_end(seat, cards[0], hand.number + 1, 0)
        self._check_new(hand, seat, cards)
        if self.phase != "play":
            rulings = self._after_end(seat, cards[0], hand.number, len(hand.tricks))
        else:
            rulings = self._turn(hand, seat, cards[0])
        if not hand.plays:
            hand.order = self.seats_of_trick(seat)
        hand.plays.append((seat, cards))
        for card in cards:
            hand.seen[card] = hand.seen.get(card, 0) + 1
        hand.laid += len(cards)
        if len(hand.plays) == len(hand.order):
            plays = tuple(hand.plays)
            hand.plays.clear()
            if self.phase == "play":
                rulings += self._complete(hand, plays)
        return rulings

    def _check_new(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> None:
        for card in cards:
            if hand.seen.get(card, 0) >= self.copies[card]:
                raise self.impossible(reason("card-twice", card=self.named(card)), seat, card)
        if any(seat == other for other, _ in hand.plays):
            raise self.impossible(reason("seat-twice", seat=seat), seat, cards[0])

    def _turn(self, hand: Hand, seat: int, card: str) -> list[Ruling]:
        if hand.plays:
            expected, code = hand.order[len(hand.plays)], "out-of-turn"
        else:
            expected, code = hand.next_leader, "wrong-leader"
        return [] if seat == expected else [self.breach(code, seat, card, expected)]

    def _complete(self, hand: Hand, plays: tuple[Play, ...]) -> list[Ruling]:
        number = len(hand.tricks)
        trick = self.decide(plays)
        hand.tricks.append(trick)
        hand.next_leader = trick.winner
        more = self.after_trick(trick)
        won = TrickWon(hand.number, number, trick.winner, trick.card, trick.points, tuple(self.totals), trick.reason)
        if self.hand_is_over():
            more += self.end_hand()
        return [won, *more]

    def _after_end(self, seat: int, card: str, hand: int, trick: int) -> list[Ruling]:
        if self.played_after_end:
            return []
        self.played_after_end = True
        ruling = Irregularity("play-after-end", hand, trick, seat, card, None, reason("play-after-end", seat=seat))
        if hand == self.hand.number:
            self.hand.issues.append(ruling)
        return [ruling]

    # The present moment

    @property
    def view(self) -> View:
        """What is to be seen at this moment."""
        hand = self.hand
        seen = [card for trick in hand.tricks for _, cards in trick.plays for card in cards]
        seen += [card for _, cards in hand.plays for card in cards]
        to_come = [code for code, count in self.copies.items() for _ in range(count - hand.seen.get(code, 0))]
        waiting = [seat for seat in hand.order if seat not in {player for player, _ in hand.plays}]
        expected = waiting[0] if hand.plays else hand.next_leader
        return View(
            phase=self.phase,
            hand=hand.number,
            trick=len(hand.tricks),
            plays=tuple(hand.plays),
            expected=expected if self.phase == "play" else None,
            dealer=hand.dealer,
            shuffler=self.right(hand.dealer),
            cutter=self.left(hand.dealer),
            leader=hand.plays[0][0] if hand.plays else hand.next_leader,
            seen=tuple(seen),
            to_come=tuple(to_come),
            tricks=hand.tricks_by_seat(self.players),
            points=hand.points_by_seat(self.players),
            totals=tuple(self.totals),
            winners=self.winners,
        )
