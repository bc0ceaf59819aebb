"""Cards that lie there when a new game begins."""

import pytest
from forum_tables import forum, plays
from scripted import Lying, ScriptedTable, asking_about_the_lead, facts, play, told
from test_thrown_cards import throw

from companion.rules.facts import CardsPlayed, FaceUpCard
from companion.rules.games import game
from companion.table.events import Irregularity, Question, SourceChanged

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


def laid_out(table, codes, seats):
    """Have cards lie there, one before each of some seats."""
    for code, seat in zip(codes, seats, strict=True):
        table.cards.append(Lying(code, *table.place(seat), 0.3, table.read(code)))
    table.look(3.0)


ROUNDS = (
    ("coins", {}, ("6-cups", "7-cups", "8-cups")),
    ("hearts_pp", {"players": 4}, ("6C", "7C", "8C", "9C")),
    ("forum_suits", {"players": 3, "rounds": 1}, ("6C", "9D", "KS")),
)


@pytest.mark.parametrize(("game_id", "options", "trick"), ROUNDS)
@pytest.mark.parametrize("seats", [(1, 2), (2, 0)])
@pytest.mark.parametrize("already", [0.0, 4.0])
def test_two_cards_of_the_game_before_that_are_gathered_are_none_of_the_new_one(
    game_id, options, trick, seats, already
):
    played = game(game_id)
    settings = played.configure(**options)
    players = played.start(settings).players
    table = ScriptedTable(played, settings, seed=5, names=NAMES[:players])
    if game_id == "forum_suits":
        table.session.say(FaceUpCard("2S"))
    if already:
        table.look(already)
    laid_out(table, played.deck.codes[1:3], seats)
    table.sweep(14.0)
    first = table.session.view.expected
    order = [(first + step) % players for step in range(players)]
    play(table, *zip(trick, order, strict=True), wait=1.0)
    assert [fact.cards for fact in table.log.facts if isinstance(fact, CardsPlayed)] == [(code,) for code in trick]
    assert [fact.seat for fact in table.log.facts if isinstance(fact, CardsPlayed)] == order
    assert not told(table, Question)


def test_a_first_trick_of_which_a_card_was_never_seen_is_one_although_nobody_leads_for_a_while():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    table.sweep(7.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins")]
    play(table, ("9-clubs", 1), wait=2.0)
    assert facts(table)[:2] == [(1, "3-cups"), (2, "4-coins")]
    assert told(table, Question)


def test_what_was_played_while_no_picture_came_is_not_known():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    table.sweep(1.0)
    table.time += 60.0
    table.look(3.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins")]


def test_cards_of_a_game_that_is_taken_up_at_a_clear_table_are_not_gathered():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    again = ScriptedTable(table.game, table.settings, seed=9, facts=table.log.facts[:1])
    again.look(4.0)
    play(again, ("4-coins", 2), wait=1.5)
    again.sweep(15.0)
    assert facts(again) == [(1, "3-cups"), (2, "4-coins")]


def test_cards_of_a_trick_that_was_taken_whole_and_is_opened_again_are_not_gathered():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), ("5-swords", 0), wait=1.5)
    table.sweep(2.0)
    table.session.undo()
    table.look(15.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins")]


def test_cards_of_which_people_have_said_what_they_are_are_not_gathered():
    table = asking_about_the_lead()
    table.session.answer(table.session.snapshot().question.question, "1-coins")
    play(table, ("4-coins", 2), wait=1.5)
    table.sweep(15.0)
    assert facts(table) == [(1, "1-coins"), (2, "4-coins")]


def test_cards_of_the_second_trick_are_not_gathered():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("6-cups", 1), ("7-cups", 2), ("8-cups", 0), wait=1.0)
    table.sweep(1.5)
    play(table, ("9-clubs", 0), ("3-clubs", 1), wait=1.5)
    table.sweep(15.0)
    assert facts(table)[3:] == [(0, "9-clubs"), (1, "3-clubs")]


def test_cards_are_gathered_though_a_slow_machine_looks_every_two_seconds_only():
    table = ScriptedTable(game("coins"), seed=5, rate=0.5)
    lying(table, ("5-swords", "3-cups"))
    table.look(8.0)
    assert facts(table)
    table.sweep(20.0)
    assert not facts(table)


def test_that_the_cards_were_gathered_is_taken_back_and_they_stay_played():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    table.sweep(14.0)
    assert not facts(table)
    table.session.undo()
    table.session.undo()
    table.look(14.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins")]


def test_a_first_trick_that_is_out_of_sight_for_long_and_lies_there_again_is_the_same():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    for card in table.cards:
        card.hidden = True
    table.look(15.0)
    for card in table.cards:
        card.hidden = False
    table.look(1.5)
    play(table, ("7-cups", 0), wait=1.0)
    assert facts(table) == [(1, "3-cups"), (2, "4-coins"), (0, "7-cups")]
    assert not told(table, Question)


def test_cards_of_which_people_have_said_who_played_them_are_not_gathered():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("3-cups", 1), ("4-coins", 2), wait=1.5)
    table.session.change_seat(1, 0)
    table.sweep(14.0)
    assert facts(table) == [(1, "3-cups"), (0, "4-coins")]


