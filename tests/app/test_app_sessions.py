"""Recordings in the window: made by one click, found in the library, gone on with, exported."""

import shutil
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from app_kept import PLAN, held, kept_files, offer_of, offered_again, told_in
from app_tables import Theatre, plan_of, plays_of, script_of, tricks_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLabel, QMessageBox, QWidget

from companion.app.model import library as library_model
from companion.app.model.exporting import FORMS, export
from companion.app.model.keeping import read_kept
from companion.app.model.library import Shelf, columns
from companion.app.model.offers import recorded_offers
from companion.app.model.recording import LiveRecording, amount, estimate
from companion.errors import UnusableError
from companion.language import language
from companion.recording import places
from companion.recording.entry import Entry
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS, change_about
from companion.recording.library import Library
from companion.recording.opening import open_session

PATIENCE = 120_000
LEFT = Qt.MouseButton.LeftButton


def test_one_click_records_a_running_game(make_window, qtbot, tmp_path) -> None:
    script = script_of()
    theatre = Theatre(script, stop=tricks_of(script)[0].time + 0.8)
    window = make_window(theatre.open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    button = window.sessions.button
    qtbot.waitUntil(lambda: button.toolTip().endswith(estimate(1280, 720)), timeout=PATIENCE)
    qtbot.mouseClick(button, LEFT)
    assert window.sessions.recording.problem() == ""
    folder = window.sessions.recording.folder
    assert folder.parent == tmp_path / "sessions"
    qtbot.waitUntil(lambda: window.sessions.recording.standing.frames > 5, timeout=PATIENCE)
    qtbot.waitUntil(lambda: button.text().startswith("●"), timeout=PATIENCE)
    qtbot.waitUntil(lambda: len(window.live.snapshot.history) >= 3, timeout=PATIENCE)
    qtbot.mouseClick(button, LEFT)
    assert button.text() == "Record"
    assert window.sessions.recording.folder is None
    assert window.sessions.recording.last == folder
    window.close()
    session = open_session(folder)
    assert session.notes == ()
    assert session.complete
    assert len(session.facts) >= 3


def test_the_subtitles_of_a_recording_speak_as_the_window_does(make_window, qtbot) -> None:
    script = script_of()
    theatre = Theatre(script, stop=plays_of(script)[0].time - 1.0)
    window = make_window(theatre.open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    window.sessions.record(lambda recording: recording.start())
    folder = window.sessions.recording.folder
    window.prefer("language", "es")
    theatre.source.let_go(tricks_of(script)[0].time + 0.8)
    qtbot.waitUntil(lambda: len(window.live.snapshot.history) >= 3, timeout=PATIENCE)
    window.close()
    session = open_session(folder)
    assert session.language.code == "es"
    (won,) = [line for line in session.events if line["event"] == "trick_won"]
    assert f"{won['player']} wins the trick" in won["text"]
    subtitles = (folder / "announcements.vtt").read_text("utf-8")
    assert f"{won['player']} gana la baza" in subtitles
    assert "wins the trick" not in subtitles


def test_while_not_everything_is_recorded_the_window_says_so_all_the_time(make_window, qtbot) -> None:
    script = script_of()
    window = make_window(Theatre(script, stop=tricks_of(script)[0].time + 0.8).open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    window.sessions.record(lambda recording: recording.start(limit=1))
    status = window.table_page.status
    qtbot.waitUntil(
        lambda: any(text.startswith("Not everything is recorded: the video") for text in status.texts), timeout=PATIENCE
    )
    qtbot.waitUntil(lambda: len(window.live.snapshot.history) >= 3, timeout=PATIENCE)
    window.sessions.recording.stop()
    qtbot.waitUntil(lambda: not any("Not everything" in text for text in status.texts), timeout=PATIENCE)


def test_the_library_finds_renames_and_deletes(library, qtbot, shelf_folder) -> None:
    page = library.sessions.library_page
    assert page.chosen.name == "Birthday"
    assert "Ben 2" in page.sessions.item(0, 3).text()
    page.search.setText("no such thing")
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 0, timeout=PATIENCE)
    page.search.setText("ana")
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 1, timeout=PATIENCE)
    qtbot.mouseClick(page.rename_button, LEFT)
    dialog = library.findChild(QInputDialog)
    dialog.setTextValue("Grandma's evening")
    dialog.accept()
    qtbot.waitUntil(lambda: page.chosen is not None and page.chosen.name == "Grandma's evening", timeout=PATIENCE)
    assert page.statistics.rowCount() == 3
    qtbot.mouseClick(page.delete_button, LEFT)
    library.findChild(QMessageBox).button(QMessageBox.StandardButton.Yes).click()
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 0, timeout=PATIENCE)
    assert not (shelf_folder / "Birthday").exists()
    assert len(list((shelf_folder / ".trash").iterdir())) == 1


