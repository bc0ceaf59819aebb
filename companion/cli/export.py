"""`companion export`: recorded sessions in the forms of others."""

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion.cli.names import file_path
from companion.cli.output import counted, put_json, tell
from companion.cli.unused_options import refuse_unused
from companion.errors import UnusableError, WrongInputError

if TYPE_CHECKING:
    from companion.recording.opening import Session

Summary = dict[str, Any]

_DATA_SETS, _CROPS, _SHEETS = ("yolo", "coco", "voc"), ("yolo-cls", "reader-crops"), ("html", "pdf")

_ONLY_FOR: Mapping[str, tuple[object, tuple[str, ...]]] = {
    "every": (1.0, _DATA_SETS),
    "classes": ("cards", _DATA_SETS),
    "trick": (None, ("clip",)),
    "mask": (False, (*_DATA_SETS, "clip")),
    "corrected": (False, _CROPS),
    "language": ("en", _SHEETS),
}
"""What an option is where it is not given, and the formats that it changes anything in."""


_ENDINGS: Mapping[str, tuple[str, ...]] = {
    "csv": (".csv",),
    "json": (".json",),
    "record": (".jsonl", ".json"),
    "html": (".html", ".htm"),
    "pdf": (".pdf",),
    "clip": (".mp4",),
}
"""How the name of a file of each format may end: by the ending whoever gets it finds what opens it."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "export",
        help="write a recorded session as training data, table, score sheet, clip or written record",
        description="Writes a recorded session in another form. Folders: yolo (oriented boxes), yolo-cls and "
        "reader-crops (single cards), coco, voc. Files: csv, json (the play), html, pdf (score sheet), record (for "
        "`companion score`), clip (one trick as a film, --trick HAND.TRICK).",
        epilog="Exit status: 0 written, 1 the session has not what is wanted, 2 the session or the target is unusable.",
    )
    parser.add_argument("session", type=file_path, metavar="DIR", help="folder of a recorded session")
    parser.add_argument("--format", required=True, choices=tuple(_FORMATS), help="what to write")
    parser.add_argument("--out", required=True, type=file_path, metavar="PATH", help="new folder or file to write")
    parser.add_argument(
        "--every", type=float, default=1.0, metavar="S", help="seconds between two pictures of a data set (default 1)"
    )
    parser.add_argument(
        "--classes",
        choices=("cards", "sides"),
        default="cards",
        help="classes of yolo, coco and voc: every card and backs (default), or just face and back",
    )
    parser.add_argument("--trick", metavar="HAND.TRICK", help="which trick a clip shows, such as 1.3")
    parser.add_argument("--mask", action="store_true", help="blur the pictures outside the part where cards lie")
    parser.add_argument("--corrected", action="store_true", help="crops only of cards that a person named")
    parser.add_argument(
        "--language", default="en", metavar="CODE", help="language of the score sheet: en (default), es or fr"
    )
    parser.add_argument("--json", action="store_true", help="print a summary as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the session and return the exit status."""
    for option, (usual, formats) in _ONLY_FOR.items():
        if arguments.format not in formats:
            refuse_unused(
                arguments, {option: usual}, f"is for --format {' or '.join(formats)}, not for {arguments.format}"
            )
    if not arguments.every > 0:
        raise UnusableError(f"--every {arguments.every:g}: expected a number of seconds above 0")
    if str(arguments.out) == "-":
        raise UnusableError("--out -: what is exported is a file or a folder, not standard output; give its name")
    endings = _ENDINGS.get(arguments.format)
    if endings is not None and arguments.out.suffix.lower() not in endings:
        raise UnusableError(
            f"--out {arguments.out}: the name of a file of --format {arguments.format} has to end in "
            f"{' or '.join(endings)}, so that whoever gets it can open it"
        )

    from companion.recording.opening import open_session

    session = open_session(arguments.session)
    for note in session.notes:
        tell(f"{arguments.session}: {note}")
    summary = _FORMATS[arguments.format](session, arguments)
    if arguments.json:
        put_json({"out": str(arguments.out), "format": arguments.format, **summary})
    told = ", ".join(f"{count} {what}" for what, count in summary.items() if count)
    tell(f"{arguments.out}: {told or 'written'}")
    return 0


def _dataset(session: "Session", arguments: argparse.Namespace) -> Summary:
    from companion.recording.export.datasets import write_coco, write_voc, write_yolo
    from companion.recording.export.files import new_folder
    from companion.recording.export.pictures import Tally, class_names, labelled_pictures

    writer = {"yolo": write_yolo, "coco": write_coco, "voc": write_voc}[arguments.format]
    tally = Tally()
    pictures = labelled_pictures(
        session, tally, every=arguments.every, classes=arguments.classes, masked=arguments.mask
    )
    with new_folder(arguments.out) as folder:
        writer(folder, pictures, class_names(session, arguments.classes))
        if not tally.pictures:
            raise WrongInputError(f"{arguments.session}: no picture could be labelled{_left_out(tally.unnamed)}")
    return {
        "pictures": tally.pictures,
        "cards": tally.cards,
        "frames left out with unnamed cards": tally.unnamed,
        "frames left out without video": tally.unseen,
    }


def _left_out(unnamed: int) -> str:
    return (
        f"; cards that nobody named are in {counted(unnamed, 'frame')} (--classes sides needs no names)"
        if unnamed
        else ""
    )


def _crops(session: "Session", arguments: argparse.Namespace) -> Summary:
    from companion.recording.export.crops import write_crops, write_yolo_cls
    from companion.recording.export.files import new_folder

    writer = {"reader-crops": write_crops, "yolo-cls": write_yolo_cls}[arguments.format]
    with new_folder(arguments.out) as folder:
        count = writer(folder, session, corrected_only=arguments.corrected)
        if not count:
            lacking = (
                "that a person named"
                if arguments.corrected
                else "whose name is certain; it is once the hand was played to the end, or a person named the card"
            )
            raise WrongInputError(f"{arguments.session}: shows no card {lacking}")
    return {"crops": count}


def _text(session: "Session", arguments: argparse.Namespace) -> Summary:
    from companion.language import language
    from companion.recording.export.documents import write_document

    write_document(session, arguments.format, arguments.out, language(arguments.language))
    return {"facts": len(session.facts)}


def _clip(session: "Session", arguments: argparse.Namespace) -> Summary:
    from companion.recording.export.clip import find_trick, write_clip
    from companion.recording.export.files import check_free

    if arguments.trick is None:
        raise UnusableError("--trick is missing: say which trick the clip shows, such as --trick 1.3")
    check_free(arguments.out)
    trick = find_trick(session, arguments.trick)
    return {"pictures": write_clip(arguments.out, session, trick, masked=arguments.mask)}


_FORMATS: Mapping[str, Callable[["Session", argparse.Namespace], Summary]] = {
    "yolo": _dataset,
    "coco": _dataset,
    "voc": _dataset,
    "yolo-cls": _crops,
    "reader-crops": _crops,
    "csv": _text,
    "json": _text,
    "record": _text,
    "html": _text,
    "pdf": _text,
    "clip": _clip,
}
