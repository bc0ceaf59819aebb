""" "Suits" by the creators of Hearts++: passing, revokes, opening leads, the kitty; H17 to H20 of section 3.3."""

import pytest
from french_play import lay
from hearts_play import CLUBS, HEARTS, SPADES, shoot_spades
from rules_play import assert_refused, breaches, ended, last_hand, of_kind, start, winners

from companion.rules import passing
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, HandDealt, KittyNamed
from companion.rules.games import GAMES
from companion.rules.games.hearts_pp_table import PASSING
from companion.rules.rulings import Irregularity
from companion.rules.settings import SettingError


@pytest.mark.parametrize(
    ("schedule", "hand", "expected"),
    [
        ("3", 1, (((1, 3), (2, 2)),)),
        ("3", 2, (((2, 3), (1, 2)),)),
        ("3", 3, ()),
        ("4", 1, (((1, 2), (3, 1)), ((2, 1),))),
        ("4", 3, (((2, 3),), ((1, 1), (3, 1)))),
        ("4", 6, (((3, 2), (1, 1)), ((2, 1),))),
        ("4", 12, ()),
        ("teams", 1, (((2, 3),), ((1, 1),))),
        ("teams", 2, (((2, 3),), ((3, 1),))),
        ("teams", 7, (((2, 3),), ((2, 1),))),
        ("teams", 4, ()),
        ("5", 1, (((1, 3),),)),
        ("5", 2, (((4, 3),),)),
        ("5", 3, (((2, 3),),)),
        ("5", 9, (((3, 3),),)),
        ("5", 5, ()),
    ],
)
def test_h17_passing(schedule, hand, expected):
    assert passing.in_hand(PASSING[schedule], hand) == expected


def test_h17_passing_is_told():
    log = start("hearts_pp")
    assert [str(line) for line in log.view.instructions] == [
        "everybody passes 2 cards to the left and 1 card to the right",
        "then, of the cards just received, 1 card across",
    ]
    shoot_spades(log, 1)
    assert str(log.view.instructions[0]) == "everybody passes 2 cards to the right and 1 card to the left"
    five = start("hearts_pp", players=5)
    assert five.view.passing == (((1, 3),),)
    assert [str(line) for line in start("hearts_pp", players=5, five_passing="none").view.instructions] == [
        "nobody passes cards"
    ]


def test_h18_a_revoke_is_reported_when_it_is_proved():
    log = start("hearts_pp", players=3, first_dealer=2)
    lay(log, "AC 5D 9C", leader=0)
    assert breaches(log) == []
    lay(log, "KC 4C 8C")
    assert breaches(log) == [("revoke", 0, 1, None)]
    (revoke,) = of_kind(log.rulings, Irregularity)
    assert revoke.reason.text(["Ann", "Bob", "Cid"]) == (
        "Bob played the 4 of Clubs in trick 2 after discarding on Clubs in trick 1"
    )
    lay(log, "QC 3C 7C")
    assert len(breaches(log)) == 1, "each revoke is reported once"


def test_every_trick_with_a_revoke_is_one():
    log = start("hearts_pp", players=3, first_dealer=2)
    lay(log, "AC 5D 9C / KC 6D 8C / QC 4C 7C", leader=0)
    assert breaches(log) == [("revoke", 0, 1, None), ("revoke", 1, 1, None)]


def test_h19_the_low_club_must_be_led():
    log = start("hearts_pp", first_dealer=3, first_lead="low_club")
    shoot_spades(log, 0)
    (breach,) = of_kind(log.rulings, Irregularity)
    assert (breach.code, breach.trick, breach.seat, breach.expected_card) == ("wrong-first-lead", 0, 0, "2C")
    assert str(breach.reason) == "Seat 0 led the Ace of Spades; the hand must be opened with the 2 of Clubs"
    assert log.rulings[0] == breach, "at once: the club is in somebody's hand"


def test_h19_the_holder_of_the_low_club_must_lead():
    log = start("hearts_pp", first_dealer=3, first_lead="low_club_free")
    shoot_spades(log, 0)
    assert breaches(log) == [("wrong-leader", 0, 0, 3)]
    assert last_hand(log).leader == 3
    assert (ended(log).next_dealer, ended(log).next_leader) == (0, None)


def test_h20_the_two_of_clubs_is_not_in_play_with_three():
    log = start("hearts_pp", players=3)
    with pytest.raises(ImpossibleFactError) as caught:
        log.append(CardsPlayed(1, ("2C",)))
    assert (caught.value.code, str(caught.value)) == ("card-not-in-play", "The 2 of Clubs is not in play in this game")


