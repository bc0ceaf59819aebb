"""Settings, help and what prepares a table: pages beside the game."""

from pathlib import Path

import pytest
from app_tables import Theatre, plan_of, playing, script_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox

from companion.app.model.helping import CREDITS, KEYS, TOPICS, page, page_path, rules_topic
from companion.app.model.store import Store
from companion.app.voice import Voice
from companion.app.widgets.labels import Label
from companion.app.widgets.printing import PrintFlow
from companion.app.words import speak
from companion.language import LANGUAGES, language
from companion.rules.games import GAMES

PATIENCE = 120_000


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_topic_has_a_page_in_every_language(code) -> None:
    for topic in TOPICS:
        text = page(topic.id, language(code))
        assert text.startswith("# ")
        if topic.id not in (KEYS, CREDITS):
            english = page_path(topic.id, "en").read_text(encoding="utf-8")
            assert text.count("\n## ") == english.count("\n## "), topic.id
            assert (text == english) == (code == "en"), topic.id


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_credit_its_author(game) -> None:
    text = page(rules_topic(game))
    assert {"steere_suits": "Mark Steere", "coins": "Mark Steere", "seven_suitors": "Chris Wray"}.get(game, "") in text


def test_credits_name_every_author_and_the_licence(make_window) -> None:
    window = make_window()
    window.show_help(CREDITS)
    text = window.help_page.text.toPlainText()
    for author in ("Mark Steere", "Hearts++", "Chris Wray", "forum", "AGPL-3.0-or-later", "Ultralytics"):
        assert author in text


@pytest.mark.parametrize("code", LANGUAGES)
def test_credits_thank_those_whose_work_was_learned_from_and_built_on(code) -> None:
    text = page(CREDITS, language(code))
    for thanked in ("poker-cards", "CC BY 4.0", "Basquetteur", "CC BY-SA 3.0", "PySolFC", "CC BY-SA 4.0"):
        assert thanked in text
    for program in ("PySide6", "ONNX Runtime", "OpenCV", "FFmpeg", "x264"):
        assert program in text
    assert "://" not in text  # A page with a link could be left by a click, and not be found again.


def test_rules_of_the_chosen_game_are_one_click_away(make_window, qtbot) -> None:
    window = make_window()
    window.start_page.choose_game("seven_suitors")
    window.start_page.game_choice.rules_wanted.emit()
    assert "Chris Wray" in window.help_page.text.toPlainText()
    qtbot.keyClick(window.help_page.topics, Qt.Key.Key_Escape)
    assert window.start_page.isVisible()


def test_the_game_goes_on_while_somebody_reads_help(make_window, qtbot) -> None:
    window = playing(make_window, qtbot)
    window.show_help()
    assert window.help_page.isVisible()
    qtbot.waitUntil(lambda: any(row.winner is not None for row in window.live.board.rows), timeout=PATIENCE)
    window.help_page.back_button.click()
    assert window.table_page.isVisible()


def test_a_language_chosen_while_a_game_runs_reaches_every_page_and_the_announcement(make_window, qtbot) -> None:
    window = playing(make_window, qtbot)
    qtbot.waitUntil(lambda: window.live.saying is not None, timeout=PATIENCE)
    window.show_page(window.preferences_page)
    field = window.preferences_page.fields["language"]
    assert isinstance(field, QComboBox)
    field.setCurrentIndex(field.findData("es"))
    assert window.store.preferences.language == "es"
    assert window.preferences_page.back_button.text() == "Atrás"
    assert window.help_page.topics.item(0).text() == "Su primera partida"
    assert window.start_page.start_button.text() == "Empezar la partida"
    assert "gana la baza" in window.table_page.announcement.text
    assert window.voice._code == "es"


def test_preferences_take_effect_and_are_kept(make_window, tmp_path, qtbot) -> None:
    path = tmp_path / "settings.json"
    store = Store(path)
    store.prefer(language="en", scheme="light")
    window = make_window(store=store)
    before = window.start_page.font().pointSizeF()
    fields = window.preferences_page.fields
    large, colours, volume = fields["large_type"], fields["scheme"], fields["volume"]
    assert isinstance(large, QCheckBox)
    assert isinstance(colours, QComboBox)
    assert isinstance(volume, QSpinBox)
    large.setChecked(True)
    assert window.start_page.font().pointSizeF() > before * 1.2
    colours.setCurrentIndex(colours.findData("dark"))
    assert window.palette().window().color().lightness() < 128
    volume.setValue(35)
    kept = Store(path).preferences
    assert (kept.large_type, kept.scheme, kept.volume) == (True, "dark", 35)
    window.preferences_page.reset_wanted.emit()
    assert not Store(path).preferences.large_type


def test_players_rules_and_cameras_are_forgotten_at_once_and_taught_decks_are_not(make_window, tmp_path) -> None:
    store = Store(tmp_path / "settings.json")
    store.remember(
        game="coins",
        names=("Zoe", "Yann", "Xenia"),
        people=("Zoe", "Walter"),
        agreed={"coins": {"target": "7"}},
        sources={"stream": "http://192.0.2.1/"},
        taught={"spanish48": "ours"},
    )
    window = make_window(store=store)
    assert [field.text() for field in window.start_page.names] == ["Zoe", "Yann", "Xenia"]
    window.preferences_page.forget_wanted.emit()
    assert [field.text() for field in window.start_page.names] == ["", "", ""]
    assert "forgotten" in window.preferences_page.remark.text()
    assert window.setup.game.id == "coins"
    window.start_page.source.inputs["stream"].setText("http://192.0.2.2/")
    store.remember(**window.setup.chosen())
    written = (tmp_path / "settings.json").read_text("utf-8")
    assert not [word for word in ("Zoe", "Walter", "192.0.2.1", '"7"') if word in written]
    assert "ours" in written


