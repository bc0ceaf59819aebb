"""Subtitles in WebVTT: what was announced, when it was announced."""

import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from companion.plain_json import utf8
from companion.table.events import SEEN_ANYWAY, Event, RecordingChanged

_LEAST, _A_LETTER = 2.5, 0.06
"""Seconds a sentence stays, and how many more for each letter."""

HEAD = b"WEBVTT\n\n"

_BLOCK = re.compile(r"^(\d+):(\d\d):(\d\d)\.(\d{3}) --> \S+\n(.+)\n\n", re.MULTILINE)
"""A cue that was written to its end; of one that was cut short nothing is taken."""

LEFT_OUT: tuple[type[Event], ...] = (*SEEN_ANYWAY, RecordingChanged)
"""What the subtitles leave out: it is to be seen in the picture, or not about the game."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A sentence.

    Attributes:
        start: Seconds of the session.
        text: What was said.
    """

    start: float
    text: str

    @property
    def end(self) -> float:
        """When it goes again."""
        return self.start + max(_LEAST, _A_LETTER * len(self.text))


def cue_block(cue: Cue) -> bytes:
    """Return a cue as it stands in a WebVTT file."""
    # "-->" and "<" mean something to players.
    text = cue.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", " ")
    return utf8(f"{_stamp(cue.start, '.')} --> {_stamp(cue.end, '.')}\n{text}\n\n")


def read_cues(path: Path) -> list[Cue]:
    """Return the cues of a WebVTT file as `cue_block` wrote them, in its order; what is damaged is left out.

    Raises:
        OSError: It cannot be read.
    """
    text = path.read_text(encoding="utf-8", errors="replace")
    return [
        Cue(int(hours) * 3600 + int(minutes) * 60 + int(seconds) + int(thousandths) / 1000, unescape(said))
        for hours, minutes, seconds, thousandths, said in _BLOCK.findall(text)
    ]


def srt(cues: list[Cue]) -> bytes:
    """Return cues as a SubRip file, none longer than to the next: the form every player shows."""
    blocks = []
    for number, cue in enumerate(cues):
        after = cues[number + 1].start if number + 1 < len(cues) else cue.end
        end = max(min(cue.end, after), cue.start + 0.3)
        text = cue.text.replace("\n", " ")
        blocks.append(f"{number + 1}\n{_stamp(cue.start, ',')} --> {_stamp(end, ',')}\n{text}\n\n")
    return "".join(blocks).encode()


def _stamp(seconds: float, point: str) -> str:
    # By way of what the log has: rounded twice, that may come to another millisecond.
    milliseconds = max(0, round(round(seconds, 4) * 1000))
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}{point}{rest % 1000:03}"
