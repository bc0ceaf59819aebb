"""A recorded session is written in other forms from the library, and statistics grow over the evenings."""

import json
from datetime import datetime

import pytest
from PySide6.QtCore import Qt

from companion.app.model.evenings import MEASURES, course_of, games_of, measures_of
from companion.app.model.exporting import FORMS, export, file_name, tricks
from companion.errors import UnusableError, WrongInputError
from companion.language import language
from companion.recording.entry import Entry
from companion.recording.summary import Player

PATIENCE = 60_000
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(library, qtbot):
    """Return the open dialog, the library page, and the list of paths that a person will give."""
    page = library.sessions.library_page
    qtbot.keyClick(page.sessions, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    paths: list[str] = []
    page.dialog._ask = lambda parent, name, form: paths.pop(0) if paths else ""
    yield page.dialog, page, paths
    if page.dialog is not None:
        page.dialog.reject()


def test_a_score_sheet_is_written_in_the_background(dialog, qtbot, tmp_path) -> None:
    shown, page, paths = dialog
    assert shown.chosen.id == "pdf"
    assert not shown.trick.isVisible()
    paths.append(str(tmp_path / "sheet"))
    qtbot.mouseClick(shown.begin_button, LEFT)
    qtbot.waitUntil(lambda: "sheet.pdf" in shown.told.text() and shown.begin_button.isEnabled(), timeout=PATIENCE)
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    # A second time to the same place: nothing is written over, and that is said.
    paths.append(str(tmp_path / "sheet.pdf"))
    qtbot.mouseClick(shown.begin_button, LEFT)
    qtbot.waitUntil(lambda: "is there already" in shown.told.text(), timeout=PATIENCE)
    # A person who thinks better of it writes nothing.
    qtbot.mouseClick(shown.begin_button, LEFT)
    assert shown.begin_button.isEnabled()
    qtbot.mouseClick(shown.done_button, LEFT)
    assert page.dialog is None


def test_a_trick_is_chosen_for_a_film_and_what_came_of_it_is_told_in_either_language(
    dialog, library, qtbot, tmp_path
) -> None:
    shown, page, paths = dialog
    shown.choose("clip")
    assert shown.trick.isVisible()
    assert shown.trick.itemText(0) == "1.1"
    paths.append(str(tmp_path / "film.mp4"))
    qtbot.mouseClick(shown.begin_button, LEFT)
    shown.done_button.click()  # What is begun is written to its end.
    qtbot.waitUntil(lambda: page.done.text() == f"Written: {tmp_path / 'film.mp4'}", timeout=PATIENCE)
    assert (tmp_path / "film.mp4").stat().st_size > 0
    library.prefer("language", "es")
    assert page.done.text() == f"Escrito: {tmp_path / 'film.mp4'}"


def test_a_dialog_is_in_the_type_of_the_page_below_it(dialog) -> None:
    shown, page, _ = dialog
    assert shown.begin_button.font().pixelSize() == page.export_button.font().pixelSize()
    assert shown.begin_button.font().pointSizeF() == page.export_button.font().pointSizeF()


def test_what_went_wrong_with_a_recording_is_told_in_the_language_that_is_switched_to(library, shelf_folder) -> None:
    page = library.sessions.library_page
    entry = page.chosen
    entry.folder.rename(shelf_folder / "elsewhere")
    library.sessions.show_replay(entry)
    english = page.problem.text()
    assert english
    library.prefer("language", "es")
    assert page.problem.text() not in ("", english)


def test_every_form_is_written(recorded, tmp_path) -> None:
    for form in FORMS:
        target = tmp_path / file_name("Grandma's: birthday", form, "1.1")
        assert ":" not in target.name
        try:
            told = export(recorded, form, target, language("es"), "1.1")(language("es"))
        except WrongInputError:
            assert form.id in ("yolo", "crops")  # In these small pictures nobody can name every card.
            continue
        assert str(target) in told
        assert target.is_dir() == (form.suffix == "")
    record = json.loads(next(tmp_path.glob("*.jsonl")).read_text(encoding="utf-8"))
    assert record["game"] == "coins"


def test_what_cannot_be_exported_is_told(recorded, tmp_path) -> None:
    form = next(form for form in FORMS if form.id == "csv")
    with pytest.raises(UnusableError):
        export(tmp_path / "nowhere", form, tmp_path / "x.csv")
    with pytest.raises(UnusableError):
        tricks(tmp_path / "nowhere")
    clip = next(form for form in FORMS if form.id == "clip")
    with pytest.raises(WrongInputError):
        export(recorded, clip, tmp_path / "x.mp4", trick="9.9")


def _player(
    name: str, day: int, *, won: bool = False, game: str = "coins", over: bool = True, points: int = 0
) -> Player:
    return Player(name, game, won, over, 5, points, 1, 0, 0, f"2025-11-{day:02}T20:00:00+00:00")


EVENINGS = [
    _player("Ana", 1, won=True, points=10),
    _player("Ben", 1, points=4),
    _player("Ana", 2, points=3),
    _player("Ben", 2, won=True, points=10),
    _player("Ben", 3, over=False, points=2),
    _player("Ana", 4, game="hearts_pp"),
    _player("Cleo", 5, won=True, points=10),
    _player("Ben", 5, points=1),
]


def _day(when: datetime) -> str:
    return f"day {when.day}"


def test_lines_grow_from_evening_to_evening() -> None:
    chart = course_of(EVENINGS, "coins", MEASURES["won"], _day)
    assert {line.name: line.totals for line in chart.lines} == {
        "Ana": (0, 1, 1, 1),
        "Ben": (0, 0, 1, 1),
        "Cleo": (0, 0, 0, 1),
    }
    assert chart.labels == ("day 1", "day 2", "day 5")
    # Tricks of a game that broke off were won all the same; its points are none.
    assert course_of(EVENINGS, "coins", MEASURES["tricks"], _day).tricks == 4
    assert course_of(EVENINGS, "coins", MEASURES["points"], _day).lines[1].totals[-1] == 15
    assert course_of(EVENINGS, "seven_suitors", MEASURES["won"], _day) is None


def test_at_most_five_lines_of_those_who_played_most() -> None:
    many = [_player(f"P{number}", day) for day in range(1, 9) for number in range(day)]
    chart = course_of(many, "coins", MEASURES["tricks"], _day)
    assert [line.name for line in chart.lines] == ["P0", "P1", "P2", "P3", "P4"]


def test_games_come_by_how_often_they_were_played_with_what_is_counted_in_them() -> None:
    assert games_of(EVENINGS) == ("coins", "hearts_pp")
    assert [measure.id for measure in measures_of("hearts_pp")] == ["won", "tricks", "points", "shoots"]
    assert [measure.id for measure in measures_of("seven_suitors")][-1] == "marriages"


def test_statistics_are_charted_in_the_library(dialog, qtbot) -> None:
    shown, page, _ = dialog
    shown.reject()
    page.tabs.show_view(page.evenings)
    view = page.evenings
    assert view.chart.isVisible()
    assert view.game.currentData() == "coins"
    view.measure.setCurrentIndex(view.measure.findData("tricks"))
    assert "Ana" in view.chart.accessibleDescription()
    page.search.setText("no such thing")
    qtbot.waitUntil(lambda: not view.chart.isVisible(), timeout=PATIENCE)


def test_an_entry_without_a_game_cannot_be_exported(make_window, qtbot, tmp_path) -> None:
    (tmp_path / "sessions" / "Broken").mkdir(parents=True)
    (tmp_path / "sessions" / "Broken" / "session.json").write_text("{", encoding="utf-8")
    window = make_window()
    qtbot.mouseClick(window.start_page.library_button, LEFT)
    page = window.sessions.library_page
    qtbot.waitUntil(lambda: page.sessions.rowCount() > 0, timeout=PATIENCE)
    assert isinstance(page.chosen, Entry)
    assert not page.export_button.isEnabled()


def test_an_empty_library_says_how_to_fill_it(make_window, qtbot, tmp_path) -> None:
    (tmp_path / "sessions").mkdir()  # A chosen folder that is not there is one on a disk that is not plugged in.
    window = make_window()
    qtbot.mouseClick(window.start_page.library_button, LEFT)
    page = window.sessions.library_page
    qtbot.waitUntil(lambda: "Nothing is recorded" in page._empty.text() and page._empty.isVisible(), timeout=PATIENCE)
