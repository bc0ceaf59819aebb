"""`companion watch`: referees a source without a window."""

import argparse
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from companion.cli.calibration_options import add_calibration_options, calibrated_table, chosen_calibration
from companion.cli.facts_option import add_facts_option, chosen_dictation, refuse
from companion.cli.game_options import AGREED, add_game_options, chosen_game
from companion.cli.model_options import add_gallery_option
from companion.cli.names import file_path
from companion.cli.output import clock, counted, tell
from companion.cli.recording_options import Recorded, add_recording_options, check_mask, recording_limit
from companion.errors import UnusableError

if TYPE_CHECKING:
    from pathlib import Path

    from companion.recording.opening import Session
    from companion.recording.recorder import Recorder
    from companion.rules.game import Game
    from companion.rules.settings import Settings
    from companion.table.session import TableSession
    from companion.vision.capture import Capture

_STATUS = (
    "Exit status: 0 watched to the end, 1 the source broke off before its end, a part of it (over a second, or many "
    "pictures) could not be read, or {failed}, 2 the source or an option cannot be used."
)


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "watch",
        help="referee a camera, video, stream or folder of pictures without a window",
        description="Watches a card table and tells who played what, who won each trick and what the score is: "
        "one sentence an event, or with --json one JSON object a line on standard output.",
        epilog=status("the log of the recording is not whole (its video may end before)"),
    )
    add_watching_options(parser)
    parser.add_argument(
        "--resume",
        type=file_path,
        metavar="DIR",
        help="go on with the recorded game in this folder where it broke off; takes its game, players and settings. A "
        "video or folder of pictures that it was recorded from goes on behind the last card that was announced; any "
        "other is watched from its beginning",
    )
    parser.set_defaults(run=run, filmed=False)


def status(failed: str) -> str:
    """Return what the help says of the exit status; `failed` is how a recording fails."""
    return _STATUS.format(failed=failed)


def add_watching_options(parser: argparse.ArgumentParser, *, records: bool = False) -> None:
    """Add the source, what is played and how it is watched; with `records` the folder to record in is required."""
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="number of a camera (0 is the first), a video file, the address of a stream, or a folder of pictures, "
        "looked at by name, as if one came a second: a card has to lie still in three of them, and a trick "
        "that lies there whole within the first three seconds is taken for one of the game before",
    )
    add_game_options(parser, required=records)
    parser.add_argument(
        "--speed",
        choices=("max", "real"),
        default="max",
        help="max: look at files as fast as possible, every frame (default); real: at the pace of their own time",
    )
    add_facts_option(parser)
    add_calibration_options(parser)
    add_gallery_option(parser)
    add_recording_options(parser, required=records)
    parser.add_argument("--json", action="store_true", help="print one JSON object an event instead of sentences")


def run(arguments: argparse.Namespace) -> int:
    """Watch to the end of the source and return the exit status."""
    recorded = _recorded(arguments)
    check_mask(arguments, recorded)
    game, settings, names = _agreed(arguments, recorded)
    limit = recording_limit(arguments)
    dictation = chosen_dictation(arguments)

    from companion.cli.event_lines import EventLines
    from companion.recording.same_film import about_film
    from companion.recording.starting import about_source, resume_time
    from companion.table.mirroring import session_before
    from companion.table.past import NO_PAST
    from companion.table.watching import watch
    from companion.vision.camera import file_of
    from companion.vision.capture import open_capture
    from companion.vision.eyes import ModelEyes

    outcome = Recorded(filmed=arguments.filmed)
    with ExitStack() as open_things:
        begin_at = resume_time(recorded) if recorded is not None else 0.0
        film = file_of(arguments.source)
        watched = _watched_before(recorded, film, begin_at)
        calibration = chosen_calibration(arguments)
        capture = open_capture(
            arguments.source,
            speed=arguments.speed,
            begin_at=begin_at,
            orientation=calibration.orientation if calibration is not None else None,
            hold=arguments.hold,
            behind=watched or 0.0,
        )
        open_things.callback(capture.close)
        facts = recorded.facts if recorded is not None else ()
        seeing = ModelEyes.shipped(arguments.deck_gallery, game.deck.id, fans=game.fold.has_straights)
        if arguments.deck_gallery is not None:
            _tell_of_forty(arguments.deck_gallery)
        session = session_before(
            capture,
            game,
            settings,
            eyes=seeing,
            calibrated=calibration is not None,
            names=names,
            tabletop=calibrated_table(arguments, calibration, capture),
            facts=facts,
            waiting=recorded.waiting if recorded is not None else (),
            past=recorded.past if recorded is not None else NO_PAST,
            pupil=seeing.pupil,
        )
        if recorded is not None and recorded.paused:
            _pause_again(session, can_be_told=dictation is not None)
        seen = about_source(capture.name, calibration) | about_film(film, begin_at - (watched or 0.0))
        recorder = _recorder(arguments, recorded, begin_at, session, capture, seen, limit)
        if recorder is not None:
            open_things.callback(outcome.end, recorder, session, capture)
        if recorded is not None:
            _welcome_back(session)
            _tell_where_it_goes_on(film, watched)
        session.subscribe(EventLines(session.speaker, as_json=arguments.json).write)
        capture.start()
        broken_off = watch(session, capture, dictation, refuse) == "lost"
        if dictation is not None and dictation.left:
            refuse(f"--facts: {counted(dictation.left, 'line')} waited for something that did not come")
        _summarise(session)
    return 1 if broken_off or capture.lacks_part or outcome.failed else 0


