"""`companion replay`: looks through a recorded session again."""

import argparse
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from companion.cli.model_options import MODEL_OPTIONS, add_model_options, chosen_eyes
from companion.cli.names import file_path
from companion.cli.output import answer, clock, counted, put_json, tell
from companion.cli.unused_options import refuse_unused
from companion.errors import UnusableError, WrongInputError

if TYPE_CHECKING:
    from companion.recording.again import Difference
    from companion.recording.opening import Session


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "replay",
        help="look through a recorded session: tricks, events, pictures; run today's models over it",
        description="Tells a recorded session again: its tricks with their times, or with --events all that was said. "
        "--again lets the present models and rules referee its video and tells what they would say differently. "
        "--frames writes pictures with their overlay.",
        epilog="Exit status: 0 told (with --again: nothing is said differently), 1 the session lacks what is wanted, "
        "or --again found differences, 2 the session cannot be opened.",
    )
    parser.add_argument("session", type=file_path, metavar="DIR", help="folder of a recorded session")
    told = parser.add_mutually_exclusive_group()
    told.add_argument("--events", action="store_true", help="tell every event, not only the tricks")
    parser.add_argument("--trick", metavar="HAND.TRICK", help="only this trick, such as 1.3")
    told.add_argument("--again", action="store_true", help="referee the video anew with the present models and rules")
    told.add_argument("--frames", type=file_path, metavar="DIR", help="write pictures with overlay into a new folder")
    parser.add_argument("--mask", action="store_true", help="blur these pictures outside the part where cards lie")
    parser.add_argument("--json", action="store_true", help="print one JSON object a trick, event or difference")
    add_model_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Tell the session again and return the exit status."""
    if arguments.again and arguments.trick is not None:
        raise UnusableError("--trick: --again referees the whole session; leave one of them out")
    if not arguments.again:
        why = "is for --again, nothing else looks at the pictures; give that, too, or leave it out"
        refuse_unused(arguments, dict.fromkeys(MODEL_OPTIONS), why)
    if arguments.mask and arguments.frames is None:
        raise UnusableError("--mask: is for the pictures that --frames writes; give that, too")

    from companion.recording.opening import open_session
    from companion.recording.playback import Pictures, faults_of

    session = open_session(arguments.session)
    for note in session.notes:
        tell(f"{arguments.session}: {note}")
    status = _way(arguments)(session, arguments)
    with Pictures(session.videos) as pictures:
        for fault in faults_of(pictures, session.looks, ended=session.filmed_to_its_end):
            tell(f"{arguments.session}: {fault}")
    return status


def _way(arguments: argparse.Namespace) -> "Callable[[Session, argparse.Namespace], int]":
    if arguments.again:
        return _again
    if arguments.frames is not None:
        return _frames
    return _tell_events if arguments.events else _tell_tricks


def _tell_tricks(session: "Session", arguments: argparse.Namespace) -> int:
    from companion.recording.export.clip import find_trick
    from companion.recording.export.play import plays_of
    from companion.recording.story import title_of, tricks_of

    speaker = session.speaker
    if arguments.trick is not None:
        find_trick(session, arguments.trick)
    if not arguments.json:
        view = session.log.view
        tell(f"{session.game.title}: {speaker.totals(view.totals)}{'' if view.phase == 'over' else ' (unfinished)'}")
    plays = iter(plays_of(session))
    for trick in tricks_of(session):
        cards = [next(plays) for _ in trick.facts]
        if arguments.trick not in (None, trick.label):
            continue
        if arguments.json:
            won = trick.won
            put_json(
                {
                    "trick": trick.label,
                    "start": round(trick.start, 3),
                    "end": round(trick.end, 3),
                    "plays": [{key: card[key] for key in ("seat", "player", "cards", "source")} for card in cards],
                    "winner": None if won is None else won.seat,
                    "points": None if won is None else won.points,
                    "totals": [] if won is None else list(won.totals),
                }
            )
        else:
            told = ", ".join(f"{card['player']} {' '.join(card['cards'])}" for card in cards)
            tell(f"{clock(trick.start)}  {title_of(trick, speaker)} ({told})")
    return 0


def _tell_events(session: "Session", arguments: argparse.Namespace) -> int:
    start, end = _span(session, arguments)
    lines = session.lines if arguments.json else session.events
    for line in lines:
        if start <= float(line["time"]) <= end:
            told = f"{clock(float(line['time']))}  {line.get('text', line['event'])}"
            answer(line, told, as_json=arguments.json)
    return 0


def _span(session: "Session", arguments: argparse.Namespace) -> tuple[float, float]:
    from companion.recording.export.clip import find_trick

    if arguments.trick is None:
        return float("-inf"), float("inf")
    trick = find_trick(session, arguments.trick)
    return trick.start, trick.end + 1.0


def _frames(session: "Session", arguments: argparse.Namespace) -> int:
    from companion.recording.export.clip import Overlaid
    from companion.recording.export.files import new_folder, write_picture
    from companion.recording.playback import Pictures
    from companion.recording.veil import Veils

    if arguments.trick is None:
        raise UnusableError("--trick is missing: say which trick's pictures to write, such as --trick 1.3")
    start, end = _span(session, arguments)
    count = 0
    with Pictures(session.videos) as pictures, new_folder(arguments.frames) as folder:
        drawer = Overlaid(session, Veils(session.looks, pictures) if arguments.mask else None)
        for frame in pictures.between(start, end):
            write_picture(folder / f"{frame.time:010.3f}.png", drawer.draw(frame.image, frame.time))
            count += 1
        if not count:
            lacking = f"the video has no pictures of trick {arguments.trick}"
            raise WrongInputError(f"{session.folder}: {'; '.join([lacking, *map(str, pictures.problems)])}")
        lost = len(pictures.numbers(start, end)) - count
    more = f", {lost} more cannot be decoded: the video is damaged there" if lost else ""
    tell(f"{arguments.frames}: {counted(count, 'picture')}{more}")
    return 0


def _again(session: "Session", arguments: argparse.Namespace) -> int:
    from companion.recording.again import play_again

    result = play_again(session, chosen_eyes(arguments, fans=session.game.fold.has_straights))
    if arguments.json:
        for difference in result.differences:
            put_json({name: getattr(difference, name) for name in difference.__dataclass_fields__})
    else:
        for row in _table(session, result.differences):
            tell(row)
    differing = len({(difference.hand, difference.trick) for difference in result.differences})
    tell(
        f"told differently: {differing} of {counted(result.tricks, 'trick')}; questions {result.questions[0]} then, "
        f"{result.questions[1]} now; corrections {result.corrections[0]} then, {result.corrections[1]} now"
    )
    return 1 if result.differences else 0


def _table(session: "Session", differences: "Iterable[Difference]") -> list[str]:
    rows = [("time", "trick", "", "recorded", "today")]
    for item in differences:
        trick = f"{item.hand}.{'tiebreak' if item.trick is None else item.trick + 1}"
        what = session.names[item.seat] if item.seat is not None else item.what
        rows.append((clock(item.time), trick, what, item.was or "-", item.now or "-"))
    if len(rows) == 1:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
