"""A camera that mirrors its pictures: once that is noticed, the plays up to then stand at the right seats."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from scripted import SIZE, ScriptedTable, act_out, random_game, told

from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.simulation.habits import Habits
from companion.simulation.observations import ideal_observations
from companion.simulation.staging import stage_game
from companion.table.events import CardPlayed, Correction, Irregularity, SourceChanged
from companion.table.session import TableSession


def turned_over(card):
    """Return a card as it is seen in a mirror, its corners clockwise as the finder gives them."""
    return replace(card, corners=(card.corners * [-1, 1] + [SIZE[0], 0])[[1, 0, 3, 2]].astype(np.float32))


@dataclass
class MirroredTable(ScriptedTable):
    """A table seen in a mirror until that is noticed."""

    mirrored: bool = True

    def __post_init__(self):
        super().__post_init__()
        notice = self.session.notice
        self.session.notice = lambda seen, time, size: notice(
            [turned_over(card) for card in seen] if self.mirrored else seen, time, size
        )

    def put_right(self):
        self.mirrored = False
        self.session.turned_round()
        self.look(0.1)


def facts(table):
    return [(fact.seat, fact.cards) for fact in table.log.facts if isinstance(fact, CardsPlayed)]


@pytest.mark.parametrize("name", ["coins", "steere_suits"])
@pytest.mark.parametrize("cards", [1, 2, 5, 8, 11])
def test_plays_stand_at_the_right_seats_once_the_mirror_is_noticed(name, cards):
    table = MirroredTable(game(name), seed=3)
    truth = random_game(game(name), None, 5)
    plays = act_out(table, truth)
    for _ in range(cards):
        next(plays)
    table.put_right()
    for _ in range(20 - cards):
        next(plays)
    assert facts(table) == [(fact.seat, fact.cards) for fact in truth.facts[:20]]
    assert [ruling for ruling in table.log.rulings if ruling.event == "trick_won"] == [
        ruling for index in range(20) for ruling in truth.rulings_of(index) if ruling.event == "trick_won"
    ]


@pytest.mark.parametrize("noticed", [9.0, 21.0])
def test_four_players_get_their_plays_back_too(noticed):
    script = stage_game(game("hearts_pp"), None, 2, hands_limit=1, habits=Habits(deal=False))
    session = TableSession(script.game, script.settings, names=script.names)
    put_right = False
    for time, seen in ideal_observations(script):
        if time > 60:
            break
        if time >= noticed and not put_right:
            put_right = True
            session.turned_round()
        session.notice(seen if put_right else [turned_over(card) for card in seen], time, SIZE)
    truth = [event for event in script.truth if isinstance(event, CardPlayed) and event.time < 59]
    assert len(truth) > 20
    assert [(fact.seat, fact.cards) for fact in session.log.facts if isinstance(fact, CardsPlayed)][: len(truth)] == [
        (event.seat, event.cards) for event in truth
    ]


def test_people_are_told_what_was_put_right():
    table = MirroredTable(game("coins"), seed=3)
    for code, seat in (("1-coins", 1), ("2-cups", 2), ("1-swords", 0)):
        table.lay(code, seat)
    assert [seat for seat, _ in facts(table)] == [2, 1, 0]
    table.put_right()
    (said,) = told(table, SourceChanged)
    assert "mirrored" in table.session.speaker.sentence(said)
    assert {event.reason for event in told(table, Correction)} == {"the picture was mirrored"}


def test_what_a_person_said_of_a_seat_stays():
    table = MirroredTable(game("coins"), seed=3)
    for code, seat in (("1-coins", 1), ("2-cups", 2), ("1-swords", 0)):
        table.lay(code, seat)
    table.session.change_seat(0, 1)
    table.put_right()
    assert [seat for seat, _ in facts(table)] == [1, 2, 0]
    assert table.log.facts[0].source == "person"


def test_cards_that_lie_there_go_on_as_the_same_cards():
    table = MirroredTable(game("coins"), seed=3)
    for code, seat in (("1-coins", 1), ("2-cups", 2)):
        table.lay(code, seat)
    table.put_right()
    table.look(3.0)
    table.events.clear()
    table.lay("1-swords", 0)
    table.sweep()
    table.lay("5-clubs", 2)
    assert facts(table) == [(1, ("1-coins",)), (2, ("2-cups",)), (0, ("1-swords",)), (2, ("5-clubs",))]
    assert not told(table, Irregularity)
