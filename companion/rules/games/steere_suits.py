"""SUITS by Mark Steere (section 1): every trick counts one, most tricks in an agreed number of hands win."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from companion.cards import SPANISH48
from companion.rules.facts import Fact, TiebreakCard
from companion.rules.game import Game
from companion.rules.games.steere import FIRST_DEALER, SteereState, ranking
from companion.rules.hand import Trick
from companion.rules.reasons import reason
from companion.rules.rulings import Ruling, TiebreakCardDealt, TiebreakNeeded
from companion.rules.settings import Setting, Settings
from companion.rules.view import Standing, View


class SteereSuitsState(SteereState):
    """The fold of SUITS.

    Attributes:
        tied: The seats that share the lead after the last hand, ascending; empty where one leads.
        tiebreak_dealer: Who deals the tiebreak; None where there is no tie.
        tiebreak_ranking: The seats by their cards of the tiebreak, best first; None until all three lie.
    """

    strength: ClassVar[Mapping[str, int]] = {card.code: int(card.rank) for card in SPANISH48}

    def __init__(self, game: Game, settings: Settings) -> None:
        super().__init__(game, settings)
        self.tied: tuple[int, ...] = ()
        self.tiebreak_dealer: int | None = None
        self.tiebreak_ranking: tuple[int, ...] | None = None
        self._dealt: dict[int, str] = {}

    def after_trick(self, trick: Trick) -> list[Ruling]:
        """Add the trick."""
        self.totals[trick.winner] += trick.points
        return []

    def end_hand(self) -> list[Ruling]:
        """Pass the deal, or after the last hand name the winner or call for the tiebreak."""
        leader = self.hand.tricks[-1].winner
        scores = self.hand.tricks_by_seat(self.players)
        if self.hand.number < self.settings.number("hands"):
            return [self.close_hand(scores, self.right(leader), leader)]
        ended = self.close_hand(scores, None, None)
        best = max(self.totals)
        leaders = tuple(seat for seat, total in enumerate(self.totals) if total == best)
        if len(leaders) == 1:
            self.end_game(leaders, reason("most-tricks"))
            return [ended]
        self.phase = "tiebreak"
        self.tied = leaders
        self.tiebreak_dealer = self.right(leader)
        return [ended, TiebreakNeeded(leaders, self.tiebreak_dealer, self.seats_of_trick(leader))]

    def apply_other(self, fact: Fact) -> list[Ruling]:
        """Take a card of the tiebreak; with the third the game is decided."""
        if not isinstance(fact, TiebreakCard):
            return super().apply_other(fact)
        seat, card = fact.seat, fact.card
        if self.phase != "tiebreak":
            raise self.impossible(reason("no-tiebreak"), seat, card)
        self.check_seat(seat)
        self.check_card(seat, card)
        if seat in self._dealt:
            raise self.impossible(reason("seat-twice-dealt", seat=seat), seat, card)
        if card in self._dealt.values():
            raise self.impossible(reason("card-twice-dealt", card=self.named(card)), seat, card)
        self._dealt[seat] = card
        dealt = TiebreakCardDealt(seat, card)
        if len(self._dealt) < self.players:
            return [dealt]
        seats = tuple(self._dealt)
        self.tiebreak_ranking = tuple(seats[place] for place in ranking(tuple(self._dealt.values()), self.strength))
        winner = next(seat for seat in self.tiebreak_ranking if seat in self.tied)
        self.end_game((winner,), reason("tiebreak"))
        return [dealt]

    def standings(self) -> tuple[Standing, ...]:
        """Return who can still reach the leader with the tricks to come; after the last hand, the tied players."""
        if self.winners or self.tied:
            hopeful = self.winners or self.tied
            return tuple(replace(standing, can_win=standing.side in hopeful) for standing in super().standings())
        tricks = self.settings.number("hands") * self.hand_size() - sum(self.totals)
        within = max(self.totals) - tricks
        return tuple(replace(standing, can_win=standing.total >= within) for standing in super().standings())

    @property
    def view(self) -> View:
        """What is to be seen at this moment; in the tiebreak, its deal."""
        view = super().view
        if self.tiebreak_dealer is None:
            return view
        dealer = self.tiebreak_dealer
        order = self.seats_of_trick(self.left(dealer))
        return replace(
            view,
            plays=tuple((seat, (card,)) for seat, card in self._dealt.items()),
            expected=next((seat for seat in order if seat not in self._dealt), None),
            dealer=dealer,
            shuffler=self.right(dealer),
            cutter=self.left(dealer),
            seen=tuple(self._dealt.values()),
            tied=self.tied,
            deal_order=order,
        )


STEERE_SUITS = Game(
    id="steere_suits",
    title="SUITS - by Mark Steere",
    author="Mark Steere",
    deck=SPANISH48,
    players=(3,),
    settings=(
        Setting(
            "hands",
            "number",
            3,
            "number of hands to play",
            choices=(3, 4, 5),
            minimum=1,
            record_key="hands_to_play",
        ),
        FIRST_DEALER,
    ),
    fold=SteereSuitsState,
)
