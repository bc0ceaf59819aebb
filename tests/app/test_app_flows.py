"""Preview, calibrating and teaching: guided flows before a camera, with pictures instead of one."""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton

from companion.app.model import preview
from companion.app.model.calibrating import Calibrating
from companion.app.model.lessons import Teaching
from companion.app.model.preview import Preview, ReadCard, checked, verdict
from companion.cards import SPANISH48
from companion.errors import UnusableError
from companion.language import language
from companion.vision.capture import Capture
from companion.vision.eyes import ModelEyes
from companion.vision.sources.base import Source
from companion.vision.tabletop.board import Board
from companion.vision.teaching import Lesson, TaughtCard
from companion.vision.types import Frame, Readings, SeenCard

PATIENCE = 30_000
LEFT = Qt.MouseButton.LeftButton
SQUARE = np.float32([[100, 100], [200, 100], [200, 260], [100, 260]])


class _Still(Source):
    """A live source that shows one picture all the time, or a source of so many pictures."""

    name = "still"

    def __init__(self, image: np.ndarray, pictures: int | None = None) -> None:
        self.is_live = pictures is None
        self._image, self._pictures = image, pictures
        self._count = 0
        self._ended = threading.Event()

    def read(self) -> Frame | None:
        if self._ended.wait(0.01) or self._count == self._pictures:
            return None
        self._count += 1
        image = self._image.copy()
        image[0, 0] = self._count % 255  # A camera never hands out the very same picture twice.
        return Frame(image, time.monotonic(), self._count)

    def close(self) -> None:
        self._ended.set()


def _shows(image: np.ndarray):
    return lambda _source: Capture(_Still(image))


GREY = np.full((480, 640, 3), 128, np.uint8)


class _Eyes:
    def __init__(self, cards: list[SeenCard]) -> None:
        self.cards = cards

    def look(self, _image, _deck, _card_height=None) -> list[SeenCard]:
        return self.cards


def _card(code: str, chance: float = 0.99) -> SeenCard:
    return SeenCard(SQUARE, True, 0.9, ((code, chance),))


@pytest.fixture
def closing():
    opened = []
    yield lambda look: opened.append(look) or look
    for look in opened:
        look.close()


def test_a_card_laid_down_to_test_is_named(make_window, qtbot) -> None:
    eyes = _Eyes([])
    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, lambda: eyes, _shows(GREY)))
    start = window.start_page
    start.choose_game("coins")
    start.go_to(3)
    verdict_of = start.camera_choice.verdict
    qtbot.waitUntil(lambda: "Lay one card" in verdict_of.text(), timeout=PATIENCE)
    eyes.cards = [_card("12-cups")]
    qtbot.waitUntil(lambda: verdict_of.text() == "I see: King of Cups", timeout=PATIENCE)
    assert "  Size of the cards" in start.camera_choice.checked.text()
    eyes.cards = [_card("12-cups", 0.4)]
    qtbot.waitUntil(lambda: "cannot be read surely" in verdict_of.text(), timeout=PATIENCE)
    window.grab()
    start.go_to(0)
    assert threading.active_count() < 10


def test_a_camera_that_is_not_there_is_told_in_the_picture(make_window, qtbot) -> None:
    window = make_window()
    start = window.start_page
    start.go_to(3)
    qtbot.waitUntil(lambda: "no camera in tests" in start.camera_choice.picture.message, timeout=PATIENCE)
    start.source.choose("simulated")
    qtbot.waitUntil(lambda: "needs no check" in start.camera_choice.picture.message, timeout=PATIENCE)


def test_a_camera_that_is_plugged_in_later_is_found(make_window, qtbot) -> None:
    there: list[str] = []

    def opens(source: str) -> Capture:
        if source not in there:
            raise UnusableError("nobody there")
        return Capture(_Still(GREY))

    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, lambda: _Eyes([]), opens))
    choice = window.start_page.camera_choice
    choice._again.setInterval(20)
    window.start_page.go_to(3)
    qtbot.waitUntil(lambda: choice.picture.message == "nobody there", timeout=PATIENCE)
    there.append("0")
    qtbot.waitUntil(lambda: "Lay one card" in choice.verdict.text(), timeout=PATIENCE)
    assert choice.picture.message == ""


