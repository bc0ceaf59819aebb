"""The real window, from the start page to corrected scores."""

import threading

from app_tables import NAMES, Theatre, plan_of, plays_of, script_of, tricks_of
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMessageBox, QPushButton

from companion.app.model.wording import short_name
from companion.rules.games import COINS, HEARTS_PP, STEERE_SUITS
from companion.simulation.incidents import Incidents
from companion.simulation.staging import stage_game
from companion.table.events import Irregularity

PATIENCE = 120_000
"""Milliseconds that a slow machine may take."""

LEFT = Qt.MouseButton.LeftButton


def _won(window, tricks: int) -> bool:
    if window.live is None:
        return False
    return sum(row.winner is not None for row in window.live.board.rows) >= tricks


def _totals(window) -> tuple[int, ...]:
    return tuple(row.total for row in window.live.score.rows)


def _after(script, trick: int) -> float:
    """Return a moment at which the trick is decided and still lies on the table."""
    return tricks_of(script)[trick].time + 0.8


def test_a_whole_trick_is_announced(make_window, qtbot) -> None:
    script = script_of()
    theatre = Theatre(script, stop=_after(script, 0))
    window = make_window(theatre.open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: _won(window, 1), timeout=PATIENCE)
    page, first = window.table_page, tricks_of(script)[0]
    assert f"{first.player} wins the trick" in page.announcement.text
    assert page.toolbar.title.text() == "COINS - by Mark Steere"
    assert page.announcement.accessibleDescription() == page.announcement.text
    assert _totals(window) == first.totals
    assert f"{first.player} leads" in page.toolbar.place.text()
    shown = page.table.accessibleDescription()
    assert f"{first.player}: {short_name('spanish48', first.card)}, wins" in shown
    cells = {page.plays.plays.data(page.plays.plays.index(0, column)) for column in range(1, 4)}
    assert {text.removeprefix("▸ ") for text in cells} == {
        short_name("spanish48", play.cards[0]) for play in plays_of(script)[:3]
    }


def test_a_game_is_set_up_and_started_from_the_start_page(make_window, qtbot) -> None:
    theatre = Theatre(script_of(STEERE_SUITS), stop=1.0)
    plans = []

    def opener(plan):
        plans.append(plan)
        return theatre.open(plan)

    window = make_window(opener)
    start = window.start_page
    start.choose_game("steere_suits")
    for field, name in zip(start.names, NAMES, strict=True):
        qtbot.keyClicks(field, name)
    start.source.choose("simulated")
    qtbot.mouseClick(start.start_button, LEFT)
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    assert plans[0].game is STEERE_SUITS
    assert plans[0].names == NAMES
    assert plans[0].settings.number("hands") == 3
    assert window.table_page.isVisible()
    assert not start.isVisible()


def test_a_misread_card_clicked_in_the_picture_is_corrected_and_the_score_follows(make_window, qtbot) -> None:
    script = script_of()
    first, card = tricks_of(script)[0], tricks_of(script)[0].card
    worst = _harmless(script)
    theatre = Theatre(script, misread={card: ((worst, 0.99), (card, 0.005))}, stop=_after(script, 0))
    window = make_window(theatre.open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: _won(window, 1), timeout=PATIENCE)
    wrong = _totals(window)
    assert wrong != first.totals
    page = window.table_page
    track = next(seen.track for seen in window.live.snapshot.cards if seen.code == worst)
    qtbot.mouseClick(page.picture, LEFT, pos=page.picture.place_of(track).toPoint())
    assert page.correction.isVisible()
    assert page.correction.chosen == (worst,)
    page.correction.search.setFocus()
    qtbot.keyClicks(page.correction.search, card.replace("-", " "))
    qtbot.keyClick(page.correction.search, Qt.Key.Key_Return)
    assert _totals(window) == first.totals
    assert page.table.isVisible()
    qtbot.waitUntil(lambda: "Corrected" in page.announcement.text, timeout=PATIENCE)
    qtbot.mouseClick(page.toolbar.undo, LEFT)
    assert _totals(window) == wrong
    qtbot.mouseClick(page.toolbar.redo, LEFT)
    assert _totals(window) == first.totals


def _harmless(script) -> str:
    """Return a card that loses the first trick whatever else lies there, and is not played in the hand's beginning."""
    first = tricks_of(script)[0]
    others = [play.cards[0] for play in plays_of(script)[:3] if play.cards[0] != first.card]
    early = {play.cards[0] for play in plays_of(script)[:9]}
    for code in COINS.deck.codes:
        plays = [(seat, (card,)) for seat, card in enumerate([*others, code])]
        state = COINS.start()
        if code not in early and state.decide(tuple(plays)).winner != 2:
            return code
    raise AssertionError("every card wins this trick")


