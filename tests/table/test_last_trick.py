"""The last trick of a hand, of which a card was never seen: no lead to the next trick shows that it was taken."""

import numpy as np
import pytest
from scripted import ScriptedTable, facts, notices, reading, told
from test_other_games import NAMES, random_hand

from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.events import Correction, Desynchronised, HandEnded, Irregularity, Question, SourceChanged

GAMES = (("coins", {"target": 30}), ("hearts_pp", {"players": 4}), ("seven_suitors", {}))


def last_trick(game_id, missed, misread=None, **options):
    """Return a table at which the last two tricks of a hand were played but for one card, and the hand as it went."""
    played = game(game_id)
    truth = random_hand(GameLog(played, played.configure(**options)), 2)
    players = truth.state.players
    begin = len(truth.facts) - 2 * players
    table = ScriptedTable(played, truth.settings, 3, NAMES[:players], misread, facts=truth.facts[:begin])
    for place, fact in enumerate(truth.facts[begin:]):
        if place != players + missed:
            table.lay(fact.cards[0], fact.seat, 0.8)
        if place == players - 1:
            table.sweep(1.2)
    return table, truth


def without_left_over(game_id, missed, **options):
    """Return a table at which the card that was left over was taken out, the hand as it went, and the card's place."""
    table, truth = last_trick(game_id, missed, **options)
    table.sweep(4.0)
    place = len(truth.facts) - truth.state.players + missed
    table.session.remove_play(place)
    return table, truth, place


def next_hand(truth, lacking, tricks):
    """Yield the plays of the first tricks of the next hand, to each of which everybody can follow."""
    suits = {}
    for code in np.random.default_rng(7).permutation([code for code in truth.state.copies if code != lacking]).tolist():
        suits.setdefault(truth.game.deck.parse(code).suit, []).append(code)
    if "1:1" in truth.state.copies:  # Whoever holds it leads.
        suits["1"].remove("1:1")
        suits["1"].append("1:1")
    for trick in range(tricks):
        cards = list(suits.values())[trick]
        for step in range(truth.state.players):
            seat = truth.view.expected
            yield CardsPlayed(0 if seat is None else seat, (cards[-1 - step],))


def cards_of(log):
    return [(fact.seat, fact.cards[0]) for fact in log.facts]


@pytest.mark.parametrize(("game_id", "options"), GAMES)
@pytest.mark.parametrize("missed", [0, 1, 2])
def test_the_hand_is_scored_once_it_was_taken_for_only_one_card_is_left(game_id, options, missed):
    table, truth = last_trick(game_id, missed, **options)
    table.look(2.0)
    assert not told(table, HandEnded)
    table.sweep(4.0)
    assert facts(table) == cards_of(truth)
    assert [event.totals for event in told(table, HandEnded)] == [tuple(truth.view.totals)]
    assert table.session.snapshot().question is None
    assert not told(table, Desynchronised)
    assert notices(table) == ["never-seen"]
    ended = next(event for event in table.events if isinstance(event, HandEnded))
    (notice,) = told(table, SourceChanged)
    assert notice.card == truth.facts[missed - truth.state.players].cards[0]
    assert table.session.speaker.card(notice.card).the in table.session.speaker.sentence(notice)
    assert table.events.index(told(table, SourceChanged)[0]) > table.events.index(ended)


@pytest.mark.parametrize(("game_id", "options"), GAMES[:2])
@pytest.mark.parametrize("missed", [0, 1, 2])
def test_nobody_is_told_to_play_out_of_turn_or_doubted_where_whoever_is_next_has_no_card(game_id, options, missed):
    def doubtful(code, rng):
        others = [other for other in game(game_id).deck.codes if other != code]
        return reading(code, 0.95, [str(other) for other in rng.choice(others, 3)])

    table, truth = last_trick(game_id, missed, doubtful, **options)
    table.look(4.0)
    table.sweep(4.0)
    assert facts(table) == cards_of(truth)
    assert not [e for e in table.events if isinstance(e, Question | Irregularity | Desynchronised | Correction)]


