"""One language for the window, switched while it is open."""

import gc
from datetime import datetime

import pytest
from PySide6.QtCore import QEvent, QLocale
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from companion.app import words
from companion.errors import UnusableError


class _Page(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.switched = 0
        self.label = words.put(QLabel(self), "Spades", name="Hearts")
        self.field = words.put(QLineEdit(self), hint="Spades")
        layout = QVBoxLayout(self)
        layout.addWidget(self.label)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's name)
        if event.type() == QEvent.Type.LanguageChange:
            self.switched += 1
        super().changeEvent(event)


@pytest.fixture
def page(qtbot, monkeypatch) -> _Page:
    monkeypatch.setattr(words, "_now", [_Reversed("en")])
    monkeypatch.setattr(words, "language", _Reversed)
    outer = QWidget()
    page = _Page()
    QVBoxLayout(outer).addWidget(page)
    qtbot.addWidget(outer)
    page.outer = outer
    return page


class _Reversed:
    """A language that writes from right to left unless it is English."""

    def __init__(self, code: str) -> None:
        if code == "xx":
            raise UnusableError("no such language")
        self.code = code

    def text(self, message: str) -> str:
        return message if self.code == "en" else message[::-1]


def test_texts_that_were_put_follow_the_language(page) -> None:
    words.speak("back")
    assert page.label.text() == "sedapS"
    assert page.label.accessibleName() == "straeH"
    assert page.field.placeholderText() == "sedapS"
    assert page.switched == 1
    assert words.tr("Clubs") == "sbulC"
    words.speak("en")
    assert page.label.text() == "Spades"


def test_a_text_put_later_takes_the_place_of_the_first(page) -> None:
    words.put(page.label, "Clubs")
    words.speak("back")
    assert page.label.text() == "sbulC"


def test_widgets_that_are_gone_are_forgotten(page) -> None:
    page.label.deleteLater()
    page.label = None
    gc.collect()
    words.speak("back")
    assert page.field.placeholderText() == "sedapS"


def test_a_language_there_is_not_changes_nothing(page) -> None:
    with pytest.raises(UnusableError):
        words.speak("xx")
    assert words.spoken().code == "en"


def test_what_qt_itself_says_is_in_the_language_of_the_window(qtbot) -> None:
    def menu() -> set[str]:
        field = QLineEdit()
        qtbot.addWidget(field)
        return {
            action.text().partition("\t")[0].replace("&", "") for action in field.createStandardContextMenu().actions()
        }

    try:
        assert "Copy" in menu()
        words.speak("es")
        assert "Copiar" in menu()
        words.speak("fr")
        assert "Copier" in menu()
    finally:
        words.speak("en")
    assert "Copy" in menu()


@pytest.mark.parametrize(
    ("code", "length", "short", "long"),
    [
        ("en", "100.0 mm", "18 Nov", "18 Nov 2025 8:05 PM"),
        ("es", "100,0 mm", "18 nov", "18 nov 2025 20:05"),
        ("fr", "100,0 mm", "18 nov.", "18 nov. 2025 20:05"),
    ],
)
def test_numbers_and_days_are_written_as_in_the_language(make_window, monkeypatch, code, length, short, long) -> None:
    monkeypatch.setattr(QLocale, "system", QLocale.c)
    window = make_window()
    window.prefer("language", code)
    assert window.tools_page.calibrating.ruler.text() == length
    when = datetime(2025, 11, 18, 20, 5)
    assert words.day_in_short(when) == short
    assert words.day_and_time(when).replace("\u202f", " ") == long


def test_numbers_are_written_as_on_the_computer_where_it_has_the_language(make_window, monkeypatch) -> None:
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("en_GB"))
    make_window()
    assert words.day_and_time(datetime(2025, 11, 18, 20, 5)) == "18 Nov 2025 20:05"
