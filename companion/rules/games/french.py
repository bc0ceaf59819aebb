"""What the two games with French cards share: ranks, the settings of the table, and opening with a certain card.

Some tables let the holder of a low club lead, or make the low club itself the first lead. Who holds it only the players
know, so a wrong opening shows when the card turns up, or at the end of the hand (sections 3.2 d and 5.2 x).
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from companion.cards import FRENCH52
from companion.rules.facts import Fact, HandDealt
from companion.rules.following import FollowingState
from companion.rules.hand import Hand
from companion.rules.reasons import Reason, reason
from companion.rules.rulings import Ruling
from companion.rules.settings import Setting, SettingError, Settings
from companion.rules.view import Play

SUITS = ("S", "H", "D", "C")
"""The order in which suits are named."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""From the lowest to the highest."""

SUIT: Mapping[str, str] = {card.code: card.suit or "" for card in FRENCH52}
STRENGTH: Mapping[str, int] = {card.code: RANKS.index(card.rank) + 2 for card in FRENCH52}
"""2 to 14, the ace."""

TEAMS = Setting("teams", "flag", False, "two teams, partners opposite (four players)")
FIRST_DEALER = Setting("first_dealer", "number", 0, "seat of the first dealer", choices=(0, 1, 2, 3, 4), maximum=4)
FIVE_PASSING = Setting(
    "five_passing",
    "choice",
    "cycle",
    "passing with five players: the usual cycle of three cards, or none",
    choices=("cycle", "none"),
    house_rule=True,
)
TIE = Setting(
    "tie",
    "choice",
    "shared",
    "a tie for the win is shared, or broken by an extra hand",
    choices=("shared", "extra_hand"),
    house_rule=True,
)


def players_setting(fewest: int) -> Setting:
    """Return the setting of the number of players, up to five."""
    return Setting(
        "players", "number", 4, "number of players", choices=tuple(range(fewest, 6)), minimum=fewest, maximum=5
    )


def check_table(settings: Settings) -> None:
    """Raise `SettingError` where teams or the first dealer do not fit the number of players."""
    players = settings.number("players")
    if settings.flag("teams") and players != 4:
        raise SettingError("teams", f"teams need four players, not {players}")
    if settings.number("first_dealer") >= players:
        raise SettingError("first_dealer", f"first_dealer must be a seat from 0 to {players - 1}")


class FrenchHand(Hand):
    """A hand that may have to be opened with a certain card.

    Attributes:
        first_lead: The first lead as long as it is not known whether it was right; None before and after.
    """

    __slots__ = ("first_lead",)

    def __init__(self, number: int, dealer: int, leader: int | None) -> None:
        super().__init__(number, dealer, leader)
        self.first_lead: Play | None = None


OpeningRule = Literal["card", "holder"]
"""The first lead must hold the opening card, or its holder leads what he likes."""


