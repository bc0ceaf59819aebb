"""The panel that sets a card right, by keyboard alone."""

from dataclasses import replace

import pytest
from app_moments import Moment, in_trick
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from companion.app.model.picking import Effects, Picking, Told
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.correction import CorrectionPanel

NAMES = ("Ana", "Ben", "Carla")
PLAY = Picking(
    "Ben played the 3 of Cups",
    seat=1,
    asks_seat=True,
    chosen=("3-cups",),
    present="3-cups",
    candidates=(("8-cups", 0.3), ("3-coins", 0.1)),
    removable=True,
    can_precede=True,
)
STRAIGHT = Picking("Add the next play", asks_seat=True, most=52)
KEPT = Picking(
    "Which 2 cards does Ben keep?", seat=1, fewest=2, most=2, allowed=frozenset({"1-cups", "2-cups", "3-cups"})
)
EFFECTS = Effects(
    lambda codes: Told(f"as {' '.join(codes)}", codes != ("1-cups",), codes == ("8-cups",)),
    lambda seat: Told(f"from {seat}"),
    Told("as nothing"),
)


def open_for(panel, picking, pictures=None) -> None:
    played = frozenset({"3-cups", "1-coins"})
    panel.open_for(picking, NAMES, played, pictures or panel.deck.pictures, None, EFFECTS)


@pytest.fixture
def panel(qtbot):
    pictures = CardPictures("spanish48")
    panel = CorrectionPanel()
    qtbot.addWidget(panel)
    panel.resize(760, 560)
    open_for(panel, PLAY, pictures)
    panel.show()
    yield panel
    pictures.close()


def test_a_digit_picks_a_candidate_and_enter_takes_it(panel, qtbot) -> None:
    qtbot.keyClick(panel, "2")
    with qtbot.waitSignal(panel.cards_chosen) as chosen:
        qtbot.keyClick(panel, Qt.Key.Key_Return)
    assert chosen.args == [("3-coins",)]


@pytest.mark.parametrize(("typed", "code"), [("12 cl", "12-clubs"), ("2 sw", "2-swords"), ("1 cl", "1-clubs")])
def test_a_name_that_begins_with_the_digit_of_a_candidate_is_looked_for(panel, qtbot, typed, code) -> None:
    taken = []
    panel.cards_chosen.connect(taken.append)
    for letter in typed:
        qtbot.keyClick(panel.search if panel.search.hasFocus() else panel, letter)
    assert panel.search.text() == typed
    assert not taken
    qtbot.keyClick(panel.search, Qt.Key.Key_Return)
    assert taken == [(code,)]


@pytest.mark.parametrize(
    ("deck", "typed", "code"), [("french52", "12", "QD"), ("french52", "1/s7", "7S"), ("seven-suitors", "1/2", "1/2")]
)
def test_what_makes_no_name_with_the_digit_before_it_is_typed_for_itself(panel, qtbot, deck, typed, code) -> None:
    taken = []
    panel.cards_chosen.connect(taken.append)
    pictures = CardPictures(deck)
    first = ("KS", "QD") if deck == "french52" else ("1:1", "1:2")
    open_for(panel, Picking("Add the next play", candidates=tuple((code, 0.0) for code in first)), pictures)
    for letter in typed:
        qtbot.keyClick(panel.search if panel.search.hasFocus() else panel, letter)
    qtbot.keyClick(panel.search if panel.search.hasFocus() else panel, Qt.Key.Key_Return)
    assert taken == [(code,)]
    pictures.close()


@pytest.mark.parametrize("key", [Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Down, Qt.Key.Key_F5])
def test_a_candidate_that_is_picked_stays_so_when_a_key_is_pressed_that_types_nothing(panel, qtbot, key) -> None:
    qtbot.keyClick(panel, "2")
    qtbot.keyClick(panel, key)
    assert panel.search.text() == ""
    with qtbot.waitSignal(panel.cards_chosen, timeout=60_000) as chosen:
        qtbot.keyClick(panel, Qt.Key.Key_Return)
    assert chosen.args == [("3-coins",)]


def test_a_digit_behind_a_click_on_a_card_makes_no_name_with_the_one_before_it(panel, qtbot) -> None:
    qtbot.keyClick(panel, "1")
    panel.deck.picked.emit("5-cups", False)
    qtbot.keyClick(panel, "2")
    assert panel.chosen == ("3-coins",)


def test_a_candidate_is_taken_though_nothing_was_found_by_name_before(panel, qtbot) -> None:
    qtbot.keyClicks(panel.search, "joker")
    qtbot.keyClick(panel.search, Qt.Key.Key_Down)
    qtbot.keyClick(panel.deck, "2")
    with qtbot.waitSignal(panel.cards_chosen, timeout=60_000) as chosen:
        qtbot.keyClick(panel.deck, Qt.Key.Key_Return)
    assert chosen.args == [("3-coins",)]


