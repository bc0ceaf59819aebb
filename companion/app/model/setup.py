"""What is chosen before a game: the game, who plays, what was agreed and where the picture comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from companion.app.model.introductions import SETTING_LABELS
from companion.app.model.preferences import Remembered
from companion.errors import UnusableError, WrongInputError
from companion.language import ENGLISH, Language, mark
from companion.rules.blanks import called, named
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.settings import Setting, SettingError, Settings, Value

SourceKind = Literal["camera", "file", "stream", "simulated"]

FIRST_DEALER = "first_dealer"
"""The setting that names a seat, which a form offers as a choice of players."""

LIVE: tuple[SourceKind, ...] = ("camera", "stream")
"""Sources that show a real table as it is now."""

SEATING = ("players", "teams")
"""Settings that say who plays, and not by which rules."""

_MOST_PEOPLE = 24
"""So many names are offered again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that can be started.

    Attributes:
        game: What is played.
        settings: What was agreed.
        names: The players, seat 0 first.
        kind: What the picture comes from.
        source: Camera number, path or address; for a simulated table the number its chance starts from.
        taught: Name of the taught deck that is played with; empty for one of the usual designs.
        learns: The deck becomes known while it is played with.
    """

    game: Game
    settings: Settings
    names: tuple[str, ...]
    kind: SourceKind
    source: str
    taught: str = ""
    learns: bool = True


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
        camera: Name of the camera that is meant, whichever number it has today; empty where that is not known.
        taught: For each deck the name of the taught one that is played with, where it is not of a usual design.
        learnt: For each deck the name under which its cards were taught last, whether it is played with or not.
        people: Everybody who has played before, the latest first.
        language: What players without a name, and problems, are called in.
    """

    def __init__(self, games: Mapping[str, Game] = GAMES, remembered: Remembered | None = None) -> None:
        """Begin with what was chosen last, as far as it is still to be had.

        Args:
            games: The games to choose from.
            remembered: What was chosen last.
        """
        last = remembered if remembered is not None else Remembered()
        self.games = tuple(games.values())
        self.language: Language = ENGLISH
        self.people = last.people
        self.taught: dict[str, str] = dict(last.taught)
        self.learnt: dict[str, str] = dict(last.learnt)
        self._game = games.get(last.game, self.games[0])
        self._names = list(last.names)
        self._texts = {game.id: _usable(game, last.agreed.get(game.id, {})) for game in self.games}
        kinds: tuple[SourceKind, ...] = get_args(SourceKind)
        self.kind: SourceKind = next((kind for kind in kinds if kind == last.kind), "camera")
        self.sources: dict[SourceKind, str] = {"camera": "0", "file": "", "stream": "", "simulated": "1"}
        self.sources |= {kind: last.sources[kind] for kind in kinds if kind in last.sources}
        self.camera = last.camera

    def take(self, plan: Plan) -> None:
        """Choose what a plan says, but for the source; whoever dealt first did so whichever game of the deck it was."""
        self._game = plan.game
        if FIRST_DEALER in plan.settings:
            for game in (game for game in self.games if game.deck == plan.game.deck):
                self._texts[game.id][FIRST_DEALER] = _text(plan.settings[FIRST_DEALER])
        for setting in plan.game.settings:
            self.enter(setting.name, _text(plan.settings[setting.name]))
        for seat, name in enumerate(plan.names):
            self.name(seat, name)
        self.taught[plan.game.deck.id] = plan.taught

    def forget(self) -> None:
        """Forget players, rules and cameras; the game stays chosen, and taught decks stay known."""
        fresh = Setup({game.id: game for game in self.games})
        self.people, self.kind, self.sources, self.camera = fresh.people, fresh.kind, fresh.sources, fresh.camera
        self._names, self._texts = fresh._names, fresh._texts

    def chosen(self) -> Mapping[str, object]:
        """Return the choices as `Remembered` has them, by name."""
        named = [name.strip() for name in self.names if name.strip()]
        others = [name for name in self.people if name not in named]
        self.people = (*named, *others)[:_MOST_PEOPLE]
        return {
            "game": self._game.id,
            "names": self.names,
            "people": self.people,
            "agreed": {game: dict(texts) for game, texts in self._texts.items() if texts},
            "kind": self.kind,
            "taught": {deck: name for deck, name in self.taught.items() if name},
            "learnt": dict(self.learnt),
            "sources": {str(kind): text for kind, text in self.sources.items()},
            "camera": self.camera,
        }

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
        schema = next(known for known in self._game.settings if known.name == setting)
        return self._entered().get(setting, _default(schema))

    def enter(self, setting: str, text: str) -> None:
        """Enter the text of a setting; it is checked by `plan`."""
        self._texts[self._game.id][setting] = text

    @property
    def rules(self) -> tuple[Setting, ...]:
        """What can be agreed about the rules of the game."""
        return tuple(setting for setting in self.settings if setting.name not in SEATING)

    def use_defaults(self) -> None:
        """Forget what was entered about the rules of the game."""
        for setting in self.rules:
            self._texts[self._game.id].pop(setting.name, None)

    @property
    def unusual(self) -> int:
        """How many rules of the game are not as usual."""
        return sum(self.text(setting.name) != _default(setting) for setting in self.rules)

    @property
    def players(self) -> int:
        """How many play, as far as what was entered can be understood."""
        texts = {name: text for name, text in self._texts[self._game.id].items() if name != FIRST_DEALER}
        try:
            return self._game.start(self._game.parse_settings(texts)).players
        except SettingError:
            return self._game.players[0]

    @property
    def teams(self) -> bool:
        """Whether partners sit opposite each other."""
        if self._game.players == (4,):
            return True
        known = any(setting.name == "teams" for setting in self._game.settings)
        return known and self.players == 4 and self.text("teams") == "on"

    @property
    def names(self) -> tuple[str, ...]:
        """One name a seat, as entered; empty where nothing was."""
        return tuple(self._names[seat] if seat < len(self._names) else "" for seat in range(self.players))

    def name(self, seat: int, name: str) -> None:
        """Enter the name of a player."""
        self._names += [""] * (seat + 1 - len(self._names))
        self._names[seat] = name

    def swap(self, one: int, other: int) -> None:
        """Let two players change seats; whoever deals first goes with the seat they take."""
        names = self.names
        self.name(one, names[other])
        self.name(other, names[one])
        dealer = self._texts[self._game.id].get(FIRST_DEALER, "0")
        moved = {str(one): str(other), str(other): str(one)}
        if dealer in moved and any(setting.name == FIRST_DEALER for setting in self._game.settings):
            self.enter(FIRST_DEALER, moved[dealer])

    def find_camera(self, cameras: Mapping[int, str]) -> None:
        """Choose the camera that is meant among those there are: by its name, or its number where that has none yet.

        The first there is takes the place of one that is not there.

        Args:
            cameras: The names of those that are plugged in, by number; where none are known the number stays.
        """
        if not cameras:
            return
        known = {str(number): name for number, name in cameras.items()}
        number = self.sources["camera"]
        self.camera = self.camera or known.get(number, "")
        if known.get(number, "") != self.camera or number not in known:
            called = [each for each, name in known.items() if name == self.camera]
            self.sources["camera"] = (called or list(known))[0]

    def rename_taught(self, name: str, new: str) -> None:
        """Call a taught deck otherwise; empty where there is none any more: then the cards are of a usual design."""
        for names in (self.taught, self.learnt):
            for deck in [deck for deck, taught in names.items() if taught == name]:
                if new:
                    names[deck] = new
                else:
                    del names[deck]

    def turn_round(self) -> None:
        """Let everybody move one seat clockwise, as when the camera is turned."""
        for seat in range(self.players - 1, 0, -1):
            self.swap(seat, seat - 1)

    @property
    def called(self) -> tuple[str, ...]:
        """What each seat is called: its name, or its number counted from 1 while it has none."""
        return called(self.names, self.players, self.language)

    @property
    def agreed(self) -> Settings:
        """What was agreed for the game.

        Raises:
            PlanError: Some of it is not allowed.
        """
        try:
            settings = self._game.parse_settings(self._entered())
            self._game.start(settings)
        except SettingError as error:
            raise PlanError(error.setting, self._refusal(error)) from None
        return settings

    def plan(self) -> Plan:
        """Return the game that can be started with these choices.

        Raises:
            PlanError: Something is missing or not allowed; the first such thing, in the order of the form.
        """
        say = self.language.text
        try:
            names = named(self.names, self.players, self.language)
        except WrongInputError as error:
            raise PlanError("names", error.told(self.language)) from None
        settings = self.agreed
        source = self.sources[self.kind].strip()
        if not source:
            raise PlanError("source", say(_MISSING[self.kind]))
        if self.kind in ("camera", "simulated") and not (source.isascii() and source.isdecimal()):
            raise PlanError("source", say(_NO_NUMBER[self.kind]).format(text=source))
        taught = "" if self.kind == "simulated" else self.taught.get(self._game.deck.id, "")
        return Plan(self._game, settings, names, self.kind, source, taught)

    def _refusal(self, error: SettingError) -> str:
        if error.setting == "teams":
            return self.language.text("Teams need four players.")
        label = self.language.text(SETTING_LABELS.get(error.setting, error.setting))
        return self.language.text("{setting}: this value cannot be used.").format(setting=label)

    def _entered(self) -> Mapping[str, str]:
        """Return what was entered for the game; a first dealer whose seat is there no more is forgotten."""
        texts = dict(self._texts[self._game.id])
        if FIRST_DEALER in texts and int(texts[FIRST_DEALER]) >= self.players:
            del texts[FIRST_DEALER]
        return texts


def _default(setting: Setting) -> str:
    return _text(setting.default)


def _text(value: Value) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value).lower()


def _usable(game: Game, texts: Mapping[str, str]) -> dict[str, str]:
    """Return what was entered for a game without what it does not know or allow any more."""
    schema = {setting.name: setting for setting in game.settings}
    usable = {}
    for name, text in texts.items():
        try:
            if name in schema:
                schema[name].parse(text)
                usable[name] = text
        except SettingError:
            continue
    return usable


_MISSING: Mapping[SourceKind, str] = {
    "camera": mark("Choose a camera."),
    "file": mark("Choose a video file, or a folder of pictures."),
    "stream": mark("Enter the address of the stream, such as rtsp://… or http://…."),
    "simulated": mark("Enter a number for the simulated table to start from."),
}

_NO_NUMBER: Mapping[SourceKind, str] = {
    "camera": mark("“{text}” is no camera. Choose one of the list, or enter its number (0 is the first)."),
    "simulated": mark("“{text}” is no number. The simulated table starts from any whole number."),
}
