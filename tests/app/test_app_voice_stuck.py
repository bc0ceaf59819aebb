"""A voice that falls silent in the middle of a game: people are told, and the window does not wait for it."""

import threading

import pytest
from app_kept import PLAN, held
from test_app_voice import _Engine, _told, engines

from companion.app import speech_service, voice
from companion.app.model.preferences import Preferences
from companion.app.voice import Voice

__all__ = ["engines"]


@pytest.fixture
def clock(monkeypatch):
    """Return a clock that a test sets."""
    now = [100.0]
    monkeypatch.setattr(voice, "monotonic", lambda: now[0])
    return now


def _said(speaker: Voice, times: list[float], clock: list[float]) -> None:
    for time in times:
        clock[0] = time
        speaker.say(f"at {time}")


def test_a_voice_that_never_moves_is_told_of_once_and_speaks_again_when_it_does(engines, clock) -> None:
    engines("good")
    speaker = Voice()
    told = []
    speaker.changed.connect(lambda: told.append((speaker.problem, speaker.detail)))
    _said(speaker, [100, 103, 106, 109, 112, 115, 118], clock)
    assert [problem for problem, _ in told] == ["The voice has fallen silent"]
    assert not speaker.speaks
    speaker.findChildren(_Engine)[-1].stateChanged.emit()
    assert (speaker.problem, speaker.speaks) == ("", True)


def test_a_voice_that_is_slow_or_has_much_to_say_at_once_is_not_told_of(engines, clock) -> None:
    engines("good")
    speaker = Voice()
    for start in (100, 200, 300):
        _said(speaker, [start, start, start, start, start, start], clock)
        speaker.findChildren(_Engine)[-1].stateChanged.emit()
    _said(speaker, [400, 410, 420, 430], clock)
    assert (speaker.problem, speaker.speaks) == ("", True)


@pytest.fixture
def service(monkeypatch):
    """Return what sets whether the service answers; as it is at first, nobody knows yet."""
    answers, known = [True], threading.Event()

    def asked() -> bool:
        known.wait(60)
        return answers[0]

    def answer(does: bool) -> None:
        answers[0] = does
        known.set()

    monkeypatch.setattr(speech_service, "service_answers", asked)
    monkeypatch.setattr(voice, "service_answers", lambda: True)
    yield answer
    known.set()


def test_nothing_more_is_asked_of_a_service_until_it_answered(engines, service, qtbot) -> None:
    engines("speechd")
    speaker = Voice()
    for text in ("one", "two", "three", "four"):
        speaker.say(text)
    assert _told(speaker) == ["one"]
    service(True)
    qtbot.waitUntil(lambda: _told(speaker)[-1] == "four", timeout=60_000)
    assert _told(speaker) == ["one", "three", "(silence)", "four"], "what is too old is left out"
    qtbot.waitUntil(lambda: not speaker._check.running, timeout=60_000)


def test_a_service_that_hangs_is_told_of_and_asked_nothing_until_it_is_back(engines, service, qtbot) -> None:
    engines("speechd")
    speaker = Voice()
    speaker.say("one")
    service(False)
    with qtbot.waitSignal(speaker.changed, timeout=60_000):
        pass
    assert speaker.problem == "The voice has fallen silent"
    assert "service does not answer" in speaker.detail
    assert not speaker.speaks
    speaker.say("two")
    speaker.hush()
    speaker.prefer(Preferences(), "fr")
    qtbot.waitUntil(lambda: not speaker._check.running, timeout=60_000)
    assert _told(speaker) == ["one"]
    service(True)
    speaker.say("trois")
    qtbot.waitUntil(lambda: not speaker._check.running, timeout=60_000)
    assert _told(speaker) == ["one", "(fr_FR)", "trois"]
    assert (speaker.problem, speaker.speaks) == ("", True)
    qtbot.waitUntil(lambda: not speaker._check.running, timeout=60_000)


def test_a_voice_that_falls_silent_is_told_of_beside_the_game(engines, clock, make_window) -> None:
    engines("good")
    window = make_window()
    watch = held()
    window.show_watch(PLAN, watch)
    assert window.table_page.status.texts[1] == ""
    _said(window.voice, [100, 103, 106, 109, 112], clock)
    assert window.table_page.status.texts[1] == "The voice has fallen silent"
    window.voice.findChildren(_Engine)[-1].stateChanged.emit()
    assert window.table_page.status.texts[1] == ""
    window.leave()
