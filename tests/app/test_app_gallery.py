"""Tables at work fit small screens in every language and in large type, and every control on them has a name."""

import re

import pytest
from app_gallery import LONG_NAMES, table_screens
from app_moments import NAMES
from app_settling import settle
from PySide6.QtWidgets import QLabel, QPushButton
from test_app_access import controls_of, shown_in

from companion.app.model.store import Store
from companion.rules.games import GAMES

SCREENS = {screen.name: screen for screen in table_screens(drawn=False)}

LOOKED_AT = (
    "table-hearts_pp-teams",
    "table-seven_suitors",
    "table-question",
    "table-people-asked",
    "table-irregularity-look",
    "table-out-of-step",
    "table-deal-hearts_pp",
    "table-correction",
    "table-end-steere_suits",
    "table-tiebreak-long-names",
    "table-end-long-names",
    "table-back-long-names",
)

SAME_IN_FRENCH = ("Pause", "minute", "points")

SMALL = ((1024, 600, False), (1280, 720, True))
"""Width, height, and whether type is large."""


def _texts(window) -> set[str]:
    return {
        part
        for widget in shown_in(window)
        if isinstance(widget, QLabel | QPushButton)
        for part in re.split(r"[.;:·…]\s*", widget.text())
        if re.search(r"[^\W\d_]{4,}", part)
    }


@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_table_at_work_fits_and_is_named_in_every_language(make_window, qapp, name) -> None:
    store = Store()
    store.prefer(language="en", scheme="light")
    window = make_window(store=store)
    SCREENS[name].show(window)
    settle(qapp)
    english = _texts(window)
    assert english
    for width, height, large in SMALL:
        window.prefer("large_type", large)
        for language in ("es", "fr"):
            window.prefer("language", language)
            window.resize(width, height)
            settle(qapp)
            least = window.minimumSizeHint()
            assert least.width() <= width, f"{language}, large type: {large}"
            assert least.height() <= height, f"{language}, large type: {large}"
            for button in shown_in(window):
                if isinstance(button, QPushButton) and button.text():
                    wanted = max(map(button.fontMetrics().horizontalAdvance, button.text().split("\n")))
                    assert button.width() >= wanted, f"{button.text()} is cut off"
            for control in controls_of(window):
                assert control.accessibleName() or control.text(), control
    left = {text for text in _texts(window) & english if not _is_name(text)}
    assert left == set()


def _is_name(text: str) -> bool:
    titles = {game.title for game in GAMES.values()}
    known = {*NAMES, *LONG_NAMES, *titles, *(title.partition(" - ")[0] for title in titles), *SAME_IN_FRENCH}
    rest = text
    for name in sorted(known, key=len, reverse=True):
        rest = rest.replace(name, "")
    return not re.search(r"[^\W\d_]{4,}", rest)
