"""On small screens nothing lies beyond the edge, and nothing that matters is cut off, however long the names are."""

import re
from itertools import combinations

import pytest
from app_gallery import LONG_NAMES, table_screens
from app_moments import Moment, before_hand, in_trick
from app_settling import settle
from camera_gallery import CAMERAS
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QScreen, QTextLayout
from PySide6.QtWidgets import QPushButton
from screen_faults import faults, painted_texts

from companion.app.model.chart import Chart, Line
from companion.app.model.library import Shelf
from companion.app.model.store import Store
from companion.app.widgets.announcement import Announcement
from companion.app.widgets.chart import ChartView
from companion.app.widgets.isolating import isolated
from companion.app.widgets.toolbar import Toolbar
from companion.app.window import MainWindow

SMALL = QRect(0, 0, 1024, 600)

COINS = Moment("coins", in_trick(1, 3, 2), in_trick(1, 2, 2), hands=1)

FAMILY = ("Großmutter Elisabeth", "Jean-Christophe", "Tante Maximiliane", "Onkel Bartholomäus")

HEBREW = ("אסתר", "דוד", "מרים", "יוסף")


# The window's place


@pytest.fixture
def opened(qtbot, monkeypatch, tmp_path):
    """Return what opens a window on a small screen, where one was at a place before."""
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _screen: SMALL)

    def open_window(*place: int) -> MainWindow:
        store = Store()
        if place:
            store.remember(window=place)
        window = MainWindow(store=store, shelf=Shelf(tmp_path / "sessions", tmp_path / "sessions.sqlite"))
        qtbot.addWidget(window)
        return window

    return open_window


@pytest.mark.parametrize(
    "place",
    [
        (),
        (0, 0, 1280, 720),
        (900, 500, 1000, 540),
        (-700, -20, 900, 500),
        (100, 20, 2560, 1440),
        (5000, 5000, 900, 500),
    ],
)
def test_the_window_and_its_frame_open_inside_the_screen(opened, place) -> None:
    window = opened(*place)
    around = QRect(window.pos(), window.size()).adjusted(-8, -40, 8, 8)
    assert window.width() <= SMALL.width() - 16
    assert window.height() <= SMALL.height() - 48
    if place and place[0] < SMALL.right():
        assert SMALL.contains(around)


def test_a_place_that_fits_is_taken_again(opened) -> None:
    assert opened(60, 50, 900, 500).geometry() == QRect(60, 50, 900, 500)


# The table


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720)])
@pytest.mark.parametrize("name", ["table-tiebreak-long-names", "table-end-long-names", "table-back-long-names"])
def test_a_tiebreak_between_long_names_is_told_in_full(make_window, qapp, name, size) -> None:
    store = Store()
    store.prefer(language="fr", scheme="light")
    window = make_window(store=store)
    window.resize(*size)
    next(screen for screen in table_screens(drawn=False) if screen.name == name).show(window)
    settle(qapp)
    assert faults(window, window._pages.currentWidget(), LONG_NAMES) == []


def test_rows_of_the_tricks_become_as_low_again_as_their_type(shown, qapp) -> None:
    window = shown(Moment("hearts_pp", in_trick(1, 3, 4), in_trick(1, 2, 4), hands=1))
    plays = window.table_page.plays
    usual = plays.rowHeight(0)
    window.resize(2560, 1440)
    settle(qapp)
    assert plays.rowHeight(0) > usual
    window.resize(1024, 600)
    settle(qapp)
    assert plays.rowHeight(0) == usual


def test_long_names_above_the_tricks_keep_their_beginning(shown) -> None:
    header = shown(Moment("hearts_pp", in_trick(1, 3, 4), in_trick(1, 2, 4), names=FAMILY, hands=1)).table_page.plays
    assert header.horizontalHeader().textElideMode() == Qt.TextElideMode.ElideRight


def test_who_made_the_game_is_told_before_who_plays(qtbot) -> None:
    toolbar = Toolbar()
    qtbot.addWidget(toolbar)
    toolbar.show()
    title, place = "SUITS - by Mark Steere", "Hand 2, trick 7.  Jean-Christophe to play"
    seen = []
    for width in range(1600, 400, -10):
        toolbar.resize(width, 40)
        toolbar.show_game(title, place)
        if not seen or seen[-1] != (toolbar.title.text(), toolbar.place.text()):
            seen.append((toolbar.title.text(), toolbar.place.text()))
    assert seen[:2] == [(title, place), (title, "Hand 2, trick 7")]


