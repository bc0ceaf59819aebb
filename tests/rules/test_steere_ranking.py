"""The ranking of three Spanish cards: examples S1 to S9 and C1 to C7, and the invariants over all triples."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from companion.cards import SPANISH48
from companion.rules.games.coins import CoinsState
from companion.rules.games.steere import ranking, winning_reason
from companion.rules.games.steere_suits import SteereSuitsState

SUITS, COINS = SteereSuitsState.strength, CoinsState.strength


def ranked(text, strength):
    cards = text.split()
    return " ".join(cards[place] for place in ranking(cards, strength))


@pytest.mark.parametrize(
    ("cards", "best_first"),
    [
        pytest.param("12-coins 2-cups 11-swords", "2-cups 12-coins 11-swords", id="S1"),
        pytest.param("12-clubs 1-coins 12-swords", "1-coins 12-swords 12-clubs", id="S2"),
        pytest.param("12-cups 3-swords 10-clubs", "3-swords 10-clubs 12-cups", id="S3"),
        pytest.param("12-cups 12-coins 1-clubs", "1-clubs 12-cups 12-coins", id="S4"),
        pytest.param("3-coins 12-cups 5-coins", "5-coins 3-coins 12-cups", id="S5"),
        pytest.param("1-clubs 12-clubs 7-clubs", "12-clubs 7-clubs 1-clubs", id="S6"),
        pytest.param("1-swords 12-cups 2-swords", "2-swords 1-swords 12-cups", id="S7"),
        pytest.param("10-cups 12-cups 11-cups", "12-cups 11-cups 10-cups", id="S8"),
    ],
)
def test_suits_ranks_three_cards(cards, best_first):
    assert ranked(cards, SUITS) == best_first


def test_s9_the_order_of_play_does_not_matter():
    for cards in permutations(["12-coins", "2-cups", "11-swords"]):
        assert ranked(" ".join(cards), SUITS) == "2-cups 12-coins 11-swords"


@pytest.mark.parametrize(
    ("cards", "best_first", "coins"),
    [
        pytest.param("1-cups 12-cups 11-cups", "1-cups 12-cups 11-cups", 0, id="C1"),
        pytest.param("9-swords 10-swords 2-coins", "10-swords 9-swords 2-coins", 1, id="C2"),
        pytest.param("12-coins 5-cups 1-coins", "1-coins 12-coins 5-cups", 2, id="C3"),
        pytest.param("1-coins 2-cups 1-swords", "2-cups 1-coins 1-swords", 1, id="C4"),
        pytest.param("2-coins 9-coins 10-coins", "10-coins 9-coins 2-coins", 3, id="C5"),
        pytest.param("1-swords 12-cups 2-swords", "1-swords 2-swords 12-cups", 0, id="C6"),
        pytest.param("1-cups 1-swords 2-clubs", "1-swords 2-clubs 1-cups", 0, id="C7"),
    ],
)
def test_coins_ranks_three_cards_with_the_ace_high(cards, best_first, coins):
    assert ranked(cards, COINS) == best_first
    assert sum(card.endswith("coins") for card in cards.split()) == coins


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("12-coins 2-cups 11-swords", "Cups contain Coins"),
        ("12-clubs 1-coins 12-swords", "Coins buy Swords"),
        ("12-cups 3-swords 10-clubs", "Swords cut Clubs"),
        ("12-cups 12-coins 1-clubs", "Clubs smash Cups"),
        ("9-swords 10-swords 2-coins", "the pair of Swords beats the odd card"),
        ("2-coins 9-coins 10-coins", "highest of the Coins"),
    ],
)
def test_the_reason_is_what_a_player_would_say(cards, reason):
    codes = cards.split()
    assert str(winning_reason(codes, ranking(codes, SUITS)[0])) == reason


def turned(card):
    """Return the card with its suit moved one step along the cycle."""
    rank, suit = card.split("-")
    return f"{rank}-{ {'cups': 'coins', 'coins': 'swords', 'swords': 'clubs', 'clubs': 'cups'}[suit] }"


WINS_BY_RANK = [576, 720, 868, 1020, 1176, 1336, 1500, 1668, 1840, 2016, 2196, 2380]


@pytest.mark.parametrize(
    ("strength", "wins_by_rank"),
    [
        pytest.param(SUITS, WINS_BY_RANK, id="suits"),
        pytest.param(COINS, [WINS_BY_RANK[-1], *WINS_BY_RANK[:-1]], id="coins"),
    ],
)
def test_all_triples_in_all_orders(strength, wins_by_rank):
    """Sections 1.4 and 2.4: 17,296 triples, each in six orders."""
    kinds, by_suit, by_rank, coins = Counter(), Counter(), Counter(), Counter()
    for triple in combinations(SPANISH48.codes, 3):
        best_first = [triple[place] for place in ranking(triple, strength)]
        assert sorted(best_first) == sorted(triple)
        for order in permutations(triple):
            assert [order[place] for place in ranking(order, strength)] == best_first
        moved = [turned(card) for card in triple]
        assert [moved[place] for place in ranking(moved, strength)] == [turned(card) for card in best_first]
        suits = [card.split("-")[1] for card in triple]
        rank, suit = best_first[0].split("-")
        kinds[len(set(suits))] += 1
        by_suit[suit, len(set(suits))] += 1
        by_rank[int(rank)] += 1
        coins[suits.count("coins")] += 1
    assert kinds == {3: 6912, 2: 9504, 1: 880}
    for suit in SPANISH48.suits:
        assert [by_suit[suit, count] for count in (3, 2, 1)] == [1728, 2376, 220]
    assert [by_rank[rank] for rank in range(1, 13)] == wins_by_rank
    assert coins == {0: 7140, 1: 7560, 2: 2376, 3: 220}
