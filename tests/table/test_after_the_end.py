"""Cards laid once a game is over in the midst of a hand: play that goes on is told once, clearing up is not."""

import numpy as np
import pytest
from scripted import SIZE, Lying, ScriptedTable, facts, notices, play, random_game, reading, told

from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.table.events import CardPlayed, Correction, GameWon, Irregularity
from companion.table.seating import seat_directions

DECIDING = (("1-coins", 1), ("2-coins", 2), ("3-coins", 0))
"""Seat 1, with the ace, wins three coins: a game to 3 is over."""

FURTHER = (("4-clubs", 1), ("5-clubs", 2), ("6-clubs", 0))
FURTHER_STILL = (("7-swords", 0), ("8-swords", 1), ("9-swords", 2))

SHORT = (
    (0, ("1:1", "1:2", "1:7", "1:3")),
    (2, ("1:5", "1:6", "1:7", "1:4")),
    (0, ("2:7", "2:2", "2:3", "2:4")),
    (0, ("2:8", "2:5", "2:6", "2:7")),
    (0, ("3:7", "3:3", "3:4", "3:5")),
    (0, ("3:9", "3:6", "3:7", "3:8")),
    (0, ("4:7", "4:4", "4:5", "4:6")),
    (0, ("4:10", "4:7", "4:8", "4:9")),
)
"""Who leads each trick, and its cards: at its end four suits are marked for the partners of seat 0."""


def over(seed=4, rate=10.0):
    """Return a table of COINS at which the first trick has ended the game."""
    coins = game("coins")
    table = ScriptedTable(coins, coins.configure(target=3), seed=seed, rate=rate)
    play(table, *DECIDING)
    table.look(1.0)
    assert told(table, GameWon)
    table.sweep()
    table.events.clear()
    return table


def show(table, codes, seat, at_once=True):
    """Let a seat lay cards beside each other before it."""
    direction = seat_directions(3)[seat]
    for step, code in enumerate(codes):
        along = (step - len(codes) / 2) * 60.0
        x, y = direction * 150 + np.array([-direction[1], direction[0]]) * along + np.array(SIZE) / 2
        table.cards.append(
            Lying(code, float(x), float(y), float(np.arctan2(direction[0], -direction[1])), table.read(code))
        )
        if not at_once:
            table.look(0.5)
    table.look(2.0)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("further_still", [FURTHER_STILL, (*FURTHER_STILL[1:], FURTHER_STILL[0])])
def test_a_trick_played_after_the_end_is_told_once_however_long_play_goes_on(seed, further_still):
    table = over(seed)
    play(table, *FURTHER)
    table.look(1.5)
    (breach,) = told(table, Irregularity)
    assert (breach.code, breach.seat, breach.card, breach.trick) == ("play-after-end", 1, "4-clubs", 1)
    assert [event.cards[0] for event in told(table, CardPlayed)] == [code for code, _ in FURTHER]
    table.sweep()
    play(table, *further_still)
    table.look(1.5)
    table.sweep(3.0)
    assert len(table.events) == 4
    assert table.session.view.phase == "over"
    assert table.session.view.totals == (0, 3, 0)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("at_once", [True, False])
def test_hands_that_are_shown_after_the_end_are_not_talked_about(seed, at_once):
    table = over(seed)
    show(table, ["4-clubs", "5-clubs", "6-clubs", "7-clubs"], 1, at_once)
    show(table, ["4-cups", "5-cups", "6-cups", "7-cups"], 2, at_once)
    show(table, ["4-swords", "5-swords", "6-swords", "7-swords"], 0, at_once)
    table.look(2.0)
    table.sweep(3.0)
    assert table.events == []


@pytest.mark.parametrize("seed", range(3))
def test_hands_thrown_together_after_the_end_are_not_talked_about(seed):
    table = over(seed)
    for code in [c for c in table.game.deck.codes if c not in dict(DECIDING)][:24]:
        x, y = np.array(SIZE) / 2 + table.rng.normal(0, 130, 2)
        table.cards.append(Lying(code, float(x), float(y), float(table.rng.uniform(0, 6.3)), table.read(code)))
        table.look(0.1)
    table.look(5.0)
    table.sweep(3.0)
    assert table.events == []


