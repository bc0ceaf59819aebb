"""Dialogs over a page are in its type, which follows the window's size."""

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPushButton, QWidget


@pytest.mark.parametrize("button", ["export_button", "learn_button", "names_button"])
def test_a_dialog_of_the_library_is_in_the_type_of_a_large_window(library, qtbot, qapp, button) -> None:
    page = library.sessions.library_page
    library.go_back()
    library.resize(1920, 1080)
    qapp.processEvents()
    library.prefer("scheme", "dark")
    library.show_page(page)
    getattr(page, button).click()
    dialog = next(widget for widget in page.children() if isinstance(widget, QWidget) and widget.isModal())
    size = page.export_button.font().pointSizeF()
    for part in dialog.findChildren(QPushButton) + dialog.findChildren(QComboBox) + dialog.findChildren(QLineEdit):
        assert part.font().pointSizeF() == pytest.approx(size)
        if part.isVisible():
            assert part.height() >= 2 * QFontMetrics(part.font()).height()
    for box in dialog.findChildren(QCheckBox):
        assert box.font().pointSizeF() == pytest.approx(size)
    dialog.reject()
