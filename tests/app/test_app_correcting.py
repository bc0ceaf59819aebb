"""What a family sets right in the middle of a game, by mouse and by keyboard alone."""

import pytest
from app_moments import SIZE, Moment, before_hand, in_trick
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

SWEPT_EARLY = Moment("coins", lambda script: in_trick(1, 3, 1)(script) + 0.3, hides=True, hands=1)
DOUBTFUL = Moment("coins", in_trick(1, 3, 2), in_trick(1, 2, 1), misread=True, hands=1)


@pytest.fixture
def press(qtbot):
    """Return what presses a key where the keys go."""
    return lambda key: qtbot.keyClick(QApplication.focusWidget(), key)


@pytest.fixture
def said(monkeypatch):
    """Return what the voice was told to say, and have a voice."""
    told: list[str] = []
    monkeypatch.setattr("companion.app.voice.Voice.say", lambda _voice, text: told.append(text))
    monkeypatch.setattr("companion.app.voice.Voice.speaks", property(lambda voice: not voice.muted))
    return told


def test_the_card_of_a_trick_that_was_swept_off_early_is_added_and_who_wins_it_is_read_at_once(shown, qtbot, press):
    page = shown(SWEPT_EARLY).table_page
    assert "taken before" in page.announcement.text
    press(Qt.Key.Key_A)
    for letter in "/8 cl":
        qtbot.keyClicks(QApplication.focusWidget(), letter)
    press(Qt.Key.Key_Return)
    page.refresh()
    assert not page.stage.is_busy
    assert page.announcement.text == "Ben wins the trick with the 4 of Swords"


def test_cards_of_the_next_trick_are_not_offered_for_the_one_that_was_missed(shown, press):
    window = shown(SWEPT_EARLY)
    cards = window.live.snapshot.cards
    assert [card.candidates[0][0] for card in cards if card.role == "new"] == ["3-coins", "10-coins"]
    press(Qt.Key.Key_A)
    assert window.table_page.correction.candidates.codes == ()


def test_of_a_trick_that_was_swept_off_early_only_the_card_that_nobody_saw_is_waited_for(shown):
    notice = shown(SWEPT_EARLY).live.docket.open
    assert notice.text == "The game waits for the card of Carla"
    cards = [(card.caption, card.code) for card in notice.exhibits[0].cards]
    assert cards == [("Ben", "4-swords"), ("Carla", None), ("Ana", "2-swords")]


def test_an_announcement_is_said_again_by_a_click_and_by_a_key(shown, qtbot, press, said):
    page = shown(Moment("coins", in_trick(1, 3, 1), in_trick(1, 2, 1), hands=1)).table_page
    said.clear()
    qtbot.mouseClick(page.announcement, Qt.MouseButton.LeftButton)
    press(Qt.Key.Key_R)
    assert len(said) == 2
    assert all(text.startswith(page.announcement.text) for text in said)


def test_two_clicks_on_the_announcement_in_a_row_say_it_once(shown, qtbot, said):
    page = shown(Moment("coins", in_trick(1, 3, 1), in_trick(1, 2, 1), hands=1)).table_page
    said.clear()
    qtbot.mouseClick(page.announcement, Qt.MouseButton.LeftButton)
    qtbot.mouseDClick(page.announcement, Qt.MouseButton.LeftButton)
    assert len(said) == 1


def test_the_announcement_shows_a_hand_only_where_a_click_says_it_again(shown, said):
    hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
    page = shown(Moment("coins", before_hand(1), hands=1)).table_page
    assert page.announcement.text
    assert page.announcement.cursor().shape() == arrow
    page = shown(Moment("coins", in_trick(1, 3, 1), in_trick(1, 2, 1), hands=1)).table_page
    assert page.announcement.cursor().shape() == hand
    page._voice.mute(True)
    assert page.announcement.cursor().shape() == arrow
    page._voice.mute(False)
    assert page.announcement.cursor().shape() == hand


def test_who_won_is_said_again_also_after_a_question_was_answered(shown, press, said):
    window = shown(DOUBTFUL)
    page, session = window.table_page, window.live.watch.session
    for _ in range(30):
        session.stay(session.snapshot().time + 0.2, SIZE)
    page.refresh()
    assert page.question.isVisible()
    press(Qt.Key.Key_2)
    page.refresh()
    assert not page.question.isVisible()
    said.clear()
    press(Qt.Key.Key_R)
    assert len(said) == 1
    assert "wins the trick" in said[0]
