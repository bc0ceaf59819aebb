"""How players fared from one evening to the next, as lines for a chart."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.app.model.chart import Chart, Line
from companion.app.model.times import TellTime, told
from companion.language import mark
from companion.recording.summary import Player

_MOST = 5
"""Lines in one chart: more have no colours of their own. Those who played most are shown."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted over the evenings.

    Attributes:
        id: Names it.
        title: A message to translate.
        of: What one evening adds for a player.
        games: In which games there is such a thing; empty for all.
        finished: Whether only games count that were played to their end.
    """

    id: str
    title: str
    of: Callable[[Player], int]
    games: tuple[str, ...] = ()
    finished: bool = False


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        one.id: one
        for one in (
            Measure("won", mark("Games won"), lambda player: int(player.won), finished=True),
            Measure("tricks", mark("Tricks won"), lambda player: player.tricks),
            Measure("points", mark("Points"), lambda player: player.points, finished=True),
            Measure("shoots", mark("Shoots"), lambda player: player.shoots, ("hearts_pp",)),
            Measure("marriages", mark("Marriages"), lambda player: player.marriages, ("seven_suitors",)),
        )
    }
)


def measures_of(game: str) -> tuple[Measure, ...]:
    """Return what is counted in a game."""
    return tuple(measure for measure in MEASURES.values() if not measure.games or game in measure.games)


def games_of(players: Sequence[Player]) -> tuple[str, ...]:
    """Return the games that were played, the one played most first."""
    counts: dict[str, set[str]] = {}
    for player in players:
        counts.setdefault(player.game, set()).add(player.started)
    return tuple(sorted(counts, key=lambda game: (-len(counts[game]), game)))


def course_of(players: Sequence[Player], game: str, measure: Measure, tell_day: TellTime) -> Chart | None:
    """Return how a measure grew for each player over the evenings of a game; None where there was none yet.

    Args:
        players: One for each session and seat, the oldest session first.
        game: Id of the game.
        measure: What is counted.
        tell_day: Writes a day in short as people here do.
    """
    lines = [player for player in players if player.game == game and (player.over or not measure.finished)]
    evenings = list(dict.fromkeys(player.started for player in lines))
    if not evenings:
        return None
    played: dict[str, int] = {}
    for player in lines:
        played[player.player] = played.get(player.player, 0) + 1
    # Whoever is shown keeps colour and shape whatever is counted: by name, not by rank.
    shown = sorted(sorted(played, key=lambda name: (-played[name], name))[:_MOST])
    gained = {(player.started, player.player): measure.of(player) for player in lines}
    courses = []
    for seat, name in enumerate(shown):
        totals = [0]
        for evening in evenings:
            totals.append(totals[-1] + gained.get((evening, name), 0))
        courses.append(Line(name, (seat,), tuple(totals)))
    return Chart(
        lines=tuple(courses),
        ends=tuple(range(1, len(evenings) + 1)),
        goal=None,
        labels=tuple(told(evening, tell_day) for evening in evenings),
    )
