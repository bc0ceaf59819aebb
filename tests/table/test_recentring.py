"""The middle of play is where whole tricks are laid round."""

from dataclasses import replace

import numpy as np
import pytest

from companion.table.evidence import Codes
from companion.table.first_middle import first_middle
from companion.table.recentring import Recentring, Trick
from companion.table.seating import seat_directions
from companion.table.sighting import Sighting
from companion.table.standpoint import Standpoint
from companion.table.tabletop import Tabletop
from companion.table.tracker import Tracker

CODES = Codes(("A", "B", "C"))
CENTRE = np.array([530.0, 298.0])


def around(x, y):
    """Return a table with its middle of play there, millimetres."""
    return Tabletop(np.eye(3), np.array([float(x), float(y)]))


def tricks(count, centre, players=3, confirmed=True):
    """Return the cards of tricks laid round a middle, millimetres."""
    return [
        Sighting(
            trick * players + seat,
            ("play", 1),
            trick,
            float(trick),
            CODES.certain("A"),
            1,
            place=np.array(centre) + 90 * seat_directions(players)[seat],
            confirmed=confirmed,
        )
        for trick in range(count)
        for seat in range(players)
    ]


def test_tricks_round_the_middle_leave_it_where_it_is():
    assert Recentring().middle(tricks(5, (530, 300)), around(520, 310), 3) is None


def test_three_tricks_elsewhere_move_it_once():
    recentring, cards = Recentring(), tricks(4, (530, 300))
    middle = recentring.middle(cards, around(400, 350), 3)
    assert middle == pytest.approx((530, 300))
    assert recentring.middle(cards, around(400, 350), 3) is None


@pytest.mark.parametrize(
    "cards", [tricks(2, (530, 300)), tricks(5, (530, 300), confirmed=False), tricks(5, (530, 300), players=4)]
)
def test_too_few_or_unfinished_tricks_say_nothing(cards):
    assert Recentring().middle(cards, around(400, 350), 3) is None


def test_the_table_is_seen_round_its_new_middle():
    standpoint = Standpoint(Tracker(CODES), Tabletop(np.eye(3), np.array([400.0, 350.0])))
    standpoint.recentre(tricks(3, (530, 300)), lambda: Trick([], None, range(3)), 3)
    table = standpoint.tabletop((1280, 720))
    assert table is not None
    assert table.centre == pytest.approx((530, 300))


def laid(middle, leader, plays, players=4):
    """Return where plays in turn lie round a middle, millimetres."""
    return [np.array(middle) + 80 * seat_directions(players)[(leader + turn) % players] for turn in range(plays)]


@pytest.mark.parametrize("leader", range(4))
def test_two_cards_in_turn_tell_a_middle_far_off_that_of_the_picture(leader):
    middle = first_middle([], laid((520, 430), leader, 2), None, range(4), CENTRE, 4).middle
    assert middle == pytest.approx((520, 430), abs=45)
    whole = first_middle([], laid((520, 430), leader, 4), None, range(4), CENTRE, 4).middle
    assert whole == pytest.approx((520, 430), abs=12)


def test_one_card_tells_no_middle_and_cards_on_opposite_ends_of_the_table_none_either():
    assert first_middle([], laid((520, 430), 0, 1), None, range(4), CENTRE, 4) is None
    assert first_middle([], [np.array([100.0, 100.0]), np.array([1000.0, 500.0])], None, range(4), CENTRE, 4) is None


def test_the_first_cards_move_the_middle_of_a_table_that_was_not_calibrated_alone():
    def trick():
        return Trick(laid((520, 430), 1, 3), None, range(4))

    measured = Standpoint(Tracker(CODES), Tabletop(np.eye(3), CENTRE))
    assert not measured.recentre([], trick, 4)
    recentring = Recentring()
    assert recentring.first([], trick, around(*CENTRE), 4) is not None
    assert recentring.first([], trick, around(520, 425), 4) is None


