"""One trick of Seven Suitors: examples Q1 to Q10 and the invariants of section 4.4."""

from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from suitors_play import SPECIALS, cards

from companion.cards import SEVEN_SUITORS
from companion.rules.games.seven_suitors_trick import resolve

SUITS = SEVEN_SUITORS.suits
NORMAL = [card.code for card in SEVEN_SUITORS if card.suit is not None]
DECK = [code for code in SEVEN_SUITORS.codes for _ in range(SEVEN_SUITORS.copies(code))]


def won(text, trump=None, *, first=False):
    """Return the place of the winning card, from 1."""
    return resolve(cards(text), trump, first=first).place + 1


def test_q1_the_deck():
    assert len(DECK) == 60
    assert len([code for code in DECK if code not in SPECIALS]) == 56
    assert len([code for code in DECK if code.endswith(":7")]) == 14
    assert [code for code in DECK if code.startswith("1:")] == [f"1:{rank}" for rank in (1, 2, 3, 4, 5, 6, 7, 7)]


@pytest.mark.parametrize(
    ("example", "trump", "text", "place"),
    [
        ("Q2", "3", "5:9 5:11 3:4 5:10", 3),
        ("Q2", "2", "5:9 5:11 3:4 7:13", 2),
        ("Q4", "2", "1:5 1:7b 1:7a 1:6", 2),
        ("Q4", "3", "2:7a 2:7b 2:8 2:3", 3),
        ("Q4", "1", "4:9 1:7a 4:10 1:7b", 2),
        ("Q5", "1", "7:13 14 1:3 7:12", 2),
        ("Q5", "1", "7:13 14 1/2 7:12", 3),
        ("Q5", "1", "7:13 14 1:3 1/2", 2),
        ("Q5", "1", "7:13 1/2 14 7:12", 3),
        ("Q6", "5", "3:7a 1/2 3:7b 3:6", 2),
        ("Q6", "5", "3:7a 1/2 3:8 3:6", 3),
        ("Q6", "2", "3:7a 5:9 1/2 3:6", 1),
        ("Q6", "5", "3:7a 5:9 1/2 3:6", 3),
        ("Q6", "5", "3:7a 5:9 1/2 5:10", 4),
        ("Q7", "5", "1/2 2:3 2:2 4:10", 2),
        ("Q7", "5", "2:3 0 1/2 2:2", 1),
        ("Q7", "5", "2:3 thief 1/2 2:2", 1),
    ],
)
def test_who_wins(example, trump, text, place):
    assert won(text, trump) == place


def test_q3_the_first_lead_makes_trump():
    result = resolve(cards("6:8 7:13 6:7a 6:10"), None, first=True)
    assert (result.place, result.lead, result.trump, result.next_trump) == (3, "6", "6", "6")


@pytest.mark.parametrize(
    ("text", "trump"),
    [
        ("5:9 5:11 0 4:10", "5"),
        ("5:9 3:4 0 4:10", "3"),
        ("5:9 14 0 4:10", None),
        ("5:9 14 1/2 0", None),
        ("5:9 1/2 0 4:10", "5"),
    ],
)
def test_q8_the_zero_makes_the_winning_suit_trump_of_the_next_trick(text, trump):
    result = resolve(cards(text), "3", first=False)
    assert (result.trump, result.next_trump) == ("3", trump)


def test_q8_the_zero_leaves_the_present_trick_its_trump():
    assert won("0 5:9 5:11 3:4", "3") == 4


def test_q9_a_special_card_led_leaves_the_lead_to_the_next_card_with_a_suit():
    opening = resolve(cards("thief 6:8 7:13 6:9"), None, first=True)
    assert (opening.place, opening.lead, opening.trump) == (3, "6", "6")
    later = resolve(cards("0 thief 4:9 2:8"), "7", first=False)
    assert (later.place, later.lead, later.next_trump) == (2, "4", "4")


def test_q10_a_first_trick_of_specials_leaves_no_trump():
    for text, place in (("0 14 1/2 thief", 2), ("0 1/2 14 thief", 2)):
        result = resolve(cards(text), None, first=True)
        assert (result.place, result.lead, result.trump, result.next_trump) == (place, None, None, None)


@pytest.mark.parametrize("order", list(permutations(SPECIALS)))
@pytest.mark.parametrize(("trump", "first"), [(None, True), (None, False), ("3", False)])
def test_all_orders_of_the_four_specials(order, trump, first):
    result = resolve(order, trump, first=first)
    fourteen = order.index("14")
    topped = fourteen < 3 and order[fourteen + 1] == "1/2"
    assert result.place == fourteen + topped
    assert (result.lead, result.trump, result.next_trump) == (None, trump, None)


