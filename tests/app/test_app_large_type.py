"""Where the system's own type is twice as large and the screen small, everything can be read and reached."""

from itertools import combinations, pairwise

import pytest
from app_gallery import LONG_NAMES, table_screens
from app_moments import Moment, at_end, before_hand, before_tiebreak, in_trick, plan_of, watch_of, with_card
from app_settling import settle
from camera_gallery import CAMERAS
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QPushButton, QScrollBar
from screen_faults import faults, painted_texts

from companion.app.model.store import Store
from companion.app.theme import USUAL_LINE, Look, type_factor
from companion.app.widgets.scores import ScoreBoard
from companion.app.widgets.start import PLAYERS

COINS = Moment("coins", in_trick(1, 3, 2), in_trick(1, 2, 2), hands=1)


@pytest.fixture(params=["es", "fr"])
def small(request, make_window, qapp):
    """Return a window of 1024 x 600 pixels in which the system's type is twice as large."""
    usual = qapp.font()
    larger = QFont(usual)
    larger.setPointSizeF(2 * usual.pointSizeF())
    qapp.setFont(larger)
    store = Store()
    store.prefer(language=request.param, scheme="light")
    window = make_window(store=store)
    window.resize(1024, 600)
    yield window
    qapp.setFont(usual)


def _place(widget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint()), widget.size())


def _scrolls_sideways(window) -> list[str]:
    bars = [bar for bar in window.findChildren(QScrollBar) if bar.isVisible() and bar.maximum()]
    return [bar.parentWidget().parentWidget().objectName() for bar in bars if bar.orientation().name == "Horizontal"]


def _whole(window) -> None:
    """Assert that every button lies in the window with its whole text."""
    for button in window.findChildren(QPushButton):
        if button.isVisible() and button.text():
            assert window.rect().contains(_place(button)), button.text()
            assert button.fontMetrics().horizontalAdvance(button.text()) + 8 <= button.width(), button.text()


def test_the_toolbar_is_whole_and_says_where_the_game_stands(small, qapp) -> None:
    small.show_watch(plan_of(COINS), watch_of(COINS, drawn=False))
    small.table_page.refresh()
    settle(qapp)
    _whole(small)
    toolbar = small.table_page.toolbar
    with painted_texts() as painted:
        toolbar.place.grab()
    assert [part.text for part in painted] == [toolbar.place.text()]
    assert all(number in toolbar.place.text() for number in ("1", "4"))


def test_undoing_is_a_sign_where_words_have_no_room_but_keeps_its_name(small, qapp) -> None:
    small.show_watch(plan_of(COINS), watch_of(COINS, drawn=False))
    settle(qapp)
    undo = small.table_page.toolbar.undo
    name = undo.accessibleName()
    assert undo.text() == "\N{ANTICLOCKWISE TOP SEMICIRCLE ARROW}"
    small.resize(1920, 600)
    settle(qapp)
    assert undo.text() == undo.accessibleName() == name
    small.resize(1024, 600)
    small.prefer("language", "en")
    settle(qapp)
    assert undo.accessibleName() == "Undo"
    assert undo.text() in ("Undo", "\N{ANTICLOCKWISE TOP SEMICIRCLE ARROW}")


@pytest.mark.parametrize("name", ["teach-doubt", "camera-read"])
def test_nothing_before_a_camera_scrolls_sideways(small, qapp, qtbot, name) -> None:
    screen = next(screen for screen in CAMERAS if screen.name == name)
    screen.show(small)
    qtbot.waitUntil(lambda: screen.there(small), timeout=120_000)
    settle(qapp)
    assert _scrolls_sideways(small) == []


def test_what_is_done_with_recordings_is_whole(small, qapp) -> None:
    small.sessions.show_library()
    settle(qapp)
    _whole(small)


