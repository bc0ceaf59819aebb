"""Going on from the facts of an earlier session."""

from dataclasses import replace

import numpy as np
import pytest
from scripted import SIZE, Lying, ScriptedTable, act_out, facts, random_game, reading, resumed, told

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, FaceUpCard
from companion.rules.games import game
from companion.table.events import Correction, Desynchronised, Irregularity, Question, SourceChanged
from companion.table.seating import seat_directions
from companion.table.session import TableSession


@pytest.mark.parametrize("stop", [0, 1, 2, 16, 47])
def test_a_hand_goes_on_where_it_was_interrupted(stop):
    coins = game("coins")
    truth = random_game(coins, None, 5)
    table = ScriptedTable(coins, seed=5)
    for place in act_out(table, truth):
        if place == stop:
            told = len(table.events)
            again = resumed(table)
            table.session, table.events = again.session, again.events
            assert told
            assert not again.events
    assert [(f.seat, f.cards) for f in table.log.facts] == [(f.seat, f.cards) for f in truth.facts]
    assert table.log.rulings == truth.rulings


@pytest.mark.parametrize("before", [4.0, 600.0])
@pytest.mark.parametrize("lying", [1, 2])
def test_cards_laid_after_a_new_beginning_come_after_those_that_lie_there_however_long_was_played_before(before, lying):
    table = ScriptedTable(game("coins"), seed=3)
    table.time = before
    trick = (("3-clubs", 1), ("4-clubs", 2), ("5-clubs", 0))
    for code, seat in trick[:lying]:
        table.lay(code, seat)
    again = resumed(table)
    again.look(3.0)
    for code, seat in trick[lying:]:
        again.lay(code, seat)
    assert [(fact.seat, fact.cards[0]) for fact in again.log.facts] == [(seat, code) for code, seat in trick]
    assert not [event for event in again.events if isinstance(event, Irregularity | Correction)]


def test_a_card_known_before_is_not_read_again():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1)
    table.lay("2-cups", 2)
    again = resumed(table)
    again.look(2.0)
    assert not again.events
    again.lay("1-swords", 0)
    assert [fact.cards[0] for fact in again.log.facts] == ["1-coins", "2-cups", "1-swords"]


@pytest.mark.parametrize(("plays", "named"), [(1, 0), (2, 0), (2, 1), (3, 0), (3, 2)])
def test_a_card_that_is_misread_and_was_named_is_no_second_play_when_it_is_misread_again(plays, named):
    table = ScriptedTable(game("coins"), seed=4)
    for code, seat in (("1-coins", 1), ("2-cups", 2), ("1-swords", 0))[:plays]:
        table.lay(code, seat)
    table.session.correct(named, ["9-clubs"])
    again = resumed(table)
    again.look(4.0)
    assert not again.events
    assert again.log.facts == table.log.facts
    if plays == 3:
        again.sweep()
    leader = again.session.view.expected
    assert leader is not None
    again.lay("5-clubs", leader, 1.5)
    assert [fact.cards[0] for fact in again.log.facts[plays:]] == ["5-clubs"]


def test_a_lead_that_was_laid_meanwhile_is_no_card_of_the_trick_before_it():
    table = ScriptedTable(game("coins"), seed=4)
    for code, seat in (("1-coins", 1), ("2-cups", 2), ("1-swords", 0)):
        table.lay(code, seat)
    table.session.correct(1, ["9-coins"])
    table.cards.clear()
    again = resumed(table)
    leader = again.session.view.expected
    assert leader is not None
    again.lay("5-clubs", leader, 4.0)
    assert [fact.cards[0] for fact in again.log.facts[3:]] == ["5-clubs"]


def test_a_straight_and_the_card_beside_the_deal_are_remembered():
    forum = game("forum_suits")
    facts = [FaceUpCard("2S"), CardsPlayed(1, ("5H", "6H"), source="camera", confidence=0.99)]
    table = ScriptedTable(forum, forum.configure(players=3), seed=4, facts=facts)
    table.cards += [Lying(code, 530 + step * 28, 360, 1.6, table.read(code)) for step, code in enumerate(("5H", "6H"))]
    table.look(1.0)
    table.session.correct(1, ["6H", "7H"])
    table.lay("9H", 2)
    assert [fact.cards for fact in table.log.facts[1:]] == [("6H", "7H"), ("9H",)]


def test_the_last_change_can_still_be_taken_back():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1)
    session = TableSession(table.game, facts=table.log.facts)
    assert session.snapshot().can_undo
    session.undo()
    assert session.log.facts == ()


def test_facts_that_contradict_each_other_are_refused():
    with pytest.raises(ImpossibleFactError):
        TableSession(game("coins"), facts=[CardsPlayed(1, ("1-coins",)), CardsPlayed(2, ("1-coins",))])


