"""Speech, with an engine that writes down what it is told, and without."""

import io
import sys
import wave
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QObject, Signal

from companion.app.model.preferences import Preferences
from companion.app.model.sayings import Saying
from companion.app.sounds import Sounds, tune
from companion.app.voice import Voice
from companion.table.events import SourceChanged


class _Engine(QObject):
    aboutToSynthesize = Signal()  # noqa: N815 (Qt's name)
    stateChanged = Signal()  # noqa: N815 (Qt's name)
    State = SimpleNamespace(Error="error", Ready="ready")
    engines = ("mock", "good")

    def __init__(self, engine: str, parent: QObject) -> None:
        super().__init__(parent)
        self.engine = engine
        self.told: list[str] = []

    @classmethod
    def availableEngines(cls) -> list[str]:  # noqa: N802 (Qt's name)
        return list(cls.engines)

    def state(self) -> str:
        return self.State.Error if self.engine == "broken" else self.State.Ready

    def availableLocales(self) -> list[QLocale]:  # noqa: N802 (Qt's name)
        return [QLocale("en_GB"), QLocale("fr_FR")]

    def setLocale(self, locale: QLocale) -> None:  # noqa: N802 (Qt's name)
        self.told.append(f"({locale.name()})")

    def setVolume(self, volume: float) -> None:  # noqa: N802 (Qt's name)
        self.volume = volume

    def setRate(self, rate: float) -> None:  # noqa: N802 (Qt's name)
        self.rate = rate

    def enqueue(self, text: str) -> None:
        self.told.append(text)

    def stop(self) -> None:
        self.told.append("(silence)")


@pytest.fixture
def engines(monkeypatch, qapp):
    """Return a function that puts a speech module with these engines in place."""

    def put(*names: str) -> None:
        engine = type("QTextToSpeech", (_Engine,), {"engines": names})
        monkeypatch.setitem(sys.modules, "PySide6.QtTextToSpeech", SimpleNamespace(QTextToSpeech=engine))

    return put


def test_without_the_module_there_is_silence_and_a_reason(qapp) -> None:
    voice = Voice()
    voice.say("Ana wins the trick")
    voice.hush()
    assert not voice.speaks
    assert voice.problem


def test_the_mock_engine_and_broken_engines_do_not_count(engines) -> None:
    engines("mock", "broken")
    assert not Voice().speaks


def test_announcements_are_spoken_one_after_the_other(engines) -> None:
    engines("mock", "broken", "good")
    voice = Voice()
    assert voice.problem == ""
    voice.say("one")
    voice.say("")
    voice.say("two")
    assert _told(voice) == ["one", "two"]


def test_numbers_below_zero_are_spoken_in_words(engines) -> None:
    engines("good")
    voice = Voice()
    voice.prefer(Preferences(), "fr")
    voice.say("Ana −9, Ben 3")
    assert _told(voice)[-1] == "Ana moins 9, Ben 3"


def test_a_voice_that_falls_behind_skips_what_is_old(engines) -> None:
    engines("good")
    voice = Voice()
    for text in ("one", "two", "three"):
        voice.say(text)
    assert _told(voice) == ["one", "two", "(silence)", "three"]


def test_what_waits_in_one_language_is_not_read_by_the_voice_of_another(engines) -> None:
    engines("good")
    voice = Voice()
    voice.prefer(Preferences(), "en")
    voice.say("Ana wins the trick")
    assert voice.is_behind
    voice.prefer(Preferences(), "fr")
    assert not voice.is_behind
    voice.say("Ana gagne le pli")
    assert _told(voice)[-3:] == ["(silence)", "(fr_FR)", "Ana gagne le pli"]


def test_a_muted_voice_is_quiet_at_once(engines) -> None:
    engines("good")
    voice = Voice()
    voice.say("one")
    voice.mute(True)
    voice.say("two")
    voice.mute(False)
    voice.say("three")
    assert _told(voice) == ["one", "(silence)", "three"]


def _told(voice: Voice) -> list[str]:
    return voice.findChildren(_Engine)[-1].told


def _saying(text: str, weight: str) -> Saying:
    return Saying(text, text, "", weight, SourceChanged(time=0, state="opened", message=""))


@pytest.mark.parametrize(
    ("speech", "heard"),
    [
        ("everything", ["won", "which?", "revoke", "no picture"]),
        ("results", ["won", "no picture"]),  # Without a picture there are no results.
        ("nothing", []),
    ],
)
def test_only_as_much_is_spoken_as_is_wanted(engines, speech, heard) -> None:
    engines("good")
    voice = Voice()
    for text, weight in (("won", "result"), ("which?", "question"), ("revoke", "warning"), ("no picture", "lost")):
        voice.prefer(Preferences(speech=speech), "en")
        voice.announce(_saying(text, weight))
        voice._began()
    assert [text for text in _told(voice) if not text.startswith("(")] == heard


def test_volume_pace_and_language_reach_the_engine(engines) -> None:
    engines("good")
    voice = Voice()
    voice.prefer(Preferences(volume=50, rate=150), "fr")
    engine = voice.findChildren(_Engine)[-1]
    assert engine.volume == 0.5
    assert engine.rate == 0.5
    assert engine.told == ["(fr_FR)"]
    voice.prefer(Preferences(rate=50), "fr")
    assert engine.rate == -1.0


def test_a_language_without_a_voice_is_silent_and_the_next_speaks_again(engines) -> None:
    engines("good")
    voice = Voice()
    voice.prefer(Preferences(), "es")
    voice.say("hola")
    assert not voice.speaks
    assert voice.problem
    voice.prefer(Preferences(), "en")
    voice.say("hello")
    assert voice.speaks
    assert "hello" in _told(voice)
    assert "hola" not in _told(voice)


def test_sounds_are_played_by_what_is_announced_and_only_when_wanted(qapp, monkeypatch) -> None:
    played = []
    monkeypatch.setattr(Sounds, "play", lambda self, weight: played.append((weight, self.volume)))
    voice = Voice()
    voice.announce(_saying("won", "result"))
    voice.prefer(Preferences(sounds=True, volume=40), "en")
    voice.announce(_saying("won", "result"))
    voice.mute(True)
    voice.announce(_saying("won", "result"))
    assert played == [("result", 0.4)]


def test_sounds_do_not_matter_where_nothing_can_be_played(qapp, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtMultimedia", None)
    sounds = Sounds()
    for weight in ("result", "notice"):
        sounds.play(weight)


def test_a_tune_is_short_and_never_clips() -> None:
    with wave.open(io.BytesIO(tune((440.0, 880.0)))) as file:
        assert 0.1 < file.getnframes() / file.getframerate() < 1.0
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    assert 8_000 < np.abs(samples).max() < 32_000
