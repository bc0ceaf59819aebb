"""SUITS by Mark Steere: examples S10 to S18 and the invariants of section 1.4."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_play import assert_refused, breaches, hand_won_by, of_kind, plays, random_facts, start, winners

from companion.cards import SPANISH48
from companion.rules.errors import ImpossibleFactError
from companion.rules.fact_json import fact_to_json
from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, KittyNamed, ThiefTook, TiebreakCard
from companion.rules.games import GAMES
from companion.rules.games.steere import ranking
from companion.rules.games.steere_suits import SteereSuitsState
from companion.rules.rulings import GameWon, HandEnded, Irregularity, TiebreakCardDealt, TiebreakNeeded, TrickWon


def tricks(*counts):
    """Return 16 winners, these many tricks for seats 0, 1 and 2, in turn as long as they last."""
    left = list(counts)
    order = []
    while sum(left):
        for seat in range(3):
            if left[seat]:
                order.append(seat)
                left[seat] -= 1
    return order


def ending_with(seat, *counts):
    order = tricks(*counts)
    order.reverse()
    order.remove(seat)
    return [*reversed(order), seat]


@pytest.mark.parametrize(
    "fact", [FaceUpCard("1-cups"), CardsKept(0, ("1-cups",)), KittyNamed(("1-cups",)), ThiefTook("auto")]
)
@pytest.mark.parametrize("game", ["steere_suits", "coins"])
def test_what_only_other_games_know_is_refused(game, fact):
    log = start(game)
    assert_refused(log, fact, "wrong-kind")
    written = fact_to_json(fact)["fact"]
    with pytest.raises(ImpossibleFactError, match=f"no such fact: {written}$"):
        log.append(fact)


def test_the_author_is_credited():
    assert GAMES["steere_suits"].title == "SUITS - by Mark Steere"
    assert GAMES["steere_suits"].author == "Mark Steere"


def test_only_the_number_of_hands_and_the_first_dealer_are_agreed():
    assert [setting.name for setting in GAMES["steere_suits"].settings] == ["hands", "first_dealer"]
    assert dict(GAMES["steere_suits"].configure()) == {"hands": 3, "first_dealer": 0}


def test_s10_the_winner_of_the_last_trick_leads_the_next_hand_and_is_dealt_to_first():
    log = start("steere_suits")
    view = log.view
    assert (view.dealer, view.leader, view.shuffler, view.cutter) == (0, 1, 2, 1)
    for fact in hand_won_by(ending_with(2, 6, 5, 5), leader=1):
        log.append(fact)
    view = log.view
    assert (view.hand, view.dealer, view.leader, view.shuffler, view.cutter) == (2, 1, 2, 0, 2)
    assert of_kind(log.rulings, HandEnded) == [HandEnded(1, (6, 5, 5), (6, 5, 5), 1, 2)]


def three_way_tie():
    log = start("steere_suits")
    for counts in ((7, 5, 4), (4, 6, 6), (5, 5, 6)):
        for fact in hand_won_by(ending_with(2, *counts), leader=log.view.leader):
            log.append(fact)
    return log


def test_s11_three_way_tie_goes_to_the_top_card():
    log = three_way_tie()
    assert log.rulings[-1] == TiebreakNeeded(tied=(0, 1, 2), dealer=1, order=(2, 0, 1))
    assert log.view.phase == "tiebreak"
    assert log.view.expected == 2
    assert log.view.winners == ()
    for seat, card in ((2, "3-swords"), (0, "5-cups"), (1, "9-coins")):
        change = log.append(TiebreakCard(seat, card))
        assert change.new[0] == TiebreakCardDealt(seat, card)
    assert of_kind(change.new, GameWon)[0].winners == (0,)
    assert log.view.totals == (16, 16, 16)
    assert log.view.phase == "over"


def tiebreak(tied_cards, third):
    """Play one hand that seats 0 and 1 tie, deal these cards, and return the winner."""
    log = start("steere_suits", hands=1)
    for fact in hand_won_by(ending_with(2, 6, 6, 4), leader=1):
        log.append(fact)
    assert log.view.tied == (0, 1)
    for seat, card in enumerate((*tied_cards, third)):
        log.append(TiebreakCard(seat, card))
    return log.view.winners


@pytest.mark.parametrize(
    ("third", "winner"), [("7-coins", 0), ("7-clubs", 1), ("1-cups", 0), ("1-swords", 1), ("12-cups", 0)]
)
def test_s12_the_third_card_can_turn_a_two_way_tie_round(third, winner):
    assert tiebreak(("3-cups", "5-swords"), third) == (winner,)


def test_s13_two_seats_share_the_lead():
    log = start("steere_suits", hand_won_by(ending_with(2, 6, 6, 4), leader=1), hands=1)
    assert log.rulings[-1] == TiebreakNeeded(tied=(0, 1), dealer=1, order=(2, 0, 1))


def test_s14_a_tie_for_second_place_matters_to_nobody():
    log = start("steere_suits", hand_won_by(tricks(8, 4, 4), leader=1), hands=1)
    assert of_kind(log.rulings, TiebreakNeeded) == []
    won = log.rulings[-1]
    assert (won.winners, won.totals, str(won.reason)) == ((0,), (8, 4, 4), "most tricks")


def test_the_view_says_who_can_still_win():
    log = start("steere_suits", hand_won_by(tricks(8, 4, 4), leader=1)[:45], hands=1)
    can_win = {}
    for count in range(46):
        at = start("steere_suits", log.facts[:count], hands=1).view
        can_win[sum(at.totals)] = [standing.can_win for standing in at.standings]
        left = 16 - sum(at.totals)
        assert can_win[sum(at.totals)] == [total + left >= max(at.totals) for total in at.totals]
    assert can_win[0] == [True, True, True]
    assert can_win[15] == [True, False, False]
    tied = start("steere_suits", hand_won_by(ending_with(2, 6, 6, 4), leader=1), hands=1)
    assert [standing.can_win for standing in tied.view.standings] == [True, True, False]
    settled = start("steere_suits", [*tied.facts, TiebreakCard(0, "3-cups"), TiebreakCard(1, "5-swords")], hands=1)
    settled.append(TiebreakCard(2, "7-coins"))
    untied = start("steere_suits", hand_won_by(tricks(8, 4, 4), leader=1), hands=1)
    for log in (settled, untied):
        assert [standing.can_win for standing in log.view.standings] == [True, False, False]


def test_s15_cards_out_of_turn_count_as_they_lie_and_are_reported():
    log = start("steere_suits", plays("1:1-cups 0:3-cups 2:2-cups"))
    assert winners(log) == [0]
    assert breaches(log) == [("out-of-turn", 0, 0, 2), ("out-of-turn", 0, 2, 0)]
    assert [ruling.message for ruling in log.rulings if hasattr(ruling, "message")] == [
        "Seat 0 played out of turn; it was the turn of seat 2",
        "Seat 2 played only after seat 0, out of turn",
    ]


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("1203", ["Ann played out of turn; it was the turn of Dan", "Dan played only after Ann, out of turn"]),
        ("0132", ["Dan played out of turn; it was the turn of Cid", "Cid played only after Dan, out of turn"]),
        (
            "0231",
            [
                "Cid played out of turn; it was the turn of Bob",
                "Dan played out of turn; it was the turn of Bob",
                "Bob played only after Dan, out of turn",
            ],
        ),
    ],
)
def test_nobody_is_told_that_it_was_the_turn_of_somebody_who_had_played(order, said):
    log = start("hearts_pp", first_dealer=3)
    facts = [CardsPlayed(int(seat), (card,)) for seat, card in zip(order, ("2C", "3C", "4C", "5C"), strict=True)]
    told = [ruling for fact in facts for ruling in log.append(fact).new if isinstance(ruling, Irregularity)]
    assert [r.reason.text(["Ann", "Bob", "Cid", "Dan"]) for r in told if r.code == "out-of-turn"] == said


def test_s16_a_lead_by_another_than_the_winner_is_reported():
    log = start("steere_suits", plays("1:1-cups 2:3-cups 0:2-cups / 1:5-cups"))
    assert breaches(log) == [("wrong-leader", 1, 1, 2)]
    assert log.view.expected == 2, "play goes on from the card that was led"
    assert log.rulings[-1].reason.text(["Ann", "Bob", "Cid"]) == "Bob led, but the lead belonged to Cid"


@pytest.mark.parametrize(
    ("before", "fact", "code", "said"),
    [
        ("1:1-cups", CardsPlayed(2, ("1-cups",)), "card-twice", "The Ace of Cups was already played in this hand"),
        ("", CardsPlayed(1, ("13-cups",)), "unknown-card", "'13-cups' is no card of the spanish48 deck"),
        ("1:1-cups", CardsPlayed(1, ("2-cups",)), "seat-twice", "Seat 1 already has a card in this trick"),
        ("", CardsPlayed(3, ("2-cups",)), "unknown-seat", "there is no seat 3; the seats are 0 to 2"),
        ("", CardsPlayed(-1, ("2-cups",)), "unknown-seat", "there is no seat -1; the seats are 0 to 2"),
        ("", CardsPlayed(1, ("2-cups", "3-cups")), "one-card", "Seat 1 played 2 cards at once; a play is one card"),
        ("", CardsPlayed(1, ()), "one-card", "Seat 1 played 0 cards at once; a play is one card"),
        ("", TiebreakCard(1, "2-cups"), "no-tiebreak", "no tiebreak is being dealt"),
    ],
)
def test_s17_impossible_facts_are_refused_and_change_nothing(before, fact, code, said):
    log = start("steere_suits", plays(before))
    view, rulings = log.view, log.rulings
    with pytest.raises(ImpossibleFactError) as caught:
        log.append(fact)
    error = caught.value
    assert (error.code, error.hand, error.trick, error.seat, str(error)) == (code, 1, 0, fact.seat, said)
    assert error.index == len(log.facts)
    assert (log.view, log.rulings) == (view, rulings)


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ([TiebreakCard(0, "1-cups"), TiebreakCard(0, "2-cups")], "seat-twice-dealt"),
        ([TiebreakCard(0, "1-cups"), TiebreakCard(1, "1-cups")], "card-twice-dealt"),
        ([TiebreakCard(0, "1-hearts")], "unknown-card"),
        ([TiebreakCard(5, "1-cups")], "unknown-seat"),
    ],
)
def test_impossible_cards_of_the_tiebreak_are_refused(facts, code):
    log = start("steere_suits", hand_won_by(ending_with(2, 6, 6, 4), leader=1), hands=1)
    for fact in facts[:-1]:
        log.append(fact)
    with pytest.raises(ImpossibleFactError) as caught:
        log.append(facts[-1])
    assert (caught.value.code, caught.value.trick) == (code, None)
    assert len(log.view.seen) == len(facts) - 1


@pytest.mark.parametrize("third", [card for card in SPANISH48.codes if card not in ("3-cups", "9-coins")])
def test_s18_adjacent_suits(third):
    assert tiebreak(("3-cups", "9-coins"), third) == ((1,) if third.endswith("-coins") else (0,))


def test_who_can_win_a_two_way_tie():
    """Section 1.4: equal suits leave one possible winner, any others two; the untied card is on top in a third."""
    kinds, top, deals = Counter(), 0, 0
    cycle = ("cups", "coins", "swords", "clubs")
    for pair in combinations(SPANISH48.codes, 2):
        possible = set()
        for third in SPANISH48.codes:
            if third in pair:
                continue
            order = ranking((*pair, third), SteereSuitsState.strength)
            possible.add(next(place for place in order if place != 2))
            top += order[0] == 2
            deals += 1
        apart = abs(cycle.index(pair[0].split("-")[1]) - cycle.index(pair[1].split("-")[1]))
        kinds[min(apart, 4 - apart), len(possible)] += 1
    assert kinds == {(0, 1): 264, (1, 2): 576, (2, 2): 288}
    assert 3 * top == deals


def test_cards_laid_after_the_last_hand_are_reported_once():
    log = start("steere_suits", hand_won_by(tricks(8, 4, 4), leader=1), hands=1)
    first = log.append(CardsPlayed(2, ("4-cups",)))
    assert [(ruling.code, ruling.hand, ruling.trick, ruling.seat) for ruling in first.new] == [
        ("play-after-end", 2, 0, 2)
    ]
    assert log.append(CardsPlayed(2, ("4-cups",))).new == ()
    assert log.view.totals == (8, 4, 4)


def test_the_view_says_what_lies_on_the_table_and_what_was_seen():
    log = start("steere_suits", plays("1:1-cups 2:3-cups 0:2-cups / 2:5-cups"))
    view = log.view
    assert (view.phase, view.hand, view.trick, view.expected, view.leader) == ("play", 1, 1, 0, 2)
    assert view.plays == ((2, ("5-cups",)),)
    assert view.seen == ("1-cups", "3-cups", "2-cups", "5-cups")
    assert (view.tricks, view.totals, view.goal) == ((0, 0, 1), (0, 0, 1), None)


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(0, 2))
def test_random_games(seed, hands, dealer):
    """Section 1.4: tricks sum to 16 a hand; who led, dealt, shuffled and cut follows from who won last."""
    chosen = {"hands": hands, "first_dealer": dealer}
    log = start("steere_suits", random_facts("steere_suits", seed, **chosen), **chosen)
    ended = of_kind(log.rulings, HandEnded)
    assert [sum(ruling.scores) for ruling in ended] == [16] * hands
    assert sum(log.view.totals) == 16 * hands
    assert breaches(log) == []
    last_winner = None
    for hand in log.state.hands:
        if last_winner is not None:
            assert (hand.leader, hand.dealer) == (last_winner, (last_winner - 1) % 3)
        last_winner = hand.tricks[-1].winner
    assert len({log.view.dealer, log.view.shuffler, log.view.cutter}) == 3
    best = max(log.view.totals)
    leaders = [seat for seat, total in enumerate(log.view.totals) if total == best]
    assert log.view.winners[0] in leaders
    assert bool(of_kind(log.rulings, TiebreakNeeded)) == (len(leaders) > 1)
    if len(leaders) == 3:
        assert hands % 3 == 0
    assert len(of_kind(log.rulings, TrickWon)) == 16 * hands
    assert len(of_kind(log.rulings, GameWon)) == 1


def test_a_correction_that_dissolves_a_tie_leaves_the_cards_dealt_for_it_without_effect():
    log = three_way_tie()
    for seat, card in ((2, "3-swords"), (0, "5-cups"), (1, "9-coins")):
        log.append(TiebreakCard(seat, card))
    first = next(place for place, fact in enumerate(log.facts) if fact.cards == ("3-cups",))
    winner = log.facts[first].seat
    other = next(place for place in (first - 1, first + 1) if log.facts[place].seat != winner)
    swapped = {first: log.facts[other].cards, other: log.facts[first].cards}
    log.replace_all({place: CardsPlayed(log.facts[place].seat, cards) for place, cards in swapped.items()})
    assert log.view.phase == "over"
    assert sorted(log.view.totals) == [15, 16, 17]
    assert log.view.winners == (log.view.totals.index(17),)
    log.undo()
    assert log.view.totals == (16, 16, 16)
    assert log.view.winners == (0,)
