"""A speech service that hangs keeps no window from opening."""

import socket
import sys
import threading
from contextlib import suppress
from types import SimpleNamespace

import pytest

from companion.app import speech_service
from companion.app.speech_service import service_answers
from companion.app.voice import Voice

PATIENCE = 60.0
"""Seconds that a service which answers may take on a machine that is busy with other things."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the service is one of Linux desktops")


@pytest.fixture
def service(tmp_path, monkeypatch):
    """Return what begins a speech service that gives these answers, one a command, and then nothing more."""
    path = tmp_path / "speechd.sock"
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{path}")
    server = socket.socket(socket.AF_UNIX)
    threads = []

    def begin(answers: list[bytes], *, hangs: bool, ends: bool = False) -> None:
        monkeypatch.setattr(speech_service, "_PATIENCE", 0.2 if hangs else PATIENCE)
        server.bind(str(path))
        server.listen()
        heard = threading.Event()

        def serve() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):  # Who was made to wait for too long may be gone.
                for answer in answers:
                    connection.sendall(answer)
                while not ends and connection.recv(4096):
                    heard.set()

        threads.append(threading.Thread(target=serve))
        threads[-1].start()

    yield begin
    for thread in threads:
        thread.join(PATIENCE)
    server.close()


NAMED = b"208 OK CLIENT NAME SET\r\n"
VOICES = [b"249-Annie\ten\tnone\r\n249-", b"Zoe\tfr\tnone\r\n249 OK VOICE LIST SENT\r\n"]


@pytest.mark.parametrize(
    ("answers", "fine"),
    [
        ([NAMED, *VOICES], True),
        ([NAMED], False),
        ([], False),
        ([NAMED, VOICES[0]], False),
        ([NAMED, b"304 X\r\n"], True),
    ],
)
def test_a_service_that_hangs_is_told_from_one_that_answers(service, answers, fine) -> None:
    service(answers, hangs=not fine)
    assert service_answers() is fine


def test_a_service_that_is_not_there_or_ends_is_left_to_qt(service) -> None:
    assert service_answers()
    service([], hangs=False, ends=True)
    assert service_answers()


def test_a_service_that_takes_no_more_hangs(tmp_path, monkeypatch) -> None:
    path = tmp_path / "speechd.sock"
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{path}")
    monkeypatch.setattr(speech_service, "_PATIENCE", 0.2)
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as waits:
        server.bind(str(path))
        server.listen(0)
        waits.connect(str(path))
        assert not service_answers()


def test_a_window_opens_without_a_voice_where_the_service_hangs(service, monkeypatch, qapp) -> None:
    def wait_for_ever(*_):
        raise AssertionError("Qt would wait for it")

    wait_for_ever.availableEngines = lambda: ["speechd"]
    monkeypatch.setitem(sys.modules, "PySide6.QtTextToSpeech", SimpleNamespace(QTextToSpeech=wait_for_ever))
    service([NAMED], hangs=True)
    voice = Voice()
    assert not voice.speaks
    assert voice.problem == "No voice on this computer"
    assert "does not answer" in voice.detail


def test_the_service_is_looked_for_where_it_says_what_it_hears_on(tmp_path, monkeypatch, recwarn) -> None:
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert speech_service._address() == tmp_path / "speech-dispatcher" / "speechd.sock"
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert service_answers()
    assert not recwarn
