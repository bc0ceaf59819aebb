"""What lies where in a session's folder, and the file that says what was played: `session.json`."""

import json
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.claims import is_claimed
from companion.errors import UnusableError
from companion.given_files import read_given
from companion.language import mark
from companion.plain_json import loads, utf8
from companion.refusals import refused
from companion.whole_files import write_whole

FORMAT = 1
"""Version of the folder's layout; a reader that meets a higher one says so and shows what it understands."""

SESSION = "session.json"
EVENTS = "events.jsonl"
FRAMES = "frames.jsonl"
CAPTIONS = "announcements.vtt"
ANNOTATIONS = "annotations.jsonl"
_WRITTEN = (SESSION, EVENTS, FRAMES, CAPTIONS, ANNOTATIONS)

_VIDEO = "video"

_DAMAGED = mark("{name}: is damaged ({reason})")

SAID_AT_THE_END = ("seconds", "frames", "dropped")
"""Keys of `session.json` that are only known when a recording has ended."""


def video_name(part: int) -> str:
    """Return the name of the file that holds a part of the video, from 1; a session that went on has several."""
    return f"{_VIDEO}.mkv" if part == 1 else f"{_VIDEO}-{part}.mkv"


def video_parts(folder: Path) -> list[Path]:
    """Return the files of the video in the order of their times."""
    found = [path for path in folder.glob(f"{_VIDEO}*.mkv") if _part_of(path) is not None and path.is_file()]
    return sorted(found, key=lambda path: _part_of(path) or 0)


def is_in_use(folder: Path) -> bool:
    """Whether somebody records into a session's folder, or corrects it, just now."""
    return is_claimed(folder / EVENTS)


def strange_file(folder: Path) -> str | None:
    """Return the name of a file of a session that is a link or no plain file, None where all are as they should be.

    The program writes into these: what somebody else made may lead out of the folder, or to what never ends.
    """
    for name in _WRITTEN:
        with suppress(FileNotFoundError, NotADirectoryError):
            mode = (folder / name).lstat().st_mode
            if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
                return name
    return None


def missing_parts(folder: Path) -> list[str]:
    """Return the names of the files of the video that are gone although a later one is there."""
    there = {_part_of(path) for path in video_parts(folder)}
    return [video_name(part) for part in range(1, next_part(folder)) if part not in there]


def next_part(folder: Path) -> int:
    """Return the number of the next part of the video: none that is there is written over."""
    return max((_part_of(path) or 0 for path in video_parts(folder)), default=0) + 1


def _part_of(path: Path) -> int | None:
    number = path.stem.removeprefix(_VIDEO)
    if not number:
        return 1
    return int(number[1:]) if number.startswith("-") and number[1:].isdecimal() else None


def size_of(folder: Path) -> int:
    """Return the bytes that the files of a folder take, those inside its folders, too; what is just going is none."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            total += path.stat().st_size if path.is_file() else 0
    return total


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write a file that is there as a whole or not at all.

    Raises:
        OSError: It cannot be written.
    """
    write_whole(path, utf8(json.dumps(value, ensure_ascii=False, indent=2) + "\n"))


def read_about(folder: Path) -> dict[str, Any]:
    """Return what `session.json` says.

    Raises:
        UnusableError: It is missing or damaged.
    """
    path = folder / SESSION
    try:
        about = loads(read_given(path))
    except FileNotFoundError:
        raise UnusableError(mark("{name}: is missing"), name=path) from None
    except OSError as error:
        raise UnusableError(mark("{name}: cannot be read ({reason})"), name=path, reason=refused(error)) from None
    except ValueError as error:
        raise UnusableError(_DAMAGED, name=path, reason=error) from None
    if not isinstance(about, dict):
        raise UnusableError(_DAMAGED, name=path, reason=UnusableError(mark("it does not say what was played")))
    return about


def change_about(folder: Path, **changes: Any) -> None:
    """Change some keys of `session.json` and keep the others; a key set to None goes.

    Raises:
        UnusableError: It is missing or damaged, in which case it is left as it is, or it cannot be written.
    """
    about = {key: value for key, value in {**read_about(folder), **changes}.items() if value is not None}
    try:
        write_json(folder / SESSION, about)
    except OSError as error:
        raise UnusableError(
            mark("{name}: cannot be written ({reason})"), name=folder / SESSION, reason=refused(error)
        ) from error
