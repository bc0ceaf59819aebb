""" "Suits" of a forum: examples F1 to F23 of section 5.3."""

import pytest
from french_play import lay, span
from rules_play import breaches, of_kind, start

from companion.rules import passing
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, HandDealt
from companion.rules.games.forum_suits_play import VALUE, is_straight, runs, top
from companion.rules.games.forum_suits_table import PASSING
from companion.rules.games.french import SUITS
from companion.rules.rulings import GameWon, HandEnded, Irregularity, TrickWon


def last_hand(log):
    return next(hand for hand in reversed(log.state.hands) if hand.complete)


def ended(log):
    return of_kind(log.rulings, HandEnded)[-1]


def won_by(text, **chosen):
    """Return the card that wins a trick of these plays, in order."""
    plays = text.split()
    log = start("forum_suits", players=max(len(plays), 2), **chosen)
    return lay(log, text, leader=0)[-1].new[-1]


def test_f1_values():
    assert [VALUE[card] for card in ("AS", "KC", "10S", "2C", "AH", "QD", "9H")] == [3, 2, 1, 1, -3, -2, -1]
    assert sum(VALUE.values()) == 0
    assert all(abs(sum(VALUE[card] for card in VALUE if card[-1] == suit)) == 18 for suit in SUITS)


@pytest.mark.parametrize(
    ("trick", "card"),
    [
        pytest.param("KS 2D AS 3S", "2D", id="F2"),
        pytest.param("AD 2S KD QD", "2S", id="F3"),
        pytest.param("AC 9S 10D KC", "10D", id="F4"),
        pytest.param("AC 9S 9D KC", "9D", id="F5a"),
        pytest.param("AC 9D 9S KC", "9S", id="F5b"),
        pytest.param("KS AS 3H QS", "AS", id="F6a"),
        pytest.param("5H AC 9H KC", "9H", id="F6b"),
        pytest.param("2S 2D 3D AS", "3D", id="F6c"),
        pytest.param("4H-5H-6H 7H 2H 3H", "7H", id="F7a"),
        pytest.param("7C 3D-4D-5D 5S AC", "5S", id="F7b"),
        pytest.param("7C 3D-4D-5D 4S AC", "5D", id="F7c"),
    ],
)
def test_who_wins(trick, card):
    assert won_by(trick).card == card


def test_why_a_card_wins():
    assert str(won_by("AC 9S 9D KC").reason) == "the later of two equal trumps, Diamonds"
    assert str(won_by("KS 2D AS 3S").reason) == "highest trump, Diamonds"
    assert str(won_by("KS AS 3H QS").reason) == "highest of the Spades"


@pytest.mark.parametrize(
    ("cards", "high", "low"),
    [
        ("QH-KH-AH", True, True),
        ("AH-2H", False, True),
        ("AH-2H-3H", False, True),
        ("KH-AH-2H", False, False),
        ("4H-6H", False, False),
        ("2H..AH", True, True),
        ("AH-2H-4H", False, False),
    ],
)
def test_f8_straights(cards, high, low):
    assert is_straight(span(cards), ace_low=False) is high
    assert is_straight(span(cards), ace_low=True) is low


def test_f8_the_top_of_an_ace_low_straight_is_its_highest_number():
    assert top(span("AH-2H-3H"), ace_low=True) == "3H"
    assert top(span("2H..AH"), ace_low=True) == "AH"
    assert top(span("KH-AH-2H"), ace_low=True) == "AH"
    assert won_by("AH-2H-3H 4H 5C 6C", ace_low=True).card == "4H"


def test_f9_four_whole_suits():
    log = start("forum_suits", rounds=1)
    lay(log, "2S..AS 2H..AH 2D..AD 2C..AC")
    assert (ended(log).scores, last_hand(log).all_red, last_hand(log).solo) == ((0, 0, 0, 0), (), None)
    assert of_kind(log.rulings, TrickWon)[0].seat == 3
    assert breaches(log) == []
    assert log.view.winners == (0, 1, 2, 3)


TEN_TO_NOTHING = "2H..6H 7H..AH 2D..KD AD / 2C..KC 2S..9S 10S..AS AC"


def all_red(log):
    lay(log, TEN_TO_NOTHING)


def test_f10_all_red():
    log = start("forum_suits")
    all_red(log)
    hand = last_hand(log)
    assert [trick.winner for trick in hand.tricks] == [0, 2]
    assert hand.raw() == [-36, 0, 36, 0]
    assert (hand.all_red, ended(log).scores) == ((0,), (36, 0, 36, 0))
    assert str(ended(log).notes[0]) == "Seat 0 took no black card: 36"


