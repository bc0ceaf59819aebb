"""The middle of a row of the score, between name and total: one way of painting it for each kind of game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from companion.app.colours import Colours
from companion.app.model.scores import Score, ScoreKind, ScoreRow
from companion.app.style import scaled
from companion.app.widgets.boards import paint_board
from companion.app.widgets.seats import paint_mark, seat_colour, seat_edge_colour
from companion.app.widgets.suits import paint_suit
from companion.app.words import tr

_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
_LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)

_WRAPS = int(Qt.TextFlag.TextWordWrap)
_LOW_LEFT = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft) | _WRAPS
_LOW_RIGHT = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight) | _WRAPS

NAME = 1.4
"""Size of names and numbers of hands, times the window's type."""

HEAD, HEAD_LINE = 0.9, 1.3
"""Size of what stands above the rows, times the window's type, and its height in lines of that type."""

_MOST_STEPS = 24
"""Points of a race that are drawn one by one."""

_MOST_HANDS = 6
"""Hands shown side by side; of longer games the last ones."""

_HAND = 3.6
"""Width of the score of a hand, in lines of type, where there is little room."""

_SHOOTING, _PRESENT = 0.4, 0.16
"""Parts of the middle that say who may still shoot, and what the hand has brought so far."""

_LEAST = 0.6
"""How small a text may become, times its usual size, before it is cut off."""

_LOOSE = 1.5
"""Pixels by which a text may be wider than its place: type does not become smaller evenly."""

_BALANCE = 0.4
"""Part of the middle that says what is for and against in the present hand."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What all rows of one score share.

    Attributes:
        painter: What to paint with.
        colours: The set in force.
        font: The window's type.
        score: The standing.
    """

    painter: QPainter
    colours: Colours
    font: QFont
    score: Score

    @property
    def line(self) -> float:
        """Height of a line of type, pixels."""
        return QFontMetricsF(self.font).height()

    def write(
        self, place: QRectF, flags: int, text: str, colour: str, font: QFont | None = None, brief: str = ""
    ) -> None:
        """Write a text in a place: smaller where there is little room, in brief or cut off where that is not enough."""
        font = font if font is not None else self.font
        if not flags & _WRAPS:
            metrics = QFontMetricsF(font)
            if brief and metrics.horizontalAdvance(text) * _LEAST > place.width() + _LOOSE:
                text = brief
            wide, high = metrics.horizontalAdvance(text), metrics.height()
            # What is too high is cut in two: for that a text becomes as small as it has to.
            share = min(max(_LEAST, place.width() / max(1.0, wide)), place.height() / high)
            if share < 1.0:
                font = scaled(font, share)
            text = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width() + _LOOSE)
        self.painter.setFont(font)
        self.painter.setPen(QColor(colour))
        self.painter.drawText(place, flags, text)


def paint_head(sheet: Sheet, area: QRectF) -> None:
    """Paint what stands above the middle of the rows."""
    font = scaled(sheet.font, HEAD)
    one_line = area.height() < sheet.line * (HEAD_LINE + HEAD)
    for place, flags, text, brief in _HEADS[sheet.score.kind](sheet.score, sheet.line, area):
        sheet.write(place, flags & ~_WRAPS if one_line else flags, text, sheet.colours.quiet, font, brief)


def head_height(score: Score, font: QFont, width: float) -> float:
    """Return how high what stands above the middle of the rows is, in lines of type.

    Args:
        score: The standing.
        font: The window's type.
        width: Of the middle, pixels.
    """
    metrics = QFontMetricsF(scaled(font, HEAD))
    heads = _HEADS[score.kind](score, QFontMetricsF(font).height(), QRectF(0, 0, width, 0))
    broken = any(flags & _WRAPS and metrics.horizontalAdvance(text) > place.width() for place, flags, text, _ in heads)
    return HEAD_LINE + (HEAD if broken else 0.0)


def hands_width(score: Score, font: QFont) -> float:
    """Return how wide the scores of all hands are at least, pixels."""
    return len(_columns(score, score.rows[0])) * _HAND * QFontMetricsF(font).height()


def lowest_line(area: QRectF, line: float) -> QRectF:
    """Return the part of a head that a single line stands in."""
    return QRectF(area.left(), area.bottom() - line * HEAD_LINE, area.width(), line * HEAD_LINE)


