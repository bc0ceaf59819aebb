"""The game folded from the facts of a table, kept in step with them: what every other view model is made from."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.language import ENGLISH, Language
from companion.rules.facts import Fact
from companion.rules.game import Game
from companion.rules.log import GameLog
from companion.rules.settings import Settings
from companion.rules.state import State
from companion.table.snapshot import Snapshot


@dataclass(frozen=True)
class Moment:
    """A table and the fold of its facts.

    Attributes:
        log: The fold; to be read only, and only until the next moment is made.
        snapshot: The table.
        language: What it is told in.
    """

    log: GameLog
    snapshot: Snapshot
    language: Language = ENGLISH

    @property
    def game(self) -> Game:
        """What is played."""
        return self.log.game

    @property
    def settings(self) -> Settings:
        """What was agreed."""
        return self.log.settings

    @property
    def state(self) -> State:
        """The fold of all facts; to be read only."""
        return self.log.state

    @property
    def names(self) -> tuple[str, ...]:
        """The players, seat 0 first."""
        return self.snapshot.names

    @property
    def table_is_clear(self) -> bool:
        """Whether no card of the present trick lies on the table any more."""
        return not any(card.role == "played" for card in self.snapshot.cards)

    def side(self, side: int) -> str:
        """Return whose a total is: a player, or two partners."""
        return " & ".join(self.names[seat] for seat in self.state.seats_of(side))


class Fold:
    """A log that follows the facts of a table: new facts are added, changed ones folded anew."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self._game = game
        self._settings = settings
        self.log = GameLog(game, settings)

    def follow(self, facts: Sequence[Fact]) -> GameLog:
        """Return the log of these facts.

        Raises:
            ImpossibleFactError: They contradict each other.
        """
        known = self.log.facts
        if tuple(facts[: len(known)]) != known:
            self.log = GameLog(self._game, self._settings)
            known = ()
        for fact in facts[len(known) :]:
            self.log.append(fact)
        return self.log
