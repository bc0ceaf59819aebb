"""What a deck is taught from: pictures, folders, videos and cameras, and what is said about the pictures."""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cards import Deck, plain_code
from companion.cli.output import counted, tell
from companion.errors import CompanionError, UnusableError, WrongInputError
from companion.given_files import read_given_text
from companion.refusals import refusal_of

if TYPE_CHECKING:
    from companion.vision.teaching import Lesson, Teacher
    from companion.vision.types import Image
    from companion.vision.unfinished_lessons import LessonKeeper

_FOLDERS = "folders"
_BETWEEN = re.compile(r"[,;\t](?=[^,;\t]*$)")
"""What stands between picture and code: spreadsheets write commas, semicolons where numbers have commas, or tabs."""
_NAMED = 3
"""Files that are named of those that are passed over."""


@dataclass
class Labels:
    """Which card a picture shows, where people say so.

    Attributes:
        deck: That they name cards of.
        file: That names them; None where none does.
        named: The codes of the pictures that it names.
        by_folder: Pictures lie in folders named by their card.
    """

    deck: Deck
    file: Path | None = None
    named: Mapping[Path, str] = field(default_factory=dict)
    by_folder: bool = False
    _used: set[Path] = field(default_factory=set)

    def code_of(self, picture: Path) -> str | None:
        """Return which card a picture shows; None where nobody says so."""
        if self.by_folder:
            return self.code_in_name_of(picture.parent)
        self._used.add(picture.resolve())
        return self.named.get(picture.resolve())

    def code_in_name_of(self, folder: Path) -> str | None:
        """Return the card that a folder is named by, with _ for signs that its name cannot have; None for none."""
        spelled = {plain_code(code): code for code in self.deck.codes}
        return spelled.get(folder.name.replace(":", "_"))

    def tell_of_unused(self) -> None:
        """Say of which pictures that are named none was looked at."""
        unused = sorted(path.name for path in self.named if path.is_file() and path not in self._used)
        if unused:
            shown = f"{counted(len(unused), 'picture')} that it names {'was' if len(unused) == 1 else 'were'} not shown"
            tell(f"{self.file}: {shown} ({_some(unused)}); give them, or their folder, as SOURCE")


def read_labels(given: str | None, deck: Deck) -> Labels:
    """Return what is said about pictures by a file, or by their folders where its name is the word for them.

    Raises:
        UnusableError: The file cannot be read.
        WrongInputError: A line says nothing that is known.
    """
    if given is None or given == _FOLDERS:
        return Labels(deck, by_folder=given == _FOLDERS)
    path = Path(given)
    try:
        text = read_given_text(path, pipes=True)
        lines = text.split("\n")
        first = next((line for line in lines if line.strip()), "")
        between = found[0] if (found := _BETWEEN.search(first)) is not None else ","
        rows = [row for row in csv.reader(lines, delimiter=between) if row]
    except OSError as error:
        raise UnusableError(f"{path}: cannot be read ({refusal_of(error)})") from error
    except (UnicodeDecodeError, csv.Error) as error:
        reason = "it is no UTF-8 text" if isinstance(error, UnicodeDecodeError) else error
        raise UnusableError(f"{path}: cannot be read as lines PICTURE,CODE ({reason}); save it as UTF-8") from error
    named = {}
    for number, row in enumerate(rows, start=1):
        if len(row) != 2:
            raise WrongInputError(f"{path}, line {number}: expected PICTURE,CODE, got {between.join(row)!r}")
        picture = (path.parent / row[0].strip()).resolve()
        if not picture.is_file():
            tell(f"{path}, line {number}: there is no picture {picture}; the line is left out")
        try:
            named[picture] = deck.parse(row[1].strip()).code
        except CompanionError as error:
            raise WrongInputError(f"{path}, line {number}: {error}") from error
    return Labels(deck, path, named)