@pytest.fixture
def searched(monkeypatch) -> threading.Event:
    """Return what a deletion waits for; and then for what is found meanwhile, where that does not wait for it."""
    delete, event = Library.delete, threading.Event()

    def delete_at_last(*arguments: object) -> object:
        event.wait(PATIENCE / 1000)
        for other in {thread for thread in threading.enumerate() if thread.name == "library"}:
            if other is not threading.current_thread():
                other.join(1.0)
        return delete(*arguments)

    monkeypatch.setattr(Library, "delete", delete_at_last)
    return event


def test_a_search_that_is_typed_while_a_session_is_being_deleted_does_not_find_it(library, qtbot, searched) -> None:
    page = library.sessions.library_page
    qtbot.mouseClick(page.delete_button, LEFT)
    library.findChild(QMessageBox).button(QMessageBox.StandardButton.Yes).click()
    page.search.setText("ana")
    searched.set()
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 0, timeout=PATIENCE)


def test_the_session_that_is_chosen_stays_so_when_another_goes_and_comes_back(library, qtbot, shelf_folder) -> None:
    page = library.sessions.library_page
    shutil.copytree(shelf_folder / "Birthday", shelf_folder / "Another")
    page._look()
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 2, timeout=PATIENCE)
    first, second = page._shown.entries
    page.sessions.selectRow(1)
    page._change(lambda shelf: shelf.delete(first))
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 1, timeout=PATIENCE)
    assert page.chosen.folder == second.folder
    (trashed,) = page._shown.trashed
    page._change(lambda shelf: shelf.restore(trashed))
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 2, timeout=PATIENCE)
    assert page.chosen.folder == second.folder


def test_what_was_recorded_last_is_chosen_once_and_then_what_a_person_chose(library, qtbot, shelf_folder) -> None:
    page, recorder = library.sessions.library_page, LiveRecording(plan_of(), None, shelf_folder)
    shutil.copytree(shelf_folder / "Birthday", shelf_folder / "Another")
    page._look()
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 2, timeout=PATIENCE)
    page.sessions.selectRow(0)
    first, second = page._shown.entries
    recorder._last = second.folder
    library.sessions._ended.append(recorder)
    library.sessions.show_library()
    qtbot.waitUntil(lambda: page.chosen.folder == second.folder, timeout=PATIENCE)
    page.sessions.selectRow(0)
    library.sessions.show_library()
    shutil.copytree(shelf_folder / "Birthday", shelf_folder / "Third")
    page._look()
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 3, timeout=PATIENCE)
    assert page.chosen.folder == first.folder


def test_when_the_last_session_is_gone_the_keys_are_where_one_sees_them(library, qtbot) -> None:
    page = library.sessions.library_page
    library.activateWindow()
    qtbot.waitUntil(library.isActiveWindow, timeout=PATIENCE)
    page.sessions.setFocus()
    entry = page.chosen
    page._shelf.change(lambda shelf: shelf.delete(entry))
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 0, timeout=PATIENCE)
    assert library.focusWidget() is page.search


def test_why_a_session_was_not_deleted_is_told_though_something_is_searched_for_since(
    library, qtbot, shelf_folder, searched
) -> None:
    page = library.sessions.library_page
    writing = Journal(shelf_folder / "Birthday" / EVENTS, alone=True)
    qtbot.mouseClick(page.delete_button, LEFT)
    library.findChild(QMessageBox).button(QMessageBox.StandardButton.Yes).click()
    page.search.setText("ana")
    searched.set()
    qtbot.waitUntil(lambda: "is being recorded" in page.problem.text(), timeout=PATIENCE)
    writing.close()


