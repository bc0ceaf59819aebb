""" "Suits" of a forum: ties, the face-up card, what cannot be, who can still win; F15 and F23 of section 5.3."""

import pytest
from french_play import lay, span
from rules_play import assert_refused, breaches, ended, last_hand, of_kind, start

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, HandDealt
from companion.rules.rulings import GameWon, Irregularity

TEN_TO_NOTHING = "2H..6H 7H..AH 2D..KD AD / 2C..KC 2S..9S 10S..AS AC"


def all_red(log):
    lay(log, TEN_TO_NOTHING)


def play_down_to_three(log):
    """Play so that seat 0 wins all tricks and seat 2 keeps 8C 9C 10C; the 2C lies face up."""
    lay(log, "2H..AH 2S..AS 2D..AD / JC..AC 3C..6C 7C")


FIVE = ("2S..JS 2H..JH 2D..JD 2C..JC QS", ["KS", "AS", "QH", "KH", "AH", "QD", "KD", "QC", "KC"])


def test_f23_a_tie_is_shared():
    log = start("forum_suits", rounds=2)
    lay(log, "2S..AS 2H..AH 2D..AD 2C..AC")
    lay(log, "2S..AS 2H..AH 2D..AD 2C..AC")
    (won,) = of_kind(log.rulings, GameWon)
    assert (won.winners, won.totals, str(won.reason)) == ((0, 1, 2, 3), (0, 0, 0, 0), "highest total")


def test_a_tie_may_be_broken_by_an_extra_hand():
    log = start("forum_suits", rounds=1, tie="extra_hand")
    lay(log, "2S..AS 2H..AH 2D..AD 2C..AC")
    assert (log.view.phase, log.view.hand) == ("play", 2)
    lay(log, "2H..AH 2D..AD 2C..AC 2S")
    assert log.view.winners == (1,)
    assert log.view.totals == (0, 17, 0, -17)


def three(face_up, text, **chosen):
    """Play with three players; the first lead is seat 1's."""
    log = start("forum_suits", [FaceUpCard(face_up)], players=3, **chosen)
    lay(log, text)
    return log


def test_f15_the_face_up_card_alone():
    log = three("2C", "4C 2C")
    assert breaches(log) == [("faceup-alone", 0, 2, None)]
    assert log.state.hand.left == [17, 16, 17]
    assert str(of_kind(log.rulings, Irregularity)[0].reason) == (
        "Seat 2 played the face-up card without a card of the hand"
    )


def test_who_has_no_cards_cannot_play_the_face_up_card_either():
    log = three("2C", "2H..AH 2D..AD 2S..AS / 3C..6C 7C 8C / 9C")
    with pytest.raises(ImpossibleFactError, match="Seat 0 has no more cards") as caught:
        log.append(CardsPlayed(0, ("2C",)))
    assert caught.value.code == "too-many-cards"


def test_the_face_up_card_proves_no_revoke():
    """A straight always holds a card of one's own; the face-up card by itself does not."""
    alone = three("4H", "2H 9D AH / 4H")
    assert breaches(alone) == [("faceup-alone", 1, 2, None)]
    straight = three("4H", "2H 9D AH / 3H-4H")
    assert breaches(straight) == [("revoke", 0, 2, None)]


def test_the_face_up_card_is_asked_for_until_it_is_known():
    log = start("forum_suits", players=3)
    (need,) = log.view.needs
    assert (need.kind, need.seat, str(need.question)) == ("face_up", None, "which card lies face up?")
    log.append(CardsPlayed(1, ("8H",)))
    (need,) = log.view.needs
    assert set(log.state.copies) - set(need.choices) == {"8H"}
    log.append(FaceUpCard("7H"))
    assert log.view.needs == ()


def test_a_face_up_card_that_nobody_named_is_known_by_elimination():
    log = start("forum_suits", players=3, rounds=1)
    deck = [card for card in log.state.copies if card != "AC"]
    hands = [deck[place::3] for place in range(3)]
    while not log.state.hand.complete:
        leader = log.state.hand.next_leader
        for step in range(3):
            seat = (leader + step) % 3
            log.append(CardsPlayed(seat, (hands[seat].pop(),)))
    hand = last_hand(log)
    assert (hand.face_up, hand.face_up_to) == ("AC", hand.tricks[-1].winner)


@pytest.mark.parametrize("late", [FaceUpCard("2C"), CardsKept(2, ("8C", "9C", "10C"))])
def test_a_face_up_card_and_kept_cards_tell_each_other(late):
    log = start("forum_suits", players=3, rounds=1)
    play_down_to_three(log)
    assert {need.kind for need in log.view.needs} == {"face_up", "kept_cards"}
    log.append(late)
    hand = last_hand(log)
    assert (hand.face_up, sorted(hand.kept), hand.face_up_to) == ("2C", ["10C", "8C", "9C"], 0)


def test_a_face_up_card_that_nobody_named_is_none_of_those_that_were_kept():
    log = start("forum_suits", players=3, rounds=1)
    lay(log, "2H..AH 2S..AS 2D..AD / 9C..QC 5C..8C AC")
    log.append(CardsKept(log.state.hand.solo, span("2C..4C")))
    assert last_hand(log).face_up == "KC"