def test_who_sits_where_is_seen_in_the_picture_and_set_right_there(make_window, qtbot) -> None:
    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, lambda: _Eyes([]), _shows(GREY)))
    start = window.start_page
    start.choose_game("coins")
    for field, name in zip(start.names, ("Ana", "Ben", "Carla"), strict=True):
        qtbot.keyClicks(field, name)
    start.go_to(3)
    qtbot.waitUntil(lambda: start.camera_choice.picture.message == "", timeout=PATIENCE)
    before = start.camera_choice.picture.grab().toImage()
    qtbot.mouseClick(start.camera_choice.turn_button, LEFT)
    assert start.setup.names == ("Carla", "Ana", "Ben")
    assert [field.text() for field in start.names] == ["Carla", "Ana", "Ben"]
    assert start.camera_choice.picture.grab().toImage() != before


class _MirrorReader:
    """Surer of cards that are turned round; which one it is changes with every picture."""

    def read(self, image, corners, *_) -> Readings:
        rows = np.zeros((len(corners), len(SPANISH48.codes)), np.float32)
        for row, quad in enumerate(corners):
            across, down = quad[1] - quad[0], quad[3] - quad[0]
            turned_round = across[0] * down[1] < across[1] * down[0]
            rows[row, int(image[0].max()) % len(SPANISH48.codes)] = 0.99 if turned_round else 0.5
        zeros = np.zeros(len(corners), np.float32)
        return Readings(SPANISH48.codes, rows, zeros, zeros)


class _MirrorEyes(ModelEyes):
    def __init__(self) -> None:
        super().__init__(finder=None, reader=_MirrorReader())

    def look(self, *_) -> list[SeenCard]:
        return [_card("1-cups")]


def test_a_camera_that_mirrors_is_noticed_before_the_game(closing, monkeypatch) -> None:
    monkeypatch.setattr(preview, "_PAUSE", 0.01)
    image = GREY.copy()
    image[:, :100] = 0
    look = closing(Preview("0", "spanish48", _MirrorEyes, _shows(image)))
    _wait(lambda: look.mirrored)
    _wait(lambda: (picture := look.picture()) is not None and picture.image[50, -1].max() == 0)
    assert "mirrors its picture" in checked(look.report, mirrored=look.mirrored)


def _read(code: str | None, *, face_up: bool = True, sure: bool = True, height: float = 160.0) -> ReadCard:
    return ReadCard(tuple((float(x), float(y)) for x, y in SQUARE), code, face_up, sure, height)


@pytest.mark.parametrize(
    ("cards", "said", "fine"),
    [
        (None, "Looking", True),
        ((), "Lay one card", True),
        ((_read(None, face_up=False),), "face down", True),
        ((_read("1-cups", height=40.0),), "small", False),
        ((_read(None),), "cannot be read", False),
        ((_read("1-cups"), _read("2-clubs")), "Ace of Cups and 2 of Clubs", True),
    ],
)
def test_what_the_check_says(cards, said, fine) -> None:
    text, well = verdict(cards, "spanish48")
    assert said in text
    assert well == fine


def test_a_source_that_cannot_be_opened_is_a_problem_and_nothing_runs_on(closing) -> None:
    def broken(_source: str) -> Capture:
        raise UnusableError("nobody there")

    look = closing(Preview("5", "coins", lambda: _Eyes([]), broken))
    _wait(lambda: look.problem == "nobody there")
    assert not look.opened


def test_the_board_is_seen_and_the_calibration_kept(closing) -> None:
    modules = Board().modules()
    board = np.kron(np.where(modules, 0, 255).astype(np.uint8), np.ones((8, 8), np.uint8))
    image = np.full((720, 1280, 3), 255, np.uint8)
    height, width = board.shape
    image[100 : 100 + height, 200 : 200 + width] = board[..., None]
    kept = []
    look = closing(Calibrating("0", opener=_shows(image), keep=kept.append))
    _wait(lambda: look.progress is not None and look.progress.seen > 0)
    assert "Place 1 of" in look.told()
    assert look.corners
    look.finish()
    _wait(lambda: bool(look.kept))
    assert kept[0].table is not None
    assert look.kept in look.told(language("es"))


def test_a_calibration_without_the_board_says_so(closing) -> None:
    look = closing(Calibrating("0", opener=_shows(GREY), keep=lambda _: None))
    _wait(lambda: look.progress is not None)
    assert "Hold the board" in look.told()
    look.finish()
    _wait(lambda: bool(look.failure.told()))
    assert "calibration board" in look.told()


def test_a_calibration_is_asked_for_after_the_last_picture(closing) -> None:
    capture = Capture(_Still(GREY, pictures=1))
    look = closing(Calibrating("0", opener=lambda _: capture, keep=lambda _: None))
    _wait(lambda: look.progress is not None and capture.state == "ended")
    time.sleep(0.3)  # longer than it waits for another picture
    look.finish()
    _wait(lambda: bool(look.failure.told()))
    assert "calibration board" in look.told()


