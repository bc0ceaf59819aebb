""" "Suits" by the creators of Hearts++: losing scores, the end, teams; examples H11 to H16 of section 3.3."""

import pytest
from french_play import lay
from hearts_play import CLUBS, DIAMONDS, HEARTS, SPADES, communion, shoot_spades, spades_with
from rules_play import ended, last_hand, of_kind, start

from companion.rules.games.hearts_pp_scoring import Ledger
from companion.rules.games.hearts_pp_scoring import winners as winners_of
from companion.rules.rulings import GameWon, HandEnded


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