@pytest.mark.parametrize("lying", [1, 2, 3])
def test_a_seven_that_lies_there_when_a_game_goes_on_is_not_the_other_one(lying):
    suitors, names = game("seven_suitors"), ("Ana", "Ben", "Carla", "David")
    trick = (("1:1", 0), ("2:7", 1), ("3:4", 2), ("4:5", 3))
    facts = [CardsPlayed(seat, (code,), source="camera", confidence=0.99) for code, seat in trick[: lying + 1]]
    table = ScriptedTable(suitors, seed=4, names=names, facts=facts)
    table.cards += [Lying(code, *table.place(seat), 0.0, table.read(code)) for code, seat in trick[: lying + 1]]
    table.look(3.0)
    assert not table.events
    for code, seat in trick[lying + 1 :]:
        table.lay(code, seat)
    assert [(fact.seat, fact.cards[0]) for fact in table.log.facts] == [(seat, code) for code, seat in trick]


def test_the_other_seven_may_lead_when_a_game_goes_on_after_a_trick_with_the_first():
    suitors, names = game("seven_suitors"), ("Ana", "Ben", "Carla", "David")
    trick = (("1:1", 0), ("1:7", 1), ("3:4", 2), ("4:5", 3))
    facts = [CardsPlayed(seat, (code,), source="camera", confidence=0.99) for code, seat in trick]
    table = ScriptedTable(suitors, seed=4, names=names, facts=facts)
    table.lay("1:7", 1, 4.0)
    assert [(fact.seat, fact.cards[0]) for fact in table.log.facts[4:]] == [(1, "1:7")]


@pytest.mark.parametrize("aside", [(250, 120), (-230, 60), (180, 0)])
def test_the_card_beside_the_deal_is_no_play_when_a_game_goes_on_tricks_later(aside):
    forum = game("forum_suits")
    tricks = (("5S", 1), ("6S", 2), ("9S", 0), ("2C", 0), ("4C", 1), ("9C", 2))
    plays = [CardsPlayed(seat, (code,), source="camera", confidence=0.99) for code, seat in tricks]
    table = ScriptedTable(forum, forum.configure(players=3), seed=3, facts=[FaceUpCard("7H"), *plays])
    table.cards.append(Lying("7H", 640 + aside[0], 360 + aside[1], 0.0, table.read("7H")))
    table.look(4.0)
    table.lay("AS", 2)
    table.lay("KC", 0)
    assert [(fact.seat, fact.cards[0]) for fact in table.log.facts[7:]] == [(2, "AS"), (0, "KC")]
    assert not told(table, Question) + told(table, SourceChanged)


@pytest.mark.parametrize("plays", [0, 1, 2])
def test_on_a_table_that_lay_bare_since_a_game_was_taken_up_cards_of_its_trick_are_laid_again_and_the_next_counts(
    plays,
):
    coins = game("coins")
    truth = random_game(coins, None, 5)
    table = ScriptedTable(coins, seed=5, facts=truth.facts[: 6 + plays])
    table.look(6.0)
    for fact in truth.facts[6 : 6 + plays]:
        # They were taken up overnight, and are laid out again.
        table.lay(fact.cards[0], fact.seat, 1.0)
    fact = truth.facts[6 + plays]
    table.lay(fact.cards[0], fact.seat, 1.0)
    assert [(fact.seat, fact.cards) for fact in table.log.facts[6 + plays :]] == [(fact.seat, fact.cards)]


@pytest.mark.parametrize("missed", [0, 1, 2])
def test_a_card_added_by_hand_in_the_first_trick_turns_no_table_where_another_leads_to_the_next(missed):
    coins = game("coins")
    truth = random_game(coins, None, 3)
    assert truth.facts[6].seat != truth.facts[9].seat
    table = ScriptedTable(coins, seed=3, facts=truth.facts[:6])
    table.look(5.0)
    for place, fact in enumerate(truth.facts[6:9]):
        if place == missed:
            table.session.insert_play(6 + place, fact.seat, fact.cards)
            table.look(0.5)
        else:
            table.lay(fact.cards[0], fact.seat)
    table.look(2.0)
    table.sweep(1.5)
    for fact in truth.facts[9:12]:
        table.lay(fact.cards[0], fact.seat)
    assert [(fact.seat, fact.cards) for fact in table.log.facts] == [(f.seat, f.cards) for f in truth.facts[:12]]
    assert not told(table, SourceChanged)


class Heap(ScriptedTable):
    """A table at which all play to its middle."""

    def place(self, seat: int, spread: float = 11.0) -> tuple[float, float]:  # noqa: ARG002 (the same for all)
        """Return where a card of any seat comes to rest, pixels."""
        x, y = np.array(SIZE) / 2 + self.rng.normal(0, 4.0, 2)
        return float(x), float(y)


