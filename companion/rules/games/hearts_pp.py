""" "Suits" by the creators of Hearts++ (section 3): Hearts in which every card counts and any suit may be shot."""

from collections.abc import Sequence
from dataclasses import replace

from companion.cards import FRENCH52
from companion.language import mark
from companion.rules import passing
from companion.rules.facts import Fact, HandDealt, KittyNamed
from companion.rules.game import Game
from companion.rules.games.french import (
    STRENGTH,
    SUIT,
    SUITS,
    FrenchState,
    OpeningRule,
    check_table,
)
from companion.rules.games.hearts_pp_hand import HeartsHand
from companion.rules.games.hearts_pp_scoring import (
    LOSING,
    LOSING_TEAM,
    POINTS,
    Ledger,
    Taken,
    no_trick_points,
    score_hand,
    score_teams,
    shoots,
    team_award,
    winners,
)
from companion.rules.games.hearts_pp_table import COPIES, DECKS, OPENING, PASSING, REMOVED, SETTINGS
from companion.rules.hand import Hand, Trick
from companion.rules.passing import Passing
from companion.rules.reasons import Reason, reason
from companion.rules.rulings import Ruling
from companion.rules.settings import Settings
from companion.rules.view import Play, View

_HIGHEST = {suit: reason("highest", suit=f"{FRENCH52.id}/{suit}") for suit in SUITS}