def test_impossible_facts_about_the_end_of_a_hand():
    log = start("forum_suits", players=5)
    with pytest.raises(ImpossibleFactError, match="nobody is asked"):
        log.append(CardsKept(0, ("AS",)))
    lay(log, FIVE[0])
    for fact, code in (
        (CardsKept(0, ("KS",)), "kept-size"),
        (CardsKept(1, tuple(FIVE[1])), "kept-size"),
        (CardsKept(0, (*FIVE[1][:-1], "2S")), "card-twice"),
        (CardsKept(0, (*FIVE[1][:-1], "KS")), "card-twice"),
        (CardsPlayed(0, ("KS",)), "hand-over"),
        (CardsPlayed(1, ("KS",)), "hand-over"),
        (FaceUpCard("KS"), "no-face-up"),
    ):
        assert_refused(log, fact, code)


WITHOUT_CARDS = [CardsPlayed(1, span("2S..AS")), *(CardsPlayed(seat, (f"{seat + 4}H",)) for seat in (2, 3, 0))]
"""A trick after which seat 1 is out."""


@pytest.mark.parametrize(
    ("players", "before", "fact", "code"),
    [
        (3, [], FaceUpCard("1C"), "unknown-card"),
        (3, [FaceUpCard("2C")], FaceUpCard("3C"), "face-up-twice"),
        (3, [CardsPlayed(1, ("2C",))], FaceUpCard("2C"), "face-up-late"),
        (4, WITHOUT_CARDS, CardsPlayed(1, ("2H",)), "too-many-cards"),
        (4, [], CardsPlayed(1, ()), "no-card"),
        (4, [], CardsPlayed(1, ("2H", "2H")), "card-twice"),
        (4, [CardsPlayed(1, span("2S..4S"))], CardsPlayed(2, span("4S..6S")), "card-twice"),
        (2, [CardsPlayed(1, ("2S",))], CardsPlayed(0, (*span("2H..AH"), "2D")), "several-suits"),
    ],
)
def test_impossible_facts_change_nothing(players, before, fact, code):
    log = start("forum_suits", before, players=players)
    assert_refused(log, fact, code)


def test_nobody_plays_more_cards_than_were_dealt():
    log = start("forum_suits", players=5)
    assert_refused(log, CardsPlayed(1, span("2S..QS")), "too-many-cards")


def test_a_last_player_whose_hand_is_known_is_not_asked():
    log = start("forum_suits", [HandDealt(0, ("QS", *FIVE[1]))], players=5)
    lay(log, FIVE[0])
    assert last_hand(log).kept == tuple(FIVE[1])
    late = start("forum_suits", players=5)
    lay(late, FIVE[0])
    late.append(HandDealt(0, ("QS", *FIVE[1])))
    assert ended(late).scores == ended(log).scores


def test_the_card_that_is_turned_up_is_one_that_nobody_was_dealt():
    log = start("forum_suits", [HandDealt(0, (*span("2S..AS"), *span("2H..5H")))], players=3)
    assert_refused(log, FaceUpCard("AS"), "held-by-other")
    log.append(FaceUpCard("2C"))
    assert log.state.turned_up == "2C"


def test_who_can_still_win():
    log = start("forum_suits", rounds=2)
    all_red(log)
    assert [standing.can_win for standing in log.view.standings] == [True] * 4
    lay(log, "2H..AH 2D..AD 2C..AC 2S", leader=2)
    assert [standing.can_win for standing in log.view.standings] == [True, False, True, False]
    assert (log.view.totals, log.view.winners) == ((36, 17, 36, -17), (0, 2))


def test_who_cannot_catch_up_in_the_hands_to_come_cannot_win_in_the_middle_of_one_either():
    log = start("forum_suits", rounds=3, teams=True)
    hopeful = []
    for _ in range(2):
        lay(log, TEN_TO_NOTHING, leader=1)
        hopeful.append([standing.can_win for standing in log.view.standings])
    assert (log.view.totals, hopeful) == ((144, 0), [[True, True], [True, False]])
    lay(log, "2H 3H 4H 5H", leader=1)
    assert [standing.can_win for standing in log.view.standings] == [True, False]


def test_an_extra_hand_can_still_be_won_by_everybody():
    log = start("forum_suits", rounds=1, tie="extra_hand")
    all_red(log)
    assert (log.view.totals, log.view.winners) == ((36, 0, 36, 0), ())
    assert [standing.can_win for standing in log.view.standings] == [True] * 4


@pytest.mark.parametrize(("seat", "led", "expected"), [(0, "3C", 1), (1, "AS", 1), (0, "2C", 0)])
def test_a_lead_without_the_two_of_clubs_of_a_known_hand_is_reported_at_once(seat, led, expected):
    held = ("2C", *(f"{rank}C" for rank in (3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K")), "AH")
    log = start("forum_suits", [HandDealt(0, held)], players=2, first_lead="two_of_clubs")
    log.append(CardsPlayed(seat, (led,)))
    assert [breach[0] for breach in breaches(log)] == ["wrong-first-lead"] * expected