@pytest.mark.parametrize("kind", [ScriptedTable, Heap])
@pytest.mark.parametrize("plays", [1, 2])
def test_where_the_cards_of_the_trick_were_put_away_meanwhile_play_goes_on_at_once(plays, kind):
    coins = game("coins")
    truth = random_game(coins, None, 5)
    seen = [replace(fact, source="camera", confidence=0.98) for fact in truth.facts[: 6 + plays]]
    table = kind(coins, seed=5, facts=seen)
    table.look(2.5)
    for place, fact in enumerate(truth.facts[6 + plays : 12], 6 + plays):
        table.lay(fact.cards[0], fact.seat, 0.6)
        if place % 3 == 2:
            table.sweep(1.2)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:12]]
    assert not told(table, Desynchronised) + told(table, SourceChanged) + told(table, Question)


ROUND = (("3-clubs", 1), ("4-clubs", 2), ("9-swords", 0))


def with_a_card_held_over_the_edge(laid: int, *, is_seen: bool) -> ScriptedTable:
    """Return a table that is taken up where a card held still over its edge counts as the next play of the round.

    Args:
        laid: Cards of the round before it.
        is_seen: It is still held there when the game is taken up.
    """
    table = ScriptedTable(game("coins"), seed=2)
    for code, seat in ROUND[:laid]:
        table.lay(code, seat, 1.0)
    x, y = seat_directions(3)[ROUND[laid][1]] * 260 + np.array(SIZE) / 2
    held = Lying("8-cups", x, y, 0.1, table.read("8-cups"))
    table.cards.append(held)
    table.look(5.0)
    assert facts(table)[laid:] == [(ROUND[laid][1], "8-cups")]
    if not is_seen:
        table.cards.remove(held)
    again = resumed(table)
    again.look(3.0)
    if is_seen:
        again.cards.remove(held)
        again.look(4.0)
    return again


@pytest.mark.parametrize("is_seen", [True, False])
@pytest.mark.parametrize("laid", [0, 1, 2])
def test_a_card_that_was_held_over_the_edge_when_the_game_broke_off_gives_way_to_the_one_its_player_lays(laid, is_seen):
    table = with_a_card_held_over_the_edge(laid, is_seen=is_seen)
    for code, seat in ROUND[laid:]:
        table.lay(code, seat, 1.2)
    table.sweep(1.5)
    table.lay("8-cups", 2, 1.2)
    assert facts(table) == [*((seat, code) for code, seat in ROUND), (2, "8-cups")]
    assert not told(table, Irregularity) + told(table, Question)


@pytest.mark.parametrize("is_seen", [True, False])
@pytest.mark.parametrize("laid", [0, 1, 2])
def test_a_card_that_was_held_over_the_edge_when_the_game_broke_off_and_is_laid_for_good_counts_once(laid, is_seen):
    table = with_a_card_held_over_the_edge(laid, is_seen=is_seen)
    table.lay("8-cups", ROUND[laid][1], 1.2)
    for code, seat in ROUND[laid + 1 :]:
        table.lay(code, seat, 1.2)
    played = [*ROUND[:laid], ("8-cups", ROUND[laid][1]), *ROUND[laid + 1 :]]
    assert facts(table) == [(seat, code) for code, seat in played]
    assert not told(table, Irregularity) + told(table, Question)


def test_a_card_of_a_trick_that_is_misread_where_it_lies_when_a_game_goes_on_is_not_taken_back_for_itself():
    table = ScriptedTable(game("coins"), seed=2)
    table.lay("3-clubs", 1, 1.0)
    misread = table.lay("4-clubs", 2, 1.0)
    misread.reading = reading("7-cups", 0.97, ["4-clubs"])
    again = resumed(table)
    again.look(4.0)
    assert facts(again)[:2] == [(1, "3-clubs"), (2, "4-clubs")]
    assert not told(again, Correction)


@pytest.mark.parametrize("plays", [2, 3])
def test_a_card_of_the_trick_that_is_still_hard_to_read_when_a_game_goes_on_is_no_other(plays):
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("3-clubs", 1, 1.2, reading("3-clubs", 0.53, ["4-clubs"]))
    for code, seat in ROUND[1:plays]:
        table.lay(code, seat, 1.2)
    assert facts(table) == [(seat, code) for code, seat in ROUND[:plays]]
    again = resumed(table)
    again.look(4.0)
    for code, seat in ROUND[plays:]:
        again.lay(code, seat, 1.2)
    again.sweep(1.5)
    again.lay("8-cups", 2, 1.2)
    assert facts(again) == [*((seat, code) for code, seat in ROUND), (2, "8-cups")]
    assert not told(again, Question) + told(again, Irregularity)
