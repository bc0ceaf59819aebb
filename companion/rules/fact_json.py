"""Facts as JSON objects and back: the one written form of a fact, in recordings and in what people tell a table."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from companion.rules.facts import (
    CardsKept,
    CardsPlayed,
    FaceUpCard,
    Fact,
    HandDealt,
    KittyNamed,
    ThiefTook,
    TiebreakCard,
)

KINDS: Mapping[str, type[Fact]] = MappingProxyType(
    {
        "cards_played": CardsPlayed,
        "tiebreak_card": TiebreakCard,
        "hand_dealt": HandDealt,
        "face_up_card": FaceUpCard,
        "kitty_named": KittyNamed,
        "cards_kept": CardsKept,
        "thief_took": ThiefTook,
    }
)
"""By the name under which they are written; their own keys are those of the classes."""

_NAMES = {kind: name for name, kind in KINDS.items()}

CIRCUMSTANCES = frozenset({"source", "time", "confidence"})
"""Keys about how a fact became known, which may be left out."""


class UnknownKindError(ValueError):
    """A fact is of a kind that is not among `KINDS`: a newer version of the program may know it.

    Attributes:
        kind: The name of the kind.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(_no_fact(kind))
        self.kind = kind


def kind_of(fact: Fact) -> str:
    """Return the name of a fact's kind, as people write it."""
    return _NAMES[type(fact)]


def fact_to_json(fact: Fact) -> dict[str, Any]:
    """Return a fact as a JSON object: `fact` names its kind, the other keys are its attributes."""
    values = {field.name: getattr(fact, field.name) for field in fields(fact)}
    return {"fact": kind_of(fact)} | {
        key: list(value) if isinstance(value, tuple) else value for key, value in values.items()
    }


def fact_from_json(value: object) -> Fact:
    """Return the fact that a JSON object stands for; keys that are no attributes are left out.

    Raises:
        UnknownKindError: It stands for one of another kind.
        ValueError: It stands for none; says which key should be what.
    """
    name = value.get("fact") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(name, str):
        raise ValueError(_no_fact(name))
    if name not in KINDS:
        raise UnknownKindError(name)
    kind = KINDS[name]
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in value and field.name in CIRCUMSTANCES:
            continue
        read, wanted = _READERS[field.name]
        try:
            values[field.name] = read(value[field.name])
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"{name} needs {field.name!r}, {wanted}") from None
    return kind(**values)


def _no_fact(name: object) -> str:
    return f"no fact {name!r}; there are {', '.join(KINDS)}"


def _seat(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _codes(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(_text(code) for code in value)


def _source(value: object) -> str:
    if value not in ("camera", "person"):
        raise ValueError
    return str(value)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return float(value)


_READERS: Mapping[str, tuple[Callable[[object], Any], str]] = MappingProxyType(
    {
        "seat": (_seat, "a number from 0"),
        "card": (_text, "a code"),
        "cards": (_codes, "a list of codes"),
        "source": (_source, "camera or person"),
        "time": (_number, "a number"),
        "confidence": (_number, "a number"),
    }
)
"""What reads the value of a key, and what it must be."""
