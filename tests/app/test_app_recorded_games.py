"""Recorded games that broke off are offered and gone on with."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from app_kept import PLAN, held, kept_files, offer_of, offered_again, told_in
from app_recorded import entry_of
from app_tables import Theatre, plan_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from companion.app.model.keeping import read_kept
from companion.app.model.library import game_of
from companion.app.model.offers import recorded_offers
from companion.claims import claim
from companion.errors import UnusableError
from companion.recording.layout import change_about
from companion.recording.library import Library
from companion.recording.opening import open_session

PATIENCE = 120_000

LEFT = Qt.MouseButton.LeftButton


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


def test_only_games_that_can_go_on_are_offered(shelf_folder) -> None:
    now = datetime.now(UTC)
    fresh = {"complete": False, "over": False, "started": (now - timedelta(hours=2)).isoformat()}
    assert len(recorded_offers((entry_of(shelf_folder, **fresh),), now)) == 1
    for change in ({"over": True}, {"complete": True}, {"facts": 0}, {"archived": True}, {"game": ""}):
        assert recorded_offers((entry_of(shelf_folder, **{**fresh, **change}),), now) == []
    with (shelf_folder / "Birthday" / "events.jsonl").open("rb+") as log:
        claim(log.fileno())
        assert recorded_offers((entry_of(shelf_folder, **fresh),), now) == []
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


def test_a_game_that_another_window_records_is_not_gone_on_with_beside_it(shelf_folder) -> None:
    entry = entry_of(shelf_folder, complete=False)
    with (shelf_folder / "Birthday" / "events.jsonl").open("rb+") as log:
        claim(log.fileno())
        with pytest.raises(UnusableError, match="is being recorded"):
            game_of(entry, "camera", "0")
    assert game_of(entry, "camera", "0")[0].facts