def paint_middle(sheet: Sheet, row: ScoreRow, area: QRectF) -> None:
    """Paint the middle of a row."""
    _MIDDLES[sheet.score.kind](sheet, row, area)


# Heads

_Head = list[tuple[QRectF, int, str, str]]
"""Where what stands, and in brief where there is no room for it; empty where there is no shorter way to say it."""


def _race_head(score: Score, line: float, area: QRectF) -> _Head:
    return [(area.adjusted(0, 0, -line * 0.6, 0), _RIGHT, tr("game to {goal}", goal=score.goal), "")]


def _hands_head(score: Score, line: float, area: QRectF) -> _Head:
    columns = _with_room(_columns(score, score.rows[0]), line, area)
    return [(_cell(area, line, len(columns), place), _MIDDLE, head, "") for place, (head, _, _) in enumerate(columns)]


def _boards_head(score: Score, line: float, area: QRectF) -> _Head:
    del line
    return [(area, _LEFT, tr("suits to marry: {goal}", goal=score.goal), "")]


def _losing_head(score: Score, line: float, area: QRectF) -> _Head:
    shooting, rest = _split(area, _SHOOTING)
    present, bar = _split(rest, _PRESENT / (1 - _SHOOTING))
    under = line * (HEAD_LINE - HEAD) / 2
    return [
        (shooting.adjusted(0, 0, -line * 0.5, -under), _LOW_LEFT, tr("may still shoot"), ""),
        (lowest_line(present, line), _MIDDLE, tr("hand"), ""),
        (
            bar.adjusted(0, 0, -line * 0.6, -under),
            _LOW_RIGHT,
            tr("more than {goal} loses", goal=score.goal),
            f"> {score.goal}",
        ),
    ]


def _balance_head(score: Score, line: float, area: QRectF) -> _Head:
    balance, hands = _split(area, _BALANCE)
    return [(balance, _LEFT, tr("for and against"), "+  −"), *_hands_head(score, line, hands)]


# Middles


def _paint_race(sheet: Sheet, row: ScoreRow, area: QRectF) -> None:
    _paint_bar(sheet, row, area, sheet.score.goal or 1, seat_colour(row.seats[0]))


def _paint_bar(sheet: Sheet, row: ScoreRow, area: QRectF, goal: int, colour: QColor) -> None:
    painter, line = sheet.painter, sheet.line
    usable = area.adjusted(0, 0, -line * 0.6, 0)
    height = min(area.height() * 0.5, line * 1.15)
    # Few points are counted one by one, many are measured.
    steps = goal if goal <= _MOST_STEPS else 1
    width, gap = usable.width() / steps, 3.0 if steps > 1 else 0.0
    painter.setPen(Qt.PenStyle.NoPen)
    for step in range(steps):
        cell = QRectF(usable.left() + step * width, usable.center().y() - height / 2, width - gap, height)
        radius = min(cell.width(), cell.height()) * 0.3
        painter.setBrush(QColor(sheet.colours.line))
        painter.drawRoundedRect(cell, radius, radius)
        reached = min(1.0, max(0.0, row.total / goal * steps - step))
        if reached > 0:
            painter.setPen(QPen(seat_edge_colour(row.seats[0]), 1.0))
            painter.setBrush(colour)
            painter.drawRoundedRect(QRectF(cell.topLeft(), QSizeF(cell.width() * reached, height)), radius, radius)
            painter.setPen(Qt.PenStyle.NoPen)


def _paint_hands(sheet: Sheet, row: ScoreRow, area: QRectF) -> None:
    columns = _with_room(_columns(sheet.score, row), sheet.line, area)
    for place, (_, text, present) in enumerate(columns):
        font = scaled(sheet.font, NAME, QFont.Weight.DemiBold if present else QFont.Weight.Normal)
        colour = sheet.colours.text if present else sheet.colours.quiet
        sheet.write(_cell(area, sheet.line, len(columns), place), _MIDDLE, text, colour, font)


