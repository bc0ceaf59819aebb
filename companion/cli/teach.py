"""`companion teach`: learns how the cards of one particular deck look."""

import argparse
import errno
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cards import DECKS, UnknownCardError, card_name, deck_name
from companion.cli.model_options import add_model_options
from companion.cli.names import file_name, file_path
from companion.cli.output import answer, counted, tell
from companion.cli.teach_sources import Labels, read_labels, show_source
from companion.errors import CompanionError, UnusableError

if TYPE_CHECKING:
    from companion.vision.gallery import Gallery
    from companion.vision.reader import Reader
    from companion.vision.teaching import Lesson, TaughtCard, Teacher
    from companion.vision.unfinished_lessons import LessonKeeper

_SKIP, _NONE, _BACK = "", "-", "<"
_KEEP = ""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "teach",
        help="learn how the cards of your own deck look",
        description="Learns a deck from pictures of its cards: one card at a time, or rows and fans of many, in any "
        "order, each card once. What is not sure is asked; with --json nothing is asked but listed. Teaching the same "
        "name again adds to what is known, and goes on where teaching broke off, then also without a SOURCE; what was "
        "given a wrong name is forgotten with --forget. Ctrl+C ends the showing, and what was recognised is kept; what "
        "is in doubt when the questions are broken off is asked the next time, and has to be shown again where "
        "nothing could be asked. Use the deck with: companion watch --deck-gallery NAME.",
        epilog="Exit status: 0 every card of the deck is known (of a Spanish deck without 8 and 9 all 40), 1 some are "
        "missing or in doubt (the others are kept all the same), 2 a source, the name or an option cannot be used "
        "(what other sources show is kept).",
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
        type=file_path,
        nargs="+",
        default=[],
        metavar="DIR",
        help="recorded sessions: cards that people named or corrected in them, and those of finished hands",
    )
    parser.add_argument("--deck", required=True, choices=tuple(DECKS), help="which cards the deck has")
    parser.add_argument(
        "--labels",
        type=file_name,
        metavar="FILE",
        help="file with lines PICTURE,CODE for pictures of one card each, as spreadsheets write it, or the word "
        "'folders': pictures lie in folders named by the card's code (with _ for signs that no folder's name can have)",
    )
    parser.add_argument(
        "--forget",
        nargs="+",
        default=[],
        metavar="CODE",
        help="forget how these cards look, e.g. since another one was called so; then also without a SOURCE",
    )
    parser.add_argument("--new", action="store_true", help="forget what was taught under this name before")
    parser.add_argument(
        "--seconds", type=float, default=120.0, metavar="S", help="how long to watch a camera, seconds (default 120)"
    )
    parser.add_argument(
        "--crops", type=file_path, metavar="DIR", help="keep pictures of the cards in doubt in this folder"
    )
    parser.add_argument(
        "--galleries", type=file_path, metavar="DIR", help="keep taught decks here (default: your own data)"
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object and ask nothing")
    add_model_options(parser, gallery=False)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Teach and return the exit status."""
    from companion.vision.taught_alone import TaughtAlone

    if not 0 < arguments.seconds <= 3600:
        raise UnusableError(f"--seconds {arguments.seconds:g}: expected more than 0, at most 3600")
    with TaughtAlone(arguments.name, arguments.galleries):
        return _teach(arguments)


def _teach(arguments: argparse.Namespace) -> int:
    from companion.cli.model_options import chosen_models
    from companion.rules.forty_cards import is_of_forty
    from companion.vision.gallery_file import delete_file, gallery_path, load_gallery, save_gallery
    from companion.vision.teaching import Teacher
    from companion.vision.unfinished_lessons import LessonKeeper

    path = gallery_path(arguments.name, arguments.galleries)
    notes = LessonKeeper(arguments.name, arguments.deck, arguments.galleries)
    unfinished = notes.path.exists() and not arguments.new
    forgets = bool(arguments.forget) and path.exists()
    _check_options(arguments, goes_on=unfinished or forgets)
    labels = read_labels(arguments.labels, DECKS[arguments.deck])
    _check_places(path, arguments.crops)
    finder, reader = chosen_models(arguments)
    teacher = Teacher(finder, reader, arguments.name, arguments.deck)
    if path.exists() and not arguments.new:
        teacher.go_on_from(load_gallery(arguments.name, reader, arguments.galleries))
    if arguments.sessions:
        teacher.go_on_from(_from_sessions(arguments, reader))
    if unfinished:
        shown = notes.go_on(teacher)
        tell(f"goes on with {counted(shown, 'card')} shown when teaching broke off (--new forgets what was shown)")
    teacher.forget(arguments.forget)
    if unfinished and arguments.forget:
        _note_anew(notes, teacher)
    unusable = _show_all(teacher, arguments, labels, notes)
    lesson, broken_off = teacher.lesson(), False
    if lesson.doubtful and not arguments.json and sys.stdin.isatty():
        lesson, broken_off = _ask(teacher, lesson, arguments.crops, notes)
    known = [code for code in teacher.deck.codes if code not in lesson.missing]
    if forgets and not known:
        # Left as it was, the deck would go on being read with the names that are wrong.
        delete_file(path)
        tell(f"{path}: deleted, for every card that was known is forgotten")
    elif known or not lesson.doubtful:
        save_gallery(teacher.gallery(), arguments.galleries)
        if not broken_off:
            notes.end()
    if arguments.crops is not None:
        _write_crops(arguments.crops, lesson.doubtful)
    result = teacher, lesson, known, path, teacher.other_deck(lesson)
    answer(_describe(*result), _told(*result), as_json=arguments.json)
    if broken_off and notes.path.exists():
        tell("the questions were broken off; the same command without a SOURCE asks them again")
    # Of a deck of 40 cards nothing is missing: whoever taught it has done all there is to do.
    complete = lesson.complete or is_of_forty(arguments.deck, lesson.missing)
    return unusable or (0 if complete and not lesson.doubtful else 1)


def _check_options(arguments: argparse.Namespace, *, goes_on: bool) -> None:
    """Refuse options that do not go with each other.

    Args:
        arguments: The command line.
        goes_on: Whether there is something of an earlier teaching, to forget or to go on with.

    Raises:
        UnusableError: They do not, or what is to be forgotten is no card of the deck or of none that is taught.
    """
    from companion.vision.gallery_file import gallery_names

    _check_forgotten(arguments)
    if arguments.forget and not goes_on:
        known = ", ".join(gallery_names(arguments.galleries)) or "none"
        raise UnusableError(f"--forget: there is no taught deck {arguments.name!r} (known: {known}); leave it out")
    if not (arguments.sources or arguments.sessions or goes_on):
        raise UnusableError("nothing to learn from: give a SOURCE, or recorded sessions by --from")


def _check_forgotten(arguments: argparse.Namespace) -> None:
    if not arguments.forget:
        return
    if arguments.sessions:
        raise UnusableError("--forget does not go with --from; forget first, then learn from the sessions")
    if arguments.new:
        raise UnusableError("--forget does not go with --new, which forgets all cards; leave one of them out")
    for code in arguments.forget:
        try:
            DECKS[arguments.deck].parse(code)
        except UnknownCardError as error:
            raise UnusableError(f"--forget: {error}") from error


def _check_places(gallery: Path, crops: Path | None) -> None:
    """Refuse places that cannot be written to: nobody should show and name a whole deck to be told then.

    Raises:
        UnusableError: The gallery, or pictures of the cards in doubt, cannot be kept there.
    """
    from companion.evaluation.files import make_folder
    from companion.refusals import refused

    if crops is not None:
        make_folder(crops)
    try:
        if gallery.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder", str(gallery))
        gallery.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=gallery.parent).close()
    except OSError as error:
        raise UnusableError(f"{gallery}: cannot be written ({refused(error)})") from error


def _show_all(teacher: "Teacher", arguments: argparse.Namespace, labels: Labels, notes: "LessonKeeper") -> int:
    """Show the teacher every source; return the exit status of those that cannot be used, 0 where all can."""
    unusable = 0
    for source in arguments.sources:
        try:
            if not show_source(teacher, source, labels, arguments.seconds, notes):
                break
        except UnusableError as error:
            if len(arguments.sources) == 1:
                raise
            # What the other sources show is learned all the same.
            tell(str(error))
            unusable = error.exit_status
    labels.tell_of_unused()
    return unusable


def _from_sessions(arguments: argparse.Namespace, reader: "Reader") -> "Gallery":
    """Return what is known of the deck and what recorded sessions teach about it."""
    from companion.recording.lessons import teach_from
    from companion.vision.gallery_file import gallery_path, load_gallery

    known = None
    if gallery_path(arguments.name, arguments.galleries).exists() and not arguments.new:
        known = load_gallery(arguments.name, reader, arguments.galleries)
    learnt = teach_from(arguments.sessions, reader, arguments.name, arguments.deck, known)
    gallery = learnt.gallery
    for before, now in learnt.renamed.items():
        tell(_told_of_renamed(before, now))
    looks, cards, after = len(gallery.looks), len(gallery.codes), len(arguments.sessions)
    tell(f"{counted(looks, 'look')} at {counted(cards, 'card')} after {counted(after, 'session')}")
    return gallery


def _note_anew(notes: "LessonKeeper", teacher: "Teacher") -> None:
    """Note how far a lesson has come of which something was forgotten."""
    notes.end()
    notes.look(teacher, teacher.lesson())


def _ask(teacher: "Teacher", lesson: "Lesson", crops: Path | None, notes: "LessonKeeper") -> "tuple[Lesson, bool]":
    """Ask at the terminal which cards those in doubt are, until nothing is in doubt or the person has enough.

    After the last answer, too, a person is waited for, who may take it back.

    Returns:
        How far the teaching has come, and whether the person broke off: some questions were neither answered nor left.
    """
    left = set[int]()
    with tempfile.TemporaryDirectory(prefix="companion-") as ours, suppress(KeyboardInterrupt):
        settled = list[int]()
        again: int | None = None
        while (card := _next_question(lesson, left, again)) or settled:
            if card is not None:
                _put_question(teacher, card, _write_crops(crops or Path(ours), [card])[0])
            else:
                tell(f"No more questions: Enter keeps the deck, {_BACK} takes the last answer back")
            line = sys.stdin.readline()
            answer = line.strip()
            if not line or (card is None and answer == _KEEP):
                break
            try:
                if answer == _BACK and settled:
                    again = settled.pop()
                    left.discard(again)
                    lesson = teacher.take_back(again)
                elif answer != _BACK and card is not None:
                    if answer == _SKIP:
                        left.add(card.number)
                    else:
                        lesson = _say(teacher, card, answer)
                    settled.append(card.number)
                    again = None
            except CompanionError as error:
                tell(str(error))
            finally:
                notes.look(teacher, lesson)
    return lesson, _next_question(lesson, left, None) is not None


def _say(teacher: "Teacher", card: "TaughtCard", answer: str) -> "Lesson":
    if answer == _NONE:
        return teacher.dismiss(card.number)
    return teacher.confirm(card.number, _chosen(answer, card))


def _next_question(lesson: "Lesson", left: set[int], again: int | None) -> "TaughtCard | None":
    """Return the card to ask about: the one whose answer was taken back, before any other; None where none is left."""
    open_questions = [card for card in lesson.doubtful if card.number not in left]
    return next((card for card in open_questions if card.number == again), next(iter(open_questions), None))


def _put_question(teacher: "Teacher", card: "TaughtCard", picture: Path) -> None:
    tell(
        f"Which card is number {card.number}? See {picture}. Its code or its line in this list, {_NONE} for no card of "
        f"the deck, {_BACK} to take the last answer back, or Enter to leave it"
    )
    for place, (code, chance) in enumerate(card.candidates[:5], start=1):
        tell(f"  {place}  {code:<10} {card_name(teacher.deck.parse(code))} {100 * chance:.0f} %")


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
        "renamed": dict(lesson.renamed),
        "other_deck": other,
        "doubtful": [
            {"number": card.number, "candidates": [[code, round(chance, 4)] for code, chance in card.candidates]}
            for card in lesson.doubtful
        ],
    }


def _told(teacher: "Teacher", lesson: "Lesson", known: list[str], path: Path, other: str | None) -> str:
    from companion.rules.forty_cards import is_of_forty, told_of_forty

    kept = f"kept in {path}" if known else "so there is nothing to keep yet"
    lines = [f"{teacher.name}: {len(known)} of {len(teacher.deck.codes)} cards known, {kept}"]
    if other is not None:
        lines.append(f"these look like cards of another deck ({deck_name(other)}): was --deck {other} meant?")
    if lesson.doubtful:
        lines.append(f"in doubt: {len(lesson.doubtful)}; answer at the terminal, or name them with --labels")
    lines += [_told_of_renamed(before, now) for before, now in lesson.renamed.items()]
    if is_of_forty(teacher.deck.id, lesson.missing):
        lines.append(told_of_forty())
    elif lesson.missing:
        lines.append(f"missing: {', '.join(lesson.missing)}")
    return "\n".join(lines)


def _told_of_renamed(before: str, now: str) -> str:
    return f"{before}: not known any more, for what was kept of it is {now}"
