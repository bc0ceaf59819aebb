"""The start page: forms from the games' schemas, sources, and what is missing."""

import threading

import pytest
from app_sources import GREY, PATIENCE, Still, shows
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QSpinBox

from companion.app.model.library import Shelf
from companion.app.model.preview import Preview
from companion.app.model.setup import Setup
from companion.app.model.store import Store
from companion.app.widgets.game_tile import GameTile
from companion.app.window import MainWindow
from companion.errors import UnusableError
from companion.rules.games import GAMES
from companion.vision.capture import Capture

LEFT = Qt.MouseButton.LeftButton


def test_every_game_is_offered_with_its_credit(make_window) -> None:
    start = make_window().start_page
    assert {tile.accessibleName() for tile in start.findChildren(GameTile)} == {game.title for game in GAMES.values()}


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_every_game_is_in_sight_in_a_small_window(qtbot, qapp, tmp_path, language) -> None:
    store = Store()
    store.prefer(language=language, scheme="light")
    window = MainWindow(store=store, shelf=Shelf(tmp_path / "sessions", tmp_path / "sessions.sqlite"))
    qtbot.addWidget(window)
    window.resize(1280, 720)  # As it opens; one that was larger before has other sizes in mind.
    window.show()
    for _ in range(10):
        qapp.processEvents()
    start = window.start_page
    foot = start.next_button.parentWidget()
    tiles = start.findChildren(GameTile)
    lowest = max(tile.mapTo(window, tile.rect().bottomLeft()).y() for tile in tiles)
    assert len(tiles) == 5
    assert lowest < foot.mapTo(window, foot.rect().topLeft()).y()


def test_a_form_follows_the_schema_of_the_game(make_window) -> None:
    start = make_window().start_page
    for game in GAMES.values():
        start.choose_game(game.id)
        for setting in start.setup.settings:
            field = start.fields[setting.name]
            assert field.accessibleDescription().lower().startswith(setting.help.lower())
        assert len(start.names) == start.setup.players


def test_what_is_entered_becomes_the_plan(make_window, qtbot) -> None:
    setup = Setup()
    window = make_window(lambda plan: (_ for _ in ()).throw(UnusableError("the camera is asleep")), setup)
    start = window.start_page
    start.choose_game("coins")
    target, dealer = start.fields["target"], start.fields["first_dealer"]
    assert isinstance(target, QSpinBox)
    target.setValue(20)
    qtbot.keyClicks(start.names[2], "Carla")
    assert isinstance(dealer, QComboBox)
    assert dealer.itemText(2) == "Carla"
    dealer.setCurrentIndex(2)
    plan = setup.plan()
    assert plan.settings.number("target") == 20
    assert plan.settings.number("first_dealer") == 2
    assert plan.names[2] == "Carla"
    qtbot.mouseClick(start.start_button, LEFT)
    qtbot.waitUntil(lambda: "the camera is asleep" in start.problem.text(), timeout=120_000)
    assert start.start_button.isEnabled()


def test_known_cameras_are_listed_and_a_number_can_be_typed(make_window) -> None:
    start = make_window().start_page
    field = start.source.inputs["camera"]
    assert isinstance(field, QComboBox)
    assert [field.itemText(place) for place in range(field.count())] == ["0: Front camera", "2: Table camera"]
    field.setCurrentIndex(1)
    assert start.setup.plan().source == "2"
    field.setEditText("5")
    assert start.setup.plan().source == "5"


def test_what_is_missing_is_said_beside_the_button(make_window, qtbot) -> None:
    start = make_window().start_page
    start.source.choose("stream")
    qtbot.mouseClick(start.start_button, LEFT)
    assert "address" in start.problem.text()
    start.source.choose("simulated")
    qtbot.keyClicks(start.names[0], "Ben")
    qtbot.keyClicks(start.names[1], "Ben")
    qtbot.mouseClick(start.start_button, LEFT)
    assert "Ben" in start.problem.text()


