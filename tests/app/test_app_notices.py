"""Irregularities, the course and the end of a game, and pictures of the plays, without windows."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from app_games import NAMES, facts_of, moment_at, moment_of

from companion.app.model.board import board_of
from companion.app.model.chart import chart_of
from companion.app.model.ending import ending_of
from companion.app.model.evidence import Evidence
from companion.app.model.moment import Moment
from companion.app.model.notices import Docket, breaches_of, lost_of
from companion.rules.facts import CardsPlayed
from companion.rules.games import GAMES
from companion.rules.log import GameLog
from companion.table.book import Book
from companion.table.events import CardPlayed
from companion.table.snapshot import Snapshot, TableCard

NOWHERE = np.zeros((4, 2), np.float32)


def _moment(game: str, plays: list[tuple[int, str]], state="watching", **chosen: object) -> Moment:
    settings = GAMES[game].configure(**chosen)
    book = Book(GAMES[game], settings, NAMES[: GAMES[game].start(settings).players])
    for seat, card in plays:
        book.append(CardsPlayed(seat, (card,)))
    snapshot = Snapshot(0.0, book.names, book.view, state, facts=book.facts, history=book.history())
    return moment_of(GAMES[game], settings, snapshot)


REVOKE = [(1, "4H"), (2, "5S"), (3, "6H"), (0, "7H"), (0, "2C"), (1, "3C"), (2, "9H")]
"""Carla discards on hearts and later plays one."""


def test_a_revoke_shows_both_plays_and_lets_either_be_corrected() -> None:
    (notice,) = breaches_of(_moment("hearts_pp", REVOKE))
    assert "Carla" in notice.title
    assert [exhibit.fact for exhibit in notice.exhibits] == [1, 6]
    assert [exhibit.cards[0].code for exhibit in notice.exhibits] == ["5S", "9H"]
    assert [(option.deed, option.fact) for option in notice.options] == [("stands", 1), ("card", 1), ("card", 6)]


def test_a_play_out_of_turn_can_stand_be_another_s_or_go_back() -> None:
    (notice,) = breaches_of(_moment("coins", [(1, "3-cups"), (0, "4-cups")]))
    assert [option.deed for option in notice.options] == ["stands", "seat", "card", "remove"]
    assert {option.fact for option in notice.options} == {1}


def test_what_was_put_aside_stays_so_until_it_comes_back() -> None:
    docket = Docket()
    (notice,) = breaches_of(_moment("hearts_pp", REVOKE))
    docket.follow([notice])
    assert docket.open == notice
    docket.settle(notice)
    docket.follow([notice])
    assert docket.open is None
    docket.follow([])
    docket.follow([notice])
    assert docket.open == notice


def test_a_table_that_does_not_fit_shows_what_is_missing_and_what_lies_there() -> None:
    assert lost_of(_moment("coins", [(1, "3-cups")])) is None
    lost = _moment("coins", [(1, "3-cups"), (2, "4-cups")], "desynchronised")
    lying = (
        TableCard(1, NOWHERE, "played", "3-cups", (), seat=1, fact=0),
        TableCard(2, NOWHERE, "spent", "9-coins", (), seat=0),
        TableCard(3, NOWHERE, "new", None, (("5-coins", 0.5), ("6-coins", 0.4))),
        TableCard(4, NOWHERE, "back", None, ()),
    )
    notice = lost_of(replace(lost, snapshot=replace(lost.snapshot, cards=lying)))
    assert notice is not None
    expected, seen = notice.exhibits
    assert [(shown.caption, shown.code) for shown in expected.cards] == [
        ("Ben", "3-cups"),
        ("Carla", "4-cups"),
        ("Ana", None),
    ]
    assert seen.live
    assert [(shown.caption, shown.code) for shown in seen.cards] == [("Ben", "3-cups"), ("?", "5-coins")]
    assert "Ana" in notice.text
    assert [option.deed for option in notice.options] == ["missed", "undo", "restart", "anew", "stands"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_chart_ends_at_the_final_totals_and_has_a_point_a_trick(game) -> None:
    moment = moment_at(game, None)
    chart = chart_of(moment)
    tricks = sum(len(hand.tricks) for hand in moment.state.hands)
    assert chart.tricks == tricks
    assert tuple(line.totals[-1] for line in chart.lines) == tuple(moment.state.totals)
    assert all(line.totals[0] == 0 for line in chart.lines)
    assert chart.ends == tuple(sorted(set(chart.ends)))


def test_the_chart_shows_points_as_they_are_won() -> None:
    moment = moment_at("hearts_pp", 30)
    chart = chart_of(moment)
    assert sum(line.totals[-1] for line in chart.lines) == sum(moment.snapshot.view.points)
    assert chart.ends == ()


@pytest.mark.parametrize(("game", "best"), [("coins", max), ("hearts_pp", min), ("forum_suits", max)])
def test_the_end_lists_the_winner_first_and_counts_hands_and_tricks(game, best) -> None:
    moment = moment_at(game, None)
    ending = ending_of(moment, board_of(moment))
    assert ending is not None
    assert ending.finals[0].wins
    assert ending.finals[0].total == best(final.total for final in ending.finals)
    assert ending.finals[0].place == 1
    assert ending.finals[0].name in ending.headline
    assert sum(final.tricks for final in ending.finals) == ending.chart.tricks
    assert ending.facts[0].split()[0] == str(sum(1 for hand in moment.state.hands if hand.tricks))
    assert ending.facts[1] == f"{ending.chart.tricks} tricks"
    assert any(card.wins for card in ending.cards)


def test_there_is_no_end_while_the_game_goes_on() -> None:
    moment = moment_at("coins", 10)
    assert ending_of(moment, board_of(moment)) is None


def test_partners_win_together() -> None:
    moment = moment_at("seven_suitors", None)
    ending = ending_of(moment, board_of(moment))
    assert ending is not None
    assert " and " in ending.headline.replace("&", "and")
    assert ending.headline.endswith("win")


def _played(time: float, seat: int, card: str) -> CardPlayed:
    return CardPlayed(time=time, seat=seat, player=NAMES[seat], cards=(card,), confidence=1.0, hand=1, trick=0)


def _snapshot(cards: list[TableCard]) -> Snapshot:
    log = GameLog(GAMES["coins"])
    image = np.full((720, 1280, 3), 40, np.uint8)
    cv2.rectangle(image, (600, 300), (700, 420), (255, 255, 255), -1)
    return Snapshot(1.0, NAMES[:3], log.view, "watching", tuple(cards), image=image)


def test_the_picture_of_a_play_is_kept_with_the_card_marked() -> None:
    corners = np.array([[600, 300], [700, 300], [700, 420], [600, 420]], np.float32)
    evidence = Evidence()
    evidence.keep([_played(1.25, 2, "3-cups")], _snapshot([TableCard(1, corners, "played", "3-cups", (), 2, 0)]))
    shot = evidence.find(1.25, 2)
    assert shot is not None
    picture = shot.picture()
    height, width = picture.shape[:2]
    (left, top), _, (right, bottom), _ = shot.corners
    assert picture[round((top + bottom) / 2 * height), round((left + right) / 2 * width)].min() > 200
    assert evidence.find(1.25, 0) == shot
    assert evidence.find(9.0, 2) is None


def test_a_play_accepted_late_is_shown_with_the_picture_in_which_its_card_lay() -> None:
    corners = np.array([[600, 300], [700, 300], [700, 420], [600, 420]], np.float32)
    evidence = Evidence()
    evidence.see(_snapshot([TableCard(1, corners, "new", None, (("3-cups", 0.6), ("2-cups", 0.3)))]))
    gone = _snapshot([TableCard(2, corners - 200, "new", None, (("4-coins", 0.9),))])
    gone.image[:] = 40
    evidence.keep([_played(1.25, 2, "3-cups")], gone)
    shot = evidence.find(1.25, 2)
    assert shot is not None
    assert shot.picture().max() > 200
    assert len(shot.corners) == 4


def test_only_the_last_pictures_are_kept() -> None:
    evidence = Evidence(most=3)
    for number in range(6):
        evidence.keep([_played(float(number), 0, "3-cups")], _snapshot([]))
    assert len(evidence) == 3
    assert evidence.find(2.0, 0) is None
    assert evidence.find(5.0, 0) is not None


def test_facts_of_every_game_can_be_told_without_a_picture() -> None:
    for game in GAMES:
        count = len(facts_of(game)) // 2
        assert breaches_of(moment_at(game, count)) == ()


def test_a_card_laid_when_the_game_was_over_is_not_the_trick_that_decided_it() -> None:
    plays = [(1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "2-coins")]
    moment = _moment("coins", plays, target=1)
    ending = ending_of(moment, board_of(moment))
    assert ending is not None
    assert [card.code for card in ending.cards] == ["1-coins", "2-cups", "1-swords"]
