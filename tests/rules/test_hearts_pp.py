""" "Suits" by the creators of Hearts++: examples H1 to H20 of section 3.3."""

import pytest
from french_play import lay, lead_out
from rules_play import breaches, of_kind, start, winners

from companion.rules import passing
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, HandDealt, KittyNamed
from companion.rules.games import GAMES
from companion.rules.games.hearts_pp_scoring import POINTS, Ledger
from companion.rules.games.hearts_pp_scoring import winners as winners_of
from companion.rules.games.hearts_pp_table import PASSING
from companion.rules.rulings import GameWon, HandEnded, Irregularity
from companion.rules.settings import SettingError

SPADES = ("AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S")
HEARTS, DIAMONDS, CLUBS = ([card[:-1] + suit for card in SPADES] for suit in "HDC")


def shoot_spades(log, seat):
    """Let a seat lead thirteen spades to which each other discards a suit."""
    hands = {(seat + step) % 4: cards for step, cards in ((1, HEARTS), (2, DIAMONDS), (3, CLUBS))}
    for place, card in enumerate(SPADES):
        lay(log, " ".join([card, *(hands[(seat + step) % 4][place] for step in (1, 2, 3))]), leader=seat)


def last_hand(log):
    return next(hand for hand in reversed(log.state.hands) if hand.complete)


def ended(log):
    return of_kind(log.rulings, HandEnded)[-1]


def test_h1_card_points():
    assert [POINTS[card] for card in ("AC", "KD", "QS", "JH", "10S", "9H", "2C")] == [1, 1, 1, 1, 10, 2, 2]


@pytest.mark.parametrize(
    ("players", "cards", "size", "points", "losing"),
    [(3, 51, 17, 118, 300), (4, 52, 13, 120, 200), (5, 50, 10, 116, 180)],
)
def test_h2_decks(players, cards, size, points, losing):
    state = GAMES["hearts_pp"].start(GAMES["hearts_pp"].configure(players=players))
    assert len(state.copies) == cards
    assert state.hand_size() == size
    assert sum(POINTS[code] for code in state.copies) == points
    assert state.losing == losing


def test_h2_five_players_may_keep_all_cards_and_a_kitty():
    state = GAMES["hearts_pp"].start(GAMES["hearts_pp"].configure(players=5, five_deck="kitty"))
    assert (len(state.copies), state.hand_size()) == (52, 10)


@pytest.mark.parametrize(("hold", "barred"), [("2D", ("S",)), ("2H", ())])
def test_h3_breaking_a_suit_with_cards_of_a_broken_one_in_hand_bars_from_shooting_in_it(hold, barred):
    log = start("hearts_pp", players=3, first_dealer=2)
    (trick,) = lay(log, "AC 10C 9D", leader=0)[-1].new
    assert (trick.seat, trick.points) == (0, 13)
    assert log.view.broken == ("C", "D")
    lay(log, "KS 2S 3S")
    assert log.view.barred == ((), (), ())
    other = "3D" if hold == "2D" else "3H"
    lay(log, f"{hold} {other} 4H")
    assert log.view.barred == (barred, (), ())
    assert [str(note) for note in log.view.notes] == (["Seat 0 may not shoot in Spades"] if barred else [])


def test_h4_two_shooters():
    """Alice 0, Bob 1, Victor 2."""
    log = start("hearts_pp", players=3, first_dealer=2)
    lay(
        log,
        "AH 9H 5H / KH 8H 4H / QH 7H 3H / JH 6H 2H / 10H 2S 10S / 9D AD 5D / KD 4D 8D / QD 3D 7D / JD 2D 6D /"
        "10D 10C 9C / JC 3C AC / KC 8C 4C / QC 7C 5C / AS 9S 3S / KS 8S 4S / QS 7S 5S / JS 6C 6S",
    )
    assert [(shoot.seat, shoot.kind, shoot.award, shoot.suits) for shoot in last_hand(log).score.shoots] == [
        (0, "single", 40, ("S",)),
        (1, "single", 40, ("D",)),
    ], "Alice has all spades, too, and of suits of equal value the first is named"
    assert ended(log).scores == (40, 40, 80)
    assert last_hand(log).score.no_trick == (2,)
    assert last_hand(log).barred[0] == ["D"]
    assert [str(note) for note in ended(log).notes] == [
        "Seat 0 shot in Spades: 40 to the others",
        "Seat 1 shot in Diamonds: 40 to the others",
    ]