STRAYS = {"before the last": (640.0, 470.0), "in a corner": (310.0, 590.0), "in the middle": (645.0, 352.0)}


@pytest.mark.parametrize("where", STRAYS)
@pytest.mark.parametrize("already", [0.0, 4.0])
def test_a_card_that_lies_there_all_the_time_is_no_lead_once_the_trick_is_whole_without_it(where, already):
    table = ScriptedTable(game("coins"), seed=5)
    if already:
        table.look(already)
    stray = Lying("3-swords", *STRAYS[where], 0.3, table.read("3-swords"))
    table.cards.append(stray)
    table.look(3.0)
    trick = ((1, "6-cups"), (2, "7-cups"), (0, "8-cups"), (0, "9-clubs"), (1, "3-clubs"), (2, "4-clubs"))
    play(table, *((code, seat) for seat, code in trick[:3]), wait=1.0)
    table.look(1.0)
    table.cards[:] = [stray]
    table.look(1.5)
    play(table, *((code, seat) for seat, code in trick[3:]), wait=1.0)
    assert facts(table) == list(trick)
    assert not told(table, Question)


@pytest.mark.parametrize("said", ["card", "seat"])
def test_a_card_of_which_people_have_said_that_it_led_is_not_taken_out_for_another(said):
    table = ScriptedTable(game("coins"), seed=5)
    table.cards.append(Lying("3-swords", *STRAYS["before the last"], 0.3, table.read("3-swords")))
    table.look(3.0)
    play(table, ("6-cups", 1), ("7-cups", 2), wait=1.0)
    assert facts(table)[0] == (0, "3-swords")
    if said == "card":
        table.session.correct(0, ("4-swords",))
    else:
        table.session.change_seat(0, 1)
        table.session.change_seat(0, 0)
    led = facts(table)
    play(table, ("8-cups", 0), wait=3.0)
    assert facts(table)[:3] == led[:3]


def test_a_card_that_is_dropped_before_the_second_trick_is_no_lead_once_that_is_whole_without_it():
    table = ScriptedTable(game("coins"), seed=5)
    trick = (("6-cups", 1), ("7-cups", 2), ("8-cups", 0), ("9-clubs", 0), ("3-clubs", 1), ("4-clubs", 2))
    play(table, *trick[:3], wait=1.0)
    table.sweep(1.5)
    table.cards.append(Lying("3-swords", *table.place(2), 0.3, table.read("3-swords")))
    table.look(3.0)
    if question := table.session.snapshot().question:
        table.session.confirm(question.question)
    play(table, *trick[3:], wait=2.0)
    assert facts(table) == [(seat, code) for code, seat in trick]


def test_a_card_that_lies_before_the_leader_is_asked_about_and_one_answer_puts_it_right():
    table = ScriptedTable(game("coins"), seed=5)
    laid_out(table, ("3-swords",), (1,))
    stray = table.cards[0]
    trick = ((1, "6-cups"), (2, "7-cups"), (0, "8-cups"), (0, "9-clubs"), (1, "3-clubs"), (2, "4-clubs"))
    play(table, *((code, seat) for seat, code in trick[:3]), wait=1.0)
    table.session.answer(table.session.snapshot().question.question, "6-cups")
    table.cards[:] = [stray]
    table.look(1.5)
    play(table, *((code, seat) for seat, code in trick[3:]), wait=1.0)
    assert facts(table) == list(trick)


def test_who_led_out_of_turn_won_and_leads_again_before_the_trick_is_taken_led_indeed():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("8-cups", 0), ("6-cups", 1), ("7-cups", 2), ("9-clubs", 0), wait=1.5)
    assert facts(table) == [(0, "8-cups"), (1, "6-cups"), (2, "7-cups"), (0, "9-clubs")]


@pytest.mark.parametrize("winner", [0, 1, 2])
@pytest.mark.parametrize("swept", [True, False])
def test_a_wrong_lead_to_the_second_trick_stays_one_and_is_told_once(winner, swept):
    table = ScriptedTable(game("coins"), seed=5)
    first = (("6-cups", 1), ("7-cups", 2), ("8-cups", 0))
    # Ana was to lead; Carla, who would have been the last, does.
    second = [(code, seat) for code, seat in zip(("3-clubs", "4-clubs", "2-clubs"), (2, 0, 1), strict=True)]
    second[(winner - 2) % 3] = ("9-clubs", winner)
    play(table, *first, wait=1.0)
    table.sweep(1.5)
    for code, seat in second:
        table.lay(code, seat, 2.0)
        if question := table.session.snapshot().question:
            table.session.confirm(question.question)
    if swept:
        table.sweep(1.5)
    play(table, ("5-swords", winner), wait=3.0)
    assert facts(table) == [(seat, code) for code, seat in (*first, *second, ("5-swords", winner))]
    assert [(event.code, event.seat) for event in told(table, Irregularity)] == [("wrong-leader", 2)]


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
