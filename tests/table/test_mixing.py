"""Cards are spread face up on the table, sorted and mixed: none of them is a play, and the hand dealt then is read."""

import numpy as np
import pytest
from scripted import Lying, facts, play, play_hand, played, reading, told
from test_other_games import a_hand

from companion.table.events import Correction, Desynchronised

GAMES = (
    ("coins", {}),
    ("steere_suits", {}),
    ("hearts_pp", {"players": 5}),
    ("seven_suitors", {}),
    ("forum_suits", {"players": 4}),
)
MESSAGE = "so many cards at once are no plays: lay them trick by trick, or say that the hand is dealt anew"


def spread(table, codes, every):
    """Lay cards about the table, one after the other."""
    for code in codes:
        x, y = table.rng.uniform((150, 90), (1130, 630))
        table.cards.append(Lying(code, float(x), float(y), float(table.rng.uniform(0, 6.3)), table.read(code)))
        table.look(every)


def some_cards(table, count, seed=5):
    return np.random.default_rng(seed).permutation(table.game.deck.codes)[:count].tolist()


@pytest.mark.parametrize("every", [0.2, 0.9])
@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_cards_that_are_spread_before_a_hand_are_no_plays_and_those_of_the_hand_are(game_id, options, every):
    table, truth = a_hand(game_id, options)
    spread(table, some_cards(table, 20), every)
    assert not table.log.facts
    assert not table.session.snapshot().waiting
    table.look(3.0)
    table.sweep(3.0)
    assert table.session.snapshot().state == "watching"
    assert {event.state for event in told(table, Desynchronised)} <= ({"lost", "resumed"} if every < 0.3 else set())
    play_hand(table, truth, stop=2 * truth.state.players)
    assert played(table.log) == played(truth)[: 2 * truth.state.players]


@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_cards_that_others_cover_or_that_come_between_cards_that_lie_face_down_are_no_plays_either(game_id, options):
    table, truth = a_hand(game_id, options)
    codes = some_cards(table, 24, seed=7)
    for number, code in enumerate(codes):
        x, y = table.rng.uniform((460, 210), (820, 510))
        down = number % 6 in (2, 3, 4)
        card = Lying(code, float(x), float(y), float(table.rng.uniform(0, 6.3)), table.read(code), face_up=not down)
        for below in table.cards:
            below.hidden |= np.hypot(below.x - x, below.y - y) < 45
        table.cards.append(card)
        table.look(0.9)
    table.look(3.0)
    table.sweep(3.0)
    assert not table.log.facts
    play_hand(table, truth, stop=2 * truth.state.players)
    assert played(table.log) == played(truth)[: 2 * truth.state.players]


def test_cards_that_lie_where_cards_are_played_are_no_plays_however_long_they_rest_before_they_are_mixed_on():
    table, truth = a_hand("coins", {})
    for code in some_cards(table, 12):
        x, y = table.rng.uniform((520, 260), (760, 460))
        table.cards.append(Lying(code, float(x), float(y), float(table.rng.uniform(0, 6.3)), table.read(code)))
        table.look(0.4)
    table.look(9.0)
    for code in some_cards(table, 20)[12:]:
        table.cards.pop(0)
        x, y = table.rng.uniform((520, 260), (760, 460))
        table.cards.append(Lying(code, float(x), float(y), float(table.rng.uniform(0, 6.3)), table.read(code)))
        table.look(0.8)
    table.sweep(3.0)
    assert not table.log.facts
    play_hand(table, truth, stop=3)
    assert played(table.log) == played(truth)[:3]


def test_cards_that_come_to_light_while_they_are_gathered_one_by_one_do_not_count():
    table, truth = a_hand("coins", {})
    spread(table, some_cards(table, 20), 0.4)
    while table.cards:
        over = table.cards.pop()
        if len(table.cards) % 4 == 0 and table.cards:
            table.cards[0] = Lying("1-cups", over.x, over.y, over.angle, table.read("1-cups"))
        table.look(0.4)
    table.look(2.0)
    assert not table.log.facts
    play_hand(table, truth, stop=3)
    assert played(table.log) == played(truth)[:3]


