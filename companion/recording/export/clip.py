"""A short film of one trick, with what was seen and ruled drawn into it: to be sent to those who were not there."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from companion.errors import UnusableError, WrongInputError
from companion.language import mark
from companion.recording.captions import Cue
from companion.recording.failures import FAILURES, reason
from companion.recording.finishing import cues_of
from companion.recording.labels import Label, Labeller
from companion.recording.looks import Look
from companion.recording.opening import Session
from companion.recording.playback import Pictures, scaled_to
from companion.recording.story import Trick, tricks_of
from companion.recording.veil import Veils
from companion.vision.naming import NamedCard
from companion.vision.overlay import Colour, draw_cards, draw_text
from companion.vision.types import Image, SeenCard
from companion.whole_files import becoming, sweep

_BEFORE, _AFTER = 0.5, 3.0
"""Seconds shown before the trick begins and after its last card lies."""

_STALE = 1.5
"""Seconds after which boxes that were seen last are not drawn any more."""

_PLATE: Colour = (40, 40, 40)
_MILLISECONDS = Fraction(1, 1000)
_QUALITY = {"crf": "21", "preset": "veryfast"}


_LACKING = mark("{name}: the video has no pictures of trick {trick}")
_LACKING_BECAUSE = mark("{name}: the video has no pictures of trick {trick} ({reason})")


def find_trick(session: Session, label: str) -> Trick:
    """Return the trick of this label: `2.13` is the 13th of the second hand, `3.tiebreak` a tiebreak.

    Raises:
        WrongInputError: There is no such trick.
    """
    tricks = tricks_of(session)
    found = next((trick for trick in tricks if trick.label == label), None)
    if found is None:
        known = f"the last one is {tricks[-1].label}" if tricks else "there are none"
        raise WrongInputError(f"{session.folder}: there is no trick {label}; give HAND.TRICK, {known}")
    return found


def write_clip(path: Path, session: Session, trick: Trick, *, masked: bool = False) -> int:
    """Write the film of a trick as MP4; return how many pictures it has.

    Raises:
        WrongInputError: The video lacks the trick.
        UnusableError: The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path.parent)
        with becoming(path) as unfinished, Pictures(session.videos) as pictures:
            drawer = Overlaid(session, Veils(session.looks, pictures) if masked else None)
            frames = pictures.between(trick.start - _BEFORE, trick.end + _AFTER)
            count = _encode(unfinished, ((frame.time, drawer.draw(frame.image, frame.time)) for frame in frames))
            if not count:
                blanks = {"name": session.folder, "trick": trick.label}
                if pictures.problems:
                    raise WrongInputError(_LACKING_BECAUSE, **blanks, reason=pictures.problems[0])
                raise WrongInputError(_LACKING, **blanks)
    except FAILURES as error:
        raise UnusableError(mark("{name}: cannot be written ({reason})"), name=path, reason=reason(error)) from error
    return count


def _encode(path: Path, images: Iterator[tuple[float, Image]]) -> int:
    """Write pictures at their times, the first at 0; return how many there were."""
    count, first = 0, 0.0
    with av.open(f"file:{path}", "w", format="mp4", options={"movflags": "+faststart"}) as clip:
        stream: VideoStream | None = None
        for time, image in images:
            if stream is None:
                first = time
                stream = clip.add_stream("libx264", rate=30)
                stream.height, stream.width = (side & ~1 for side in image.shape[:2])
                stream.pix_fmt = "yuv420p"
                stream.time_base = stream.codec_context.time_base = _MILLISECONDS
                stream.options = dict(_QUALITY)
            even = np.ascontiguousarray(image[: stream.height, : stream.width])
            picture = VideoFrame.from_ndarray(even, format="bgr24")
            picture.pts, picture.time_base = round((time - first) * 1000), _MILLISECONDS
            clip.mux(stream.encode(picture))
            count += 1
        if stream is not None:
            clip.mux(stream.encode(None))
    return count


class Overlaid:
    """Draws into pictures of a session what was seen in them and what was announced."""

    def __init__(self, session: Session, veils: Veils | None = None) -> None:
        self._looks = session.looks
        self._labeller = Labeller(session)
        self._cues = cues_of(session)
        self._veils = veils

    def draw(self, image: Image, time: float) -> Image:
        """Return a copy of a picture with boxes, names and the announcement of that time."""
        shown = self._veils.over(image, time) if self._veils is not None else image
        look = self._looks.at(time)
        cards = self._cards(image, look) if look is not None and time - look.time < _STALE else []
        drawn = draw_cards(shown, cards)
        cue = next((cue for cue in reversed(self._cues) if cue.start <= time < cue.end), None)
        if cue is not None:
            _write(drawn, cue)
        return drawn

    def _cards(self, image: Image, look: Look) -> list[NamedCard]:
        labels = self._labeller.label(look).labels
        best = {track: card.best[1] for card, track in zip(look.cards, look.tracks, strict=True) if card.best}
        return [_named(label, image, look, best) for label in labels]


def _named(label: Label, image: Image, look: Look, best: dict[int | None, float]) -> NamedCard:
    sure = 1.0 if label.origin == "person" else best.get(label.track, label.found)
    read = ((label.code, sure),) if label.code is not None else ()
    seen = SeenCard(scaled_to(image, label.corners, look.size), label.face_up, label.found, read)
    return NamedCard(seen, label.code, sure)


def _write(image: Image, cue: Cue) -> None:
    """Write an announcement at the bottom, in lines that fit."""
    height, width = image.shape[:2]
    scale = max(width / 1100, 0.45)
    most = max(20, int(width / (15 * scale)))
    lines = [""]
    for word in cue.text.split(" "):  # Not at the no-break spaces of French.
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    for place, line in enumerate(lines):
        middle = np.array([width / 2, height - (len(lines) - place) * 36 * scale])
        draw_text(image, line, middle, _PLATE, scale)