class HeartsState(FrenchState):
    """The fold of this game.

    Attributes:
        losing: The total that must not be exceeded.
        ledgers: The totals of the sides with the hand scores that make them up.
    """

    def __init__(self, game: Game, settings: Settings) -> None:
        players = settings.number("players")
        self._kitty = players == 5 and settings.choice("five_deck") == "kitty"
        self._removed = () if self._kitty else REMOVED[players]
        self._deck = DECKS[self._removed]
        self._opening = OPENING[settings.choice("first_lead")]
        self._clubs = tuple(code for code in ("2C", "3C", "4C") if code not in self._removed)[: 3 if self._kitty else 1]
        schedule = "teams" if settings.flag("teams") else str(players)
        unpassed = players == 5 and settings.choice("five_passing") == "none"
        self._schedule: Sequence[Passing] = ((),) if unpassed else PASSING[schedule]
        super().__init__(game, settings)
        chosen = settings.optional_number("losing")
        self.losing = chosen or (LOSING_TEAM if self.sides != self.players else LOSING[players])
        self.ledgers = [Ledger() for _ in range(self.sides)]

    # The table

    def cards_in_play(self) -> dict[str, int]:
        """Return the deck without the low cards that would not come out even."""
        return COPIES[self._removed]

    def new_hand(self, number: int, dealer: int, leader: int | None) -> HeartsHand:
        """Return an empty hand with its passing."""
        return HeartsHand(number, dealer, leader, self.players, passing.in_hand(self._schedule, number))

    @property
    def hand(self) -> HeartsHand:
        """The present hand."""
        hand = self.hands[-1]
        assert isinstance(hand, HeartsHand)
        return hand

    def undealt(self) -> tuple[str, ...] | None:
        """Return the kitty, where it is known."""
        return self.hand.kitty if self.hand.kitty or not self._kitty else None

    def opening_rule(self) -> OpeningRule | None:
        """Return the option chosen."""
        return self._opening

    def opening_cards(self) -> tuple[str, ...]:
        """Return the lowest club, and the next ones where it may lie in the kitty."""
        if not self._kitty:
            return self._clubs
        kitty = self.hand.kitty
        return tuple(card for card in self._clubs if card not in kitty)[: 1 if kitty else 3]

    # Plays

    def decide(self, plays: tuple[Play, ...]) -> Trick:
        """The highest card of the suit led wins."""
        winner, (best,) = plays[0]
        suit, strength, points = SUIT[best], STRENGTH[best], 0
        for seat, cards in plays:
            card = cards[0]
            points += POINTS[card]
            if SUIT[card] == suit and STRENGTH[card] > strength:
                winner, best, strength = seat, card, STRENGTH[card]
        return Trick(plays, winner, best, points, _HIGHEST[suit])

    def check_possible(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> None:
        """Refuse a card of the kitty."""
        super().check_possible(hand, seat, cards)
        if cards[0] in self.hand.kitty:
            raise self.impossible(reason("in-kitty", card=self.named(cards[0])), seat, cards[0])

    def check_play(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> list[Ruling]:
        """Note which suits are broken, and who is barred from shooting in one."""
        present, suit = self.hand, SUIT[cards[0]]
        if seat in present.suspects:
            self._bar(present, seat, (suit,))
        if suit not in present.broken:
            if present.broken and not present.plays:
                present.suspects.setdefault(seat, []).append((suit, tuple(present.broken)))
                self._bar_known(present)
            present.broken.append(suit)
        return super().check_play(hand, seat, cards)

    def _bar(self, hand: HeartsHand, seat: int, held: Sequence[str]) -> None:
        """Bar a seat that held cards of these suits when it broke another."""
        for suspect in tuple(hand.suspects[seat]):
            if any(suit in suspect[1] for suit in held):
                hand.suspects[seat].remove(suspect)
                hand.barred[seat].append(suspect[0])

    def _bar_known(self, hand: HeartsHand) -> None:
        """Bar those of whom the hands typed in show that they held other broken suits."""
        for seat in hand.suspects:
            if seat in hand.held:
                self._bar(hand, seat, [SUIT[card] for card in hand.held[seat]])
                hand.suspects[seat].clear()

    def apply_other(self, fact: Fact) -> list[Ruling]:
        """Take a hand that is typed in, or the kitty."""
        if isinstance(fact, KittyNamed):
            self._name_kitty(fact.cards)
            rulings = self.deduce_last_hand()
        else:
            rulings = super().apply_other(fact)
        if isinstance(fact, HandDealt | KittyNamed):
            self._bar_known(self.hand)
        return rulings

    def _name_kitty(self, cards: tuple[str, ...]) -> None:
        hand, size = self.hand, sum(self.copies.values()) % self.players
        if not self._kitty or self.phase != "play":
            raise self.impossible(reason("no-kitty"), hand.dealer)
        if len(set(cards)) != size:
            raise self.impossible(reason("kitty-size", size=size), hand.dealer)
        for card in cards:
            self.check_card(hand.dealer, card)
            if hand.seen.get(card, 0):
                raise self.impossible(reason("card-twice", card=self.named(card)), hand.dealer, card)
            for seat, held in hand.held.items():
                if card in held:
                    raise self.impossible(reason("held-by-other", card=self.named(card), seat=seat), seat, card)
        if hand.kitty and set(cards) != set(hand.kitty):
            raise self.impossible(reason("kitty-twice"), hand.dealer)
        hand.kitty = cards

    def after_trick(self, trick: Trick) -> list[Ruling]:  # noqa: ARG002 (points count at the end of the hand)
        """Nothing follows before the hand ends."""
        return []

    # The end of a hand

    def end_hand(self) -> list[Ruling]:
        """Score the hand, give relief, and see whether the game is over."""
        hand = self.hand
        rulings = self.settle_opening()
        if self._kitty:
            hand.kitty = tuple(code for code in self.copies if code not in hand.seen)
        hand.taken = self.taken(hand)
        teams = self.sides != self.players
        shot = shoots(hand.taken, hand.barred, self._deck)
        hand.score = score_hand(hand.taken, hand.tricks_by_seat(self.players), shot, teams=teams)
        scores: tuple[int, ...] = tuple(hand.score.seats)
        if teams:
            scores = score_teams(
                hand.score, self.settings.choice("team_shoot"), team_zero=self.settings.flag("team_zero")
            )
        self._enter(hand, scores)
        won = winners(self.totals, self.losing)
        if len(won) > 1 and self.settings.choice("tie") == "extra_hand":
            won = ()
        if won:
            key = "highest-all-over" if min(self.totals) > self.losing else "lowest-total"
            self.end_game(won, reason(key, losing=self.losing))
        dealer = None if won else self.left(hand.dealer)
        leader = None if dealer is None else self.first_leader(dealer)
        return [*rulings, self.close_hand(scores, dealer, leader, self._notes(hand))]

    def _enter(self, hand: HeartsHand, scores: tuple[int, ...]) -> None:
        """Add the scores to the totals and give relief."""
        near_cap = self.settings.optional_number("near_cap")
        for side, ledger in enumerate(self.ledgers):
            ledger.add(scores[side])
            if self.settings.flag("relief"):
                deduction = ledger.relief(side, self.losing, near_cap)
                if deduction is not None:
                    hand.deductions.append(deduction)
            self.totals[side] = ledger.total

    def taken(self, hand: HeartsHand) -> Taken:
        """Return what each seat has won so far, with the kitty once it is known and won."""
        taken = Taken.none(self.players)
        for trick in hand.tricks:
            taken.add(trick.winner, [card for _, cards in trick.plays for card in cards])
        to_first = self.settings.choice("kitty_to") == "first"
        if hand.kitty and hand.tricks and (to_first or hand.laid == self._cards_in_hand):
            taken.add(hand.tricks[0 if to_first else -1].winner, hand.kitty)
        return taken

    def _notes(self, hand: HeartsHand) -> tuple[Reason, ...]:
        """Return what made the scores of a complete hand."""
        teams, score = self.sides != self.players, hand.score
        notes = []
        for shoot in score.shoots:
            suits = self.named(",".join(shoot.suits))
            award = team_award(shoot, self.settings.choice("team_shoot")) if teams else shoot.award
            key = f"shot-{shoot.kind}-team" if teams else f"shot-{shoot.kind}"
            notes.append(reason(key, seat=shoot.seat, suits=suits, award=award))
        if not score.shoots:
            notes += [reason("communion", seat=seat) for seat in score.communion]
            points = no_trick_points(teams=teams)
            notes += [reason("no-trick", seat=seat, points=points) for seat in score.no_trick]
        for cut in hand.deductions:
            whose = "team" if teams else "seat"
            values = {whose: cut.unit, "before": cut.before, "amount": cut.amount, "after": cut.after}
            notes.append(reason(f"relief-{whose}", **values))
        return tuple(notes)

    # The present moment

    def may_shoot(self) -> tuple[tuple[str, ...], ...]:
        """Return for each seat the suits in which it may still shoot in the present hand."""
        hand = self.hand
        taken = self.taken(hand)
        return tuple(
            tuple(
                suit
                for suit in SUITS
                if suit not in hand.barred[seat]
                and sum(taken.tens) - taken.tens[seat] <= 2
                and sum(taken.cards[suit]) == taken.cards[suit][seat]
            )
            for seat in range(self.players)
        )

    @property
    def view(self) -> View:
        """What is to be seen at this moment."""
        view, hand = super().view, self.hand
        before = not hand.plays and not hand.tricks and self.phase == "play"
        opening = self.opening_cards()
        instructions = passing.described(hand.passing, self.players)
        if self._opening is not None:
            instructions = (*instructions, reason(f"opens-{self._opening}", card=self.named(opening[0])))
        notes = [
            reason("barred", seat=seat, suits=self.named(",".join(hand.barred[seat])))
            for seat in range(self.players)
            if hand.barred[seat]
        ]
        going_on = self.phase == "play"
        return replace(
            view,
            goal=self.losing,
            broken=tuple(hand.broken),
            barred=tuple(tuple(suits) for suits in hand.barred),
            can_shoot=self.may_shoot() if going_on else (),
            passing=hand.passing,
            instructions=instructions if before else (),
            notes=tuple(notes),
            next_dealer=self.left(hand.dealer) if going_on else None,
            next_leader=self.first_leader(self.left(hand.dealer)) if going_on else None,
        )


HEARTS_PP = Game(
    id="hearts_pp",
    title=mark("Suits - by the creators of Hearts++"),
    author="the creators of Hearts++",
    deck=FRENCH52,
    players=(3, 4, 5),
    settings=SETTINGS,
    fold=HeartsState,
    check=check_table,
    lowest_wins=True,
)
