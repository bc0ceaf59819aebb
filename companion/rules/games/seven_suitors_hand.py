"""What the teams capture and marry in one hand of Seven Suitors (section 4.1)."""

from typing import NamedTuple

from companion.rules.games.seven_suitors_trick import SEVENS, SUIT, THIEF, Resolution
from companion.rules.hand import Hand, Trick

TEAMS = (0, 1)
"""Team 0 is seats 0 and 2, team 1 seats 1 and 3."""

Suits = tuple[str, ...]


class Spoils(NamedTuple):
    """Who got the sevens of a trick.

    Attributes:
        stolen: The seven that the Thief took; None where it took none.
        married: For each team the suits of which it captured the second seven, ascending.
    """

    stolen: str | None
    married: tuple[Suits, Suits]


_NOTHING = Spoils(None, ((), ()))


class SuitorsHand(Hand):
    """A hand of Seven Suitors.

    Attributes:
        trump: The trump of the next trick; None while there is none.
        resolutions: What became of each trick.
        breaches: How many breaches were known when each trick was complete.
        spoils: Who got the sevens of each trick; shorter than `tricks` while a Thief has not chosen.
        thief: What was said about the Thief: a seven, `none` or `auto`; None while nothing was said.
        captured: The sevens of each team, in the order of capture.
        marriages: For each team the suits it married, with the tricks from 0, in order.
        marked: The suits each team had marked when the hand was complete.
        marriage_totals: How many marriages each team had made in the game when the hand was complete.
    """

    __slots__ = (
        "breaches",
        "captured",
        "marked",
        "marriage_totals",
        "marriages",
        "resolutions",
        "spoils",
        "thief",
        "trump",
    )

    def __init__(self, number: int, dealer: int, leader: int | None) -> None:
        super().__init__(number, dealer, leader)
        self.trump: str | None = None
        self.resolutions: list[Resolution] = []
        self.breaches: list[int] = []
        self.spoils: list[Spoils] = []
        self.thief: str | None = None
        self.captured: tuple[list[str], list[str]] = ([], [])
        self.marriages: tuple[list[tuple[str, int]], list[tuple[str, int]]] = ([], [])
        self.marked: tuple[Suits, Suits] = ((), ())
        self.marriage_totals = (0, 0)

    @property
    def starter(self) -> int | None:
        """Who played the first card; None before it."""
        first = self.tricks[0].plays if self.tricks else self.plays
        return first[0][0] if first else None

    @property
    def undecided(self) -> Trick | None:
        """The trick whose Thief still has to choose; None where no choice is open."""
        return self.tricks[len(self.spoils)] if len(self.spoils) < len(self.tricks) else None

    def share(self) -> Spoils | None:
        """Give the sevens of the next trick to the teams; None, and nothing changed, where its Thief has to choose."""
        trick = self.tricks[len(self.spoils)]
        sevens = sevens_of(trick)
        if not sevens:
            self.spoils.append(_NOTHING)
            return _NOTHING
        thief = next((seat for seat, cards in trick.plays if cards[0] == THIEF), None)
        stolen = None
        if thief is not None and self.thief != "none":
            if self.thief in sevens:
                stolen = self.thief
            elif len(set(sevens)) == 1:
                stolen = sevens[0]
            else:
                return None
        spoils = Spoils(stolen, self._capture(sevens, stolen, trick.winner, thief))
        self.spoils.append(spoils)
        return spoils

    def _capture(self, sevens: list[str], stolen: str | None, winner: int, thief: int | None) -> tuple[Suits, Suits]:
        """Give the stolen seven to the Thief's team and the others to the winner's; return the suits married."""
        taken = [(winner, seven) for seven in sevens]
        if stolen is not None and thief is not None:
            taken[sevens.index(stolen)] = (thief, stolen)
        married: tuple[list[str], list[str]] = ([], [])
        for seat, seven in taken:
            team = seat % len(TEAMS)
            if seven in self.captured[team]:
                married[team].append(SUIT[seven])
            self.captured[team].append(seven)
        for team in TEAMS:
            married[team].sort()
            self.marriages[team].extend((suit, len(self.spoils)) for suit in married[team])
        return tuple(married[0]), tuple(married[1])


def sevens_of(trick: Trick) -> list[str]:
    """Return the sevens in a trick, in the order of play."""
    return [cards[0] for _, cards in trick.plays if cards[0] in SEVENS]
