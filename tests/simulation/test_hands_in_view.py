"""Unguarded people: the one on the camera's side holds their cards up in its picture until they are played."""

from math import radians

import numpy as np
import pytest

from companion.rules.games import game
from companion.simulation.camera import PICTURE_SIZE, camera_of
from companion.simulation.habits import HABITS
from companion.simulation.staging import stage_game
from companion.simulation.table import Table
from companion.table.events import CardPlayed


def staged(game_id, seed, tilt=0.5, habits="unguarded"):
    return stage_game(game(game_id), None, seed, hands_limit=1, habits=HABITS[habits], tilt=tilt)


@pytest.mark.parametrize(("game_id", "seed"), [("coins", 3), ("hearts_pp", 4), ("forum_suits", 5)])
def test_every_card_of_the_seat_is_held_until_it_is_played(game_id, seed):
    script = staged(game_id, seed)
    table = Table(script)
    mine = {code: event.time for event in script.truth if isinstance(event, CardPlayed) and event.seat == 0
            for code in event.cards}  # fmt: skip
    first = min(event.time for event in script.truth if isinstance(event, CardPlayed))
    for time in np.arange(first, script.duration - 0.1, 0.5):
        cards = table.at(time).cards
        held = [card.card.code for card in cards if card.held_up]
        assert len(held) == len(set(held))
        assert {code for code, played in mine.items() if played > time + 3.0} <= set(held)
        assert not {code for code, played in mine.items() if played <= time} & set(held)
        assert [card.held_up for card in cards] == sorted(card.held_up for card in cards), "held cards are above all"


@pytest.mark.parametrize("degrees", [0, 11, 30, 50])
@pytest.mark.parametrize("seed", range(3))
def test_the_camera_sees_the_upper_part_of_the_hand_at_the_edge_of_its_picture(degrees, seed):
    script = staged("coins", seed, radians(degrees))
    camera = camera_of(script, *PICTURE_SIZE)
    first = min(event.time for event in script.truth if isinstance(event, CardPlayed))
    held = [card.pose for card in Table(script).at(first).cards if card.held_up]
    corners = np.array([camera.card(p.x, p.y, p.z, p.angle, script.card_size) for p in held])
    assert 0 < corners[..., 1].min() < PICTURE_SIZE[1] - 40
    assert corners[..., 1].max() > PICTURE_SIZE[1] - 60
    assert 0 < corners[..., 0].min() < corners[..., 0].max() < PICTURE_SIZE[0]


def test_what_is_played_and_how_is_the_same_as_with_people_who_guard_their_cards():
    assert staged("coins", 6).truth == staged("coins", 6, habits="tidy").truth
