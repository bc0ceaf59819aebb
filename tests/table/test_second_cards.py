"""Two cards before one player: one question, one answer, and the trick is everybody's own cards all the while."""

import numpy as np
import pytest
from scripted import CARD, SIZE, Lying, ScriptedTable, act_out, random_game, reading

from companion.errors import WrongInputError
from companion.rules.facts import TiebreakCard
from companion.rules.games import game
from companion.table.events import Correction, GameWon, HandEnded, Irregularity, Question, TrickWon
from companion.table.seating import seat_directions

FIRST = (("1-coins", 1), ("2-cups", 2), ("1-swords", 0))


@pytest.fixture
def table():
    return ScriptedTable(game("coins"), seed=4)


def play(table, *cards, wait=0.6):
    for code, seat in cards:
        table.lay(code, seat, wait)


def second(table, code, place, wait=0.8, away=0.75):
    """Let a card come to lie beside one that lies there, before the same player."""
    beside = table.cards[place]
    x, y = np.array([beside.x, beside.y]) + turn(np.array([beside.x - 640, beside.y - 360]) * away / 110 * CARD)
    card = Lying(code, x, y, 0.1, table.read(code))
    table.cards.append(card)
    table.look(wait)
    return card


def turn(vector):
    """Return a vector turned, away from the middle and a little aside."""
    angle = np.radians(35)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ vector


def told(table, *kinds):
    return [event for event in table.events if isinstance(event, kinds)]


def facts(table):
    return [(fact.seat, fact.cards[0]) for fact in table.log.facts]


def asked(table):
    return table.session.snapshot().question


@pytest.mark.parametrize("goes_on_after", [0.3, 0.8, 2.0, 5.0])
@pytest.mark.parametrize("whose", [0, 1, 2])
def test_the_trick_is_won_by_the_cards_of_the_others_and_people_are_asked_which_counts(table, whose, goes_on_after):
    play(table, *FIRST[: whose + 1])
    second(table, "9-clubs", -1, goes_on_after)
    play(table, *FIRST[whose + 1 :])
    table.look(2.0)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert [(event.seat, event.card) for event in told(table, TrickWon)] == [(2, "2-cups")]
    code, seat = FIRST[whose]
    assert [event.code for event in told(table, Irregularity)] == ["seat-twice"]
    (question,) = told(table, Question)
    assert (question.seat, {code for code, _ in question.candidates[:2]}) == (seat, {code, "9-clubs"})
    assert not told(table, Correction)
    table.sweep()
    assert asked(table) is not None, "the trick is taken before somebody has answered"
    play(table, ("3-clubs", 2), ("4-clubs", 0), ("5-clubs", 1))
    assert facts(table)[3:] == [(2, "3-clubs"), (0, "4-clubs"), (1, "5-clubs")]
    table.sweep()
    play(table, ("6-clubs", 1))
    assert asked(table) is None, "what nobody has answered is settled one trick later"


@pytest.mark.parametrize("answer", ["1-coins", None])
def test_the_first_card_stays_where_people_say_so(table, answer):
    play(table, FIRST[0])
    second(table, "9-clubs", -1, 4.0)
    table.session.answer(asked(table).question, answer)
    table.look(1.0)
    play(table, *FIRST[1:])
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert len(told(table, Question)) == 1
    assert not told(table, Correction)


def test_the_second_card_takes_the_place_of_the_first_where_people_say_so(table):
    play(table, FIRST[0])
    card = second(table, "9-clubs", -1)
    play(table, *FIRST[1:])
    first = table.cards[0]
    table.session.answer(asked(table).question, "9-clubs")
    assert facts(table) == [(1, "9-clubs"), (2, "2-cups"), (0, "1-swords")]
    assert [(event.was, event.now) for event in told(table, Correction)] == [("1-coins", "9-clubs")]
    table.cards.remove(first)
    table.look(4.0)
    assert facts(table)[0] == (1, "9-clubs")
    assert card in table.cards
    table.sweep()
    leader = table.log.view.expected
    play(table, ("5-cups", leader), ("1-coins" if leader != 1 else "2-coins", (leader + 1) % 3))
    assert len(facts(table)) == 5
    assert len(told(table, Question)) == 1


def test_a_word_that_contradicts_the_game_changes_nothing(table):
    play(table, *FIRST)
    table.sweep()
    play(table, ("3-clubs", 2))
    second(table, "4-clubs", -1, 4.0)
    table.session.answer(asked(table).question, "3-clubs")
    assert asked(table) is None
    play(table, ("5-clubs", 0))
    second(table, "6-clubs", -1, 4.0)
    before = facts(table)
    with pytest.raises(WrongInputError):
        table.session.answer(asked(table).question, "no-card")
    assert facts(table) == before
    assert asked(table) is not None


