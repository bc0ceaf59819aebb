""" "Suits" of a forum (section 5): straights, two trump suits, black cards for and red cards against."""

from collections.abc import Sequence
from dataclasses import replace

from companion.cards import FRENCH52
from companion.language import mark
from companion.rules import passing
from companion.rules.facts import CardsKept, FaceUpCard, Fact
from companion.rules.game import Game
from companion.rules.games.forum_suits_hand import ForumHand
from companion.rules.games.forum_suits_play import TRUMPS, VALUE, is_straight, runs, top, winner
from companion.rules.games.forum_suits_table import HAND_SIZE, PASSING, ROUNDS, SETTINGS
from companion.rules.games.french import (
    STRENGTH,
    SUIT,
    SUITS,
    FrenchState,
    OpeningRule,
    check_table,
)
from companion.rules.hand import Hand, Trick
from companion.rules.passing import Passing
from companion.rules.reasons import Reason, reason
from companion.rules.rulings import Ruling
from companion.rules.settings import Settings
from companion.rules.view import Need, Play, Standing, View

_DRAFT = (reason("draft"), reason("draft-second"), reason("draft-end"))

_MOST = 72
"""A hand moves one side against another by no more: one partner takes all black cards, the other all red ones (F19)."""

_COPIES = dict.fromkeys(FRENCH52.codes, 1)

_WHY = {
    why: {suit: reason(why, suit=f"{FRENCH52.id}/{suit}") for suit in SUITS}
    for why in ("highest", "highest-trump", "later-trump")
}


