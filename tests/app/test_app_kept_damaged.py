"""Kept games that cannot be read are told of, and hide no other ones."""

import json
import os

import pytest
from app_kept import LATE, change_kept, held, kept_files, offer_of, play

from companion.app.model.keeping import read_kept
from companion.app.model.store import Store

pytestmark = pytest.mark.usefixtures("kept_soon")


@pytest.mark.parametrize(
    "content", ["", "[]", '{"game": "coins"}', '{"game": "whist"}', '{"game": "coins", "se', json.dumps(LATE)]
)
def test_a_kept_game_that_cannot_be_gone_on_with_is_told_of_once_and_put_aside(make_window, tmp_path, content) -> None:
    (tmp_path / "1.json").write_text(content, "utf-8")
    window = make_window(games=tmp_path)
    window.sessions.offer()
    assert offer_of(window) is None
    assert "1.json: keeps no game that can be gone on with" in window.start_page.problem.text()
    assert (tmp_path / "1.damaged").read_text("utf-8") == content
    other = make_window(games=tmp_path)
    other.sessions.offer()
    assert other.start_page.problem.text() == ""


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_what_is_told_of_a_damaged_game_stays_to_be_read_in_every_language(make_window, qtbot, tmp_path, code) -> None:
    (tmp_path / "1.json").write_text("", "utf-8")
    store = Store()
    store.prefer(language=code)
    window = make_window(games=tmp_path, store=store)
    window.sessions.offer()
    qtbot.wait(300)
    assert "1.json" in window.start_page.problem.text()


def test_settings_and_a_game_that_a_crash_damaged_are_both_told_of(make_window, tmp_path) -> None:
    (tmp_path / "1.json").write_text("", "utf-8")
    (tmp_path / "settings.json").write_text('{"pref', "utf-8")
    store = Store(tmp_path / "settings.json")
    store.prefer(language="en")
    window = make_window(games=tmp_path, store=store)
    window.sessions.offer()
    told = window.start_page.problem.text()
    assert "settings.json cannot be read" in told
    assert "1.json: keeps no game" in told


def test_a_game_that_a_newer_version_kept_stays_for_that_version(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    play(window, qtbot, held(), folder)
    window.close()
    path = kept_files(folder)[0]
    change_kept(folder, facts=[{"fact": "card_exchanged", "seat": 1}])
    content = path.read_text("utf-8")
    other = make_window(games=folder)
    other.sessions.offer()
    assert "newer version" in other.start_page.problem.text()
    assert path.read_text("utf-8") == content
    # As after days in which nobody went on with it: it is told of once more, and no longer.
    os.utime(path, (0, 0))
    other.sessions.offer()
    assert path.with_suffix(".damaged").read_text("utf-8") == content
    assert not path.exists()


def test_a_damaged_game_hides_no_other_one(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = play(first, qtbot, held(), folder)
    first.close()
    (folder / "9999.json").write_text('{"game":', "utf-8")
    second = make_window(games=folder)
    second.sessions.offer()
    assert offer_of(second) is not None
    assert "9999.json" in second.start_page.problem.text()
    assert read_kept(kept_files(folder)[0]).facts == facts