def test_a_second_card_that_is_taken_back_is_not_asked_about_any_more_and_is_played_in_its_turn(table):
    play(table, FIRST[0])
    card = second(table, "9-clubs", -1, 4.0)
    assert asked(table) is not None
    table.cards.remove(card)
    table.look(2.0)
    assert asked(table) is None
    play(table, *FIRST[1:])
    table.sweep()
    play(table, ("3-clubs", 2), ("4-clubs", 0))
    card.x, card.y = table.place(1)
    table.cards.append(card)
    table.look(1.0)
    assert facts(table)[3:] == [(2, "3-clubs"), (0, "4-clubs"), (1, "9-clubs")]


def test_a_card_laid_before_the_wrong_player_is_its_players_once_the_next_one_plays(table):
    play(table, FIRST[0])
    second(table, "2-cups", -1)
    play(table, FIRST[2], wait=2.0)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert [event.card for event in told(table, TrickWon)] == ["2-cups"]


def test_the_last_card_laid_before_the_wrong_player_counts_once_the_trick_is_taken(table):
    play(table, *FIRST[:2])
    second(table, "1-swords", -1, 3.0)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]
    table.session.answer(asked(table).question, "2-cups")
    table.sweep(1.5)
    play(table, ("3-clubs", 2), wait=1.5)
    assert facts(table) == [*((seat, code) for code, seat in FIRST), (2, "3-clubs")]


def test_the_last_card_exchanged_at_once_for_another_is_asked_about(table):
    play(table, *FIRST)
    table.cards.pop()
    table.look(0.4)
    table.lay("7-swords", 0, 3.0)
    (question,) = told(table, Question)
    table.session.answer(question.question, "7-swords")
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "7-swords")]
    table.sweep()
    play(table, ("3-clubs", table.log.view.expected))
    assert len(told(table, Question)) == 1


def test_a_lead_beside_a_trick_that_is_taken_then_is_a_lead(table):
    play(table, *FIRST)
    lead = table.lay("9-clubs", 0, 2.0)
    table.cards = [lead]
    table.look(3.0)
    play(table, ("8-clubs", 1), wait=1.5)
    while asked(table) is not None:
        table.session.answer(asked(table).question, {1: "1-coins", 2: "2-cups", 0: "1-swords"}[asked(table).seat])
        table.look(1.0)
    assert facts(table)[3:] == [(0, "9-clubs"), (1, "8-clubs")]


def left_lying(table):
    """Return a second card of seat 1 that still lies there when the next trick was played."""
    table.lay("1-coins", 1)
    x, y = np.array(SIZE) / 2 + seat_directions(3)[1] * 230
    second = Lying("11-clubs", x, y, 0.3, table.read("11-clubs"))
    table.cards.append(second)
    table.look(2.0)
    play(table, ("2-cups", 2), ("1-swords", 0))
    for cards in ((), (("5-clubs", 2), ("3-clubs", 0), ("7-cups", 1))):
        play(table, *cards)
        table.cards = [second]
        table.look(1.5)
    return second


def test_a_second_card_that_is_left_lying_there_leads_no_trick_after_that_of_another(table):
    left_lying(table)
    play(table, ("6-clubs", 2), ("4-clubs", 0), ("8-cups", 1))
    assert [seat for seat, _ in facts(table)] == [1, 2, 0, 2, 0, 1, 2, 0, 1]
    assert "11-clubs" not in [code for _, code in facts(table)]
    assert not told(table, Irregularity)[1:]


@pytest.mark.parametrize("slides", [True, False])
def test_a_second_card_that_was_left_lying_there_may_be_played_later(table, slides):
    second = left_lying(table)
    play(table, ("6-clubs", 2), ("4-clubs", 0))
    x, y = table.place(1)
    start = second.x, second.y
    for part in (0.25, 0.5, 0.75, 1.0):
        second.hidden = not slides and part < 1.0
        second.x, second.y = start[0] + (x - start[0]) * part, start[1] + (y - start[1]) * part
        table.look(0.1 if slides else 0.6)
    table.look(1.5)
    assert facts(table)[6:] == [(2, "6-clubs"), (0, "4-clubs"), (1, "11-clubs")]


def test_of_a_tiebreak_nobody_gets_the_second_card_of_another():
    suits = game("steere_suits")
    seed = next(seed for seed in range(200) if random_game(suits, suits.configure(hands=1), seed).view.deal_order)
    truth = random_game(suits, suits.configure(hands=1), seed)
    played = [fact for fact in truth.facts if not isinstance(fact, TiebreakCard)]
    dealt = [fact for fact in truth.facts if isinstance(fact, TiebreakCard)]
    table = ScriptedTable(suits, suits.configure(hands=1), facts=played, seed=2)
    table.look(3.0)
    assert table.log.view.phase == "tiebreak"
    table.lay(dealt[0].card, dealt[0].seat)
    spare = next(code for code in suits.deck.codes if code not in {fact.card for fact in dealt})
    second(table, spare, -1, 0.5)
    for fact in dealt[1:]:
        table.lay(fact.card, fact.seat)
    table.look(3.0)
    got = [(fact.seat, fact.card) for fact in table.log.facts if isinstance(fact, TiebreakCard)]
    assert got == [(fact.seat, fact.card) for fact in dealt]
    assert told(table, GameWon)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("seconds", [0.5, 3.0])
