"""What a person has set for good, and what was chosen last: two frozen values with their defaults visible."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal

from companion.app.theme import SCHEMES, Look, Scheme
from companion.language import LANGUAGES, mark

SYSTEM = "system"
"""The language or colours of the computer."""

Speech = Literal["everything", "results", "nothing"]
"""How much is spoken."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """How the app looks, sounds and speaks. Every value a person can set is described in `OPTIONS`.

    Attributes:
        language: Code of a language, or that of the computer.
        scheme: Which set of colours.
        large_type: Whether all type is larger.
        speech: How much is spoken.
        volume: Of the voice and the sounds, percent.
        rate: Of the voice, percent of its usual pace.
        sounds: Whether a short sound goes before a result and a question.
        learn: Whether a deck becomes known while it is played with.
        keep: Whether players, settings and cameras are remembered.
    """

    language: str = SYSTEM
    scheme: Scheme = "system"
    large_type: bool = False
    speech: Speech = "everything"
    volume: int = 80
    rate: int = 100
    sounds: bool = False
    learn: bool = True
    keep: bool = True

    @property
    def look(self) -> Look:
        """How the app looks."""
        return Look(self.scheme, self.large_type)


@dataclass(frozen=True, slots=True)
class Option:
    """One preference as a form shows it.

    Attributes:
        name: Of the field of `Preferences`.
        label: What it is called.
        help: One line that explains it.
        choices: Values to choose from with what they are called; for a number only what its ends are called.
        least: Smallest number allowed.
        most: Largest number allowed.
    """

    name: str
    label: str
    help: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0


OPTIONS: tuple[Option, ...] = (
    Option(
        "language",
        mark("Language"),
        mark("Of the window and the voice; switched at once."),
        ((SYSTEM, mark("As the computer")), *LANGUAGES.items()),
    ),
    Option(
        "scheme",
        mark("Colours"),
        mark("Dark is easier on the eyes in the evening."),
        tuple(zip(SCHEMES, (mark("As the computer"), mark("Light"), mark("Dark")), strict=True)),
    ),
    Option("large_type", mark("Large type"), mark("Everything is written larger, for tired eyes or a distant screen.")),
    Option(
        "speech",
        mark("How much is spoken"),
        mark("Results are tricks, hands and games; everything adds questions, breaches and corrections."),
        (("everything", mark("Everything")), ("results", mark("Results only")), ("nothing", mark("Nothing"))),
    ),
    Option("volume", mark("Volume"), mark("Of voice and sounds."), least=0, most=100),
    Option(
        "rate",
        mark("Pace of the voice"),
        mark("Slower for a noisy room, quicker for a quick table."),
        least=50,
        most=200,
    ),
    Option("sounds", mark("Sounds"), mark("A short sound before a result, another before a question.")),
    Option(
        "learn",
        mark("Get to know the deck"),
        mark("Its cards are read better from hand to hand, and the next time. Counts from the next game on."),
    ),
    Option("keep", mark("Remember"), mark("Players, house rules and cameras are there again next time.")),
)
"""In the order of the form."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What was chosen last.

    Attributes:
        game: Id of the game; empty for none.
        names: The players of the last game, seat 0 first.
        people: Everybody who has played, the latest first.
        agreed: For each game what was entered for its settings.
        kind: What the picture came from; empty for none.
        sources: For each kind of source what was entered.
        camera: Name of the camera, whichever number it has today; empty where the system does not tell.
        taught: For each deck the name of the taught one that was played with.
        learnt: For each deck the name under which its cards were taught last.
        window: Place and size of the window: x, y, width, height; empty for none.
        maximised: Whether the window filled the screen.
    """

    game: str = ""
    names: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    agreed: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    kind: str = ""
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    camera: str = ""
    taught: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    learnt: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    window: tuple[int, ...] = ()
    maximised: bool = False


def preferences_from(values: Mapping[str, object]) -> tuple[Preferences, tuple[str, ...]]:
    """Return preferences from what a file holds, and the names of the values that could not be used.

    What is missing or cannot be used has its default.
    """
    known = {option.name: option for option in OPTIONS}
    usable = {name: value for name, value in values.items() if name in known and _fits(known[name], value)}
    return Preferences(**usable), tuple(sorted(set(values) - set(usable)))  # type: ignore[arg-type]


def _fits(option: Option, value: object) -> bool:
    default = getattr(_DEFAULTS, option.name)
    if type(value) is not type(default):
        return False
    if isinstance(value, int) and not isinstance(value, bool):
        return option.least <= value <= option.most
    return not option.choices or value in dict(option.choices)


_DEFAULTS = Preferences()


def remembered_from(values: Mapping[str, object]) -> tuple[Remembered, tuple[str, ...]]:
    """Return what a file remembers, and the names of the values that could not be used."""
    readers = {known.name: _READERS[known.name] for known in fields(Remembered)}
    usable: dict[str, Any] = {}
    for name, value in values.items():
        read = readers.get(name, _nothing)(value)
        if read is not None:
            usable[name] = read
    return Remembered(**usable), tuple(sorted(set(values) - set(usable)))


def _nothing(_: object) -> None:
    return None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _texts(value: object) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(isinstance(item, str) for item in value) else None


def _numbers(value: object) -> tuple[int, ...] | None:
    return tuple(value) if isinstance(value, list) and all(type(item) is int for item in value) else None


def _table(value: object) -> Mapping[str, str] | None:
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        return None
    return MappingProxyType(dict(value))


def _tables(value: object) -> Mapping[str, Mapping[str, str]] | None:
    if not isinstance(value, dict):
        return None
    read = {key: _table(item) for key, item in value.items()}
    return None if None in read.values() else MappingProxyType({key: item for key, item in read.items() if item})


_READERS = {
    "game": _text,
    "names": _texts,
    "people": _texts,
    "agreed": _tables,
    "kind": _text,
    "sources": _table,
    "camera": _text,
    "taught": _table,
    "learnt": _table,
    "window": _numbers,
    "maximised": _flag,
}