def test_who_plays_out_of_turn_in_the_last_trick_is_told_once_it_is_whole():
    table, truth = last_trick("coins", 1, target=30)
    assert not told(table, Irregularity)
    missed, last = truth.facts[-2:]
    table.lay(missed.cards[0], missed.seat, 4.0)
    assert [(event.code, event.seat) for event in told(table, Irregularity)][:1] == [("out-of-turn", last.seat)]


@pytest.mark.parametrize("pause", [1.5, 12.0])
def test_the_lead_to_the_next_hand_is_one_however_soon_it_follows(pause):
    table, truth = last_trick("coins", 2, target=30)
    table.sweep(pause)
    lead = truth.view.expected
    for code, seat in (("9-swords", lead), ("8-swords", (lead + 1) % 3)):
        table.lay(code, seat, 1.5)
    assert facts(table) == [*cards_of(truth), (lead, "9-swords"), ((lead + 1) % 3, "8-swords")]
    assert not told(table, Irregularity) + told(table, Question) + told(table, Desynchronised)
    assert notices(table) == ["never-seen"]


def test_a_trick_that_is_hidden_for_a_moment_was_not_taken():
    table, truth = last_trick("coins", 2, target=30)
    for card in table.cards:
        card.hidden = True
    table.look(1.8)
    for card in table.cards:
        card.hidden = False
    table.look(4.0)
    assert facts(table) == cards_of(truth)[:-1]
    table.lay(truth.facts[-1].cards[0], truth.facts[-1].seat, 1.0)
    assert facts(table) == cards_of(truth)


def test_nothing_was_never_seen_where_all_cards_of_the_last_trick_were():
    table, truth = last_trick("coins", 3, target=30)
    table.sweep(6.0)
    assert facts(table) == cards_of(truth)
    assert not notices(table)


@pytest.mark.parametrize("missed", [0, 1, 2])
def test_a_card_that_was_left_over_is_taken_out_in_one_step_and_does_not_come_again(missed):
    table, truth, place = without_left_over("coins", missed, target=30)
    table.look(8.0)
    assert facts(table) == [play for index, play in enumerate(cards_of(truth)) if index != place]
    assert notices(table) == ["never-seen", "taken-out"]


@pytest.mark.parametrize(("game_id", "options"), GAMES)
@pytest.mark.parametrize("missed", [0, 1, 2])
def test_where_the_left_over_card_is_taken_out_the_next_hand_is_refereed_all_the_same(game_id, options, missed):
    table, truth, place = without_left_over(game_id, missed, **options)
    players, lacking = truth.state.players, truth.facts[place].cards[0]
    table.look(5.0)
    before = len(table.events)
    for step, play in enumerate(next_hand(truth, lacking, 3)):
        truth.append(play)
        table.lay(play.cards[0], play.seat, 0.8)
        if step % players == players - 1:
            table.sweep(1.2)
    assert facts(table) == cards_of(truth)
    assert notices(table) == ["never-seen", "taken-out", "counts-again"]
    assert {event.card for event in told(table, SourceChanged)} == {lacking}
    assert not [e for e in table.events[before:] if isinstance(e, Question | Desynchronised)]