def test_f11_the_last_player_keeps_his_cards():
    log = start("forum_suits")
    lay(log, "2H..AH 2D..AD 2C..AC 2S")
    hand = last_hand(log)
    assert (hand.solo, sorted(hand.kept)) == (0, sorted(span("3S..AS")))
    assert ended(log).scores == (17, 0, -17, 0)
    assert (ended(log).next_dealer, ended(log).next_leader) == (1, 2)


def test_f12_the_lead_passes_to_the_next_who_has_cards():
    log = start("forum_suits")
    lay(log, "2H..AH 2D..AD 2C 2S")
    assert (log.view.expected, log.view.leader) == (3, 3)
    lay(log, "3C..AC 3S")
    assert last_hand(log).solo == 0
    assert ended(log).scores == (34, 0, -34, 0)
    assert breaches(log) == []


def test_f13_the_face_up_card_in_a_straight():
    log = start("forum_suits", [FaceUpCard("7H")], players=3)
    assert str(log.view.notes[0]) == "7 of Hearts lies face up"
    lay(log, "2H..AH 2D..AD 2S..AS")
    assert of_kind(log.rulings, TrickWon)[0].seat == 0
    assert str(of_kind(log.rulings, TrickWon)[0].reason) == "the later of two equal trumps, Spades"
    assert log.state.hand.left == [4, 5, 4]
    assert log.view.notes == ()
    lay(log, "2C 3C 4C / 5C 6C 7C / 8C 9C 10C / JC QC KC", leader=0)
    assert last_hand(log).solo == 1
    assert last_hand(log).kept == ("AC",)
    assert sum(ended(log).scores) == 0


def play_down_to_three(log):
    """Play so that seat 0 wins all tricks and seat 2 keeps 8C 9C 10C; the 2C lies face up."""
    lay(log, "2H..AH 2S..AS 2D..AD / JC..AC 3C..6C 7C")


@pytest.mark.parametrize(("faceup_to", "to", "scores"), [("last_trick", 0, (-3, 0, 3)), ("last_player", 2, (-4, 0, 4))])
def test_f14_an_unused_face_up_card(faceup_to, to, scores):
    log = start("forum_suits", [FaceUpCard("2C")], players=3, faceup_to=faceup_to)
    play_down_to_three(log)
    hand = last_hand(log)
    assert (hand.solo, sorted(hand.kept), hand.face_up_to) == (2, ["10C", "8C", "9C"], to)
    assert ended(log).scores == scores
    assert [str(note) for note in ended(log).notes] == [
        "Seat 2 keeps 8 of Clubs, 9 of Clubs and 10 of Clubs",
        f"Seat {to} gets the face-up card, the 2 of Clubs",
    ]


OTHERS, OPPONENTS = (((1, 1), (2, 1), (3, 1)),), (((1, 1), (3, 1)),)


@pytest.mark.parametrize(
    ("teams", "team_fourth", "fourth"),
    [(False, "all", OTHERS), (True, "all", OTHERS), (False, "opponents", OTHERS), (True, "opponents", OPPONENTS)],
)
def test_f16_passing(teams, team_fourth, fourth):
    log = start("forum_suits", teams=teams, team_fourth=team_fourth, rounds=5)
    told = []
    for _ in range(5):
        told.append(log.view.passing)
        lay(log, "2S..AS 2H..AH 2D..AD 2C..AC")
    assert told == [(((1, 3),),), (((3, 3),),), (((2, 3),),), fourth, (((1, 3),),)]


def test_f16_passing_with_other_numbers():
    three = [passing.in_hand(PASSING["3"], hand) for hand in (1, 2, 3, 4)]
    assert three == [(((1, 4),),), (((2, 4),),), (((1, 2), (2, 2)),), (((1, 4),),)]
    assert passing.in_hand(PASSING["2"], 1) == ()
    assert start("forum_suits", players=5).view.passing == (((1, 3),),)
    assert start("forum_suits", players=5, five_passing="none").view.passing == ()
    assert [str(line) for line in start("forum_suits", players=3).view.instructions] == [
        "everybody passes 4 cards to the left",
        "the last card is laid face up",
    ]


def test_two_players_draft():
    lines = [str(line) for line in start("forum_suits", players=2).view.instructions]
    assert len(lines) == 3
    assert lines[-1] == "after 26 turns everybody holds 13 cards"


