"""Who scrolls a page changes nothing on it."""

import pytest
from app_settling import settle
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QSpinBox, QWidget

from companion.app.widgets.start import CAMERA


def _scroll(widget: QWidget) -> None:
    """Turn the wheel over a widget as far as goes by one notch, down."""
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        widget.mapToGlobal(middle),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def _values(page: QWidget) -> list[tuple[str, str]]:
    fields = [*page.findChildren(QComboBox), *page.findChildren(QAbstractSpinBox)]
    shown = [field for field in fields if field.isVisible()]
    for field in shown:
        _scroll(field)
        field.setFocus()
        _scroll(field)
    return [
        (field.accessibleName(), field.currentText() if isinstance(field, QComboBox) else field.text())
        for field in shown
    ]


def test_the_wheel_changes_no_rule_no_player_and_no_setting(make_window) -> None:
    window = make_window()
    start = window.start_page
    start.choose_game("hearts_pp")
    for stage in (1, 2):
        start.go_to(stage)
        before = {name: window.setup.text(name) for name in ("losing", "five_deck", "first_dealer", "players")}
        assert len(_values(start)) >= 2
        assert {name: window.setup.text(name) for name in before} == before
    window.show_page(window.preferences_page)
    preferences = window.store.preferences
    assert len(_values(window.preferences_page)) >= 5
    assert window.store.preferences == preferences


def test_arrows_still_change_a_number_and_a_choice(make_window, qtbot) -> None:
    window = make_window()
    window.start_page.choose_game("hearts_pp")
    window.start_page.go_to(2)
    number = next(field for name, field in window.start_page.fields.items() if isinstance(field, QSpinBox))
    was = number.value()
    qtbot.keyClick(number, Qt.Key.Key_Up)
    assert number.value() == was + 1


def _named_inside(page: QWidget) -> dict[str, str]:
    """Return what the fields of a page are called into which something is typed, with what is typed into."""
    fields = [*page.findChildren(QComboBox), *page.findChildren(QAbstractSpinBox)]
    edits = {field.accessibleName(): field.lineEdit() for field in fields if field.isVisible()}
    return {name: edit.accessibleName() for name, edit in edits.items() if edit is not None}


def test_what_is_typed_into_is_named_as_the_field_it_is_in(make_window, qtbot) -> None:
    window = make_window()
    window.start_page.go_to(3)
    assert _named_inside(window.start_page) == {"Camera": "Camera"}
    window.show_page(window.preferences_page)
    usual = ("Volume", "Pace of the voice")
    assert _named_inside(window.preferences_page) == dict(zip(usual, usual, strict=True))
    window.prefer("language", "es")
    now = ("Volumen", "Velocidad de la voz")
    qtbot.waitUntil(lambda: _named_inside(window.preferences_page) == dict(zip(now, now, strict=True)), timeout=60_000)
    window.go_back()
    assert _named_inside(window.start_page) == {"Cámara": "Cámara"}


@pytest.mark.parametrize("large", [False, True])
def test_what_is_typed_for_a_camera_stands_in_the_middle_of_its_field(make_window, qapp, large) -> None:
    window = make_window()
    window.start_page.go_to(CAMERA)
    window.prefer("large_type", large)
    field = window.start_page.source.inputs["camera"]
    for size in ((1366, 768), (1920, 1080)):
        window.resize(*size)
        settle(qapp)
        inside = field.lineEdit().geometry()
        assert inside.top() == field.height() - 1 - inside.bottom()
