"""Speech and sounds, where the machine can."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from companion.app.model.preferences import Preferences
from companion.app.sounds import Sounds
from companion.app.speech_service import ServiceCheck, service_answers
from companion.language import LANGUAGES, language, mark

if TYPE_CHECKING:
    from PySide6.QtTextToSpeech import QTextToSpeech

    from companion.app.model.sayings import Saying, Weight

_MOST_WAITING = 2
"""Announcements that may wait to be spoken; with more the voice would fall behind the table."""

_UNMOVED, _STUCK = 4, 8.0
"""After so many announcements, and seconds, without any move of the engine it has fallen silent. One that is merely
slow moves: it is told to stop what it says where too many wait."""

_SILENT = mark("The voice has fallen silent")
_STUCK_SERVICE = mark("the speech service does not answer; look after the sound, or sign in anew")

_SPOKEN: dict[str, tuple[Weight, ...]] = {
    "everything": ("result", "question", "warning", "notice", "lost", "back"),
    "results": ("result", "lost", "back"),
    "nothing": (),
}
"""What is spoken, by the preference for how much."""


class Voice(QObject):
    """Speaks announcements one after the other, or is silent.

    Attributes:
        problem: Why nothing can be heard, as a message to translate; empty where there is speech. What an engine itself
            complains of is in `detail`.
        detail: More about the problem: a message to translate, or the machine's own words.
        muted: Whether a person wants silence.

    Signals:
        changed: Speech has come or gone, or speaks otherwise.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.muted = False
        self.detail = ""
        self._speech: QTextToSpeech | None = None
        self._sounds = Sounds(self)
        self._waiting = 0
        self._unmoved, self._since = 0, 0.0
        self._check: ServiceCheck | None = None
        self._held: list[str] = []
        self._preferences = Preferences()
        self._code = "en"
        self._foreign = self._stuck = self._mute_service = False
        self.problem = self._begin()

    @property
    def speaks(self) -> bool:
        """Whether announcements can be heard."""
        return self._can_speak and not self._stuck and not self._mute_service

    @property
    def _can_speak(self) -> bool:
        return self._speech is not None and not self.muted and not self._foreign

    @property
    def is_behind(self) -> bool:
        """Whether something waits to be spoken."""
        return self._waiting > 0 or bool(self._held)

    def prefer(self, preferences: Preferences, code: str) -> None:
        """Speak as a person prefers it from now on; what waits in another language is left out.

        Args:
            preferences: How much, how loud, how fast.
            code: The language that the announcements are in.
        """
        if code != self._code and self.is_behind:
            self.hush()  # A voice of one language cannot be understood in another.
        self._preferences, self._code = preferences, code
        self._sounds.volume = preferences.volume / 100
        if self._speech is not None and not self._mute_service:
            self._adapt(self._speech)
        self.changed.emit()

    def announce(self, saying: Saying) -> bool:
        """Speak an announcement, and play its sound before it, as far as a person wants to hear it.

        Returns:
            Whether it is spoken.
        """
        if self.muted:
            return False
        if self._preferences.sounds:
            self._sounds.play(saying.weight)
        if saying.weight not in _SPOKEN[self._preferences.speech]:
            return False
        self.say(saying.text)
        return self.speaks

    def say(self, text: str) -> None:
        """Speak when what was said before has ended; what is too old by then is left out."""
        if not self._can_speak or not text:
            return
        if self._check is None or not (self._check.running or self._mute_service):
            self._speak(text)
            return
        self._held = [*self._held, text][-_MOST_WAITING:]
        if not self._check.running:
            self._check.begin()

    def hush(self) -> None:
        """Be quiet at once."""
        self._held = []
        self._stop()

    def mute(self, muted: bool) -> None:
        """Be silent from now on, or speak again."""
        self.muted = muted
        if muted:
            self.hush()
        self.changed.emit()

    def _stop(self) -> None:
        if self._speech is not None and not self._mute_service:
            self._speech.stop()
        self._waiting = 0

    def _speak(self, text: str) -> None:
        assert self._speech is not None
        if self._waiting >= _MOST_WAITING:
            self._stop()
        if self._unmoved == 0:
            self._since = monotonic()
        if self._unmoved >= _UNMOVED and monotonic() - self._since > _STUCK:
            self._stuck = True
            self._judge()
        self._waiting += 1
        self._unmoved += 1
        self._speech.enqueue(language(self._code).aloud(text))
        if self._check is not None:
            # A service that hangs takes one announcement more; at the next Qt would wait, and the window with it.
            self._check.begin()

    def _looked(self, answers: bool) -> None:
        """Say what was held back while it was looked whether the service answers."""
        back = answers and self._mute_service
        self._mute_service = not answers
        if back and self._speech is not None:
            self._adapt(self._speech)
        self._judge()
        held, self._held = self._held, []
        if answers and held and self._can_speak:
            self._held = held[1:]
            self._speak(held[0])

    def _moved(self) -> None:
        self._unmoved = 0
        if self._stuck:
            self._stuck = False
            self._judge()

    def _judge(self) -> None:
        """Find out what is the matter, and tell where that is new."""
        before = self.problem, self.detail
        if self._foreign:
            self.problem, self.detail = mark("No voice for this language on this computer"), LANGUAGES[self._code]
        elif self._mute_service:
            self.problem, self.detail = _SILENT, _STUCK_SERVICE
        elif self._stuck:
            self.problem, self.detail = _SILENT, mark("look after the sound, or start the program anew")
        else:
            self.problem = self.detail = ""
        if (self.problem, self.detail) != before:
            self.changed.emit()

    def _adapt(self, speech: QTextToSpeech) -> None:
        speech.setVolume(self._preferences.volume / 100)
        # Qt's rates go from -1 to 1 and the usual pace is 0: half of the pace is -1, twice the pace 1.
        pace = self._preferences.rate / 100
        speech.setRate(pace - 1.0 if pace >= 1.0 else 2.0 * (pace - 1.0))
        self._choose_voice(speech)

    def _choose_voice(self, speech: QTextToSpeech) -> None:
        """Take a voice of the language; with none there is silence, for a wrong voice cannot be understood."""
        voices = [locale for locale in speech.availableLocales() if QLocale(locale).name().startswith(self._code)]
        self._foreign = not voices
        if voices:
            speech.setLocale(voices[0])
        self._judge()

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
            self.detail = str(error)
            return mark("No voice on this computer")
        self.detail = mark("no speech engine is installed that works")
        for engine in QTextToSpeech.availableEngines():
            if engine == "speechd" and not service_answers():
                self.detail = _STUCK_SERVICE
                continue
            speech = QTextToSpeech(engine, self)
            if engine != "mock" and speech.state() != QTextToSpeech.State.Error:
                speech.aboutToSynthesize.connect(self._began)
                speech.stateChanged.connect(self._moved)
                self._speech, self.detail = speech, ""
                if engine == "speechd":
                    self._check = ServiceCheck(self)
                    self._check.ended.connect(self._looked)
                return ""
            speech.deleteLater()
        return mark("No voice on this computer")

    def _began(self) -> None:
        self._waiting = max(0, self._waiting - 1)


def _ignore(_kind: QtMsgType, _context: QMessageLogContext, _message: str | None) -> None:
    pass