def test_the_candidate_that_is_picked_shows_it_until_another_card_is(panel, qtbot) -> None:
    first, second, *_ = buttons = panel.candidates.findChildren(QPushButton)
    assert not any(button.isChecked() for button in buttons)
    qtbot.keyClick(panel, "2")
    assert not first.isChecked()
    assert second.isChecked()
    panel.deck.picked.emit("8-cups", False)
    assert first.isChecked()
    assert not second.isChecked()
    panel.deck.picked.emit("5-cups", False)
    assert not any(button.isChecked() for button in buttons)


def test_a_digit_without_a_candidate_begins_a_search(panel, qtbot) -> None:
    qtbot.keyClick(panel, "9")
    assert panel.search.text() == "9"


def test_letters_search_and_return_chooses(panel, qtbot) -> None:
    qtbot.keyClick(panel, "k")
    qtbot.keyClicks(panel.search, "ing sw")
    with qtbot.waitSignal(panel.cards_chosen) as chosen:
        qtbot.keyClick(panel.search, Qt.Key.Key_Return)
    assert chosen.args == [("12-swords",)]


def test_a_search_that_means_nothing_chooses_nothing(panel, qtbot) -> None:
    qtbot.keyClicks(panel.search, "joker")
    with qtbot.assertNotEmitted(panel.cards_chosen):
        qtbot.keyClick(panel.search, Qt.Key.Key_Return)


def test_return_after_a_search_that_means_nothing_says_so_and_leaves_the_panel_open(panel, qtbot) -> None:
    qtbot.keyClicks(panel.search, "joker")
    with qtbot.assertNotEmitted(panel.closed), qtbot.assertNotEmitted(panel.cards_chosen):
        qtbot.keyClick(panel.search, Qt.Key.Key_Return)
    assert panel._complaint.isVisible()
    panel.search.clear()
    assert not panel._complaint.isVisible()
    with qtbot.waitSignal(panel.closed, timeout=60_000):
        qtbot.keyClick(panel.search, Qt.Key.Key_Return)


