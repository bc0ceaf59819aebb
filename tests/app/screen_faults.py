"""Faults of a screen that can be found without judgement: texts cut off or hard to read, things in each other's way."""

import gettext
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

import numpy as np
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollBar,
    QStyle,
    QStyleOptionComboBox,
    QTableWidget,
    QWidget,
)

from companion.app import window as window_module
from companion.app import words
from companion.app.colours import contrast
from companion.language import Language, language

Pixels = np.ndarray[tuple[int, int], np.dtype[np.uint32]]
"""Rows of colours, 0xffrrggbb."""

LEAST_HEIGHT = 28
"""Pixels of anything to be clicked."""

LEAST_CONTRAST = 4.5

_THIN = 0.62
"""How much of its contrast small type keeps where no stroke fills a pixel."""

_LEAVES = (QLabel, QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox)


@dataclass(frozen=True)
class Painted:
    """A text that a widget has painted by itself."""

    text: str
    fits: bool
    colour: str
    place: QRect


@contextmanager
def painted_texts() -> Iterator[list[Painted]]:
    """Note every text that is painted by a widget of ours."""
    found: list[Painted] = []
    paint = QPainter.drawText

    def noting(painter: QPainter, *arguments: object) -> object:
        if arguments and isinstance(arguments[0], QRect | QRectF):
            found.append(_painted(painter, *arguments))
        return paint(painter, *arguments)

    QPainter.drawText = noting
    try:
        yield found
    finally:
        QPainter.drawText = paint


def _painted(painter: QPainter, room: QRect | QRectF, *rest: object) -> Painted:
    room = QRectF(room)
    flags = int(rest[0]) if len(rest) == 2 else 0
    text = str(rest[-1])
    needed = painter.boundingRect(room, flags, text)
    fits = needed.width() <= room.width() + 1.5 and needed.height() <= room.height() + 2.5
    place = painter.deviceTransform().mapRect(needed.intersected(room)).toAlignedRect()
    return Painted(text, fits and not _is_elided(text), painter.pen().color().name(), place)


def faults(window: QWidget, page: QWidget, names: Iterable[str] = ()) -> list[str]:
    """Return what is wrong with what a window shows, one line each.

    Args:
        window: What is looked at.
        page: The part of it that fills it.
        names: What may be cut off.
    """
    shown = [widget for widget in window.findChildren(QWidget) if _is_seen(widget)]
    with painted_texts() as painted:
        picture = _pixels(window)
    least, size = page.minimumSizeHint(), page.size()
    small = least.width() > size.width() or least.height() > size.height()
    return [
        *([f"needs {least.width()} x {least.height()}, has {size.width()} x {size.height()}"] if small else []),
        *_text_faults(shown),
        *_place_faults(shown),
        *_contrast_faults(window, shown, picture),
        *(f"painted text cut off: {part.text!r}" for part in painted if not part.fits and not is_of(part.text, names)),
        *_painted_contrast(painted, picture),
    ]


def texts_of(window: QWidget) -> set[str]:
    """Return every text that a window shows."""
    found: set[str] = set()
    with painted_texts() as painted:
        window.grab()
    found |= {part.text for part in painted}
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or _is_said_at_once(widget):
            continue
        found |= said_by(widget)
        if isinstance(widget, QLineEdit):
            found |= {widget.placeholderText(), widget.text()}
        elif isinstance(widget, QTableWidget):
            found |= {text for text, _ in _cells(widget)}
        elif isinstance(widget, QListWidget):
            found |= {widget.item(row).text() for row in range(widget.count())}
    return found


def said_by(widget: QWidget) -> set[str]:
    """Return what a widget says to everybody: its tip, its name for screen readers, its text or choices."""
    said = {widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()}
    if isinstance(widget, QLabel | QAbstractButton):
        said.add(widget.text())
    elif isinstance(widget, QComboBox):
        said |= {widget.itemText(place) for place in range(widget.count())}
    return said


