"""Screens have no faults that can be found without judgement; `tests.app.screens --check` looks at all of them."""

import re

import pytest
from app_gallery import LONG_NAMES, table_screens
from app_settling import settle
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget
from screen_faults import BRACKETED, bracketed, faults, has_words, is_of, painted_texts, texts_of, untranslated
from screens import KNOWN, NAMES, SCREENS

from companion.app.model.setup import Setup
from companion.app.model.store import Store

SIZE = (1280, 720)

TABLES = (
    "table-forum_suits-five",
    "table-hearts_pp-teams",
    "table-question",
    "table-people-asked",
    "table-whose",
    "table-out-of-step-look",
    "table-tiebreak",
    "table-correction",
    "table-end-steere_suits",
    "table-tiebreak-long-names",
    "table-end-long-names",
    "table-back-long-names",
)
"""Tables with the longest texts."""

_COLON = re.compile(r"[^\s]:(?!\S)")
"""A colon as English has it: French parts it from the word before, where a text has come through the catalogue."""

CAMERAS = ("Front camera", "Table camera")


@pytest.fixture
def french(make_window):
    """Return a maker of windows in French, whose texts are the longest."""

    def make(scheme: str = "light"):
        store = Store()
        store.prefer(language="fr", scheme=scheme)
        setup = Setup()
        for seat, name in enumerate(NAMES):
            setup.name(seat, name)
        window = make_window(store=store, setup=setup)
        window.resize(*SIZE)
        return window

    return make


def _looked_at(window) -> list[str]:
    return faults(window, window._pages.currentWidget(), LONG_NAMES)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_plain_screens_have_no_faults(french, qapp, scheme) -> None:
    window = french(scheme)
    for screen in SCREENS:
        screen.show(window)
        settle(qapp)
        assert _looked_at(window) == [], screen.name


@pytest.mark.parametrize("name", TABLES)
def test_tables_at_work_have_no_faults_and_every_text_is_of_a_catalogue(french, qapp, name) -> None:
    window = french()
    screen = next(screen for screen in table_screens(drawn=False) if screen.name == name)
    screen.show(window)
    settle(qapp)
    assert _looked_at(window) == []
    assert [text for text in texts_of(window) if _COLON.search(text)] == []
    window.prefer("language", "en")
    with bracketed():
        window.prefer("language", BRACKETED.code)
        settle(qapp)
        left = {untranslated(text) for text in texts_of(window)}
        window.prefer("language", "en")
    known = (*KNOWN, *CAMERAS, "Emil")
    assert {text for text in left if has_words(text, known) and not is_of(text, LONG_NAMES)} == set()


def test_faults_are_found(qtbot) -> None:
    window = QWidget()
    window.setStyleSheet("background: #ffffff; color: #f0f0f0;")
    row = QHBoxLayout(window)
    cut, low, faint = QPushButton("much too long for its room"), QPushButton("low"), QLabel("hard to read")
    cut.setFixedWidth(30)
    low.setFixedHeight(12)
    for widget in (cut, low, faint):
        row.addWidget(widget)
    over = QLabel("in the way", window)
    over.move(0, 0)
    over.resize(400, 100)
    qtbot.addWidget(window)
    window.resize(400, 100)
    window.show()
    found = " | ".join(faults(window, window))
    for fault in ("cut off: QPushButton 'much", "low: QPushButton 'low'", "contrast", "in each other's way"):
        assert fault in found


def test_a_hint_that_is_half_transparent_is_found(qtbot) -> None:
    window = QWidget()
    window.setStyleSheet("QLineEdit { background: #ffffff; color: #1c2024; }")
    field = QLineEdit(window)
    field.setPlaceholderText("Find a card")
    qtbot.addWidget(window)
    window.show()
    assert any("hint 'Find a card'" in fault for fault in faults(window, window))
    field.setText("7")
    assert not any("hint" in fault for fault in faults(window, window))


class _Painting(QWidget):
    def paintEvent(self, event) -> None:  # noqa: N802 (Qt's name)
        del event
        painter = QPainter(self)
        painter.drawText(self.rect().adjusted(0, 0, -95, 0), int(Qt.AlignmentFlag.AlignLeft), "a long text")
        painter.end()


def test_painted_texts_are_read_too(qtbot) -> None:
    widget = _Painting()
    qtbot.addWidget(widget)
    widget.resize(100, 30)
    widget.show()
    assert any("painted text cut off: 'a long text'" in fault for fault in faults(widget, widget))
    with painted_texts() as painted:
        widget.grab()
    assert [part.text for part in painted] == ["a long text"]


def test_what_stands_outside_all_brackets_was_never_translated() -> None:
    assert untranslated("⟦Hand ⟦1⟧⟧: plain") == ": plain"
    assert not has_words(untranslated("⟦Hand⟧ 3, ⟦cut of…"), ())
    assert not has_words("Ana 3", ("Ana",))
