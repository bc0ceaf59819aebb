"""People say whose a card is, and with what that player has in the trick it is a straight."""

import pytest
from forum_tables import forum, plays


def split_straight():
    """Return a table at which the second card of a straight was taken for the next but one's play."""
    table = forum(players=4, first_dealer=0)
    table.lay("5H", 1, 1.5)
    table.lay("10H", 2, 1.5)
    table.lay("6H", 3, 2.0)
    assert plays(table) == [(1, ("5H",)), (2, ("10H",)), (3, ("6H",))]
    return table


WHOLE = [(1, ("5H", "6H")), (2, ("10H",))]


@pytest.mark.parametrize("fact", [0, 2])
def test_a_card_of_which_people_say_that_it_is_of_a_straight_of_somebodys_goes_on_that(fact):
    table = split_straight()
    table.session.change_seat(fact, {0: 3, 2: 1}[fact])
    table.look(1.0)
    whole = WHOLE if fact == 2 else [(2, ("10H",)), (3, ("5H", "6H"))]
    assert [play for play in plays(table) if play in whole] == whole
    if fact == 2:
        table.lay("QH", 3, 1.5)
        table.lay("2H", 0, 1.5)
        assert plays(table) == [*whole, (3, ("QH",)), (0, ("2H",))]


def test_that_a_card_is_of_a_straight_is_taken_back_and_said_again():
    table = split_straight()
    before = plays(table)
    table.session.change_seat(2, 1)
    table.look(0.5)
    table.session.undo()
    table.look(0.5)
    assert plays(table) == before
    table.session.redo()
    table.look(0.5)
    assert plays(table) == WHOLE
    table.lay("QH", 3, 1.5)
    assert plays(table) == [*WHOLE, (3, ("QH",))]