def test_f17_a_revoke_by_a_trump_is_proved_by_a_later_lead():
    log = start("forum_suits")
    lay(log, "2H 2S 3H 4H")
    assert of_kind(log.rulings, TrickWon)[0].seat == 2
    (breach,) = log.append(CardsPlayed(2, ("KH",))).new
    assert (breach.code, breach.trick, breach.seat, breach.card) == ("revoke", 0, 2, "2S")
    assert str(breach.reason) == "Seat 2 played the King of Hearts in trick 2 after discarding on Hearts in trick 1"


@pytest.mark.parametrize(("last", "kept"), [("AH", []), ("AS", [("revoke", 0, 0, None)])])
def test_f17_a_revoke_is_proved_by_cards_the_last_player_keeps(last, kept):
    log = start("forum_suits")
    lay(log, f"2H..KH 2D..AD 2C..AC 2S / 3S {last}")
    hand = last_hand(log)
    assert (hand.solo, "AH" in hand.kept) == (0, bool(kept))
    assert breaches(log) == kept
    if kept:
        assert str(hand.issues[0].reason) == "Seat 0 kept the Ace of Hearts after discarding on Hearts in trick 1"


def test_f18_what_is_no_straight():
    log = start("forum_suits")
    (breach,) = log.append(CardsPlayed(1, ("2H", "4H"))).new
    assert (breach.code, breach.trick, breach.seat) == ("not-a-straight", 0, 1)
    lay(log, "3H 5H 6H", leader=2)
    assert of_kind(log.rulings, TrickWon)[0].seat == 0
    with pytest.raises(ImpossibleFactError) as caught:
        log.append(CardsPlayed(0, ("7H", "3D")))
    assert (caught.value.code, str(caught.value)) == (
        "several-suits",
        "the cards seat 0 played at once are of several suits",
    )


def test_a_false_straight_counts_as_its_highest_card():
    assert won_by("3H-9H 8H 7H 6H").card == "9H"


def test_f19_all_red_in_teams():
    log = start("forum_suits", teams=True)
    all_red(log)
    assert (ended(log).scores, log.view.totals) == ((72, 0), (72, 0))


FIVE = ("2S..JS 2H..JH 2D..JD 2C..JC QS", ["KS", "AS", "QH", "KH", "AH", "QD", "KD", "QC", "KC"])


def test_f20_five_players_show_what_they_keep():
    log = start("forum_suits", players=5)
    lay(log, FIVE[0])
    assert log.state.hand.solo == 0
    assert not log.state.hand.complete
    (need,) = log.view.needs
    assert (need.kind, need.seat, need.count, str(need.question)) == (
        "kept_cards", 0, 9, "which 9 cards does seat 0 keep?"
    )  # fmt: skip
    assert set(FIVE[1]) < set(need.choices)
    assert log.view.expected is None
    change = log.append(CardsKept(0, tuple(FIVE[1])))
    assert of_kind(change.new, HandEnded)[0].scores == (-2, 0, 0, 2, 0)
    assert log.view.needs == ()
    assert set(log.state.copies) - {"AD", "AC"} == {
        card for trick in last_hand(log).tricks for _, cards in trick.plays for card in cards
    } | set(FIVE[1])


def test_f21_the_two_of_clubs_leads():
    log = start("forum_suits", first_lead="two_of_clubs")
    assert str(log.view.instructions[-1]) == "whoever holds the 2 of Clubs leads it"
    assert log.append(CardsPlayed(3, ("2C", "3C"))).new == ()
    assert log.state.hand.leader == 3
    wrong = start("forum_suits", first_lead="two_of_clubs")
    (breach,) = wrong.append(CardsPlayed(3, ("4C",))).new
    assert (breach.code, breach.seat, breach.expected_card) == ("wrong-first-lead", 3, "2C")


def test_a_two_of_clubs_that_lies_face_up_leaves_the_lead_left_of_the_dealer():
    log = start("forum_suits", [FaceUpCard("2C")], players=3, first_lead="two_of_clubs")
    assert (log.view.expected, log.state.hand.leader) == (1, 1)
    log.append(CardsPlayed(2, ("4C",)))
    assert breaches(log) == [("wrong-leader", 0, 2, 1)]


