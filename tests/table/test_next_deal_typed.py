"""The next deal begins while a card of the last trick of this one is asked about: what people add waits for that."""

import pytest
from scripted import ScriptedTable, facts, random_game, taken_up, told

from companion.app.model.choice import subject_of_track, to_cards
from companion.app.model.editing import Editor
from companion.app.model.moment import Moment
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.events import Correction, Desynchronised, Irregularity

COINS = game("coins")
SUITS = game("steere_suits")


def last_trick_asked_about(rules, settings, truth):
    """Return a table at which one of the two last cards of a hand may be the other."""
    table = ScriptedTable(rules, settings, seed=3, facts=truth.facts[:45])
    table.look(0.5)
    second, third = (fact.cards[0] for fact in truth.facts[46:48])
    doubts = (None, ((second, 0.5), (third, 0.45)), ((third, 0.5), (second, 0.45)))
    for fact, doubt in zip(truth.facts[45:48], doubts, strict=True):
        table.lay(fact.cards[0], fact.seat, 0.7, doubt)
    table.look(1.5)
    assert table.session.snapshot().asked is None
    assert table.session.snapshot().question is not None
    return table


def answer_all(table, truth):
    for fact in truth.facts[len(table.log.facts) : 48]:
        if table.session.snapshot().question is not None:
            table.session.answer(table.session.snapshot().question.question, fact.cards[0])


def add(table, fact):
    cards = (fact.card,) if isinstance(fact, TiebreakCard) else fact.cards
    return table.session.insert_play(len(table.log.facts), fact.seat, cards)


@pytest.fixture
def truth():
    return random_game(COINS, COINS.configure(target=20), 3, hands=2)


@pytest.fixture
def table(truth):
    return last_trick_asked_about(COINS, COINS.configure(target=20), truth)


def clean(table):
    return not (told(table, Irregularity) + told(table, Correction) + told(table, Desynchronised))


@pytest.mark.parametrize(("is_taken", "breaks_off"), [(False, False), (True, False), (True, True)])
def test_a_trick_of_the_next_hand_and_its_next_lead_wait(table, truth, is_taken, breaks_off):
    if is_taken:
        table.sweep()
    for fact in truth.facts[48:52]:
        add(table, fact)
    assert len(table.log.facts) == 46
    if breaks_off:
        table.look(3.0)
        table = taken_up(table)
        table.look(1.0)
    answer_all(table, truth)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:52]]
    assert clean(table)


def test_what_cannot_be_in_the_next_hand_is_refused_at_once(table, truth):
    first, second, third = truth.facts[48:51]
    add(table, first)
    with pytest.raises(ImpossibleFactError, match="already played"):
        table.session.insert_play(len(table.log.facts), second.seat, first.cards)
    with pytest.raises(ImpossibleFactError):
        table.session.insert_play(len(table.log.facts), 3, third.cards)
    answer_all(table, truth)
    assert facts(table)[48:] == [(first.seat, first.cards[0])]


def test_the_next_lead_of_the_player_who_is_asked_about_is_no_answer(table, truth):
    asked = table.session.snapshot().question
    lead = truth.facts[48].cards[0]
    table.session.insert_play(len(table.log.facts), asked.seat, (lead,))
    answer_all(table, truth)
    table.look(2.0)
    assert facts(table)[48:] == [(asked.seat, lead)]


def test_undo_takes_it_back_first(table, truth):
    for fact in truth.facts[48:50]:
        add(table, fact)
    table.session.undo()
    answer_all(table, truth)
    assert facts(table)[48:] == [(truth.facts[48].seat, truth.facts[48].cards[0])]


def test_one_that_the_camera_sees_is_set_right_by_a_click_on_it(table, truth):
    table.sweep()
    fact, right = truth.facts[48], truth.facts[50].cards[0]
    table.lay(fact.cards[0], fact.seat, 1.5)
    snapshot = table.session.snapshot()
    subject = subject_of_track(snapshot, snapshot.cards[-1].track)
    to_cards(subject, (right,))(table.session)
    answer_all(table, truth)
    assert facts(table)[48:] == [(fact.seat, right)]


def test_the_window_offers_all_cards_for_it(table, truth):
    editor = Editor(None, Moment(table.log, table.session.snapshot()))
    editor.open_next()
    editor.make_seat(truth.facts[48].seat)
    assert not editor.played
    assert editor.effects.of_cards(truth.facts[48].cards).possible


@pytest.mark.parametrize("is_taken", [False, True])
def test_cards_of_a_tiebreak_wait_and_decide_it_although_no_picture_comes_any_more(is_taken):
    rules = SUITS.configure(hands=1)
    truth = next(log for seed in range(99) if len((log := random_game(SUITS, rules, seed)).facts) == 51)
    table = last_trick_asked_about(SUITS, rules, truth)
    if is_taken:
        table.sweep()
    for fact in truth.facts[48:]:
        add(table, fact)
    assert table.log.view.phase == "play"
    answer_all(table, truth)
    assert [(f.seat, f.card) for f in table.log.facts[48:]] == [(f.seat, f.card) for f in truth.facts[48:]]
    assert table.log.view.winners == truth.view.winners
    assert clean(table)


@pytest.mark.parametrize("is_typed", [False, True])
def test_the_next_lead_is_no_card_of_this_hand_where_cards_of_the_deck_are_out_of_play(is_typed):
    forum = game("forum_suits")
    rules = forum.configure(players=5)
    spades, others = forum.deck.codes[:13], forum.deck.codes[13:]
    plays = GameLog(forum, rules)
    for code in (*others[:37], *spades[:12], others[37]):
        plays.append(CardsPlayed(plays.view.expected, (code,)))
    table = ScriptedTable(forum, rules, seed=3, names=tuple("ABCDE"), facts=plays.facts[:45])
    last = plays.facts[45:]
    one, other = last[2].cards[0], last[3].cards[0]
    doubts = {one: ((one, 0.5), (other, 0.45)), other: ((other, 0.5), (one, 0.45))}
    for fact in last:
        table.lay(fact.cards[0], fact.seat, 0.8, doubts.get(fact.cards[0]))
    table.look(1.5)
    table.sweep()
    assert len(table.log.facts) == 47
    lead = plays.view.expected
    if is_typed:
        table.session.insert_play(47, lead, ("AS",))
    else:
        table.lay("AS", lead, 1.5)
    for fact in last[2:4]:
        if table.session.snapshot().question is not None:
            table.session.answer(table.session.snapshot().question.question, fact.cards[0])
    table.look(1.0)
    assert table.log.view.hand == 2
    assert table.log.view.plays == ((lead, ("AS",)),)