def test_h5_a_double_shoot():
    log = start("hearts_pp", first_dealer=3)
    shoot_spades(log, 0)
    (shoot,) = last_hand(log).score.shoots
    assert (shoot.seat, shoot.kind, shoot.award, shoot.suits) == (0, "double", 80, ("S", "H"))
    assert ended(log).scores == (0, 80, 80, 80)
    assert breaches(log) == []


CLUBS_WITHOUT_2 = CLUBS[:-1]


def sweep_of_clubs(log, exchange):
    """Play example H6, or H7 where the king and ten of hearts change places."""
    one = ["4H", "5H", "6H", "7H", "8H", "9H", "3D", "4D", "5D", "6D", "7D", "8D"]
    two = ["4S", "5S", "6S", "7S", "8S", "9S", "10H", "QH", "JH", "9D", "JD", "QD"]
    last = "KH"
    if exchange:
        two[6], last = "KH", "10H"
    lay(log, "/".join(f"{club} {a} {b}" for club, a, b in zip(CLUBS_WITHOUT_2, one, two, strict=True)), leader=0)
    lay(log, f"2S AS {last} / KS AH 3S / QS AD 2H / JS KD 3H / 10S 10D 2D")


def test_h6_a_suit_with_two_cards_less_earns_less():
    log = start("hearts_pp", players=3, first_dealer=2)
    sweep_of_clubs(log, exchange=False)
    (shoot,) = last_hand(log).score.shoots
    assert (shoot.kind, shoot.award, shoot.suits) == ("single", 38, ("C",))
    assert last_hand(log).taken.points == [80, 38, 0]
    assert ended(log).scores == (0, 76, 38)


def test_h7_without_a_second_ten_nobody_shoots():
    log = start("hearts_pp", players=3, first_dealer=2)
    sweep_of_clubs(log, exchange=True)
    assert last_hand(log).score.shoots == ()
    assert ended(log).scores == (71, 47, 20)
    assert [str(note) for note in ended(log).notes] == ["Seat 2 took no trick: 20"]