class ForumState(FrenchState):
    """The fold of this game.

    Attributes:
        rounds: How many hands are played.
    """

    has_straights = True

    def __init__(self, game: Game, settings: Settings) -> None:
        players = settings.number("players")
        self._ace_low = settings.flag("ace_low")
        self._opens_with_club = settings.choice("first_lead") == "two_of_clubs"
        self._has_face_up = players == 3
        schedule = str(players)
        if settings.flag("teams") and settings.choice("team_fourth") == "opponents":
            schedule = "opponents"
        unpassed = players == 5 and settings.choice("five_passing") == "none"
        self._schedule: Sequence[Passing] = ((),) if unpassed else PASSING[schedule]
        self.rounds = settings.optional_number("rounds") or ROUNDS[players]
        super().__init__(game, settings)

    # The table

    def cards_in_play(self) -> dict[str, int]:
        """Return the whole deck."""
        return _COPIES

    def hand_size(self) -> int:
        """Return how many cards each seat is dealt; with 2, 3 and 5 players some are left over."""
        return HAND_SIZE[self.players]

    def new_hand(self, number: int, dealer: int, leader: int | None) -> ForumHand:
        """Return an empty hand with its passing."""
        return ForumHand(number, dealer, leader, self.players, passing.in_hand(self._schedule, number))

    @property
    def hand(self) -> ForumHand:
        """The present hand."""
        hand = self.hands[-1]
        assert isinstance(hand, ForumHand)
        return hand

    def undealt(self) -> tuple[str, ...] | None:
        """Return the face-up card where it is known; discards and out cards nobody knows."""
        face_up = self.hand.face_up
        if self._has_face_up:
            return None if face_up is None else (face_up,)
        return super().undealt()

    def opening_rule(self) -> OpeningRule | None:
        """Return whether the two of clubs must be led."""
        return "card" if self._opens_with_club else None

    def opening_cards(self) -> tuple[str, ...]:
        """Return the two of clubs, unless it lies face up."""
        return () if self.hand.face_up == "2C" else ("2C",)

    def surely_dealt(self) -> bool:
        """Whether the two of clubs cannot be among discards, out cards or an unknown face-up card."""
        return self.undealt() is not None

    def seats_of_trick(self, leader: int) -> tuple[int, ...]:
        """Return the seats that still have cards, in order."""
        left = self.hand.left
        return tuple(seat for seat in self._rotations[leader] if left[seat])

    # Plays

    def check_cards(self, seat: int, cards: tuple[str, ...]) -> None:
        """Refuse a play of no card, of a card twice or of several suits."""
        if len(cards) == 1:
            return
        if not cards:
            raise self.impossible(reason("no-card", seat=seat), seat)
        for card in cards:
            if cards.count(card) > 1:
                raise self.impossible(reason("card-twice", card=self.named(card)), seat, card)
            if SUIT[card] != SUIT[cards[0]]:
                raise self.impossible(reason("several-suits", seat=seat), seat, card)

    @property
    def turned_up(self) -> str | None:
        """The face-up card of three players, as long as nobody has played it."""
        return None if self.hand.face_up_used else self.hand.face_up

    def one_play(self, cards: Sequence[str]) -> tuple[str, ...] | None:
        """Return a card, or a straight from its lowest card to its highest."""
        if len(cards) == 1:
            return tuple(cards)
        if not cards or any(SUIT[card] != SUIT[cards[0]] for card in cards):
            return None
        if not is_straight(cards, ace_low=self._ace_low):
            return None
        ordered = sorted(cards, key=STRENGTH.__getitem__)
        low = not is_straight(cards, ace_low=False)
        return (ordered[-1], *ordered[:-1]) if low else tuple(ordered)

    def own_cards(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cards of a play without the face-up card."""
        face_up = self.hand.face_up
        return tuple(card for card in cards if card != face_up) if face_up in cards else cards

    def check_possible(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> None:
        """Refuse more cards than the seat was dealt, and cards after the hand."""
        if self.hand.solo is not None:
            raise self.impossible(reason("hand-over", seat=self.hand.solo), seat, cards[0])
        if not self.has_left(seat, cards):
            raise self.impossible(reason("too-many-cards", seat=seat, size=self.hand_size()), seat, cards[0])
        super().check_possible(hand, seat, cards)

    def check_play(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> list[Ruling]:
        """Judge straights and the use of the face-up card, and whether suit was followed."""
        rulings = super().check_play(hand, seat, cards)
        present = self.hand
        own = len(self.own_cards(cards))
        if own < len(cards):
            present.face_up_used = True
            if not own:
                rulings.append(self.breach("faceup-alone", seat, cards[0]))
        if len(cards) > 1 and not is_straight(cards, ace_low=self._ace_low):
            rulings.append(self.breach("not-a-straight", seat, cards[0]))
        present.left[seat] -= own
        return rulings

    def has_left(self, seat: int, cards: Sequence[str]) -> bool:
        """Whether a seat was dealt as many cards as it would have laid with these, and has one at all."""
        left = self.hand.left[seat]
        return 0 < left >= len(self.own_cards(tuple(cards)))

    def keeps_cards(self, seat: int, laid: int) -> bool:
        """Whether a seat would be the last player once it has laid so many of its own cards more."""
        left = self.hand.left
        return laid < left[seat] == sum(left)

    @property
    def is_last_trick(self) -> bool:
        """Whether nobody has more cards than the one that they lay to the trick which is played."""
        played = {seat for seat, _ in self.hand.plays}
        return all(left <= (seat not in played) for seat, left in enumerate(self.hand.left))

    def decide(self, plays: tuple[Play, ...]) -> Trick:
        """The highest trump wins, of equal ones the later; without trumps the highest card of the suit led."""
        tops = [cards[0] if len(cards) == 1 else top(cards, ace_low=self._ace_low) for _, cards in plays]
        best, why = winner(plays, tops)
        points = sum(VALUE[card] for _, cards in plays for card in cards)
        return Trick(plays, plays[best][0], tops[best], points, _WHY[why][SUIT[tops[best]]])

    def after_trick(self, trick: Trick) -> list[Ruling]:
        """Pass the lead on to the next seat that has cards."""
        hand = self.hand
        seats = self.seats_of_trick(trick.winner)
        hand.next_leader = seats[0] if seats else None
        if len(seats) == 1:
            hand.solo, hand.next_leader = seats[0], None
            hand.kept = self._cards_by_elimination(hand, seats[0])
        return []

    def _cards_by_elimination(self, hand: ForumHand, solo: int) -> tuple[str, ...]:
        """Return the cards of the last player where nobody else can have them, none where he must show them."""
        cards: Sequence[str] = hand.held.get(solo, ())
        if not cards and self.undealt() is not None:
            cards = [code for code in self.copies if code not in hand.seen and code != hand.face_up]
        return tuple(cards)

    def hand_is_over(self) -> bool:
        """Whether at most one seat has cards left, and they are known."""
        hand = self.hand
        return bool(hand.kept) if hand.solo is not None else hand.next_leader is None

    # Facts beside the plays

    def apply_other(self, fact: Fact) -> list[Ruling]:
        """Take the face-up card or the cards of the last player."""
        if isinstance(fact, FaceUpCard):
            return self._turn_up(fact.card)
        if isinstance(fact, CardsKept):
            return self._keep(fact.seat, fact.cards)
        rulings = super().apply_other(fact)
        return rulings + self._end_if_known()

    def _turn_up(self, card: str) -> list[Ruling]:
        hand = self.hand
        if not self._has_face_up or self.phase != "play":
            raise self.impossible(reason("no-face-up"), hand.dealer, card)
        self.check_card(hand.dealer, card)
        if hand.face_up not in (None, card):
            raise self.impossible(reason("face-up-twice"), hand.dealer, card)
        if hand.face_up is None and hand.seen.get(card, 0):
            raise self.impossible(reason("face-up-late", card=self.named(card)), hand.dealer, card)
        for seat, held in hand.held.items():
            if card in held:
                raise self.impossible(reason("held-by-other", card=self.named(card), seat=seat), seat, card)
        hand.face_up = card
        rulings: list[Ruling] = []
        if self._opens_with_club and card == "2C" and hand.leader is None:
            rulings = self.settle_opening()
            if not hand.plays and not hand.tricks:
                hand.next_leader = hand.leader
        rulings += self.deduce_last_hand()
        if hand.solo is not None:
            hand.kept = self._cards_by_elimination(hand, hand.solo)
        return rulings + self._end_if_known()

    def _keep(self, seat: int, cards: tuple[str, ...]) -> list[Ruling]:
        hand = self.hand
        self.check_seat(seat)
        if hand.solo is None or hand.kept:
            raise self.impossible(reason("nobody-alone"), seat)
        if seat != hand.solo or len(cards) != hand.left[seat]:
            size = hand.left[hand.solo]
            raise self.impossible(reason("kept-size", seat=hand.solo, size=size), seat)
        for place, card in enumerate(cards):
            self.check_card(seat, card)
            if hand.seen.get(card, 0) or card == hand.face_up or card in cards[:place]:
                raise self.impossible(reason("card-twice", card=self.named(card)), seat, card)
        hand.kept = cards
        return self._end_if_known()

    def _end_if_known(self) -> list[Ruling]:
        """End a hand that only waited for the cards of the last player."""
        hand = self.hand
        if hand.solo is None:
            return []
        hand.kept = hand.kept or tuple(hand.held.get(hand.solo, ()))
        return self.end_hand() if hand.kept else []

    # The end of a hand

    def end_hand(self) -> list[Ruling]:
        """Give out the cards left, score the hand, and end the game after the last round."""
        hand = self.hand
        rulings: list[Ruling] = []
        if hand.solo is not None:
            if self._opens_with_club:
                rulings += self.judge_opening(hand.solo, hand.kept)
            rulings += self.prove_revokes(hand, hand.solo, hand.kept, "revoke-kept")
        rulings += self.settle_opening()
        if self._has_face_up and not hand.face_up_used:
            last = hand.tricks[-1].winner
            to_solo = hand.solo is not None and self.settings.choice("faceup_to") == "last_player"
            hand.face_up_to = hand.solo if to_solo else last
            if hand.face_up is None:
                hand.face_up = next(code for code in self.copies if code not in hand.seen and code not in hand.kept)
        hand.score()
        scores = self.by_side(hand.seat_scores)
        for side, score in enumerate(scores):
            self.totals[side] += score
        best = max(self.totals)
        leaders = tuple(side for side, total in enumerate(self.totals) if total == best)
        over = hand.number >= self.rounds and (len(leaders) == 1 or self.settings.choice("tie") == "shared")
        if over:
            self.end_game(leaders, reason("highest-total"))
        dealer = None if over else self.left(hand.dealer)
        leader = None if dealer is None else self.first_leader(dealer)
        return [*rulings, self.close_hand(scores, dealer, leader, self._notes(hand))]

    def _notes(self, hand: ForumHand) -> tuple[Reason, ...]:
        """Return what made the scores of a complete hand."""
        notes = [reason("all-red", seat=seat, points=hand.seat_scores[seat]) for seat in hand.all_red]
        if hand.solo is not None:
            notes.append(reason("keeps", seat=hand.solo, cards=self.named(",".join(hand.kept))))
        if hand.face_up_to is not None and hand.face_up is not None:
            notes.append(reason("gets-face-up", seat=hand.face_up_to, card=self.named(hand.face_up)))
        return tuple(notes)

    # The present moment

    def legal_plays(self, held: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return the cards and straights that follow suit, or all where none does."""
        hand = self.hand
        face_up = None if hand.face_up_used else hand.face_up
        plays = runs(self.playable(held), face_up, ace_low=self._ace_low)
        return self.opening_plays(plays, held)

    def needs(self) -> tuple[Need, ...]:
        """Return the question for the face-up card or the cards of the last player."""
        hand = self.hand
        needs = []
        if self._has_face_up and hand.face_up is None and not hand.complete:
            unseen = tuple(code for code in self.copies if code not in hand.seen)
            needs.append(Need("face_up", reason("ask-face-up"), choices=unseen))
        if hand.solo is not None and not hand.kept:
            unseen = tuple(code for code in self.copies if code not in hand.seen and code != hand.face_up)
            count = hand.left[hand.solo]
            question = reason("ask-kept", seat=hand.solo, count=count)
            needs.append(Need("kept_cards", question, seat=hand.solo, count=count, choices=unseen))
        return tuple(needs)

    def standings(self) -> tuple[Standing, ...]:
        """Return who can still reach the leader in the hands to come."""
        done = self.hand.number if self.hand.complete else self.hand.number - 1
        within = max(self.totals) - _MOST * max(self.rounds - done, 0 if self.phase == "over" else 1)
        return tuple(replace(standing, can_win=standing.total >= within) for standing in super().standings())

    def _instructions(self, hand: ForumHand) -> tuple[Reason, ...]:
        """Return what everybody does before the first trick."""
        told = _DRAFT if self.players == 2 else passing.described(hand.passing, self.players)
        if self._has_face_up and hand.face_up is None:
            told = (*told, reason("turn-up"))
        if self._opens_with_club and self.opening_cards():
            told = (*told, reason("opens-card", card=self.named("2C")))
        return told

    @property
    def view(self) -> View:
        """What is to be seen at this moment."""
        view, hand = super().view, self.hand
        going_on = self.phase == "play"
        before = going_on and not hand.plays and not hand.tricks
        last = hand.number >= self.rounds and self.settings.choice("tie") == "shared"
        dealer = self.left(hand.dealer) if going_on and not last else None
        notes = []
        if hand.face_up is not None and not hand.face_up_used and going_on:
            notes.append(reason("face-up", card=self.named(hand.face_up)))
        if hand.plays and going_on:
            trumps = TRUMPS[SUIT[hand.plays[0][1][0]]]
            notes.append(reason("trumps", suits=self.named(",".join(trumps))))
        return replace(
            view,
            passing=hand.passing,
            points=tuple(hand.raw()),
            instructions=self._instructions(hand) if before else (),
            notes=tuple(notes),
            next_dealer=dealer,
            next_leader=self.first_leader(dealer) if dealer is not None else None,
        )


FORUM_SUITS = Game(
    id="forum_suits",
    title=mark("Suits - a forum's game in which every suit is special"),
    author="posted in a forum",
    deck=FRENCH52,
    players=(2, 3, 4, 5),
    settings=SETTINGS,
    fold=ForumState,
    check=check_table,
)