def test_the_middle_is_told_by_a_trick_that_not_everybody_plays_to():
    middle = first_middle([], laid((520, 430), 1, 2), 1, (1, 2), CENTRE, 4).middle
    assert middle == pytest.approx((520, 430), abs=45)


def turned(places, angle, middle):
    """Return places turned clockwise about a middle."""
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return [np.asarray(middle) + (place - middle) @ turn for place in places]


@pytest.mark.parametrize("degrees", [-45, 45])
@pytest.mark.parametrize("leader", range(4))
def test_the_first_whole_trick_tells_that_the_camera_looks_over_a_corner(leader, degrees):
    middle = (530, 300)
    trick = turned(laid(middle, leader, 4), np.radians(degrees), middle)
    sitting = first_middle([], trick, leader, [(leader + step) % 4 for step in range(4)], CENTRE, 4)
    assert sitting.turn == pytest.approx(np.radians(degrees))
    assert sitting.middle == pytest.approx(middle, abs=15)


@pytest.mark.parametrize(("leader", "plays"), [(None, 4), (1, 2), (1, 3)])
def test_less_than_that_tells_no_corner(leader, plays):
    trick = turned(laid((530, 300), 1, plays), np.radians(45), (530, 300))
    sitting = first_middle([], trick, leader, [1, 2, 3, 0], CENTRE, 4)
    assert sitting is None or not sitting.turn


def test_a_card_played_out_of_turn_in_the_first_trick_is_none():
    bottom, left, top, right = laid((530, 300), 0, 4)
    sitting = first_middle([], [bottom, top, left, right], 0, range(4), CENTRE, 4)
    assert sitting is None or not sitting.turn


@pytest.mark.parametrize("degrees", [-40, 40])
def test_two_tricks_in_turn_say_how_far_round_all_sit(degrees):
    middle = np.array([530.0, 300.0])
    standpoint = Standpoint(Tracker(CODES), Tabletop(np.eye(3), middle))
    cards = tricks(2, middle, players=4)
    for card, place in zip(cards, turned([card.place for card in cards], np.radians(degrees), middle), strict=True):
        card.place, card.seat, card.seats = place, card.number % 4, np.zeros(4)
    assert not standpoint.recentre(cards[:4], lambda: Trick([], None, range(4)), 4)
    assert standpoint.recentre(cards, lambda: Trick([], None, range(4)), 4)
    assert [int(card.seats.argmax()) for card in cards] == [0, 1, 2, 3] * 2
    assert not standpoint.recentre(cards, lambda: Trick([], None, range(4)), 4)


def on_three_sides(left, middle, seat, away=100.0):
    """Return where one of three who leave a side to the camera lays cards, millimetres; `left` sits left of it."""
    side = np.pi / 2 * ((seat - left) % 3 + 1)
    return np.asarray(middle) + away * np.array([-np.sin(side), np.cos(side)])


def tricks_on_three_sides(left, middle):
    """Return the cards of two tricks that three play in turn who sit so."""
    cards = tricks(2, middle)
    for card in cards:
        card.seat, card.seats = card.number % 3, np.zeros(3)
        card.place = on_three_sides(left, middle, card.seat)
    return cards


def before_whom(standpoint, places):
    """Return before whom cards lie, each exactly; pixels."""
    tabletop = standpoint.tabletop((1280, 720))
    fits = [tabletop.seat_chances(tabletop.to_table(place), 3) for place in places]
    assert [float(chances.max()) for chances in fits] == pytest.approx([fits[0].max()] * 3)
    return [int(chances.argmax()) for chances in fits]


@pytest.mark.parametrize("left", range(3))
@pytest.mark.parametrize("leader", range(3))
def test_the_first_whole_trick_tells_which_sides_three_sit_on(left, leader):
    middle, order = np.array([540.0, 310.0]), [(leader + step) % 3 for step in range(3)]
    trick = [on_three_sides(left, middle, seat) for seat in order]
    sitting = first_middle([], trick, leader, order, CENTRE, 3)
    assert sitting.middle == pytest.approx(middle, abs=15)
    tabletop = replace(around(*sitting.middle).turned(-sitting.turn / (2 * np.pi)), off=sitting.off)
    fits = [tabletop.seat_chances(tabletop.to_table(place), 3) for place in trick]
    assert [int(chances.argmax()) for chances in fits] == order


