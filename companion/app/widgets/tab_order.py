"""Tab goes through a page as it is read, whatever of it was made first.

What is read first is told from where things are seen. Qt's own order is that in which they were made, and loses some of
them when it is changed again and again; items of layouts are not to be asked for, because PySide keeps what stands for
one beyond its end and may then take it for something else.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget

_Span = Callable[[QRect], tuple[int, int]]

_SPANS: tuple[_Span, ...] = (
    lambda place: (place.top(), place.bottom()),
    lambda place: (place.left(), place.right()),
)
"""From where to where something reaches: downwards and across. Rows are told from each other before columns."""


def go_on(page: QWidget, here: QWidget | None, forward: bool) -> bool:
    """Give the keys to what is read next on a page, behind the last the first, and bring it into sight.

    Args:
        page: What is read.
        here: What has the keys.
        forward: Whether to go on, or back.

    Returns:
        Whether it is known what comes next: not where what has the keys is hidden, or in no order.
    """
    stops = list(_stops(page))
    if here not in stops:
        return False
    there = stops[(stops.index(here) + (1 if forward else -1)) % len(stops)]
    there.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    parent = there.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(there)
        parent = parent.parentWidget()
    return True


def _stops(widget: QWidget) -> Iterator[QWidget]:
    reached = widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None
    if reached and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield widget
    for part in _read(_parts(widget)):
        yield from _stops(part)


def _parts(widget: QWidget) -> list[QWidget]:
    if isinstance(widget, QAbstractScrollArea):
        inside = widget.widget() if isinstance(widget, QScrollArea) else None
        return [inside] if inside is not None else []
    children = (child for child in widget.children() if isinstance(child, QWidget))
    return [child for child in children if not child.isWindow() and child.isVisibleTo(widget)]


def _read(widgets: Sequence[QWidget]) -> list[QWidget]:
    """Return widgets in the order in which they are read: row by row, where there are rows; then column by column."""
    for span in _SPANS:
        groups = list(_groups(widgets, span))
        if len(groups) > 1:
            return [widget for group in groups for widget in _read(group)]
    return list(widgets)


def _groups(widgets: Iterable[QWidget], span: _Span) -> Iterator[list[QWidget]]:
    """Part widgets wherever a straight line goes between them."""
    group: list[QWidget] = []
    reached = 0
    for widget in sorted(widgets, key=lambda widget: span(widget.geometry())):
        start, end = span(widget.geometry())
        if group and start > reached:
            yield group
            group = []
        reached = max(reached, end) if group else end
        group.append(widget)
    if group:
        yield group