def test_what_was_deleted_is_taken_back_or_deleted_for_good(library, qtbot, shelf_folder) -> None:
    page = library.sessions.library_page

    def delete() -> None:
        qtbot.mouseClick(page.delete_button, LEFT)
        answer()
        qtbot.waitUntil(page.trash.isVisible, timeout=PATIENCE)

    def answer() -> None:
        box = library.findChild(QMessageBox)
        box.button(QMessageBox.StandardButton.Yes).click()
        qtbot.waitUntil(lambda: library.findChild(QMessageBox) is None, timeout=PATIENCE)

    assert not page.trash.isVisible()
    delete()
    assert "kB" in page.trash.told.text() or "MB" in page.trash.told.text()
    qtbot.mouseClick(page.trash.back_button, LEFT)
    qtbot.waitUntil(lambda: not page.trash.isVisible(), timeout=PATIENCE)
    assert (page.chosen.name, (shelf_folder / "Birthday").is_dir()) == ("Birthday", True)
    delete()
    qtbot.mouseClick(page.trash.empty_button, LEFT)
    answer()
    qtbot.waitUntil(lambda: not page.trash.isVisible(), timeout=PATIENCE)
    assert list((shelf_folder / ".trash").iterdir()) == []
    assert page.sessions.rowCount() == 0


def test_a_game_that_broke_off_is_offered_and_gone_on_with(make_window, qtbot, shelf_folder) -> None:
    folder = shelf_folder / "Birthday"
    change_about(folder, state="running", settings={"target": 5, "first_dealer": 0})
    window = make_window()
    plans = []
    window.sessions.opener = lambda usual: lambda plan: (plans.append(plan), Theatre().open(plan))[1]
    window.sessions.offer()
    qtbot.waitUntil(lambda: offer_of(window) is not None, timeout=PATIENCE)
    (told,) = told_in(window)
    assert "Ana, Ben, Carla" in told
    offer_of(window).take_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    assert plans[0].names == ("Ana", "Ben", "Carla")
    assert plans[0].settings["target"] == 5
    assert window.sessions.recording.folder == folder
    window.close()
    assert open_session(folder).complete


@pytest.fixture
def looked_at(monkeypatch) -> threading.Event:
    """Return what a look at the library waits for."""
    refresh, event = Library.refresh, threading.Event()

    def refresh_at_last(library: Library) -> object:
        event.wait(PATIENCE / 1000)
        return refresh(library)

    monkeypatch.setattr(Library, "refresh", refresh_at_last)
    return event


def all_is_looked_at(window, looked_at: threading.Event) -> None:
    """Let all looks at the library come to their end, and be shown."""
    looked_at.set()
    for thread in [thread for thread in threading.enumerate() if thread.name == "library"]:
        thread.join()
    window.sessions.refresh(window.start_page)


@pytest.mark.parametrize("gone", [False, True])
def test_a_game_that_broke_off_is_offered_behind_the_recordings_unless_it_was_deleted_there(
    make_window, qtbot, shelf_folder, looked_at, gone
) -> None:
    change_about(shelf_folder / "Birthday", state="running", settings={"target": 5, "first_dealer": 0})
    window = make_window()
    window.sessions.offer()
    qtbot.mouseClick(window.start_page.library_button, LEFT)
    looked_at.set()
    page = window.sessions.library_page
    qtbot.waitUntil(lambda: page.sessions.rowCount() > 0, timeout=PATIENCE)
    assert offer_of(window) is None
    if gone:
        qtbot.mouseClick(page.delete_button, LEFT)
        window.findChild(QMessageBox).button(QMessageBox.StandardButton.Yes).click()
        qtbot.waitUntil(lambda: page.sessions.rowCount() == 0, timeout=PATIENCE)
        qtbot.waitUntil(lambda: window.findChild(QMessageBox) is None, timeout=PATIENCE)
    qtbot.mouseClick(page.back_button, LEFT)
    if not gone:
        qtbot.waitUntil(lambda: offer_of(window) is not None, timeout=PATIENCE)
        assert "Ana, Ben, Carla" in told_in(window)[0]
        offer_of(window).leave_button.click()
        return
    for _ in range(2):
        all_is_looked_at(window, looked_at)
    assert offer_of(window) is None


