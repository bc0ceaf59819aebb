"""A game goes on with another dealer, other rules, or as another game of the same deck."""

from dataclasses import replace

import pytest
from app_evening import FedWatch, evening
from app_kept import PATIENCE, PLAN, another_camera, held, kept_files, opens, play, record_and_wait

from companion.app.model.keeping import read_kept
from companion.app.widgets.start import CAMERA, PLAYERS, RULES
from companion.recording.opening import open_session

pytestmark = pytest.mark.usefixtures("kept_soon")


def test_a_wrong_dealer_is_set_right_and_what_was_played_stays(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    facts = play(window, qtbot, held(), folder)
    assert window.live.notices == ()
    window.ask_to_leave()
    another_camera(window, qtbot)
    opened = opens(monkeypatch)
    start = window.start_page
    start.go_to(PLAYERS)
    dealer = start.fields["first_dealer"]
    dealer.setCurrentIndex(dealer.findData("1"))
    dealer.activated.emit(dealer.currentIndex())
    assert start.start_button.text() == "Go on with the game"
    start.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    ((plan, beginning),) = opened
    assert (plan.settings["first_dealer"], beginning.facts) == (1, facts)
    # By the other dealer somebody else had the lead: what is told where the dealer was wrong from the start.
    assert "the lead belonged to" in window.live.notices[0].title
    qtbot.waitUntil(lambda: read_kept(kept_files(folder)[0]).plan.settings["first_dealer"] == 1, timeout=PATIENCE)


def test_a_lead_that_belonged_to_another_leads_to_where_the_dealer_is_set_right(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    wrong = replace(PLAN, settings=PLAN.game.configure(target=3, first_dealer=1))
    watch = FedWatch(wrong, evening(PLAN), {}, [4.0])
    watch.pump.is_live = True
    window.show_watch(wrong, watch)
    page = window.table_page
    qtbot.waitUntil(lambda: bool(window.live.notices) and bool(kept_files(folder)), timeout=PATIENCE)
    facts = window.live.snapshot.facts
    qtbot.keyClick(page, "e")
    (option,) = [option for option in page.stage._looked_at.options if option.deed == "rules"]
    assert option.text == "The dealer or a rule was chosen wrongly …"
    page.stage.notice.chosen.emit(option)
    qtbot.waitUntil(lambda: window.live is None and window.start_page.stage == CAMERA, timeout=PATIENCE)
    assert window.start_page.start_button.text() == "Go on with the game"
    assert "A wrong dealer" in window.start_page.problem.text()
    window.prefer("language", "es")
    assert "Elija la cámara" in window.start_page.problem.text()
    window.prefer("language", "en")
    assert read_kept(kept_files(folder)[0]).facts[: len(facts)] == facts


def test_a_game_of_the_same_deck_that_was_meant_takes_what_was_played(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    facts = play(window, qtbot, held(), folder)
    window.ask_to_leave()
    another_camera(window, qtbot)
    opened = opens(monkeypatch)
    start = window.start_page
    start.choose_game("hearts_pp")
    assert start.start_button.text() == "Start the game"
    assert "a new game begins" in start.problem.text()
    start.go_to(PLAYERS)
    assert "a new game begins" in start.problem.text()
    start.choose_game("steere_suits")
    assert (start.start_button.text(), start.problem.text()) == ("Go on with the game", "")
    start.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    assert [(plan.game.id, beginning.facts) for plan, beginning in opened] == [("steere_suits", facts)]


def test_a_game_that_was_meant_is_dealt_first_by_whoever_dealt(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    window.start_page.choose_game("steere_suits")
    window.setup.enter("first_dealer", "2")  # Another evening.
    play(window, qtbot, held(), folder)
    window.ask_to_leave()
    another_camera(window, qtbot)
    opened = opens(monkeypatch)
    start = window.start_page
    start.choose_game("steere_suits")
    assert start.fields["first_dealer"].currentData() == "0"
    start.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    assert [plan.settings["first_dealer"] for plan, _ in opened] == [0]
    assert window.live.notices == ()


def test_with_other_rules_a_recording_ends_and_another_begins(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder, into = tmp_path / "games", tmp_path / "evening"
    window = make_window(games=folder)
    facts = record_and_wait(window, qtbot, folder, into)
    opens(monkeypatch)
    start = window.start_page
    start.go_to(RULES)
    start.fields["target"].setValue(4)
    start.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    second = window.sessions.recording.folder
    assert second is not None
    assert second != into
    window.close()
    assert [open_session(path).about["settings"]["target"] for path in (into, second)] == [3, 4]
    assert [open_session(path).facts for path in (into, second)] == [facts, facts]
    assert open_session(into).complete
