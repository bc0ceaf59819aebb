"""Speech, with an engine that writes down what it is told, and without."""

import sys
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal

from companion.app.voice import Voice


class _Engine(QObject):
    aboutToSynthesize = Signal()  # noqa: N815 (Qt's name)
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


def test_a_voice_that_falls_behind_skips_what_is_old(engines) -> None:
    engines("good")
    voice = Voice()
    for text in ("one", "two", "three"):
        voice.say(text)
    assert _told(voice) == ["one", "two", "(silence)", "three"]


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