@pytest.mark.parametrize("looks_on", [0.0, 6.0])
@pytest.mark.parametrize(
    ("game_id", "options", "missed"),
    [(*GAMES[0], 0), (*GAMES[0], 1), (*GAMES[0], 2), (*GAMES[1], 0), (*GAMES[1], 3), (*GAMES[2], 3)],
)
def test_a_game_that_is_taken_up_where_the_left_over_card_was_taken_out_is_refereed_all_the_same(
    game_id, options, missed, looks_on
):
    table, truth, place = without_left_over(game_id, missed, **options)
    players, lacking = truth.state.players, truth.facts[place].cards[0]
    table.look(3.0)
    kept = table.session.snapshot()
    again = ScriptedTable(truth.game, truth.settings, 3, table.names, facts=kept.facts, waiting=kept.waiting)
    again.look(looks_on)
    for step, play in enumerate(next_hand(truth, lacking, 3)):
        truth.append(play)
        again.lay(play.cards[0], play.seat, 0.8)
        if step % players == players - 1:
            again.sweep(1.2)
    assert facts(again) == cards_of(truth)
    assert [event.card for event in told(again, SourceChanged) if event.card] == [lacking]
    assert not told(again, Question) + told(again, Desynchronised)


def test_a_card_that_people_took_out_counts_where_it_is_laid_then():
    table, truth, _ = without_left_over("coins", 2, target=30)
    table.look(3.0)
    table.lay(truth.facts[-1].cards[0], truth.facts[-1].seat, 2.0)
    table.sweep(2.0)
    assert facts(table) == cards_of(truth)
    assert notices(table) == ["never-seen", "taken-out"]


def test_a_hand_is_known_again_where_undo_goes_back_to_it_and_play_goes_on():
    table, truth = last_trick("coins", 3, target=30)
    table.sweep(2.0)
    lead = truth.view.expected
    for step, code in enumerate(("9-swords", "8-swords", "7-swords")):
        table.lay(code, (lead + step) % 3, 0.8)
    table.sweep(2.0)
    for _ in range(4):
        table.session.undo()
    assert facts(table) == cards_of(truth)[:-1]
    again = [((lead + step) % 3, code) for step, code in enumerate(("9-swords", "8-swords", "7-swords"))]
    for seat, code in again:
        table.lay(code, seat, 0.8)
    assert facts(table) == [*cards_of(truth), *again]
    assert not told(table, Question) + told(table, Desynchronised)


def test_a_hand_that_was_played_with_a_card_too_few_is_struck_out_in_one_step():
    table, _ = last_trick("coins", 1, target=30)
    table.sweep(4.0)
    table.session.strike_hand()
    table.look(8.0)
    assert not facts(table)
    lead = table.session.view.expected
    table.lay("9-swords", lead, 1.5)
    assert facts(table) == [(lead, "9-swords")]
    assert notices(table) == ["never-seen"]


def test_a_card_that_people_took_out_is_not_put_in_again():
    table, truth = last_trick("coins", 3, target=30)
    assert facts(table) == cards_of(truth)
    table.session.remove_play(len(table.log.facts) - 1)
    table.sweep(6.0)
    assert facts(table) == cards_of(truth)[:-1]


def test_two_cards_that_were_never_seen_are_not_guessed():
    table, truth = last_trick("hearts_pp", 1, players=4)
    table.cards.pop()
    table.sweep(6.0)
    assert facts(table)[:49] == cards_of(truth)[:49]


def test_the_last_card_of_a_hand_is_taken_back_for_another_while_its_trick_lies_there():
    forum = game("forum_suits")
    truth = random_hand(GameLog(forum, forum.configure(players=4)), 5)
    *before, lead, last = truth.facts
    (kept,) = set(forum.deck.codes) - {card for fact in truth.facts for card in fact.cards}
    table = ScriptedTable(forum, truth.settings, 3, NAMES[:4], facts=before)
    table.lay(lead.cards[0], lead.seat)
    dropped = table.lay(kept, last.seat, 2.0)
    assert len(told(table, HandEnded)) == 1
    table.cards.remove(dropped)
    table.look(1.2)
    table.lay(last.cards[0], last.seat, 3.0)
    assert facts(table)[-2:] == [(lead.seat, lead.cards[0]), (last.seat, last.cards[0])]
    assert [event.scores for event in told(table, HandEnded)][-1] == truth.rulings_of(len(before) + 1)[-1].scores
    table.sweep(3.0)
    assert len(table.log.facts) == len(truth.facts)