def test_enter_goes_on_from_step_to_step_to_the_game(make_window, qtbot) -> None:
    opened = []
    window = make_window(lambda plan: opened.append(plan) or (_ for _ in ()).throw(UnusableError("enough")), Setup())
    start = window.start_page
    start.choose_game("coins")
    start.source.choose("simulated")
    qtbot.keyClick(start.focusWidget() or start, Qt.Key.Key_Return)
    for name in ("Ana", "Ben", "Carla"):
        qtbot.keyClicks(start.focusWidget(), name)
        qtbot.keyClick(start.focusWidget() or start, Qt.Key.Key_Return)
    assert start.setup.names == ("Ana", "Ben", "Carla")
    assert start.stage == 2
    qtbot.keyClick(start.focusWidget() or start, Qt.Key.Key_Return)
    assert start.stage == 3
    qtbot.keyClick(start.focusWidget() or start, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(opened) == 1, timeout=120_000)


def test_enter_in_a_path_looks_before_it_starts(make_window, qtbot) -> None:
    start = make_window().start_page
    start.go_to(3)
    start.source.choose("file")
    path = start.source.inputs["file"]
    path.setFocus()
    qtbot.keyClicks(path, "table.mp4")
    qtbot.keyClick(path, Qt.Key.Key_Return)
    assert start.focusWidget() is start.start_button
    qtbot.waitUntil(lambda: "no camera in tests" in start.camera_choice.picture.message, timeout=120_000)


def test_enter_on_another_button_presses_that(make_window, qtbot) -> None:
    start = make_window().start_page
    start.help_button.setFocus()
    with qtbot.waitSignal(start.help_wanted):
        qtbot.keyClick(start.help_button, Qt.Key.Key_Return)
    assert start.stage == 0


def test_changing_the_number_of_players_changes_the_form(make_window) -> None:
    start = make_window().start_page
    start.choose_game("forum_suits")
    players = start.fields["players"]
    assert isinstance(players, QSpinBox)
    for count in (5, 2):
        players.setValue(count)
        players = start.fields["players"]
        assert isinstance(players, QSpinBox)
        assert len(start.names) == count


@pytest.mark.parametrize("how", ["the next step", "the help", "closing"])
def test_what_was_entered_is_there_again_though_no_game_was_started(make_window, tmp_path, how) -> None:
    path = tmp_path / "settings.json"
    window = make_window(store=Store(path))
    start = window.start_page
    start.choose_game("coins")
    start.go_to(1)
    for field, name in zip(start.names, ("Abuela Ñusta", "Zoë", "Łukasz"), strict=True):
        field.setText(name)
        field.textEdited.emit(name)
    {"the next step": lambda: start.go_to(2), "the help": window.show_help, "closing": window.close}[how]()
    again = make_window(store=Store(path)).start_page
    assert again.setup.game.id == "coins"
    again.go_to(1)
    assert [field.text() for field in again.names] == ["Abuela Ñusta", "Zoë", "Łukasz"]


def _refused(plan):
    raise UnusableError("the camera is asleep")


@pytest.mark.parametrize("how", ["another step", "another game", "another page", "a game that starts"])
def test_why_a_game_could_not_start_is_said_until_people_go_on(make_window, qtbot, how) -> None:
    window = make_window(_refused, Setup())
    start = window.start_page
    start.choose_game("coins")
    qtbot.mouseClick(start.start_button, LEFT)
    qtbot.waitUntil(lambda: "the camera is asleep" in start.problem.text(), timeout=120_000)
    {
        "another step": lambda: qtbot.mouseClick(start.next_button, LEFT),
        "another game": lambda: start.choose_game("seven_suitors"),
        "another page": lambda: (window.show_help(), window.go_back()),
        "a game that starts": lambda: window.open(start.setup.plan()),
    }[how]()
    assert start.problem.text() == ""


def test_that_a_camera_could_not_be_opened_is_not_said_beside_its_picture(make_window, qtbot) -> None:
    there: list[bool] = []

    def opener(source: str) -> Capture:
        if not there:
            raise UnusableError(f"{source}: is not there")
        return Capture(Still(GREY))

    window = make_window(_refused, Setup(), make_preview=lambda source, deck, _: Preview(source, deck, opener=opener))
    start = window.start_page
    start.go_to(3)
    start.camera_choice._again.setInterval(10)
    qtbot.mouseClick(start.start_button, LEFT)
    qtbot.waitUntil(lambda: "the camera is asleep" in start.problem.text(), timeout=120_000)
    qtbot.waitUntil(lambda: "is not there" in start.camera_choice.picture.message, timeout=120_000)
    assert "the camera is asleep" in start.problem.text()
    there.append(True)
    qtbot.waitUntil(lambda: not start.camera_choice.picture.message, timeout=120_000)
    assert start.problem.text() == ""


