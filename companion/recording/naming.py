"""Calls the players of a recorded game otherwise: a line of its log says so, as one does while a game is recorded."""

from collections.abc import Sequence
from pathlib import Path

from companion.claims import TakenError
from companion.errors import UnusableError
from companion.language import mark
from companion.recording.annotations import CANNOT_BE_WRITTEN
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS
from companion.recording.logbook import Logbook
from companion.recording.opening import open_session
from companion.refusals import refused
from companion.rules.blanks import named
from companion.table.events import PlayersNamed


def name_players(folder: Path, names: Sequence[str]) -> None:
    """Call the players of a session otherwise; who sat where, what was played and the score stay as they are.

    Args:
        folder: Of the session.
        names: Seat 0 first; those without one are numbered.

    Raises:
        UnusableError: The session cannot be opened, is being recorded, or its log is missing or cannot be written.
        WrongInputError: There are more or fewer names than players, or two players have the same.
    """
    session = open_session(folder)
    event = PlayersNamed(time=session.end, players=named(names, len(session.names)))
    path = folder / EVENTS
    if not path.exists():
        raise UnusableError(mark("{name}: is missing"), name=path)
    try:
        journal = Journal(path, alone=True)
    except TakenError:
        raise UnusableError(
            mark("{name}: is being recorded or corrected just now; end that, then change the names"), name=folder
        ) from None
    except OSError as error:
        raise UnusableError(CANNOT_BE_WRITTEN, name=path, reason=refused(error)) from error
    try:
        Logbook(journal).heard(event, session.speaker.sentence(event))
        if journal.problem:
            raise UnusableError(CANNOT_BE_WRITTEN, name=path, reason=UnusableError(journal.problem))
    finally:
        journal.close()
