"""What stands in the announcement is not said a second time below it, and is of what can be answered there."""

from dataclasses import replace

import pytest
from app_moments import Moment, before_hand, in_trick
from PySide6.QtCore import Qt

from companion.app.model.sayings import announce
from companion.app.widgets.labels import Label
from companion.simulation.incidents import Incidents
from companion.table.events import Irregularity, TrickWon
from companion.table.sentences import Speaker

REVOKES = Moment("hearts_pp", in_trick(1, 9, 2), incidents=Incidents(revoke=0.5), hands=1)
"""A hand in which people did not follow suit again and again: many irregularities, and more than one question."""


@pytest.fixture
def window(shown):
    return shown(REVOKES)


def read(widget) -> list[str]:
    """Return the texts of a bar."""
    return [label.text() for label in widget.findChildren(Label) if label.isVisible() and label.text()]


def say(window, event) -> None:
    """Have an event announced."""
    live = window.live
    live.saying = announce(event, Speaker(live.game.deck, live.snapshot.names, live.language))
    window.table_page._show_all()


def of_notice(notice, moment) -> Irregularity:
    """Return the event that was announced when a notice came up."""
    code, hand, trick, seat, card = notice.key
    told = next(
        ruling.reason
        for place in range(len(moment.log.facts))
        for ruling in moment.log.rulings_of(place)
        if getattr(ruling, "code", "") == code and (ruling.trick, ruling.seat, ruling.card) == (trick, seat, card)
    )
    return Irregularity(time=0.0, code=code, seat=seat, card=card, message="", hand=hand, trick=trick, ruling=told)


def test_an_irregularity_is_read_in_the_announcement_and_below_once_something_else_is_announced(window) -> None:
    page, live = window.table_page, window.live
    notice = live.docket.open
    say(window, of_notice(notice, live.moment))
    assert page.announcement.text == notice.title
    assert notice.title not in read(page.notice)[0]
    assert "No rule names a penalty" in read(page.notice)[0]
    assert page.notice.accessibleDescription().startswith(notice.title)
    say(
        window,
        TrickWon(time=0.0, seat=0, player="Ana", card="QH", trick=7, hand=1, points=7, totals=(0, 0, 0, 0), reason=""),
    )
    assert notice.title in read(page.notice)[0]


def test_of_irregularities_that_come_together_each_is_read_and_their_number_is_told(window, qtbot) -> None:
    page, live = window.table_page, window.live
    newest, before = live.docket.notices[-1], live.docket.notices[-2]
    say(window, of_notice(newest, live.moment))
    count = len(live.docket.notices)
    assert read(page.notice)[0].startswith(f"1 / {count} · ")
    assert f"To look at: {count}" in page.notice.accessibleDescription()
    qtbot.keyClick(page, Qt.Key.Key_K)
    # The announcement is of the one that was put aside: the other stands below in full.
    assert page.announcement.text == newest.title
    assert read(page.notice) == [f"1 / {count - 1} · {before.title}"]
    # Of the last one no number is told.
    while live.docket.left > 1:
        qtbot.keyClick(page, Qt.Key.Key_K)
    assert read(page.notice) == [live.docket.notices[0].title]
    qtbot.keyClick(page, Qt.Key.Key_K)
    assert not page.notice.isVisible()


def test_of_several_questions_the_announcement_is_the_one_that_is_answered_below(window) -> None:
    page, live = window.table_page, window.live
    first = live.snapshot.question
    speaker = Speaker(live.game.deck, live.snapshot.names, live.language)
    assert live.saying.event == first
    assert speaker.sentence(first).startswith(page.announcement.text)
    page.question.confirmed.emit()
    page.refresh()
    second = live.snapshot.question
    assert second is not None
    assert second.question != first.question
    say(window, replace(second, question=second.question + 1))
    live.refresh()
    live.speak(live.language)
    assert live.saying.event == second


def test_what_people_are_asked_is_read_in_the_announcement_alone(shown) -> None:
    asks = Moment("forum_suits", before_hand(1), chosen={"players": 3, "rounds": 1}, told=False, seed=28)
    window = shown(asks)
    page = window.table_page
    assert page.announcement.text == "Which card lies face up?"
    assert read(page.question) == []
    assert page.question.accessibleDescription() == "Which card lies face up?"