@pytest.mark.parametrize("left", range(3))
def test_three_who_leave_a_side_free_sit_as_they_do_when_the_table_is_turned_by_a_seat_or_mirrored(left):
    middle = np.array([530.0, 300.0])
    standpoint = Standpoint(Tracker(CODES), around(*middle))
    standpoint.fit_size((1280, 720), [])
    cards = tricks_on_three_sides(left, middle)
    standpoint.recentre(cards, lambda: Trick([], None, range(3)), 3)
    places = [on_three_sides(left, middle, seat) for seat in range(3)]
    standpoint.turn(1, 3, [])
    assert before_whom(standpoint, places) == [2, 0, 1]
    standpoint.mirror([])
    assert before_whom(standpoint, [np.array([1280 - x, y]) for x, y in places]) == [1, 0, 2]


@pytest.mark.parametrize("left", range(3))
@pytest.mark.parametrize("tilt", [0.0, 20.0, 39.0, -39.0])
def test_two_tricks_in_turn_say_on_which_sides_three_sit(left, tilt):
    middle = np.array([530.0, 300.0])
    standpoint = Standpoint(Tracker(CODES), around(*middle))
    cards = tricks_on_three_sides(left, middle)
    assert standpoint.recentre(cards, lambda: Trick([], None, range(3)), 3)
    assert [int(card.seats.argmax()) for card in cards] == [0, 1, 2] * 2
    assert not standpoint.recentre(cards, lambda: Trick([], None, range(3)), 3)
    tabletop = standpoint.tabletop((1280, 720))
    for seat in range(3):
        place = turned([on_three_sides(left, middle, seat)], np.radians(tilt), middle)[0]
        assert int(tabletop.seat_chances(tabletop.to_table(place), 3).argmax()) == seat


def test_what_turns_out_to_be_no_play_leaves_the_middle_where_it_was_guessed():
    recentring, cards = Recentring(), tricks(1, (700, 250), confirmed=False)[:2]
    places = [card.place for card in cards]
    moved = recentring.first(cards, lambda: Trick(places, 0, range(3)), around(*CENTRE), 3)
    assert moved is not None
    assert np.linalg.norm(moved.middle - CENTRE) > 50
    for card in cards:
        card.discard()
    back = recentring.first(cards, lambda: Trick([], 0, range(3)), around(*moved.middle), 3)
    assert back is not None
    assert back.middle == pytest.approx(CENTRE)
    assert recentring.first(cards, lambda: Trick([], 0, range(3)), around(*back.middle), 3) is None


def test_what_turns_out_to_be_no_play_leaves_everybody_sitting_where_they_were_taken_to():
    middle, turn = np.array([560.0, 330.0]), np.radians(45)
    cards = tricks(1, middle, players=4, confirmed=False)
    for card, place in zip(cards, turned([card.place for card in cards], turn, middle), strict=True):
        card.place, card.seat, card.seats = place, card.number % 4, np.zeros(4)
    recentring = Recentring()
    moved = recentring.first(cards, lambda: Trick([card.place for card in cards], 0, range(4)), around(*CENTRE), 4)
    assert moved is not None
    assert moved.turn == pytest.approx(turn)
    for card in cards:
        card.discard()
    back = recentring.first(cards, lambda: Trick([], 0, range(4)), around(*moved.middle), 4)
    assert back is not None
    assert back.turn == pytest.approx(-turn)


def test_what_whole_tricks_told_of_the_middle_stays_when_the_next_hand_begins():
    recentring, cards = Recentring(), tricks(1, (700, 250))
    recentring.first(cards, lambda: Trick([], 0, range(3)), around(*CENTRE), 3)
    for card in cards:
        card.discard()
    assert recentring.first(cards, lambda: Trick([], 0, range(3)), around(700, 250), 3) is None
