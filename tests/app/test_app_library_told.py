"""What is wrong with recordings is told in the language of the window."""

from pathlib import Path

import pytest
from app_recorded import entry_of

from companion.app.model.exporting import FORMS, export
from companion.app.model.library import Shelf, columns
from companion.errors import UnusableError
from companion.language import language
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS, change_about

PATIENCE = 120_000


def test_a_library_that_cannot_be_made_says_so_in_every_language(tmp_path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    shelf = Shelf(tmp_path / "file", tmp_path / "index.sqlite")
    shelf.look()
    shelf.close()
    trouble = shelf.poll().trouble
    assert "cannot be opened" in str(trouble)
    assert "no se puede abrir la biblioteca" in trouble.told(language("es"))


def test_what_is_missing_in_a_recording_is_told_in_the_language_of_the_window(library, shelf_folder) -> None:
    log = shelf_folder / "Birthday" / "events.jsonl"
    log.write_bytes(log.read_bytes()[:-5])
    (shelf_folder / "Birthday" / "announcements.vtt").unlink()
    library.prefer("language", "fr")
    library.sessions.show_replay(library.sessions.library_page.chosen)
    told = library.sessions.replay_page.about.toolTip()
    assert "la dernière ligne est coupée" in told
    assert "announcements.vtt manque\xa0: les sous-titres" in told
    marks = [
        columns(entry_of(shelf_folder, problem=problem), str, language("fr"))[-1] for problem in ("", "x is missing")
    ]
    assert ["lisible en partie" in told for told in marks] == [False, True]


def test_an_export_that_cannot_be_says_so_in_the_language_of_the_window(library, tmp_path) -> None:
    (tmp_path / "taken.csv").write_text("", "utf-8")
    form = next(form for form in FORMS if form.id == "csv")
    with pytest.raises(UnusableError) as caught:
        export(tmp_path / "sessions" / "Birthday", form, tmp_path / "taken.csv")
    assert "ya existe; no se sobrescribe nada" in caught.value.told(language("es"))
    (tmp_path / "folder").write_text("", "utf-8")
    with pytest.raises(UnusableError) as caught:
        export(tmp_path / "sessions" / "Birthday", form, tmp_path / "folder" / "new.csv")
    assert "no se puede escribir" in caught.value.told(language("es"))


def _another_game(folder: Path) -> None:
    change_about(folder, game="chess")


def _nothing_said(folder: Path) -> None:
    (folder / "session.json").unlink()
    (folder / EVENTS).write_text("?\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_another_game, "aquí no se conoce a qué se jugó (no existe el juego 'chess'"),
        (_nothing_said, "session.json: no está"),
    ],
)
def test_why_a_session_cannot_be_opened_is_told_in_the_windows_language(
    library, qtbot, shelf_folder, spoil, told
) -> None:
    page = library.sessions.library_page
    spoil(shelf_folder / "Birthday")
    library.prefer("language", "es")
    page.arrive()
    qtbot.waitUntil(lambda: told in page.sessions.item(0, 3).text(), timeout=PATIENCE)
    assert page.sessions.item(0, 2).text() == "no se puede abrir"
    library.prefer("language", "fr")
    assert "no está" not in page.sessions.item(0, 3).text()
    assert page.delete_button.isEnabled()
    assert not page.replay_button.isEnabled()


def test_why_something_cannot_be_written_is_told_in_the_windows_language(library, shelf_folder) -> None:
    library.prefer("language", "es")
    page = library.sessions.library_page
    page.replay_wanted.emit(page.chosen)
    view = library.sessions.replay_page
    view.replay.go_to(15.0)
    writing = Journal(shelf_folder / "Birthday" / EVENTS, alone=True)
    view.card.choose(view.replay.session.tracks[0])
    view.card.name_card("12-swords")
    assert "no se puede escribir" in view.card.problem.text()
    assert "otro programa o ventana" in view.card.problem.text()
    writing.close()
