"""Short sounds before announcements: made here, played where the machine can."""

from __future__ import annotations

import io
import math
import wave
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QDir, QObject, QTemporaryDir, QUrl

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QSoundEffect

_RATE = 22_050
"""Samples a second."""

_NOTE_SECONDS = 0.16
_FADE = 18.0
"""How fast a note dies away, a second."""

_NOTES: dict[str, tuple[float, ...]] = {
    "result": (523.25, 783.99),
    "question": (587.33, 880.0, 587.33),
    "warning": (440.0, 349.23),
    "lost": (440.0, 349.23),
}
"""Hertz, one after the other, by what is announced: up for a result, up and down for a question, down for a warning and
where a camera is lost."""


def tune(notes: tuple[float, ...]) -> bytes:
    """Return notes as a WAV file: one channel, 16 bits."""
    moments = np.arange(round(_RATE * _NOTE_SECONDS)) / _RATE
    shape = np.exp(-_FADE * moments) * np.minimum(1.0, moments * 200)
    waves = [shape * np.sin(2 * math.pi * note * moments) for note in notes]
    samples = (np.concatenate(waves) * 0.6 * 32_767).astype("<i2")
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_RATE)
        file.writeframes(samples.tobytes())
    return content.getvalue()


class Sounds(QObject):
    """Plays the sounds; nothing happens where the machine cannot.

    Attributes:
        volume: 0..1.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.volume = 1.0
        self._folder: QTemporaryDir | None = None
        self._effects: dict[str, QSoundEffect] = {}

    def play(self, weight: str) -> None:
        """Play the sound of what is announced, if it has one."""
        if weight not in _NOTES:
            return
        if self._folder is None:
            self._load()
        effect = self._effects.get(weight)
        if effect is not None:
            effect.setVolume(self.volume)
            effect.play()

    def _load(self) -> None:
        self._folder = QTemporaryDir()
        try:
            from PySide6.QtMultimedia import QSoundEffect
        except ImportError:
            return  # The system's sound library is missing: there is nothing to play on.
        for weight, notes in _NOTES.items():
            path = QDir(self._folder.path()).filePath(f"{weight}.wav")
            with open(path, "wb") as file:  # noqa: PTH123 (Qt's path)
                file.write(tune(notes))
            effect = QSoundEffect(self)
            effect.setSource(QUrl.fromLocalFile(path))
            self._effects[weight] = effect