def _asked_about(make_window, qtbot, script, code, *, chance, chance_of_other):
    """Open a window whose eyes are in doubt about the first card of a game; return it once that card is asked about."""
    other = next(card for card in COINS.deck.codes if all(card != play.cards[0] for play in plays_of(script)[:6]))
    readings = sorted(((code, chance), (other, chance_of_other)), key=lambda reading: -reading[1])
    window = make_window(Theatre(script, misread={code: tuple(readings)}, stop=_after(script, 0)).open)
    window.open(plan_of())
    qtbot.waitUntil(window.table_page.question.isVisible, timeout=PATIENCE)
    return window


def test_a_question_is_answered_by_one_key(make_window, qtbot) -> None:
    script = script_of()
    asked = plays_of(script)[0]
    code = asked.cards[0]
    window = _asked_about(make_window, qtbot, script, code, chance=0.45, chance_of_other=0.5)
    page = window.table_page
    assert not _won(window, 1)
    assert asked.player in page.announcement.text
    assert page.announcement.text == window.live.snapshot.question.message
    qtbot.waitUntil(page.question.crop.isVisible, timeout=PATIENCE)
    assert page.question.crop.pixmap().height() > page.question.crop.fontMetrics().height() * 2
    key = page.question.candidates.codes.index(code) + 1
    qtbot.keyClick(page, str(key))
    qtbot.waitUntil(lambda: _won(window, 1), timeout=PATIENCE)
    assert not page.question.isVisible()
    assert "?" not in page.announcement.text
    assert _totals(window) == tricks_of(script)[0].totals


def test_a_revoke_that_was_none_of_the_readings_fault_is_confirmed_by_one_key(make_window, qtbot) -> None:
    incidents = Incidents(revoke=0.3)
    script = stage_game(HEARTS_PP, HEARTS_PP.configure(players=3), 0, NAMES, hands_limit=1, incidents=incidents)
    revoke = next(event for event in script.truth if isinstance(event, Irregularity))
    window = make_window(Theatre(script, stop=revoke.time + 3.0).open)
    window.open(plan_of(HEARTS_PP, players=3))
    page = window.table_page
    qtbot.waitUntil(page.question.isVisible, timeout=PATIENCE)
    question = window.live.snapshot.question
    assert len(question.together) == 3
    assert f"{NAMES[revoke.seat]} seems not to have followed suit" in page.announcement.text
    confirm = next(button for button in page.question.findChildren(QPushButton) if "(Y)" in button.text())
    assert confirm.isVisible()
    assert all(NAMES[seat] in confirm.toolTip() for seat, _ in question.together)
    qtbot.keyClick(page, Qt.Key.Key_Y)
    qtbot.waitUntil(
        lambda: any("after discarding on" in notice.title for notice in window.live.notices), timeout=PATIENCE
    )
    assert not page.question.isVisible()


def test_a_card_that_lies_there_and_was_not_counted_is_added_by_three_keys_and_counts_once(make_window, qtbot) -> None:
    script = script_of()
    code = plays_of(script)[0].cards[0]
    window = _asked_about(make_window, qtbot, script, code, chance=0.5, chance_of_other=0.45)
    page = window.table_page
    qtbot.keyClick(page, "a")
    assert page.correction.candidates.codes == (code,)
    qtbot.keyClick(page.correction, "1")
    qtbot.keyClick(page.correction, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: _won(window, 1), timeout=PATIENCE)
    assert _totals(window) == tricks_of(script)[0].totals
    assert [entry.cards for entry in window.live.snapshot.history].count((code,)) == 1


def test_who_played_the_last_card_is_set_right_by_two_keys(make_window, qtbot) -> None:
    script = script_of()
    theatre = Theatre(script, stop=_after(script, 0))
    window = make_window(theatre.open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: _won(window, 1), timeout=PATIENCE)
    last = window.live.snapshot.history[-1]
    page = window.table_page
    page.activateWindow()
    qtbot.keyClick(page, "c")
    other = (last.seat + 1) % 3
    qtbot.keyClick(page.correction, str(other + 1), Qt.KeyboardModifier.AltModifier)
    assert page.correction.isVisible()
    told = window.live.snapshot.history[-1].seat, window.live.editor.complaint
    assert told[0] == other or told[1]


def test_a_card_chosen_in_the_list_of_plays_can_change_its_player_or_go(make_window, qtbot) -> None:
    script = script_of()
    theatre = Theatre(script, stop=_after(script, 0))
    window = make_window(theatre.open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: _won(window, 1), timeout=PATIENCE)
    page = window.table_page
    cell = page.plays.visualRect(page.plays.plays.index(0, 1)).center()
    qtbot.mouseClick(page.plays.viewport(), LEFT, pos=cell)
    assert page.correction.isVisible()
    assert "Ana played" in page.correction.accessibleDescription()
    qtbot.keyClick(page.correction, Qt.Key.Key_Delete)
    assert page.table.isVisible()
    assert not _won(window, 1)
    assert len(window.live.snapshot.history) == 2