def test_a_recorded_game_joins_the_kept_ones_that_are_offered_and_the_chosen_one_stays_chosen(
    make_window, qtbot, shelf_folder, looked_at, tmp_path, kept_soon
) -> None:
    now = datetime.now(UTC).isoformat()
    change_about(shelf_folder / "Birthday", state="running", started=now, settings={"target": 5, "first_dealer": 0})
    window, _ = offered_again(make_window, qtbot, tmp_path / "games")
    offer = offer_of(window)
    assert len(told_in(window)) == 1
    chosen = offer.chosen
    looked_at.set()
    qtbot.waitUntil(lambda: len(told_in(window)) == 2, timeout=PATIENCE)
    assert offer_of(window) is offer
    assert offer.chosen == chosen
    offer.leave_button.click()
    window.sessions.offer()
    for _ in range(2):
        all_is_looked_at(window, looked_at)
    assert offer_of(window) is None


def test_a_game_that_broke_off_is_not_offered_once_another_was_started(
    make_window, qtbot, shelf_folder, looked_at
) -> None:
    change_about(shelf_folder / "Birthday", state="running", settings={"target": 5, "first_dealer": 0})
    window = make_window(Theatre().open)
    window.sessions.offer()
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    window.leave()
    all_is_looked_at(window, looked_at)
    assert offer_of(window) is None


def test_a_game_that_a_newer_version_recorded_is_not_gone_on_with_and_that_is_said_where_it_was_offered(
    make_window, qtbot, shelf_folder
) -> None:
    folder = shelf_folder / "Birthday"
    change_about(folder, state="running", settings={"target": 5, "first_dealer": 0}, format=7)
    window = make_window()
    opened = []
    window.open = opened.append
    window.sessions.offer()
    qtbot.waitUntil(lambda: offer_of(window) is not None, timeout=PATIENCE)
    offer_of(window).take_button.click()
    qtbot.waitUntil(lambda: "newer version" in window.start_page.problem.text(), timeout=PATIENCE)
    assert opened == []
    assert open_session(folder).about["state"] == "running"


def entry_of(shelf_folder, **changes) -> Entry:
    shelf = Shelf(shelf_folder, shelf_folder.parent / "other.sqlite")
    shelf.look()
    shelf.close()
    entry = shelf.poll().entries[0]
    return Entry(**({name: getattr(entry, name) for name in entry.__dataclass_fields__} | changes))


def test_only_games_that_can_go_on_are_offered(shelf_folder) -> None:
    now = datetime.now(UTC)
    fresh = {"complete": False, "over": False, "started": (now - timedelta(hours=2)).isoformat()}
    assert len(recorded_offers((entry_of(shelf_folder, **fresh),), now)) == 1
    for change in ({"over": True}, {"complete": True}, {"facts": 0}, {"archived": True}, {"game": ""}):
        assert recorded_offers((entry_of(shelf_folder, **{**fresh, **change}),), now) == []
    old = (now - timedelta(days=3)).isoformat()
    assert recorded_offers((entry_of(shelf_folder, **{**fresh, "started": old}),), now) == []
    assert recorded_offers((entry_of(shelf_folder, **{**fresh, "started": ""}),), now) == []


@pytest.mark.parametrize("there", [True, False])
def test_a_recorded_game_goes_on_with_the_taught_deck_that_is_chosen_where_that_is_still_there(
    make_window, shelf_folder, no_taught_decks, there
) -> None:
    entry = entry_of(shelf_folder)
    plans = []
    window = make_window()
    window.open = plans.append
    window.setup.taught["spanish48"] = "Grandma's"
    if there:
        no_taught_decks.mkdir()
        (no_taught_decks / "Grandma's.gallery").touch()
    window.sessions.go_on(entry)
    assert [plan.taught for plan in plans] == ["Grandma's" if there else ""]


