"""`companion simulate`: renders the video of a simulated game with the truth about it."""

import argparse
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import degrees
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.game_options import add_game_options, chosen_game
from companion.cli.habits_option import add_habits_option, habits_given
from companion.cli.light_option import add_light_option, light_given
from companion.cli.names import file_path
from companion.cli.output import counted, put_json, tell
from companion.cli.picture_size import add_picture_size_option, picture_size_given
from companion.cli.places import check_place
from companion.cli.tilt_option import add_tilt_option, tilt_given
from companion.errors import UnusableError
from companion.given_files import read_given
from companion.plain_json import loads
from companion.refusals import refusal_of
from companion.simulation.habits import HABITS
from companion.simulation.incidents import NAMES, parse_incidents
from companion.whole_files import write_whole

if TYPE_CHECKING:
    from companion.simulation.script import Script

_FILM, _TRUTH, _SAID, _SESSION = "table.mp4", "truth.jsonl", "said.jsonl", "session.json"
_FASTEST = 120.0


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "simulate",
        help="render the video of a simulated game, with its truth",
        description="Lets chance play a game by the rules and renders it as a camera over the table would see it. "
        "DIR gets table.mp4, truth.jsonl (events that `companion watch` should report), said.jsonl (what the players "
        "would tell the companion, because no camera sees it: for companion watch --facts) and session.json "
        "(settings).",
        epilog="Exit status: 0 written, 2 an option or the folder cannot be used.",
    )
    add_game_options(parser)
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the same number gives the same video (default 0)"
    )
    parser.add_argument(
        "--out", required=True, type=file_path, metavar="DIR", help="folder to write to; made where missing"
    )
    add_picture_size_option(parser)
    parser.add_argument("--fps", type=float, default=10.0, metavar="N", help="frames a second (default 10)")
    parser.add_argument("--hands-limit", type=int, metavar="N", help="stop after N hands, even if the game goes on")
    parser.add_argument("--tie", action="store_true", help="choose a game that needs its tiebreak")
    parser.add_argument(
        "--incidents",
        default="",
        metavar="NAME[=P],...",
        help=f"what goes wrong, with its chance, 0 to 1: {', '.join(NAMES)}; or lively: all of them now and then",
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=1.0,
        metavar="X",
        help="how fast people play, 0.1 to 10: 2 is twice as fast (default 1)",
    )
    add_habits_option(parser)
    parser.add_argument("--no-deal", action="store_true", help="leave out the dealing of the cards")
    parser.add_argument("--surface", metavar="NAME", help="the table: felt, wood or cloth (default: by chance)")
    add_light_option(parser)
    add_tilt_option(parser)
    parser.add_argument(
        "--art", type=file_path, metavar="DIR", help="another deck: a folder with one picture a card code"
    )
    parser.add_argument("--json", action="store_true", help="print a summary as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Render the video and write what is true of it; return the exit status."""
    width, height = picture_size_given(arguments)
    _check(arguments)
    game, settings, names = chosen_game(arguments)
    incidents = parse_incidents([text for text in arguments.incidents.split(",") if text])
    tilt, light = tilt_given(arguments), light_given(arguments)
    named = habits_given(arguments)
    habits = replace(HABITS[named], pace=arguments.pace, deal=not arguments.no_deal)
    folder: Path = arguments.out
    check_place(folder, "--out")
    _check_out(folder)

    from companion.evaluation.files import make_folder
    from companion.simulation.film import write_film
    from companion.simulation.renderer import Renderer
    from companion.simulation.source import SimulatedSource
    from companion.simulation.staging import stage_game
    from companion.synth.designs import load_whole_deck
    from companion.table.event_json import to_json

    script = stage_game(
        game,
        settings,
        arguments.seed,
        names,
        hands_limit=arguments.hands_limit,
        force_tie=arguments.tie,
        incidents=incidents,
        habits=habits,
        tilt=tilt,
    )
    design = load_whole_deck(arguments.art, game.deck) if arguments.art is not None else None
    renderer = Renderer(script, width, height, design=design, surface=arguments.surface, light=light)
    source = SimulatedSource(script, rate=arguments.fps, renderer=renderer)
    make_folder(folder)
    frames = write_film(source, folder / _FILM, _progress(script))
    session = {
        **_describe(script),
        "light": light,
        "habits": named,
        "size": [width, height],
        "fps": arguments.fps,
        "frames": frames,
        "video": _FILM,
        "truth": _TRUTH,
        "said": _SAID,
    }
    _write_lines(folder / _TRUTH, (to_json(event) for event in script.truth))
    _write_lines(folder / _SAID, (said.to_json() for said in script.said))
    _write_lines(folder / _SESSION, [session], indent=2)
    if arguments.json:
        put_json({"out": str(folder), **session, "events": len(script.truth)})
    tell(f"{folder}: {counted(frames, 'frame')}, {script.duration:.0f} s, {counted(len(script.truth), 'event')}")
    return 0


def _describe(script: "Script") -> dict[str, Any]:
    return {
        "game": script.game.id,
        "title": script.game.title,
        "deck": script.deck,
        "seed": script.seed,
        "tilt": round(degrees(script.tilt), 1),
        "players": list(script.names),
        "settings": dict(script.settings),
        "duration": round(script.duration, 3),
        "simulated": True,
    }


def _check(arguments: argparse.Namespace) -> None:
    from companion.simulation.tabletop import SURFACES

    if arguments.seed < 0:
        raise UnusableError(f"--seed {arguments.seed}: expected a whole number from 0")
    if not 1 <= arguments.fps <= _FASTEST:
        raise UnusableError(f"--fps {arguments.fps:g}: expected 1 to {_FASTEST:g} frames a second")
    if not 0.1 <= arguments.pace <= 10:
        raise UnusableError(f"--pace {arguments.pace:g}: expected 0.1 to 10")
    if arguments.hands_limit is not None and arguments.hands_limit < 1:
        raise UnusableError(f"--hands-limit {arguments.hands_limit}: expected a whole number from 1")
    if arguments.surface is not None and arguments.surface not in SURFACES:
        raise UnusableError(f"--surface {arguments.surface}: there are {', '.join(SURFACES)}")


def _check_out(folder: Path) -> None:
    """Refuse to write over anything but a simulation.

    Raises:
        UnusableError: The folder is a file, or holds a recording or files of something else.
    """
    from companion.recording.opening import holds_session

    if folder.is_file():
        raise UnusableError(f"--out {folder}: is a file; give a folder")
    if holds_session(folder):
        raise UnusableError(f"--out {folder}: holds a recording; give another folder")
    there = next((name for name in (_FILM, _TRUTH, _SAID, _SESSION) if os.path.lexists(folder / name)), None)
    if there is not None and not _is_simulation(folder):
        raise UnusableError(
            f"--out {folder}: {there} is there already and is of no simulation; nothing else is written over, give "
            "another folder"
        )


def _is_simulation(folder: Path) -> bool:
    try:
        session = loads(read_given(folder / _SESSION))
    except (OSError, ValueError):
        return False
    return isinstance(session, dict) and session.get("simulated") is True


def _progress(script: "Script") -> Callable[[int, int], None]:
    """Return what tells how far the video is, in steps of a tenth."""
    told = 0

    def progress(done: int, total: int) -> None:
        nonlocal told
        tenths = 10 * done // total
        if tenths > told:
            told = tenths
            tell(f"simulating {script.game.id}, seed {script.seed}: {10 * tenths} %")

    return progress


def _write_lines(path: Path, values: Iterable[Mapping[str, Any]], indent: int | None = None) -> None:
    lines = (json.dumps(value, ensure_ascii=False, indent=indent) + "\n" for value in values)
    try:
        write_whole(path, "".join(lines).encode())
    except OSError as error:
        raise UnusableError(f"{path}: cannot be written ({refusal_of(error)})") from error
