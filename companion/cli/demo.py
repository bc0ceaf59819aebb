"""`companion demo`: a simulated hand through camera, models, rules and window."""

import argparse
from collections.abc import Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from companion.cli.game_options import add_game_options, chosen_game
from companion.cli.output import counted, tell
from companion.cli.recording_options import Recorded, add_recording_options, check_mask, recording_limit
from companion.errors import UnusableError

if TYPE_CHECKING:
    from companion.app.model.recording import LiveRecording
    from companion.table.events import Event


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "demo",
        help="watch a whole simulated hand: no camera needed",
        description="Plays a simulated hand before a simulated camera and referees it with the real models, in the "
        "window or, with --headless, on the command line as fast as it can.",
        epilog="Exit status: 0 the hand was refereed to its end, 1 it was not, or with --headless --record "
        "the log of the recording is not whole, 2 an option cannot be used.",
    )
    add_game_options(parser, required=False)
    parser.set_defaults(game="coins")
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="which hand is played: the same number gives the same one (default 0)",
    )
    parser.add_argument(
        "--speed",
        choices=("max", "real"),
        default="real",
        help="in the window: real: at the pace of people (default); max: as fast as every frame can be looked at",
    )
    parser.add_argument("--headless", action="store_true", help="no window: tell the events as fast as it can")
    parser.add_argument("--json", action="store_true", help="with --headless: one JSON object an event")
    add_recording_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the hand and return the exit status."""
    if arguments.seed < 0:
        raise UnusableError(f"--seed {arguments.seed}: expected a whole number from 0")
    if arguments.json and not arguments.headless:
        raise UnusableError("--json: is for --headless, and the window prints nothing; add --headless")
    check_mask(arguments)
    chosen_game(arguments)
    return _headless(arguments) if arguments.headless else _in_window(arguments)


def _headless(arguments: argparse.Namespace) -> int:
    from companion.cli.event_lines import EventLines
    from companion.recording.starting import about_session, about_source, begin
    from companion.simulation.people import People
    from companion.simulation.source import SimulatedSource
    from companion.simulation.staging import stage_game
    from companion.table.events import Event, GameWon, HandEnded
    from companion.table.session import TableSession
    from companion.table.watching import watch
    from companion.vision.capture import Capture
    from companion.vision.eyes import ModelEyes

    game, settings, names = chosen_game(arguments)
    script = stage_game(game, settings, arguments.seed, names, hands_limit=1)
    eyes = ModelEyes.shipped(fans=game.fold.has_straights)
    session = TableSession(game, settings, eyes=eyes, names=script.names, pupil=eyes.pupil)
    told: list[Event] = []
    outcome = Recorded()
    session.subscribe(told.append)
    session.subscribe(EventLines(session.speaker, as_json=arguments.json).write)
    with ExitStack() as open_things:
        source = SimulatedSource(script)
        source.people = People(script, session, answering=False)
        capture = Capture(source, speed="max")
        open_things.callback(capture.close)
        if arguments.record is not None:
            about = about_session(game, settings, script.names, {**about_source(capture.name), "simulated": True})
            limit = recording_limit(arguments)
            recorder = begin(
                arguments.record, about, session, capture, patient=True, masked=arguments.record_mask, limit=limit
            )
            open_things.callback(outcome.end, recorder, session, capture)
        capture.start()
        watch(session, capture)
    ruled = _winners(told)
    true = _winners(script.truth)
    right = sum(ruled.get(place) == won for place, won in true.items())
    over = any(isinstance(event, HandEnded | GameWon) for event in told)
    questions = counted(sum(event.event == "question" for event in told), "question")
    corrections = counted(sum(event.event == "correction" for event in told), "correction")
    tell(
        f"{right} of {counted(len(true), 'trick')} right, {questions}, {corrections}; "
        f"the hand {'ended' if over else 'did not end'}"
    )
    return 0 if over and not outcome.failed else 1


def _winners(events: "Iterable[Event]") -> dict[tuple[int, int], tuple[int, str]]:
    """Return who won each trick with what; of several rulings on one trick the last holds."""
    from companion.table.events import TrickWon

    return {(event.hand, event.trick): (event.seat, event.card) for event in events if isinstance(event, TrickWon)}


def _in_window(arguments: argparse.Namespace) -> int:
    from companion.cli.app import launcher

    game, settings, names = chosen_game(arguments)
    limit = recording_limit(arguments)

    def record(recording: "LiveRecording") -> None:
        recording.start(folder=arguments.record, masked=arguments.record_mask, limit=limit)

    status: int = launcher().run_demo_window(
        game,
        settings,
        arguments.seed,
        names,
        speed=arguments.speed,
        hands_limit=1,
        record=record if arguments.record is not None else None,
    )
    return status
