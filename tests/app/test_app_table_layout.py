"""The drawn table with any number of players."""

from itertools import combinations

import pytest
from app_moments import Moment, before_hand
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from companion.app.model.board import LaidCard, Place
from companion.app.widgets import passing
from companion.app.widgets.table_layout import lay_out


def _places(seats: int, cards: int, name: str = "Bartholomew") -> list[Place]:
    laid = tuple(LaidCard("2H", "2\u2665", fact) for fact in range(cards))
    return [Place(seat, name, laid, 1, False, seat == 0) for seat in range(seats)]


@pytest.fixture(scope="module")
def fonts(qapp) -> tuple[QFont, QFont]:
    names, notes = QFont(), QFont()
    names.setPixelSize(19)
    notes.setPixelSize(15)
    return names, notes


@pytest.mark.parametrize("size", [QSize(560, 360), QSize(760, 570), QSize(1100, 860), QSize(1800, 900)])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("cards", [0, 1, 4])
def test_nothing_overlaps_and_all_is_inside(fonts, seats, cards, size) -> None:
    spots = lay_out(_places(seats, cards), size, 0.65, *fonts)
    table = QRectF(0, 0, size.width(), size.height())
    for spot in spots:
        assert table.contains(spot.extent)
        assert table.contains(spot.chip)
        assert not spot.chip.intersects(spot.extent)
    for one, other in combinations(spots, 2):
        assert not one.extent.intersects(other.extent)
        assert not one.extent.intersects(other.chip)
        assert not one.chip.intersects(other.chip)


@pytest.mark.parametrize(("seats", "part"), [(2, 0.3), (3, 0.36), (4, 0.22), (5, 0.2)])
def test_cards_are_large_enough_to_be_read_across_the_table(fonts, seats, part) -> None:
    spots = lay_out(_places(seats, 1, "Ana"), QSize(760, 570), 0.65, *fonts)
    assert all(spot.cards[0].height() >= part * 570 for spot in spots)


@given(width=st.integers(320, 2600), height=st.integers(240, 1500), seats=st.integers(2, 5))
def test_every_card_has_the_shape_of_a_card(fonts, width, height, seats) -> None:
    for spot in lay_out(_places(seats, 2), QSize(width, height), 0.65, *fonts):
        for card in spot.cards:
            assert card.width() == pytest.approx(card.height() * 0.65)


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_no_number_of_passed_cards_covers_who_leads_or_deals(shown, monkeypatch, code) -> None:
    deal = Moment("hearts_pp", before_hand(2), lambda script: before_hand(2)(script) - 12)
    window = shown(deal, language=code, size=(1366, 768))
    window.prefer("large_type", True)
    table = window.table_page.table
    circles = []
    monkeypatch.setattr(passing, "_paint_count", lambda _painter, _step, circle, _font: circles.append(circle))
    table.grab()
    assert circles
    metrics = QFontMetricsF(table._note_font())
    roles = [role for role in window.live.board.deal.roles if role]
    assert roles
    for role, spot in zip(window.live.board.deal.roles, table._spots(window.live.board), strict=True):
        told = metrics.boundingRect(spot.note, int(Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap), role)
        assert not role or not any(circle.intersects(told) for circle in circles)
