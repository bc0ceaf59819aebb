"""Cards that lie there when a new game begins."""

import pytest
from forum_tables import forum, plays
from scripted import Lying, ScriptedTable, facts, notices, play
from test_thrown_cards import throw

from companion.rules.facts import FaceUpCard
from companion.rules.games import game

NAMES = ("Ana", "Ben", "Carla", "Dora")

LYING = ("3-cups", "4-coins", "5-swords")


def begun(game_id, codes, dark=0.0, **options):
    """Return a table of a new game at which these cards lie, one before each player.

    The first pictures are dark for so many seconds.
    """
    played = game(game_id)
    settings = played.configure(**options)
    names = NAMES[: played.start(settings).players]
    table = ScriptedTable(played, settings, seed=5, names=names)
    for seat, code in enumerate(codes):
        table.cards.append(Lying(code, *table.place(seat), 0.0, table.read(code), hidden=bool(dark)))
    table.look(dark or 0.1)
    for card in table.cards:
        card.hidden = False
    table.look(4.0)
    return table


@pytest.mark.parametrize(
    ("game_id", "options", "codes", "first"),
    [
        ("coins", {}, LYING, "6-cups"),
        ("hearts_pp", {"players": 4}, ("3S", "4S", "9H", "KD"), "6C"),
        ("forum_suits", {"players": 4}, ("3S", "4S", "9H", "KD"), "6C"),
        ("seven_suitors", {}, ("2:3", "2:4", "5:9", "7:13"), "1:1"),
    ],
)
def test_the_trick_of_the_game_before_is_not_played_in_the_new_one_which_is_said(game_id, options, codes, first):
    table = begun(game_id, codes, **options)
    assert not facts(table)
    assert notices(table) == ["lay-there"]
    table.sweep(1.5)
    play(table, (first, 1), wait=1.5)
    assert facts(table) == [(1, first)]


@pytest.mark.parametrize("wait", [0.1, 2.0])
@pytest.mark.parametrize(
    ("game_id", "options"), [("coins", {}), ("hearts_pp", {"players": 4}), ("forum_suits", {"players": 4})]
)
def test_a_heap_that_is_thrown_down_as_the_game_begins_is_no_trick_of_the_game_before(game_id, options, wait):
    played = game(game_id)
    settings = played.configure(**options)
    table = ScriptedTable(played, settings, seed=5, names=NAMES[: played.start(settings).players])
    table.look(wait)
    throw(table, table.game.deck.codes[5:41:2], 4.0)
    assert not facts(table)
    assert notices(table) == ["heap-there"]
    table.sweep(1.5)
    table.lay(table.game.deck.codes[1], 1, 1.5)
    assert facts(table) == [(1, table.game.deck.codes[1])]


def test_the_trick_of_the_game_before_is_not_played_where_the_first_pictures_are_dark():
    table = begun("coins", LYING, dark=1.5)
    assert not facts(table)
    assert notices(table) == ["lay-there"]


def test_the_trick_of_the_game_before_may_stay_where_it_lies_while_the_new_one_is_led_to():
    table = begun("coins", LYING)
    play(table, ("6-cups", 1), ("7-cups", 2), ("8-cups", 0))
    table.look(1.0)
    assert facts(table) == [(1, "6-cups"), (2, "7-cups"), (0, "8-cups")]


def counting(table):
    """Return the cards in the picture that are shown to count, with whose they are."""
    return {(card.code, card.seat) for card in table.session.snapshot().cards if card.role == "played"}


@pytest.mark.parametrize("clicked", [True, False])
def test_cards_of_a_trick_that_lay_there_are_shown_to_count_once_they_are_added_by_hand(clicked):
    table = begun("coins", LYING)
    tracks = {card.candidates[0][0]: card.track for card in table.session.snapshot().cards}
    trick = ((1, "4-coins"), (2, "5-swords"), (0, "3-cups"))
    for place, (seat, code) in enumerate(trick):
        table.session.insert_play(place, seat, (code,), tracks[code] if clicked else None)
        assert counting(table) == {(code, seat) for seat, code in trick[: place + 1]}
    table.look(1.0)
    assert table.session.snapshot().state == "waiting_for_clear_table"
    table.sweep(1.5)
    play(table, ("6-cups", 0), wait=1.5)
    assert facts(table) == [*trick, (0, "6-cups")]


def test_a_card_that_was_added_by_hand_where_it_lay_is_none_again_when_that_is_taken_back_and_one_when_it_is_redone():
    table = begun("coins", LYING)
    table.session.insert_play(0, 1, ("4-coins",))
    table.session.undo()
    table.look(1.0)
    assert not counting(table)
    assert {card.role for card in table.session.snapshot().cards} == {"ignored"}
    table.session.redo()
    assert counting(table) == {("4-coins", 1)}


def test_a_card_that_lay_there_is_the_one_that_was_clicked_on_however_it_reads():
    table = begun("coins", LYING)
    track = next(c.track for c in table.session.snapshot().cards if c.candidates[0][0] == "4-coins")
    table.session.insert_play(0, 1, ("7-coins",), track)
    table.look(2.0)
    assert counting(table) == {("7-coins", 1)}
    assert facts(table) == [(1, "7-coins")]