def test_decks_that_became_known_are_forgotten_on_demand(make_window, tmp_path, monkeypatch, qtbot) -> None:
    monkeypatch.setattr("companion.vision.played_decks.user_data_path", lambda *_, **__: tmp_path)
    kept = tmp_path / "played" / "spanish48.gallery"
    kept.parent.mkdir()
    kept.write_bytes(b"what was learned")
    window = playing(make_window, qtbot)
    forgotten = []
    monkeypatch.setattr(window.live.watch.session, "forget_deck", lambda: forgotten.append(True))
    window.preferences_page.forget_decks_wanted.emit()
    assert forgotten, "the running game forgets, too"
    assert not kept.exists()
    assert window.preferences_page.remark.text() == "The decks that were played with are forgotten."
    kept.write_bytes(b"what was learned since")
    monkeypatch.setattr(Path, "unlink", lambda *_, **__: (_ for _ in ()).throw(PermissionError(13, "no permission")))
    window.preferences_page.forget_decks_wanted.emit()
    assert "spanish48.gallery: cannot be deleted" in window.preferences_page.remark.text()


@pytest.mark.parametrize("learns", [True, False])
def test_whether_the_deck_becomes_known_is_a_preference(make_window, qtbot, learns) -> None:
    theatre, plans = Theatre(script_of(), stop=1.0), []

    def opener(plan):
        plans.append(plan)
        return theatre.open(plan)

    window = make_window(opener)
    box = window.preferences_page.fields["learn"]
    assert isinstance(box, QCheckBox)
    assert box.isChecked(), "it does as long as nobody says otherwise"
    box.setChecked(learns)
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    assert [plan.learns for plan in plans] == [learns]


def test_every_preference_shows_what_is_usual(make_window) -> None:
    page = make_window().preferences_page
    for field in page.fields.values():
        assert "(usual: " in field.accessibleDescription()


def test_the_window_comes_back_where_it_was(make_window, tmp_path) -> None:
    path = tmp_path / "settings.json"
    window = make_window(store=Store(path))
    window.resize(1100, 700)
    window.close()
    again = make_window(store=Store(path))
    assert again.store.remembered.window[2:] == (1100, 700)


def test_damaged_settings_are_told_on_the_first_page(make_window, tmp_path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{", "utf-8")
    window = make_window(store=Store(path))
    assert str(path) in window.start_page.problem.text()


def test_a_deck_is_printed_from_the_app(make_window, tmp_path, qtbot) -> None:
    window = make_window()
    window.start_page.choose_game("coins")
    window.start_page.game_choice.print_wanted.emit()
    flow = window.tools_page.printing
    assert flow.what.currentData() == "spanish48"
    assert any("Without a colour printer" in label.text() for label in flow.findChildren(Label) if label.isVisible())
    flow.choose("calibration-board")
    assert not flow.backs.isVisible()
    flow._ask = lambda _parent, name: str(tmp_path / name.removesuffix(".pdf"))
    flow.button.click()
    qtbot.waitUntil(lambda: "100 %" in flow.told.text(), timeout=PATIENCE)
    assert (tmp_path / "calibration-board-a4.pdf").read_bytes().startswith(b"%PDF")
    flow._ask = lambda _parent, name: str(tmp_path / "missing" / name)
    flow.button.click()
    qtbot.waitUntil(lambda: "cannot be written" in flow.told.text(), timeout=PATIENCE)
    assert flow.button.isEnabled()


def test_printing_writes_over_no_file_that_nobody_was_asked_about(qtbot, tmp_path) -> None:
    (tmp_path / "letters.pdf").write_text("somebody's", "utf-8")
    flow = PrintFlow(ask=lambda _, __: str(tmp_path / "letters"))
    qtbot.addWidget(flow)
    flow.write()
    flow.wait()
    assert "letters.pdf: is there already" in flow.told.text()
    speak("es")
    assert "letters.pdf: ya existe" in flow.told.text()
    speak("en")
    assert (tmp_path / "letters.pdf").read_text("utf-8") == "somebody's"


def test_a_language_chosen_while_something_is_to_be_said_says_it_in_that_and_takes_no_refusal_along(
    make_window, qtbot, monkeypatch
) -> None:
    window = playing(make_window, qtbot)
    qtbot.waitUntil(lambda: window.live.saying is not None, timeout=PATIENCE)
    page = window.table_page
    page.stage.do(lambda editor: editor.name_players(("Ana", "Ana", "Carla")))
    page.refresh_status()
    assert any("Two players are called Ana" in text for text in page.status.texts)
    said = []
    monkeypatch.setattr(Voice, "is_behind", True)
    monkeypatch.setattr(window.voice, "say", said.append)
    window.prefer("language", "es")
    page.refresh_status()
    assert said == [window.live.saying.text]
    assert "gana la baza" in said[0]
    assert not any("Two players are called Ana" in text for text in page.status.texts)
    window.prefer("sounds", False)
    assert len(said) == 1