def _tell_of_forty(name: str) -> None:
    """Say what is to be done where the taught deck of this name is too small for the games of its kind."""
    from companion.rules.forty_cards import is_of_forty, told_before_a_game
    from companion.vision.gallery_shelf import taught_decks

    for taught in taught_decks():
        if taught.name == name and is_of_forty(taught.deck, taught.missing):
            tell(told_before_a_game(name))


def _recorded(arguments: argparse.Namespace) -> "Session | None":
    """Return the recording to go on with; tell what is damaged in it."""
    if arguments.resume is None:
        return None
    if arguments.record is not None:
        raise UnusableError("--record begins a new recording and --resume goes on with one: give one of them")

    from companion.recording.opening import open_session

    recorded = open_session(arguments.resume)
    for note in recorded.notes:
        tell(f"{arguments.resume}: {note}")
    if recorded.log.view.phase == "over":
        raise UnusableError(f"{arguments.resume}: the game is over; there is nothing to go on with")
    recorded.check_known()
    return recorded


def _agreed(arguments: argparse.Namespace, recorded: "Session | None") -> "tuple[Game, Settings, tuple[str, ...]]":
    if recorded is not None:
        if arguments.game is not None and arguments.game != recorded.game.id:
            raise UnusableError(f"{arguments.resume}: is a game of {recorded.game.id}, not {arguments.game}")
        for name in AGREED:
            if getattr(arguments, name):
                option = f"--{name.replace('_', '-')}"
                raise UnusableError(f"{option}: {arguments.resume} says who plays and what was agreed; leave it out")
        return recorded.game, recorded.settings, recorded.names
    if arguments.game is None:
        raise UnusableError("--game is missing: say which game is played, or which recording to --resume")
    return chosen_game(arguments)


def _recorder(
    arguments: argparse.Namespace,
    recorded: "Session | None",
    begin_at: float,
    session: "TableSession",
    capture: "Capture",
    seen: "dict[str, Any]",
    limit: int,
) -> "Recorder | None":
    """Begin to record, or to go on with a recording; return what records, None where nothing is to be recorded."""
    from companion.recording.starting import about_session, begin, go_on

    patient = arguments.speed == "max" and not capture.is_live
    if recorded is not None:
        return go_on(recorded, session, capture, begin_at, seen, patient=patient, limit=limit)
    if arguments.record is None:
        return None
    agreed = session.log
    about = about_session(agreed.game, agreed.settings, session.speaker.names, seen)
    masked = arguments.record_mask
    return begin(arguments.record, about, session, capture, patient=patient, masked=masked, limit=limit)


def _watched_before(recorded: "Session | None", film: "Path | None", at: float) -> float | None:
    """Return how many seconds of a film were refereed before; None where it is another one, or none."""
    if recorded is None or film is None:
        return None

    from companion.recording.same_film import watched_of

    return watched_of(recorded, film, at)


def _tell_where_it_goes_on(film: "Path | None", watched: float | None) -> None:
    """Say where in a film it goes on; what has no beginning goes on now."""
    if watched is not None:
        tell(f"{film}: was recorded before; it goes on at {clock(watched)}, behind the last card that was announced")
    elif film is not None:
        tell(f"{film}: is not what was recorded before; it is watched from its beginning")


def _welcome_back(session: "TableSession") -> None:
    view = session.snapshot().view
    tell(f"Going on in hand {view.hand}, trick {view.trick + 1}: {session.speaker.totals(view.totals)}")


def _pause_again(session: "TableSession", *, can_be_told: bool) -> None:
    """Have nothing count where nothing did when the recording broke off, if anybody can say that cards count again."""
    if can_be_told:
        session.pause()
        tell('Nothing counts, as when it broke off, until {"do": "resume"} is told.')
    else:
        tell("It broke off while nothing counted; what is laid counts again.")


def _summarise(session: "TableSession") -> None:
    """Tell people what came of it and what was not looked at."""
    moment = session.snapshot()
    counts: dict[str, Any] = {
        "looked at": moment.counts.looked,
        "unchanged": moment.counts.still,
        "skipped": moment.counts.skipped,
        "dropped": moment.counts.dropped,
        "damaged": moment.counts.damaged,
        "cards dismissed": moment.counts.dismissed,
    }
    frames = counted(moment.counts.frames, "frame")
    told = ", ".join([frames, *(f"{count} {what}" for what, count in counts.items() if count)])
    tell(f"{session.speaker.totals(moment.view.totals)} ({told})")
    if moment.question is not None:
        tell(f"Left open: {session.speaker.sentence(moment.question)}")
