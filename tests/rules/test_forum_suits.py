""" "Suits" of a forum: values, straights, all red and the last player, examples F1 to F14 of section 5.3."""

import pytest
from french_play import lay, span
from rules_play import breaches, ended, last_hand, of_kind, start

from companion.rules.facts import FaceUpCard
from companion.rules.games.forum_suits_play import VALUE, is_straight, top
from companion.rules.games.french import SUITS
from companion.rules.rulings import TrickWon


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
