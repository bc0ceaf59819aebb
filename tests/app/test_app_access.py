"""Everybody can use every page: names for screen readers, keys, room for texts, one language at a time."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QTextBrowser,
    QWidget,
)
from screen_faults import said_by
from screens import NAMES, SCREENS

from companion import __version__
from companion.app.model.setup import Setup
from companion.app.model.store import Store
from companion.app.widgets.seat_map import SeatMap
from companion.app.words import spoken
from companion.language import LANGUAGES
from companion.rules.games import GAMES

CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QTextBrowser, SeatMap)

SAME = {
    f"Table companion {__version__}",
    *NAMES,
    *LANGUAGES.values(),
    *(game.title for game in GAMES.values() if game.title.endswith(("Mark Steere", "Chris Wray"))),
    "Table companion",
    "A4",
    "Letter",
    "0: Front camera",
    "2: Table camera",
}
"""What is the same in every language."""


def _window(make_window, language: str = "en", *, large: bool = False):
    store = Store()
    store.prefer(language=language, scheme="light", large_type=large)
    setup = Setup()
    for seat, name in enumerate(NAMES):
        setup.name(seat, name)
    return make_window(setup=setup, store=store)


def shown_in(window) -> list[QWidget]:
    return [widget for widget in window.findChildren(QWidget) if widget.isVisible() and widget.isEnabled()]


def _is_part(widget: QWidget) -> bool:
    """Tell what belongs to a control and is reached through it."""
    parent = widget.parentWidget()
    return isinstance(parent, QComboBox | QAbstractSpinBox | QAbstractItemView) or widget.objectName().startswith("qt_")


def controls_of(window) -> list[QWidget]:
    return [widget for widget in shown_in(window) if isinstance(widget, CONTROLS) and not _is_part(widget)]


def test_every_control_has_a_name_and_is_reached_by_keys(make_window) -> None:
    window = _window(make_window)
    for screen in SCREENS:
        screen.show(window)
        controls = controls_of(window)
        assert controls, screen.name
        for control in controls:
            text = control.text() if isinstance(control, QAbstractButton) else ""
            named = control.accessibleName() or text
            assert named, f"{screen.name}: {control} has no name"
            assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, f"{screen.name}: {named} is not reached by Tab"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
def test_buttons_have_room_for_their_texts_on_a_small_screen(make_window, qapp, language, large) -> None:
    window = _window(make_window, language, large=large)
    window.resize(1280, 720)
    for screen in SCREENS:
        screen.show(window)
        qapp.processEvents()
        for button in shown_in(window):
            if isinstance(button, QPushButton) and button.text():
                wanted = button.fontMetrics().horizontalAdvance(button.text())
                assert button.width() >= wanted + 8, f"{screen.name}: {button.text()} is cut off"


def test_nothing_stays_in_english(make_window, qtbot) -> None:
    texts = {}
    for language in ("en", "es", "fr"):
        window = _window(make_window, language)
        texts[language] = {screen.name: _texts(window, screen, qtbot) for screen in SCREENS}
        window.close()
    for language in ("es", "fr"):
        for screen, english in texts["en"].items():
            left = [text for text in texts[language][screen] if text in english and _has_words(text)]
            left = [text for text in left if text not in SAME and not _same_word(text, language)]
            assert left == [], f"{screen} in {language}"


def test_a_switch_at_run_time_reaches_what_a_start_in_that_language_shows(make_window, qtbot) -> None:
    switched, started = _window(make_window), _window(make_window, "fr")
    assert spoken().code == "fr"
    started_texts = {screen.name: _texts(started, screen, qtbot) for screen in SCREENS}
    started.close()
    for screen in SCREENS:
        screen.show(switched)
    switched.prefer("language", "es")
    switched.prefer("language", "fr")
    for screen in SCREENS:
        assert _texts(switched, screen, qtbot) == started_texts[screen.name], screen.name


def _texts(window, screen, qtbot) -> set[str]:
    screen.show(window)
    page = window.sessions.library_page
    qtbot.waitUntil(lambda: page.looked or not page.isVisible(), timeout=60_000)
    found: set[str] = set()
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or _is_part(widget):
            continue
        found |= said_by(widget)
        if isinstance(widget, QTextBrowser):
            found |= set(widget.toPlainText().split("\n"))
    return found


def _has_words(text: str) -> bool:
    return bool(re.search(r"[^\W\d_]{3,}", text)) and not re.fullmatch(_KEYS, text) and not Path(text).is_absolute()


def _same_word(text: str, language: str) -> bool:
    """Tell what the catalogue says is the same in this language, or is a name."""
    from companion.language import language as language_of

    translated = language_of(language).text(text)
    parts = re.findall(r"\w+", text)
    known = {word for name in SAME for word in re.findall(r"\w+", name)}
    return (translated == text and text in _SAME_BY_CHANCE) or all(part in known for part in parts)


_KEYS = r"(?:Ctrl|Shift|Alt|Esc|Tab|Return|Enter|Ins|Del|[A-Z]|F\d+|\d|[-–+, ←→↑↓])+"
"""Names of keys."""

_SAME_BY_CHANCE: set[str] = {"Volume"}
