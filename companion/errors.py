"""Failures that a person is told about in one line, with the exit status they lead to."""

from collections.abc import Mapping
from typing import Protocol


class Translator(Protocol):
    """What knows a language; see `companion.language.Language`."""

    def text(self, message: str) -> str:
        """Return a message in this language."""
        ...


class CompanionError(Exception):
    """Base of every failure with a message meant for people: what was wrong, where, and what to do.

    `str` gives it in English. Where it can be translated, the message is one of the catalogues.
    """

    exit_status = 2

    def __init__(self, message: str = "", /, **blanks: object) -> None:
        """Make the failure.

        Args:
            message: In English; marked for translation where the window shows it.
            **blanks: What fills its blanks; without any, braces in the message are what they are. Another failure
                is told in the same language.
        """
        super().__init__(message.format(**blanks) if blanks else message)
        self._message, self._blanks = message, blanks

    def told(self, language: Translator) -> str:
        """Return the message in a language, in English where it was not translated."""
        if not self._blanks:
            return language.text(self._message) if self._message else ""
        filled = {
            blank: value.told(language) if isinstance(value, CompanionError) else value
            for blank, value in self._blanks.items()
        }
        return language.text(self._message).format(**filled)

    @property
    def parts(self) -> tuple[str, Mapping[str, object]]:
        """The message, and what fills its blanks."""
        return self._message, self._blanks


class UnusableError(CompanionError):
    """A file, camera, model or option cannot be used at all (exit status 2)."""

    exit_status = 2


class WrongInputError(CompanionError):
    """The input was read and found wrong (exit status 1)."""

    exit_status = 1
