"""`companion watch`: referees a source without a window."""

import argparse
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.game_options import add_game_options, chosen_game, chosen_names
from companion.errors import UnusableError

if TYPE_CHECKING:
    from companion.table.session import TableSession


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "watch",
        help="referee a camera, video, stream or folder of pictures without a window",
        description="Watches a card table and tells who played what, who won each trick and what the score is: "
        "one sentence an event, or with --json one JSON object a line on standard output.",
        epilog="Exit status: 0 watched to the end, 1 the source broke off before its end, 2 the source or an option "
        "cannot be used.",
    )
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="number of a camera (0 is the first), a video file, the address of a stream, or a folder of pictures",
    )
    add_game_options(parser)
    parser.add_argument(
        "--speed",
        choices=("max", "real"),
        default="max",
        help="max: look at files as fast as possible, every frame (default); real: at the pace of their own time",
    )
    parser.add_argument("--record", type=Path, metavar="DIR", help="keep session.json and events.jsonl in a new folder")
    parser.add_argument("--json", action="store_true", help="print one JSON object an event instead of sentences")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Watch to the end of the source and return the exit status."""
    game, settings = chosen_game(arguments)
    names = chosen_names(arguments)
    players = game.start(settings).players
    if names and len(names) != players:
        raise UnusableError(f"--players names {len(names)} people, but {game.id} is played by {players} here")

    from companion.cli.event_lines import EventLines
    from companion.table.recording import Recording
    from companion.table.session import TableSession
    from companion.table.watching import watch
    from companion.vision.capture import open_capture
    from companion.vision.eyes import ModelEyes

    with ExitStack() as open_things:
        capture = open_capture(arguments.source, speed=arguments.speed)
        open_things.callback(capture.close)
        session = TableSession(game, settings, eyes=ModelEyes.shipped(), names=names)
        session.subscribe(EventLines(session.speaker, as_json=arguments.json).write)
        if arguments.record is not None:
            about = {
                "game": game.id,
                "title": game.title,
                "deck": game.deck.id,
                "players": list(session.speaker.names),
                "settings": dict(settings),
                "source": capture.name,
                "started": datetime.now(UTC).isoformat(timespec="seconds"),
            }
            session.subscribe(open_things.enter_context(Recording(arguments.record, about)).add)
        capture.start()
        broken_off = watch(session, capture) == "lost"
        _summarise(session)
    return 1 if broken_off else 0


def _summarise(session: "TableSession") -> None:
    """Tell people what came of it and what was not looked at."""
    moment = session.snapshot()
    counts: dict[str, Any] = {
        "frames": moment.counts.frames,
        "looked at": moment.counts.looked,
        "unchanged": moment.counts.still,
        "skipped": moment.counts.skipped,
        "dropped": moment.counts.dropped,
        "damaged": moment.counts.damaged,
        "cards dismissed": moment.counts.dismissed,
    }
    told = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    sys.stderr.write(f"{session.speaker.totals(moment.view.totals)} ({told or 'no frame came'})\n")
    if moment.question is not None:
        sys.stderr.write(f"Left open: {session.speaker.sentence(moment.question)}\n")
    sys.stderr.flush()
