"""Everybody agrees to deal a hand anew, in the midst of it: one word, and the game goes on with the new cards."""

from dataclasses import replace

import pytest
from scripted import ScriptedTable, facts, random_game, reading, told
from test_other_games import NAMES, random_hand

from companion.errors import WrongInputError
from companion.language import language
from companion.rules.facts import CardsPlayed, FaceUpCard
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.events import (
    CardPlayed,
    CardSeen,
    Correction,
    DealtAnew,
    Desynchronised,
    Irregularity,
    Question,
    TrickWon,
)
from companion.table.sentences import Speaker

TROUBLE = Irregularity, Question, Correction, Desynchronised
GAMES = (("coins", {}), ("steere_suits", {}), ("hearts_pp", {"players": 4}), ("seven_suitors", {}))


def hand(game_id, seed, **options):
    """Return a hand of a game, played by its rules."""
    played = game(game_id)
    return random_hand(GameLog(played, played.configure(**options)), seed)


def lay(table, truth, start, stop):
    """Play these plays of a hand, trick by trick."""
    for place in range(start, stop):
        fact = truth.facts[place]
        if isinstance(fact, CardsPlayed):
            table.lay(fact.cards[0], fact.seat, 0.9)
        if any(ruling.event == "trick_won" for ruling in truth.rulings_of(place)):
            table.sweep(0.9)


def begun(game_id, plays, **options):
    """Return a table at which so many cards of a hand were played."""
    truth = hand(game_id, 2, **options)
    table = ScriptedTable(truth.game, truth.settings, 3, NAMES[: truth.state.players])
    lay(table, truth, 0, plays)
    return table


def played(truth, count):
    return [(fact.seat, fact.cards[0]) for fact in truth.facts[:count]]


@pytest.mark.parametrize(("game_id", "options"), GAMES)
@pytest.mark.parametrize("more", [0, 1, 2])
def test_after_one_word_the_game_goes_on_with_the_new_deal_and_nothing_of_the_old_one(game_id, options, more):
    players = {"coins": 3, "steere_suits": 3}.get(game_id, 4)
    table = begun(game_id, 2 * players + more, **options)
    table.session.deal_anew()
    table.sweep(4.0)
    assert facts(table) == []
    assert not any(table.session.view.totals)
    before = len(table.events)
    again = hand(game_id, 17, **options)
    lay(table, again, 0, 2 * players)
    assert facts(table) == played(again, 2 * players)
    assert sum(isinstance(event, TrickWon) for event in table.events[before:]) == 2
    assert not [event for event in table.events[before:] if isinstance(event, TROUBLE)]


def test_it_is_told_in_one_sentence_however_much_was_played():
    table = begun("coins", 13)
    before = len(table.events)
    table.session.deal_anew()
    events = table.events[before:]
    assert [type(event) for event in events] == [DealtAnew]
    assert table.session.speaker.sentence(events[0]) == (
        "Hand 1 is dealt anew. What was played of it does not count: Ana 0, Ben 0, Carla 0"
    )


def test_the_cards_that_lie_there_when_it_is_said_do_not_count_and_questions_about_them_end():
    table = begun("coins", 7)
    leader = table.session.view.expected
    table.lay("3-clubs", leader, 3.0, read=(("3-clubs", 0.5), ("4-clubs", 0.45)))
    assert table.session.snapshot().question is not None
    table.session.deal_anew()
    table.look(5.0)
    assert facts(table) == []
    assert table.session.snapshot().question is None
    table.sweep(1.0)
    first = table.session.view.expected
    table.lay("3-clubs", first, 1.5)
    assert facts(table) == [(first, "3-clubs")]


@pytest.mark.parametrize("wait", [0.0, 5.0])
def test_one_undo_brings_the_whole_hand_back_and_it_goes_on_where_it_stood(wait):
    truth = hand("coins", 2)
    table = begun("coins", 8)
    before = facts(table)
    table.session.deal_anew()
    table.look(wait)
    told_before = len(table.events)
    table.session.undo()
    assert facts(table) == before
    assert [type(event) for event in table.events[told_before:]] == [DealtAnew]
    lay(table, truth, 8, 15)
    assert facts(table) == played(truth, 15)
    assert not [event for event in table.events if isinstance(event, TROUBLE)]


