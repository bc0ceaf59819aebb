"""The live loop: frames and events of a source go to a session."""

import numpy as np
import pytest

from companion.rules.games import game
from companion.table.session import TableSession
from companion.table.watching import watch
from companion.vision.handover import SourceEvent
from companion.vision.types import Frame


class Feed:
    """Frames and events made up beforehand."""

    dropped = 2
    damaged = 1

    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


class Eyes:
    """Sees nothing and counts how often."""

    waits = False

    def __init__(self):
        self.looks = 0

    def look(self, image, deck, card_height=None):  # noqa: ARG002
        self.looks += 1
        return []


def frame(index, rate, value=90):
    return Frame(np.full((90, 160, 3), value, np.uint8), index / rate, index)


@pytest.fixture
def session():
    return TableSession(game("coins"), eyes=Eyes())


def test_every_frame_is_looked_at_skipped_or_still_and_counted(session):
    watch(session, Feed(*(frame(index, 30.0) for index in range(60))))
    counts = session.snapshot().counts
    assert counts.frames == 60
    assert counts.looked + counts.still + counts.skipped == 60
    assert (counts.dropped, counts.damaged) == (2, 1)


def test_an_idle_table_costs_looks_in_the_first_two_seconds_only(session):
    watch(session, Feed(*(frame(index, 10.0) for index in range(80))))
    assert session._eyes.looks == 21


def test_eyes_that_wait_for_a_newcomer_get_another_look_though_nothing_moves(session):
    session._eyes.waits = True
    watch(session, Feed(*(frame(index, 10.0) for index in range(40))))
    assert session._eyes.looks == 40


def test_what_happens_to_the_source_is_told_in_order(session):
    told = []
    session.subscribe(told.append)
    states = ["opened", "lost", "resumed", "ended"]
    state = watch(session, Feed(*(SourceEvent(state, "the table", float(at)) for at, state in enumerate(states))))
    assert [event.state for event in told] == states
    assert state == "resumed"


def test_a_source_that_broke_off_is_told_apart_from_one_that_ended(session):
    assert (
        watch(
            session, Feed(SourceEvent("opened", "", 0.0), SourceEvent("lost", "", 1.0), SourceEvent("ended", "", 1.0))
        )
        == "lost"
    )
