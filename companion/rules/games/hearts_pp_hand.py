"""A hand of "Suits" by the creators of Hearts++."""

from companion.rules.games.french import FrenchHand
from companion.rules.games.hearts_pp_scoring import Deduction, HandScore, Taken
from companion.rules.passing import Passing


class HeartsHand(FrenchHand):
    """A hand of this game.

    Attributes:
        passing: How cards are passed before it.
        broken: Suits of which a card has been played, in the order in which they were broken.
        barred: For each seat the suits in which it may not shoot, as far as the facts prove it.
        suspects: For each seat that broke a suit while others were broken: the suit, and those broken before, any card
            of which it still holds would bar it.
        kitty: The cards dealt to nobody; empty while they are not known and where there are none.
        taken: What each seat has won, kitty included; None until the hand is complete.
        score: What it scores; empty until it is complete.
        deductions: The relief that followed it.
    """

    __slots__ = ("barred", "broken", "deductions", "kitty", "passing", "score", "suspects", "taken")

    def __init__(self, number: int, dealer: int, leader: int | None, players: int, passes: Passing) -> None:
        super().__init__(number, dealer, leader)
        self.passing = passes
        self.broken: list[str] = []
        self.barred: list[list[str]] = [[] for _ in range(players)]
        self.suspects: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
        self.kitty: tuple[str, ...] = ()
        self.taken: Taken | None = None
        self.score = HandScore(seats=[0] * players)
        self.deductions: list[Deduction] = []
