""" "Suits" of a forum: passing, revokes, first leads and what may be played, examples F16 to F22 of section 5.3."""

import pytest
from french_play import lay, span
from rules_play import breaches, ended, last_hand, of_kind, start

from companion.rules import passing
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard
from companion.rules.games.forum_suits_play import is_straight, runs
from companion.rules.games.forum_suits_table import PASSING
from companion.rules.rulings import HandEnded, Irregularity, TrickWon


def won_by(text, **chosen):
    """Return the card that wins a trick of these plays, in order."""
    plays = text.split()
    log = start("forum_suits", players=max(len(plays), 2), **chosen)
    return lay(log, text, leader=0)[-1].new[-1]


TEN_TO_NOTHING = "2H..6H 7H..AH 2D..KD AD / 2C..KC 2S..9S 10S..AS AC"


def all_red(log):
    lay(log, TEN_TO_NOTHING)


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
    assert set(need.choices) == {*FIVE[1], "AD", "AC"}, "only cards that nobody has seen can be kept"
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
    assert [breach.card for breach in of_kind(log.rulings, Irregularity)] == ["2S"] * len(expected)
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


def test_a_straight_that_was_laid_anyhow_is_told_from_its_lowest_card_to_its_highest():
    low, high = (start("forum_suits", ace_low=ace_low).state for ace_low in (True, False))
    assert low.one_play(["3H", "AH", "2H"]) == ("AH", "2H", "3H")
    assert low.one_play(["AH", "QH", "KH"]) == high.one_play(["KH", "AH", "QH"]) == ("QH", "KH", "AH")
    assert high.one_play(["3H"]) == ("3H",)
    for apart in (["3H", "AH", "2H"], ["2H", "9H"], ["2H", "3D"], []):
        assert high.one_play(apart) is None


def test_every_run_is_a_straight_and_every_straight_is_a_run():
    """All 8191 sets of cards of one suit."""
    suit = span("2S..AS")
    for ace_low in (False, True):
        found = {frozenset(play) for play in runs(suit, None, ace_low=ace_low)}
        for chosen in range(1, 2**13):
            cards = [card for place, card in enumerate(suit) if chosen >> place & 1]
            straight = len(cards) == 1 or is_straight(cards, ace_low=ace_low)
            assert (frozenset(cards) in found) is straight


def three(face_up, text, **chosen):
    """Play with three players; the first lead is seat 1's."""
    log = start("forum_suits", [FaceUpCard(face_up)], players=3, **chosen)
    lay(log, text)
    return log
