"""The languages that people are spoken to in: translations by GNU gettext, always passed on explicitly.

English is what the sources say; other languages are catalogues in `locale`. A catalogue is edited as `companion.po` and
shipped as `companion.mo` (see `docs/decisions/0006-translation.md`).
"""

import functools
import gettext
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from unicodedata import category

from companion.errors import UnusableError

_CATALOGUES = Path(__file__).resolve().parent / "locale"

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs after which writing runs another way, whatever comes; Hebrew and Arabic need none of them."""


@dataclass(frozen=True, eq=False)
class Language:
    """A language.

    Attributes:
        code: As in IETF tags: `en`, `es`, `fr`.
        name: What it calls itself.
        catalogue: Its translations.
    """

    code: str
    name: str
    catalogue: gettext.NullTranslations

    def text(self, message: str) -> str:
        """Return a message in this language."""
        return self.catalogue.gettext(message)

    def term(self, context: str, message: str) -> str:
        """Return a message that depends on its context, such as a rank on its deck."""
        return self.catalogue.pgettext(context, message)

    def plural(self, one: str, several: str, count: int) -> str:
        """Return the message that goes with a number."""
        return self.catalogue.ngettext(one, several, count)

    def listed(self, parts: Iterable[str]) -> str:
        """Return an enumeration: "Ann, Bob and Cid"."""
        *others, last = parts
        if not others:
            return last
        context = "list before the sound of i" if _sounds_as_i(last) else "list"
        return self.term(context, "{first} and {last}").format(first=", ".join(others), last=last)

    def either(self, parts: Sequence[str]) -> str:
        """Return a choice: "Ann, Bob or Cid"."""
        *others, last = parts
        if not others:
            return last
        return self.term("list", "{first} or {last}").format(first=", ".join(others), last=last)

    def aloud(self, text: str) -> str:
        """Return a text as it is to be spoken: engines may skip the sign of a number below zero."""
        return re.sub(r"−(?=\d)", f"{self.text('minus')} ", text)


def _sounds_as_i(word: str) -> bool:
    """Whether a word begins as "Inés" or "Hilario" do, before which Spanish says "e" instead of "y"."""
    start = word.casefold().removeprefix("h")[:2]
    return start[:1] in ("i", "í") and start not in ("ia", "ie", "io", "ió")


def mark(message: str) -> str:
    """Return a message as it is: it is translated where it is used, and found by the test of the catalogues here."""
    return message


def shown(number: int, form: str = "") -> str:
    """Return a number as it is shown (`form` as of `format`), with the sign of one below zero as printers set it."""
    return f"{number:{form}}".replace("-", "−")


def in_one_line(text: str) -> str:
    """Return what a person typed without what would break a line, or turn round what is written behind it."""
    return " ".join("".join(" " if category(sign) == "Cc" else sign for sign in text if sign not in _TURNING).split())


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


ENGLISH = Language("en", "English", gettext.NullTranslations())

LANGUAGES: Mapping[str, str] = MappingProxyType({"en": ENGLISH.name, "es": "Español", "fr": "Français"})
"""What the languages call themselves, by code."""


@functools.cache
def language(code: str) -> Language:
    """Return the language with this code.

    Raises:
        UnusableError: There is no such language, the message lists those there are; or its catalogue is missing.
    """
    if code == ENGLISH.code:
        return ENGLISH
    if code not in LANGUAGES:
        raise UnusableError(f"there is no language {code!r}; the languages are {', '.join(LANGUAGES)}")
    try:
        catalogue = gettext.translation("companion", _CATALOGUES, [code])
    except OSError as error:
        raise UnusableError(f"the catalogue of the language {code} is missing: install the companion again") from error
    return Language(code, LANGUAGES[code], catalogue)
