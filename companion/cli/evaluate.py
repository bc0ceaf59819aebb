"""`companion evaluate`: measures finder and reader on labelled photographs and rendered scenes."""

import argparse
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.deal_options import add_deal_options, measure_deals, refuse_deal_options
from companion.cli.model_options import add_model_options, chosen_eyes
from companion.cli.names import file_path
from companion.cli.output import put, put_json, tell
from companion.cli.taught_options import add_taught_options, measure_teaching
from companion.cli.unused_options import refuse_unused
from companion.errors import UnusableError

if TYPE_CHECKING:
    from companion.evaluation.labels import PictureSet
    from companion.evaluation.report import Report
    from companion.evaluation.running import Examined

_CHECKOUT = Path(__file__).resolve().parents[2]
_SHARED = _CHECKOUT.parent / "shared"
_SCENES = 100
_FOLDERS = {
    "photos": "labelled photographs: a folder with a labels.json for every source",
    "art": "card pictures <group>/<part>/<design>/<card code>.webp to render scenes with",
    "backgrounds": "pictures without cards: nothing may be found in them, and rendered cards lie on them",
}
_FOR_PICTURES: Mapping[str, object] = {
    **dict.fromkeys(_FOLDERS),
    "part": "check",
    "only": None,
    "scenes": _SCENES,
    "report": None,
    "no_joint": False,
    "no_deck": False,
}
"""Options for which pictures are measured and what is told of them, as they are where they are not given."""