def communion(**chosen):
    log = start("hearts_pp", first_dealer=0, **chosen)
    lay(log, "AS 2H 2C 3S / AH 3H 2D 4H / 2S 5H 3C KS")
    lead_out(log, 0, ["QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "AD"])
    return log


def test_h8_holy_communion():
    log = communion()
    assert last_hand(log).taken.points == [106, 14, 0, 0]
    assert last_hand(log).score.communion == (0,)
    assert ended(log).scores == (0, 14, 20, 20)
    assert str(ended(log).notes[0]) == "Seat 0 has all four tens: Holy Communion, no card points"


def spades_with(last, trick, **chosen):
    """Play example H9 or H10: seat 0 takes all spades and ends with this card."""
    log = start("hearts_pp", first_dealer=3, **chosen)
    lay(log, "AH 3H 4H 5H / AS 3S 6H 7H / KS 2S 8H 9H")
    tens = [card for card in ("10D", "10C", "10H") if card not in trick]
    rest = [card for card in (*HEARTS, *DIAMONDS, *CLUBS) if card not in ("AH", *(f"{n}H" for n in range(3, 10)))]
    rest = [card for card in rest if card not in trick.split() and card != last and card not in tens]
    rest = [*tens, *rest]
    for place, spade in enumerate(("QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S")):
        lay(log, " ".join([spade, *rest[3 * place : 3 * place + 3]]), leader=0)
    lay(log, trick)
    return log


def test_h9_a_barred_suit_is_no_shoot():
    log = spades_with("2H", "2H 10H AD AC")
    assert last_hand(log).barred == [["S"], [], [], []]
    assert ended(log).scores == (106, 14, 20, 20)


def test_h10_the_same_without_a_card_of_a_broken_suit_is_one():
    log = spades_with("2D", "2D 10D 9C AC")
    assert last_hand(log).barred == [[], [], [], []]
    (shoot,) = last_hand(log).score.shoots
    assert (shoot.kind, shoot.award) == ("single", 40)
    assert ended(log).scores == (0, 55, 40, 40)


def ledger(*scores):
    account = Ledger()
    for score in scores:
        account.add(score)
    return account


def test_h11_exactly_the_losing_score_takes_off_the_highest_hand_once():
    account = ledger(80, 70, 60, 50, 40)
    cut = account.relief(1, 300, None)
    assert (cut.unit, cut.n, cut.amount, cut.before, cut.after) == (1, 0, 80, 300, 220)
    account.add(80)
    assert account.relief(1, 300, None).amount == 80, "the hand just played"
    account.add(80)
    account.entries.remove(80)
    assert account.relief(1, 300, None).amount == 70, "the same 80 is not available again"


def test_h12_near_the_losing_score_a_lower_hand_is_taken_off():
    account = ledger(120, 50, 45, 43, 40)
    assert account.relief(0, 300, None).after == 253
    assert ledger(150, 100, 49).relief(0, 300, None).amount == 100
    assert ledger(100, 100, 95).relief(0, 300, None) is None
    assert ledger(301).relief(0, 300, None) is None


@pytest.mark.parametrize(("cap", "amount"), [(None, 45), (2, 45), (1, None), (0, None)])
def test_near_may_be_limited(cap, amount):
    cut = ledger(120, 50, 45, 43, 40).relief(0, 300, cap)
    assert (cut and cut.amount) == amount


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((300, 120, 90), ()),
        ((301, 120, 90), (2,)),
        ((301, 90, 90), (1, 2)),
        ((301, 310, 305), (1,)),
        ((301, 310, 300), (2,)),
    ],
)
def test_h13_the_end(totals, expected):
    assert winners_of(totals, 300) == expected


def test_who_stands_exactly_at_the_losing_score_has_not_passed_it():
    log = start("hearts_pp", first_dealer=3, losing=80, relief=False)
    shoot_spades(log, 0)
    assert (log.view.totals, log.view.phase) == ((0, 80, 80, 80), "play")
    shoot_spades(log, 1)
    assert (log.view.totals, log.view.winners) == ((80, 80, 160, 160), (0, 1))
    assert str(log.state.won_by) == "lowest total when the losing score of 80 was passed"


def test_h14_three_double_shoots_end_the_game():
    log = start("hearts_pp", first_dealer=3)
    for seat in (0, 1, 2):
        shoot_spades(log, seat)
    assert [ruling.totals for ruling in of_kind(log.rulings, HandEnded)] == [
        (0, 80, 80, 80),
        (80, 80, 160, 160),
        (160, 160, 160, 240),
    ]
    (won,) = of_kind(log.rulings, GameWon)
    assert won.winners == (0, 1, 2)
    assert str(won.reason) == "lowest total when the losing score of 200 was passed"
    assert (ended(log).next_dealer, ended(log).next_leader) == (None, None)


def test_a_tie_may_be_broken_by_an_extra_hand():
    log = start("hearts_pp", first_dealer=3, tie="extra_hand")
    for seat in (0, 1, 2, 3, 0, 1):
        shoot_spades(log, seat)
        assert log.view.winners == ()
    assert log.view.totals == (320, 320, 400, 400)
    shoot_spades(log, 2)
    assert (log.view.totals, log.view.winners) == ((400, 400, 400, 480), (3,))
    assert str(log.rulings[-1].reason) == "highest total, as everybody has passed the losing score of 200"


