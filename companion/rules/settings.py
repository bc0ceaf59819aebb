"""What is agreed before a game starts: a schema per game and the values chosen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.errors import UnusableError
from companion.plain_json import shown

Value = int | bool | str | None

_FLAGS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
"""What the words for a flag stand for."""


class SettingError(UnusableError):
    """A setting is unknown or its value is not allowed.

    Attributes:
        setting: Its name.
    """

    def __init__(self, setting: str, message: str) -> None:
        super().__init__(message)
        self.setting = setting


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be agreed, enough to build a form field or a command line option from.

    Attributes:
        name: As in options and records.
        kind: `number`, `flag` or `choice`.
        default: The value when nothing is said.
        help: One line for people.
        choices: The allowed texts of a choice; usual values of a number, to offer (others are allowed).
        minimum: Smallest number allowed.
        maximum: Largest number allowed; None for no limit.
        record_key: The name in written records (section 7) where it differs.
        optional: Whether a number may be left open: None, in words "none".
        house_rule: Whether it is one of the options of section 6, which a record keeps under `options`.
    """

    name: str
    kind: Literal["number", "flag", "choice"]
    default: Value
    help: str
    choices: tuple[Value, ...] = ()
    minimum: int = 0
    maximum: int | None = None
    record_key: str = ""
    optional: bool = False
    house_rule: bool = False

    def parse(self, text: str) -> Value:
        """Return the value that a text from a command line or form stands for.

        Raises:
            SettingError: The text stands for no allowed value.
        """
        value: object = text
        if self.optional and text.strip().casefold() in ("none", ""):
            value = None
        elif self.kind == "number":
            try:
                value = int(text)
            except ValueError:
                value = text
        elif self.kind == "flag":
            value = _FLAGS.get(text.strip().casefold(), text)
        return self.check(value)

    def check(self, value: object) -> Value:
        """Return the value if it is allowed.

        Raises:
            SettingError: It is not.
        """
        if self.kind == "flag" and isinstance(value, bool):
            return value
        if self.optional and value is None:
            return None
        if (
            self.kind == "number"
            and isinstance(value, int)
            and not isinstance(value, bool)
            and value >= self.minimum
            and (self.maximum is None or value <= self.maximum)
        ):
            return value
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
            return value
        given = repr(value) if isinstance(value, str) else shown(value)
        raise SettingError(self.name, f"{self.name} must be {self._allowed()}, not {given}")

    def _allowed(self) -> str:
        if self.kind == "flag":
            return "on or off"
        if self.kind == "choice":
            return " or ".join(str(choice) for choice in self.choices)
        to = "" if self.maximum is None else f" to {self.maximum}"
        return f"a whole number from {self.minimum}{to}{' or none' if self.optional else ''}"


class Settings(Mapping[str, Value]):
    """The checked values of one game's settings; immutable, one value for each setting of the schema."""

    __slots__ = ("_values",)

    def __init__(self, schema: Sequence[Setting], chosen: Mapping[str, object]) -> None:
        known = {setting.name: setting for setting in schema}
        for name in chosen:
            if name not in known:
                raise SettingError(name, f"there is no setting {name!r}; the settings are {', '.join(known)}")
        self._values: dict[str, Value] = {
            name: setting.check(chosen[name]) if name in chosen else setting.default for name, setting in known.items()
        }

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Settings({self._values})"

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def number(self, name: str) -> int:
        """Return the value of a number."""
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def optional_number(self, name: str) -> int | None:
        """Return the value of a number that may be left open."""
        return None if self._values[name] is None else self.number(name)

    def flag(self, name: str) -> bool:
        """Return the value of a flag."""
        return self._values[name] is True

    def choice(self, name: str) -> str:
        """Return the value of a choice."""
        return str(self._values[name])
