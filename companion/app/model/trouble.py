"""What went wrong, kept until somebody is told of it in their language."""

from companion.errors import CompanionError
from companion.language import ENGLISH, Language, mark
from companion.refusals import refusal_of

FROM_BELOW = (mark("the models are missing: install the companion again, or run it from its checkout"),)
"""Messages of modules that know no languages."""


class Trouble:
    """Nothing, or a failure. Written by one thread, read by another."""

    def __init__(self) -> None:
        self._error: Exception | None = None

    def note(self, error: Exception | None) -> None:
        """Keep a failure; None: all is well."""
        self._error = error

    def told(self, language: Language = ENGLISH) -> str:
        """Return it in words; empty where all is well."""
        error = self._error
        if error is None:
            return ""
        if isinstance(error, CompanionError):
            return error.told(language)
        if isinstance(error, OSError):
            return language.text(refusal_of(error))
        # The traceback went to standard error, for a report.
        return f"{type(error).__name__}: {error}"