class _Bracketed(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def pgettext(self, _context: str, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, one: str, several: str, count: int) -> str:
        return f"⟦{one if count == 1 else several}⟧"


BRACKETED = Language("fr", "Bracketed", _Bracketed())
"""Puts every text that is translated in brackets: what stands outside has never been asked for."""


@contextmanager
def bracketed() -> Iterator[None]:
    """Take the language in brackets for French."""
    with patch.object(words, "language", _language), patch.object(window_module, "language", _language):
        yield


def _language(code: str) -> Language:
    return BRACKETED if code == BRACKETED.code else language(code)


def has_words(text: str, known: Iterable[str]) -> bool:
    """Tell whether a text has words beside these."""
    for name in sorted(known, key=len, reverse=True):
        text = text.replace(name, " ")
    return bool(re.search(r"[^\W\d_]{3,}", text))


def untranslated(text: str) -> str:
    """Return what of a text stands outside all brackets."""
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = shorter
    # Sentences are taken apart for headlines, and long texts cut: brackets are left that have lost their other half.
    return re.sub(r"⟦[^⟧]*$|^[^⟦]*⟧", " ", text).strip()


# What is seen


def _pixels(window: QWidget) -> Pixels:
    image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return rows[:, : image.width()].copy()


def _is_seen(widget: QWidget) -> bool:
    return widget.isVisible() and widget.isEnabled() and widget.width() > 1 and not _is_part(widget)


def _is_said_at_once(widget: QWidget) -> bool:
    """Tell what is over before the language can be switched."""
    return isinstance(widget.window(), QDialog)


def _is_part(widget: QWidget) -> bool:
    """Tell what belongs to a control of Qt's own."""
    parent = widget.parentWidget()
    return isinstance(parent, QComboBox | QAbstractSpinBox | QLineEdit) or widget.objectName().startswith("qt_")


def _called(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QLabel | QAbstractButton | QLineEdit) else ""
    return f"{type(widget).__name__} {(text or widget.accessibleName())[:60]!r}"


def is_of(text: str, names: Iterable[str]) -> bool:
    """Tell whether a text is the beginning of one of these names."""
    return any(name.startswith(text.removesuffix("…").rstrip()) for name in names)


def _is_elided(text: str) -> bool:
    return text.endswith("…") and not text.endswith(" …")


# Texts


def _text_faults(shown: list[QWidget]) -> Iterator[str]:
    for widget in shown:
        needed = _needed(widget)
        if needed is not None and (needed[0] > widget.width() + 1 or needed[1] > widget.height() + 2):
            room = f"{widget.width()} x {widget.height()}"
            yield f"cut off: {_called(widget)} needs {needed[0]:.0f} x {needed[1]:.0f}, has {room}"
        if isinstance(widget, QTableWidget):
            yield from (f"cell cut off: {text!r}" for text, fits in _cells(widget) if not fits)
        if isinstance(widget, QScrollBar) and widget.orientation() == Qt.Orientation.Horizontal and widget.maximum():
            yield f"horizontal scroll bar in {_called(widget.parentWidget().parentWidget())}"
        straight = isinstance(widget, QListWidget) and not widget.wordWrap()
        if straight and widget.sizeHintForColumn(0) > widget.viewport().width() + 1:
            yield f"list cut off: {_called(widget)}"


def _needed(widget: QWidget) -> tuple[float, float] | None:
    """Return the room that the text of a widget needs, pixels; None where it has none."""
    metrics = QFontMetricsF(widget.font())
    if isinstance(widget, QLabel):
        if not widget.text():
            return None
        if widget.wordWrap():
            plain = re.sub(r"<[^>]*>", "", widget.text())
            longest = max((metrics.horizontalAdvance(word) for word in plain.split()), default=0.0)
            return longest, widget.heightForWidth(widget.width())
        return widget.sizeHint().width(), QLabel.sizeHint(widget).height()
    if isinstance(widget, QCheckBox):
        return widget.sizeHint().width(), widget.sizeHint().height()
    if isinstance(widget, QPushButton) and widget.text():
        lines = widget.text().split("\n")
        icon = widget.iconSize().width() + 4 if not widget.icon().isNull() else 0
        return max(map(metrics.horizontalAdvance, lines)) + 12 + icon, metrics.height() * len(lines) + 4
    if isinstance(widget, QComboBox):
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        room = widget.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, widget
        )
        return metrics.horizontalAdvance(widget.currentText()) + widget.width() - room.width(), metrics.height()
    if isinstance(widget, QLineEdit) and not widget.text():
        return metrics.horizontalAdvance(widget.placeholderText()) + 18, metrics.height()
    if isinstance(widget, QAbstractSpinBox):
        return metrics.horizontalAdvance(widget.text()) + 12, metrics.height()
    return None


