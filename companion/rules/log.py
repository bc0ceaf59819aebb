"""The log of facts of one game: the only state that is kept. Everything else is its fold."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import Fact
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.rules.settings import Settings
from companion.rules.state import State
from companion.rules.view import View


@dataclass(frozen=True, slots=True)
class Change:
    """What a change of the log means.

    Attributes:
        new: Rulings that hold now and did not before, in order.
        withdrawn: Rulings that held before and no longer do, in order.
    """

    new: tuple[Ruling, ...] = ()
    withdrawn: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """Facts from `index` on were replaced: `old` by `new`."""

    index: int
    old: tuple[Fact, ...]
    new: tuple[Fact, ...]


class GameLog:
    """The facts of one game, with undo, redo and correction anywhere.

    Every method that changes the log returns what changed, and raises `ImpossibleFactError` with the log unchanged
    where the facts would contradict each other. Undo takes back the last change, whatever it was.

    Attributes:
        game: What is played.
        settings: What was agreed.
    """

    def __init__(self, game: Game, settings: Settings | None = None, facts: Iterable[Fact] = ()) -> None:
        self.game = game
        self.settings = settings if settings is not None else game.configure()
        self._facts: list[Fact] = []
        self._rulings: list[tuple[Ruling, ...]] = []
        self._state = game.start(self.settings)
        self._done: list[Edit] = []
        self._undone: list[Edit] = []
        for fact in facts:
            self.append(fact)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts, in order."""
        return tuple(self._facts)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """All rulings that hold, in order."""
        return tuple(ruling for rulings in self._rulings for ruling in rulings)

    def rulings_of(self, index: int) -> tuple[Ruling, ...]:
        """Return the rulings that the fact at this place led to."""
        return self._rulings[index]

    @property
    def state(self) -> State:
        """The fold of the facts; to be read only."""
        return self._state

    def before(self, index: int) -> State:
        """Return the fold of the facts before the one at this place; it is the caller's own."""
        return self.game.play(self._facts[:index], self.settings)

    @property
    def view(self) -> View:
        """The game at this moment."""
        return self._state.view

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change to make again."""
        return bool(self._undone)

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The changes that led here and can be taken back, the last one last."""
        return tuple(self._done)

    def remember(self, edits: Iterable[Edit]) -> None:
        """Have these be the changes that led here: the last one ended at the facts as they stand."""
        self._done = list(edits)
        self._undone.clear()

    def since(self, before: Sequence[Ruling]) -> Change:
        """Return what has changed since these rulings held."""
        now = self.rulings
        return Change(_only_in(now, before), _only_in(before, now))

    def append(self, fact: Fact) -> Change:
        """Add the next fact."""
        try:
            rulings = self._state.apply(fact)
        except ImpossibleFactError as error:
            error.index = len(self._facts)
            raise
        self._done.append(Edit(len(self._facts), (), (fact,)))
        self._undone.clear()
        self._facts.append(fact)
        self._rulings.append(rulings)
        return Change(new=rulings)

    def insert(self, index: int, fact: Fact) -> Change:
        """Put a fact that was missed before the fact at this place."""
        return self._edit(Edit(index, (), (fact,)))

    def remove(self, index: int) -> Change:
        """Take out the fact at this place."""
        return self._edit(Edit(index, (self._facts[index],), ()))

    def replace(self, index: int, fact: Fact) -> Change:
        """Correct the fact at this place."""
        return self.replace_all({index: fact})

    def replace_all(self, corrections: Mapping[int, Fact]) -> Change:
        """Correct several facts at once, such as two cards that were taken for each other."""
        first, last = min(corrections), max(corrections)
        old = tuple(self._facts[first : last + 1])
        new = tuple(corrections.get(first + place, fact) for place, fact in enumerate(old))
        return self._edit(Edit(first, old, new))

    def splice(self, index: int, removed: int, facts: Iterable[Fact]) -> Change:
        """Put facts in the place of so many others, from this place on."""
        return self._edit(Edit(index, tuple(self._facts[index : index + removed]), tuple(facts)))

    def undo(self) -> Change:
        """Take back the last change of the log; without one nothing changes."""
        if not self._done:
            return Change()
        edit = self._done[-1]
        change = self._fold(Edit(edit.index, edit.new, edit.old))
        self._undone.append(self._done.pop())
        return change

    def redo(self) -> Change:
        """Make the last undone change again; without one nothing changes."""
        if not self._undone:
            return Change()
        change = self._fold(self._undone[-1])
        self._done.append(self._undone.pop())
        return change

    def _edit(self, edit: Edit) -> Change:
        change = self._fold(edit)
        self._done.append(edit)
        self._undone.clear()
        return change

    def _fold(self, edit: Edit) -> Change:
        facts = [*self._facts[: edit.index], *edit.new, *self._facts[edit.index + len(edit.old) :]]
        state = self.game.start(self.settings)
        rulings: list[tuple[Ruling, ...]] = []
        for index, fact in enumerate(facts):
            try:
                rulings.append(state.apply(fact))
            except ImpossibleFactError as error:
                error.index = index
                raise
        before = self.rulings
        self._facts, self._rulings, self._state = facts, rulings, state
        return self.since(before)


def _only_in(these: Iterable[Ruling], those: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Return the rulings that occur in the first more often than in the second, in order."""
    left = Counter(those)
    found = []
    for ruling in these:
        if left[ruling] > 0:
            left[ruling] -= 1
        else:
            found.append(ruling)
    return tuple(found)
