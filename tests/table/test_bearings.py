"""A camera that sees the table from another side: everybody keeps their plays."""

from dataclasses import dataclass

import numpy as np
import pytest
from scripted import SIZE, Lying, ScriptedTable, act_out, facts, notices, random_game, told
from test_other_games import NAMES, random_hand

from companion.rules.facts import TiebreakCard
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.events import CardSeen, Correction, Desynchronised, Irregularity, Question


@dataclass
class TurnedTable(ScriptedTable):
    """A table at which everybody sits so many seats further, as the camera sees them."""

    further: int = 0
    heap: bool = False

    def place(self, seat, spread=11.0):
        if self.heap:
            return tuple(self.rng.normal((640, 360), 25))
        return super().place((seat + self.further) % len(self.names), spread)


def hand(game_id, **options):
    """Return a hand of a game, played by its rules."""
    played = game(game_id)
    return random_hand(GameLog(played, played.configure(**options)), 2)


def taken_up(truth, plays, further, *, seed=3, heap=False):
    """Return a table at which a game goes on after so many plays; the cards of its trick lie there."""
    log = GameLog(truth.game, truth.settings)
    for fact in truth.facts[:plays]:
        log.append(fact)
    names = NAMES[: truth.state.players]
    table = TurnedTable(truth.game, truth.settings, seed, names, facts=log.facts, further=further, heap=heap)
    for seat, (code,) in log.view.plays:
        table.cards.append(Lying(code, *table.place(seat), 0.0, table.read(code)))
    table.look(2.5)
    return table


def go_on(table, truth, plays, count):
    """Play so many cards more."""
    for place in range(plays, plays + count):
        fact = truth.facts[place]
        table.lay(fact.cards[0], fact.seat, 1.0)
        if any(ruling.event == "trick_won" for ruling in truth.rulings_of(place)):
            table.sweep(1.2)


@pytest.mark.parametrize(
    ("game_id", "players", "further"),
    [("coins", 3, 1), ("coins", 3, 2), ("hearts_pp", 4, 1), ("hearts_pp", 4, 2), ("hearts_pp", 5, 3)],
)
@pytest.mark.parametrize("lying", [0, 1, 2])
def test_a_game_taken_up_with_the_camera_on_another_side_goes_on_with_everybody_in_their_seat(
    game_id, players, further, lying
):
    truth = hand(game_id, **({} if game_id == "coins" else {"players": players}))
    plays = 2 * players + lying
    table = taken_up(truth, plays, further)
    go_on(table, truth, plays, 2 * players)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[: plays + 2 * players]]
    assert notices(table) == ["seats"]
    assert not [event for event in table.events if isinstance(event, Irregularity | Correction | Question)]


@pytest.mark.parametrize("heap", [False, True])
@pytest.mark.parametrize("lying", [0, 1, 2])
def test_where_the_camera_stands_as_before_nothing_is_turned(lying, heap):
    truth = hand("coins")
    table = taken_up(truth, 6 + lying, 0, heap=heap)
    go_on(table, truth, 6 + lying, 9)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[: 15 + lying]]
    assert not notices(table)


@pytest.mark.parametrize("seed", range(6))
def test_on_a_heap_the_first_card_waits_for_no_other(seed):
    truth = hand("coins")
    table = taken_up(truth, 6, 0, heap=True, seed=seed)
    go_on(table, truth, 6, 1)
    table.look(1.5)
    assert facts(table)[6:] == [(truth.facts[6].seat, truth.facts[6].cards[0])]


@pytest.mark.parametrize("plays", [6, 48])
@pytest.mark.parametrize("off", [1, 2])
def test_who_leads_out_of_turn_is_told_where_the_last_trick_lies_as_before_when_the_game_is_taken_up(plays, off):
    truth = random_game(game("coins"), game("coins").configure(target=30), 5, hands=2)
    table = TurnedTable(truth.game, truth.settings, 3, NAMES[:3], facts=truth.facts[:plays])
    for fact in truth.facts[plays - 3 : plays]:
        table.cards.append(Lying(fact.cards[0], *table.place(fact.seat), 0.0, table.read(fact.cards[0])))
    table.look(4.0)
    table.sweep(1.5)
    expected = table.log.view.expected
    for step, fact in enumerate(truth.facts[plays : plays + 3]):
        table.lay(fact.cards[0], (expected + off + step) % 3, 1.0)
    table.look(4.0)
    assert [seat for seat, _ in facts(table)[plays:]] == [(expected + off + step) % 3 for step in range(3)]
    assert [(event.code, event.seat) for event in told(table, Irregularity)] == [("wrong-leader", (expected + off) % 3)]
    assert not notices(table)