@pytest.mark.parametrize("played", [1, 2])
def test_the_trick_of_the_game_before_is_not_played_where_the_new_game_is_taken_up_beside_it(played):
    table = begun("coins", LYING)
    plays = (("6-cups", 1), ("7-cups", 2), ("8-cups", 0))
    play(table, *plays[:played], wait=1.5)
    again = ScriptedTable(table.game, table.settings, seed=9, facts=table.log.facts, cards=table.cards)
    again.look(4.0)
    play(again, *plays[played:], wait=1.5)
    assert facts(again) == [(seat, code) for code, seat in plays]


@pytest.mark.parametrize("lying", [1, 2])
def test_cards_laid_a_moment_before_the_game_was_begun_are_played(lying):
    table = ScriptedTable(game("coins"), seed=5)
    trick = ((1, "3-cups"), (2, "4-coins"), (0, "5-swords"))
    for seat, code in trick[:lying]:
        table.cards.append(Lying(code, *table.place(seat), 0.0, table.read(code)))
    table.look(2.0)
    play(table, *((code, seat) for seat, code in trick[lying:]))
    assert facts(table) == list(trick)
    assert not notices(table)


@pytest.mark.parametrize("lying", [2, 3])
def test_the_card_turned_up_beside_the_deal_is_none_of_the_trick_that_lies_there(lying):
    table = forum(players=3)
    table.cards.append(Lying("7H", 640 + 250, 360 + 120, 0.0, table.read("7H")))
    trick = ((1, "5H"), (2, "9H"), (0, "KH"))
    for seat, code in trick[:lying]:
        table.cards.append(Lying(code, *table.place(seat), 0.0, table.read(code)))
    table.look(4.0)
    assert [fact.card for fact in table.log.facts if isinstance(fact, FaceUpCard)] == ["7H"]
    assert notices(table) == ["lay-there"] * (lying == 3)
    assert plays(table) == [(seat, (code,)) for seat, code in trick[: lying % 3]]


def test_of_two_players_a_lead_and_its_answer_are_played_where_they_lie_when_the_game_begins():
    table = forum(players=2)
    trick = ((1, "5H"), (0, "KH"))
    for seat, code in trick:
        table.cards.append(Lying(code, *table.place(seat), 0.0, table.read(code)))
    table.look(4.0)
    assert not notices(table)
    assert plays(table) == [(seat, (code,)) for seat, code in trick]


def lying(table, codes=LYING, **shown):
    """Return cards, one before each player, on the table but not looked at yet."""
    cards = [Lying(code, *table.place(seat), 0.0, table.read(code), **shown) for seat, code in enumerate(codes)]
    table.cards += cards
    return cards


def test_a_trick_of_the_game_before_of_which_one_card_is_found_a_look_later_is_none_of_the_new_one():
    table = ScriptedTable(game("coins"), seed=5)
    last = lying(table)[-1]
    last.hidden = True
    table.look(0.2)
    last.hidden = False
    table.look(4.0)
    assert not facts(table)
    assert notices(table) == ["lay-there"]


def test_a_card_that_comes_to_two_that_lay_there_is_played_with_them():
    table = ScriptedTable(game("coins"), seed=5)
    last = lying(table, ("5-swords", "3-cups", "4-coins"))[0]
    last.hidden = True
    table.look(0.8)
    last.hidden = False
    table.look(4.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins"), (0, "5-swords")]
    assert not notices(table)


def test_a_card_that_is_on_its_way_to_two_that_lay_there_is_played_with_them():
    table = ScriptedTable(game("coins"), seed=5)
    lying(table, ("5-swords", "3-cups", "4-coins"))
    last = table.cards[0]
    for step in (3, 2, 1, 0):
        last.y += 30.0 * step
        table.look(0.1)
        last.y -= 30.0 * step
    table.look(4.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins"), (0, "5-swords")]
    assert not notices(table)


def test_a_quick_round_that_is_found_card_by_card_is_played():
    table = ScriptedTable(game("coins"), seed=5)
    cards = lying(table, ("5-swords", "3-cups", "4-coins"), hidden=True)
    for card in (cards[1], cards[2], cards[0]):
        card.hidden = False
        table.look(0.1)
    table.look(4.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins"), (0, "5-swords")]
    assert not notices(table)


def test_a_trick_that_an_arm_hid_until_it_was_whole_is_played():
    table = ScriptedTable(game("coins"), seed=5)
    table.look(6.0)
    lying(table, ("5-swords", "3-cups", "4-coins"))
    table.look(4.0)
    assert sorted(facts(table)) == [(0, "5-swords"), (1, "3-cups"), (2, "4-coins")]
    assert not notices(table)


def test_the_trick_before_that_lies_there_where_a_game_is_taken_up_is_none_of_a_game_before():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("6-cups", 1), ("7-cups", 2), ("8-cups", 0), wait=1.0)
    again = ScriptedTable(table.game, seed=9, facts=table.log.facts, cards=table.cards)
    again.look(4.0)
    assert facts(again) == facts(table)
    assert not notices(again)
