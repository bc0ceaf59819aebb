"""The rest of a source that has an end: what was seen of it before is left out."""

from dataclasses import replace

from companion.vision.sources.base import DamagedPictureError, OpenedSource, Source
from companion.vision.types import Frame

_ROUNDING = 0.001
"""Seconds that the times of a picture may differ, read twice or noted meanwhile."""


class Rest(Source):
    """What a source shows behind a time; its times count from there."""

    def __init__(self, source: OpenedSource, behind: float) -> None:
        """Take over an open source.

        Args:
            source: It is closed with this one.
            behind: Seconds at its beginning that are left out, the picture at their end too.
        """
        self.name = source.name
        self.is_live = source.is_live
        self.size = source.size
        self.note = source.note
        self._source = source
        self._behind = behind
        self._reached = False

    def read(self) -> Frame | None:
        """Return the next frame behind the time; see `Source.read`. Damage before it is none of this source's."""
        while True:
            try:
                frame = self._source.read()
            except DamagedPictureError:
                if self._reached:
                    raise
                continue
            if frame is None:
                return None
            if frame.time > self._behind + _ROUNDING:
                self._reached = True
                return replace(frame, time=frame.time - self._behind)

    def close(self) -> None:
        """Close the source."""
        self._source.close()
