"""Cards that lie there when a new game begins."""

import pytest
from forum_tables import forum, plays
from scripted import Lying, ScriptedTable, facts, play, told

from companion.rules.facts import FaceUpCard
from companion.rules.games import game
from companion.table.events import SourceChanged

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


def notices(table):
    return [event.notice for event in told(table, SourceChanged)]


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


def test_the_trick_of_the_game_before_is_not_played_where_the_first_pictures_are_dark():
    table = begun("coins", LYING, dark=1.5)
    assert not facts(table)
    assert notices(table) == ["lay-there"]


def test_the_trick_of_the_game_before_may_stay_where_it_lies_while_the_new_one_is_led_to():
    table = begun("coins", LYING)
    play(table, ("6-cups", 1), ("7-cups", 2), ("8-cups", 0))
    table.look(1.0)
    assert facts(table) == [(1, "6-cups"), (2, "7-cups"), (0, "8-cups")]


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
