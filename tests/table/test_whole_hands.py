"""Whole hands and games from what is seen to what is ruled."""

import pytest
from scripted import ScriptedTable, act_out, random_game

from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.simulation.misreading import Faults
from companion.simulation.observations import ideal_observations
from companion.simulation.staging import stage_game
from companion.table.events import CardPlayed, Correction, Desynchronised, HandEnded, Question, TrickWon
from companion.table.session import TableSession


def facts_of(log):
    return [(fact.seat, fact.card if isinstance(fact, TiebreakCard) else fact.cards) for fact in log.facts]


def referee(script, faults=None, seed=0):
    """Return a session that has watched a script, and its events."""
    session = TableSession(script.game, script.settings, names=script.names)
    told = []
    session.subscribe(told.append)
    for time, seen in ideal_observations(script, faults=faults, seed=seed):
        session.notice(seen, time, (1280, 720))
    return session, told


def tricks(events):
    return {(event.hand, event.trick): (event.seat, event.card) for event in events if isinstance(event, TrickWon)}


def last_words(events):
    """Return the plays and tricks that hold in the end, without their times."""
    return [
        (type(event).__name__, event.seat, event.cards if isinstance(event, CardPlayed) else event.card)
        for event in events
        if isinstance(event, CardPlayed | TrickWon)
    ]


@pytest.mark.parametrize(("game_id", "seed"), [("coins", 0), ("coins", 1), ("steere_suits", 2)])
def test_a_whole_game_is_refereed_without_a_mistake(game_id, seed):
    truth = random_game(game(game_id), None, seed, hands=9)
    table = ScriptedTable(game(game_id), seed=seed)
    for _ in act_out(table, truth):
        pass
    assert facts_of(table.log) == facts_of(truth)
    assert table.log.rulings == truth.rulings
    assert not [event for event in table.events if isinstance(event, Question | Correction | Desynchronised)]
    # However many hands were played, only the present one is remembered.
    session = table.session
    assert len(session._laid.sightings) <= 48
    assert len(session._tracker.tracks) <= 6
    assert len(session._dead.spent | session._dead.ignored) <= 6


def test_a_tiebreak_is_followed():
    suits = game("steere_suits")
    settings = suits.configure(hands=1)
    seed = next(seed for seed in range(99) if random_game(suits, settings, seed).view.tied)
    truth = random_game(suits, settings, seed)
    table = ScriptedTable(suits, settings, seed=seed)
    for _ in act_out(table, truth):
        pass
    assert facts_of(table.log)[-3:] == facts_of(truth)[-3:]
    assert table.log.view.winners == truth.view.winners
    assert [event.event for event in table.events if event.event.startswith("tiebreak")] == [
        "tiebreak_needed",
        "tiebreak_card",
        "tiebreak_card",
        "tiebreak_card",
    ]


@pytest.mark.parametrize("game_id", ["coins", "steere_suits"])
def test_a_simulated_hand_is_told_as_it_was_played(game_id):
    script = stage_game(game(game_id), seed=5, hands_limit=1)
    _, told = referee(script)
    assert last_words(told) == last_words(script.truth)
    assert any(isinstance(event, HandEnded) for event in told)


def test_bad_looks_missed_cards_and_ghosts_change_nothing():
    script = stage_game(game("steere_suits"), seed=6, hands_limit=1)
    _, told = referee(script, Faults(misread=0.05, miss=0.05, ghost=0.02), seed=1)
    assert last_words(told) == last_words(script.truth)


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_cards_that_are_misread_for_good_are_asked_about_and_no_wrong_ruling_stands(seed):
    script = stage_game(game("steere_suits"), seed=seed, hands_limit=1)
    _, told = referee(script, Faults(stubborn=0.03), seed=seed)
    true, ruled = tricks(script.truth), tricks(told)
    assert all(true[place] == ruling for place, ruling in ruled.items())
    if ruled != true:
        assert any(isinstance(event, Question) for event in told)


@pytest.mark.parametrize("turns", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0)])
def test_cards_of_a_tiebreak_are_those_of_whom_they_lie_before_however_they_are_dealt(turns):
    suits = game("steere_suits")
    settings = suits.configure(hands=1)
    tied = next(log for seed in range(100) if (log := random_game(suits, settings, seed)).view.tied)
    played = [fact for fact in tied.facts if isinstance(fact, CardsPlayed)]
    table = ScriptedTable(suits, settings, seed=3, facts=played[:45])
    for fact in played[45:]:
        table.lay(fact.cards[0], fact.seat)
    table.sweep(1.0)
    order = [table.log.view.deal_order[turn] for turn in turns]
    for seat, code in zip(order, ("3-cups", "5-swords", "7-coins"), strict=True):
        table.lay(code, seat, 1.2)
    dealt = [(fact.seat, fact.card) for fact in table.log.facts if isinstance(fact, TiebreakCard)]
    assert dealt == list(zip(order, ("3-cups", "5-swords", "7-coins"), strict=True))
    truth = GameLog(suits, settings, [*played, *(TiebreakCard(seat, code) for seat, code in dealt)])
    assert table.log.view.winners == truth.view.winners