def test_it_may_be_done_again_after_it_was_undone():
    table = begun("coins", 8)
    table.session.deal_anew()
    table.session.undo()
    table.session.redo()
    assert facts(table) == []
    table.sweep(3.0)
    again = hand("coins", 17)
    lay(table, again, 0, 6)
    assert facts(table) == played(again, 6)


def test_hands_before_it_stay():
    coins = game("coins")
    truth = random_game(coins, coins.configure(target=30), 5, hands=2)
    table = ScriptedTable(coins, truth.settings, seed=5, facts=truth.facts[:48])
    totals = table.session.view.totals
    table.look(5.0)
    lay(table, truth, 48, 55)
    assert len(table.log.facts) == 55
    table.session.deal_anew()
    assert table.log.facts == truth.facts[:48]
    assert table.session.view.totals == totals


def test_the_card_beside_the_deal_is_asked_for_anew():
    forum = game("forum_suits")
    table = ScriptedTable(forum, forum.configure(players=3), seed=3)
    table.session.say(FaceUpCard("7H"))
    table.lay("5S", 1)
    table.lay("6S", 2)
    table.session.deal_anew()
    assert table.log.facts == ()
    assert [need.kind for need in table.session.view.needs] == ["face_up"]
    table.sweep(3.0)
    table.session.say(FaceUpCard("5S"))
    table.lay("7H", 1, 1.5)
    assert [(fact.seat, fact.cards) for fact in table.log.facts[1:]] == [(1, ("7H",))]


def test_where_nothing_was_played_of_a_hand_that_is_said_and_nothing_changes():
    table = ScriptedTable(game("coins"), seed=3)
    with pytest.raises(WrongInputError, match="Nothing was played of this hand yet"):
        table.session.deal_anew()
    assert not table.events


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_it_is_said_in_every_language(code):
    speaker = Speaker(game("coins").deck, ("Ana", "Ben", "Carla"), language(code))
    said = {
        speaker.sentence(DealtAnew(time=0.0, state=state, hand=2, totals=(3, 1, 0)))
        for state in ("dealt", "taken_back")
    }
    assert len(said) == 2
    assert all("2" in sentence and "Ana 3, Ben 1, Carla 0" in sentence for sentence in said)


def test_a_play_that_was_seen_while_another_is_asked_about_is_gone_with_the_hand():
    table = begun("coins", 6)
    leader = table.session.view.expected
    table.lay("3-clubs", leader, 3.0, read=(("3-clubs", 0.5), ("4-clubs", 0.45)))
    table.lay("5-cups", (leader + 1) % 3, 1.0)
    assert told(table, CardSeen)
    table.session.deal_anew()
    table.sweep(3.0)
    before = len(table.events)
    table.lay("5-cups", table.session.view.expected, 1.5)
    assert [event.cards for event in table.events[before:] if isinstance(event, CardPlayed)] == [("5-cups",)]


@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_where_nobody_says_so_people_are_told_soon_that_cards_are_laid_again_and_one_word_helps(game_id, options):
    players = {"coins": 3, "steere_suits": 3}.get(game_id, 4)
    table = begun(game_id, 7 * players, **options)
    table.sweep(8.0)
    again = hand(game_id, 17, **options)
    before = len(table.events)
    lay(table, again, 0, 3 * players)
    (lost,) = [e for e in table.events[before:] if isinstance(e, Desynchronised) and e.message.endswith("once more")]
    assert lost.state == "lost"
    table.session.deal_anew()
    assert table.session.snapshot().question is None
    table.sweep(2.0)
    lay(table, again, 0, 3 * players)
    assert facts(table) == played(again, 3 * players)


def test_where_the_hand_lacks_a_trick_at_most_people_are_told_that_it_may_be_over_as_well():
    truth = hand("coins", 2)
    table = begun("coins", len(truth.facts) - 3)
    table.sweep(8.0)
    before = len(table.events)
    lay(table, hand("coins", 17), 0, 6)
    lost = [event.message for event in table.events[before:] if isinstance(event, Desynchronised)]
    assert any("if it is over, add by hand the plays that it lacks" in message for message in lost)


def test_nobody_is_told_of_cards_laid_again_where_the_last_trick_is_shown_or_one_card_is_misread():
    truth = hand("coins", 2)
    table = begun("coins", 9)
    misread = truth.facts[2].cards[0]
    fact = truth.facts[9]
    table.lay(fact.cards[0], fact.seat, 3.0, read=((misread, 0.995), (fact.cards[0], 0.004)))
    lay(table, truth, 10, 15)
    assert not told(table, Desynchronised)


