"""Whole deals without pixels, counted."""

from math import radians

import pytest

from companion.evaluation.deal_log import DealLog
from companion.evaluation.deal_run import Order, play_orders
from companion.evaluation.deal_tables import all_kinds, count_deals, kind_of, markdown_table, total_rows
from companion.evaluation.deals import judge, play_deal, watch_script
from companion.evaluation.seeing import WithoutPixels
from companion.rules.facts import CardsPlayed, FaceUpCard
from companion.rules.games import COINS, GAMES
from companion.simulation.habits import HABITS, Habits
from companion.simulation.incidents import LIVELY, Incidents
from companion.simulation.misreading import Faults
from companion.simulation.staging import stage_game
from companion.table.events import CardPlayed, TiebreakCardDealt
from companion.table.session import TableSession


def test_a_deal_read_well_is_right_without_a_question() -> None:
    deal = play_deal(COINS, None, 1, Faults())
    assert deal.right
    assert deal.right_alone
    assert (deal.plays, deal.plays_right, deal.tricks, deal.tricks_right) == (48, 48, 16, 16)
    assert not deal.questions
    assert len(deal.latencies) == 48
    assert all(-0.5 < latency < 3 for latency in deal.latencies)


def test_misreadings_are_noticed_by_looks_alone_and_asked_about() -> None:
    deal = play_deal(COINS, None, 1, Faults(stubborn=0.2))
    assert deal.tricks_alone < deal.tricks
    assert deal.questions + deal.corrections > 0


def test_what_did_not_happen_counts_as_wrong() -> None:
    scripts = [stage_game(COINS, seed=seed, hands_limit=1, habits=Habits(deal=False)) for seed in (1, 2)]
    session = TableSession(COINS, names=scripts[0].names)
    for _ in watch_script(scripts[0], session, WithoutPixels(scripts[0], Faults(), 0)):
        pass
    assert not judge(scripts[0], session, [], 0).wrong
    unseen = next(code for code in COINS.deck.codes if code not in session.view.seen)
    session.say(CardsPlayed(session.view.expected, (unseen,)))
    assert not judge(scripts[0], session, [], 0).right
    deal = judge(scripts[1], session, [], 0)
    assert deal.wrong
    assert deal.unsettled
    assert not deal.right


def test_sevens_that_an_arm_hid_as_the_hand_ended_lead_to_none_that_follows() -> None:
    deal = play_deal(GAMES["seven_suitors"], None, 974004, Faults.measured(0.03), LIVELY, tilt=radians(30))
    assert deal.plays_right == deal.plays


@pytest.mark.parametrize(
    ("special", "habits", "tilt", "seed"),
    [
        # Found anew where it lay, as the hand ends.
        (False, "careless", 30, 1010002),
        # Found anew as it is laid down.
        (True, "tidy", 11, 1020010),
        # No picture came while a card was laid, and another on it.
        (True, "careless", 30, 1060004),
        # One is passed by a card that is taken back.
        (False, "tidy", 11, 1081006),
        # The last card of a trick is laid open, last, as another is laid.
        (False, "careless", 30, 1080007),
    ],
)
def test_sevens_that_lie_open_are_no_plays_however_they_come_to_lie_there(special, habits, tilt, seed) -> None:
    rules = GAMES["seven_suitors"]
    settings, people = rules.configure(special=special), HABITS[habits]
    faults = Faults.measured(0.03)
    deal = play_deal(rules, settings, seed, faults, LIVELY, habits=people, tilt=radians(tilt), whole=False)
    assert deal.plays_right == deal.plays


def test_a_card_that_was_misread_as_another_is_no_reason_not_to_count_that_before_who_plays_far_out() -> None:
    rules, people, faults = GAMES["steere_suits"], HABITS["careless"], Faults.measured(0.03)
    deal = play_deal(rules, None, 1110001, faults, LIVELY, habits=people, tilt=radians(30), whole=False)
    assert deal.plays_right == deal.plays


@pytest.mark.parametrize(("players", "seed"), [(2, 1080005), (3, 1080005)])
def test_a_straight_taken_for_two_plays_is_one_once_a_card_more_is_laid(players, seed) -> None:
    """Of the one the second card was found last, of the other the last was misread."""
    rules, people, faults = GAMES["forum_suits"], HABITS["careless"], Faults.measured(0.03)
    settings = rules.configure(players=players)
    deal = play_deal(rules, settings, seed, faults, LIVELY, habits=people, tilt=radians(30), whole=False)
    assert deal.plays_right == deal.plays


@pytest.mark.parametrize("seed", [976000, 976003])
def test_a_camera_that_stalls_while_people_play_on_loses_no_trick(seed) -> None:
    deal = play_deal(COINS, None, seed, Faults.measured(0.03), Incidents(stalled=0.1), tilt=radians(30))
    assert deal.right


@pytest.mark.parametrize("game", ["coins", "hearts_pp"])
def test_a_slow_computer_that_looks_at_three_pictures_a_second_misses_no_play(game) -> None:
    deal = play_deal(GAMES[game], None, 402000, Faults.measured(0.03), LIVELY, tilt=radians(30), rate=3.0)
    assert (deal.plays_right, deal.wrong) == (deal.plays, ())


