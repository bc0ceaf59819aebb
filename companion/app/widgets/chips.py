"""Where the names of cards stand beside them in a picture: over none of the others as long as there is room."""

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QRectF, QSizeF

_GAP = 3.0
"""Between a card and its name, pixels."""

_RIM = 2.0
"""Between a name and the edge of the picture."""


def chip_places(cards: Iterable[tuple[QRectF, QSizeF]], area: QRectF) -> list[QRectF]:
    """Return where the name of each card stands.

    Args:
        cards: The upright rectangle round each card, pixels of the widget, and the size of its name; those that come
            first choose first.
        area: The picture.

    Returns:
        For each card a place inside the picture: above the card, else below, right or left of it, wherever no other
        name stands; above it where all are taken.
    """
    inner = area.adjusted(_RIM, _RIM, -_RIM, -_RIM)
    chosen: list[QRectF] = []
    for box, size in cards:
        beside = [_moved_into(inner, place) for place in _beside(box, size) if _fits(inner, place)]
        places = beside or [_moved_into(inner, next(_beside(box, size)))]
        chosen.append(next((place for place in places if not any(map(place.intersects, chosen))), places[0]))
    return chosen


def _beside(box: QRectF, size: QSizeF) -> Iterator[QRectF]:
    """Yield the places beside a card, the best first."""
    middle = box.center()
    left, top = middle.x() - size.width() / 2, middle.y() - size.height() / 2
    yield QRectF(left, box.top() - size.height() - _GAP, size.width(), size.height())
    yield QRectF(left, box.bottom() + _GAP, size.width(), size.height())
    yield QRectF(box.right() + _GAP, top, size.width(), size.height())
    yield QRectF(box.left() - size.width() - _GAP, top, size.width(), size.height())


def _fits(inner: QRectF, place: QRectF) -> bool:
    """Whether a place is high and low enough; to the sides it is moved."""
    return inner.top() <= place.top() and place.bottom() <= inner.bottom()


def _moved_into(inner: QRectF, place: QRectF) -> QRectF:
    left = max(min(place.left(), inner.right() - place.width()), inner.left())
    top = max(min(place.top(), inner.bottom() - place.height()), inner.top())
    return QRectF(left, top, place.width(), place.height())