def test_one_card_before_another_player_turns_nothing():
    truth = hand("coins")
    table = taken_up(truth, 6, 0)
    leader = truth.facts[6].seat
    table.lay(truth.facts[6].cards[0], (leader + 1) % 3, 1.0)
    table.lay(truth.facts[7].cards[0], (leader + 1) % 3, 1.0)
    table.look(3.0)
    assert not notices(table)


def test_a_lead_that_was_not_found_turns_nothing():
    truth = hand("coins")
    table = taken_up(truth, 6, 0)
    for fact in truth.facts[7:9]:
        table.lay(fact.cards[0], fact.seat, 1.0)
    table.sweep()
    table.lay(truth.facts[9].cards[0], truth.facts[9].seat, 1.5)
    assert not notices(table)
    assert [event.missing for event in told(table, Desynchronised)] == [1]
    assert [(event.seat, event.cards) for event in told(table, CardSeen)] == [
        (fact.seat, fact.cards) for fact in truth.facts[7:10]
    ]


@pytest.mark.parametrize("after", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("further", [1, 2])
def test_one_word_about_whose_a_play_was_puts_all_seats_right_where_they_were_told_wrongly(after, further):
    truth = random_game(game("coins"), None, 5)
    table = TurnedTable(truth.game, truth.settings, 5, further=further)
    acted = act_out(table, truth)
    for _ in range(after):
        next(acted)
    table.look(4.0)
    last = after - 1
    assert facts(table)[last][0] != truth.facts[last].seat
    table.session.change_seat(last, truth.facts[last].seat)
    for _ in range(20 - after):
        next(acted)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:20]]
    assert notices(table) == ["seats"]


@pytest.mark.parametrize("about", [0, 1, 2, 4])
def test_no_word_turns_a_table_at_which_the_first_lead_lies_before_whom_the_rules_name(about):
    truth = hand("coins")
    table = TurnedTable(truth.game, truth.settings, 5, NAMES[:3])
    go_on(table, truth, 0, 5)
    others = {place: seat for place, (seat, _) in enumerate(facts(table)) if place // 3 != about // 3}
    table.session.change_seat(about, (truth.facts[about].seat + 1) % 3)
    assert facts(table)[about][0] == (truth.facts[about].seat + 1) % 3
    assert all(facts(table)[place][0] == seat for place, seat in others.items() if place < about)
    assert notices(table) == []


@pytest.mark.parametrize("about", [8, 9])
def test_a_play_that_is_said_by_mistake_to_be_of_who_sits_across_turns_nothing_at_the_next_look(about):
    truth = hand("hearts_pp", players=4)
    table = TurnedTable(truth.game, truth.settings, 5, NAMES[:4])
    go_on(table, truth, 0, 10)
    table.session.change_seat(about, (truth.facts[about].seat + 2) % 4)
    table.look(0.6)
    assert notices(table) == []
    table.session.undo()
    go_on(table, truth, 10, 6)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:16]]


def test_a_table_that_was_turned_at_a_look_is_turned_back_and_forth_by_undo_and_redo():
    truth = random_game(game("coins"), None, 5)
    table = TurnedTable(truth.game, truth.settings, 5, further=1)
    acted = act_out(table, truth)
    for _ in range(4):
        next(acted)
    table.session.change_seat(3, truth.facts[3].seat)
    before = seats_in_picture(table)
    table.lay(truth.facts[4].cards[0], truth.facts[4].seat, 0.0)
    while not notices(table):
        table.look(0.1)
    turned = seats_in_picture(table)
    for _ in range(2):  # The card, and the turn.
        table.session.undo()
    assert seats_in_picture(table) == before != turned
    for _ in range(2):
        table.session.redo()
    assert seats_in_picture(table) == turned


def seats_in_picture(table):
    """Return where on the table the middle of each edge of the picture is, rounded to centimetres."""
    tabletop = table.session._standpoint.tabletop(SIZE)
    edges = ((640.0, 720.0), (0.0, 360.0), (640.0, 0.0))
    return [[round(float(x) / 10) for x in tabletop.to_table(np.array(edge))] for edge in edges]