@pytest.mark.parametrize("cards", [FURTHER[:1], FURTHER[:2], FURTHER[::-1], ((*FURTHER[:2], ("2-coins", 0)))])
def test_single_cards_that_people_show_and_the_trick_looked_at_again_are_not_talked_about(cards):
    table = over()
    play(table, *cards)
    table.look(6.0)
    table.sweep(3.0)
    assert table.events == []


@pytest.mark.parametrize("seed", range(4))
def test_cards_that_everybody_lays_down_at_the_same_time_are_not_talked_about(seed):
    table = over(seed)
    for code, seat in FURTHER:
        table.cards.append(Lying(code, *table.place(seat), 0.0, table.read(code)))
    table.look(4.0)
    table.sweep(2.0)
    assert table.events == []


@pytest.mark.parametrize("seed", range(3))
def test_cards_that_are_laid_down_in_turn_with_others_behind_them_are_not_talked_about(seed):
    table = over(seed)
    play(table, *FURTHER)
    show(table, ["7-clubs", "8-clubs", "9-clubs", "10-clubs"], 1)
    table.look(3.0)
    table.sweep(2.0)
    assert table.events == []


@pytest.mark.parametrize("seed", range(3))
def test_cards_that_are_laid_down_in_turn_beside_a_hand_that_is_shown_are_not_talked_about(seed):
    table = over(seed)
    show(table, ["4-cups", "5-cups", "6-cups", "7-cups"], 2)
    play(table, *FURTHER)
    table.look(3.0)
    table.sweep(2.0)
    assert table.events == []


def test_a_trick_played_after_the_end_is_told_beside_cards_that_were_shown_before_it():
    coins = game("coins")
    table = ScriptedTable(coins, coins.configure(target=3), seed=4)
    play(table, *DECIDING[:1])
    show(table, ["4-cups", "5-cups", "6-cups", "7-cups"], 2)
    shown = table.cards[1:]
    play(table, *DECIDING[1:])
    table.look(1.0)
    assert told(table, GameWon)
    table.cards[:] = shown
    table.look(1.0)
    play(table, *FURTHER)
    table.look(1.5)
    assert [(breach.code, breach.seat) for breach in told(table, Irregularity)] == [("play-after-end", 1)]


def test_a_trick_that_is_led_by_somebody_else_after_the_end_is_not_talked_about():
    table = over()
    play(table, ("4-clubs", 2), ("5-clubs", 0), ("6-clubs", 1))
    table.look(3.0)
    assert table.events == []


def test_the_last_cards_that_all_show_in_turn_after_the_end_are_not_talked_about():
    coins = game("coins")
    # Seat 0 gets its fifth coin in the last trick but one.
    plays = random_game(coins, coins.configure(target=99), seed=1).facts[:48]
    table = ScriptedTable(coins, coins.configure(target=5), facts=plays[:45], seed=4)
    assert table.session.view.phase == "over"
    table.look(2.0)
    play(table, *((card.cards[0], card.seat) for card in plays[45:]))
    table.look(3.0)
    assert table.events == []


def test_tricks_played_behind_an_end_that_was_misread_count_once_the_card_is_set_right():
    coins = game("coins")
    table = ScriptedTable(coins, coins.configure(target=3), seed=4)
    play(table, *DECIDING[:2])
    table.lay("3-cups", 0, 0.6, read=reading("3-coins", 0.995, ["3-cups"]))
    table.look(1.0)
    assert told(table, GameWon)
    table.sweep()
    play(table, *FURTHER)
    table.sweep(1.2)
    play(table, *FURTHER_STILL)
    table.sweep(1.2)
    table.lay("10-cups", 2)
    table.session.correct(2, ["3-cups"])
    table.look(1.0)
    laid = [*DECIDING[:2], ("3-cups", 0), *FURTHER, *FURTHER_STILL, ("10-cups", 2)]
    assert facts(table) == [(seat, code) for code, seat in laid]
    assert told(table, Correction)
    assert table.session.view.phase == "play"


def test_a_card_that_was_hard_to_read_behind_an_end_that_was_misread_is_asked_about_once_the_game_goes_on():
    table = over()
    table.lay("4-clubs", 1, 0.8, read=reading("4-clubs", 0.5, ["4-cups"]))
    play(table, *FURTHER[1:])
    table.sweep(1.2)
    play(table, *FURTHER_STILL)
    table.look(1.0)
    assert table.events == []
    table.session.correct(2, ["3-cups"])
    question = table.session.snapshot().question
    assert (question.seat, {code for code, _ in question.candidates}) == (1, {"4-clubs", "4-cups"})
    table.session.answer(question.question, "4-clubs")
    table.look(0.5)
    laid = [*DECIDING[:2], ("3-cups", 0), *FURTHER, *FURTHER_STILL]
    assert facts(table) == [(seat, code) for code, seat in laid]


