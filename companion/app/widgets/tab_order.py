"""Tab goes through a page as it is read, whatever of it was made first."""

from collections.abc import Iterator
from itertools import pairwise
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QGridLayout, QLayout, QScrollArea, QWidget


def order_tabs(page: QWidget) -> None:
    """Let Tab go from one thing on a page to the next as they are laid out."""
    stops = list(_stops(page))
    for one, other in pairwise(stops):
        QWidget.setTabOrder(one, other)


def bring_into_sight(widget: QWidget | None) -> None:
    """Scroll everything that a widget lies in so that it is seen."""
    parent = widget.parentWidget() if widget is not None else None
    while parent is not None:
        if isinstance(parent, QScrollArea) and widget is not None:
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()


def _stops(widget: QWidget) -> Iterator[QWidget]:
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    for part in _parts(widget):
        yield from _stops(part)


def _parts(widget: QWidget) -> list[QWidget]:
    """Return what is inside a widget in the order in which it is read; what no layout places comes last."""
    if isinstance(widget, QAbstractScrollArea):
        inside = widget.widget() if isinstance(widget, QScrollArea) else None
        return [inside] if inside is not None else []
    layout = widget.layout()
    placed = list(_placed(layout)) if layout is not None else []
    known = set(placed)
    rest = [child for child in widget.children() if isinstance(child, QWidget) and not child.isWindow()]
    return [*placed, *(child for child in rest if child not in known)]


def _placed(layout: QLayout) -> Iterator[QWidget]:
    for place in _places(layout):
        item = layout.itemAt(place)
        widget, inside = (item.widget(), item.layout()) if item is not None else (None, None)
        if widget is not None:
            yield widget
        elif inside is not None:
            yield from _placed(inside)


def _places(layout: QLayout) -> list[int]:
    """Return the places of things in a layout in the order in which they are read: those of a grid row by row."""
    places = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        places.sort(key=lambda place: _row_and_column(layout, place))
    return places


def _row_and_column(grid: QGridLayout, place: int) -> tuple[int, int]:
    row, column, *_ = cast(tuple[int, int, int, int], grid.getItemPosition(place))
    return row, column
