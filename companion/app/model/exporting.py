"""What a recorded session can be written as, for people and for other programs."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.app.model.telling import Telling, telling
from companion.errors import WrongInputError
from companion.language import ENGLISH, Language, mark
from companion.recording.export.clip import find_trick, write_clip
from companion.recording.export.crops import write_crops
from companion.recording.export.datasets import write_yolo
from companion.recording.export.documents import write_document
from companion.recording.export.files import check_free, new_folder
from companion.recording.export.pictures import Tally, class_names, labelled_pictures
from companion.recording.opening import Session, open_session
from companion.recording.story import tricks_of

_EVERY = 1.0
"""Seconds between two pictures of a data set."""

Write = Callable[[Session, Path, Language, str], None]
"""Writes a session to a path, in a language; the last argument is the trick where one is wanted."""


@dataclass(frozen=True, slots=True)
class Form:
    """One form a session can be written in.

    Attributes:
        id: Names it.
        title: A message to translate.
        about: What it is good for, a message to translate.
        suffix: Of the file; empty where it is a folder.
        write: Writes it.
        asks_trick: Whether it is of one trick.
    """

    id: str
    title: str
    about: str
    suffix: str
    write: Write
    asks_trick: bool = False


def tricks(folder: Path) -> tuple[str, ...]:
    """Return the labels of a session's tricks, such as `1.3`.

    Raises:
        UnusableError: It cannot be opened.
    """
    return tuple(trick.label for trick in tricks_of(open_session(folder)))


def file_name(name: str, form: Form, trick: str = "") -> str:
    """Return a name for the file or folder, made from that of the session."""
    plain = "".join(letter if letter.isalnum() or letter in " -_" else "-" for letter in name).strip() or form.id
    return f"{plain}{f' {trick}' if form.asks_trick else '' if form.suffix else f' {form.id}'}{form.suffix}"


def export(folder: Path, form: Form, path: Path, language: Language = ENGLISH, trick: str = "") -> Telling:
    """Write a session and return what tells what came of it.

    Args:
        folder: Of the session.
        form: What it is written as.
        path: New file or folder.
        language: Of a score sheet.
        trick: Which trick, where the form is of one.

    Raises:
        UnusableError: The session cannot be opened, the path is taken or cannot be written.
        WrongInputError: The session has not what is wanted.
    """
    if form.suffix:
        check_free(path)
    form.write(open_session(folder), path, language, trick)
    return telling(mark("Written: {path}"), path=path)


def _document(kind: str) -> Write:
    return lambda session, path, language, _trick: write_document(session, kind, path, language)


def _clip(session: Session, path: Path, _language: Language, trick: str) -> None:
    write_clip(path, session, find_trick(session, trick))


def _pictures(session: Session, path: Path, _language: Language, _trick: str) -> None:
    tally = Tally()
    pictures = labelled_pictures(session, tally, every=_EVERY, classes="cards", masked=False)
    with new_folder(path) as folder:
        write_yolo(folder, pictures, class_names(session, "cards"))
        if not tally.pictures:
            raise WrongInputError(mark("{name}: no picture could be labelled"), name=session.folder)


def _crops(session: Session, path: Path, _language: Language, _trick: str) -> None:
    with new_folder(path) as folder:
        if not write_crops(folder, session):
            raise WrongInputError(
                mark(
                    "{name}: shows no card whose name is certain; it is once the hand was played to the end, "
                    "or a person named the card"
                ),
                name=session.folder,
            )


FORMS: tuple[Form, ...] = (
    Form(
        "pdf",
        mark("Score sheet (PDF)"),
        mark("All hands and tricks on pages to print or to send round."),
        ".pdf",
        _document("pdf"),
    ),
    Form(
        "html",
        mark("Score sheet (web page)"),
        mark("The same as a page for any browser."),
        ".html",
        _document("html"),
    ),
    Form(
        "clip",
        mark("One trick as a film (MP4)"),
        mark("A few seconds with boxes and names, to show to others."),
        ".mp4",
        _clip,
        asks_trick=True,
    ),
    Form(
        "csv",
        mark("The play as a table (CSV)"),
        mark("One line a card, for a spreadsheet."),
        ".csv",
        _document("csv"),
    ),
    Form(
        "json",
        mark("The play for programs (JSON)"),
        mark("Settings, plays and totals."),
        ".json",
        _document("json"),
    ),
    Form(
        "record",
        mark("A written record"),
        mark("What “companion score” reads and scores again."),
        ".jsonl",
        _document("record"),
    ),
    Form(
        "yolo",
        mark("Pictures to train on (YOLO)"),
        mark("A picture a second with its boxes, for those who train models."),
        "",
        _pictures,
    ),
    Form(
        "crops",
        mark("Single cards to train on"),
        mark("Every card whose name is certain, cut out and sorted by name."),
        "",
        _crops,
    ),
)