_WITHOUT = {
    "photos": "no photographs are measured",
    "art": "scenes are rendered with the project's own decks, on which the models were trained",
    "backgrounds": "no pictures without cards are measured, and rendered tables are drawn ones",
}


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "evaluate",
        help="measure how well cards are found and read",
        description="Measures finder and reader on labelled photographs, on rendered scenes with designs kept out of "
        "training and on pictures without cards. docs/measuring.md says what each number means. The check part is for "
        "measuring only: never train on it and never choose a threshold, a model or a setting by it; for that there is "
        "the fit part. The same models and folders give the same numbers.",
        epilog="Exit status: 0 measured, whatever came out; 2 an option, a folder or a model cannot be used.",
    )
    for name, what in _FOLDERS.items():
        parser.add_argument(
            f"--{name}",
            type=file_path,
            metavar="DIR",
            help=f"{what} (default ../shared/{name} beside the checkout, if there)",
        )
    parser.add_argument("--part", choices=("check", "fit"), default="check", help="which part (default check)")
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="NAME",
        help="only these sources: a folder of photographs, rendered, rendered-apart, rendered-by-lot, "
        "rendered-dark, rendered-italian, rendered-icons, rendered-counted, rendered-drawn-over and rendered-littered "
        "(in the fit part), rendered-own (alone without --art) or backgrounds",
    )
    parser.add_argument(
        "--scenes", type=int, default=_SCENES, metavar="N", help=f"rendered scenes for every deck (default {_SCENES})"
    )
    parser.add_argument("--no-counter", action="store_true", help="let nobody count the symbols of cards in doubt")
    parser.add_argument(
        "--no-outliner", action="store_true", help="let nobody look at covered cards with what lies around them"
    )
    parser.add_argument(
        "--no-spotter", action="store_true", help="let nobody look around found cards for those that were missed"
    )
    parser.add_argument(
        "--no-magnifier", action="store_true", help="let nobody look closer at corners of cards in doubt"
    )
    parser.add_argument("--no-joint", action="store_true", help="name every card by itself")
    parser.add_argument(
        "--no-deck",
        action="store_true",
        help="do not say which deck is in play: it is told from every picture, as companion read does",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object a set, the last one on calibration")
    form.add_argument("--markdown", action="store_true", help="print the table as Markdown, for model cards")
    parser.add_argument(
        "--report",
        type=file_path,
        metavar="DIR",
        help="write contact sheets of the mistakes, confusions and the table to DIR",
    )
    add_model_options(parser)
    add_deal_options(parser)
    add_taught_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure and return the exit status."""
    if arguments.deals is not None:
        refuse_unused(arguments, {"taught": None, **_FOR_PICTURES}, "does not go with --deals; leave one of them out")
        return measure_deals(arguments)
    refuse_deal_options(arguments)
    if arguments.taught is not None:
        not_taught = {name: usual for name, usual in _FOR_PICTURES.items() if name not in (*_FOLDERS, "part")}
        refuse_unused(arguments, not_taught, "does not go with --taught; leave one of them out")
        return measure_teaching(arguments, _folder(arguments, "art"), _folder(arguments, "backgrounds"))
    if arguments.scenes < 1:
        raise UnusableError(f"--scenes {arguments.scenes}: expected a whole number from 1")
    sets = _chosen_sets(arguments)

    from companion.evaluation.report import Report
    from companion.evaluation.running import tally_set
    from companion.evaluation.tables import calibration_row, set_row

    eyes = chosen_eyes(arguments)
    report = Report(arguments.report) if arguments.report is not None else None
    rows: list[dict[str, Any]] = []
    confidences: Counter[tuple[int, bool]] = Counter()
    for pictures in sets:
        tally = tally_set(
            eyes, pictures, _notice(pictures, report), joint=not arguments.no_joint, deck_said=not arguments.no_deck
        )
        confidences += tally.confidences
        rows.append(set_row(pictures, tally))
        if arguments.json:
            put_json(rows[-1])
    calibration = calibration_row(confidences)
    if arguments.json:
        put_json(calibration)
    else:
        _print_table(rows, calibration, markdown=arguments.markdown)
    if report is not None:
        report.close(rows, calibration)
        tell(f"{arguments.report}: report.md and {len(report.sheets)} contact sheets")
    return 0


def _chosen_sets(arguments: argparse.Namespace) -> list["PictureSet"]:
    from companion.evaluation.photos import photo_sets
    from companion.evaluation.scenes import background_set, rendered_sets

    photos, art, backgrounds = (_folder(arguments, name) for name in _FOLDERS)
    sets: list[PictureSet] = []
    if photos is not None:
        sets += photo_sets(photos, arguments.part)
    sets += rendered_sets(art, backgrounds, arguments.part, arguments.scenes)
    if backgrounds is not None:
        sets.append(background_set(backgrounds))
    known = list(dict.fromkeys(pictures.source for pictures in sets))
    for name in arguments.only or ():
        if name not in known:
            raise UnusableError(f"--only {name}: there is no such source; there are {', '.join(known)}")
    return [pictures for pictures in sets if arguments.only is None or pictures.source in arguments.only]


def _folder(arguments: argparse.Namespace, name: str) -> Path | None:
    given: Path | None = getattr(arguments, name)
    if given is not None:
        if not given.is_dir():
            raise UnusableError(f"--{name} {given}: there is no such folder")
        return given
    if (_SHARED / name).is_dir():
        return _SHARED / name
    tell(f"without --{name} DIR {_WITHOUT[name]}")
    return None


def _notice(pictures: "PictureSet", report: "Report | None") -> "Callable[[Examined], None]":
    """Return what shows progress in steps of a fifth and keeps mistakes."""
    done = 0

    def notice(examined: "Examined") -> None:
        nonlocal done
        done += 1
        if 5 * done // pictures.count > 5 * (done - 1) // pictures.count:
            tell(f"{pictures.source} {pictures.deck}: {done} of {pictures.count} pictures")
        if report is not None:
            report.notice(pictures, examined)

    return notice


def _print_table(rows: list[dict[str, Any]], calibration: dict[str, Any], *, markdown: bool) -> None:
    from companion.evaluation.tables import markdown_table, note_lines, text_table

    notes = note_lines(rows, calibration)
    write = put if markdown else tell
    write(markdown_table(rows) if markdown else text_table(rows))
    if notes:
        write("")
    for line in notes:
        write(f"- {line}" if markdown else line)
