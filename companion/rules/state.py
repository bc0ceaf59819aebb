"""The fold of facts into a game's state: one trick-taking core that every game refines.

A state is an accumulator: `apply` takes the next fact, changes the state and returns the rulings that follow from it. A
fact that cannot be true raises and changes nothing. States are cheap to fold anew, which is how corrections work.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from companion.rules.errors import ImpossibleFactError
from companion.rules.fact_json import kind_of
from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.rules.game import Game
from companion.rules.hand import Hand, Trick
from companion.rules.reasons import Reason, reason
from companion.rules.rulings import GameWon, HandEnded, Irregularity, Ruling, TrickWon
from companion.rules.settings import Settings
from companion.rules.view import Need, Phase, Play, Standing, View


class State(ABC):
    """A game being played.

    A game overrides `decide` (who wins a trick), `after_trick` (scoring, and whether the game is over), `end_hand` and,
    where it needs more, the other hooks. Hooks are called with all facts checked.

    Attributes:
        has_straights: Whether a play may be of several cards.
        game: What is played.
        settings: What was agreed.
        players: Number of seats.
        sides: Number of totals: one a seat, or one a team (seats 0 and 2 against 1 and 3).
        copies: How many copies of each card are in play, in the deck's order.
        phase: `play`, `tiebreak` or `over`.
        hands: The hands begun, the present one last.
        totals: Standing of the game, by seat or team.
        winners: Seats or teams, ascending; empty while the game goes on.
        won_by: What decided the game, once it is over.
    """

    has_straights = False

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        self.players = self.count_players()
        self.sides = self.count_sides()
        self.copies = self.cards_in_play()
        self._rotations = tuple(
            tuple((first + step) % self.players for step in range(self.players)) for first in range(self.players)
        )
        self._cards_in_hand = self.players * self.hand_size()
        self.phase: Phase = "play"
        self.totals = [0] * self.sides
        self.winners: tuple[int, ...] = ()
        self.won_by: Reason | None = None
        self.played_after_end = False
        self._laid_beyond = 0
        dealer = self.first_dealer()
        self.hands = [self.new_hand(1, dealer, self.first_leader(dealer))]

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

    def count_sides(self) -> int:
        """Return the number of totals: 2 where partners share one, otherwise one a seat."""
        return self.players

    def cards_in_play(self) -> dict[str, int]:
        """Return how many copies of each card are in play."""
        return {code: self.game.deck.copies(code) for code in self.game.deck.codes}

    def hand_size(self) -> int:
        """Return how many cards each seat is dealt."""
        return sum(self.copies.values()) // self.players

    def new_hand(self, number: int, dealer: int, leader: int | None) -> Hand:
        """Return an empty hand of the class this game keeps."""
        return Hand(number, dealer, leader)

    def first_dealer(self) -> int:
        """Return who deals the first hand."""
        return self.settings.number("first_dealer")

    def first_leader(self, dealer: int) -> int | None:
        """Return who leads to the first trick of a hand; None where only the players know."""
        return self.left(dealer)

    def seats_of_trick(self, leader: int) -> tuple[int, ...]:
        """Return the seats that play to a trick, in order."""
        return self._rotations[leader]

    def check_cards(self, seat: int, cards: tuple[str, ...]) -> None:
        """Raise where these cards cannot be one play (structural error)."""
        if len(cards) != 1:
            raise self.impossible(reason("one-card", seat=seat, count=len(cards)), seat)

    def check_possible(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> None:  # noqa: B027 (most need none)
        """Raise where this seat cannot have made this play (structural error); the cards themselves are checked."""

    def check_turn(self, hand: Hand, seat: int, card: str) -> list[Ruling]:
        """Return the breach that it is where it is not this seat's turn; called before the play is added."""
        expected = hand.order[len(hand.plays)] if hand.plays else hand.next_leader
        if expected is None or seat == expected:
            return []
        if not hand.plays:
            return [self.breach("wrong-leader", seat, card, expected)]
        return [self.breach("out-of-turn", seat, card, expected, why=_out_of_turn(hand, seat, expected))]

    def check_play(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> list[Ruling]:  # noqa: ARG002
        """Look at a play before it is added to the trick; return the breaches that it is or proves."""
        return []

    def has_left(self, seat: int, cards: Sequence[str]) -> bool:  # noqa: ARG002
        """Whether a seat was dealt as many cards as it would have laid with these."""
        return True

    def keeps_cards(self, seat: int, laid: int) -> bool:  # noqa: ARG002
        """Whether a seat alone still has cards once it has laid so many of its own more."""
        return False

    @property
    def is_last_trick(self) -> bool:
        """Whether the hand ends with the trick that is played: everybody lays the only card they have left."""
        hand = self.hand
        return self.players * self.hand_size() - hand.laid + len(hand.plays) <= self.players

    def stays_open(self, card: str) -> bool:  # noqa: ARG002
        """Whether a card that was won lies face up before who won it."""
        return False

    @property
    def turned_up(self) -> str | None:
        """The card that lies face up beside the deal, as long as nobody has played it; None where there is none."""
        return None

    def one_play(self, cards: Sequence[str]) -> tuple[str, ...] | None:
        """Return the cards that one seat laid in the order of a play, None where they are no single play."""
        return tuple(cards) if len(cards) == 1 else None

    def legal_plays(self, held: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return what the seat whose turn it is may play now out of the cards it holds."""
        return tuple((card,) for card in dict.fromkeys(held))

    def needs(self) -> tuple[Need, ...]:
        """Return what people have to say at this moment, the most pressing first."""
        return ()

    def standings(self) -> tuple[Standing, ...]:
        """Return how each side stands; everybody can win until somebody has."""
        return tuple(
            Standing(side, self.seats_of(side), total, side in self.winners if self.winners else True)
            for side, total in enumerate(self.totals)
        )

    def scores_of(self, hand: Hand) -> tuple[int, ...]:
        """Return what a hand has brought each side; for the present one, so far."""
        return hand.scores if hand.complete else self.by_side(hand.points_by_seat(self.players))

    def notes_of(self, hand: Hand) -> tuple[Reason, ...]:
        """Return what made the scores of a hand; for the present one, so far."""
        return hand.notes

    def apply_other(self, fact: Fact) -> list[Ruling]:
        """Take a fact that is no play of cards."""
        raise self.impossible(reason("wrong-kind", text=kind_of(fact)), getattr(fact, "seat", 0))

    def place_of(self, fact: Fact) -> tuple[int, int]:
        """Return the hand (from 1) and trick (from 0) that the next fact is of."""
        if self.phase == "play" or isinstance(fact, TiebreakCard):
            return self.hand.number, len(self.hand.tricks)
        return self._place_after_end()

    def _place_after_end(self) -> tuple[int, int]:
        """Return the hand and trick of the next card that is played although the game is over.

        A correction may have moved the end of the game to before cards of its last hand, or of further ones: they lie
        in the tricks in which they were laid, though none of those counts.
        """
        hand = self.hand
        if not self._is_laid_out(hand):
            return hand.number, hand.laid // self.players
        further, laid = divmod(self._laid_beyond, self._cards_in_hand)
        return hand.number + 1 + further, laid // self.players

    # What hooks may call

    @property
    def hand(self) -> Hand:
        """The present hand."""
        return self.hands[-1]

    @property
    def is_cut_short(self) -> bool:
        """Whether the game was over before all cards of its last hand were laid: people hold some still."""
        return self.phase == "over" and not self._is_laid_out(self.hand)

    def left(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return (seat + 1) % self.players

    def right(self, seat: int) -> int:
        """Return the next seat counter-clockwise."""
        return (seat - 1) % self.players

    def side(self, seat: int) -> int:
        """Return the side a seat plays for."""
        return seat % self.sides

    def seats_of(self, side: int) -> tuple[int, ...]:
        """Return the seats of a side."""
        return tuple(range(side, self.players, self.sides))

    def by_side(self, values: Sequence[int]) -> tuple[int, ...]:
        """Return the sums of one value a seat for each side."""
        return tuple(sum(values[side :: self.sides]) for side in range(self.sides))

    def open_hand(self, dealer: int, leader: int | None) -> None:
        """Begin the next hand."""
        self.hands.append(self.new_hand(self.hand.number + 1, dealer, leader))

    def close_hand(
        self,
        scores: tuple[int, ...],
        next_dealer: int | None,
        next_leader: int | None,
        notes: tuple[Reason, ...] = (),
    ) -> HandEnded:
        """Mark the hand complete and open the next where there is a dealer for it; return the ruling."""
        hand = self.hand
        hand.complete = True
        hand.scores = scores
        hand.totals = tuple(self.totals)
        hand.next_dealer = next_dealer
        hand.next_hand_leader = next_leader
        hand.notes = notes
        if next_dealer is not None:
            self.open_hand(next_dealer, next_leader)
        return HandEnded(hand.number, scores, hand.totals, next_dealer, next_leader, notes)

    def end_game(self, winners: tuple[int, ...], why: Reason) -> None:
        """End the game; its `GameWon` follows all other rulings of the fact."""
        self.phase = "over"
        self.winners = winners
        self.won_by = why

    def impossible(self, why: Reason, seat: int, card: str | None = None) -> ImpossibleFactError:
        """Return the error that says why a fact cannot be, with the place in the game."""
        trick = len(self.hand.tricks) if self.phase == "play" or not self.hand.complete else None
        return ImpossibleFactError(why, self.hand.number, trick, seat, card)

    def breach(
        self,
        code: str,
        seat: int,
        card: str | None,
        expected: int | None = None,
        *,
        trick: int | None = None,
        expected_card: str | None = None,
        why: Reason | None = None,
    ) -> Irregularity:
        """Note a breach in the present hand; return the ruling.

        Args:
            code: Which, as in section 0.2.
            seat: The offender.
            card: The card it happened with.
            expected: The seat that should have played.
            trick: The trick it happened in; the present one without.
            expected_card: The card that should have been played.
            why: The breach in words; without, the sentence named like the code, with seat and expected seat.
        """
        hand = self.hand
        if why is None:
            why = reason(code, seat=seat) if expected is None else reason(code, seat=seat, expected=expected)
        place = len(hand.tricks) if trick is None else trick
        ruling = Irregularity(code, hand.number, place, seat, card, expected, why, expected_card)
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

        What is said of a game that is over counts as little as a card that is played then: a correction may have moved
        its end to before that (rules 2.2).

        Raises:
            ImpossibleFactError: The fact cannot be true; the state is as before.
        """
        over = self.won_by is not None
        if isinstance(fact, CardsPlayed):
            rulings = self._play(fact.seat, fact.cards)
        else:
            rulings = [] if over else self.apply_other(fact)
        if self.won_by is not None and not over:
            rulings.append(GameWon(self.winners, tuple(self.totals), self.won_by))
        return tuple(rulings)

    def note_after_end(self, play: CardsPlayed) -> None:
        """Note that somebody played on although the game is over, without adding what could not be to any trick."""
        if play.seat in range(self.players):
            self._after_end(play.seat, play.cards[0], *self._place_after_end())

    def _play(self, seat: int, cards: tuple[str, ...]) -> list[Ruling]:
        self.check_seat(seat)
        for card in cards:
            if card not in self.copies:
                self.check_card(seat, card)
        self.check_cards(seat, cards)
        hand = self.hand
        if self.phase != "play" and self._is_laid_out(hand):
            place = self._place_after_end()
            self._laid_beyond += len(cards)
            return self._after_end(seat, cards[0], *place)
        self._check_new(hand, seat, cards)
        self.check_possible(hand, seat, cards)
        if not hand.plays:
            hand.order = self.seats_of_trick(seat)
        if self.phase != "play":
            rulings = self._after_end(seat, cards[0], *self._place_after_end())
        else:
            rulings = self.check_turn(hand, seat, cards[0])
            rulings += self.check_play(hand, seat, cards)
        hand.plays.append((seat, cards))
        for card in cards:
            hand.seen[card] = hand.seen.get(card, 0) + 1
        hand.laid += len(cards)
        if len(hand.plays) == len(hand.order):
            plays = tuple(hand.plays)
            hand.plays.clear()
            if self.phase == "play":
                rulings += self._complete(hand, plays)
            else:
                hand.after_end.append(plays)
        return rulings

    def _is_laid_out(self, hand: Hand) -> bool:
        """Whether no card of a hand is to come, although its last trick may count for nothing."""
        return hand.complete or hand.laid == self._cards_in_hand

    def _check_new(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> None:
        for card in cards:
            if hand.seen.get(card, 0) >= self.copies[card]:
                raise self.impossible(reason("card-twice", card=self.named(card)), seat, card)
        if any(seat == other for other, _ in hand.plays):
            raise self.impossible(reason("seat-twice", seat=seat), seat, cards[0])

    def _complete(self, hand: Hand, plays: tuple[Play, ...]) -> list[Ruling]:
        number = len(hand.tricks)
        trick = self.decide(plays)
        hand.tricks.append(trick)
        hand.next_leader = trick.winner
        before = tuple(self.totals)
        more = self.after_trick(trick)
        totals = tuple(self.totals)
        won = TrickWon(
            hand.number, number, trick.winner, trick.card, trick.points, totals, trick.reason, totals != before
        )
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
        waiting = [seat for seat in hand.order if seat not in {player for player, _ in hand.plays}]
        expected = waiting[0] if hand.plays else hand.next_leader
        held = hand.held.get(expected) if expected is not None else None
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
            tricks=hand.tricks_by_seat(self.players),
            points=hand.points_by_seat(self.players),
            totals=tuple(self.totals),
            winners=self.winners,
            needs=self.needs() if self.phase == "play" else (),
            legal=self.legal_plays(held) if held is not None and self.phase == "play" else None,
            standings=self.standings(),
        )


def _out_of_turn(hand: Hand, seat: int, expected: int) -> Reason:
    """Return what is said of a play by another seat than the one whose place in the trick it takes.

    That one may have played already: then it is the turn of the first that has not, or this is that one, late.
    """
    have_played = {player for player, _ in hand.plays}
    waiting = next(other for other in hand.order if other not in have_played)
    if waiting == seat:
        return reason("late-turn", seat=seat, expected=expected)
    return reason("out-of-turn", seat=seat, expected=waiting)
