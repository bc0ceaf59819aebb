"""What a person says about the cards in a recording's pictures: an overlay; what was seen stays as it was.

Names and removals hold for a physical card wherever it is seen. A box that was moved is moved along while the card
lies where it lay.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import numpy as np

from companion.cards import Deck
from companion.errors import UnusableError
from companion.language import mark
from companion.recording.journal import Journal
from companion.recording.layout import ANNOTATIONS, EVENTS
from companion.recording.lines import read_lines
from companion.recording.looks import Look
from companion.refusals import refused
from companion.vision.types import FloatArray, SeenCard

CANNOT_BE_WRITTEN = mark("{name}: cannot be written ({reason})")

Kind = Literal["name", "side", "box", "remove", "add"]

_SAME_PLACE = 0.15
"""How far, in heights of the card, its corners may have moved for a moved box to be moved along."""

_ROUNDING = 0.001

_SAID = re.compile(rb'"said": "(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00)"')

_QUADS: Mapping[str, tuple[bool, bool]] = {
    "name": (False, False),
    "side": (False, False),
    "box": (True, True),
    "remove": (False, False),
    "add": (True, False),
}
"""Whether an annotation of each kind has `corners`, and `was`."""


@dataclass(frozen=True, slots=True, eq=False)
class Annotation:
    """One thing said.

    Attributes:
        kind: `name`: which card a track is. `side`: whether its face shows or its back. `box`: where it lies in one
            frame. `remove`: there is no such card. `add`: a card that was not found.
        track: Of the card; an added card gets a number of its own below 0.
        time: Of the frame it was said about, seconds of the session.
        card: Its code; None for a face that cannot be read, and for a back.
        corners: (4, 2) float32 pixels, for `box` and `add`.
        was: (4, 2) float32 pixels, where the card was seen in that frame, for `box`.
        face_up: Which side shows, for `side` and `add`.
        until: When an added card is seen last, seconds.
        author: Who said so.
        said: When, in ISO 8601; what a person did at once has the same.
    """

    kind: Kind
    track: int
    time: float
    card: str | None = None
    corners: FloatArray | None = None
    was: FloatArray | None = None
    face_up: bool = True
    until: float = 0.0
    author: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Annotations:
    """Everything that was said about a session's cards.

    Attributes:
        said: All of it, the oldest first.
        taken_back: What was taken back, by when it was said, with the time of that.
    """

    said: tuple[Annotation, ...]
    taken_back: Mapping[str, str]

    @property
    def standing(self) -> list[Annotation]:
        """What holds."""
        return [annotation for annotation in self.said if annotation.said not in self.taken_back]


@dataclass(frozen=True, slots=True)
class Annotated:
    """One look with what people said about it.

    Attributes:
        look: The look, its boxes set right.
        named: For each card, the code that a person gave it; None where nobody did.
    """

    look: Look
    named: tuple[str | None, ...]


def read_annotations(folder: Path) -> list[Annotation]:
    """Return what was said and holds, oldest first; damaged lines are left out (`open_session` names them).

    Raises:
        UnusableError: The file cannot be read.
    """
    return all_annotations(folder).standing


def all_annotations(folder: Path) -> Annotations:
    """Return what was said, with what was taken back; errors as of `read_annotations`."""
    path = folder / ANNOTATIONS
    if not path.exists():
        return Annotations((), {})
    try:
        values = [line.value for line in read_lines(path) if line.value is not None]
    except OSError as error:
        raise UnusableError(mark("{name}: cannot be read ({reason})"), name=path, reason=refused(error)) from error
    taken_back: dict[str, str] = {}
    for value in values:
        if value.get("kind") == "undo":
            taken_back[str(value.get("of"))] = str(value.get("said", ""))
        elif value.get("kind") == "redo":
            taken_back.pop(str(value.get("of")), None)
    said = tuple(annotation for value in values if (annotation := _read(value)) is not None)
    return Annotations(said, taken_back)


def lines_left_out(folder: Path, deck: Deck) -> int:
    """Return how many lines are damaged, name no card of the deck, or say nothing that this program understands.

    Raises:
        OSError: The file cannot be read.
    """
    path = folder / ANNOTATIONS
    return sum(not _is_understood(line.value, deck) for line in read_lines(path)) if path.exists() else 0


def _is_understood(value: Mapping[str, Any] | None, deck: Deck) -> bool:
    if value is None or value.get("kind") in ("undo", "redo"):
        return value is not None
    annotation = _read(value)
    return annotation is not None and (annotation.card is None or annotation.card in deck)


def add_annotation(folder: Path, annotation: Annotation) -> Annotation:
    """Write something down; return it with its time, where it has none, and, for an added card, its number.

    Raises:
        UnusableError: It cannot be written.
    """
    if annotation.kind == "add":
        lowest = min((known.track for known in all_annotations(folder).said), default=0)
        annotation = replace(annotation, track=min(lowest, 0) - 1)
    annotation = replace(annotation, said=annotation.said or said_now(folder))
    _append(folder, _written(annotation))
    return annotation


def turn(folder: Path, way: Literal["undo", "redo"], of: str, author: str) -> None:
    """Take back what was said at a time, or say it again.

    Raises:
        UnusableError: It cannot be written.
    """
    _append(folder, {"kind": way, "of": of, "author": author, "said": said_now(folder)})


def said_now(folder: Path) -> str:
    """Return the time at which something is said about a session; what is done at once has the same.

    That is now, or just after what was said last: clocks are set back, and what was said later is taken back first.
    """
    now = datetime.now(UTC)
    for name in (EVENTS, ANNOTATIONS):
        # Whoever cannot read them cannot write to them, and is told so then.
        with suppress(OSError):
            said = _SAID.findall((folder / name).read_bytes())
            with suppress(ValueError):
                now = max(now, datetime.fromisoformat(max(said, default=b"").decode()) + timedelta(microseconds=1))
    return now.isoformat(timespec="microseconds")


def _append(folder: Path, value: Mapping[str, Any]) -> None:
    path = folder / ANNOTATIONS
    try:
        journal = Journal(path)
    except OSError as error:
        raise UnusableError(CANNOT_BE_WRITTEN, name=path, reason=refused(error)) from error
    written = journal.append(value)
    journal.close()
    if not written:
        raise UnusableError(CANNOT_BE_WRITTEN, name=path, reason=UnusableError(journal.problem))


class Overlay:
    """Puts what was said over what was seen; the last word on a card holds."""

    def __init__(self, annotations: Iterable[Annotation]) -> None:
        said = list(annotations)
        self._removed = {a.track for a in said if a.kind == "remove"}
        self._added = [a for a in said if a.kind == "add" and a.track not in self._removed]
        self._sides = {a.track: a.face_up for a in said if a.kind == "side"}
        self._moves: dict[int | None, list[Annotation]] = defaultdict(list)
        for move in (a for a in reversed(said) if a.kind == "box"):
            self._moves[move.track].append(move)
        self._names = {a.track: a.card for a in said if a.kind in ("name", "add") and a.card is not None}

    def over(self, look: Look) -> Annotated:
        """Return a look with what was said about it."""
        cards: list[tuple[SeenCard, int | None]] = [
            (self._moved(self._turned(card, track), track), track)
            for card, track in zip(look.cards, look.tracks, strict=True)
            if track not in self._removed
        ]
        added = (a for a in self._added if a.time - _ROUNDING <= look.time <= a.until + _ROUNDING)
        cards += [(_seen(a), a.track) for a in added]
        shown = replace(look, cards=tuple(card for card, _ in cards), tracks=tuple(track for _, track in cards))
        return Annotated(shown, tuple(None if t is None else self._names.get(t) for _, t in cards))

    def _moved(self, card: SeenCard, track: int | None) -> SeenCard:
        """Return a card where the last word on it in this place says that it lies."""
        for move in self._moves.get(track, ()):
            if move.was is not None and move.corners is not None:
                height = float(np.linalg.norm(move.was[3] - move.was[0]))
                if float(np.abs(card.corners - move.was).max()) <= _SAME_PLACE * height:
                    return replace(card, corners=card.corners + (move.corners - move.was))
        return card

    def _turned(self, card: SeenCard, track: int | None) -> SeenCard:
        face_up = self._sides.get(track, card.face_up) if track is not None else card.face_up
        return card if face_up == card.face_up else replace(card, face_up=face_up)


def _seen(annotation: Annotation) -> SeenCard:
    assert annotation.corners is not None
    read = ((annotation.card, 1.0),) if annotation.card is not None else ()
    return SeenCard(annotation.corners, annotation.face_up, 1.0, read)


def _written(annotation: Annotation) -> dict[str, Any]:
    value: dict[str, Any] = {
        "kind": annotation.kind,
        "track": annotation.track,
        "time": round(annotation.time, 4),
        "card": annotation.card,
        "author": annotation.author,
        "said": annotation.said,
    }
    for key, quad in (("corners", annotation.corners), ("was", annotation.was)):
        if quad is not None:
            value[key] = [[round(float(x), 1), round(float(y), 1)] for x, y in quad]
    if annotation.kind in ("side", "add"):
        value["face"] = "up" if annotation.face_up else "down"
    if annotation.kind == "add":
        value["until"] = round(annotation.until, 4)
    return value


def _read(value: Mapping[str, Any]) -> Annotation | None:
    try:
        kind, card = value["kind"], value.get("card")
        corners, was = _quad(value.get("corners")), _quad(value.get("was"))
        if (corners is not None, was is not None) != _QUADS[kind]:
            return None
        return Annotation(
            kind=kind,
            track=int(value["track"]),
            time=float(value["time"]),
            card=None if card is None else str(card),
            corners=corners,
            was=was,
            face_up=value.get("face", "up") == "up",
            until=float(value.get("until", 0.0)),
            author=str(value.get("author", "")),
            said=str(value.get("said", "")),
        )
    except (KeyError, TypeError, ValueError):
        return None


def _quad(value: object) -> FloatArray | None:
    return None if value is None else np.array(value, np.float32).reshape(4, 2)