@pytest.mark.parametrize(
    ("text", "trump", "said"),
    [
        ("5:9 5:11 3:4 5:10", "3", "highest trump, Blue Diamonds"),
        ("5:9 5:11 3:4 7:13", "2", "highest of the Yellow Stars"),
        ("1:5 1:7 1:7 1:6", "2", "the first of two sevens: 7 of Black Spades"),
        ("7:13 14 1:3 7:12", "1", "the 14 beats every suit"),
        ("7:13 14 1/2 7:12", "1", "half a rank above the Fourteen"),
        ("3:7 1/2 3:6 3:5", "5", "half a rank above the 7 of Blue Diamonds"),
    ],
)
def test_the_reason_is_what_a_person_would_say(text, trump, said):
    assert str(resolve(cards(text), trump, first=False).reason) == said


tricks = st.permutations(DECK).map(lambda deck: tuple(deck[:4]))
rich_tricks = st.tuples(st.permutations(SPECIALS), st.permutations(NORMAL), st.integers(1, 3), st.randoms()).map(
    lambda drawn: tuple(drawn[3].sample([*drawn[0][: drawn[2]], *drawn[1][: 4 - drawn[2]]], 4))
)
trumps = st.none() | st.sampled_from(SUITS)


@given(tricks | rich_tricks, trumps, st.booleans())
def test_every_trick_has_a_winner_that_can_win(played, trump, first):
    result = resolve(played, None if first else trump, first=first)
    card = played[result.place]
    assert card not in ("0", "thief")
    if card == "1/2":
        assert result.place > 0
        assert played[result.place - 1] not in ("0", "thief")
    if card not in SPECIALS:
        rank = float(card.split(":")[1])
        same = [float(other.split(":")[1]) for other in played if other.startswith(card.split(":")[0] + ":")]
        assert rank == max(same)
        assert played.index(card) == result.place, "the first of two sevens"
        assert "14" not in played


@given(tricks | rich_tricks, trumps, st.booleans())
def test_trump_changes_only_by_the_zero_and_in_the_first_trick_only_to_none(played, trump, first):
    result = resolve(played, None if first else trump, first=first)
    assert result.trump == (result.lead if first else trump)
    if "0" not in played:
        assert result.next_trump == result.trump
    elif first:
        assert result.next_trump in (None, result.trump)
        assert (result.next_trump is None) == ("14" in played)
    assert (result.lead is None) == (Counter(played) == Counter(SPECIALS))


@given(st.permutations(NORMAL).map(lambda deck: tuple(deck[:4])), trumps)
def test_without_specials_the_order_after_the_lead_matters_only_to_equal_sevens(played, trump):
    result = resolve(played, trump, first=False)
    turned = (played[0], *reversed(played[1:]))
    again = resolve(turned, trump, first=False)
    assert turned[again.place] == played[result.place]


def by_the_book(played, trump, first):
    """Resolve a trick as section 4.1 spells it out; return place, lead, trump and next trump."""
    lead = next((card.split(":")[0] for card in played if ":" in card), None)
    if first and lead is not None:
        trump = lead
    half_over_14 = any(pair == ("14", "1/2") for pair in pairwise(played))
    values = []
    for place, card in enumerate(played):
        before = played[place - 1] if place else None
        if ":" in card:
            suit, rank = card.split(":")
            values.append((suit, float(rank)))
        elif card == "1/2" and before is not None and ":" in before:
            suit, rank = before.split(":")
            values.append((suit, float(rank) + 0.5))
        else:
            values.append(None)
    if half_over_14:
        winner = played.index("1/2")
    elif "14" in played:
        winner = played.index("14")
    else:
        suit = trump if any(value and value[0] == trump for value in values) else lead
        best = max(value[1] for value in values if value and value[0] == suit)
        winner = values.index((suit, best))
    after = trump
    if "0" in played:
        after = None if "14" in played else values[winner][0]
    return winner, lead, trump, after


@settings(max_examples=1000)
@given(tricks | rich_tricks, trumps, st.booleans())
def test_every_trick_is_resolved_by_the_book(played, trump, first):
    before = None if first else trump
    assert resolve(played, before, first=first)[:4] == by_the_book(played, before, first)