@pytest.mark.parametrize("players", [3, 4])
def test_the_low_club_opens_rightly(players):
    club = "3C" if players == 3 else "2C"
    for rule in ("low_club", "low_club_free"):
        log = start("hearts_pp", players=players, first_lead=rule)
        assert log.view.expected is log.view.leader is None
        assert str(log.view.instructions[-1]).startswith(f"whoever holds the {club[0]} of Clubs leads")
        log.append(CardsPlayed(2, (club,)))
        assert (log.state.hand.leader, breaches(log)) == (2, [])


def test_with_a_kitty_a_wrong_opening_shows_when_a_lower_club_turns_up():
    log = start("hearts_pp", players=5, five_deck="kitty", first_lead="low_club")
    log.append(CardsPlayed(1, ("3C",)))
    assert breaches(log) == []
    log.append(CardsPlayed(2, ("2C",)))
    assert breaches(log) == [("wrong-first-lead", 0, 1, None)]
    certain = start("hearts_pp", players=5, five_deck="kitty", first_lead="low_club")
    certain.append(CardsPlayed(1, ("5C",)))
    assert breaches(certain) == [("wrong-first-lead", 0, 1, None)], "two cards in the kitty leave one lower club"


def test_with_two_low_clubs_in_the_kitty_the_next_one_opens():
    log = start("hearts_pp", players=5, five_deck="kitty", first_lead="low_club")
    log.append(KittyNamed(("2C", "3C")))
    log.append(CardsPlayed(0, ("4C",)))
    assert breaches(log) == []
    assert log.state.hand.leader == 0


@pytest.mark.parametrize("to", ["first", "last"])
@pytest.mark.parametrize("said", [False, True])
def test_the_kitty_belongs_to_a_tricks_winner(to, said):
    log = start("hearts_pp", players=5, five_deck="kitty", kitty_to=to, first_dealer=4)
    if said:
        log.append(KittyNamed(("10D", "2D")))
    kitty = ("2D", "10D")
    cards = [card for card in log.state.copies if card not in kitty]
    hands = [sorted(cards[place::5], key=lambda card: "SHDC".index(card[-1])) for place in range(5)]
    for place in range(10):
        leader = log.state.hand.next_leader
        for step in range(5):
            player = (leader + step) % 5
            log.append(CardsPlayed(player, (hands[player][place],)))
    hand = last_hand(log)
    won = hand.tricks[0 if to == "first" else -1].winner
    assert set(hand.kitty) == set(kitty)
    assert sum(hand.taken.points) == 120
    in_tricks = hand.points_by_seat(5)
    assert hand.taken.points[won] == in_tricks[won] + 12


@pytest.mark.parametrize(("to", "points"), [("first", 17), ("last", 5)])
def test_a_kitty_that_is_known_is_won_no_sooner_than_its_trick(to, points):
    log = start("hearts_pp", [KittyNamed(("10D", "2D"))], players=5, five_deck="kitty", kitty_to=to, first_dealer=4)
    lay(log, "AS KS QS JS AH")
    assert log.state.taken(log.state.hand).points == [points, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("chosen", "before", "fact", "code"),
    [
        ({}, "", KittyNamed(("2C", "3C")), "no-kitty"),
        ({"players": 5, "five_deck": "kitty"}, "", KittyNamed(("2C",)), "kitty-size"),
        ({"players": 5, "five_deck": "kitty"}, "", KittyNamed(("2C", "2C")), "kitty-size"),
        ({"players": 5, "five_deck": "kitty"}, "", KittyNamed(("2C", "1C")), "unknown-card"),
        ({"players": 5, "five_deck": "kitty"}, "AS", KittyNamed(("2C", "AS")), "card-twice"),
        ({}, "", CardsPlayed(1, ("AS", "KS")), "one-card"),
        ({}, "AS", CardsPlayed(2, ("AS",)), "card-twice"),
        ({}, "AS", CardsPlayed(1, ("KS",)), "seat-twice"),
        ({}, "", CardsPlayed(4, ("KS",)), "unknown-seat"),
        ({}, "", HandDealt(0, ("AS",)), "hand-size"),
        ({}, "AS", HandDealt(0, tuple(SPADES)), "card-twice"),
        ({}, "AS", HandDealt(1, tuple(HEARTS)), "not-held"),
    ],
)
def test_impossible_facts_change_nothing(chosen, before, fact, code):
    log = start("hearts_pp", **chosen)
    if before:
        lay(log, before)
    assert_refused(log, fact, code)


