"""COINS by Mark Steere (section 2): every coin in a trick counts one, first to the target wins at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from companion.cards import SPANISH48
from companion.rules.game import Game
from companion.rules.games.steere import FIRST_DEALER, SteereState
from companion.rules.hand import Trick
from companion.rules.reasons import reason
from companion.rules.rulings import Ruling
from companion.rules.settings import Setting
from companion.rules.view import View


class CoinsState(SteereState):
    """The fold of COINS.

    Attributes:
        ended_at: Hand and trick of the decision, both from 0; None while the game goes on.
    """

    # The ace is the highest card of its suit (section 2.1).
    strength: ClassVar[Mapping[str, int]] = {card.code: (int(card.rank) - 2) % 12 for card in SPANISH48}

    ended_at: tuple[int, int] | None = None

    def points(self, cards: Sequence[str]) -> int:
        """Count the coins."""
        return sum(card.endswith("-coins") for card in cards)

    def after_trick(self, trick: Trick) -> list[Ruling]:
        """Add the coins; the target ends the game at once, even in mid-hand."""
        self.totals[trick.winner] += trick.points
        target = self.settings.number("target")
        total = self.totals[trick.winner]
        if total >= target:
            self.ended_at = (self.hand.number - 1, len(self.hand.tricks) - 1)
            self.end_game((trick.winner,), reason("target", points=total, target=target))
        return []

    def end_hand(self) -> list[Ruling]:
        """Pass the deal: the winner of the last trick leads again."""
        leader = self.hand.tricks[-1].winner
        scores = self.hand.points_by_seat(self.players)
        if self.phase == "over":
            return [self.close_hand(scores, None, None)]
        return [self.close_hand(scores, self.right(leader), leader)]

    @property
    def view(self) -> View:
        """What is to be seen at this moment."""
        return replace(super().view, goal=self.settings.number("target"))


COINS = Game(
    id="coins",
    title="COINS - by Mark Steere",
    author="Mark Steere",
    deck=SPANISH48,
    players=(3,),
    settings=(
        Setting("target", "number", 10, "number of coins that wins the game", choices=(10, 15, 20), minimum=1),
        FIRST_DEALER,
    ),
    fold=CoinsState,
)
