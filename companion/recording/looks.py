"""What was seen in each frame that was looked at, as lines of `frames.jsonl`."""

import contextlib
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.given_files import LONGEST_LINE, raw_lines
from companion.recording.lines import parsed, seal_holds
from companion.table.witness import Looked
from companion.vision.types import FloatArray, SeenCard

_KEPT = 5
"""Candidates kept of each reading."""

_STILL = 0.03
"""How far, in heights of the card, a corner may move from look to look while the card lies still."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look, read back.

    Attributes:
        time: Seconds of the session: the time of its frame in the video.
        size: Width and height of the frame, pixels.
        cards: What was seen.
        tracks: For each card, the number of the physical card in the session; None where it was found twice.
    """

    time: float
    size: tuple[int, int]
    cards: tuple[SeenCard, ...]
    tracks: tuple[int | None, ...]


def look_to_json(look: Looked, first_track: int = 0) -> dict[str, Any]:
    """Return a look as a JSON object.

    Args:
        look: What was seen.
        first_track: Added to its tracks: a session that went on counts them on.
    """
    cards = [
        {
            "track": None if track is None else track + first_track,
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in card.corners],
            "face": "up" if card.face_up else "down",
            "found": round(card.found, 3),
            "candidates": [[code, round(chance, 4)] for code, chance in card.probabilities[:_KEPT]],
        }
        for card, track in zip(look.cards, look.tracks, strict=True)
    ]
    return {"time": round(look.time, 4), "size": list(look.size), "cards": cards}


def look_from_json(value: Mapping[str, Any]) -> Look:
    """Return the look that a JSON object stands for.

    Raises:
        ValueError: It stands for none.
    """
    try:
        cards = tuple(_card(card) for card in value["cards"])
        tracks = tuple(None if card["track"] is None else int(card["track"]) for card in value["cards"])
        width, height = value["size"]
        return Look(float(value["time"]), (int(width), int(height)), cards, tracks)
    except (KeyError, TypeError, IndexError, OverflowError) as error:
        raise ValueError(f"no look at the table ({type(error).__name__}: {error})") from None


def _card(value: Mapping[str, Any]) -> SeenCard:
    candidates = tuple((str(code), float(chance)) for code, chance in value["candidates"])
    corners = np.array(value["corners"], np.float32)
    if corners.shape != (4, 2):
        raise ValueError(f"a card has four corners, not an array of {corners.shape}")
    return SeenCard(corners, value["face"] == "up", float(value["found"]), candidates)


def lay_still(before: FloatArray, now: FloatArray) -> bool:
    """Whether a card lay still between two looks.

    Args:
        before: (4, 2) pixels, its corners in the one.
        now: Its corners in the other.
    """
    height = float(np.linalg.norm(now[3] - now[0]))
    # A card that reads upside down for a moment starts at the opposite corner.
    moved = min(float(np.abs(now - quad).max()) for quad in (before, np.roll(before, 2, axis=0)))
    return moved <= _STILL * max(height, 1.0)


_TRACK = re.compile(rb'"track": ([0-9]{1,15})[,}]')
_TIME = re.compile(
    rb'\{"time": (-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?), "size": \[[0-9]{1,9}, [0-9]{1,9}\], "cards": \['
)


def _stands_for_look(raw: bytes) -> bool:
    """Whether a line is that of a look: one with a right checksum that begins like one was written as one."""
    if len(raw) >= LONGEST_LINE or _TIME.match(raw) is None:
        return False
    if seal_holds(raw):
        return True
    with contextlib.suppress(ValueError):
        look_from_json(parsed(raw) or {})
        return True
    return False


class Looks:
    """The looks of a session at any moment. They are many: only their times are kept, the rest is read when wanted."""

    def __init__(self, path: Path) -> None:
        """Find out the times; a missing file has none, and damaged lines are left out and counted.

        Args:
            path: `frames.jsonl` of a session.
        """
        self._path = path
        self.times: list[float] = []
        """When each look was, seconds of the session, ascending."""
        self.damaged = 0
        """How many lines were left out."""
        self.left_out: list[float] = []
        """The times of pictures before which others were left out of the video, for they came too fast."""
        self._places: list[int] = []
        place = 0
        try:
            with path.open("rb") as file:
                for raw in raw_lines(file):
                    found = _TIME.match(raw) if _stands_for_look(raw) else None
                    if found is not None:
                        self.times.append(float(found[1]))
                        self._places.append(place)
                    elif raw.strip():
                        self._note(raw)
                    place += len(raw)
        except OSError:
            # `open_session` names it.
            return

    def _note(self, raw: bytes) -> None:
        """Note what a line says that stands for no look."""
        said = parsed(raw) or {}
        if said.keys() == {"time", "dropped"} and isinstance(said["time"], int | float):
            self.left_out.append(float(said["time"]))
        else:
            self.damaged += 1

    def __len__(self) -> int:
        return len(self.times)

    def __iter__(self) -> Iterator[Look]:
        try:
            with self._path.open("rb") as file:
                for place in self._places:
                    file.seek(place)
                    with contextlib.suppress(ValueError):
                        value = parsed(file.readline())
                        if value is not None:
                            yield look_from_json(value)
        except OSError:
            return

    @property
    def last_track(self) -> int:
        """The highest number of a track; 0 without one."""
        highest = 0
        with contextlib.suppress(OSError), self._path.open("rb") as file:
            for raw in raw_lines(file):
                highest = max([highest, *map(int, _TRACK.findall(raw))])
        return highest

    def number(self, index: int) -> Look | None:
        """Return a look by its number, from 0; None where it is damaged."""
        try:
            with self._path.open("rb") as file:
                file.seek(self._places[index])
                value = parsed(file.readline())
            return look_from_json(value) if value is not None else None
        except (OSError, ValueError):
            return None

    def at(self, time: float, within: float = 0.02) -> Look | None:
        """Return what was last seen at a time: the last look that is not later, but for a rounding; None before it."""
        index = bisect_right(self.times, time + within) - 1
        return self.number(index) if index >= 0 else None
