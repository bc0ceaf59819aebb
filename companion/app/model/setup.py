"""What is chosen before a game: the game, who plays, what was agreed and where the picture comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.errors import UnusableError
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.settings import Setting, SettingError, Settings

SourceKind = Literal["camera", "file", "stream", "simulated"]

FIRST_DEALER = "first_dealer"
"""The setting that names a seat, which a form offers as a choice of players."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that can be started.

    Attributes:
        game: What is played.
        settings: What was agreed.
        names: The players, seat 0 first.
        kind: What the picture comes from.
        source: Camera number, path or address; for a simulated table the number its chance starts from.
    """

    game: Game
    settings: Settings
    names: tuple[str, ...]
    kind: SourceKind
    source: str


class PlanError(UnusableError):
    """Something chosen cannot be used.

    Attributes:
        field: Where: `names`, `source` or the name of a setting.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Setup:
    """The choices, kept while a person goes back and forth between games and sources.

    Attributes:
        kind: What the picture comes from.
        sources: For each kind, what was entered.
    """

    def __init__(self, games: Mapping[str, Game] = GAMES) -> None:
        self.games = tuple(games.values())
        self._game = self.games[0]
        self._names: list[str] = []
        self._texts: dict[str, dict[str, str]] = {game.id: {} for game in self.games}
        self.kind: SourceKind = "camera"
        self.sources: dict[SourceKind, str] = {"camera": "0", "file": "", "stream": "", "simulated": "1"}

    @property
    def game(self) -> Game:
        """The game chosen."""
        return self._game

    def choose_game(self, game: str) -> None:
        """Choose a game by its id; names stay, and each game keeps its own settings."""
        self._game = next(known for known in self.games if known.id == game)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What can be agreed for the game, apart from the first dealer."""
        return tuple(setting for setting in self._game.settings if setting.name != FIRST_DEALER)

    def text(self, setting: str) -> str:
        """Return what was entered for a setting, or its default."""
        default = next(known.default for known in self._game.settings if known.name == setting)
        usual = ("on" if default else "off") if isinstance(default, bool) else str(default).lower()
        return self._entered().get(setting, usual)

    def enter(self, setting: str, text: str) -> None:
        """Enter the text of a setting; it is checked by `plan`."""
        self._texts[self._game.id][setting] = text

    @property
    def players(self) -> int:
        """How many play, as far as what was entered can be understood."""
        texts = {name: text for name, text in self._texts[self._game.id].items() if name != FIRST_DEALER}
        try:
            return self._game.start(self._game.parse_settings(texts)).players
        except SettingError:
            return self._game.players[0]

    @property
    def names(self) -> tuple[str, ...]:
        """One name a seat, as entered; empty where nothing was."""
        return tuple(self._names[seat] if seat < len(self._names) else "" for seat in range(self.players))

    def name(self, seat: int, name: str) -> None:
        """Enter the name of a player."""
        self._names += [""] * (seat + 1 - len(self._names))
        self._names[seat] = name

    @property
    def called(self) -> tuple[str, ...]:
        """What each seat is called: its name, or its number counted from 1 while it has none."""
        return tuple(name.strip() or f"Player {seat + 1}" for seat, name in enumerate(self.names))

    def plan(self) -> Plan:
        """Return the game that can be started with these choices.

        Raises:
            PlanError: Something is missing or not allowed; the first such thing, in the order of the form.
        """
        called = self.called
        twice = next((name for name in called if called.count(name) > 1), None)
        if twice is not None:
            raise PlanError("names", f"Two players are called {twice}. Give each a name of their own.")
        try:
            settings = self._game.parse_settings(self._entered())
            self._game.start(settings)
        except SettingError as error:
            raise PlanError(error.setting, f"{error}.") from None
        source = self.sources[self.kind].strip()
        if not source:
            raise PlanError("source", _MISSING[self.kind])
        if self.kind in ("camera", "simulated") and not (source.isascii() and source.isdecimal()):
            raise PlanError("source", _NO_NUMBER[self.kind].format(source))
        return Plan(self._game, settings, called, self.kind, source)

    def _entered(self) -> Mapping[str, str]:
        """Return what was entered for the game; a first dealer whose seat is there no more is forgotten."""
        texts = dict(self._texts[self._game.id])
        if FIRST_DEALER in texts and int(texts[FIRST_DEALER]) >= self.players:
            del texts[FIRST_DEALER]
        return texts


_MISSING: Mapping[SourceKind, str] = {
    "camera": "Choose a camera.",
    "file": "Choose a video file, or a folder of pictures.",
    "stream": "Enter the address of the stream, such as rtsp://… or http://….",
    "simulated": "Enter a number for the simulated table to start from.",
}

_NO_NUMBER: Mapping[SourceKind, str] = {
    "camera": "{!r} is no camera. Choose one of the list, or enter its number (0 is the first).",
    "simulated": "{!r} is no number. The simulated table starts from any whole number.",
}