@pytest.mark.parametrize(("leader", "expected"), [(1, []), (2, [("wrong-leader", 0, 2, 1)])])
def test_a_two_of_clubs_that_is_out_is_known_at_the_end(leader, expected):
    """With five players two cards are out; that the 2 of clubs is one of them shows when the hand is over."""
    log = start("forum_suits", players=5, first_lead="two_of_clubs")
    lay(log, "2S..JS 2H..JH 2D..JD 3C..QC QS", leader=leader)
    assert breaches(log) == []
    log.append(CardsKept((leader + 4) % 5, ("KS", "AS", "QH", "KH", "AH", "QD", "KD", "KC", "AC")))
    assert breaches(log) == expected
    assert last_hand(log).leader == 1


def test_a_kept_two_of_clubs_proves_a_wrong_first_lead():
    log = start("forum_suits", players=5, first_lead="two_of_clubs")
    lay(log, "2S..JS 2H..JH 2D..JD 3C..QC QS", leader=1)
    log.append(CardsKept(0, ("KS", "AS", "QH", "KH", "AH", "QD", "KD", "KC", "2C")))
    assert breaches(log) == [("wrong-first-lead", 0, 1, None)]
    assert last_hand(log).leader == 0


@pytest.mark.parametrize(
    ("face_up", "expected"),
    [
        ("4H", {"2H", "2H-3H", "2H-3H-4H", "2H-3H-4H-5H", "3H", "3H-4H", "3H-4H-5H", "4H-5H", "5H"}),
        ("JS", {"2H", "3H", "2H-3H", "5H"}),
    ],
)
def test_f22_legal_plays(face_up, expected):
    log = start("forum_suits", [FaceUpCard(face_up)], players=3)
    lay(log, "AH")
    plays = log.state.legal_plays(["2H", "3H", "5H", "9D"])
    assert {"-".join(play) for play in plays} == expected


def test_legal_plays_of_a_void_player_and_with_a_low_ace():
    log = start("forum_suits")
    lay(log, "AH")
    assert set(log.state.legal_plays(["2C", "3C", "9D"])) == {("2C",), ("3C",), ("2C", "3C"), ("9D",)}
    assert set(runs(["AH", "2H", "KH"], None, ace_low=True)) == {("AH",), ("2H",), ("KH",), ("AH", "2H"), ("KH", "AH")}
    whole = span("2H..AH")
    assert len(runs(whole, None, ace_low=False)) == 13 * 14 // 2
    assert len(runs(whole, None, ace_low=True)) == 13 * 14 // 2 + 11
    assert len({frozenset(play) for play in runs(whole, None, ace_low=True)}) == len(runs(whole, None, ace_low=True))


def test_every_run_is_a_straight_and_every_straight_is_a_run():
    """All 8191 sets of cards of one suit."""
    suit = span("2S..AS")
    for ace_low in (False, True):
        found = {frozenset(play) for play in runs(suit, None, ace_low=ace_low)}
        for chosen in range(1, 2**13):
            cards = [card for place, card in enumerate(suit) if chosen >> place & 1]
            straight = len(cards) == 1 or is_straight(cards, ace_low=ace_low)
            assert (frozenset(cards) in found) is straight


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


# The face-up card


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
        with pytest.raises(ImpossibleFactError) as caught:
            log.append(fact)
        assert caught.value.code == code
        assert str(caught.value)


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
    view = log.view
    with pytest.raises(ImpossibleFactError) as caught:
        log.append(fact)
    assert caught.value.code == code
    assert str(caught.value)
    assert log.view == view


def test_nobody_plays_more_cards_than_were_dealt():
    log = start("forum_suits", players=5)
    with pytest.raises(ImpossibleFactError) as caught:
        log.append(CardsPlayed(1, span("2S..QS")))
    assert caught.value.code == "too-many-cards"


# Typed-in hands


def test_a_last_player_whose_hand_is_known_is_not_asked():
    log = start("forum_suits", [HandDealt(0, ("QS", *FIVE[1]))], players=5)
    lay(log, FIVE[0])
    assert last_hand(log).kept == tuple(FIVE[1])
    late = start("forum_suits", players=5)
    lay(late, FIVE[0])
    late.append(HandDealt(0, ("QS", *FIVE[1])))
    assert ended(late).scores == ended(log).scores


def test_who_can_still_win():
    log = start("forum_suits", rounds=2)
    all_red(log)
    assert [standing.can_win for standing in log.view.standings] == [True] * 4
    lay(log, "2H..AH 2D..AD 2C..AC 2S", leader=2)
    assert [standing.can_win for standing in log.view.standings] == [True, False, True, False]
    assert (log.view.totals, log.view.winners) == ((36, 17, 36, -17), (0, 2))


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
