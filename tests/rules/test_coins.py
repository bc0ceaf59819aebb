"""COINS by Mark Steere: examples C8 to C15 and the invariants of section 2.4."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_play import breaches, of_kind, plays, random_facts, start, winners

from companion.rules.facts import CardsPlayed
from companion.rules.games import GAMES
from companion.rules.rulings import GameWon, HandEnded, TrickWon
from companion.rules.sheet import score_sheet

LOW = [f"{rank}-{suit}" for suit in ("cups", "swords", "clubs") for rank in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1)]


def hand(winning_seats, coins, leader):
    """Return the plays of a hand in which these seats win the tricks with these numbers of coins in them (0 to 3).

    A winner's two cards of one suit beat an odd coin: winner high, first loser low; with two coins the winner has the
    higher; with three coins all are coins; without coins all are of one suit.
    """
    money = [f"{rank}-coins" for rank in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1)]
    plain = {suit: [card for card in LOW if card.endswith(suit)] for suit in ("cups", "swords", "clubs")}
    facts = []
    for winner, count in zip(winning_seats, coins, strict=True):
        suit = next(name for name, cards in plain.items() if len(cards) >= 3 - count)
        low_to_high = [money.pop(0) for _ in range(count)]
        others = [plain[suit].pop(0) for _ in range(3 - count)]
        weakest_first = [*low_to_high, *others] if count == 1 else [*others, *low_to_high]
        order = [(leader + step) % 3 for step in range(3)]
        losers = [seat for seat in order if seat != winner]
        cards = dict(zip([*losers, winner], weakest_first, strict=True))
        facts += [CardsPlayed(seat, (cards[seat],)) for seat in order]
        leader = winner
    return facts


FOUR_TIMES_THREE = [3, 3, 3, 3] + [0] * 12


def test_the_author_is_credited_and_only_the_target_is_agreed():
    assert GAMES["coins"].title == "COINS - by Mark Steere"
    assert dict(GAMES["coins"].configure()) == {"target": 10, "first_dealer": 0}


def test_c8_four_tricks():
    log = start(
        "coins",
        plays(
            "1:1-coins 2:2-cups 0:1-swords / 2:2-coins 0:9-coins 1:10-coins /"
            "1:5-clubs 2:6-clubs 0:3-coins / 2:4-swords 0:5-cups 1:6-cups"
        ),
    )
    assert winners(log) == [2, 1, 2, 1]
    assert [ruling.points for ruling in of_kind(log.rulings, TrickWon)] == [1, 3, 1, 0]
    assert log.view.totals == (0, 3, 2)
    assert breaches(log) == []


def test_c9_a_full_hand_below_the_target_goes_on():
    log = start("coins", hand([0, 1, 2, 2] + [0] * 11 + [2], FOUR_TIMES_THREE, leader=1))
    assert log.rulings[-1] == HandEnded(1, (3, 3, 6), (3, 3, 6), 1, 2)
    assert (log.view.hand, log.view.dealer, log.view.leader, log.view.goal) == (2, 1, 2, 10)


def test_c10_the_target_stops_the_game_in_mid_hand():
    log = start("coins", hand([0, 0, 0, 1] + [0] * 12, FOUR_TIMES_THREE, leader=1))
    assert log.view.totals == (9, 3, 0)
    for fact in hand([1, 0], [3, 3], leader=0):
        change = log.append(fact)
    trick, won = change.new
    assert (trick.points, trick.totals) == (3, (12, 6, 0))
    assert (won.winners, won.totals, str(won.reason)) == ((0,), (12, 6, 0), "reached the target of 10 with 12")
    assert log.state.ended_at == (1, 1)
    assert (log.view.phase, log.view.expected) == ("over", None)


def reaching_in_trick(number):
    """Return the plays of a hand in which seat 0 gets its ninth coin in this trick, from 1."""
    coins = [0] * 16
    coins[0] = coins[1] = coins[number - 1] = 3
    coins[2] = 3
    return hand([0, 0, 1] + [0] * 13, coins, leader=1)


def test_c11_trick_sixteen_after_the_end_is_reported_and_not_scored():
    facts = reaching_in_trick(15)
    log = start("coins", facts[:45], target=9)
    assert (log.view.totals, log.view.winners) == ((9, 3, 0), (0,))
    change = log.append(facts[45])
    assert [(ruling.code, ruling.trick, ruling.seat) for ruling in change.new] == [("play-after-end", 15, 0)]
    assert log.append(facts[46]).new == log.append(facts[47]).new == ()
    assert [issue.code for issue in log.state.hand.issues] == ["play-after-end"]
    assert len(log.state.hand.tricks) == 15
    assert log.view.totals == (9, 3, 0)


def test_a_score_sheet_says_that_cards_laid_after_the_end_count_for_nothing():
    facts = reaching_in_trick(14)
    for laid, tricks in ((42, []), (44, ["15."]), (45, ["15."]), (46, ["15.", "16."])):
        sheet = score_sheet(start("coins", facts[:laid], target=9).state, hands=1, tricks=True)
        beyond = [
            line.split()[0] for line in sheet.splitlines() if line.endswith("Laid after the end; counts for nothing")
        ]
        assert beyond == tricks
        assert "not finished" not in sheet


def test_c12_the_target_in_the_last_trick_leaves_no_next_dealer():
    log = start("coins", reaching_in_trick(16), target=9)
    assert [type(ruling) for ruling in log.rulings[-3:]] == [TrickWon, HandEnded, GameWon]
    ended = log.rulings[-2]
    assert (ended.totals, ended.next_dealer, ended.next_leader) == ((9, 3, 0), None, None)


def test_c13_another_hand_after_the_end_counts_for_nothing():
    first = hand([0] * 16, FOUR_TIMES_THREE, leader=1)
    log = start("coins", first, target=12)
    assert log.view.winners == (0,)
    for fact in hand([1] * 16, FOUR_TIMES_THREE, leader=0):
        log.append(fact)
    assert log.view.totals == (12, 0, 0)
    assert [(issue.trick, issue.hand) for issue in log.state.hand.issues] == [(4, 1)]
    assert breaches(log) == [("play-after-end", 4, 0, None)], "the rest of the first hand was laid, too"


def test_a_card_after_the_last_of_a_hand_that_ended_the_game_is_no_breach_of_that_hand():
    log = start("coins", reaching_in_trick(16), target=9)
    assert log.state.hand.complete
    (ruling,) = log.append(CardsPlayed(0, ("1-cups",))).new
    assert (ruling.code, ruling.hand, ruling.trick, ruling.seat) == ("play-after-end", 2, 0, 0)
    assert log.state.hand.issues == []


@pytest.mark.parametrize(("target", "hands"), [(10, 3), (15, 4), (20, 5)])
def test_c14_the_longest_possible_game(target, hands):
    """Three players one coin short of the target hold 3 (target - 1) coins; the next coin ends the game."""
    log = start("coins", target=target)
    wanted = 3 * (target - 1) + 1
    while not log.view.winners:
        tricks = [3] * 4 + [0] * 12 if log.view.hand < hands else [1] * 12 + [0] * 4
        room = [target - 1 - total for total in log.view.totals]
        seats = []
        for coins in tricks:
            seat = max(range(3), key=lambda place: room[place])
            seats.append(seat)
            room[seat] -= coins
        for fact in hand(seats, tricks, leader=log.view.leader):
            if log.view.winners:
                break
            log.append(fact)
    assert log.view.hand == hands == math.ceil(wanted / 12)


def test_everybody_can_win_until_somebody_has():
    plays = hand([0, 0, 0, 1] + [0] * 12, FOUR_TIMES_THREE, leader=1)
    going_on, over = start("coins", plays[:9]), start("coins", plays, target=9)
    assert [(standing.total, standing.can_win) for standing in going_on.view.standings] == [
        (9, True),
        (0, True),
        (0, True),
    ]
    assert [(standing.total, standing.can_win) for standing in over.view.standings] == [
        (9, True),
        (0, False),
        (0, False),
    ]


def test_c15_tricks_without_coins_are_worth_nothing():
    coins = [0] * 12 + [3, 3, 3, 3]
    log = start("coins", hand([1] * 12 + [0] * 4, coins, leader=1)[:45], target=9)
    assert log.view.tricks == (3, 12, 0)
    assert log.view.winners == (0,)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(1, 25), st.integers(0, 2))
def test_random_games(seed, target, dealer):
    """Section 2.4: twelve coins a complete hand, the winner in [T, T+2], one total changes a trick, bounded hands."""
    chosen = {"target": target, "first_dealer": dealer}
    log = start("coins", random_facts("coins", seed, **chosen), **chosen)
    before = (0, 0, 0)
    for ruling in of_kind(log.rulings, TrickWon):
        gained = [after - was for after, was in zip(ruling.totals, before, strict=True)]
        assert gained[ruling.seat] == ruling.points
        assert sum(gained) == ruling.points
        assert 0 <= ruling.points <= 3
        before = ruling.totals
    assert all(sum(ruling.scores) == 12 for ruling in of_kind(log.rulings, HandEnded))
    (won,) = of_kind(log.rulings, GameWon)
    (winner,) = won.winners
    assert target <= won.totals[winner] <= target + 2
    assert all(total < target for seat, total in enumerate(won.totals) if seat != winner)
    assert log.view.hand <= math.ceil((3 * (target - 1) + 1) / 12)
    assert breaches(log) == []