def test_alt_and_a_number_say_who_played_the_card(panel, qtbot) -> None:
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow, timeout=60_000)
    with qtbot.waitSignal(panel.seat_chosen) as chosen:
        qtbot.keyClick(panel, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert chosen.args == [2]


def test_arrow_keys_walk_through_the_deck(panel, qtbot) -> None:
    qtbot.keyClicks(panel.search, "coins")
    qtbot.keyClick(panel.search, Qt.Key.Key_Down)
    qtbot.keyClick(panel.deck, Qt.Key.Key_Right)
    with qtbot.waitSignal(panel.cards_chosen) as chosen:
        qtbot.keyClick(panel.deck, Qt.Key.Key_Return)
    assert chosen.args == [("2-coins",)]


def test_typing_goes_on_after_walking_through_the_deck(panel, qtbot) -> None:
    panel.deck.setFocus()
    qtbot.keyClick(panel.deck, "q")
    assert panel.search.text() == "q"


def _click(panel, qtbot, row: int, column: int, keys=Qt.KeyboardModifier.NoModifier) -> None:
    place = panel.deck.visualRect(panel.deck.cards.index(row, column)).center()
    qtbot.mouseClick(panel.deck.viewport(), Qt.MouseButton.LeftButton, keys, place)


def test_a_click_shows_what_a_card_would_change_and_a_second_click_takes_it(panel, qtbot) -> None:
    with qtbot.assertNotEmitted(panel.cards_chosen):
        _click(panel, qtbot, 3, 11)
    assert panel.effect.text() == "as 12-clubs"
    with qtbot.waitSignal(panel.cards_chosen) as chosen:
        _click(panel, qtbot, 3, 11)
    assert chosen.args == [("12-clubs",)]


def test_what_cannot_be_is_told_in_the_colour_of_warnings(panel, qtbot) -> None:
    _click(panel, qtbot, 0, 0)
    assert panel.effect.property("tone") == "warning"
    _click(panel, qtbot, 0, 1)
    assert panel.effect.property("tone") == ""


def test_candidates_tell_what_they_would_change(panel) -> None:
    first, second, *_ = panel.candidates.findChildren(QPushButton)
    assert "as 8-cups" in first.text()
    assert "as" not in second.text()
    assert second.toolTip() == "as 3-coins"


def test_delete_says_it_was_no_card(panel, qtbot) -> None:
    assert panel.remove_button.toolTip() == "as nothing"
    with qtbot.waitSignal(panel.removed, timeout=60_000):
        qtbot.keyClick(panel, Qt.Key.Key_Delete)


def test_a_play_that_was_missed_before_is_added_by_key(panel, qtbot) -> None:
    with qtbot.waitSignal(panel.play_before_wanted, timeout=60_000):
        qtbot.keyClick(panel, Qt.Key.Key_Insert)


def test_a_card_that_does_not_count_cannot_be_removed(panel, qtbot) -> None:
    open_for(panel, Picking("A card that does not count yet", asks_seat=True))
    with qtbot.assertNotEmitted(panel.removed):
        qtbot.keyClick(panel, Qt.Key.Key_Delete)


def test_the_cards_of_a_straight_are_picked_one_after_the_other(panel, qtbot) -> None:
    open_for(panel, STRAIGHT)
    _click(panel, qtbot, 0, 0)
    for column in (1, 2):
        _click(panel, qtbot, 0, column, Qt.KeyboardModifier.ControlModifier)
    assert panel.effect.text() == "as 1-cups 2-cups 3-cups"
    _click(panel, qtbot, 0, 0, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(panel.cards_chosen) as chosen:
        qtbot.mouseClick(panel.take_button, Qt.MouseButton.LeftButton)
    assert chosen.args == [("2-cups", "3-cups")]


def test_cards_that_somebody_keeps_are_counted_and_others_cannot_be_picked(panel, qtbot) -> None:
    open_for(panel, KEPT)
    _click(panel, qtbot, 1, 0)
    assert panel.chosen == ()
    _click(panel, qtbot, 0, 0)
    assert panel.effect.text() == "Cards: 1 of 2"
    assert not panel.take_button.isEnabled()
    _click(panel, qtbot, 0, 2)
    _click(panel, qtbot, 0, 1)
    with qtbot.waitSignal(panel.cards_chosen) as chosen:
        qtbot.keyClick(panel.deck, Qt.Key.Key_Return)
    assert chosen.args == [("1-cups", "3-cups")]


def test_space_picks_a_second_card_by_keyboard(panel, qtbot) -> None:
    open_for(panel, STRAIGHT)
    qtbot.keyClicks(panel.search, "cups")
    qtbot.keyClick(panel.search, Qt.Key.Key_Down)
    assert panel.chosen == ("1-cups",)
    panel.deck.adds = True
    qtbot.keyClick(panel.deck, Qt.Key.Key_Right)
    qtbot.keyClick(panel.deck, Qt.Key.Key_Space)
    assert panel.chosen == ("1-cups", "2-cups")


def test_a_digit_of_a_candidate_that_has_no_room_looks_for_a_card_by_name(panel, qtbot) -> None:
    likely = tuple((code, 0.2) for code in ("8-cups", "3-coins", "5-swords", "2-clubs", "7-coins"))
    panel.resize(520, 420)
    open_for(panel, replace(PLAY, candidates=likely))

    def seen() -> int:
        return sum(button.isVisible() for button in panel.candidates.findChildren(QPushButton))

    qtbot.waitUntil(lambda: 0 < seen() < len(likely), timeout=60_000)
    place = seen()
    qtbot.keyClicks(panel, str(place + 1))
    assert panel.chosen != (likely[place][0],)
    assert panel.search.text() == str(place + 1)


def test_a_play_that_is_added_offers_what_lies_before_the_player_chosen_and_keeps_what_was_typed(shown, qtbot) -> None:
    page = shown(Moment("coins", in_trick(1, 1, 3), hides=True)).table_page
    qtbot.keyClick(page, Qt.Key.Key_A)
    panel, editor = page.correction, page._live.editor
    (lying,) = [card for card in page._live.snapshot.cards if card.role == "new"]
    assert lying.seat != editor.subject.seat
    first, code = editor.subject.seat, lying.candidates[0][0]
    assert panel.candidates.isHidden()
    qtbot.keyClick(panel, str(lying.seat + 1), Qt.KeyboardModifier.AltModifier)
    assert panel.candidates.isVisible()
    assert panel.candidates.at(0) == code
    qtbot.keyClick(panel, str(first + 1), Qt.KeyboardModifier.AltModifier)
    assert panel.candidates.isHidden()
    qtbot.keyClicks(panel.search, "7 sw")
    picked = panel.chosen
    assert picked
    qtbot.keyClick(panel.search, str(lying.seat + 1), Qt.KeyboardModifier.AltModifier)
    assert editor.subject.seat == lying.seat
    assert (panel.search.text(), panel.chosen) == ("7 sw", picked)