def scored(game_id, tricks_left=0, **options):
    """Return a table at which a whole hand was played but for some tricks, its plays, and their number."""
    truth = hand(game_id, 2, **options)
    plays = sum(isinstance(fact, CardsPlayed) for fact in truth.facts)
    stop = plays - tricks_left * truth.state.players
    before = stop - truth.state.players
    seen = [replace(fact, source="camera", confidence=0.98) for fact in truth.facts[:before]]
    table = ScriptedTable(truth.game, truth.settings, 3, NAMES[: truth.state.players], facts=seen)
    table.look(5.0)
    lay(table, truth, before, stop)
    return table, truth, stop


@pytest.mark.parametrize(("game_id", "options"), [("coins", {"target": 30}), ("hearts_pp", {"players": 4})])
def test_a_hand_that_was_scored_is_struck_out_with_one_word_and_played_again(game_id, options):
    table, _, plays = scored(game_id, **options)
    assert table.session.view.hand == 2
    before = len(table.events)
    table.session.strike_hand()
    assert table.session.speaker.sentence(table.events[-1]).startswith("Hand 1 is dealt anew. What was played of it ")
    assert [type(event) for event in table.events[before:]] == [DealtAnew]
    assert (facts(table), table.session.view.hand, any(table.session.view.totals)) == ([], 1, False)
    again = hand(game_id, 17, **options)
    lay(table, again, 0, 2 * again.state.players)
    assert facts(table) == played(again, 2 * again.state.players)
    assert plays > 40


def test_one_undo_brings_a_hand_back_that_was_struck_out_and_the_next_follows_it():
    table, truth, plays = scored("coins", target=30)
    totals, leader = table.session.view.totals, table.session.view.expected
    table.session.strike_hand()
    table.look(2.0)
    table.session.undo()
    assert facts(table) == played(truth, plays)
    assert (table.session.view.hand, table.session.view.totals) == (2, totals)
    table.lay("3-clubs", leader, 1.5)
    assert facts(table)[plays:] == [(leader, "3-clubs")]


def test_a_hand_that_ended_the_game_is_struck_out_too():
    table, _, _ = scored("steere_suits", hands=1)
    assert table.session.view.phase in ("over", "tiebreak")
    table.session.strike_hand()
    assert (table.session.view.phase, facts(table)) == ("play", [])
    table.lay("3-clubs", table.session.view.expected, 1.5)
    assert len(facts(table)) == 1


@pytest.mark.parametrize("begun_next", [False, True])
def test_only_a_hand_that_was_scored_and_that_no_other_follows_is_struck_out(begun_next):
    table, _, plays = scored("coins", tricks_left=0 if begun_next else 1, target=30)
    if begun_next:
        table.lay("3-clubs", table.session.view.expected, 1.5)
        plays += 1
    with pytest.raises(WrongInputError, match="Only a hand that was scored"):
        table.session.strike_hand()
    assert len(facts(table)) == plays
    if begun_next:
        table.session.deal_anew()
        table.session.strike_hand()
        assert facts(table) == []


@pytest.mark.parametrize("again", [False, True])
def test_one_undo_brings_back_the_card_that_was_asked_about_and_those_that_waited_for_it(again):
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1)
    table.lay("2-cups", 2, 2.0, read=reading("2-cups", 0.5, ["3-cups"]))
    table.session.insert_play(1, 0, ("1-swords",))
    table.session.deal_anew()
    table.look(1.0)
    if again:
        table.session.undo()
        table.session.redo()
        table.look(1.0)
        assert table.session.snapshot().question is None
    table.session.undo()
    table.look(3.0)
    question = table.session.snapshot().question
    assert (question.seat, question.trick) == (2, 0)
    table.session.answer(question.question, "2-cups")
    table.look(1.0)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords")]
    assert not told(table, Irregularity)


def test_one_undo_brings_back_the_lead_that_was_asked_about_when_the_hand_before_it_was_struck_out():
    table, truth, plays = scored("coins", target=30)
    leader = table.session.view.expected
    table.lay("3-clubs", leader, 2.0, read=reading("3-clubs", 0.5, ["4-clubs"]))
    table.session.strike_hand()
    table.look(1.0)
    table.session.undo()
    table.look(3.0)
    table.session.answer(table.session.snapshot().question.question, "3-clubs")
    table.look(1.0)
    assert facts(table) == [*played(truth, plays), (leader, "3-clubs")]
