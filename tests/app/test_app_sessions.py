"""Recordings in the window: made by one click, found in the library, looked at again and corrected."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from app_tables import Theatre, plan_of, script_of, tricks_of
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox

from companion.app.model import library as library_model
from companion.app.model.exporting import FORMS, export
from companion.app.model.library import Shelf, unfinished
from companion.app.model.recording import amount, estimate
from companion.app.model.replay import Replay
from companion.errors import UnusableError
from companion.language import language
from companion.recording.annotations import read_annotations
from companion.recording.entry import Entry
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS, change_about
from companion.recording.opening import open_session

PATIENCE = 30_000
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
    window.close()
    session = open_session(folder)
    assert session.notes == ()
    assert session.complete
    assert len(session.facts) >= 3


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


def test_a_session_is_looked_at_again_and_a_card_is_set_right(library, qtbot, shelf_folder) -> None:
    page = library.sessions.library_page
    qtbot.mouseClick(page.replay_button, LEFT)
    view = library.sessions.replay_page
    qtbot.waitUntil(lambda: view.replay is not None and view.picture._image is not None, timeout=PATIENCE)
    qtbot.mouseClick(view.trick_on, LEFT)
    assert view.replay.trick.label == "1.1"
    view.events.setCurrentRow(1)
    qtbot.waitUntil(lambda: view.replay.time == pytest.approx(15.0, abs=0.3), timeout=PATIENCE)
    before = view.replay.index
    qtbot.keyClick(view.bar, Qt.Key.Key_Right)
    assert view.replay.index == before + 1
    qtbot.keyClick(view.bar, Qt.Key.Key_End)
    assert view.replay.index == view.replay.count - 1
    qtbot.mouseClick(view.bar, LEFT, pos=QPoint(round(view.bar.place_of(15.6)), 10))
    qtbot.waitUntil(lambda: bool(view.picture._cards), timeout=PATIENCE)
    # A card is clicked and named: the play is corrected, and the trick goes to somebody else.
    track = view.replay.session.tracks[2]
    qtbot.mouseClick(view.picture, LEFT, pos=view.picture.place_of(track).toPoint())
    assert view.deck.isVisible()
    view.name_card("12-coins")
    assert view.problem.text() == ""
    session = open_session(shelf_folder / "Birthday")
    assert session.facts[2].cards == ("12-coins",)
    assert session.log.view.totals == (3, 0, 0)
    assert any("Ana with the King of Coins" in view.events.item(row).text() for row in range(view.events.count()))
    # Another play has this card: the two were taken for each other.
    session = open_session(shelf_folder / "Birthday")
    other = next(place for place, fact in enumerate(session.facts) if fact.cards == ("5-coins",))
    view.name_card("5-coins")
    session = open_session(shelf_folder / "Birthday")
    assert (session.facts[2].cards, session.facts[other].cards) == (("5-coins",), ("12-coins",))
    # What cannot be is refused in words.
    writing = Journal(session.folder / EVENTS, alone=True)
    view.name_card("1-cups")
    assert "written by another" in view.problem.text()
    writing.close()
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert page.isVisible()


def test_replay_plays_and_shows_no_boxes_when_not_wanted(library, qtbot) -> None:
    page = library.sessions.library_page
    page.replay_wanted.emit(page.chosen)
    view = library.sessions.replay_page
    view.replay.go_to(15.0)
    qtbot.waitUntil(lambda: bool(view.picture._cards), timeout=PATIENCE)
    qtbot.keyClick(view, Qt.Key.Key_B)
    qtbot.waitUntil(lambda: not view.picture._cards, timeout=PATIENCE)
    before = view.replay.index
    qtbot.mouseClick(view.play_button, LEFT)
    qtbot.waitUntil(lambda: view.replay.index > before + 2, timeout=PATIENCE)
    view.replay.index = view.replay.count - 2
    qtbot.waitUntil(lambda: not view.play_button.isChecked(), timeout=PATIENCE)
    assert library.isVisible()


def test_a_game_that_broke_off_is_offered_and_gone_on_with(make_window, qtbot, shelf_folder) -> None:
    folder = shelf_folder / "Birthday"
    change_about(folder, state="running", settings={"target": 5, "first_dealer": 0})
    window = make_window()
    plans = []
    window.sessions.opener = lambda usual: lambda plan: (plans.append(plan), Theatre().open(plan))[1]
    window.sessions.offer()
    qtbot.waitUntil(lambda: window.findChild(QMessageBox) is not None, timeout=PATIENCE)
    box = window.findChild(QMessageBox)
    assert "Ana, Ben, Carla" in box.text()
    box.button(QMessageBox.StandardButton.Yes).click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    assert plans[0].names == ("Ana", "Ben", "Carla")
    assert plans[0].settings["target"] == 5
    assert window.sessions.recording.folder == folder
    window.close()
    assert open_session(folder).complete


def entry_of(shelf_folder, **changes) -> Entry:
    shelf = Shelf(shelf_folder, shelf_folder.parent / "other.sqlite")
    shelf.look()
    shelf.close()
    entry = shelf.poll().entries[0]
    return Entry(**({name: getattr(entry, name) for name in entry.__dataclass_fields__} | changes))


def test_only_games_that_can_go_on_are_offered(shelf_folder) -> None:
    now = datetime.now(UTC)
    fresh = {"complete": False, "over": False, "started": (now - timedelta(hours=2)).isoformat()}
    assert unfinished((entry_of(shelf_folder, **fresh),), now) is not None
    for change in ({"over": True}, {"complete": True}, {"facts": 0}, {"archived": True}, {"game": ""}):
        assert unfinished((entry_of(shelf_folder, **{**fresh, **change}),), now) is None
    old = (now - timedelta(days=3)).isoformat()
    assert unfinished((entry_of(shelf_folder, **{**fresh, "started": old}),), now) is None
    assert unfinished((entry_of(shelf_folder, **{**fresh, "started": ""}),), now) is None


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


def test_a_library_that_cannot_be_made_says_so_in_every_language(tmp_path) -> None:
    (tmp_path / "file").write_text("")
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


def test_an_export_that_cannot_be_says_so_in_the_language_of_the_window(library, tmp_path) -> None:
    (tmp_path / "taken.csv").write_text("")
    form = next(form for form in FORMS if form.id == "csv")
    with pytest.raises(UnusableError) as caught:
        export(tmp_path / "sessions" / "Birthday", form, tmp_path / "taken.csv")
    assert "ya existe; no se sobrescribe nada" in caught.value.told(language("es"))
    (tmp_path / "folder").write_text("")
    with pytest.raises(UnusableError) as caught:
        export(tmp_path / "sessions" / "Birthday", form, tmp_path / "folder" / "new.csv")
    assert "no se puede escribir" in caught.value.told(language("es"))


def test_boxes_and_names_are_annotated_in_a_replay(shelf_folder) -> None:
    replay = Replay(open_session(shelf_folder / "Birthday"))
    try:
        while not any(replay.fact_of(card.track) is None for card in replay.cards()):
            replay.step(1)
        card = next(card for card in replay.cards() if replay.fact_of(card.track) is None)
        was = np.array(card.corners)
        replay.shift_box(card.track, 8.0, -4.0)
        moved = np.array(next(other for other in replay.cards() if other.track == card.track).corners)
        # The video is a quarter of what was looked at.
        assert moved - was == pytest.approx(np.tile([2.0, -1.0], (4, 1)), abs=0.1)
        replay.name_card(card.track, "7-cups")
        replay.remove_card(card.track)
        assert card.track not in {other.track for other in replay.cards()}
        assert [note.kind for note in read_annotations(shelf_folder / "Birthday")] == ["box", "side", "name", "remove"]
        replay.shift_box(999, 1, 1)
        assert replay.complaint
    finally:
        replay.close()


def test_a_session_without_its_video_still_tells_its_story(library, qtbot, shelf_folder) -> None:
    (shelf_folder / "Birthday" / "video.mkv").unlink()
    page = library.sessions.library_page
    page.replay_wanted.emit(page.chosen)
    view = library.sessions.replay_page
    qtbot.waitUntil(lambda: "no video" in view.picture._message, timeout=PATIENCE)
    assert view.events.count() >= 3
    assert "the video is missing" in view.about.toolTip()
    library.prefer("language", "es")
    assert view.about.text() == "Una parte de esta grabación falta o está dañada; se muestra lo que queda."
    qtbot.mouseClick(view.trick_on, LEFT)
    qtbot.mouseClick(view.play_button, LEFT)
    qtbot.keyClick(view.bar, Qt.Key.Key_Left)


def test_a_video_that_is_damaged_is_not_told_to_be_missing(library, qtbot, shelf_folder) -> None:
    (shelf_folder / "Birthday" / "video.mkv").write_bytes(b"no film at all")
    page = library.sessions.library_page
    page.replay_wanted.emit(page.chosen)
    view = library.sessions.replay_page
    qtbot.waitUntil(lambda: "is damaged" in view.picture._message, timeout=PATIENCE)
    assert "damaged" in view.about.text()
    assert "video.mkv: cannot be read" in view.about.toolTip()
    assert view.events.count() >= 3


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


def test_who_played_a_card_and_whether_it_counts_is_set_right_in_a_replay(library, shelf_folder, qtbot) -> None:
    page = library.sessions.library_page
    page.replay_wanted.emit(page.chosen)
    view = library.sessions.replay_page
    before = open_session(shelf_folder / "Birthday")
    last = len(before.facts) - 1
    track, play = before.tracks[last], before.facts[last]
    view.replay.go_to(play.time + 0.5)
    view.refresh()
    view.choose(track)
    assert view.player.currentText() == f"Played by {before.names[play.seat]}"
    # No play: what is chosen in the list is said.
    view.player.setCurrentIndex(0)
    view.player.activated.emit(0)
    session = open_session(shelf_folder / "Birthday")
    assert session.facts == before.facts[:last]
    assert session.log.view.totals != before.log.view.totals
    assert view.player.currentText().startswith("Nobody")
    # It was one after all, and the same trick is won again.
    view.player.activated.emit(play.seat + 1)
    session = open_session(shelf_folder / "Birthday")
    assert session.facts[last].cards == play.cards
    assert session.facts[last].source == "person"
    assert session.tracks == before.tracks
    assert session.log.view.totals == before.log.view.totals
    # There is no such card: it is neither in the picture nor in the game any more.
    view.remove_card()
    assert open_session(shelf_folder / "Birthday").facts == before.facts[:last]
    assert track not in {card.track for card in view.replay.cards()}


def test_a_card_that_was_taken_out_by_mistake_comes_back(library, shelf_folder, qtbot) -> None:
    page = library.sessions.library_page
    page.replay_wanted.emit(page.chosen)
    view = library.sessions.replay_page
    assert not view.undo_button.isEnabled()
    before = open_session(shelf_folder / "Birthday")
    track, play = before.tracks[1], before.facts[1]
    view.replay.go_to(play.time + 0.5)
    view.choose(track)
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert track not in {card.track for card in view.replay.cards()}
    assert open_session(shelf_folder / "Birthday").facts != before.facts
    view.replay.go_to(0.0)
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert view.problem.text() == ""
    assert open_session(shelf_folder / "Birthday").facts == before.facts
    # One sees what came back, with its box, chosen to be set right in another way.
    assert track in {card.track for card in view.replay.cards()}
    assert view.player.currentText() == f"Played by {before.names[play.seat]}"
    assert (view.undo_button.isEnabled(), view.redo_button.isEnabled()) == (False, True)
    qtbot.mouseClick(view.redo_button, LEFT)
    assert track not in {card.track for card in view.replay.cards()}
    assert not view.deck.isVisible()
    # The page is left and opened again: what was done can be taken back all the same.
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    page.replay_wanted.emit(page.chosen)
    assert view.undo_button.isEnabled()
    writing = Journal(before.folder / EVENTS, alone=True)
    qtbot.mouseClick(view.undo_button, LEFT)
    assert "written by another" in view.problem.text()
    writing.close()
    qtbot.mouseClick(view.undo_button, LEFT)
    assert view.problem.text() == ""
    assert open_session(shelf_folder / "Birthday").facts == before.facts


def test_a_box_that_was_moved_bit_by_bit_goes_back_at_once(library, shelf_folder, qtbot) -> None:
    page = library.sessions.library_page
    page.replay_wanted.emit(page.chosen)
    view = library.sessions.replay_page
    view.replay.go_to(15.0)
    before = {card.track: card.corners for card in view.replay.cards()}
    view.choose(min(before))
    for _ in range(5):
        qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert {card.track: card.corners for card in view.replay.cards()} != before
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert {card.track: card.corners for card in view.replay.cards()} == before
    assert not view.undo_button.isEnabled()


def test_a_card_that_nobody_can_name_is_named_before_it_counts(shelf_folder) -> None:
    replay = Replay(open_session(shelf_folder / "Birthday"), language("es"))
    try:
        while not any(not card.label and card.role != "played" for card in replay.cards()):
            replay.step(1)
        card = next(card for card in replay.cards() if not card.label and card.role != "played")
        replay.change_seat(card.track, 0)
        assert replay.complaint == "Diga primero qué carta es."
        assert replay.seat_of(card.track) is None
    finally:
        replay.close()


def test_a_card_of_a_recording_is_set_right_by_keys_alone_and_nothing_on_the_way_to_it(
    library, shelf_folder, qtbot
) -> None:
    page = library.sessions.library_page
    page.replay_wanted.emit(page.chosen)
    view = library.sessions.replay_page
    before = open_session(shelf_folder / "Birthday")
    play, nxt = before.facts[1], before.facts[2]
    view.play_button.setChecked(True)
    view.replay.go_to((play.time + nxt.time) / 2)
    qtbot.keyClick(view.bar, Qt.Key.Key_C)
    # The last card played is chosen, the pictures stand still, and the keys are at what it is taken for.
    assert not view.play_button.isChecked()
    assert view._track == before.tracks[1]
    assert library.focusWidget() is view.deck
    assert view.deck.cards.code(view.deck.currentIndex()) == play.cards[0]
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(view.deck, key)
    assert open_session(shelf_folder / "Birthday").facts == before.facts
    wanted = view.deck.cards.code(view.deck.currentIndex())
    assert wanted != play.cards[0]
    qtbot.keyClick(view.deck, Qt.Key.Key_Return)
    assert view.problem.text() == ""
    assert open_session(shelf_folder / "Birthday").facts[1].cards == (wanted,)
    qtbot.keyClick(view.deck, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    # Nor does anybody else play it while one looks for a name in the list.
    view.player.setFocus()
    qtbot.keyClick(view.player, Qt.Key.Key_Down)
    assert view.player.view().isVisible()
    qtbot.keyClick(view.player.view(), Qt.Key.Key_Escape)
    qtbot.keyClicks(view.player, "n")
    assert open_session(shelf_folder / "Birthday").facts == before.facts
    # Further cards of the picture are chosen in turn.
    chosen = [view._track]
    for _ in view.replay.cards():
        qtbot.keyClick(view, Qt.Key.Key_C)
        chosen.append(view._track)
    assert len(set(chosen)) == len(view.replay.cards()) > 1
    assert chosen[-1] == chosen[0]
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ShiftModifier)
    assert view._track == chosen[-2]
