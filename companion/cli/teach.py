"""`companion teach`: learns how the cards of one particular deck look."""

import argparse
import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cards import DECKS, card_name, deck_name
from companion.cli.model_options import add_model_options
from companion.cli.output import answer, counted, tell
from companion.errors import CompanionError, UnusableError, WrongInputError

if TYPE_CHECKING:
    from companion.vision.gallery import Gallery
    from companion.vision.reader import Reader
    from companion.vision.teaching import Lesson, TaughtCard, Teacher
    from companion.vision.types import Image

_FOLDERS = "folders"
_SKIP, _NONE = "", "-"
_NAMED = 3
"""Files that are named of those that are passed over."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "teach",
        help="learn how the cards of your own deck look",
        description="Learns a deck from pictures of its cards: one card at a time, or rows and fans of many, in any "
        "order, each card once. What is not sure is asked; with --json nothing is asked but listed. Teaching the same "
        "name again adds to what is known. Use the deck with: companion watch --deck-gallery NAME.",
        epilog="Exit status: 0 every card of the deck is known, 1 some are missing or in doubt (the others are kept "
        "all the same), 2 a source, the name or an option cannot be used (what other sources show is kept).",
    )
    parser.add_argument("name", metavar="NAME", help="what you call the deck")
    sources = parser.add_argument(
        "sources",
        nargs="+",
        default=[],
        metavar="SOURCE",
        help="pictures, folders of pictures, video files, or the number of a camera (0 is the first)",
    )
    # Sources may be left out beside --from; "*" would not let options stand before them.
    sources.required = False
    parser.add_argument(
        "--from",
        dest="sessions",
        type=Path,
        nargs="+",
        default=[],
        metavar="DIR",
        help="recorded sessions: cards that people named or corrected in them, and those of finished hands",
    )
    parser.add_argument("--deck", required=True, choices=tuple(DECKS), help="which cards the deck has")
    parser.add_argument(
        "--labels",
        metavar="FILE",
        help="file with lines PICTURE,CODE for pictures of one card each, or the word 'folders': pictures lie in "
        "folders named by the card's code (with _ for signs that a folder's name cannot have)",
    )
    parser.add_argument("--new", action="store_true", help="forget what was taught under this name before")
    parser.add_argument("--seconds", type=float, default=120.0, metavar="S", help="how long to watch a camera")
    parser.add_argument("--crops", type=Path, metavar="DIR", help="write pictures of the cards in doubt to DIR")
    parser.add_argument("--galleries", type=Path, metavar="DIR", help="keep taught decks here (default: your own data)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object and ask nothing")
    add_model_options(parser, gallery=False)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Teach and return the exit status."""
    from companion.cli.model_options import chosen_models
    from companion.vision.gallery_file import gallery_path, load_gallery, save_gallery
    from companion.vision.teaching import Teacher

    if not 0 < arguments.seconds <= 3600:
        raise UnusableError(f"--seconds {arguments.seconds:g}: expected more than 0, at most 3600")
    if not arguments.sources and not arguments.sessions:
        raise UnusableError("nothing to learn from: give a SOURCE, or recorded sessions by --from")
    path = gallery_path(arguments.name, arguments.galleries)
    labels = _labels(arguments)
    finder, reader = chosen_models(arguments)
    teacher = Teacher(finder, reader, arguments.name, arguments.deck)
    if path.exists() and not arguments.new:
        teacher.go_on_from(load_gallery(arguments.name, reader, arguments.galleries))
    if arguments.sessions:
        teacher.go_on_from(_from_sessions(arguments, reader))
    unusable = 0
    for source in arguments.sources:
        try:
            _watch_source(teacher, source, labels, arguments.seconds)
        except UnusableError as error:
            if len(arguments.sources) == 1:
                raise
            # What the other sources show is learned all the same.
            tell(str(error))
            unusable = error.exit_status
    lesson = teacher.lesson()
    if lesson.doubtful and not arguments.json and sys.stdin.isatty():
        lesson = _ask(teacher, lesson, arguments.crops)
    if arguments.crops is not None:
        _write_crops(arguments.crops, lesson.doubtful)
    known = [code for code in teacher.deck.codes if code not in lesson.missing]
    if known or not lesson.doubtful:
        save_gallery(teacher.gallery(), arguments.galleries)
    shown = teacher, lesson, known, path, teacher.other_deck(lesson)
    answer(_describe(*shown), _told(*shown), as_json=arguments.json)
    return unusable or (1 if lesson.missing or lesson.doubtful else 0)