def test_h15_relief_keeps_the_game_going():
    log = start("hearts_pp", first_dealer=3, losing=160)
    shoot_spades(log, 0)
    shoot_spades(log, 1)
    assert [(cut.unit, cut.amount) for cut in last_hand(log).deductions] == [(2, 80), (3, 80)]
    assert log.view.totals == (80, 80, 80, 80)
    assert log.view.phase == "play"
    assert str(ended(log).notes[-1]) == "Seat 3 stood at 160; 80 are taken off, 80 are left"


def test_without_relief_nothing_is_taken_off():
    log = start("hearts_pp", first_dealer=3, losing=160, relief=False)
    shoot_spades(log, 0)
    shoot_spades(log, 1)
    assert log.view.totals == (80, 80, 160, 160)
    assert log.view.phase == "play"


@pytest.mark.parametrize(
    ("chosen", "double", "single"),
    [({}, (0, 40), (0, 35)), ({"team_shoot": "once"}, (0, 80), (0, 55)), ({"team_shoot": "each"}, (0, 160), (0, 95))],
)
def test_h16_shoots_in_teams(chosen, double, single):
    log = start("hearts_pp", first_dealer=3, teams=True, **chosen)
    shoot_spades(log, 0)
    assert ended(log).scores == double
    assert ended(log).totals == double
    assert [str(note) for note in ended(log).notes] == [
        f"Seat 0 shot twice, in Spades and Hearts: {double[1]} to the other team"
    ]
    shot = ended(spades_with("2D", "2D 10D 9C AC", teams=True, **chosen))
    assert shot.scores == single
    assert str(shot.notes[0]) == f"Seat 0 shot in Spades: {single[1] - 15} to the other team"
    assert last_hand(communion(teams=True, **chosen)).scores == (10, 24)


@pytest.mark.parametrize(("team_zero", "expected"), [(False, (7, 20)), (True, (0, 20))])
def test_a_shoot_may_spare_the_partners_card_points(team_zero, expected):
    log = start("hearts_pp", first_dealer=1, teams=True, team_zero=team_zero)
    lay(log, "AH 3H 2D 4C / 2S 10D AS 10H")
    gone = ("AH", "3H", "2D", "4C", "10D", "10H")
    rest = [card for card in (*CLUBS, *HEARTS, *DIAMONDS) if card not in gone]
    for place, spade in enumerate(SPADES[1:-1]):
        lay(log, " ".join([spade, *rest[3 * place : 3 * place + 3]]), leader=0)
    (shoot,) = last_hand(log).score.shoots
    assert (shoot.seat, shoot.kind) == (0, "single")
    assert last_hand(log).taken.points[2] == 7
    assert ended(log).scores == expected


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


# Beyond the examples


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
    view = log.view
    with pytest.raises(ImpossibleFactError) as caught:
        log.append(fact)
    assert caught.value.code == code
    assert str(caught.value)
    assert log.view == view


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
    assert [standing.to_goal for standing in log.view.standings] == [300, 300, 300]
    assert (log.view.goal, log.view.next_dealer, log.view.next_leader) == (300, 0, 1)
    assert winners(log) == [0]


def test_who_may_still_win_two_tens_can_shoot():
    log = start("hearts_pp")
    lay(log, "AS 10S 10H 10D")
    assert log.view.can_shoot == ((), ("S", "H", "D", "C"), (), ())


def test_a_hand_that_is_typed_in_belongs_to_one_seat():
    log = start("hearts_pp", [HandDealt(0, SPADES)])
    assert log.append(HandDealt(0, SPADES[::-1])).new == ()
    for fact, code in (
        (HandDealt(0, tuple(HEARTS)), "hand-twice"),
        (HandDealt(1, ("AS", *HEARTS[1:])), "held-by-other"),
        (CardsPlayed(1, ("AS",)), "held-by-other"),
        (CardsPlayed(0, ("AH",)), "not-held"),
    ):
        with pytest.raises(ImpossibleFactError) as caught:
            log.append(fact)
        assert caught.value.code == code
        assert len(log.facts) == 2


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
