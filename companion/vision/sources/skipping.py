"""Whether a film lacks pictures where it shows none: some show none for a while though nothing is the matter."""

from collections import deque

from av.packet import Packet
from av.video.stream import VideoStream

_STRETCH, _STEPS = 1.0, 5
"""Seconds, and usual steps from picture to picture, without one that are worth telling; phones film unevenly."""

_SHARE = 0.25
"""Of the bytes that pictures take in such a time: where so many were skipped, pictures were there."""

_AHEAD = 32
"""Packets that may have been read before the picture of one is handed out."""


class Skipping:
    """Watches how a film is read: what is damaged is skipped by the reader, which says nothing about it."""

    def __init__(self, step: float) -> None:
        """Begin; `step` is the time from picture to picture while that is not seen, seconds."""
        self._step = step
        self._steps, self._stepped = 0, 0.0
        self._read_to: int | None = None
        self._bytes = 0
        self._skipped: deque[int] = deque([0], _AHEAD)
        self._damaged_at: float | None = None

    def note(self, packet: "Packet[VideoStream]") -> None:
        """Note where in the file a packet lies."""
        if packet.pos is None or packet.pos < 0 or not packet.size:
            return
        if self._read_to is not None:
            self._skipped.append(packet.pos - self._read_to)
        self._read_to = packet.pos + packet.size
        self._bytes += packet.size

    def lost(self, before: float, now: float, damaged: bool) -> bool:
        """Whether pictures are lost between two that follow each other, so many that it is worth telling.

        Args:
            before: Time of the one, seconds.
            now: Of the other.
            damaged: Whether a picture between them could not be decoded.
        """
        if damaged:
            self._damaged_at = before
        usual = self._stepped / self._steps if self._steps else self._step
        if now - before <= max(_STRETCH, _STEPS * usual):
            self._steps, self._stepped = self._steps + (now > before), self._stepped + now - before
            return False
        a_second = self._bytes / max(self._stepped, usual)
        # Pictures from before the damage may be handed out behind it.
        damaged = self._damaged_at is not None and before - self._damaged_at <= _STRETCH
        return damaged or max(self._skipped) > _SHARE * a_second * (now - before)