def test_where_there_is_hardly_any_room_the_place_in_the_game_stands_in_two_lines(qtbot) -> None:
    toolbar = Toolbar()
    qtbot.addWidget(toolbar)
    toolbar.show()
    shown = (button for button in toolbar.findChildren(QPushButton) if not button.isHidden())
    buttons = sum(button.sizeHint().width() + 8 for button in shown)
    needed = toolbar.place.fontMetrics().horizontalAdvance("Hand 12, trick 13")
    toolbar.resize(buttons + needed, 40)
    toolbar.show_game("SUITS - by Mark Steere", "Hand 12, trick 13.  Ana to play")
    assert toolbar.place.text().split("\n") == ["Hand 12,", "trick 13"]
    widest = max(map(toolbar.place.fontMetrics().horizontalAdvance, toolbar.place.text().split("\n")))
    qtbot.waitUntil(lambda: toolbar.place.width() >= widest, timeout=60_000)
    toolbar.resize(buttons + 2 * needed, 40)
    assert toolbar.place.text().startswith("Hand 12, trick 13")


@pytest.mark.parametrize("width", [800, 1024, 1600])
def test_who_made_the_game_is_told_in_a_window_of_any_width(shown, qapp, width) -> None:
    window = shown(COINS)
    window.resize(width, 600)
    settle(qapp)
    page = window.table_page
    page.refresh_status()
    told = [page.toolbar.title.text(), page.status.texts[0].split("  ·  ")[0]]
    assert told.count("COINS - by Mark Steere") == 1


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720)])
def test_names_are_cut_off_in_the_score_only_where_there_is_no_room(shown, size) -> None:
    moment = Moment("steere_suits", in_trick(2, 6, 2), before_hand(2), names=LONG_NAMES)
    window = shown(moment, size=size)
    with painted_texts() as painted:
        window.table_page.scores.grab()
    assert {*LONG_NAMES[:3]} <= {text.text for text in painted}
    assert all(text.fits for text in painted)


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720)])
@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_what_stands_above_the_score_of_hearts_is_told_in_full(shown, language, size) -> None:
    moment = Moment("hearts_pp", in_trick(1, 3, 4), in_trick(1, 2, 4), names=FAMILY, hands=1)
    window = shown(moment, language=language, size=size)
    assert faults(window, window._pages.currentWidget(), FAMILY) == []


def test_no_name_and_no_other_number_hides_how_many_cards_are_passed(shown) -> None:
    moment = Moment("seven_suitors", before_hand(2), lambda script: before_hand(2)(script) - 12, names=FAMILY)
    window = shown(moment)
    table = window.table_page.table
    with painted_texts() as painted:
        table.grab()
    numbers = [text.place for text in painted if text.text.isdecimal()]
    assert len(numbers) == 12
    names = [spot.chip.toAlignedRect() for spot in table._spots(window.live.board)]
    assert not [number for number in numbers if any(number.intersects(name) for name in names)]
    pairs = [(one, other) for place, one in enumerate(numbers) for other in numbers[:place]]
    assert not [pair for pair in pairs if pair[0].intersects(pair[1])]


# The chart


def test_a_chart_of_many_hands_and_long_names_can_be_read(qtbot, qapp) -> None:
    names = ("Ana", "Großmutter Elisabeth von Habsburg", "Jean-Christophe de la Tour", "אסתר", "Emil")
    totals = [[place * (seat - 1) for place in range(101)] for seat in range(5)]
    lines = tuple(Line(name, (seat,), tuple(totals[seat])) for seat, name in enumerate(names))
    view = ChartView()
    qtbot.addWidget(view)
    view.resize(420, 240)
    view.show_chart(Chart(lines, tuple(range(5, 101, 5)), None))
    with painted_texts() as painted:
        view.grab()
    assert not [pair for pair in combinations(painted, 2) if pair[0].place.intersects(pair[1].place)]
    assert all(view.rect().contains(text.place) for text in painted)
    told = [text.text for text in painted]
    assert [text for text in told if text in map(str, range(1, 21))] == [str(number) for number in range(2, 21, 2)]
    long = next(text for text in told if text.startswith("Großmutter"))
    assert long.endswith("… 0")
    assert "Ana −100" in told


def test_a_hand_that_has_just_begun_takes_no_name_from_those_before(qtbot) -> None:
    view = ChartView()
    qtbot.addWidget(view)
    view.resize(420, 240)
    view.show_chart(Chart((Line("Ana", (0,), tuple(range(50))),), (16, 32, 48), None))
    with painted_texts() as painted:
        view.grab()
    told = [text.text for text in painted if text.text.startswith("hand")]
    assert told[:3] == ["hand 1", "hand 2", "hand 3"]


