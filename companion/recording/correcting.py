"""Corrections of a recorded game after it was played: new facts in the same log, with their author and time.

What was recorded before stays in the log; chapters and subtitles follow by `companion.recording.starting.complete`.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import UnusableError, WrongInputError
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS
from companion.recording.logbook import Logbook
from companion.recording.opening import Session, open_session
from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.table.book import Book, typed_play, with_cards, with_seat
from companion.table.events import Event
from companion.table.exchanging import set_right_in


def correct_cards(folder: Path, fact: int, cards: tuple[str, ...], author: str) -> Session:
    """Say which cards a play really was.

    Args:
        folder: Of the session.
        fact: Place of the play in the log of facts, from 0.
        cards: Codes.
        author: Who says so.

    Returns:
        The session as it is now.

    Raises:
        WrongInputError: There is no such play, or the game cannot have gone that way (`ImpossibleFactError`).
        UnusableError: The session cannot be opened or written.
    """
    return _correct(folder, fact, author, lambda old: with_cards(old, cards, "person", 1.0))


def correct_seat(folder: Path, fact: int, seat: int, author: str) -> Session:
    """Say who really made a play; arguments, result and errors as of `correct_cards`."""
    return _correct(folder, fact, author, lambda old: with_seat(old, seat, "person"))


def remove_play(folder: Path, fact: int, author: str) -> Session:
    """Take out a play that never was; arguments, result and errors as of `correct_cards`."""
    session = _opened(folder, fact)
    time = session.facts[fact].time
    return _write(session, fact, author, lambda book: book.remove(fact, time, "person", "removed by hand"))


def insert_play(
    folder: Path, fact: int, seat: int, cards: tuple[str, ...], author: str, track: int | None = None
) -> Session:
    """Add a play that was missed before the one at this place; behind the last one, the next.

    Arguments, result and errors as of `correct_cards`; `track` is that of its card, where it was seen.
    """
    session = open_session(folder)
    if not 0 <= fact <= len(session.facts):
        raise WrongInputError(f"{folder}: there is no place {fact} among {len(session.facts)} facts")
    near = session.facts[min(fact, len(session.facts) - 1)] if session.facts else None
    time = near.time if near is not None else session.end
    play = typed_play(session.log, fact, seat, cards, time)
    return _write(session, fact, author, lambda book: book.insert(fact, play, None, "added by hand"), track)


def _correct(folder: Path, fact: int, author: str, change: Callable[[Fact], Fact]) -> Session:
    session = _opened(folder, fact)
    old = session.facts[fact]
    if not isinstance(old, CardsPlayed | TiebreakCard):
        raise WrongInputError(f"{folder}: fact {fact} is no play; it was said by a person and is not corrected here")
    new = change(old)
    return _write(session, fact, author, lambda book: set_right_in(book, fact, new, {}, old.time))


def _opened(folder: Path, fact: int) -> Session:
    session = open_session(folder)
    if not 0 <= fact < len(session.facts):
        raise WrongInputError(f"{folder}: there is no fact {fact}; the session has {len(session.facts)}")
    return session


def _write(
    session: Session, fact: int, author: str, change: Callable[[Book], list[Event]], track: int | None = None
) -> Session:
    book = Book(session.game, session.settings, session.names)
    for known in session.facts:
        book.append(known)
    events = change(book)
    # Plays keep what they were seen as; one that was put in or taken out shifts those behind it.
    added = len(book.facts) - len(session.facts)
    tracks = list(session.tracks)
    if added > 0:
        tracks.insert(fact, track)
    elif added < 0:
        del tracks[fact]
    path = session.folder / EVENTS
    try:
        journal = Journal(path, alone=True)
    except OSError as error:
        raise UnusableError(f"{path}: cannot be written ({error.strerror or error})") from error
    try:
        said = f"{author} {datetime.now(UTC).isoformat(timespec='seconds')}".strip()
        log = Logbook(journal, session.facts, session.tracks, session.change)
        end = session.end
        log.facts_stand(end, book.facts, tracks, author=said)
        for event in events:
            now = replace(event, time=end)
            log.heard(now, session.speaker.sentence(now))
        log.checkpoint(end)
        if journal.problem:
            raise UnusableError(f"{path}: cannot be written ({journal.problem})")
    finally:
        journal.close()
    return open_session(session.folder)
