"""What went wrong, kept until somebody is told of it in their language."""

import errno
from collections.abc import Mapping
from types import MappingProxyType

from companion.errors import CompanionError
from companion.language import ENGLISH, Language, mark

_REFUSALS: Mapping[int | None, str] = MappingProxyType(
    {
        errno.EACCES: mark("this place may not be written to"),
        errno.EPERM: mark("this place may not be written to"),
        errno.EROFS: mark("this place may not be written to"),
        errno.ENOSPC: mark("the disk is full"),
        errno.ENOENT: mark("there is no such folder"),
        errno.ENOTDIR: mark("there is no such folder"),
        errno.EISDIR: mark("a folder of this name is there"),
    }
)
"""What the computer says to a file, in our words: its own come in its own language only."""

FROM_BELOW = (mark("the models are missing: install the companion again, or run it from its checkout"),)
"""Messages of modules that know no languages."""


def refusal_of(error: OSError) -> str:
    """Return why a file could not be had, a message of the catalogues where it is one of the usual reasons."""
    return _REFUSALS.get(error.errno) or error.strerror or str(error)


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