class _Teacher:
    """Knows one card and is in doubt about another."""

    def __init__(self, name: str, _deck: str) -> None:
        self.said: dict[int, str | None] = {}
        self.fails = name == "bad"

    def add(self, _image, **_how) -> Lesson:
        return self.lesson()

    def lesson(self) -> Lesson:
        crop = np.zeros((160, 112, 3), np.uint8)
        code = self.said.get(2)
        doubt = TaughtCard(2, crop, code, 0.5, (("2-cups", 0.5), ("3-cups", 0.4)), code is not None, SQUARE)
        known = TaughtCard(1, crop, "1-cups", 0.99, (), False, SQUARE)
        recognised = (known, doubt) if code else (known,)
        asked = () if 2 in self.said else (doubt,)
        return Lesson((known, doubt), recognised, asked, ("4-cups",) if code else ("2-cups", "4-cups"))

    def confirm(self, number: int, code: str) -> Lesson:
        self.said[number] = code
        return self.lesson()

    def dismiss(self, number: int) -> Lesson:
        self.said[number] = None
        return self.lesson()

    def other_deck(self, _lesson: Lesson) -> str | None:
        return None

    def gallery(self) -> object:
        if self.fails:
            raise UnusableError("the disk is full")
        return self


def _ask_while_teaching(window, qtbot, name: str, keep) -> None:
    """Teach a Spanish deck up to the first question."""
    flow = window.tools_page.teaching
    flow._make = lambda source, called, deck: Teaching(
        source, called, deck, teacher=_Teacher, opener=_shows(GREY), keep=keep
    )
    window.show_page(window.tools_page)
    window.tools_page.show_flow(2)
    flow.deck.setCurrentIndex(flow.deck.findData("spanish48"))
    qtbot.keyClicks(flow.name, name)
    flow.begin_button.click()
    qtbot.waitUntil(flow.question.isVisible, timeout=PATIENCE)


def test_a_deck_is_taught_in_the_app(make_window, qtbot) -> None:
    window = make_window()
    flow = window.tools_page.teaching
    kept = []
    _ask_while_teaching(window, qtbot, "Grandmother's", kept.append)
    assert "Cards known: 1 of 3" in flow.told.text()
    answer = next(button for button in flow.question.findChildren(QPushButton) if button.text() == "3 of Cups")
    answer.click()
    qtbot.waitUntil(lambda: not flow.question.isVisible(), timeout=PATIENCE)
    assert flow.look.lesson.recognised[1].code == "3-cups"
    flow.end_button.click()
    qtbot.waitUntil(lambda: "Grandmother's" in flow.told.text(), timeout=PATIENCE)
    assert "Cards known: 2 of 3; show the others" in flow.told.text()
    assert len(kept) == 1
    assert window.setup.taught == {"spanish48": "Grandmother's"}
    window.setup.choose_game("coins")
    assert window.setup.plan().taught == "Grandmother's"
    window.setup.kind = "simulated"
    assert window.setup.plan().taught == ""


def test_a_card_that_is_not_among_those_offered_can_be_named(make_window, qtbot) -> None:
    window = make_window()
    flow = window.tools_page.teaching
    _ask_while_teaching(window, qtbot, "ours", lambda _: None)
    button = next(button for button in flow.question.findChildren(QPushButton) if button.text() == "Another card")
    menu = button.menu()
    coins = next(suit for suit in menu.findChildren(QMenu) if suit.title() == "Coins")
    assert len(coins.actions()) == 12
    next(action for action in coins.actions() if action.text() == "King of Coins").trigger()
    qtbot.waitUntil(lambda: not flow.question.isVisible(), timeout=PATIENCE)
    assert flow.look.lesson.recognised[1].code == "12-coins"


def test_the_card_that_is_asked_about_stays_while_others_come(closing) -> None:
    class Growing(_Teacher):
        looks = 0

        def lesson(self) -> Lesson:
            lesson = super().lesson()
            self.looks += 1
            worse = replace(lesson.cards[1], number=2 + self.looks, code=None, confirmed=False)
            return replace(lesson, doubtful=(worse, *lesson.doubtful) if self.looks > 1 else lesson.doubtful)

    look = closing(Teaching("0", "ours", "spanish48", teacher=Growing, opener=_shows(GREY), keep=lambda _: None))
    _wait(lambda: look.lesson is not None and len(look.lesson.doubtful) > 1)
    assert look.doubt.number == 2
    look.confirm(2, "2-cups")
    _wait(lambda: look.doubt.number != 2)


