"""Announcements as they are shown: the sentence of the event, cut where a headline ends."""

import re
from dataclasses import dataclass

from companion.table.events import CardPlayed, Desynchronised, Event, Irregularity, Question, SourceChanged
from companion.table.sentences import Speaker

_HEADLINE_ENDS = re.compile(r"(?: – |; |(?<=\?) |\. )")

_SEEN_ONLY = (CardPlayed, SourceChanged)
"""What is to be seen anyway and would only interrupt."""


@dataclass(frozen=True, slots=True)
class Saying:
    """One announcement.

    Attributes:
        text: The whole, as it is spoken.
        headline: What everybody at the table wants to know.
        detail: The rest; may be empty.
        warns: Whether somebody has to look or act.
        asks: Whether it is a question, which is settled some time.
    """

    text: str
    headline: str
    detail: str
    warns: bool
    asks: bool


def announce(event: Event, speaker: Speaker) -> Saying | None:
    """Return what is said about an event, None where nothing is."""
    if isinstance(event, _SEEN_ONLY):
        return None
    text = _capital(speaker.sentence(event))
    ends = _HEADLINE_ENDS.search(text)
    headline, detail = (text[: ends.start()], _capital(text[ends.end() :])) if ends else (text, "")
    warns = isinstance(event, Irregularity | Question) or (isinstance(event, Desynchronised) and event.state == "lost")
    return Saying(text, headline, detail, warns, isinstance(event, Question))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
