"""The table of Seven Suitors: the deck, who starts a hand, and the plays to a trick (section 4.1)."""

from collections.abc import Sequence

from companion.cards import SEVEN_SUITORS as DECK
from companion.rules.facts import Fact, HandDealt
from companion.rules.following import FollowingState
from companion.rules.games.seven_suitors_hand import TEAMS, SuitorsHand
from companion.rules.games.seven_suitors_trick import SPECIALS, SUIT, resolve
from companion.rules.hand import Hand, Trick
from companion.rules.reasons import reason
from companion.rules.rulings import Ruling
from companion.rules.view import Play

STARTING_CARD = "1:1"
"""Whoever holds it after passing starts the hand."""

_ALL = {code: DECK.copies(code) for code in DECK.codes}
_COPIES = {True: _ALL, False: {code: count for code, count in _ALL.items() if code not in SPECIALS}}
"""The deck with and without the special cards."""


class SuitorsTable(FollowingState):
    """The fold of Seven Suitors without what its sevens mean."""

    @property
    def hand(self) -> SuitorsHand:
        """The present hand."""
        hand = self.hands[-1]
        assert isinstance(hand, SuitorsHand)
        return hand

    def count_sides(self) -> int:
        """Partners share their marks."""
        return len(TEAMS)

    def cards_in_play(self) -> dict[str, int]:
        """Return the deck, without the special cards where they are not played with."""
        return _COPIES[self.settings.flag("special")]

    def new_hand(self, number: int, dealer: int, leader: int | None) -> SuitorsHand:
        """Return an empty hand."""
        return SuitorsHand(number, dealer, leader)

    def first_leader(self, dealer: int) -> None:
        """Only the players know who holds the starting card."""

    def suit_led(self, plays: Sequence[Play]) -> str | None:
        """Return the suit of the first card that has one."""
        for _, cards in plays:
            if cards[0] in SUIT:
                return SUIT[cards[0]]
        return None

    def check_play(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> list[Ruling]:
        """Report revokes, and a start by somebody else than the holder of the starting card."""
        holder = seat if cards[0] == STARTING_CARD else self.holder() if hand.held else None
        rulings = super().check_play(hand, seat, cards)
        if holder is not None:
            starter = self.hand.starter
            first = (seat, cards[0]) if starter is None else (starter, self._first_card())
            rulings += self._check_starter(*first, holder)
        return rulings

    def decide(self, plays: tuple[Play, ...]) -> Trick:
        """Resolve the trick; the trump of the next one is part of that."""
        hand = self.hand
        resolution = resolve([cards[0] for _, cards in plays], hand.trump, first=not hand.tricks)
        hand.resolutions.append(resolution)
        hand.breaches.append(len(hand.issues))
        hand.trump = resolution.next_trump
        seat, cards = plays[resolution.place]
        return Trick(plays, seat, cards[0], 0, resolution.reason)

    def apply_other(self, fact: Fact) -> list[Ruling]:
        """Take a hand that is typed in; it may show who should have started."""
        rulings = super().apply_other(fact)
        starter, holder = self.hand.starter, self.holder()
        if isinstance(fact, HandDealt) and starter is not None and holder is not None:
            rulings += self._check_starter(starter, self._first_card(), holder)
        return rulings

    def holder(self) -> int | None:
        """Return who is known to hold the starting card."""
        return next((seat for seat, held in self.hand.held.items() if STARTING_CARD in held), None)

    def _first_card(self) -> str:
        hand = self.hand
        return (hand.tricks[0].plays if hand.tricks else hand.plays)[0][1][0]

    def _check_starter(self, starter: int, card: str, holder: int) -> list[Ruling]:
        if starter == holder or any(issue.code == "wrong-starter" for issue in self.hand.issues):
            return []
        why = reason("wrong-starter", seat=starter, expected=holder, card=self.named(STARTING_CARD))
        return [self.breach("wrong-starter", starter, card, holder, trick=0, why=why)]
