"""What can be said of a session in one file: score sheets, the play, a written record."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from companion.errors import UnusableError
from companion.language import Language, mark
from companion.recording.export.files import check_free
from companion.recording.export.play import as_csv, as_json
from companion.recording.export.record import record_of
from companion.recording.export.sheet import sheet_of
from companion.recording.opening import Session
from companion.refusals import refused
from companion.whole_files import sweep, write_whole


def _html(session: Session, language: Language) -> bytes:
    from companion.recording.export.sheet_pages import as_html

    return as_html(sheet_of(session, language), language).encode()


def _pdf(session: Session, language: Language) -> bytes:
    from companion.recording.export.sheet_pages import as_pdf

    return as_pdf(sheet_of(session, language), language)


DOCUMENTS: Mapping[str, Callable[[Session, Language], bytes]] = MappingProxyType(
    {
        # Without a mark Excel takes it for another encoding, and "José" comes out as "JosÃ©"; programs have "json".
        "csv": lambda session, _: as_csv(session).encode("utf-8-sig"),
        "json": lambda session, _: (json.dumps(as_json(session), ensure_ascii=False, indent=2) + "\n").encode(),
        "record": lambda session, _: (json.dumps(record_of(session), ensure_ascii=False) + "\n").encode(),
        "html": _html,
        "pdf": _pdf,
    }
)
"""What a file of each kind holds; score sheets are written in a language.

What makes their pages takes a sixth of a second to load: the window opens without it.
"""


def write_document(session: Session, kind: str, path: Path, language: Language) -> None:
    """Write a session as one file.

    Args:
        session: What to write.
        kind: A key of `DOCUMENTS`.
        path: New file; folders on the way there are made.
        language: Of a score sheet.

    Raises:
        UnusableError: The path is taken or cannot be written.
        WrongInputError: The session has not what is wanted.
    """
    check_free(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path.parent)
        write_whole(path, DOCUMENTS[kind](session, language))
    except OSError as error:
        raise UnusableError(mark("{name}: cannot be written ({reason})"), name=path, reason=refused(error)) from error
