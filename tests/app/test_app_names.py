"""Names that were typed wrongly are put right at the table and among the recordings."""

from dataclasses import replace

import pytest
from app_evening import FedWatch, evening
from app_settling import settle
from app_tables import plan_of, playing
from PySide6.QtCore import QPoint, Qt
from screen_faults import texts_of

from companion.app.model import keeping
from companion.app.model.keeping import read_kept
from companion.app.widgets.labels import Label
from companion.app.widgets.name_rows import NameRows
from companion.app.widgets.names_dialog import NamesDialog
from companion.recording.opening import open_session

PATIENCE = 60_000
LEFT = Qt.MouseButton.LeftButton
PLAN = replace(plan_of(target=3), kind="camera", source="2")


@pytest.fixture
def table(make_window, qtbot, tmp_path, monkeypatch):
    """Return a window with a game that waits in the middle of a hand, kept in a folder `games`."""
    monkeypatch.setattr(keeping, "_PAUSE", 0.01)
    window = make_window(games=tmp_path / "games")
    window.resize(1366, 768)
    window.show_watch(PLAN, FedWatch(PLAN, evening(PLAN), {}, [9.0]))
    qtbot.waitUntil(lambda: any(row.winner is not None for row in window.live.board.rows), timeout=PATIENCE)
    return window


def dialog_of(window) -> NamesDialog:
    return next(found for found in window.findChildren(NamesDialog) if found.isVisible())


def enter(dialog, seat: int, name: str) -> None:
    dialog.rows.fields[seat].setText(name)
    dialog.take_button.click()


def shown(window) -> tuple[str, ...]:
    return tuple(place.name for place in window.live.board.places)


def test_of_a_name_that_is_too_long_the_beginning_is_seen(qtbot) -> None:
    rows = NameRows(("Maximiliane-Charlotte von Hohenstein", "Ben"))
    qtbot.addWidget(rows)
    rows.setFixedWidth(300)
    rows.show()

    def is_begun(field) -> bool:
        return field.cursorRect().left() < field.width() / 4

    assert is_begun(rows.fields[0])
    rows.show_names(("Ben", "Bartholomew Featherstonehaugh-Cholmondeley"))
    assert is_begun(rows.fields[1])


def test_a_name_that_is_put_right_is_so_in_a_card_that_is_being_corrected(table, qapp) -> None:
    table.table_page.toolbar.correct.click()
    panel = table.table_page.stage.correction
    old = table.live.snapshot.names
    assert any(name in text for text in texts_of(panel) for name in old)
    table.table_page.ask_names()
    dialog = dialog_of(table)
    dialog.rows.show_names(("Zoe", "Yves", "Xavier"))
    dialog.take_button.click()
    assert panel.isVisible()
    settle(qapp)
    texts = {panel.accessibleDescription(), *texts_of(panel)}
    assert {"Zoe", "Yves", "Xavier"} <= texts
    assert [text for text in texts if any(name in text for name in old)] == []


def test_a_click_on_a_name_at_the_table_puts_it_right_everywhere(table, qtbot, tmp_path) -> None:
    page = table.table_page
    said = page.announcement.text
    old = PLAN.names[1]
    drawn = page.table
    spot = next(
        QPoint(x, y)
        for y in range(0, drawn.height(), 4)
        for x in range(0, drawn.width(), 4)
        if drawn.name_at(QPoint(x, y)) == 1
    )
    qtbot.mouseClick(drawn, LEFT, pos=spot)
    dialog = dialog_of(table)
    assert dialog.rows.fields[1].text() == old
    assert dialog.focusWidget() is dialog.rows.fields[1]
    enter(dialog, 1, "Bettina")
    names = (PLAN.names[0], "Bettina", PLAN.names[2])
    assert shown(table) == names
    assert [row.name for row in table.live.score.rows] == list(names)
    assert table.table_page.announcement.text == said.replace(old, "Bettina")
    assert table.setup.names == names
    kept = tmp_path / "games"
    qtbot.waitUntil(lambda: read_kept(next(kept.glob("*.json"))).plan.names == names, timeout=PATIENCE)


def test_a_name_in_the_score_and_a_key_ask_for_the_same(table, qtbot) -> None:
    scores = table.table_page.scores
    spot = next(QPoint(20, y) for y in range(scores.height()) if scores.name_at(QPoint(20, y)) == 2)
    qtbot.mouseClick(scores, LEFT, pos=spot)
    dialog = dialog_of(table)
    assert dialog.focusWidget() is dialog.rows.fields[2]
    dialog.leave_button.click()
    qtbot.keyClick(table.table_page, Qt.Key.Key_F2)
    dialog = dialog_of(table)
    assert dialog.rows.names == PLAN.names
    qtbot.keyClicks(dialog.rows.fields[0], "Anna")
    qtbot.keyClick(dialog.rows.fields[0], Qt.Key.Key_Return)
    assert shown(table) == ("Anna", *PLAN.names[1:])


def test_names_given_to_the_wrong_seats_are_exchanged_with_their_scores_where_they_are(table, qtbot) -> None:
    totals = [row.total for row in table.live.score.rows]
    table.table_page.ask_names()
    dialog = dialog_of(table)
    qtbot.keyClick(dialog.rows.fields[0], Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    dialog.take_button.click()
    assert shown(table) == (PLAN.names[1], PLAN.names[0], PLAN.names[2])
    assert [row.total for row in table.live.score.rows] == totals


def test_two_players_with_one_name_are_refused_in_the_dialog(table) -> None:
    table.table_page.ask_names()
    dialog = dialog_of(table)
    enter(dialog, 0, PLAN.names[1])
    assert dialog.isVisible()
    assert f"Two players are called {PLAN.names[1]}" in dialog.problem.text()
    assert shown(table) == PLAN.names


def test_a_recording_that_runs_has_the_new_names(make_window, qtbot) -> None:
    window = playing(make_window, qtbot)
    window.sessions.record(lambda recording: recording.start())
    folder = window.sessions.recording.folder
    window.table_page.ask_names()
    enter(dialog_of(window), 2, "Zoë")
    window.close()
    assert open_session(folder).names == (*PLAN.names[:2], "Zoë")


def test_the_names_of_a_recorded_game_are_changed_among_the_recordings(library, qtbot, shelf_folder) -> None:
    page = library.sessions.library_page
    qtbot.mouseClick(page.names_button, LEFT)
    dialog = dialog_of(library)
    assert dialog.rows.names == page.chosen.players
    dialog.everywhere.setChecked(True)
    enter(dialog, 1, "Benjamin")
    qtbot.waitUntil(lambda: "Benjamin" in page.sessions.item(0, 3).text(), timeout=PATIENCE)
    assert all("Benjamin" in page.sessions.item(row, 3).text() for row in range(page.sessions.rowCount()))
    assert open_session(page.chosen.folder).names[1] == "Benjamin"


def test_a_name_of_any_length_makes_the_window_no_wider(table, qtbot) -> None:
    table.table_page.ask_names()
    enter(dialog_of(table), 1, "W" * 500)

    def telling() -> list[Label]:
        return [label for label in table.findChildren(Label) if label.isVisible() and "W" * 500 in label.text()]

    qtbot.waitUntil(lambda: bool(telling()), timeout=PATIENCE)
    assert all(label.minimumSizeHint().width() < table.width() / 2 for label in telling())