class FrenchState(FollowingState):
    """The fold of a game with French cards, two to five players or two teams.

    A game says in `opening_rule` and `opening_cards` how a hand is opened, and calls `settle_opening` when all its
    cards are known.
    """

    # Hooks

    def opening_rule(self) -> OpeningRule | None:
        """Return how the present hand must be opened; None where the seat left of the dealer leads anything."""
        return None

    def opening_cards(self) -> tuple[str, ...]:
        """Return cards the first of which that was dealt to a player is the opening card; none where no card is."""
        return ()

    def surely_dealt(self) -> bool:
        """Whether one of the opening cards was certainly dealt to a player."""
        return True

    # The table

    def count_players(self) -> int:
        """Return the number agreed."""
        return self.settings.number("players")

    def count_sides(self) -> int:
        """Return 2 where teams play."""
        return 2 if self.settings.flag("teams") else self.players

    @property
    def hand(self) -> FrenchHand:
        """The present hand."""
        hand = self.hands[-1]
        assert isinstance(hand, FrenchHand)
        return hand

    # The opening

    def first_leader(self, dealer: int) -> int | None:
        """Return the seat left of the dealer, nobody yet where a card decides."""
        return self.left(dealer) if self.opening_rule() is None else None

    def check_turn(self, hand: Hand, seat: int, card: str) -> list[Ruling]:
        """Leave the first lead of a hand that a card opens to `check_play`."""
        first = not hand.plays and not hand.tricks
        return [] if first and self._card_opens() else super().check_turn(hand, seat, card)

    def check_play(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> list[Ruling]:
        """Judge the opening as soon as the cards seen allow it, and whether suit was followed."""
        if not self._card_opens():
            return super().check_play(hand, seat, cards)
        rulings: list[Ruling] = []
        if not hand.tricks and not hand.plays:
            self.hand.first_lead = (seat, cards)
            rulings += self._judge_lead(cards)
        rulings += self.judge_opening(seat, cards)
        return rulings + super().check_play(hand, seat, cards)

    def _card_opens(self) -> bool:
        return self.opening_rule() is not None and bool(self.opening_cards())

    def _judge_lead(self, led: tuple[str, ...]) -> list[Ruling]:
        """Report a first lead that cannot be right, whoever holds the opening card or because a known hand holds it."""
        candidates = self.opening_cards()
        if self.hand.leader is not None:
            return self._opened(candidates[0], self.hand.leader)
        if self.opening_rule() == "holder" or not self.surely_dealt() or any(card in candidates for card in led):
            return []
        return self._opened(candidates[0] if len(candidates) == 1 else None, None)

    def judge_opening(self, seat: int, cards: Sequence[str]) -> list[Ruling]:
        """Take note that a seat held these cards from the start; return the breach that this proves."""
        hand = self.hand
        candidates = self.opening_cards()
        if not candidates or candidates[0] not in cards or (hand.leader is not None and hand.first_lead is None):
            return []
        hand.leader = seat
        if not hand.plays and not hand.tricks:
            hand.next_leader = seat
        return self._opened(candidates[0], seat)

    def settle_opening(self) -> list[Ruling]:
        """Judge what is left to judge when all cards of the hand are known."""
        hand = self.hand
        if self.opening_rule() is None or (hand.leader is not None and hand.first_lead is None):
            return []
        for card in self.opening_cards():
            for trick in hand.tricks:
                for seat, cards in trick.plays:
                    if card in cards:
                        hand.leader = seat
                        return self._opened(card, seat)
        hand.leader = self.left(hand.dealer)
        lead, hand.first_lead = hand.first_lead, None
        if lead is None or lead[0] == hand.leader:
            return []
        return [self.breach("wrong-leader", lead[0], lead[1][0], hand.leader, trick=0)]

    def _opened(self, card: str | None, holder: int | None) -> list[Ruling]:
        """Judge the first lead, if that is still to be done, now that the opening card or its holder is known."""
        hand = self.hand
        lead, hand.first_lead = hand.first_lead, None
        if lead is None:
            return []
        seat, cards = lead
        if self.opening_rule() == "card" and card not in cards:
            why = self._wrong_lead(seat, cards[0], card)
            return [self.breach("wrong-first-lead", seat, cards[0], trick=0, expected_card=card, why=why)]
        if holder is not None and holder != seat:
            return [self.breach("wrong-leader", seat, cards[0], holder, trick=0)]
        return []

    def _wrong_lead(self, seat: int, led: str, card: str | None) -> Reason:
        if card is None:
            return reason("wrong-first-lead-club", seat=seat, card=self.named(led))
        return reason("wrong-first-lead", seat=seat, card=self.named(led), proof=self.named(card))

    def apply_other(self, fact: Fact) -> list[Ruling]:
        """Take a fact that is no play; hands that are typed in show who must open."""
        rulings = super().apply_other(fact)
        if isinstance(fact, HandDealt) and self.opening_rule() is not None:
            for seat, held in self.hand.held.items():
                rulings += self.judge_opening(seat, held)
        return rulings

    def legal_plays(self, held: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return what follows suit, and for the first lead what holds the opening card."""
        return self.opening_plays(super().legal_plays(held), held)

    def opening_plays(self, plays: tuple[tuple[str, ...], ...], held: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return those of these plays that hold the opening card, where the first lead must hold it."""
        hand = self.hand
        if hand.plays or hand.tricks or self.opening_rule() != "card":
            return plays
        opening = next((card for card in self.opening_cards() if card in held), None)
        return plays if opening is None else tuple(play for play in plays if opening in play)
