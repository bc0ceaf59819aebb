"""A session as the library lists it."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.error_json import error_from_json, error_to_json
from companion.errors import CompanionError, Translator
from companion.plain_json import utf8
from companion.recording.opening import Session

_YEARS = (1970, 9000)
"""Between these a time has a place in any time zone."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A session in the library.

    Attributes:
        folder: Where it lies.
        name: What it is called.
        game: Id of the game; empty where the session cannot be opened.
        title: The game's name with its credit.
        players: Seat 0 first.
        started: When, in ISO 8601.
        seconds: How long it was.
        bytes: What it takes on the disk.
        facts: How many facts it has.
        totals: The standing.
        winners: Who won; empty for an unfinished game.
        over: Whether the game was played to its end.
        complete: Whether the recording was ended and did not break off.
        tags: What it was tagged with.
        archived: Whether lists leave it out.
        problem: Why it cannot be opened, or what is missing, in English; empty where nothing is.
        trouble: Why it cannot be opened, as JSON (`told`); empty where it can.
    """

    folder: Path
    name: str
    game: str
    title: str
    players: tuple[str, ...]
    started: str
    seconds: float
    bytes: int
    facts: int
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    over: bool
    complete: bool
    tags: tuple[str, ...]
    archived: bool
    problem: str
    trouble: str = ""

    def told(self, language: Translator) -> str:
        """Return why it cannot be opened, in a language; empty where it can."""
        return error_from_json(json.loads(self.trouble)).told(language) if self.trouble else ""

    @property
    def searched(self) -> str:
        """Where the words of a search are looked for, in folded case."""
        texts = (self.name, self.folder.name, self.game, self.title, when(self.started), *self.players, *self.tags)
        return "\n".join(texts).casefold()


def entry_of(session: Session) -> Entry:
    """Return the entry of a session that could be opened."""
    about, state = session.about, session.log.state
    tags = about.get("tags", [])
    return Entry(
        folder=session.folder,
        name=str(about.get("name") or session.folder.name),
        game=session.game.id,
        title=session.game.title,
        players=session.names,
        started=started(session),
        seconds=_seconds(session),
        bytes=session.size,
        facts=len(session.facts),
        totals=tuple(session.log.view.totals),
        winners=tuple(session.names[seat] for side in state.winners for seat in state.seats_of(side)),
        over=session.log.view.phase == "over",
        complete=session.complete,
        tags=tuple(str(tag) for tag in tags) if isinstance(tags, list) else (),
        archived=about.get("archived") is True,
        problem="; ".join(map(str, session.notes)),
    )


def _seconds(session: Session) -> float:
    known = session.about.get("seconds")
    return float(known) if isinstance(known, int | float) else session.end


def started(session: Session) -> str:
    """Return when a session began, with the time zone; empty where that is not known."""
    known = str(session.about.get("started", ""))
    try:
        moment = datetime.fromisoformat(known)
    except ValueError:
        return ""
    if not _YEARS[0] < moment.year < _YEARS[1]:
        return ""
    return known if moment.tzinfo is not None else moment.astimezone().isoformat()


def when(moment: str) -> str:
    """Return a time in ISO 8601 as the clock here showed it, `2026-11-21 20:15`; as it is where it is none."""
    try:
        return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return moment[:16]


def broken_entry(folder: Path, problem: CompanionError) -> Entry:
    """Return the entry of a session that cannot be opened, and why."""
    trouble = utf8(json.dumps(error_to_json(problem), ensure_ascii=False)).decode()
    return Entry(folder, folder.name, "", "", (), "", 0.0, 0, 0, (), (), False, False, (), False, str(problem), trouble)