def _from_sessions(arguments: argparse.Namespace, reader: "Reader") -> "Gallery":
    """Return what is known of the deck and what recorded sessions teach about it."""
    from companion.recording.lessons import teach_from
    from companion.vision.gallery_file import gallery_path, load_gallery

    known = None
    if gallery_path(arguments.name, arguments.galleries).exists() and not arguments.new:
        known = load_gallery(arguments.name, reader, arguments.galleries)
    gallery = teach_from(arguments.sessions, reader, arguments.name, arguments.deck, known)
    looks, cards, after = len(gallery.looks), len(gallery.codes), len(arguments.sessions)
    tell(f"{counted(looks, 'look')} at {counted(cards, 'card')} after {counted(after, 'session')}")
    return gallery


def _labels(arguments: argparse.Namespace) -> dict[Path, str] | str:
    """Return the card of each picture that a file names, or the word for folders; empty without labels."""
    from companion.cards import deck as deck_by_id

    if arguments.labels is None or arguments.labels == _FOLDERS:
        return arguments.labels or {}
    path = Path(arguments.labels)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file) if row]
    except OSError as error:
        raise UnusableError(f"{path}: cannot be read ({error.strerror or error})") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise UnusableError(f"{path}: cannot be read as lines PICTURE,CODE ({error})") from error
    labels = {}
    for number, row in enumerate(rows, start=1):
        if len(row) != 2:
            raise WrongInputError(f"{path}, line {number}: expected PICTURE,CODE, got {','.join(row)!r}")
        picture = (path.parent / row[0].strip()).resolve()
        if not picture.is_file():
            tell(f"{path}, line {number}: there is no picture {picture}; the line is left out")
        try:
            labels[picture] = deck_by_id(arguments.deck).parse(row[1].strip()).code
        except CompanionError as error:
            raise WrongInputError(f"{path}, line {number}: {error}") from error
    return labels


def _watch_source(teacher: "Teacher", source: str, labels: dict[Path, str] | str, seconds: float) -> None:
    """Show the teacher all pictures of a source, telling how far it has come; Ctrl+C ends the source."""
    from companion.vision.sources.base import SourceLostError
    from companion.vision.sources.network import masked

    try:
        for name, image, code in _pictures(teacher, source, labels, seconds):
            lesson = _add(teacher, name, image, code)
            if lesson is not None and _all_shown(teacher, lesson) and not Path(source).exists():
                return
    except KeyboardInterrupt:
        tell(f"{masked(source)}: ended")
    except SourceLostError as error:
        # What was shown so far is known, and is kept.
        tell(str(error))


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


def _pictures(
    teacher: "Teacher", source: str, labels: dict[Path, str] | str, seconds: float
) -> Iterator[tuple[str, "Image", str | None]]:
    from companion.vision.camera import open_source
    from companion.vision.sources.pictures import PICTURE_SUFFIXES, pictures_in, read_picture
    from companion.vision.stillness import still_frames

    path = Path(source)
    if path.is_dir():
        folders = [path, *sorted(below for below in path.iterdir() if below.is_dir())]
        paths = [picture for folder in folders for picture in pictures_in(folder)]
        _tell_of_others(path, [other for folder in folders for other in folder.iterdir() if other not in paths])
        for folder in folders[1:] if isinstance(labels, str) else ():
            if _code_in_name_of(teacher, folder) is None:
                tell(f"{folder}: is named by no card of the deck; its pictures are taken as they are read")
        if not paths:
            raise UnusableError(f"{path}: there are no pictures in this folder")
    elif path.suffix.lower() in PICTURE_SUFFIXES:
        paths = [path]
    else:
        with open_source(source) as opened:
            for frame in still_frames(opened, seconds if opened.is_live else None):
                yield f"{opened.name}, second {frame.time:.1f}", frame.image, None
        return
    unread = 0
    for picture in paths:
        code = _code_in_name_of(teacher, picture.parent) if isinstance(labels, str) else labels.get(picture.resolve())
        try:
            image = read_picture(picture)
        except UnusableError as error:
            if len(paths) == 1:
                raise
            unread += 1
            tell(str(error))
            continue
        yield str(picture), image, code
    if unread == len(paths):
        raise UnusableError(f"{path}: none of its {unread} pictures can be read")


