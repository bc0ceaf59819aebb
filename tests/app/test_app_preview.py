"""The last step of a new game: a look at the camera, one card to test, who sits where in the picture."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from app_sources import GREY, PATIENCE, Still, shows, wait_until
from app_tables import Theatre, plan_of
from PySide6.QtCore import Qt

from companion.app.model import preview
from companion.app.model.letting_go import its_turn
from companion.app.model.opening import Opening
from companion.app.model.preview import Preview, ReadCard, checked, verdict
from companion.cards import FRENCH52, SPANISH48
from companion.errors import UnusableError
from companion.vision import gallery_file
from companion.vision.camera import camera_name
from companion.vision.capture import Capture, Limits
from companion.vision.eyes import ModelEyes
from companion.vision.gallery import Gallery, Look
from companion.vision.gallery_file import save_gallery
from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.profiles import profile_path, save_profile
from companion.vision.types import Frame, Readings, SeenCard

LEFT = Qt.MouseButton.LeftButton
SQUARE = np.float32([[100, 100], [200, 100], [200, 260], [100, 260]])


class _Eyes:
    waits = False

    def __init__(self, cards: list[SeenCard]) -> None:
        self.cards = cards

    def look(self, _image, _deck, _card_height=None) -> list[SeenCard]:
        return self.cards


def _card(code: str, chance: float = 0.99) -> SeenCard:
    return SeenCard(SQUARE, True, 0.9, ((code, chance),))


def test_a_card_laid_down_to_test_is_named(make_window, qtbot) -> None:
    before = set(threading.enumerate())
    eyes = _Eyes([])
    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, lambda: eyes, shows(GREY)))
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
    qtbot.waitUntil(lambda: set(threading.enumerate()) <= before, timeout=PATIENCE)


def test_a_calibration_that_cannot_be_used_is_told_of_in_the_language_of_the_window(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr("companion.vision.tabletop.profiles.user_data_path", lambda *_, **__: tmp_path)
    save_profile(Calibration(camera_name("0"), (1280, 720)))
    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, lambda: _Eyes([]), shows(GREY)))
    window.prefer("language", "es")
    start = window.start_page
    start.go_to(3)
    told = start.camera_choice.checked
    qtbot.waitUntil(lambda: "La calibración de esta cámara no se usa" in told.text(), timeout=PATIENCE)
    assert "1280 x 720" in told.text()
    profile_path(camera_name("0")).write_text("spilt")
    start.go_to(0)
    start.go_to(3)
    qtbot.waitUntil(lambda: "no es una calibración, o está dañada" in told.text(), timeout=PATIENCE)
    profile_path(camera_name("0")).unlink()
    start.go_to(0)
    start.go_to(3)
    qtbot.waitUntil(lambda: start.camera_choice.verdict.text() != "", timeout=PATIENCE)
    assert "calibración" not in told.text()


def test_a_camera_that_is_not_there_is_told_in_the_picture(make_window, qtbot) -> None:
    window = make_window()
    start = window.start_page
    start.go_to(3)
    qtbot.waitUntil(lambda: "no camera in tests" in start.camera_choice.picture.message, timeout=PATIENCE)
    start.source.choose("simulated")
    qtbot.waitUntil(lambda: "needs no check" in start.camera_choice.picture.message, timeout=PATIENCE)


class _Covered(Still):
    """A camera with its lens covered, until it is taken off."""

    covered = True

    def read(self) -> Frame | None:
        frame = super().read()
        return replace(frame, image=frame.image // 16) if frame is not None and self.covered else frame


def test_a_camera_that_gives_nothing_but_black_is_told_of_and_goes_on_by_itself(make_window, qtbot) -> None:
    camera = _Covered(GREY)

    def opens(_source: str) -> Capture:
        return Capture(camera, limits=Limits(dark=0.05))

    eyes = _Eyes([_card("12-cups")])
    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, lambda: eyes, opens))
    choice = window.start_page.camera_choice
    window.start_page.choose_game("coins")
    window.start_page.go_to(3)
    qtbot.waitUntil(lambda: "something is over the lens" in choice.picture.message, timeout=PATIENCE)
    assert choice.verdict.text() == "It goes on by itself as soon as there is a picture."
    camera.covered = False
    qtbot.waitUntil(lambda: choice.verdict.text() == "I see: King of Cups", timeout=PATIENCE)
    assert choice.picture.message == ""


def test_a_camera_that_breaks_off_while_a_card_is_tested_is_told_of(make_window, qtbot) -> None:
    camera = Still(GREY)

    def opens(_source: str) -> Capture:
        return Capture(camera, reopen=_nobody)

    eyes = _Eyes([_card("12-cups")])
    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, lambda: eyes, opens))
    choice = window.start_page.camera_choice
    window.start_page.choose_game("coins")
    window.start_page.go_to(3)
    qtbot.waitUntil(lambda: choice.verdict.text() == "I see: King of Cups", timeout=PATIENCE)
    camera.close()
    qtbot.waitUntil(lambda: choice.picture.message == "There is no picture from still", timeout=PATIENCE)
    assert "I see" not in choice.verdict.text()


def _nobody() -> Still:
    raise UnusableError("nobody there")


def test_a_camera_that_is_plugged_in_later_is_found(make_window, qtbot) -> None:
    there: list[str] = []

    def opens(source: str) -> Capture:
        if source not in there:
            raise UnusableError("nobody there")
        return Capture(Still(GREY))

    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, lambda: _Eyes([]), opens))
    choice = window.start_page.camera_choice
    choice._again.setInterval(20)
    window.start_page.go_to(3)
    qtbot.waitUntil(lambda: choice.picture.message == "nobody there", timeout=PATIENCE)
    there.append("0")
    qtbot.waitUntil(lambda: "Lay one card" in choice.verdict.text(), timeout=PATIENCE)
    assert choice.picture.message == ""


def test_who_sits_where_is_seen_in_the_picture_and_set_right_there(make_window, qtbot) -> None:
    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, lambda: _Eyes([]), shows(GREY)))
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
    look = closing(Preview("0", "spanish48", _MirrorEyes, shows(image)))
    wait_until(lambda: look.mirrored)
    wait_until(lambda: (picture := look.picture()) is not None and picture.image[50, -1].max() == 0)
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


def test_a_step_that_is_left_while_models_are_loaded_waits_for_neither_them_nor_the_camera(
    make_window, qtbot, reluctant
) -> None:
    loading = threading.Event()

    def eyes() -> _Eyes:
        loading.set()
        reluctant.wait()
        return _Eyes([])

    class Blocked(Still):
        def read(self):
            return super().read() if not loading.is_set() else (reluctant.wait(), None)[1]

    def opener(_source: str) -> Capture:
        return Capture(Blocked(GREY), limits=Limits(closing=PATIENCE))

    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, eyes, opener))
    window.start_page.go_to(3)
    qtbot.waitUntil(loading.is_set, timeout=PATIENCE)
    window.start_page.go_to(0)
    assert not reluctant.is_set()


def test_a_camera_is_opened_again_only_when_it_was_let_go_of(closing, reluctant) -> None:
    opened, seen = [], []

    class Slow(Still):
        def close(self) -> None:
            if len(opened) == 1:
                reluctant.wait()
            super().close()
            seen.append("closed")

    def opener(_source: str) -> Capture:
        seen.append("opened")
        opened.append(Capture(Slow(GREY), limits=Limits(closing=PATIENCE)))
        return opened[-1]

    first = closing(Preview("0", "spanish48", lambda: _Eyes([]), opener))
    wait_until(lambda: first.opened)
    first.close()
    second = closing(Preview("0", "spanish48", lambda: _Eyes([]), opener))
    reluctant.set()
    wait_until(lambda: second.opened)
    assert seen[:3] == ["opened", "closed", "opened"]


class _OnlyCamera:
    """A camera that takes long to open, and that nobody else can open meanwhile, nor while it is looked through."""

    def __init__(self) -> None:
        self._free = threading.Lock()
        self.asked, self.left = threading.Event(), threading.Event()

    def take(self) -> None:
        self.asked.set()
        if not self._free.acquire(blocking=False):
            raise UnusableError("camera 0: cannot be opened; close other programs that use it")

    def open_slowly(self, _source: str) -> Capture:
        self.take()
        self.left.wait(PATIENCE / 1000)
        self.asked.clear()
        self.asked.wait(1.0)  # Whoever wants it next may rightly wait.
        free = self._free

        class Only(Still):
            def close(self) -> None:
                super().close()
                free.release()

        return Capture(Only(GREY))


def test_a_game_that_is_started_while_its_camera_is_being_looked_for_begins(make_window, qtbot) -> None:
    camera = _OnlyCamera()

    def opener(plan):
        camera.take()
        return Theatre().open(plan)

    window = make_window(
        opener, make_preview=lambda source, deck, _: Preview(source, deck, lambda: _Eyes([]), camera.open_slowly)
    )
    start = window.start_page
    start.choose_game("coins")
    start.go_to(3)
    qtbot.waitUntil(camera.asked.is_set, timeout=PATIENCE)
    qtbot.mouseClick(start.start_button, LEFT)
    camera.left.set()
    qtbot.waitUntil(lambda: window.live is not None or start.problem.text() != "", timeout=PATIENCE)
    assert start.problem.text() == ""


def test_a_game_that_was_given_up_while_it_waited_for_the_camera_does_not_open_it_any_more() -> None:
    opened = []

    def opener(plan):
        opened.append(plan)
        raise UnusableError("nobody there")

    plan = replace(plan_of(), kind="camera", source="0")
    with its_turn("0"):
        given_up = Opening(plan, opener)
        given_up.give_up()
        wanted = Opening(plan, opener)
    wait_until(lambda: wanted.failure != "")
    assert len(opened) == 1


def test_a_camera_that_is_looked_for_is_not_waited_for_by_who_looks_through_another(closing, reluctant) -> None:
    slow = closing(Preview("0", "spanish48", lambda: _Eyes([]), lambda _source: reluctant.wait() and _nobody()))
    other = closing(Preview("1", "spanish48", lambda: _Eyes([]), shows(GREY)))
    wait_until(lambda: other.opened)
    assert not slow.opened
    assert not reluctant.is_set()


def test_a_source_that_cannot_be_opened_is_a_problem_and_nothing_runs_on(closing) -> None:
    def broken(_source: str) -> Capture:
        raise UnusableError("nobody there")

    look = closing(Preview("5", "coins", lambda: _Eyes([]), broken))
    wait_until(lambda: look.problem == "nobody there")
    assert not look.opened


def test_every_taught_deck_of_the_kind_is_offered_and_one_that_is_gone_only_where_it_was_chosen(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(gallery_file, "gallery_folder", lambda: tmp_path)
    for name, deck in (("ours", SPANISH48), ("Abuela's", SPANISH48), ("whist", FRENCH52)):
        blank = np.zeros((160, 112, 3), np.uint8)
        rows = np.zeros((1, 8), np.float16)
        look = Look(deck.codes[0], blank)
        save_gallery(Gallery(name, deck.id, "", (look,), rows, np.zeros(1, np.intp), np.zeros(1, bool)))
    asked = []

    def preview_of(source: str, deck: str, taught: str) -> Preview:
        asked.append(taught)
        return Preview(source, deck, lambda: _Eyes([]), shows(GREY))

    window = make_window(make_preview=preview_of)
    start = window.start_page
    window.setup.taught["spanish48"] = "lost"
    start.choose_game("coins")
    start.go_to(3)
    design = start.camera_choice.design
    named = [design.itemData(place) for place in range(design.count())]
    assert named == ["", "Abuela's", "lost", "ours"]
    assert design.currentData() == "lost"
    design.setCurrentIndex(3)
    design.activated.emit(3)
    qtbot.waitUntil(lambda: asked[-1:] == ["ours"], timeout=PATIENCE)
    assert window.setup.plan().taught == "ours"