@pytest.mark.parametrize("name", ["table-end-steere_suits", "table-end-forum_suits"])
def test_the_standing_at_the_end_can_be_read(small, qapp, name) -> None:
    next(screen for screen in table_screens(drawn=False) if screen.name == name).show(small)
    settle(qapp)
    ending = small.table_page.ending
    with painted_texts() as painted:
        ending.finals.grab()
    assert [part.text for part in painted if not part.fits] == []
    line = ending.fontMetrics().height()
    assert all(part.place.height() >= 0.6 * line for part in painted if part.text == "Ana")
    _whole(small)


def test_type_of_the_usual_size_follows_the_window_as_before() -> None:
    for size in ((1024, 600), (1280, 720), (1920, 1080)):
        assert type_factor(*size, Look()) == type_factor(*size, Look(), USUAL_LINE - 2)
    assert type_factor(1280, 720, Look(), 2 * USUAL_LINE) == type_factor(1280, 720, Look())
    assert 1.2 < 2 * type_factor(1024, 600, Look(), 2 * USUAL_LINE) < 2 * type_factor(1024, 600, Look())


def painted_twice_as_large(board, width, height):
    """Return what a board writes in twice as large type where it has so much room, pixels."""
    font = board.font()
    font.setPointSizeF(2 * font.pointSizeF())
    board.setFont(font)
    board.setMinimumSize(0, 0)
    board.setFixedSize(width, height)
    with painted_texts() as painted:
        board.grab()
    return painted


def test_in_type_twice_as_large_the_score_can_be_read_before_what_stands_around_it(shown) -> None:
    board = shown(Moment("hearts_pp", in_trick(3, 8, 3), before_hand(3))).table_page.scores
    painted = painted_twice_as_large(board, 550, 250)
    rows = [text for text in painted if text.text in ("Ana", "Ben", "Dora")]
    assert len(rows) == 3
    line = board.fontMetrics().height()
    assert all(text.place.height() >= 0.8 * line for text in rows)
    centres = sorted(text.place.center().y() for text in rows)
    assert all(later - earlier >= 0.9 * line for earlier, later in pairwise(centres))
    # Whatever else is told keeps to the board, and off the rows.
    others = [text for text in painted if text.text.startswith(("Broken", "total"))]
    assert len(others) == 2
    assert all(board.rect().contains(text.place) for text in (*rows, *others))
    assert not [one for one in others if any(one.place.intersects(row.place) for row in rows)]


def test_where_there_is_hardly_any_room_for_and_against_are_told_in_brief(shown) -> None:
    moment = Moment("forum_suits", in_trick(1, 2, 5), chosen={"players": 5}, hands=1)
    board = shown(moment, language="es").table_page.scores
    painted = painted_twice_as_large(board, 430, 300)
    balance = [text for text in painted if text.text.startswith("+") and "−" in text.text]
    assert balance[0].text == "+  −"
    assert len(balance) == 6
    assert balance[1].text == "+0  −8"
    assert all(text.fits for text in balance)


@pytest.fixture
def doubled(shown, qapp):
    """Return what shows a moment in a window of 1280 x 720 pixels while the system's type is twice as large."""
    usual = qapp.font()
    larger = QFont(usual)
    larger.setPointSizeF(2 * usual.pointSizeF())
    qapp.setFont(larger)
    yield lambda moment: shown(moment, language="fr", size=(1280, 720))
    qapp.setFont(usual)


def test_games_to_choose_stand_in_one_column_in_type_twice_as_large(doubled, qapp) -> None:
    window = doubled(COINS)
    window.leave()
    window.start_page.go_to(0)
    settle(qapp)
    assert faults(window, window.start_page) == []
    tiles = window.start_page.game_choice.games.buttons()
    assert all(tile.width() > 1000 for tile in tiles)


