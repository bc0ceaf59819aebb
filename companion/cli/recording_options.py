"""Options of commands that can record what they watch."""

import argparse
from pathlib import Path

from companion.errors import UnusableError


def add_recording_options(parser: argparse.ArgumentParser) -> None:
    """Add `--record` and `--record-limit`."""
    parser.add_argument(
        "--record", type=Path, metavar="DIR", help="record the session in a new folder: video, events, readings"
    )
    parser.add_argument(
        "--record-limit",
        type=float,
        default=20.0,
        metavar="GB",
        help="end the video, not the log, when it takes so much (default 20)",
    )


def recording_limit(arguments: argparse.Namespace) -> int:
    """Return how many bytes the video may take.

    Raises:
        UnusableError: The limit is no size.
    """
    limit: float = arguments.record_limit
    if not limit > 0:
        raise UnusableError(f"--record-limit {limit:g}: expected a number of gigabytes above 0")
    return round(min(limit, 1e6) * 1e9)