def test_what_was_shown_behind_an_end_that_was_misread_does_not_count_then():
    table = over()
    show(table, ["4-clubs", "5-clubs", "6-clubs", "7-clubs"], 1, at_once=False)
    table.sweep(2.0)
    table.lay("9-swords", 2)
    table.sweep(3.0)
    table.session.correct(2, ["3-cups"])
    play(table, *FURTHER)
    table.look(1.0)
    laid = [*DECIDING[:2], ("3-cups", 0), *FURTHER]
    assert facts(table) == [(seat, code) for code, seat in laid]


def test_a_card_that_people_say_was_played_after_the_end_is_told():
    table = over()
    play(table, *FURTHER[:1])
    table.look(2.0)
    assert table.events == []
    (card,) = table.session.snapshot().cards
    table.session.insert_play(len(table.log.facts), 1, ["4-clubs"], card.track)
    assert [(breach.code, breach.seat) for breach in told(table, Irregularity)] == [("play-after-end", 1)]
    assert facts(table)[-1] == (1, "4-clubs")


def test_a_card_that_cannot_be_read_after_the_end_is_not_asked_about():
    table = over()
    table.lay("4-clubs", 1, 2.0, read=reading("4-clubs", 0.5, ["4-cups"]))
    play(table, *FURTHER[1:])
    table.look(4.0)
    assert table.events == []
    assert table.session.snapshot().question is None


def test_so_it_is_where_the_fourth_suit_ends_a_short_game_of_seven_suitors():
    suitors = game("seven_suitors")
    before = [CardsPlayed((leader + step) % 4, (code,)) for leader, codes in SHORT for step, code in enumerate(codes)]
    names = ("Ana", "Ben", "Carla", "Dan")
    table = ScriptedTable(suitors, suitors.configure(short=True), names=names, facts=before, seed=4)
    assert table.session.view.phase == "over"
    table.look(4.0)
    play(table, ("5:8", 0), ("5:5", 1), ("5:6", 2), ("5:9", 3))
    table.look(1.5)
    assert [(breach.code, breach.seat) for breach in told(table, Irregularity)] == [("play-after-end", 0)]


# A next game that nobody has begun

NOT_BEGUN = ["game-over"]


def played_out(game_id="coins", **options):
    """Return a table at which all cards of a game were played, and the last trick was swept off."""
    played = game(game_id)
    settings = played.configure(**options)
    whole = random_game(played, settings, seed=1).facts
    table = ScriptedTable(played, settings, names=("Ana", "Ben", "Carla"), facts=whole[:-1], seed=4)
    table.look(2.0)
    table.lay(whole[-1].cards[0], whole[-1].seat, 2.0)
    assert told(table, GameWon)
    table.sweep()
    table.events.clear()
    return table


@pytest.mark.parametrize("ended", [over, lambda: played_out("steere_suits", hands=1)])
def test_cards_of_a_next_game_that_nobody_has_begun_are_said_once_not_to_count(ended):
    table = ended()
    table.look(25.0)
    for cards in (FURTHER, FURTHER_STILL):
        for code, seat in cards:
            table.lay(code, seat, 0.8)
            assert notices(table) == NOT_BEGUN
        table.sweep(1.2)
    assert notices(table) == NOT_BEGUN
    assert len(table.events) == 1


@pytest.mark.parametrize("ended", [over, lambda: played_out("steere_suits", hands=1)])
def test_who_clear_up_and_show_what_they_hold_are_told_nothing(ended):
    table = ended()
    for code, seat in (*FURTHER, *FURTHER_STILL):
        table.lay(code, seat, 3.0)
        table.sweep(4.0)
    table.sweep(60.0)
    assert table.events == []


def test_where_the_end_is_taken_back_and_comes_again_the_next_game_is_told_of_again():
    table = over()
    table.look(25.0)
    play(table, FURTHER[0])
    table.sweep(1.2)
    table.session.undo()
    assert table.session.view.phase == "play"
    table.look(1.0)
    table.session.redo()
    table.look(25.0)
    play(table, FURTHER[1])
    assert notices(table) == NOT_BEGUN * 2
