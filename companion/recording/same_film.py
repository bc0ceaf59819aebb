"""Whether a film is one that a recording was made from, and how much of it was refereed."""

import math
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeGuard

from companion.errors import UnusableError
from companion.given_files import open_given
from companion.recording.layout import read_about
from companion.recording.opening import Session
from companion.vision.sources.pictures import pictures_in

_BEGINNING = 2**20
"""Bytes of a film that tell it from every other: they hold its first pictures."""

FILM, BEGINS = "source_film", "source_begins"


def about_film(path: Path | None, begins: float = 0.0) -> dict[str, Any]:
    """Return what `session.json` says about the film that a table is seen in, so that it is known again.

    Args:
        path: A film or a folder of pictures; None for what is neither, of which nothing is said.
        begins: Second of the session at which its beginning lies, also where that was not watched.
    """
    film = _print_of(path) if path is not None else None
    return {} if film is None else {FILM: film, BEGINS: round(begins, 4)}


def watched_of(recorded: Session, path: Path, at: float) -> float | None:
    """Return how many seconds at the beginning of a film were refereed; None where it was not recorded from it.

    That is up to the last change of the facts: what was seen afterwards led to nothing yet, and while that card lies
    there people are not just gathering a trick, which nobody would understand who has not seen it before.

    Args:
        recorded: The recording, which is gone on with.
        path: A film or a folder of pictures.
        at: When the recording goes on, seconds: `resume_time`.

    Raises:
        UnusableError: It may be the film, and the recording does not say how much of it was watched.
    """
    film = _print_of(path)
    for said, start, end in _sources_of(recorded, at):
        if said.get(FILM, film) != film or (FILM not in said and Path(str(said.get("source"))).name != path.name):
            continue
        begins = said.get(BEGINS)
        if FILM not in said or not (_is_number(begins) and _is_number(start) and _is_number(end)):
            raise UnusableError(
                f"{path}: {recorded.folder} may have been recorded from it, but does not say how far, so that tricks "
                "might be counted twice; cut off what was watched and give the rest under another name, or record it "
                "anew"
            )
        told = (line for line in recorded.lines if line["event"] == "facts" and "author" not in line)
        times = [float(line["time"]) for line in told if start <= line["time"] < end]
        return float(max(0.0, max(times, default=start) - begins))
    return None


def _print_of(path: Path) -> str | None:
    """Return what tells a film from every other, and a folder by its first picture; None where it cannot be read."""
    try:
        first = pictures_in(path)[0] if path.is_dir() else path
        with open_given(first) as file:
            return sha256(file.read(_BEGINNING)).hexdigest()[:16]
    except (UnusableError, OSError, IndexError):
        return None


def _sources_of(recorded: Session, at: float) -> Iterator[tuple[Mapping[str, Any], Any, Any]]:
    """Yield what is said of each source, the last one first, and from when until when it was seen, seconds."""
    try:
        last = read_about(recorded.folder)
    except UnusableError:
        # The log says what was seen at its beginning, not where that was gone on with.
        last = {**recorded.about, BEGINS: None}
    ends = [earlier.get("until") for earlier in recorded.earlier]
    yield from reversed(list(zip([*recorded.earlier, last], [0.0, *ends], [*ends, at], strict=True)))


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
