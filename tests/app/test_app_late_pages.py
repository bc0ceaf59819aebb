"""Pages beside the game are made when they are first asked for, and are then as if they had been there all along."""

import pytest
from app_settling import settle
from PySide6.QtWidgets import QAbstractButton, QLabel

from companion.app.widgets.leaf import Leaf

PAGES = {
    "preferences": lambda window: window.preferences_page,
    "help": lambda window: window.help_page,
    "tools": lambda window: window.tools_page,
    "library": lambda window: window.sessions.library_page,
}


def shows(page: Leaf) -> list[tuple[str, int]]:
    """Return the texts of a page, and how large they are."""
    texts = [*page.findChildren(QLabel), *page.findChildren(QAbstractButton)]
    return [(widget.text(), widget.fontMetrics().height()) for widget in texts if widget.isVisibleTo(page)]


@pytest.mark.parametrize("page_of", PAGES.values(), ids=PAGES)
def test_one_that_is_made_late_speaks_the_language_and_has_the_size_of_the_others(make_window, qapp, page_of) -> None:
    shown = []
    for early in (True, False):
        window = make_window()
        if early:
            window.show_page(page_of(window))
            window.go_back()
        window.prefer("language", "es")
        window.prefer("large_type", True)
        window.resize(1600, 900)
        settle(qapp)
        window.show_page(page_of(window))
        settle(qapp)
        shown.append(shows(page_of(window)))
        window.prefer("language", "en")
    first, late = shown
    assert "Atrás" in [text for text, _ in late]
    assert late == first


def test_the_window_opens_without_them(make_window) -> None:
    window = make_window()
    assert window.findChildren(Leaf) == []
    window.close()
    assert window.findChildren(Leaf) == []
