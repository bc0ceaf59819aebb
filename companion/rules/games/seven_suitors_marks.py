"""Marks and marriages of a whole game of Seven Suitors, and which team they make the winner (section 4.1)."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.cards import SEVEN_SUITORS
from companion.rules.games.seven_suitors_hand import TEAMS, Suits
from companion.rules.reasons import Reason, reason

Married = tuple[Suits, Suits]
"""For each team the suits it married in one trick."""


class Decision(NamedTuple):
    """What the marks decide.

    Attributes:
        team: The winner.
        why: What decided.
    """

    team: int
    why: Reason


class Marks:
    """The marks of both teams.

    Attributes:
        goal: How many marks win.
        marriages: How many marriages each team has made, also of suits already marked.
    """

    def __init__(self, *, short: bool) -> None:
        self.goal = 4 if short else len(SEVEN_SUITORS.suits)
        self.marriages = [0, 0]
        self._short = short
        self._marked: tuple[set[str], set[str]] = (set(), set())

    @property
    def marked(self) -> tuple[Suits, Suits]:
        """The suits each team has marked, ascending."""
        return tuple(sorted(self._marked[0])), tuple(sorted(self._marked[1]))

    @property
    def totals(self) -> list[int]:
        """How many suits each team has marked."""
        return [len(suits) for suits in self._marked]

    def missing(self, team: int) -> Suits:
        """Return the suits that the team can still mark, ascending."""
        return tuple(suit for suit in SEVEN_SUITORS.suits if not self._is_marked(team, suit))

    def count(self, married: Married) -> None:
        """Count the marriages of a trick."""
        for team in TEAMS:
            self.marriages[team] += len(married[team])

    def mark(self, team: int, suit: str) -> bool:
        """Mark a suit for a team; return whether it was still to be marked (in the short game, by either team)."""
        if self._is_marked(team, suit):
            return False
        self._marked[team].add(suit)
        return True

    def after_trick(self, new: Sequence[Sequence[str]]) -> Decision | None:
        """Return what the suits that each team marked in a trick decide where marks count at once."""
        reached = [team for team in TEAMS if len(self._marked[team]) >= self.goal]
        return highest_suit([new[team] if team in reached else () for team in TEAMS], self._goal_reached)

    def after_hand(self) -> Decision | None:
        """Return what the marks decide after a hand; None also where only an extra hand can."""
        reached = [team for team in TEAMS if len(self._marked[team]) >= self.goal]
        if len(reached) == 1:
            return Decision(reached[0], self._goal_reached)
        if reached and self.marriages[0] != self.marriages[1]:
            fewer, more = sorted(self.marriages)
            return Decision(self.marriages.index(more), reason("more-marriages", more=more, fewer=fewer))
        return None

    @property
    def tied(self) -> bool:
        """Whether both teams have all suits, so that an extra hand decides unless marriages do."""
        return all(len(suits) >= self.goal for suits in self._marked)

    @property
    def _goal_reached(self) -> Reason:
        return reason("four-suits" if self._short else "all-suits")

    def _is_marked(self, team: int, suit: str) -> bool:
        return any(suit in self._marked[other] for other in (TEAMS if self._short else (team,)))


def highest_suit(suits: Sequence[Sequence[str]], why: Reason) -> Decision | None:
    """Return the only team with suits or, where both have some, the one with the highest; None where neither has."""
    if not any(suits):
        return None
    best = max(TEAMS, key=lambda team: max(suits[team], default=""))
    return Decision(best, reason("higher-suit") if all(suits) else why)
