"""Announcements as they are shown: the sentence of the event, cut where a headline ends."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from companion.language import Language, capital, mark
from companion.table import events as said
from companion.table.camera_notices import LOOK_AT_IT
from companion.table.sentences import Speaker

Weight = Literal["result", "question", "warning", "notice", "lost", "back"]
"""What an announcement is: it decides whether it is spoken, and which sound goes before it."""

_HEADLINE_ENDS = re.compile(r"(?: – |\s?; |(?<=\?) |\. )")

RESULTS: tuple[type[said.Event], ...] = (
    said.TrickWon,
    said.SuitMarked,
    said.HandEnded,
    said.TiebreakNeeded,
    said.TiebreakCardDealt,
    said.GameWon,
)


@dataclass(frozen=True, slots=True)
class Saying:
    """One announcement.

    Attributes:
        text: The whole, as it is spoken.
        headline: What everybody at the table wants to know.
        detail: The rest; may be empty.
        weight: What it is.
        event: What is announced; with it the announcement can be made again in another language.
        in_a_row: It is of several undos that followed each other, and takes the place of what was said of those before.
        again: Says it in another language, or with other names; None where the event alone says all.
    """

    text: str
    headline: str
    detail: str
    weight: Weight
    event: said.Event
    in_a_row: bool = False
    again: "Callable[[Language, Sequence[str]], Saying] | None" = field(default=None, compare=False, repr=False)

    @property
    def warns(self) -> bool:
        """Whether somebody has to look or act."""
        return self.weight in ("warning", "question")

    @property
    def asks(self) -> bool:
        """Whether it is a question, which is settled some time."""
        return self.weight == "question"


def announce(event: said.Event, speaker: Speaker) -> Saying | None:
    """Return what is said about an event, None where nothing is."""
    about_camera = isinstance(event, said.SourceChanged) and event.notice
    if isinstance(event, said.SEEN_ANYWAY) and not about_camera:
        return None
    text = capital(speaker.sentence(event))
    ends = _HEADLINE_ENDS.search(text)
    headline, detail = (text[: ends.start()], capital(text[ends.end() :])) if ends else (text, "")
    return Saying(text, headline, detail, _weight(event), event)


def announce_anew(saying: Saying, speaker: Speaker) -> Saying | None:
    """Return the same in the words of another speaker, with all that was said beside the event."""
    if saying.again is not None:
        return saying.again(speaker.language, speaker.names)
    return announce(saying.event, speaker)


_PICTURE: Mapping[str, tuple[Weight, str]] = {
    "lost": ("lost", mark("The camera gives no picture")),
    "resumed": ("back", mark("The camera's picture is back")),
}
"""By the state of a camera: what its announcement is, and the words, a message to translate. Its name, an address for
one, stands in the picture."""


def announce_picture(event: said.Event, language: Language) -> Saying | None:
    """Return what is said, but not shown as an announcement, when a camera is lost or back; else None."""
    if not isinstance(event, said.SourceChanged) or event.notice or event.state not in _PICTURE:
        return None
    weight, message = _PICTURE[event.state]
    text = language.text(message)
    return Saying(text, text, "", weight, event)


def _weight(event: said.Event) -> Weight:
    if isinstance(event, RESULTS):
        return "result"
    if isinstance(event, said.Question):
        return "question"
    lost = isinstance(event, said.Desynchronised) and event.state == "lost"
    lost |= isinstance(event, said.SourceChanged) and event.notice in LOOK_AT_IT
    return "warning" if lost or isinstance(event, said.Irregularity) else "notice"