def _paint_losing(sheet: Sheet, row: ScoreRow, area: QRectF) -> None:
    shooting, rest = _split(area, _SHOOTING)
    present, bar = _split(rest, _PRESENT / (1 - _SHOOTING))
    _paint_shooters(sheet, row, shooting.adjusted(0, 0, -sheet.line * 0.5, 0))
    sheet.write(present, _MIDDLE, str(row.present), sheet.colours.quiet, scaled(sheet.font, NAME))
    over = sheet.score.goal is not None and row.total > sheet.score.goal
    colour = QColor(sheet.colours.warning) if over else seat_colour(row.seats[0])
    _paint_bar(sheet, row, bar, sheet.score.goal or 1, colour)


def _paint_shooters(sheet: Sheet, row: ScoreRow, area: QRectF) -> None:
    """Paint for each seat the suits: bright where it may still shoot, faint where it cannot, crossed where barred."""
    suits = tuple("SHDC")
    alone = len(row.shooters) == 1
    size = min(sheet.line * 1.4, area.width() / (len(row.shooters) * (len(suits) + (0.5 if alone else 1.4))))
    left = area.left()
    for shooter in row.shooters:
        if not alone:
            paint_mark(sheet.painter, shooter.seat, QPointF(left + size * 0.4, area.center().y()), size * 0.7)
            left += size
        for suit in suits:
            place = QRectF(left, area.center().y() - size / 2, size, size).adjusted(1, 1, -1, -1)
            paint_suit(sheet.painter, sheet.score.deck, suit, place, sheet.colours, faint=suit not in shooter.open)
            if suit in shooter.barred:
                sheet.painter.setPen(QColor(sheet.colours.warning))
                sheet.painter.drawLine(place.bottomLeft(), place.topRight())
            left += size
        left += size * 0.5


def _paint_balance(sheet: Sheet, row: ScoreRow, area: QRectF) -> None:
    balance, hands = _split(area, _BALANCE)
    if sheet.score.playing:
        text = f"+{row.plus}  −{row.minus}"
        told = f"{text}  {tr('all red')}" if row.all_red else text
        sheet.write(balance, _LEFT, told, sheet.colours.text, brief=text)
    _paint_hands(sheet, row, hands)


# Columns of hands

_Column = tuple[str, str, bool]


def _columns(score: Score, row: ScoreRow) -> list[_Column]:
    """Return for each hand its head, its score and whether it is the present one; hands to come as points."""
    finished = [
        (tr("hand {number}", number=number), _signed(score, value), False) for number, value in enumerate(row.hands, 1)
    ]
    if score.playing:
        finished.append((tr("hand {number}", number=len(finished) + 1), _signed(score, row.present), True))
    to_come = max(0, (score.planned or 0) - len(finished))
    shown = finished[-_MOST_HANDS:]
    return [*shown, *[("", "·", False)] * min(to_come, _MOST_HANDS - len(shown))]


def _with_room(columns: list[_Column], line: float, area: QRectF) -> list[_Column]:
    """Return the columns without those of hands to come, where these would take the room of what is played."""
    if len(columns) * line * _HAND <= area.width():
        return columns
    return [column for column in columns if column[0]]


def _signed(score: Score, value: int) -> str:
    if score.kind != "balance" or not value:
        return str(value)
    return f"+{value}" if value > 0 else f"−{-value}"


def _cell(area: QRectF, line: float, columns: int, place: int) -> QRectF:
    """Return the place of a hand's score; the last hand stands beside the total."""
    width = min(area.width() / columns, max(area.width() / 4, line * _HAND))
    return QRectF(area.right() - (columns - place) * width, area.top(), width, area.height())


def _split(area: QRectF, part: float) -> tuple[QRectF, QRectF]:
    width = area.width() * part
    return QRectF(area.left(), area.top(), width, area.height()), area.adjusted(width, 0, 0, 0)


_HEADS: Mapping[ScoreKind, Callable[[Score, float, QRectF], _Head]] = MappingProxyType(
    {
        "race": _race_head,
        "hands": _hands_head,
        "boards": _boards_head,
        "losing": _losing_head,
        "balance": _balance_head,
    }
)

_MIDDLES: Mapping[ScoreKind, Callable[[Sheet, ScoreRow, QRectF], None]] = MappingProxyType(
    {
        "race": _paint_race,
        "hands": _paint_hands,
        "boards": lambda sheet, row, area: paint_board(
            sheet.painter, sheet.colours, sheet.score.deck, row.marks, area, seat_colour(row.seats[0])
        ),
        "losing": _paint_losing,
        "balance": _paint_balance,
    }
)
