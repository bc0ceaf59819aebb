"""The language of the window: one at a time, as it has one set of colours, and switched while everything stays open.

Models take a `Language` as an argument. Widgets ask here: `tr` gives a text once; `put` gives a widget its texts, and
again in the new language after a switch. What a widget makes from its model it makes anew in `changeEvent`, on
`QEvent.Type.LanguageChange`, which every widget gets after a switch.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import TypeVar
from weakref import WeakKeyDictionary

import shiboken6
from PySide6.QtCore import QCoreApplication, QDate, QEvent, QLibraryInfo, QLocale, QTime, QTranslator
from PySide6.QtWidgets import QApplication, QWidget

from companion.app.model.preferences import SYSTEM, Preferences
from companion.language import ENGLISH, LANGUAGES, Language, language

_QT_LANGUAGE = "qtbase_{code}"
"""The catalogue of what Qt itself says: dialogs for files, menus of text fields."""

_DAY, _SHORT_DAY = "d MMM yyyy", "d MMM"
"""How days are written: with the name of the month, which nobody takes for the day."""

W = TypeVar("W", bound=QWidget)

_SETTERS: Mapping[str, str] = {
    "text": "setText",
    "tip": "setToolTip",
    "name": "setAccessibleName",
    "what": "setAccessibleDescription",
    "hint": "setPlaceholderText",
    "title": "setWindowTitle",
}

_now: list[Language] = [ENGLISH]

_qt: list[QTranslator] = []

_texts: WeakKeyDictionary[QWidget, dict[str, tuple[str, Mapping[str, object]]]] = WeakKeyDictionary()
"""What each widget was given, by setter: message and values."""


def spoken() -> Language:
    """Return the language of the window."""
    return _now[0]


def tr(message: str, /, **values: object) -> str:
    """Return a message in the language of the window, its blanks filled."""
    text = spoken().text(message)
    return text.format(**values) if values else text


def put(
    widget: W,
    text: str = "",
    *,
    tip: str = "",
    name: str = "",
    what: str = "",
    hint: str = "",
    title: str = "",
    values: Mapping[str, object] | None = None,
) -> W:
    """Give a widget texts, now and after every switch of the language, and return it.

    Args:
        widget: Anything with the setters of the texts given.
        text: What it says.
        tip: What a pointer that rests on it is told.
        name: What a screen reader calls it.
        what: What a screen reader tells more.
        hint: What an empty field shows.
        title: Title of a window.
        values: What fills the blanks of the messages.
    """
    given = {"text": text, "tip": tip, "name": name, "what": what, "hint": hint, "title": title}
    kept = _texts.setdefault(widget, {})
    for part, message in given.items():
        if message:
            kept[part] = (message, values or {})
            _apply(widget, part, message, values or {})
    return widget


def language_code(preferences: Preferences) -> str:
    """Return the code of the language that is preferred; the computer's where we speak it, else English."""
    if preferences.language != SYSTEM:
        return preferences.language
    code = QLocale.system().name().partition("_")[0]
    return code if code in LANGUAGES else ENGLISH.code


def speak(code: str) -> None:
    """Switch the language of the window; everything that is open follows.

    Raises:
        UnusableError: There is no such language.
    """
    new = language(code)
    _let_qt_write(code)
    if new is _now[0]:
        return
    _now[0] = new
    _let_qt_speak(code)
    for widget, parts in list(_texts.items()):
        if shiboken6.isValid(widget):
            for part, (message, values) in parts.items():
                _apply(widget, part, message, values)
    app = QApplication.instance()
    if isinstance(app, QApplication):
        for window in app.topLevelWidgets():
            QCoreApplication.sendEvent(window, QEvent(QEvent.Type.LanguageChange))


def day_in_short(when: datetime) -> str:
    """Return a day without its year, as it is written in the language of the window."""
    return QLocale().toString(QDate(when.year, when.month, when.day), _SHORT_DAY)


def day_and_time(when: datetime) -> str:
    """Return a day and its time, as they are written in the language of the window."""
    locale = QLocale()
    time = locale.toString(QTime(when.hour, when.minute), QLocale.FormatType.ShortFormat)
    return f"{locale.toString(QDate(when.year, when.month, when.day), _DAY)} {time}"


def _let_qt_write(code: str) -> None:
    """Let numbers and times be written as in a language: as the computer does where that is its own."""
    usual, system = QLocale(code), QLocale.system()
    locale = system if system.language() == usual.language() else usual
    QLocale.setDefault(locale)
    app = QApplication.instance()
    if isinstance(app, QApplication):
        for window in app.topLevelWidgets():
            window.setLocale(locale)


def _let_qt_speak(code: str) -> None:
    app = QCoreApplication.instance()
    if app is None:
        return
    while _qt:
        app.removeTranslator(_qt.pop())
    translator = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    # English needs none, and a Qt without its catalogues speaks English.
    if translator.load(_QT_LANGUAGE.format(code=code), folder):
        app.installTranslator(translator)
        _qt.append(translator)


def _apply(widget: QWidget, part: str, message: str, values: Mapping[str, object]) -> None:
    getattr(widget, _SETTERS[part])(tr(message, **values))