@pytest.mark.parametrize("seed", [946000, 946002])
def test_a_camera_that_looks_over_a_corner_of_the_table_gives_every_play_to_its_player(seed) -> None:
    game, corner = GAMES["hearts_pp"], HABITS["corner"]
    settings = game.configure(players=4)
    assert play_deal(game, settings, seed, Faults.measured(0.03), LIVELY, tilt=radians(45), habits=corner).right


def watched(script):
    """Return a session that has watched a script without a fault."""
    session = TableSession(script.game, script.settings, names=script.names)
    for _ in watch_script(script, session, WithoutPixels(script, Faults(), 0)):
        pass
    return session


def test_people_tell_what_no_camera_sees() -> None:
    game = GAMES["forum_suits"]
    script = stage_game(game, game.configure(players=2), 1, hands_limit=1, habits=Habits(deal=False))
    session = watched(script)
    facts = [fact for fact in session.log.facts if fact.source == "person"]
    assert [type(fact).__name__ for fact in facts] == ["CardsKept"]


def test_the_camera_reads_the_card_that_is_turned_up() -> None:
    game = GAMES["forum_suits"]
    script = stage_game(game, game.configure(players=3), 1, hands_limit=1, habits=Habits(deal=False))
    session = watched(script)
    turned_up = [fact for fact in session.log.facts if isinstance(fact, FaceUpCard)]
    assert [fact.source for fact in turned_up] == ["camera"]
    assert judge(script, session, [], 0).right


@pytest.mark.parametrize("game", [COINS, GAMES["seven_suitors"], GAMES["forum_suits"]], ids=lambda game: game.id)
def test_a_deal_is_right_that_a_camera_on_a_stand_beside_the_table_sees(game) -> None:
    deal = play_deal(game, None, 1, Faults(), tilt=radians(50))
    assert deal.right
    assert not deal.questions


def test_a_whole_game_goes_on_after_a_hand_whose_last_trick_has_fewer_cards() -> None:
    game = GAMES["forum_suits"]
    played = play_deal(game, game.configure(players=5), 6000, Faults(), whole=True)
    assert played.right
    assert played.tricks > 40
    assert not played.questions


def test_the_cards_of_a_tiebreak_count_as_plays() -> None:
    game = GAMES["steere_suits"]
    script = stage_game(game, game.configure(hands=1), 3, force_tie=True, habits=Habits(deal=False))
    session = watched(script)
    deal = judge(script, session, [], 0)
    dealt = [event for event in script.truth if isinstance(event, TiebreakCardDealt)]
    assert dealt
    assert deal.plays_right == deal.plays == sum(isinstance(e, CardPlayed) for e in script.truth) + len(dealt)


def test_rows_and_tables_hold_every_kind() -> None:
    deal = play_deal(COINS, None, 1, Faults())
    row = count_deals(kind_of(COINS, COINS.configure()), 0.0, [deal])
    assert row["right_unasked"] == row["tricks_right"] == row["free_of_wrong"] == 1.0
    (total,) = total_rows([row, row], {0.0: [deal, deal]})
    assert total["latency_p95"] == pytest.approx(row["latency_p95"], abs=0.1)
    assert total["deals"] == 2
    assert total["right"] == 1.0
    assert markdown_table([row, total]).count("\n") == 3
    assert len({kind.title for kind in all_kinds()}) == len(all_kinds()) == 11


@pytest.mark.parametrize("unanswered", [False, True])
def test_questions_are_answered_by_people_unless_they_are_not_there(unanswered) -> None:
    answers = []
    script = stage_game(COINS, seed=1, hands_limit=1, habits=Habits(deal=False))
    session = TableSession(COINS, names=script.names)
    session.subscribe(lambda event: answers.append(event) if event.event == "question" else None)
    for _ in watch_script(script, session, WithoutPixels(script, Faults(stubborn=0.15), 0), answering=not unanswered):
        pass
    pinned = [fact for fact in session.log.facts if fact.source == "person"]
    assert answers
    assert bool(pinned) != unanswered


def test_several_processes_play_what_one_plays_and_only_what_is_missing(tmp_path) -> None:
    settings = GAMES["forum_suits"].configure(players=2)
    orders = [Order("two", "forum_suits", settings, 0.01, seed, Incidents()) for seed in (1, 2)]
    log = DealLog(tmp_path / "deals.jsonl", {})
    alone = dict(play_orders(orders[:1], log=log))
    together = dict(play_orders(orders, jobs=2, log=log))
    assert together.keys() == set(orders)
    assert together[orders[0]] == alone[orders[0]]
    again = DealLog(tmp_path / "deals.jsonl", {})
    assert dict(play_orders(orders, log=again)) == together
    assert len((tmp_path / "deals.jsonl").read_text("utf-8").splitlines()) == 3
    assert together[orders[1]] == dict(play_orders(orders[1:]))[orders[1]]