def test_cards_and_names_keep_off_each_other_in_type_twice_as_large(doubled) -> None:
    window = doubled(COINS)
    table = window.table_page.table
    spots = table._spots(window.live.board)
    places = [spot.chip for spot in spots] + [card for spot in spots for card in spot.cards]
    assert all(QRectF(table.rect()).contains(place) for place in places)
    assert not [pair for pair in combinations(places, 2) if pair[0].intersects(pair[1])]
    assert all(card.height() > 40 for spot in spots for card in spot.cards)


def test_everything_that_sets_a_card_right_is_in_sight_in_type_twice_as_large(doubled, qapp) -> None:
    window = doubled(COINS)
    window.prefer("language", "es")
    window.resize(1024, 600)
    window.table_page.toolbar.correct.click()
    settle(qapp)
    panel = window.table_page.stage.correction
    clicked = [button for button in (panel.search, *panel.findChildren(QPushButton)) if button.isVisible()]
    places = [QRect(one.mapTo(panel, QPoint(0, 0)), one.size()) for one in clicked]
    assert len(clicked) == 8
    assert not [pair for pair in combinations(places, 2) if pair[0].intersects(pair[1])]
    buttons = [one for one in clicked if isinstance(one, QPushButton)]
    assert not [one.text() for one in buttons if one.width() < one.sizeHint().width()]


@pytest.mark.parametrize(("code", "size"), [("es", (1280, 720)), ("fr", (1024, 600))])
def test_what_sets_a_card_of_four_players_right_keeps_off_each_other_below_two_lines(doubled, qapp, code, size) -> None:
    window = doubled(Moment("hearts_pp", in_trick(3, 8, 3), before_hand(3)))
    window.prefer("language", code)
    window.resize(*size)
    settle(qapp)
    headline = window.table_page.announcement
    usual = headline.height()
    window.table_page.toolbar.correct.click()
    settle(qapp)
    panel = window.table_page.stage.correction
    widgets = (panel.search, *panel.findChildren(QPushButton), *panel.findChildren(QLabel))
    places = [_within(one, panel) for one in widgets if one.isVisible()]
    assert not [pair for pair in combinations(places, 2) if pair[0].intersects(pair[1])]
    buttons = [one for one in panel.findChildren(QPushButton) if one.isVisible()]
    assert not [one.text() for one in buttons if one.width() < one.sizeHint().width()]
    panel.close_button.click()
    settle(qapp)
    assert headline.height() == usual


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_round_the_table_is_in_sight_at_once_in_type_twice_as_large(small, qapp, players) -> None:
    start = small.start_page
    start.choose_game("hearts_pp")
    start.setup.enter("players", str(players))
    start.show_setup()
    start.go_to(PLAYERS)
    settle(qapp)
    where = start.players_choice.map
    foot = start.start_button.mapTo(small, QPoint()).y()
    bottoms = [where.mapTo(small, where.place_of(seat).bottomRight().toPoint()).y() for seat in range(players)]
    assert all(bottom < foot for bottom in bottoms)


@pytest.mark.parametrize("name", ["table-hearts_pp", "table-forum_suits-five", "table-correction"])
def test_large_type_is_held_back_where_the_window_is_low(make_window, qapp, name) -> None:
    store = Store()
    store.prefer(language="fr", scheme="light")
    window = make_window(store=store)
    window.resize(1024, 600)
    next(screen for screen in table_screens(drawn=False) if screen.name == name).show(window)
    usual = window.table_page.fontMetrics().height()
    window.prefer("large_type", True)
    settle(qapp)
    assert window.table_page.fontMetrics().height() > usual
    assert faults(window, window._pages.currentWidget(), LONG_NAMES) == []