def test_cards_of_another_deck_than_the_one_chosen_are_told(closing) -> None:
    class Puzzled(_Teacher):
        def other_deck(self, _lesson: Lesson) -> str | None:
            return "french52"

    look = closing(Teaching("0", "ours", "spanish48", teacher=Puzzled, opener=_shows(GREY), keep=lambda _: None))
    _wait(lambda: look.lesson is not None and look.other_deck is not None)
    assert "they look like another deck: French deck" in look.told()


def test_without_a_camera_nothing_is_asked_for_and_nothing_can_be_kept(make_window, qtbot) -> None:
    def gone(_: str) -> Capture:
        raise UnusableError("camera 0: is not there")

    window = make_window()
    flow = window.tools_page.teaching
    flow._make = lambda source, name, deck: Teaching(source, name, deck, teacher=_Teacher, opener=gone)
    window.show_page(window.tools_page)
    window.tools_page.show_flow(2)
    qtbot.keyClicks(flow.name, "ours")
    flow.begin_button.click()
    qtbot.waitUntil(lambda: flow.look is not None and bool(flow.look.problem), timeout=PATIENCE)
    flow.refresh()
    assert flow.told.text() == ""
    assert not flow.end_button.isEnabled()


def test_a_deck_that_cannot_be_kept_is_told(closing) -> None:
    look = closing(Teaching("0", "bad", "spanish48", teacher=_Teacher, opener=_shows(GREY), keep=lambda _: None))
    _wait(lambda: look.lesson is not None)
    look.dismiss(2)
    look.finish()
    _wait(lambda: bool(look.failure.told()))
    assert look.told() == "the disk is full"
    assert look.doubt is None


def test_answers_are_heard_after_the_last_picture(closing) -> None:
    kept = []
    capture = Capture(_Still(GREY, pictures=1))
    look = closing(Teaching("0", "ours", "spanish48", teacher=_Teacher, opener=lambda _: capture, keep=kept.append))
    _wait(lambda: look.lesson is not None)
    _wait(lambda: capture.state == "ended")
    time.sleep(0.3)  # longer than it waits for another picture
    look.confirm(2, "3-cups")
    _wait(lambda: look.doubt is None)
    look.finish()
    _wait(lambda: bool(kept))
    assert look.kept == "ours"


def test_a_flow_asks_for_a_source_first(make_window) -> None:
    window = make_window()
    flow = window.tools_page.calibrating
    flow.source.choose("file")
    flow.begin()
    assert "Choose a camera" in flow.told.text()
    assert flow.look is None


def test_only_real_sources_are_offered_where_a_camera_is_measured(make_window) -> None:
    window = make_window()
    window.setup.kind = "simulated"
    window.show_page(window.tools_page)
    window.tools_page.show_flow(1)
    source = window.tools_page.calibrating.source
    assert "simulated" not in source.inputs
    assert source.kind == "camera"
    assert window.setup.kind == "simulated"  # What the next game is played with is left alone.


def test_names_are_dragged_to_other_seats(make_window, qtbot) -> None:
    window = make_window()
    start = window.start_page
    start.choose_game("coins")
    for field, name in zip(start.names, ("Ana", "Ben", "Carla"), strict=True):
        qtbot.keyClicks(field, name)
    start.go_to(1)
    seats = start.players_choice.map

    def middle(seat: int) -> QPoint:
        return seats.place_of(seat).center().toPoint()

    QTest.mousePress(seats, LEFT, pos=middle(0))
    QTest.mouseMove(seats, middle(1))
    window.grab()
    QTest.mouseRelease(seats, LEFT, pos=middle(1))
    assert window.setup.names == ("Ben", "Ana", "Carla")
    assert [field.text() for field in start.names] == ["Ben", "Ana", "Carla"]
    seats.setFocus()
    QTest.keyClick(seats, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert window.setup.names == ("Ben", "Carla", "Ana")
    QTest.mousePress(seats, LEFT, pos=QPointF(seats.width() / 2, seats.height() / 2).toPoint())
    QTest.mouseRelease(seats, LEFT, pos=middle(1))
    assert window.setup.names == ("Ben", "Carla", "Ana")
    start.names[0].setFocus()
    QTest.keyClick(start.names[0], Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert window.setup.names == ("Carla", "Ben", "Ana")


def _wait(condition) -> None:
    until = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