def show_source(teacher: "Teacher", source: str, labels: Labels, seconds: float, notes: "LessonKeeper") -> bool:
    """Show the teacher all pictures of a source, telling and noting how far it has come; Ctrl+C ends the source.

    Returns:
        Whether to go on with the next: who ends a picture, a folder or a video has enough, a camera has to be ended.
    """
    from companion.vision.sources.base import SourceLostError
    from companion.vision.sources.network import masked

    try:
        for name, image, code in _pictures(source, labels, seconds):
            lesson = _add(teacher, name, image, code)
            if lesson is not None:
                notes.look(teacher, lesson)
            if lesson is not None and _all_shown(teacher, lesson) and not Path(source).exists():
                return True
    except KeyboardInterrupt:
        files = Path(source).exists()
        tell(f"{masked(source)}: ended{'; what comes after it is not looked at' if files else ''}")
        return not files
    except SourceLostError as error:
        # What was shown so far is known, and is kept.
        tell(str(error))
    return True


def _all_shown(teacher: "Teacher", lesson: "Lesson") -> bool:
    """Tell whether every card was shown now; what an earlier teaching kept may be shown again."""
    return {card.code for card in lesson.recognised} >= set(teacher.deck.codes)


def _add(teacher: "Teacher", name: str, image: "Image", code: str | None) -> "Lesson | None":
    try:
        lesson = teacher.add(image, code)
    except UnusableError as error:
        tell(f"{name}: {error}")
        return None
    tell(
        f"{name}: {len(lesson.recognised)} recognised, {len(lesson.doubtful)} in doubt, "
        f"{len(lesson.missing)} of {len(teacher.deck.codes)} missing"
    )
    return lesson


def _pictures(source: str, labels: Labels, seconds: float) -> Iterator[tuple[str, "Image", str | None]]:
    """Yield the pictures of a source with what they are called and the card that they are said to show."""
    from companion.vision.camera import open_source
    from companion.vision.sources.pictures import PICTURE_SUFFIXES
    from companion.vision.stillness import still_frames

    path = Path(source)
    # A name that is empty would be the folder that people are just in.
    if source and (path.is_dir() or path.suffix.lower() in PICTURE_SUFFIXES):
        yield from _pictures_of_files(path, _files_in(path, labels) if path.is_dir() else [path], labels)
        return
    with open_source(source) as opened:
        for frame in still_frames(opened, seconds if opened.is_live else None):
            yield f"{opened.name}, second {frame.time:.1f}", frame.image, None


def _files_in(folder: Path, labels: Labels) -> list[Path]:
    """Return the pictures of a folder and of those in it; say what is passed over."""
    from companion.vision.sources.pictures import pictures_in

    folders = [folder, *_folders_in(folder)]
    paths = [picture for each in folders for picture in pictures_in(each)]
    _tell_of_others(folder, [other for each in folders for other in each.iterdir() if other not in paths])
    if deeper := [str(each.relative_to(folder)) for below in folders[1:] for each in _folders_in(below)]:
        tell(
            f"{folder}: folders deeper in it are not looked into ({_some(deeper)}); give them as sources by themselves"
        )
    for below in folders[1:] if labels.by_folder else ():
        if labels.code_in_name_of(below) is None:
            tell(f"{below}: is named by no card of the deck; its pictures are taken as they are read")
    if not paths:
        raise UnusableError(f"{folder}: there are no pictures in this folder")
    return paths


def _folders_in(folder: Path) -> list[Path]:
    """Return the folders in one; those that programs keep for themselves, such as of small previews, are left out."""
    return sorted(below for below in folder.iterdir() if below.is_dir() and not below.name.startswith("."))


def _pictures_of_files(source: Path, paths: list[Path], labels: Labels) -> Iterator[tuple[str, "Image", str | None]]:
    from companion.vision.sources.pictures import read_picture

    unread = 0
    for path in paths:
        code = labels.code_of(path)
        try:
            image = read_picture(path)
        except UnusableError as error:
            if len(paths) == 1:
                raise
            unread += 1
            tell(str(error))
            continue
        yield str(path), image, code
    if unread == len(paths):
        raise UnusableError(f"{source}: none of its {unread} pictures can be read")


def _tell_of_others(folder: Path, others: list[Path]) -> None:
    """Say which files of a folder are no pictures: a video among them may show the cards that are missing."""
    names = sorted(other.name for other in others if other.is_file() and not other.name.startswith("."))
    if names:
        tell(
            f"{folder}: {len(names)} of its files are not read, for they are no pictures by their names "
            f"({_some(names)}); give videos as sources by themselves"
        )


def _some(names: list[str]) -> str:
    return ", ".join(names[:_NAMED]) + (", ..." if len(names) > _NAMED else "")
