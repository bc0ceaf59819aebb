"""What was agreed before a game, in words for a score sheet."""

from collections.abc import Iterator, Sequence

from companion.language import ENGLISH, Language
from companion.rules.settings import Setting, Settings, Value

_CONTEXT = "agreed"

_SEAT = "first_dealer"
"""The setting whose value is a seat."""


def agreed(
    schema: tuple[Setting, ...], settings: Settings, language: Language = ENGLISH, names: Sequence[str] = ()
) -> Iterator[str]:
    """Yield the usual things, and the house rules that are not as usual.

    Args:
        schema: The settings of the game.
        settings: Their values.
        language: The language to say it in.
        names: What to call the seats; their numbers without.
    """
    for setting in schema:
        value = settings[setting.name]
        message = _message(setting, value)
        if message:
            if setting.name == _SEAT and isinstance(value, int) and value < len(names):
                value = names[value]
            yield language.term(_CONTEXT, message).format(value=value)


def messages(setting: Setting) -> Iterator[str]:
    """Yield every message that this setting can lead to, as it is to be translated."""
    values: tuple[Value, ...] = {"flag": (False, True), "number": (setting.minimum,)}.get(setting.kind, setting.choices)
    yield from filter(None, (_message(setting, value) for value in values))


def _message(setting: Setting, value: Value) -> str:
    """Return what is to be translated; nothing where a value is not worth a word."""
    name = setting.name.replace("_", " ")
    if value is None or (setting.house_rule and value == setting.default):
        return ""
    if setting.kind == "number":
        return f"{name} {{value}}"
    if setting.kind == "flag":
        return name if value else f"no {name}" if setting.house_rule else ""
    return f"{name} {value}".replace("_", " ")
