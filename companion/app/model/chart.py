"""The course of a game: how every total grew, trick by trick."""

from dataclasses import dataclass

from companion.app.model.moment import Moment
from companion.rules.rulings import HandEnded, SuitMarked, TrickWon


@dataclass(frozen=True, slots=True)
class Line:
    """How one total grew.

    Attributes:
        name: Whose.
        seats: The seats it belongs to.
        totals: Behind each trick, the first before any.
    """

    name: str
    seats: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The course of a game.

    Attributes:
        lines: One a player or team, all of the same length.
        ends: After how many tricks each finished hand ended.
        goal: The total that wins or loses; None where there is none.
        labels: What stands below each part; the numbers of the hands where empty.
    """

    lines: tuple[Line, ...]
    ends: tuple[int, ...]
    goal: int | None
    labels: tuple[str, ...] = ()

    @property
    def tricks(self) -> int:
        """How many tricks were played."""
        return len(self.lines[0].totals) - 1

    @property
    def span(self) -> tuple[int, int]:
        """The least and the greatest total there was, and room for nothing less than one point."""
        values = [total for line in self.lines for total in line.totals]
        low, high = min(0, *values), max(0, *values)
        return low, max(high, low + 1)


def chart_of(moment: Moment) -> Chart:
    """Return the course of a game; points of the present hand count as they were won."""
    state = moment.state
    running = [0] * state.sides
    behind: list[tuple[int, ...]] = [tuple(running)]
    ends = []
    for ruling in moment.log.rulings:
        match ruling:
            case TrickWon(seat=seat, points=points):
                running[state.side(seat)] += points
                behind.append(tuple(running))
            case SuitMarked(team=team, marked=marked):
                running[team] = len(marked)
                behind[-1] = tuple(running)
            case HandEnded(totals=totals):
                running = list(totals)
                behind[-1] = tuple(running)
                ends.append(len(behind) - 1)
    lines = tuple(
        Line(moment.side(side), state.seats_of(side), tuple(totals[side] for totals in behind))
        for side in range(state.sides)
    )
    return Chart(lines, tuple(ends), moment.snapshot.view.goal)
