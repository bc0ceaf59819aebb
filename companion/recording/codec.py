"""Facts as JSON objects and back: the one written form of a fact in a session's log."""

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
"""By the name under which they are written."""

_NAMES = {kind: name for name, kind in KINDS.items()}


def fact_to_json(fact: Fact) -> dict[str, Any]:
    """Return a fact as a JSON object: `fact` names its kind, the other keys are its attributes."""
    values = {field.name: getattr(fact, field.name) for field in fields(fact)}
    return {"fact": _NAMES[type(fact)]} | {
        key: list(value) if isinstance(value, tuple) else value for key, value in values.items()
    }


def fact_from_json(value: object) -> Fact:
    """Return the fact that a JSON object stands for; keys that are no attributes are left out.

    Raises:
        ValueError: It stands for none.
    """
    if not isinstance(value, dict) or value.get("fact") not in KINDS:
        raise ValueError(f"expected a fact, one of {', '.join(KINDS)}")
    kind = KINDS[value["fact"]]
    known = [field.name for field in fields(kind) if field.name in value]
    try:
        values: dict[str, Any] = {name: _READERS[name](value[name]) for name in known}
        return kind(**values)
    except TypeError:
        raise ValueError(f"a {value['fact']} is incomplete") from None


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"expected a seat, got {value!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected a card, got {value!r}")
    return value


def _listed(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"expected a list of cards, got {value!r}")
    return value


def _source(value: object) -> str:
    if value not in ("camera", "person"):
        raise ValueError(f"expected camera or person, got {value!r}")
    return str(value)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"expected a number, got {value!r}")
    return float(value)


_READERS: Mapping[str, Callable[[object], Any]] = MappingProxyType(
    {
        "seat": _whole,
        "card": _text,
        "cards": lambda value: tuple(_text(card) for card in _listed(value)),
        "source": _source,
        "time": _number,
        "confidence": _number,
    }
)
