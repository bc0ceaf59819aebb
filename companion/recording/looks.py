"""What was seen in each frame that was looked at, as lines of `frames.jsonl`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.table.witness import Looked
from companion.vision.types import SeenCard

_KEPT = 5
"""Candidates kept of each reading."""


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
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"no look at the table ({type(error).__name__}: {error})") from None


def _card(value: Mapping[str, Any]) -> SeenCard:
    candidates = tuple((str(code), float(chance)) for code, chance in value["candidates"])
    corners = np.array(value["corners"], np.float32)
    return SeenCard(corners, value["face"] == "up", float(value["found"]), candidates)