def test_cards_that_are_spread_after_a_trick_leave_it_as_it_was_and_people_are_told():
    table, truth = a_hand("coins", {})
    play_hand(table, truth, stop=6)
    table.look(2.0)
    left = [code for fact in truth.facts[6:] for code in fact.cards]
    spread(table, left[:12], 0.4)
    table.look(3.0)
    assert played(table.log) == played(truth)[:6]
    assert [event.message for event in told(table, Desynchronised)] == [MESSAGE]
    table.sweep(3.0)
    play_hand(table, truth, start=6, stop=9)
    assert played(table.log) == played(truth)[:9]
    assert table.session.snapshot().question is None


def test_a_whole_trick_a_lead_and_a_card_that_fell_are_not_too_many():
    table, truth = a_hand("coins", {})
    play_hand(table, truth, stop=2)
    third, lead = truth.facts[2], truth.facts[3]
    table.lay(third.cards[0], third.seat, 1.0)
    table.lay(lead.cards[0], lead.seat, 1.5)
    fell = truth.facts[-1]
    x, y = np.array([640, 360]) + 1.8 * (np.array(table.place(lead.seat)) - [640, 360])
    table.cards.append(Lying(fell.cards[0], float(x), float(y), 0.4, table.read(fell.cards[0])))
    table.look(0.5)
    table.cards.pop()
    table.look(1.0)
    assert played(table.log) == played(truth)[:4]
    assert not told(table, Correction)


def test_what_people_said_was_played_stays_whatever_is_spread_then():
    table, truth = a_hand("coins", {})
    play(table, *((fact.cards[0], fact.seat) for fact in truth.facts[:1]))
    table.session.correct(0, truth.facts[0].cards)
    spread(table, some_cards(table, 12), 0.5)
    table.look(1.0)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:1]]


def test_cards_that_are_left_aside_do_not_stop_the_game():
    table, truth = a_hand("coins", {})
    for number, code in enumerate(some_cards(table, 10)):
        table.cards.append(Lying(code, 90.0 + 45 * (number % 5), 90.0 + 60 * (number // 5), 0.1, table.read(code)))
        table.look(0.4)
    table.missed_looks = 0.1
    table.look(8.0)
    aside = list(table.cards)
    for place, fact in enumerate(truth.facts[:6]):
        table.lay(fact.cards[0], fact.seat, 0.9)
        if any(ruling.event == "trick_won" for ruling in truth.rulings_of(place)):
            table.cards = list(aside)
            table.look(1.5)
    assert played(table.log) == played(truth)[:6]


def test_cards_of_another_deck_that_lie_about_are_not_taken_for_cards_that_are_mixed():
    table, truth = a_hand("coins", {})
    for number, code in enumerate(("KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S")):
        table.cards.append(Lying(code, 100.0 + 150 * number, 60.0, 0.1, ((code, 0.99),)))
    table.look(1.0)
    play_hand(table, truth, stop=2)
    assert played(table.log) == played(truth)[:2]


@pytest.mark.parametrize("sure", [0.5, 0.8])
def test_paper_that_is_put_aside_after_a_trick_and_looks_like_cards_leaves_it_as_it_was(sure):
    table, truth = a_hand("coins", {})
    play_hand(table, truth, stop=2)
    code = truth.facts[2].cards[0]
    table.lay(code, truth.facts[2].seat)
    for number, looks in enumerate(some_cards(table, 4, seed=9)):
        read = reading(looks, sure, [code for code in some_cards(table, 2, seed=3) if code != looks])
        table.cards.append(Lying(looks, 1060 + 110.0 * (number % 2), 70 + 110.0 * (number // 2), 0.3, read))
        table.look(0.3)
    table.look(2.0)
    assert played(table.log) == played(truth)[:3]
    assert not told(table, Correction)