# Names written from right to left


def test_the_total_behind_a_hebrew_name_stands_to_its_right(shown) -> None:
    names = HEBREW[:3]
    moment = Moment("coins", in_trick(1, 3, 3), in_trick(1, 2, 3), names=names, hands=1)
    text = shown(moment).table_page.detail.text()
    layout = QTextLayout(text)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    totals = [re.search(rf"{name}\W*(\d+)", text) for name in names]
    assert all(totals)
    places = [(line.cursorToX(total.start() + 1)[0], line.cursorToX(total.start(1))[0]) for total in totals]
    across = [place for pair in places for place in pair]
    assert across == sorted(across)


def test_other_names_are_left_as_they_are() -> None:
    assert isolated("María 3, Jean-Christophe −2") == "María 3, Jean-Christophe −2"
    assert isolated("בן דוד 3") == "\u2068בן דוד\u2069 3"


# Teaching


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_all_answers_about_a_card_in_doubt_are_in_sight(make_window, qtbot, language, large) -> None:
    store = Store()
    store.prefer(language=language, scheme="light", large_type=large)
    window = make_window(store=store)
    window.resize(2560, 1440)
    screen = next(screen for screen in CAMERAS if screen.name == "teach-doubt")
    screen.show(window)
    qtbot.waitUntil(lambda: screen.there(window), timeout=120_000)
    flow = window.tools_page.teaching
    window.resize(1024, 600)

    def hidden() -> list[str]:
        answers = [button for button in flow.question.findChildren(QPushButton) if not button.isHidden()]
        assert len(answers) == 5
        assert {button.font() for button in answers} == {flow.begin_button.font()}
        return [button.text() for button in answers if button.visibleRegion().boundingRect().size() != button.size()]

    qtbot.waitUntil(lambda: hidden() == [], timeout=60_000)


LOW = (910, 512)
"""A window of 1366 x 768 where everything is drawn half as large again."""


def test_what_the_camera_reads_is_in_sight_below_its_picture_in_a_low_window(make_window, qtbot) -> None:
    window = make_window()
    screen = next(screen for screen in CAMERAS if screen.name == "camera-read")
    window.resize(*LOW)
    screen.show(window)
    qtbot.waitUntil(lambda: screen.there(window), timeout=120_000)
    choice = window.start_page.camera_choice
    qtbot.waitUntil(
        lambda: choice.verdict.visibleRegion().boundingRect().size() == choice.verdict.size(), timeout=60_000
    )
    window.resize(1366, 768)
    qtbot.waitUntil(lambda: choice.picture.height() > 300, timeout=60_000)
    assert choice.picture.width() / choice.picture.height() == pytest.approx(16 / 9, rel=0.02)


def test_no_button_below_a_recording_is_cut_off_in_a_narrow_window(library, qapp) -> None:
    library.sessions.library_page.replay_wanted.emit(library.sessions.library_page.chosen)
    library.prefer("language", "fr")
    library.resize(*LOW)
    view = library.sessions.replay_page
    view.card.choose(view.replay.session.tracks[2])
    settle(qapp)
    buttons = [button for button in view.findChildren(QPushButton) if button.isVisible()]
    assert [button.text() for button in buttons if button.width() < button.sizeHint().width()] == []
    assert [button.text() for button in buttons if button.visibleRegion().boundingRect().size() != button.size()] == []


def test_the_standing_of_four_has_as_much_room_as_the_cards_of_the_last_trick(shown) -> None:
    ended = Moment("forum_suits", lambda script: script.duration, chosen={"players": 4, "rounds": 1}, hands=None)
    ending = shown(ended, size=LOW).table_page.ending
    assert ending.isVisible()
    assert ending.finals.height() >= ending.cards.height()


def test_a_long_announcement_is_told_whole_in_a_low_place(qtbot) -> None:
    announcement = Announcement()
    qtbot.addWidget(announcement)
    announcement.setFixedSize(260, 70)
    sentence = "Ana seems not to have followed suit in trick 1: the 8 of Spades on the 3 of Diamonds, and now the King"
    announcement.announce(sentence, warns=True)
    with painted_texts() as painted:
        announcement.grab()
    assert [text.text.replace("\u00a0", " ") for text in painted] == [sentence]
    assert painted[0].fits