@pytest.mark.parametrize("further", [1, 2, 3])
def test_one_word_about_the_first_lead_does_it_where_nobody_but_the_players_knows_who_leads(further):
    truth = hand("seven_suitors")
    table = TurnedTable(truth.game, truth.settings, 5, NAMES[:4], further=further)
    go_on(table, truth, 0, 1)
    table.session.change_seat(0, truth.facts[0].seat)
    go_on(table, truth, 1, 11)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:12]]
    assert notices(table) == ["seats"]


def test_a_turned_table_may_be_turned_back_in_one_word():
    truth = hand("coins")
    table = taken_up(truth, 6, 1)
    go_on(table, truth, 6, 3)
    table.session.change_seat(6, (truth.facts[6].seat + 1) % 3)
    assert [seat for seat, _ in facts(table)[6:]] == [(fact.seat + 1) % 3 for fact in truth.facts[6:9]]
    assert notices(table) == ["seats", "seats"]


def test_the_word_that_turned_the_table_may_be_taken_back_and_given_again():
    truth = hand("coins")
    table = taken_up(truth, 6, 1)
    go_on(table, truth, 6, 3)
    right = facts(table)
    table.session.change_seat(6, (truth.facts[6].seat + 1) % 3)
    wrong = facts(table)
    table.session.undo()
    assert facts(table) == right
    table.session.redo()
    assert facts(table) == wrong
    table.session.undo()
    go_on(table, truth, 9, 3)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:12]]


@pytest.mark.parametrize("out_of_turn", [1, 2])
@pytest.mark.parametrize("goes_on", [False, True])
def test_a_word_about_a_trick_that_is_over_turns_nothing_where_somebody_leads_out_of_turn_later(out_of_turn, goes_on):
    truth = hand("coins")
    table = taken_up(truth, 3, 0) if goes_on else TurnedTable(truth.game, truth.settings, 3)
    first = len(table.log.facts)
    table.heap = True
    go_on(table, truth, first, 3)
    table.heap = False
    go_on(table, truth, first + 3, 6)
    table.session.change_seat(first + 1, truth.facts[first + 2].seat)
    before = facts(table)
    leader = table.log.view.expected
    for turn, fact in enumerate(truth.facts[first + 9 : first + 12]):
        table.lay(fact.cards[0], (leader + out_of_turn + turn) % 3, 1.0)
    assert not notices(table)
    assert facts(table)[: first + 9] == before


@pytest.mark.parametrize("further", [0, 1, 3])
def test_where_nobody_knows_who_leads_people_are_told_to_look_once_a_game_was_taken_up(further):
    truth = random_hand(GameLog(game("seven_suitors"), game("seven_suitors").configure()), 2)
    table = taken_up(truth, len(truth.facts), further)
    assert table.log.view.expected is None
    assert not notices(table)
    for turn, code in enumerate(("1:1", "1:2", "1:3", "1:4")):
        table.lay(code, turn, 1.0)
    assert notices(table) == ["taken-up"]
    table.session.change_seat(len(truth.facts), 0)
    assert facts(table)[len(truth.facts) :] == [(0, "1:1"), (1, "1:2"), (2, "1:3"), (3, "1:4")]


@pytest.mark.parametrize("seed", range(4))
def test_on_a_heap_people_are_told_to_look_who_leads_to_each_hand_and_one_word_puts_it_right(seed):
    truth = hand("seven_suitors")
    table = TurnedTable(truth.game, truth.settings, seed, NAMES[:4], heap=True)
    go_on(table, truth, 0, 2)
    assert notices(table) == ["who-led"]
    table.session.change_seat(0, truth.facts[0].seat)
    go_on(table, truth, 2, 10)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:12]]
    assert notices(table) == ["who-led"]


def test_a_game_that_just_begins_does_not_ask_where_the_camera_stands():
    truth = hand("seven_suitors")
    table = TurnedTable(truth.game, truth.settings, 5, NAMES[:4])
    go_on(table, truth, 0, 4)
    assert not notices(table)


def test_where_a_game_is_taken_up_in_a_tie_people_are_told_to_look():
    suits = game("steere_suits")
    logs = (random_game(suits, suits.configure(hands=1), seed) for seed in range(200))
    truth = next(log for log in logs if isinstance(log.facts[-1], TiebreakCard))
    dealt = sum(isinstance(fact, TiebreakCard) for fact in truth.facts)
    table = TurnedTable(suits, truth.settings, 3, NAMES[:3], facts=truth.facts[:-dealt])
    table.look(3.0)
    for fact in truth.facts[-dealt:]:
        table.lay(fact.card, fact.seat, 1.0)
    assert notices(table) == ["taken-up"]
    assert table.log.facts[-1].card == truth.facts[-1].card
