"""The ``companion`` command: its sub-commands, and what becomes of their failures."""

import argparse
import contextlib
import importlib
import importlib.util
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from companion import __version__
from companion.cli.output import Unsaid, complain, tell
from companion.errors import CompanionError, UnusableError
from companion.refusals import refusal_of

# Each module defines `add_parser(subparsers)`, which sets `run` as the default; its heavy imports happen in `run`.
COMMANDS: tuple[str, ...] = (
    "demo",
    "watch",
    "record",
    "cameras",
    "calibrate",
    "read",
    "teach",
    "replay",
    "export",
    "sessions",
    "score",
    "simulate",
    "print",
    "shortcut",
    "train",
    "art",
    "evaluate",
    "bench",
)


_OF_TRAINING = ("PIL", "matplotlib", "onnx", "torch", "ultralytics")
"""Packages that come with the train extra only, as they are imported."""


class _Command(Protocol):
    def add_parser(self, subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None: ...


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="companion",
        description="Watches a real card table, reads the cards and referees the game. "
        "Without a command it opens the app.",
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    subparsers = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for name in COMMANDS:
        command: _Command = importlib.import_module(f"companion.cli.{name}")
        command.add_parser(subparsers)
    for own in subparsers.choices.values():
        own.set_defaults(refuse=own.error)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0 success, 1 the input was read and found wrong, 2 the command line or a file is unusable.
    """
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        # Names of files and players are told on every terminal, as well as it can show them.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    parser = build_parser()
    arguments, unknown = parser.parse_known_args(argv)
    # Not left among them: what a command was given goes to other processes, a parser cannot.
    refuse = vars(arguments).pop("refuse", parser.error)
    if unknown:
        # By the command that does not know them: its usage helps, that of the program would not.
        refuse(f"unrecognized arguments: {' '.join(unknown)}")
    Unsaid.any = False
    status = 0
    try:
        status = _run(arguments)
    except BrokenPipeError:
        # The reader of our output has gone (`companion ... | head`): nothing more can be said, and nothing is wrong.
        _say_no_more()
    except OSError as error:
        what = error.filename or "what there is to say"
        status = 2
        with contextlib.suppress(BrokenPipeError):
            tell(f"companion: {what}: cannot be read or written ({refusal_of(error)})")
        _say_no_more()
    if Unsaid.any:
        _say_no_more()
        return 2
    return status


def _run(arguments: argparse.Namespace) -> int:
    try:
        if arguments.command is None:
            from companion.cli import app

            return app.open_app(arguments)
        status: int = arguments.run(arguments)
    except CompanionError as error:
        status = error.exit_status
        with contextlib.suppress(BrokenPipeError):
            complain(error)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "companion") or importlib.util.find_spec(missing) is not None:
            raise
        again = 'pip install ".[train]" in the folder of the project'
        how = again if missing in _OF_TRAINING else "install the companion again"
        status = UnusableError.exit_status
        with contextlib.suppress(BrokenPipeError):
            complain(f"the package {missing} is missing: {how}")
    return status


def _open_what_is_closed() -> None:
    """Let what is said go nowhere where nobody listens from the start: `companion ... >&-`, or no console at all."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 (as long as the program runs)


def _say_no_more() -> None:
    """Have what nobody takes, and waits in the buffers of both outputs, go nowhere."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
