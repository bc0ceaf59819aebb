"""Speech, where the machine can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, qInstallMessageHandler

if TYPE_CHECKING:
    from PySide6.QtTextToSpeech import QTextToSpeech

_MOST_WAITING = 2
"""Announcements that may wait to be spoken; with more the voice would fall behind the table."""


class Voice(QObject):
    """Speaks announcements one after the other, or is silent.

    Attributes:
        problem: Why there is no speech, for the status line; empty where there is.
        muted: Whether a person wants silence.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.muted = False
        self._speech: QTextToSpeech | None = None
        self._waiting = 0
        self.problem = self._begin()

    @property
    def speaks(self) -> bool:
        """Whether announcements can be heard."""
        return self._speech is not None and not self.muted

    def say(self, text: str) -> None:
        """Speak when what was said before has ended; what is too old by then is left out."""
        if self._speech is None or self.muted or not text:
            return
        if self._waiting >= _MOST_WAITING:
            self.hush()
        self._waiting += 1
        self._speech.enqueue(text)

    def hush(self) -> None:
        """Be quiet at once."""
        if self._speech is not None:
            self._speech.stop()
        self._waiting = 0

    def mute(self, muted: bool) -> None:
        """Be silent from now on, or speak again."""
        self.muted = muted
        if muted:
            self.hush()

    def _begin(self) -> str:
        # What cannot be loaded complains on standard error; the window says what a person needs to know of it.
        usual = qInstallMessageHandler(_ignore)
        try:
            return self._find_engine()
        finally:
            qInstallMessageHandler(usual)

    def _find_engine(self) -> str:
        try:
            # The module cannot even be imported where the system's sound library is missing.
            from PySide6.QtTextToSpeech import QTextToSpeech
        except ImportError as error:
            return str(error)
        for engine in QTextToSpeech.availableEngines():
            speech = QTextToSpeech(engine, self)
            if engine != "mock" and speech.state() != QTextToSpeech.State.Error:
                speech.aboutToSynthesize.connect(self._began)
                self._speech = speech
                return ""
            speech.deleteLater()
        return "no speech engine is installed that works"

    def _began(self) -> None:
        self._waiting = max(0, self._waiting - 1)


def _ignore(_kind: QtMsgType, _context: QMessageLogContext, _message: str | None) -> None:
    pass