def _tell_of_others(folder: Path, others: list[Path]) -> None:
    """Say which files of a folder are no pictures: a video among them may show the cards that are missing."""
    names = sorted(other.name for other in others if other.is_file() and not other.name.startswith("."))
    if names:
        more = ", ..." if len(names) > _NAMED else ""
        tell(
            f"{folder}: {len(names)} of its files are not read, for they are no pictures by their names "
            f"({', '.join(names[:_NAMED])}{more}); give videos as sources by themselves"
        )


def _code_in_name_of(teacher: "Teacher", folder: Path) -> str | None:
    spelled = {code.replace(":", "_").replace("1/2", "half"): code for code in teacher.deck.codes}
    return spelled.get(folder.name.replace(":", "_"))


def _ask(teacher: "Teacher", lesson: "Lesson", crops: Path | None) -> "Lesson":
    """Ask at the terminal which cards those in doubt are, until nothing is in doubt or the person has enough."""
    left = set[int]()
    while open_questions := [card for card in lesson.doubtful if card.number not in left]:
        card = open_questions[0]
        if crops is not None:
            tell(f"see {_write_crops(crops, [card])[0]}")
        tell(
            f"Which card is number {card.number}? Its code or its line in this list, - for no card of the deck, "
            "or Enter to leave it"
        )
        for place, (code, chance) in enumerate(card.candidates[:5], start=1):
            tell(f"  {place}  {code:<10} {card_name(teacher.deck.parse(code))} {100 * chance:.0f} %")
        try:
            answer = sys.stdin.readline()
        except KeyboardInterrupt:
            return lesson
        if not answer:
            return lesson
        answer = answer.strip()
        try:
            if answer == _SKIP:
                left.add(card.number)
            elif answer == _NONE:
                lesson = teacher.dismiss(card.number)
            else:
                lesson = teacher.confirm(card.number, _chosen(answer, card))
        except CompanionError as error:
            tell(str(error))
    return lesson


def _chosen(answer: str, card: "TaughtCard") -> str:
    if answer.isdecimal() and 1 <= int(answer) <= min(5, len(card.candidates)):
        return card.candidates[int(answer) - 1][0]
    return answer


def _write_crops(folder: Path, cards: "list[TaughtCard] | tuple[TaughtCard, ...]") -> list[Path]:
    from companion.evaluation.files import make_folder, save_picture

    make_folder(folder)
    paths = [folder / f"card-{card.number}.png" for card in cards]
    for path, card in zip(paths, cards, strict=True):
        save_picture(path, card.crop)
    return paths


def _describe(teacher: "Teacher", lesson: "Lesson", known: list[str], path: Path, other: str | None) -> dict[str, Any]:
    return {
        "gallery": teacher.name,
        "deck": teacher.deck.id,
        "file": str(path) if known else None,
        "known": known,
        "missing": list(lesson.missing),
        "other_deck": other,
        "doubtful": [
            {"number": card.number, "candidates": [[code, round(chance, 4)] for code, chance in card.candidates]}
            for card in lesson.doubtful
        ],
    }


def _told(teacher: "Teacher", lesson: "Lesson", known: list[str], path: Path, other: str | None) -> str:
    kept = f"kept in {path}" if known else "so there is nothing to keep yet"
    lines = [f"{teacher.name}: {len(known)} of {len(teacher.deck.codes)} cards known, {kept}"]
    if other is not None:
        lines.append(f"these look like cards of another deck ({deck_name(other)}): was --deck {other} meant?")
    if lesson.doubtful:
        lines.append(f"in doubt: {len(lesson.doubtful)}; answer at the terminal, or name them with --labels")
    if lesson.missing:
        lines.append(f"missing: {', '.join(lesson.missing)}")
    return "\n".join(lines)