def test_why_no_game_begins_where_a_model_is_damaged_stays_there_though_the_camera_gives_pictures(
    make_window, qtbot
) -> None:
    reads = threading.Event()

    def damaged():
        reads.wait(10.0)
        raise UnusableError("the reader is damaged")

    def look(source, deck, _):
        return Preview(source, deck, damaged, shows(GREY))

    window = make_window(_refused, Setup(), make_preview=look)
    start = window.start_page
    start.choose_game("coins")
    start.go_to(3)
    reads.set()
    picture = start.camera_choice.picture
    qtbot.waitUntil(lambda: picture.message == "the reader is damaged", timeout=PATIENCE)
    assert "Simulated table" not in start.camera_choice.verdict.text()
    reads.clear()
    start.start_button.click()
    qtbot.waitUntil(lambda: start.problem.text() != "", timeout=PATIENCE)
    told = start.problem.text()
    qtbot.waitUntil(lambda: picture._image is not None and not picture.message, timeout=PATIENCE)
    qtbot.wait(300)
    assert start.problem.text() == told
    reads.set()


def test_the_camera_of_yesterday_is_there_again_though_the_system_names_none(qtbot, tmp_path) -> None:
    # As on Windows and macOS.
    path = tmp_path / "settings.json"
    Store(path).remember(kind="camera", sources={"camera": "1"})
    window = MainWindow(store=Store(path), shelf=Shelf(tmp_path / "sessions", tmp_path / "sessions.sqlite"))
    qtbot.addWidget(window)
    window.start_page.go_to(1)
    assert window.start_page.source.inputs["camera"].currentText() == "1"
    assert window.setup.plan().source == "1"
    window.close()
    assert Store(path).remembered.sources["camera"] == "1"


def test_a_camera_that_is_plugged_in_late_is_looked_at_as_soon_as_it_is_there(make_window, qtbot, tmp_path) -> None:
    path = tmp_path / "settings.json"
    store = Store(path)
    store.prefer(language="en")
    store.remember(kind="camera", sources={"camera": "1"}, camera="Table camera")
    cameras = {0: "Integrated camera"}
    looked_at = []
    window = make_window(
        store=store,
        make_preview=lambda source, deck, _: looked_at.append(source) or Preview(source, deck, opener=_none),
    )
    start = window.start_page
    start.source._find_cameras = lambda: dict(cameras)
    start.camera_choice._plugged.setInterval(10)
    start.go_to(3)
    assert start.source._gone.text() == "“Table camera” is not plugged in."
    assert start.source._gone.isVisible()
    assert looked_at == ["0"]
    window.start_page.kept_wanted.emit()
    cameras[4] = "Table camera"
    qtbot.waitUntil(lambda: "4" in looked_at, timeout=120_000)
    assert start.source.inputs["camera"].currentText() == "4: Table camera"
    assert not start.source._gone.isVisible()
    assert Store(path).remembered.camera == "Table camera"


def test_a_game_before_another_camera_means_that_one_from_now_on(make_window, qtbot) -> None:
    window = make_window(_refused, Setup())
    start = window.start_page
    start.source.inputs["camera"].setCurrentIndex(1)
    qtbot.mouseClick(start.start_button, LEFT)
    assert window.setup.camera == "Table camera"


def _none(source: str) -> Capture:
    raise UnusableError(f"{source}: no camera in tests")


def test_that_a_game_is_being_opened_is_told_in_the_language_that_is_switched_to(make_window) -> None:
    window = make_window()
    start = window.start_page
    start.show_opening(start.setup.plan())
    window.prefer("language", "es")
    assert start.start_button.text() == "Abriendo …"
    assert not start.start_button.isEnabled()
    start.show_opening(None)
    assert start.start_button.text() == "Empezar la partida"
