"""What the recorder's thread gets to do."""

from dataclasses import dataclass

from companion.recording.captions import Cue
from companion.table.witness import Looked
from companion.vision.types import Frame


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame for the video."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class Said:
    """The log has grown by what was announced.

    Attributes:
        cue: What is to be shown in the video; None where nothing is.
    """

    cue: Cue | None


Item = Picture | Looked | Said
