"""Whoever does not see the screen is told what is new on it by their screen reader."""

import pytest
from app_moments import Moment, in_trick, plan_of, watch_of
from PySide6.QtGui import QAccessible

from companion.app.widgets import reading

PLAYED = Moment("coins", in_trick(1, 3, 3), in_trick(1, 2, 3), hands=1)
LOST = Moment("coins", in_trick(1, 3, 3), in_trick(1, 2, 3), hands=1, lost=True)


@pytest.fixture
def read(monkeypatch):
    """Return what a screen reader has been told so far."""
    told: list[str] = []

    def note(event) -> None:
        if isinstance(event, reading.QtGui.QAccessibleAnnouncementEvent):
            told.append(event.message())

    monkeypatch.setattr(reading.QAccessible, "updateAccessibility", note)
    QAccessible.setActive(True)
    yield told
    QAccessible.setActive(False)


def _shown(window, moment: Moment) -> None:
    window.show_watch(plan_of(moment), watch_of(moment, drawn=False))
    for _ in range(3):
        window.table_page.refresh()
        window.table_page.refresh_status()


def test_who_wins_the_trick_is_read_out_once(make_window, read) -> None:
    window = make_window()
    _shown(window, PLAYED)
    assert [text for text in read if text == window.live.saying.text] == [window.live.saying.text]
    assert "wins the trick" in window.live.saying.text


def test_what_was_said_last_is_read_out_again_on_demand(make_window, read) -> None:
    window = make_window()
    _shown(window, PLAYED)
    read.clear()
    window.table_page.say_again()
    assert read == [window.live.saying.text]


def test_what_the_voice_says_is_not_read_out_too(make_window, read, monkeypatch) -> None:
    window = make_window()
    monkeypatch.setattr(type(window.voice), "speaks", True)
    _shown(window, PLAYED)
    assert not [text for text in read if "wins the trick" in text]
    window.voice.mute(True)
    _shown(window, PLAYED)
    assert [text for text in read if "wins the trick" in text]


def test_a_lost_camera_is_read_out_once(make_window, read) -> None:
    window = make_window()
    _shown(window, LOST)
    message = window.live.pulse.message
    assert [text for text in read if text == message] == [message]
    assert window.table_page.picture.accessibleDescription() == message


def test_what_is_missing_for_a_game_is_read_out(make_window, read) -> None:
    window = make_window()
    start = window.start_page
    start.choose_game("coins")
    start.go_to(1)
    for seat in range(2):
        window.setup.name(seat, "Ana")
    start.start()
    assert start.problem.text()
    assert read[-1] == start.problem.text()