def test_a_recorded_game_that_is_wanted_while_a_kept_one_is_opened_is_not_written_over_that(
    make_window, qtbot, shelf_folder, tmp_path, kept_soon
) -> None:
    folder, plans = tmp_path / "games", []
    window, facts = offered_again(make_window, qtbot, folder)
    window.open = plans.append
    offer_of(window).take_button.click()
    window.sessions.go_on(entry_of(shelf_folder))
    watch = held()
    watch.pump.tap = lambda _: None
    window.show_watch(PLAN, watch)
    qtbot.waitUntil(lambda: len(window.live.snapshot.facts) >= 2, timeout=PATIENCE)
    window.close()
    assert len(plans) == 2
    assert len(kept_files(folder)) == 2
    assert read_kept(kept_files(folder)[0]).facts == facts


def test_a_library_that_cannot_be_made_says_so_in_every_language(tmp_path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    shelf = Shelf(tmp_path / "file", tmp_path / "index.sqlite")
    shelf.look()
    shelf.close()
    trouble = shelf.poll().trouble
    assert "cannot be opened" in str(trouble)
    assert "no se puede abrir la biblioteca" in trouble.told(language("es"))


def test_a_search_does_not_measure_the_trash_anew_with_every_letter(shelf_folder, monkeypatch) -> None:
    measured = []
    monkeypatch.setattr(library_model, "size_of", lambda folder: measured.append(folder) or 1000)
    shelf = Shelf(shelf_folder, shelf_folder.parent / "other.sqlite")

    def shown(act) -> library_model.Shown:
        act()
        shelf.close()
        return shelf.poll()

    (entry,) = shown(shelf.look).entries
    news = shown(lambda: shelf.change(lambda library: library.delete(entry)))
    assert (len(news.trashed), news.trash_size) == (1, 1000)
    for search in ("a", "an", "ana"):
        assert shown(lambda search=search: shelf.look(search)).trash_size == 1000
    assert len(measured) == 1
    news = shown(lambda: shelf.change(lambda library: library.restore(news.trashed[0])))
    assert (news.trashed, news.trash_size) == ((), 0)


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
    view.choose(view.replay.session.tracks[0])
    view.name_card("12-swords")
    assert "no se puede escribir" in view.problem.text()
    assert "otro programa o ventana" in view.problem.text()
    writing.close()


def test_sizes_in_words() -> None:
    assert amount(41_300_000) == "41 MB"
    assert amount(41_300_000, language("fr")) == "41 Mo"
    assert amount(36_200) == "37 kB"
    assert amount(2_340_000_000) == "2.3 GB"
    assert "2.8 GB" in estimate(1920, 1080)


@pytest.mark.parametrize("is_usual", [True, False])
def test_a_library_on_a_disk_that_is_not_plugged_in_says_so_and_not_that_nothing_was_recorded(
    make_window, qtbot, tmp_path, monkeypatch, is_usual
) -> None:
    folder = tmp_path / "sessions"
    monkeypatch.setattr(places, "_usual_folder", lambda: folder if is_usual else tmp_path / "Videos")
    window = make_window()
    qtbot.mouseClick(window.start_page.library_button, LEFT)
    beginning = "Nothing is recorded yet" if is_usual else f"The folder of the recordings is not there: {folder}\n"
    page = window.sessions.library_page
    assert is_usual or not any(text.startswith("Nothing is recorded yet") for text in _texts(page))
    qtbot.waitUntil(lambda: any(text.startswith(beginning) for text in _texts(page)), timeout=PATIENCE)


def test_a_library_that_cannot_be_read_is_not_said_to_hold_nothing(library, qtbot, monkeypatch) -> None:
    def fails(*_: object) -> None:
        raise UnusableError("the library's index cannot be used (disk I/O error); try again")

    monkeypatch.setattr(library_model.Library, "refresh", fails)
    page = library.sessions.library_page
    page.arrive()
    qtbot.waitUntil(lambda: "disk I/O error" in page.problem.text(), timeout=PATIENCE)
    assert not any(text.startswith("Nothing is recorded yet") for text in _texts(page))


def _texts(page: QWidget) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
