"""Corrections of a recorded game after it was played: new facts in the same log, with their author and time.

What was recorded before stays in the log, and `companion.recording.undoing` goes back to it; chapters and subtitles
follow by `companion.recording.starting.complete`.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.errors import UnusableError, WrongInputError
from companion.language import mark
from companion.recording.annotations import CANNOT_BE_WRITTEN, said_now
from companion.recording.captions import LEFT_OUT, Cue, cue_block
from companion.recording.journal import Journal
from companion.recording.layout import CAPTIONS, EVENTS
from companion.recording.logbook import Logbook
from companion.recording.opening import Session, open_session
from companion.refusals import refused
from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.table.book import Book
from companion.table.events import Event
from companion.table.exchanging import set_right_in
from companion.table.play_facts import typed_play, with_cards, with_seat


def correct_cards(folder: Path, fact: int, cards: tuple[str, ...], author: str, said: str = "") -> Session:
    """Say which cards a play really was.

    Args:
        folder: Of the session.
        fact: Place of the play in the log of facts, from 0.
        cards: Codes.
        author: Who says so.
        said: When, in ISO 8601: what a person does at once has the same; empty for now.

    Returns:
        The session as it is now.

    Raises:
        WrongInputError: There is no such play, or the game cannot have gone that way (`ImpossibleFactError`).
        UnusableError: The session cannot be opened or written.
    """
    return _correct(folder, fact, author, said, lambda old: with_cards(old, cards, "person", 1.0))


def correct_seat(folder: Path, fact: int, seat: int, author: str, said: str = "") -> Session:
    """Say who really made a play; arguments, result and errors as of `correct_cards`."""
    return _correct(folder, fact, author, said, lambda old: with_seat(old, seat, "person"))


def remove_play(folder: Path, fact: int, author: str, said: str = "") -> Session:
    """Take out a play that never was; arguments, result and errors as of `correct_cards`."""
    session = _opened(folder, fact)
    time = session.facts[fact].time
    tracks = _with(session.tracks, fact, 1, ())
    told = by(folder, author, said)
    return write_facts(session, told, tracks, lambda book: book.remove(fact, time, "person", "removed by hand"))


def insert_play(
    folder: Path,
    fact: int,
    seat: int,
    cards: tuple[str, ...],
    author: str,
    track: int | None = None,
    said: str = "",
) -> Session:
    """Add a play that was missed before the one at this place; behind the last one, the next.

    Arguments, result and errors as of `correct_cards`; `track` is that of its card, where it was seen.
    """
    session = open_session(folder)
    if not 0 <= fact <= len(session.facts):
        raise WrongInputError(
            mark("{name}: there is no place {fact} among {facts} facts"),
            name=folder,
            fact=fact,
            facts=len(session.facts),
        )
    near = session.facts[min(fact, len(session.facts) - 1)] if session.facts else None
    time = near.time if near is not None else session.end
    play = typed_play(session.log, fact, seat, cards, time)
    tracks = _with(session.tracks, fact, 0, (track,))
    return write_facts(
        session, by(folder, author, said), tracks, lambda book: book.insert(fact, play, None, "added by hand")
    )


def _correct(folder: Path, fact: int, author: str, said: str, change: Callable[[Fact], Fact]) -> Session:
    session = _opened(folder, fact)
    old = session.facts[fact]
    if not isinstance(old, CardsPlayed | TiebreakCard):
        raise WrongInputError(
            mark("{name}: fact {fact} is no play; it was said by a person and is not corrected here"),
            name=folder,
            fact=fact,
        )
    new = change(old)
    told = by(folder, author, said)
    return write_facts(session, told, session.tracks, lambda book: set_right_in(book, fact, new, {}, old.time))


def _opened(folder: Path, fact: int) -> Session:
    session = open_session(folder)
    if not 0 <= fact < len(session.facts):
        raise WrongInputError(
            mark("{name}: there is no fact {fact}; the session has {facts}"),
            name=folder,
            fact=fact,
            facts=len(session.facts),
        )
    return session


def _with(tracks: Sequence[int | None], at: int, removed: int, new: Sequence[int | None]) -> tuple[int | None, ...]:
    """Return the tracks of all plays: they keep what they were seen as where one is put in or taken out."""
    return (*tracks[:at], *new, *tracks[at + removed :])


def by(folder: Path, author: str, said: str = "") -> dict[str, str]:
    """Return who changes something about a session, and when, as the log tells it."""
    return {"author": author, "said": said or said_now(folder)}


def write_facts(
    session: Session, told: Mapping[str, str], tracks: Sequence[int | None], change: Callable[[Book], list[Event]]
) -> Session:
    """Change the facts of a session in its log.

    Args:
        session: The session as it is.
        told: Who changes them, and when (`by`); which change is taken back by it (`undo`), or made again (`redo`).
        tracks: What the card of each fact was seen as, afterwards.
        change: Changes a book that holds the facts.

    Returns:
        The session as it is now.

    Raises:
        WrongInputError: The game cannot have gone that way (`ImpossibleFactError`).
        UnusableError: The session cannot be opened or written, or a newer version of the program wrote some of it.
    """
    session.check_known()
    book = Book(session.game, session.settings, session.names)
    for known in session.facts:
        book.append(known)
    events = change(book)
    path = session.folder / EVENTS
    try:
        journal = Journal(path, alone=True)
    except OSError as error:
        raise UnusableError(CANNOT_BE_WRITTEN, name=path, reason=refused(error)) from error
    try:
        log = Logbook(journal, session.facts, session.tracks, session.change)
        end = session.end
        log.facts_stand(end, book.facts, tracks, told)
        told_now = [replace(event, time=end) for event in events]
        for event in told_now:
            log.heard(event, session.speaker.sentence(event))
        log.checkpoint(end)
        if journal.problem:
            raise UnusableError(CANNOT_BE_WRITTEN, name=path, reason=UnusableError(journal.problem))
        _subtitle(session, told_now)
    finally:
        journal.close()
    return open_session(session.folder)


def _subtitle(session: Session, events: Sequence[Event]) -> None:
    """Say in the subtitles, in their language, what was corrected; without them the log's words are shown."""
    path = session.folder / CAPTIONS
    if not path.exists():
        return
    speaker = session.speaker_at_table
    with contextlib.suppress(OSError):
        journal = Journal(path)
        for event in events:
            if not isinstance(event, LEFT_OUT):
                journal.append_raw(cue_block(Cue(event.time, speaker.sentence(event))))
        journal.close()
