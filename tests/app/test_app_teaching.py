"""Teaching a deck in the app: a guided flow before a camera."""

from dataclasses import replace

from app_sources import GREY, PATIENCE, Still, shows, wait_until
from app_teaching import Teacher, ask_while_teaching, begin_teaching
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from companion.app.model.lessons import Teaching
from companion.cards import SPANISH48
from companion.errors import UnusableError
from companion.vision.capture import Capture
from companion.vision.teaching import Lesson


def test_a_deck_is_taught_in_the_app(make_window, qtbot) -> None:
    window = make_window()
    flow = window.tools_page.teaching
    kept = []
    ask_while_teaching(window, qtbot, "Grandmother's", kept.append)
    assert "Cards known: 1 of 48" in flow.told.text()
    answer = next(button for button in flow.question.findChildren(QPushButton) if button.text() == "3 of Cups")
    answer.click()
    qtbot.waitUntil(lambda: not flow.question.isVisible(), timeout=PATIENCE)
    assert flow.look.lesson.recognised[1].code == "3-cups"
    flow.end_button.click()
    qtbot.waitUntil(lambda: "Grandmother's" in flow.told.text(), timeout=PATIENCE)
    assert "Cards known: 2 of 48; show the others" in flow.told.text()
    assert len(kept) == 1
    assert window.setup.taught == {"spanish48": "Grandmother's"}
    window.setup.choose_game("coins")
    assert window.setup.plan().taught == "Grandmother's"
    window.setup.kind = "simulated"
    assert window.setup.plan().taught == ""


def test_a_deck_that_is_kept_while_the_page_is_left_is_kept_and_chosen(make_window, qtbot) -> None:
    window = make_window()
    flow = window.tools_page.teaching
    kept = []
    ask_while_teaching(window, qtbot, "Grandmother's", kept.append)
    flow.end_button.click()
    window.go_back()
    assert len(kept) == 1
    assert window.setup.taught == {"spanish48": "Grandmother's"}


def test_what_was_seen_is_kept_though_the_camera_is_lost(make_window, qtbot) -> None:
    window = make_window()
    camera = Still(GREY)

    def gone() -> Still:
        raise UnusableError("nobody there")

    def opener(_source: str) -> Capture:
        return Capture(camera, reopen=gone)

    flow = begin_teaching(window, qtbot, "Grandmother's cards", Teacher, opener=opener)
    qtbot.waitUntil(lambda: flow.question.isVisible(), timeout=PATIENCE)
    camera.close()
    qtbot.waitUntil(lambda: "no picture" in flow.picture.message, timeout=PATIENCE)
    qtbot.mouseClick(flow.end_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Grandmother's cards" in flow.told.text(), timeout=PATIENCE)


def test_cards_of_an_earlier_teaching_are_known_though_they_are_not_shown_again(closing) -> None:
    class GoesOn(Teacher):
        kept = frozenset(SPANISH48.codes[:30])

    look = closing(Teaching("0", "ours", "spanish48", teacher=GoesOn, opener=shows(GREY), keep=lambda _: None))
    wait_until(lambda: look.lesson is not None)
    assert "Cards known: 30 of 48" in look.told()


def test_of_a_spanish_deck_of_forty_cards_nothing_is_missing(make_window, qtbot) -> None:
    class Forty(Teacher):
        missing = tuple(code for code in SPANISH48.codes if code[:2] in ("8-", "9-"))

        def lesson(self) -> Lesson:
            return replace(super().lesson(), doubtful=(), missing=self.missing)

    window = make_window()
    flow = begin_teaching(window, qtbot, "Baraja", Forty)
    qtbot.waitUntil(lambda: "without the 8 and 9" in flow.told.text(), timeout=PATIENCE)
    assert "SUITS and COINS are played with 48 cards" in flow.told.text()
    assert "Lay the others" not in flow.told.text()
    window.prefer("language", "es")
    qtbot.waitUntil(lambda: "sin ochos ni nueves" in flow.told.text(), timeout=PATIENCE)
    window.prefer("language", "en")
    qtbot.mouseClick(flow.end_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Done." in flow.told.text(), timeout=PATIENCE)
    assert "SUITS and COINS are played with 48 cards" in flow.told.text()
    assert "show the others" not in flow.told.text()


def test_a_card_under_whose_name_another_was_kept_is_asked_for(make_window, qtbot) -> None:
    class Renames(Teacher):
        def lesson(self) -> Lesson:
            return replace(super().lesson(), renamed={"5-swords": "3-swords"})

    window = make_window()
    flow = begin_teaching(window, qtbot, "Baraja", Renames)
    asks = "Still to be shown, for another card was kept under the name: 5 of Swords"
    qtbot.waitUntil(lambda: asks in flow.told.text(), timeout=PATIENCE)


def test_a_deck_that_is_known_whole_can_be_chosen_again_by_its_name(make_window, qtbot) -> None:
    class Knows(Teacher):
        def lesson(self) -> Lesson:
            return Lesson((), (), (), ())

    window = make_window()
    flow = begin_teaching(window, qtbot, "Grandmother's", Knows)
    qtbot.waitUntil(lambda: "All 48 cards are known" in flow.told.text(), timeout=PATIENCE)
    qtbot.mouseClick(flow.end_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.setup.taught == {"spanish48": "Grandmother's"}, timeout=PATIENCE)


def test_cards_of_another_deck_than_the_one_chosen_are_told(closing) -> None:
    class Puzzled(Teacher):
        def other_deck(self, _lesson: Lesson) -> str | None:
            return "french52"

    look = closing(Teaching("0", "ours", "spanish48", teacher=Puzzled, opener=shows(GREY), keep=lambda _: None))
    wait_until(lambda: look.lesson is not None and look.other_deck is not None)
    assert "they look like another deck: French deck" in look.told()


def test_without_a_camera_nothing_is_asked_for_and_nothing_can_be_kept(make_window, qtbot) -> None:
    def gone(_: str) -> Capture:
        raise UnusableError("camera 0: is not there")

    window = make_window()
    flow = window.tools_page.teaching
    flow._make = lambda source, name, deck: Teaching(source, name, deck, teacher=Teacher, opener=gone)
    window.show_page(window.tools_page)
    window.tools_page.show_flow(2)
    qtbot.keyClicks(flow.name, "ours")
    flow.begin_button.click()
    qtbot.waitUntil(lambda: flow.look is not None and bool(flow.look.problem), timeout=PATIENCE)
    flow.refresh()
    assert flow.told.text() == ""
    assert not flow.end_button.isEnabled()


def test_a_deck_that_cannot_be_kept_is_told(closing) -> None:
    look = closing(Teaching("0", "bad", "spanish48", teacher=Teacher, opener=shows(GREY), keep=lambda _: None))
    wait_until(lambda: look.lesson is not None)
    look.dismiss(2)
    look.finish()
    wait_until(lambda: bool(look.failure.told()))
    assert look.told() == "the disk is full"
    assert look.doubt is None
