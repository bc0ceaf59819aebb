"""What a game is: its name, its settings, and the fold of its facts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.cards import Deck
from companion.rules.settings import Setting, Settings, Value

if TYPE_CHECKING:
    from companion.rules.facts import Fact
    from companion.rules.state import State


def _fits(_settings: Settings) -> None:
    """Accept all settings."""


@dataclass(frozen=True)
class Game:
    """One game.

    Attributes:
        id: As in records and options: `coins`.
        title: The name as shown, with the credit its author asks for: "COINS - by Mark Steere". Titles that
            describe the game are messages to translate; those with an author's name stay as they are.
        author: Who made it.
        deck: The deck it is played with.
        players: The numbers of players it is played by.
        settings: What is agreed beforehand.
        fold: The class that folds its facts.
        check: Raises `SettingError` where settings allowed by themselves do not fit together.
        lowest_wins: Whether the lowest total is the best.
    """

    id: str
    title: str
    author: str
    deck: Deck
    players: tuple[int, ...]
    settings: tuple[Setting, ...]
    fold: "type[State]"
    check: Callable[[Settings], None] = _fits
    lowest_wins: bool = False

    def configure(self, **chosen: object) -> Settings:
        """Return settings with these values and the defaults of the others.

        Raises:
            SettingError: There is no such setting, a value is not allowed, or values do not fit together.
        """
        settings = Settings(self.settings, chosen)
        self.check(settings)
        return settings

    def parse_settings(self, texts: Mapping[str, str]) -> Settings:
        """Return settings from texts of a command line or form, with the defaults of the others.

        Raises:
            SettingError: There is no such setting, or a text stands for no allowed value.
        """
        schema = {setting.name: setting for setting in self.settings}
        values: dict[str, Value | str] = {
            name: schema[name].parse(text) if name in schema else text for name, text in texts.items()
        }
        return self.configure(**values)

    def start(self, settings: Settings | None = None) -> "State":
        """Return the state before the first card."""
        return self.fold(self, settings if settings is not None else self.configure())

    def play(self, facts: "Iterable[Fact]", settings: Settings | None = None) -> "State":
        """Return the state after these facts.

        Raises:
            ImpossibleFactError: A fact cannot be true.
        """
        state = self.start(settings)
        for fact in facts:
            state.apply(fact)
        return state
