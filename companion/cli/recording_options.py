"""Options of commands that can record what they watch."""

import argparse
from typing import TYPE_CHECKING

from companion.cli.names import file_path
from companion.cli.output import counted, tell
from companion.errors import UnusableError

if TYPE_CHECKING:
    from companion.recording.opening import Session
    from companion.recording.recorder import Recorder
    from companion.recording.starting import Tapped
    from companion.table.session import TableSession


def add_recording_options(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """Add `--record`, or DIR where recording is what is wanted, and `--record-limit` and `--record-mask`."""
    parser.add_argument(
        "record" if required else "--record",
        type=file_path,
        metavar="DIR",
        help="new folder to record the session in: video, events, readings",
    )
    parser.add_argument(
        "--record-limit",
        type=float,
        default=20.0,
        metavar="GB",
        help="end the video, not the log, when it takes so many gigabytes (default 20)",
    )
    parser.add_argument(
        "--record-mask", action="store_true", help="blur faces and rooms: film only the part where cards lie"
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


def check_mask(arguments: argparse.Namespace, recorded: "Session | None" = None) -> None:
    """Refuse to blur where that would not be done: people rely on it.

    Args:
        arguments: With `record` and `record_mask`.
        recorded: The recording that is gone on with.

    Raises:
        UnusableError: Nothing is recorded, or the recording was begun without it.
    """
    if not arguments.record_mask:
        return
    if recorded is not None and not recorded.about.get("masked"):
        raise UnusableError(
            f"--record-mask: {recorded.folder} was begun without it and goes on as it began; begin a new recording "
            "with --record, or leave --record-mask out"
        )
    if recorded is None and arguments.record is None:
        raise UnusableError("--record-mask: nothing is recorded; say where to with --record")


class Recorded:
    """What came of a recording.

    Attributes:
        failed: Whether the log or, where that is what was wanted, the video is not whole; False before it has ended.
    """

    def __init__(self, *, filmed: bool = False) -> None:
        """Begin; `filmed` where the video is as much wanted as the log."""
        self.failed = False
        self._filmed = filmed

    def end(self, recorder: "Recorder", session: "TableSession", source: "Tapped") -> None:
        """End a recording, complete its video, and tell people what came of it."""
        from companion.recording.starting import complete, end

        standing = end(recorder, session, source)
        self.failed = standing.lacks_plays or (self._filmed and standing.lacks_pictures)
        problems = [problem for problem in (standing.problem, *complete(recorder.folder)) if problem is not None]
        dropped = f", {standing.dropped} left out" if standing.dropped else ""
        tell(
            f"Recorded in {recorder.folder}: {counted(standing.frames, 'picture')}, "
            f"{standing.bytes / 1e6:.1f} MB{dropped}"
        )
        for problem in problems:
            tell(f"{recorder.folder}: {problem}")
