"""The people of a simulated table say what happened, not what will."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from companion.rules.games import HEARTS_PP
from companion.simulation.camera import PICTURE_SIZE, camera_of
from companion.simulation.incidents import Incidents
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer, frame_times
from companion.simulation.people import People
from companion.simulation.staging import stage_game
from companion.simulation.table import Table as Cards
from companion.table.events import CardPlayed, Irregularity, Question, SourceChanged
from companion.table.session import TableSession

SETTINGS = HEARTS_PP.configure(players=3)


class Table:
    """A hand with revokes, watched up to the first question that doubts several cards together."""

    def __init__(self) -> None:
        self.script = stage_game(
            HEARTS_PP, SETTINGS, 0, ("Ana", "Ben", "Carla"), hands_limit=1, incidents=Incidents(revoke=0.3)
        )
        self.session = TableSession(HEARTS_PP, SETTINGS, names=self.script.names)
        observer, asked = Observer(self.script, Faults()), []
        self.session.subscribe(lambda event: asked.append(event) if isinstance(event, Question) else None)
        self.now = 0.0
        for time in frame_times(self.script, 6.0):
            self.now = time
            self.session.notice(observer.look(time), time, (1280, 720))
            if asked:
                break
        (self.question,) = asked

    def answer(self, question: Question) -> None:
        """Let people who sit there hear the question, and answer it."""
        people = People(self.script, self.session)
        people._hear(question)
        people.attend(self.now)
        people.attend(question.time + 3.0)


@pytest.fixture
def table():
    return Table()


def test_a_revoke_that_was_one_is_confirmed_at_once(table):
    told = []
    table.session.subscribe(told.append)
    table.answer(table.question)
    table.session.stay(table.now + 3.0, (1280, 720))
    assert [event.code for event in told if isinstance(event, Irregularity)] == ["revoke"]
    assert not [event for event in told if isinstance(event, Question)]


def test_a_card_that_is_only_played_later_confirms_nothing(table, monkeypatch):
    later = next(
        play
        for play in table.script.truth
        if isinstance(play, CardPlayed) and play.time > table.question.time + 5.0 and play.seat == table.question.seat
    )
    confirmed = []
    monkeypatch.setattr(table.session, "confirm", confirmed.append)
    table.answer(replace(table.question, together=(*table.question.together[1:], (later.seat, later.cards[0]))))
    assert not confirmed


def test_of_cards_on_their_way_people_say_what_they_remember(table, monkeypatch):
    cards, camera = Cards(table.script), camera_of(table.script, *PICTURE_SIZE)
    lying, swept = [], []
    for time in np.arange(0, table.script.duration, 0.1):
        for card in cards.at(time).cards:
            if card.face_up and card.card.serial in table.script.played:
                (swept if card.moving else lying).append((time, card))
    people = People(table.script, table.session)

    def look_at(time, card):
        pose = card.pose
        corners = camera.card(pose.x, pose.y, pose.z, pose.angle, table.script.card_size).astype(np.float32)
        pointed = SimpleNamespace(question=table.question.question, corners=corners)
        monkeypatch.setattr(table.session, "snapshot", lambda: SimpleNamespace(cards=[pointed], image=None))
        return people._look_at(table.question, time)

    assert look_at(*lying[0]) == (lying[0][1].card.code, True)
    assert look_at(*swept[0]) == (None, False)


@pytest.mark.parametrize("wrong", [True, False])
def test_a_card_between_two_players_is_put_right_where_it_stands_with_the_wrong_one(table, wrong):
    people = People(table.script, table.session)
    entry = table.session.snapshot().history[-1]
    if wrong:
        table.session.change_seat(entry.fact, (entry.seat + 1) % 3)
    stands = table.session.snapshot().history[-1].seat
    notice = SourceChanged(
        time=table.now,
        state="resumed",
        message="",
        notice="between-players",
        card=entry.cards[0],
        seat=stands,
        others=(entry.seat,),
    )
    people._hear(notice)
    people.attend(table.now + 3.0)
    assert table.session.snapshot().history[-1].seat == entry.seat