def _cells(table: QTableWidget) -> Iterator[tuple[str, bool]]:
    for column in range(table.columnCount()):
        width = table.columnWidth(column) + 1
        header = table.horizontalHeaderItem(column)
        if header is not None and table.horizontalHeader().isVisible():
            yield header.text(), table.horizontalHeader().sectionSizeHint(column) <= width
        for row in range(table.rowCount()):
            item = table.item(row, column)
            gives_way = table.horizontalHeader().sectionResizeMode(column) == QHeaderView.ResizeMode.Stretch
            if item is not None and gives_way:
                yield item.text(), True
            elif item is not None:
                yield item.text(), table.sizeHintForIndex(table.model().index(row, column)).width() <= width


# Places


def _place_faults(shown: list[QWidget]) -> Iterator[str]:
    for widget in shown:
        parent = widget.parentWidget()
        if widget.isWindow() or parent is None or isinstance(parent.parentWidget(), QAbstractScrollArea):
            continue
        if not parent.rect().adjusted(-1, -1, 1, 1).contains(widget.geometry()):
            yield f"outside its parent: {_called(widget)} {widget.geometry()} in {parent.size()}"
        if isinstance(widget, QAbstractButton | QComboBox | QLineEdit | QAbstractSpinBox):
            least = LEAST_HEIGHT - 4 if isinstance(widget, QCheckBox) else LEAST_HEIGHT
            if widget.height() < least:
                yield f"low: {_called(widget)} is {widget.height()} high"
    leaves = [widget for widget in shown if isinstance(widget, _LEAVES)]
    places = {leaf: _place(leaf) for leaf in leaves}
    for number, leaf in enumerate(leaves):
        for other in leaves[:number]:
            if leaf.window() is not other.window() or leaf.isAncestorOf(other) or other.isAncestorOf(leaf):
                continue
            common = places[leaf].intersected(places[other])
            if common.width() > 1 and common.height() > 1:
                yield f"in each other's way: {_called(leaf)} and {_called(other)}"


def _place(widget: QWidget) -> QRect:
    """Return what is seen of a widget, coordinates of its window."""
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        place = place.intersected(QRect(parent.mapTo(window, QPoint()), parent.size()))
        parent = parent.parentWidget()
    return place


# Contrast


def _contrast_faults(window: QWidget, shown: list[QWidget], picture: Pixels) -> Iterator[str]:
    for widget in shown:
        if isinstance(widget, QLineEdit) and widget.placeholderText() and not widget.text():
            yield from _hint_contrast(widget, _colours(picture, _place(widget).adjusted(3, 3, -3, -3)))
        text = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
        if not text.strip() or widget.window() is not window or widget.findChildren(QWidget):
            continue
        place = _place(widget)
        if place.width() > 8 and place.height() > 8:
            reached = _most_contrast(_colours(picture, place.adjusted(3, 3, -3, -3)))
            if reached < LEAST_CONTRAST * _THIN:
                yield f"contrast {reached:.1f}: {_called(widget)}"


def _hint_contrast(field: QLineEdit, found: dict[str, int]) -> Iterator[str]:
    """Look at what an empty field asks for; Qt makes it half transparent where a style sheet colours the field."""
    ground, hint = QColor(max(found, key=found.__getitem__)), field.palette().color(QPalette.ColorRole.PlaceholderText)
    mixed = (
        round(of_hint * hint.alphaF() + of_ground * (1 - hint.alphaF()))
        for of_hint, of_ground in zip(hint.getRgb()[:3], ground.getRgb()[:3], strict=True)
    )
    reached = contrast(QColor(*mixed).name(), ground.name())
    if reached < LEAST_CONTRAST:
        yield f"contrast {reached:.1f}: hint {field.placeholderText()!r}"


def _colours(picture: Pixels, place: QRect) -> dict[str, int]:
    part = picture[max(place.top(), 0) : place.bottom() + 1, max(place.left(), 0) : place.right() + 1]
    colours, counts = np.unique(part.reshape(-1), return_counts=True)
    return {f"#{colour & 0xFFFFFF:06x}": int(count) for colour, count in zip(colours, counts, strict=True)}


def _most_contrast(found: dict[str, int]) -> float:
    ground = max(found, key=found.__getitem__)
    return max(contrast(colour, ground) for colour in found)


def _painted_contrast(painted: list[Painted], picture: Pixels) -> Iterator[str]:
    whole = QRect(0, 0, picture.shape[1], picture.shape[0])
    for part in painted:
        if not part.text.strip() or not whole.contains(part.place) or part.place.isEmpty():
            continue
        found = _colours(picture, part.place)
        ground = max(found, key=found.__getitem__)
        if ground != part.colour and contrast(ground, part.colour) < LEAST_CONTRAST:
            yield f"contrast {contrast(ground, part.colour):.1f}: painted {part.text[:60]!r}"
