"""What a hand of the Hearts++ creators' "Suits" scores: shoots, Holy Communion, relief and the end (section 3.1)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from companion.cards import FRENCH52
from companion.rules.games.french import SUIT, SUITS

POINTS: Mapping[str, int] = {
    card.code: 10 if card.rank == "10" else 1 if card.rank in ("A", "K", "Q", "J") else 2 for card in FRENCH52
}

LOSING: Mapping[int, int] = {3: 300, 4: 200, 5: 180}
"""The losing score by number of players."""

LOSING_TEAM = 400

_AWARD = {"single": 10, "double": 20}
"""What is added to the points of the suits of a shoot."""

_TEAM_AWARD: Mapping[str, Callable[[int], int]] = {
    "halved": lambda award: award // 2,
    "once": lambda award: award,
    "each": lambda award: 2 * award,
}
"""What the other team gets for a shoot. Every award with four players is even."""


@dataclass(frozen=True, slots=True)
class Shoot:
    """A seat shot.

    Attributes:
        seat: Who.
        kind: `single` or `double`.
        award: What each other player scores for it; what another team scores tells `team_award`.
        suits: The suit or suits it was made in.
    """

    seat: int
    kind: Literal["single", "double"]
    award: int
    suits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deduction:
    """A side got relief: one of its hand scores was taken off its total.

    Attributes:
        unit: Seat or team.
        n: How far its total was below the losing score.
        amount: The hand score taken off.
        before: Its total before.
        after: Its total after.
    """

    unit: int
    n: int
    amount: int
    before: int
    after: int


@dataclass(slots=True)
class Taken:
    """What each seat has won in a hand.

    Attributes:
        points: Card points, by seat.
        tens: Number of tens, by seat.
        cards: Number of cards of each suit, by suit and seat.
    """

    points: list[int]
    tens: list[int]
    cards: dict[str, list[int]]

    @classmethod
    def none(cls, players: int) -> "Taken":
        """Return the start of a hand."""
        return cls([0] * players, [0] * players, {suit: [0] * players for suit in SUITS})

    def add(self, seat: int, cards: Iterable[str]) -> None:
        """Give a seat cards it has won."""
        for card in cards:
            points = POINTS[card]
            self.points[seat] += points
            self.tens[seat] += points == 10
            self.cards[SUIT[card]][seat] += 1


@dataclass(slots=True)
class HandScore:
    """What a hand scores, individual play.

    Attributes:
        shoots: By seat, ascending.
        communion: The seats that won all four tens.
        no_trick: The seats that won no trick.
        seats: What each seat scores.
    """

    shoots: tuple[Shoot, ...] = ()
    communion: tuple[int, ...] = ()
    no_trick: tuple[int, ...] = ()
    seats: list[int] = field(default_factory=list)


def shoots(taken: Taken, barred: Sequence[Iterable[str]], deck: Mapping[str, Sequence[int]]) -> tuple[Shoot, ...]:
    """Return the shoots of a hand.

    Args:
        taken: What each seat won.
        barred: The suits in which each seat may not shoot.
        deck: For each suit its number of cards and its points in the deck in play.
    """
    found = []
    for seat, tens in enumerate(taken.tens):
        if tens < 2:
            continue
        suits = [suit for suit in SUITS if taken.cards[suit][seat] == deck[suit][0] and suit not in barred[seat]]
        suits.sort(key=lambda suit: -deck[suit][1])
        if len(suits) >= 2 and tens == 4:
            award = deck[suits[0]][1] + deck[suits[1]][1] + _AWARD["double"]
            found.append(Shoot(seat, "double", award, tuple(suits[:2])))
        elif suits:
            found.append(Shoot(seat, "single", deck[suits[0]][1] + _AWARD["single"], (suits[0],)))
    return tuple(found)


def score_hand(taken: Taken, tricks: Sequence[int], shot: tuple[Shoot, ...], *, teams: bool) -> HandScore:
    """Return what each seat scores; in teams without awards, which `score_teams` adds.

    Args:
        taken: What each seat won.
        tricks: Tricks won by each seat.
        shot: The shoots of the hand.
        teams: Whether teams play.
    """
    shooters = {shoot.seat for shoot in shot}
    communion = tuple(seat for seat, tens in enumerate(taken.tens) if tens == 4)
    no_trick = tuple(seat for seat, count in enumerate(tricks) if count == 0)
    seats = [0 if seat in shooters or seat in communion else points for seat, points in enumerate(taken.points)]
    if not shot:
        for seat in no_trick:
            seats[seat] += no_trick_points(teams=teams)
    elif not teams:
        for shoot in shot:
            seats = [score + (shoot.award if seat != shoot.seat else 0) for seat, score in enumerate(seats)]
    return HandScore(shot, communion, no_trick, seats)


def no_trick_points(*, teams: bool) -> int:
    """Return what a player without a trick is charged."""
    return 10 if teams else 20


def team_award(shoot: Shoot, team_shoot: str) -> int:
    """Return what the other team scores for a shoot (reading 3.r)."""
    return _TEAM_AWARD[team_shoot](shoot.award)


def score_teams(score: HandScore, team_shoot: str, *, team_zero: bool) -> tuple[int, int]:
    """Return what both teams score (readings 3.r and 3.s)."""
    shooting = {shoot.seat % 2 for shoot in score.shoots}
    if team_zero:
        score.seats = [0 if seat % 2 in shooting else points for seat, points in enumerate(score.seats)]
    sums = [score.seats[0] + score.seats[2], score.seats[1] + score.seats[3]]
    for shoot in score.shoots:
        sums[1 - shoot.seat % 2] += team_award(shoot, team_shoot)
    return sums[0], sums[1]


class Ledger:
    """The total of one side and the hand scores that make it up.

    Attributes:
        total: Sum of the entries.
        entries: Hand scores not yet taken off.
    """

    __slots__ = ("entries", "total")

    def __init__(self) -> None:
        self.total = 0
        self.entries: list[int] = []

    def add(self, score: int) -> None:
        """Enter the score of a hand."""
        self.total += score
        self.entries.append(score)

    def relief(self, unit: int, losing: int, near_cap: int | None) -> Deduction | None:
        """Take off a hand score where the total is at or near the losing score.

        Args:
            unit: The side.
            losing: The losing score.
            near_cap: How far from it still is near; None for as far as there are hand scores.
        """
        near = losing - self.total
        if near < 0 or near + 1 > len(self.entries) or (near_cap is not None and near > near_cap):
            return None
        amount = sorted(self.entries, reverse=True)[near]
        self.entries.remove(amount)
        before = self.total
        self.total -= amount
        return Deduction(unit, near, amount, before, self.total)


def winners(totals: Sequence[int], losing: int) -> tuple[int, ...]:
    """Return the sides that win now; none while no total exceeds the losing score."""
    if max(totals) <= losing:
        return ()
    best = max(totals) if min(totals) > losing else min(totals)
    return tuple(side for side, total in enumerate(totals) if total == best)
