"""What is told in whichever language is asked for: kept instead of its words, where the language may be switched."""

from collections.abc import Callable

from companion.language import Language

Telling = Callable[[Language], str]
"""Tells something in a language."""


def telling(message: str = "", /, **blanks: object) -> Telling:
    """Return what tells a message that is marked for translation, its blanks filled; nothing without one."""

    def told(language: Language) -> str:
        text = language.text(message) if message else ""
        return text.format(**blanks) if blanks else text

    return told