def test_of_two_cards_laid_on_each_other_the_lower_one_counts_once_the_upper_is_taken_away(table, place, seconds):
    play(table, *FIRST[:place])
    lower = table.lay(*FIRST[place], wait=0.0)
    upper = Lying("9-clubs", lower.x + 45, lower.y + 10, lower.angle + 0.2, table.read("9-clubs"))
    table.cards.append(upper)
    table.look(seconds)
    table.cards.remove(upper)
    table.look(0.8)
    play(table, *FIRST[place + 1 :])
    table.sweep()
    play(table, ("5-clubs", 2))
    assert facts(table) == [*((seat, code) for code, seat in FIRST), (2, "5-clubs")]
    assert asked(table) is None


@pytest.mark.parametrize("lies", [0.6, 1.5, 4.0])
@pytest.mark.parametrize("stays", [False, True])
def test_a_card_left_before_a_player_is_no_lead_once_they_play_in_their_turn(table, lies, stays):
    play(table, *FIRST)
    table.sweep(1.5)
    stray = table.lay("9-clubs", 0, lies)
    play(table, ("3-coins", 2), wait=0.9)
    second(table, "4-swords", 0, 0.9)
    play(table, ("5-cups", 1), wait=0.9)
    table.cards[:] = [stray] if stays else []
    table.look(1.5)
    assert facts(table)[3:] == [(2, "3-coins"), (0, "4-swords"), (1, "5-cups")]
    assert told(table, TrickWon)[-1].seat == table.log.view.expected
    assert asked(table) is None


def test_undo_takes_back_that_the_first_of_two_cards_counts(table):
    play(table, *FIRST[:2])
    second(table, "9-clubs", -1, 5.0)
    table.session.answer(asked(table).question, FIRST[1][0])
    table.look(1.0)
    assert asked(table) is None
    table.session.undo()
    table.look(3.0)
    assert facts(table) == [(seat, code) for code, seat in FIRST[:2]]
    table.session.answer(asked(table).question, "9-clubs")
    table.look(1.0)
    assert facts(table)[-1] == (FIRST[1][1], "9-clubs")


@pytest.mark.parametrize("goes_on", ["before", "while it is asked", "after"])
def test_where_the_first_of_two_cards_is_taken_back_the_second_is_that_players_in_their_turn(table, goes_on):
    first = table.lay("12-clubs", 1)
    if goes_on == "before":
        play(table, ("2-cups", 2))
    second(table, "1-coins", 0, 4.0, away=0.6)
    assert asked(table)
    if goes_on == "while it is asked":
        play(table, ("2-cups", 2))
    table.cards.remove(first)
    table.look(3.0)
    if goes_on == "after":
        play(table, ("2-cups", 2))
    play(table, ("1-swords", 0))
    table.look(1.0)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert not asked(table)
    assert [breach.code for breach in told(table, Irregularity)] == ["seat-twice"]
    assert told(table, TrickWon)[0].seat == 2


def test_so_is_it_in_a_tiebreak_which_is_decided_then():
    suits = game("steere_suits")
    rules = suits.configure(hands=1)
    truth = next(log for seed in range(99) if len((log := random_game(suits, rules, seed)).facts) == 51)
    table = ScriptedTable(suits, rules, seed=2, facts=truth.facts[:48])
    table.look(1.0)
    one, *others = truth.facts[48:]
    dealt = [*(fact.cards[0] for fact in truth.facts[45:48]), one.card, *(fact.card for fact in others)]
    wrong = next(code for code in suits.deck.codes if code not in dealt)
    card = table.lay(wrong, one.seat)
    second(table, one.card, -1, 4.0, away=0.6)
    assert asked(table)
    table.cards.remove(card)
    table.look(1.0)
    play(table, *((fact.card, fact.seat) for fact in others))
    table.look(3.0)
    assert {fact.seat: fact.card for fact in table.log.facts[48:]} == {f.seat: f.card for f in truth.facts[48:]}
    assert table.log.view.winners == truth.view.winners


def test_the_last_card_of_a_hand_counts_beside_a_second_card_of_the_last_trick(table):
    truth = random_game(game("coins"), None, 3)
    for place in act_out(table, truth):
        if place == 45:
            break
    codes = [fact.cards[0] for fact in truth.facts[:48]]
    table.misread = lambda code, _: reading(code, 0.45, [codes[45], codes[8]])
    second(table, codes[5], -1)
    table.misread = None
    play(table, (codes[46], truth.facts[46].seat), wait=1.5)
    assert [event.code for event in told(table, Irregularity)] == ["seat-twice"]
    play(table, (codes[47], truth.facts[47].seat), wait=2.0)
    assert [code for _, code in facts(table)] == codes
    assert [event.hand for event in told(table, HandEnded)] == [1]