@pytest.mark.parametrize("times", [1.0, 1.5, 2.0])
def test_the_score_of_five_is_readable_in_any_type(shown, qapp, times) -> None:
    names = ("Maximiliane", "Ana \N{GRINNING FACE}", "محمد عبد الله", "Bartholomew", "Emil")
    moment = Moment("forum_suits", in_trick(1, 2, 5), chosen={"players": 5}, hands=1, names=names)
    window = shown(moment, size=(1366, 768))
    window._usual_font.setPointSizeF(window._usual_font.pointSizeF() * times)
    window._set_type(force=True)
    settle(qapp)
    with painted_texts() as painted:
        window.findChild(ScoreBoard).grab()
    texts = [part.text for part in painted]
    assert [part.text for part in painted if not part.fits and part.text.lstrip("+−").isdecimal()] == []
    # Hands to come give way to those that are played.
    assert "hand 1" in texts
    assert texts.count("0") >= len(names)
    assert {"Ana \N{GRINNING FACE}", "Emil"} <= set(texts) or times > 1.5


@pytest.mark.parametrize("large", [False, True])
def test_names_on_the_table_become_smaller_before_they_are_cut(shown, qapp, large) -> None:
    names = ("Maximiliane", "Ana", "María Antonia", "Bartholomew", "Jean-Christophe")
    moment = Moment("forum_suits", in_trick(1, 2, 5), chosen={"players": 5}, hands=1, names=names)
    window = shown(moment, size=(1366, 768))
    window.prefer("large_type", large)
    settle(qapp)
    with painted_texts() as painted:
        window.table_page.table.grab()
    assert set(names) <= {part.text for part in painted}


LONG = {
    "hearts_pp": Moment("hearts_pp", in_trick(1, 3, 4), in_trick(1, 2, 4), names=LONG_NAMES, hands=1),
    "forum_suits": Moment(
        "forum_suits", in_trick(1, 2, 5), in_trick(1, 1, 5), chosen={"players": 5}, names=LONG_NAMES, hands=1
    ),
    "steere_suits": Moment(
        "steere_suits", with_card(2), before_tiebreak, chosen={"hands": 1}, tied=True, names=LONG_NAMES
    ),
}


@pytest.mark.parametrize("game", ["hearts_pp", "forum_suits"])
def test_names_become_smaller_before_cards_do_in_type_twice_as_large(small, qapp, game) -> None:
    small.show_watch(plan_of(LONG[game]), watch_of(LONG[game], drawn=False))
    small.table_page.refresh()
    settle(qapp)
    table = small.table_page.table
    cards = [place for _, place in table._laid()]
    assert len(cards) == len(table._board.places)
    assert all(card.height() >= 0.18 * table.height() for card in cards)
    assert not any(one.intersects(other) for one, other in combinations(cards, 2))


def test_who_gets_a_card_in_a_tiebreak_is_seen_whole_in_type_twice_as_large(small, qapp) -> None:
    small.show_watch(plan_of(LONG["steere_suits"]), watch_of(LONG["steere_suits"], drawn=False))
    small.table_page.refresh()
    settle(qapp)
    steps = small.table_page.steps
    labels = [label for label in steps.findChildren(QLabel) if label.isVisible()]
    assert any("Jean-Christophe" in label.text() for label in labels)
    assert [label.text() for label in labels if not steps.rect().contains(_within(label, steps))] == []


def _within(widget, outer) -> QRect:
    return QRect(widget.mapTo(outer, QPoint()), widget.size())


@pytest.mark.parametrize("name", ["coins", "hearts_pp"])
def test_what_was_played_and_the_buttons_below_a_result_keep_off_each_other_in_type_twice_as_large(
    doubled, qapp, name
) -> None:
    chosen = {"losing": 60} if name == "hearts_pp" else {}
    window = doubled(Moment(name, at_end, lambda script: script.duration - 15, chosen=chosen))
    window.prefer("language", "es")
    settle(qapp)
    ending = window.table_page.ending
    said = (ending.title, ending.facts)
    places = [_place(widget) for widget in (*said, *ending.findChildren(QPushButton)) if widget.isVisible()]
    assert not [pair for pair in combinations(places, 2) if pair[0].intersects(pair[1])]
    assert all(label.height() >= label.heightForWidth(label.width()) for label in said)
    _whole(window)
