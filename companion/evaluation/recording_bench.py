"""A recording of a long evening in real time: what it takes, what it drops, and whether memory stays what it is."""

import gc
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.evaluation.evenings import GAME, Stops, long_game, resident_bytes
from companion.recording.finishing import picture_times
from companion.recording.opening import open_session
from companion.recording.recorder import Recorder
from companion.recording.starting import about_session, about_source, begin, complete, end
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.people import People
from companion.simulation.renderer import Renderer
from companion.simulation.script import Script
from companion.table.session import TableSession
from companion.table.watching import watch
from companion.vision.capture import Capture
from companion.vision.handover import SourceEvent
from companion.vision.sources.base import Source
from companion.vision.types import Frame, Image, SeenCard

Row = dict[str, Any]

_SIZE = (1920, 1080)
_FILM = 30.0
"""Seconds that are drawn beforehand, at most."""


def record_evening(minutes: float, rate: float, folder: Path, seed: int = 0, every: float = 1.0) -> Iterator[Row]:
    """Record one long simulated game in 1080p in real time, as it is played before a camera.

    Capture, motion gate, tracker, referee and recorder are those of an evening; what the models would see is told by
    the simulation, and the pictures are half a minute of the game over and over, so the numbers are the recorder's.

    Args:
        minutes: How long.
        rate: Pictures a second that the simulated camera takes.
        folder: Where to, and half a minute of pictures; the recording is left in its folder `session`.
        seed: Of the game.
        every: Minutes between two measurements.

    Yields:
        The state after every so many minutes: `minutes`, `rss` in bytes (None where it cannot be told), `threads`,
        `frames` recorded, `dropped` by the recorder, `missed` by the simulated camera because this machine was busy,
        `bytes` of the video and `an_hour`, what an hour of it takes. The last row tells what is there when the session
        is opened: `pictures` in the video, `backwards`, how many of them are not later than the one before, `facts` of
        the log, `size` of the folder, `problems`.
    """
    script = long_game(minutes * 60, seed)
    recorded_in = folder / "session"
    camera = _Camera(script, rate, folder / "film.yuv", min(minutes * 60, _FILM))
    session = TableSession(GAME, script.settings, eyes=camera.eyes, names=script.names)
    camera.people = People(script, session)
    capture = Capture(camera, speed="real")
    about = about_session(GAME, script.settings, script.names, about_source(capture.name))
    recorder = begin(recorded_in, about, session, capture)
    try:
        capture.start()
        feed = Stops(capture, every * 60, minutes * 60, camera.eyes.wait_for)
        while not feed.over:
            watch(session, feed)
            yield _row(feed.time / 60, recorder, camera)
    finally:
        capture.close()
        ending = end(recorder, session, capture)
    problems = list(map(str, complete(recorded_in)))
    recorded = open_session(recorded_in)
    times = [time for video in recorded.videos for time in picture_times(video)]
    yield {
        **_row(feed.time / 60, recorder, camera),
        "pictures": len(times),
        "backwards": sum(later <= before for before, later in pairwise(times)),
        "facts": len(recorded.facts),
        "size": recorded.size,
        "problems": [
            *([str(ending.problem)] if ending.problem is not None else []),
            *problems,
            *map(str, recorded.notes),
        ],
    }


class _Camera(Source):
    """A camera that goes on whether or not anybody looks: a picture that is late is never taken.

    Its pictures are some of a simulated table, over and over: drawing each would take longer than recording it.

    Attributes:
        name: What a person calls it.
        is_live: False: its end is the end of the recording.
        eyes: See what lies on the simulated table at the time that they are told.
        people: Who attends to the companion.
        missed: Pictures that were not taken.
    """

    is_live = False

    def __init__(self, script: Script, rate: float, film: Path, seconds: float) -> None:
        """Draw the film.

        Args:
            script: What happens.
            rate: Pictures a second.
            film: File to keep the pictures in, one and a half bytes a pixel.
            seconds: Length of the film.
        """
        self.name = f"simulated {script.game.id}, seed {script.seed}, pictures repeating"
        self.eyes = _TrueEyes(script)
        self.people: People | None = None
        self.missed = 0
        self._rate = rate
        self._film = film
        self._length = max(1, int(seconds * rate))
        self._next = 0
        self._began: float | None = None
        renderer = Renderer(script, *_SIZE)
        with film.open("wb") as file:
            for index in range(self._length):
                picture = cv2.cvtColor(renderer.render(index / rate), cv2.COLOR_BGR2YUV_I420)
                file.write(np.ascontiguousarray(picture).data)

    def read(self) -> Frame | None:
        """Return the picture of this moment, waiting for it."""
        self._began = time.monotonic() if self._began is None else self._began
        due = int((time.monotonic() - self._began) * self._rate)
        self.missed += max(0, due - self._next)
        index = max(self._next, due)
        self._next = index + 1
        moment = index / self._rate
        if self.people is not None:
            self.people.attend(moment)
        width, height = _SIZE
        size = width * height * 3 // 2
        flat = np.fromfile(self._film, np.uint8, size, offset=index % self._length * size)
        image = cv2.cvtColor(flat.reshape(height * 3 // 2, width), cv2.COLOR_YUV2BGR_I420)
        return Frame(np.asarray(image, np.uint8), moment, index)

    def close(self) -> None:
        """Nothing is left open."""


class _TrueEyes:
    """Eyes that are told the time, and see what lies on the simulated table then."""

    waits = False

    def __init__(self, script: Script) -> None:
        self._time = 0.0
        self._observer = Observer(script, Faults())

    def wait_for(self, item: Frame | SourceEvent) -> float:
        """Take note of the time of what will be looked at next, and return it."""
        self._time = item.time
        return item.time

    def look(self, image: Image, deck: str, card_height: float | None = None) -> list[SeenCard]:  # noqa: ARG002
        """See `companion.vision.eyes.Eyes.look`."""
        scale = image.shape[1] / self._observer.size[0]
        return [
            SeenCard(card.corners * scale, card.face_up, card.found, card.probabilities)
            for card in self._observer.look(self._time)
        ]


def _row(minutes: float, recorder: Recorder, camera: _Camera) -> Row:
    gc.collect()
    standing = recorder.standing
    return {
        "minutes": round(minutes, 2),
        "rss": resident_bytes(),
        "threads": threading.active_count(),
        "frames": standing.frames,
        "dropped": standing.dropped,
        "missed": camera.missed,
        "bytes": standing.bytes,
        "an_hour": standing.an_hour,
        "cpu_seconds": round(time.process_time(), 1),
    }