def test_two_players_cards_that_were_taken_for_each_others_are_exchanged(make_window, qtbot) -> None:
    script = script_of()
    theatre = Theatre(script, stop=_after(script, 0))
    window = make_window(theatre.open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: _won(window, 1), timeout=PATIENCE)
    page = window.table_page
    before = window.live.snapshot.history
    qtbot.keyClick(page, "c")
    last = plays_of(script)[2]
    other = next(seat for seat in range(3) if seat != last.seat)
    page.correction.seat_chosen.emit(other)
    assert window.live.editor.complaint == ""
    seats = {entry.cards: entry.seat for entry in before}
    now = {entry.cards: entry.seat for entry in window.live.snapshot.history}
    assert now[last.cards] == other
    exchanged = next(cards for cards, seat in seats.items() if seat == other)
    assert now == seats | {last.cards: other, exchanged: last.seat}
    qtbot.keyClick(page.correction, Qt.Key.Key_Escape)
    assert page.table.isVisible()


def test_a_whole_game_is_played_without_a_touch(make_window, qtbot) -> None:
    script = script_of(target=3)
    window = make_window(Theatre(script).open)
    window.open(plan_of(target=3))
    page = window.table_page
    qtbot.waitUntil(lambda: "wins the game" in page.announcement.text, timeout=4 * PATIENCE)
    last = tricks_of(script)[-1]
    assert last.player in page.announcement.text
    assert _totals(window) == last.totals
    assert max(_totals(window)) >= 3
    assert page.toolbar.place.text() == "The game is over"


def test_closing_while_the_camera_runs_ends_everything(make_window, qtbot) -> None:
    before = set(threading.enumerate())
    window = make_window(Theatre(stop=1.0).open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None and window.live.snapshot.counts.frames > 3, timeout=PATIENCE)
    assert {"pump", "looker"} <= {thread.name for thread in threading.enumerate()}
    window.close()
    assert not {"pump", "looker", "capture of rehearsal"} & {thread.name for thread in threading.enumerate()}
    # The card that is being drawn is drawn to its end, and is not waited for.
    qtbot.waitUntil(lambda: set(threading.enumerate()) <= before, timeout=PATIENCE)


def test_a_new_game_is_asked_about_while_one_is_played(make_window, qtbot) -> None:
    script = script_of()
    window = make_window(Theatre(script, stop=_after(script, 0)).open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: _won(window, 1), timeout=PATIENCE)
    qtbot.mouseClick(window.table_page.toolbar.new_game, LEFT)
    box = window.findChild(QMessageBox)
    assert window.live is not None
    qtbot.mouseClick(box.button(QMessageBox.StandardButton.Yes), LEFT)
    assert window.live is None
    assert window.start_page.isVisible()


def _fail(*_: object) -> None:
    raise RuntimeError("the lens cap is on")


def test_a_failure_of_the_watching_is_shown_and_the_window_lives_on(make_window, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    theatre = Theatre()
    monkeypatch.setattr(theatre.eyes, "look", _fail)
    window = make_window(theatre.open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None and window.live.watch.failure != "", timeout=PATIENCE)
    assert "lens cap" in window.live.pulse.message


def test_without_a_speech_engine_the_window_says_so_once_and_works(make_window) -> None:
    window = make_window(Theatre().open)
    page = window.table_page
    assert "No voice" in page.status.texts[1]
    assert not page.toolbar.voice.isEnabled()
    window.voice.say("nobody hears this")


def test_the_type_follows_the_size_of_the_window(make_window, qtbot) -> None:
    window = make_window()
    small = window.start_page.font().pointSizeF()
    window.resize(1920, 1080)
    qtbot.waitUntil(lambda: window.start_page.font().pointSizeF() > small * 1.2, timeout=PATIENCE)
    assert window.table_page.toolbar.undo.font().pointSizeF() > small * 1.2


def test_a_click_beside_the_cards_does_nothing(make_window, qtbot) -> None:
    script = script_of()
    window = make_window(Theatre(script, stop=_after(script, 0)).open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: _won(window, 1), timeout=PATIENCE)
    page = window.table_page
    qtbot.mouseClick(page.picture, LEFT, pos=QPoint(3, 3))
    qtbot.mouseClick(page.table, LEFT, pos=QPoint(page.table.width() // 2, 3))
    assert page.table.isVisible()
