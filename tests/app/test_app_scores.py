"""The score in the form that each game needs it, without windows."""

import pytest
from app_games import facts_of, moment_at
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.model.deal import deal_of
from companion.app.model.moment import Fold
from companion.app.model.scores import score_of
from companion.rules.games import GAMES
from companion.rules.log import GameLog


def test_suits_are_scored_hand_by_hand_with_the_hands_to_come() -> None:
    score = score_of(moment_at("steere_suits", 48 + 20))
    assert score.kind == "hands"
    assert score.planned == 3
    assert [len(row.hands) for row in score.rows] == [1, 1, 1]
    assert sum(row.hands[0] for row in score.rows) == 16
    assert sum(row.present for row in score.rows) == 6


def test_a_board_is_marked_at_the_end_of_the_hand_and_shows_sevens_captured_before() -> None:
    facts = facts_of("seven_suitors")
    states = set()
    for count in range(0, min(len(facts), 2 * 56), 5):
        score = score_of(moment_at("seven_suitors", count))
        for row in score.rows:
            assert row.total == sum(mark.state == "marked" for mark in row.marks)
            assert len(row.marks) == 7
            states |= {(mark.state, mark.sevens) for mark in row.marks}
        for one, other in zip(score.rows[0].marks, score.rows[1].marks, strict=True):
            assert one.sevens + other.sevens <= 2
            assert (one.state == "split") <= (one.sevens == other.sevens == 1)
    assert {("married", 2), ("one", 1), ("split", 1), ("marked", 0), ("open", 0)} <= states


def test_in_the_short_game_a_suit_marked_by_one_team_is_gone_for_the_other() -> None:
    score = score_of(moment_at("seven_suitors", None, short=True))
    mine, theirs = score.rows[0].marks, score.rows[1].marks
    assert any(mark.state == "marked" for mark in (*mine, *theirs))
    for one, other in zip(mine, theirs, strict=True):
        assert (one.state == "gone") == (other.state == "marked")


def test_who_may_still_shoot_becomes_fewer_and_fewer_and_broken_suits_are_named() -> None:
    before = None
    for count in (0, 3, 9, 18, 30, 41, 51, 52):
        score = score_of(moment_at("hearts_pp", count))
        assert score.goal == 200
        shooting = {(shooter.seat, suit) for row in score.rows for shooter in row.shooters for suit in shooter.open}
        if 0 < count < 52 and before is not None:
            assert shooting <= before
            assert len(score.broken) == len({fact.cards[0][-1] for fact in facts_of("hearts_pp")[:count]})
        before = shooting
    assert sum(row.total for row in score.rows) == sum(row.hands[0] for row in score.rows)


def test_for_and_against_make_what_the_hand_is_worth_so_far() -> None:
    for count in range(10, 60, 7):
        score = score_of(moment_at("forum_suits", count, players=3))
        assert score.planned == 3
        for row in score.rows:
            assert row.present == row.plus - row.minus
            assert (row.seats == row.all_red) <= (row.plus == 0 and row.minus > 0)


def test_partners_share_a_row() -> None:
    score = score_of(moment_at("hearts_pp", 70, teams=True))
    assert [row.players for row in score.rows] == [("Ana", "Carla"), ("Ben", "Dora")]
    assert [[shooter.seat for shooter in row.shooters] for row in score.rows] == [[0, 2], [1, 3]]


def test_the_winner_is_marked_in_every_game() -> None:
    for game in GAMES:
        rows = score_of(moment_at(game, None)).rows
        assert any(row.wins for row in rows)


@pytest.mark.parametrize(
    ("game", "chosen", "passes"),
    [("hearts_pp", {}, 12), ("seven_suitors", {}, 12), ("forum_suits", {"players": 5}, 5), ("coins", {}, 0)],
)
def test_a_new_hand_says_who_does_what_and_who_passes_to_whom(game, chosen, passes) -> None:
    deal = deal_of(moment_at(game, 0, **chosen))
    assert deal is not None
    assert deal.title == "Hand 1"
    assert "deals" in deal.roles[0]
    assert len(deal.passes) == passes
    assert all(step.giver != step.taker for step in deal.passes)
    assert deal_of(moment_at(game, 1, **chosen)) is None


def test_the_author_s_games_name_shuffler_and_cutter() -> None:
    deal = deal_of(moment_at("coins", 0))
    assert deal is not None
    assert deal.roles == ("deals", "cuts, leads", "shuffles")


@given(st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=8))
@settings(max_examples=25)
def test_a_fold_that_follows_is_the_fold_of_the_facts(steps) -> None:
    facts = facts_of("seven_suitors")
    game = GAMES["seven_suitors"]
    fold = Fold(game, game.configure())
    for count, _ in steps:
        assert fold.follow(facts[:count]).view == GameLog(game, game.configure(), facts[:count]).view
