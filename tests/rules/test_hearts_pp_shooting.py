""" "Suits" by the creators of Hearts++: points and who may shoot, examples H1 to H10 of section 3.3."""

import pytest
from french_play import lay
from hearts_play import CLUBS, communion, shoot_spades, spades_with
from rules_play import breaches, ended, last_hand, start

from companion.rules.games import GAMES
from companion.rules.games.hearts_pp_scoring import POINTS


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
    assert ("S" in log.view.can_shoot[0]) == (not barred)
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


def test_h8_holy_communion():
    log = communion()
    assert last_hand(log).taken.points == [106, 14, 0, 0]
    assert last_hand(log).score.communion == (0,)
    assert ended(log).scores == (0, 14, 20, 20)
    assert str(ended(log).notes[0]) == "Seat 0 has all four tens: Holy Communion, no card points"


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