def test_a_card_of_the_kitty_cannot_be_played():
    log = start("hearts_pp", [KittyNamed(("AS", "KS"))], players=5, five_deck="kitty")
    with pytest.raises(ImpossibleFactError, match="Ace of Spades lies in the kitty"):
        log.append(CardsPlayed(1, ("AS",)))
    with pytest.raises(ImpossibleFactError, match="the kitty is already known"):
        log.append(KittyNamed(("AS", "QS")))
    with pytest.raises(ImpossibleFactError, match="Ace of Spades was dealt to nobody"):
        log.append(HandDealt(0, tuple(SPADES[:10])))


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"players": 3, "teams": True}, "teams need four players, not 3"),
        ({"players": 3, "first_dealer": 3}, "first_dealer must be a seat from 0 to 2"),
        ({"players": 6}, "players must be a whole number from 3 to 5, not 6"),
        ({"near_cap": -1}, "near_cap must be a whole number from 0 or none, not -1"),
    ],
)
def test_settings_that_do_not_fit_together(chosen, said):
    with pytest.raises(SettingError) as caught:
        GAMES["hearts_pp"].configure(**chosen)
    assert str(caught.value) == said


def test_an_open_number_is_read_from_words():
    chosen = GAMES["hearts_pp"].parse_settings({"near_cap": "none", "losing": "250"})
    assert (chosen["near_cap"], chosen["losing"]) == (None, 250)


def test_nobody_scores_before_the_hand_is_over():
    log = start("hearts_pp", players=3, first_dealer=2)
    lay(log, "AC 10C 9D", leader=0)
    assert (log.view.totals, log.view.points) == ((0, 0, 0), (13, 0, 0))


def test_the_view_says_who_may_still_shoot_and_what_is_left_to_the_losing_score():
    log = start("hearts_pp", players=3, first_dealer=2)
    assert log.view.can_shoot == (("S", "H", "D", "C"),) * 3
    lay(log, "AC 10C 9D", leader=0)
    assert log.view.can_shoot == (("S", "H", "D", "C"), ("S", "H"), ("S", "H"))
    assert (log.view.goal, log.view.next_dealer, log.view.next_leader) == (300, 0, 1)
    assert winners(log) == [0]


def test_who_may_still_win_two_tens_can_shoot():
    log = start("hearts_pp")
    lay(log, "AS 10S 10H 10D")
    assert log.view.can_shoot == ((), ("S", "H", "D", "C"), (), ())
    two_left = start("hearts_pp")
    lay(two_left, "AS 10S 10H 3D")
    assert two_left.view.can_shoot == (("C",), ("S", "H", "D", "C"), ("C",), ("C",))


def test_a_hand_that_is_typed_in_belongs_to_one_seat():
    log = start("hearts_pp", [HandDealt(0, SPADES)])
    assert log.append(HandDealt(0, SPADES[::-1])).new == ()
    for fact, code in (
        (HandDealt(0, tuple(HEARTS)), "hand-twice"),
        (HandDealt(1, ("AS", *HEARTS[1:])), "held-by-other"),
        (CardsPlayed(1, ("AS",)), "held-by-other"),
        (CardsPlayed(0, ("AH",)), "not-held"),
    ):
        assert_refused(log, fact, code)
        assert len(log.facts) == 2


def test_the_only_hand_that_was_not_typed_in_is_what_the_others_leave():
    log = start("hearts_pp")
    lay(log, "AH AC AD AS", leader=1)
    for seat, cards in ((0, SPADES), (1, HEARTS), (2, CLUBS)):
        log.append(HandDealt(seat, tuple(cards)))
    assert log.state.hand.held[3] == [f"{rank}D" for rank in (*range(2, 11), "J", "Q", "K")]


def test_the_kitty_holds_what_nobody_was_dealt():
    log = start("hearts_pp", [HandDealt(0, SPADES[:10])], players=5, five_deck="kitty")
    assert_refused(log, KittyNamed(("2C", SPADES[0])), "held-by-other")
    log.append(KittyNamed(("2C", "3C")))
    assert log.state.hand.kitty == ("2C", "3C")


def test_a_lead_that_belonged_to_a_known_holder_of_the_low_club_is_reported_at_once():
    log = start("hearts_pp", [HandDealt(0, tuple(CLUBS))], first_lead="low_club_free")
    assert log.view.expected == 0
    (ruling,) = log.append(CardsPlayed(1, ("AS",))).new
    assert (ruling.code, ruling.trick, ruling.seat, ruling.expected) == ("wrong-leader", 0, 1, 0)
    for seat, card in ((2, "KS"), (3, "QS"), (0, "2C")):
        log.append(CardsPlayed(seat, (card,)))
    assert breaches(log) == [("wrong-leader", 0, 1, 0)], "reported once"
    right = start("hearts_pp", [HandDealt(0, tuple(CLUBS))], first_lead="low_club_free")
    lay(right, "AC AS KS QS / 2C 3S 4S 5S")
    assert breaches(right) == []
