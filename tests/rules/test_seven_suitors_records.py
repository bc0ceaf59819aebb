"""Written records of Seven Suitors: the project's own with their results, and what is no record."""

import contextlib
import copy
import functools
import itertools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from suitors_play import hand, random_facts, to_teams, trick
from test_records import JSON, containers

from companion.rules.facts import CardsPlayed, ThiefTook
from companion.rules.games import GAMES
from companion.rules.records import ImpossibleRecordError, score


def write_down(facts, **chosen):
    """Return a record of these facts, broken into hands where the fold does."""
    state = GAMES["seven_suitors"].start(GAMES["seven_suitors"].configure(**chosen))
    hands = []
    for fact in facts:
        if state.phase == "over":
            break
        while len(hands) < len(state.hands):
            hands.append({"plays": []})
        if isinstance(fact, ThiefTook):
            hands[state.hand.number - 1]["thief_take"] = fact.card
        else:
            hands[state.hand.number - 1]["plays"].append([fact.seat, *fact.cards])
        state.apply(fact)
    return {"game": "seven_suitors", "record": {"options": chosen, "hands": hands}}


def tie():
    return [*hand(to_teams(zero="1234", one="567")), *hand(to_teams(zero="567", one="1234"))]


@functools.cache
def own_records():
    """Return records whose results are kept: every combination of the variants, extra hands, breaches, open hands."""
    flags = ("special", "no_ties", "short")
    records = []
    for seed, values in enumerate(itertools.product((False, True), repeat=3)):
        chosen = dict(zip(flags, values, strict=True))
        records.append(write_down(random_facts(seed, **chosen), **chosen))
    chosen = {"short": True, "short_end": "hand"}
    extra = [*tie(), *hand(to_teams()), *hand([(2, 0), (4, 1), (2, 1), (4, 1), *to_teams()[:2]])[:16]]
    both = [
        *hand(to_teams(zero="123456")),
        *hand(to_teams(zero="6", one="123457")),
        *hand(to_teams(zero="7", one="6")),
    ]
    return [
        *records,
        write_down(random_facts(3, **chosen), **chosen),
        write_down(extra),
        write_down(extra[:-6]),
        write_down(tie()),
        write_down(both),
        write_down(both, no_ties=True),
        write_down([]),
        write_down([*trick("2:2 3:5 2:3 2:4"), *trick("1:1 1:2 2:6", leader=3)]),
        write_down([*trick("14 2:2 thief 2:7"), *trick("2:3 2:4 2:5 2:6")[:3]], special=True),
        {
            "game": "seven_suitors",
            "record": {
                "options": {"short": True},
                "hands": [[[fact.seat, *fact.cards] for fact in hand(to_teams(zero="1234"))]],
            },
        },
    ]


def test_own_records(golden):
    lines = [json.dumps({**record, "expected": score(record).report()}) for record in own_records()]
    golden("seven_suitors-records.jsonl", "".join(f"{line}\n" for line in lines))


def result(facts, **chosen):
    return score(write_down(facts, **chosen)).report()


def test_an_extra_hand_is_announced_and_found_out():
    assert result(tie())["sudden_death_next"] is True
    assert result([*tie(), *hand(to_teams())[:20]])["sudden_death_next"] is True
    over = score(own_records()[9]).report()
    assert (over["winner"], over["reason"], over["ended_at"]) == (1, "first marriage of the extra hand", [3, 3])
    assert over["sudden_death_next"] is False


@pytest.mark.parametrize("card", ["1:7", "8:8", "thief"])
def test_a_card_after_the_end_that_cannot_be_counts_for_nothing(card):
    record = write_down(hand(to_teams(zero="1234")), short=True)
    record["record"]["hands"][0]["plays"][32:] = [[3, card], [3, "7:13"]]
    report = score(record).report()
    assert (report["winner"], report["ended_at"], report["marked"]) == (0, [0, 7], [[1, 2, 3, 4], []])
    issues = [(issue["code"], issue["trick"], issue["seat"]) for issue in report["hands"][0]["issues"]]
    assert issues == [("play-after-end", 8, 3)]


def test_an_unfinished_hand_counts_marriages_and_makes_no_marks():
    report = result(hand(to_teams(zero="12"))[:-4])
    (unfinished,) = report["hands"]
    assert (unfinished["complete"], unfinished["marked"], unfinished["marriage_totals"]) == (False, [[], []], [2, 0])
    assert (report["marked"], report["marriage_totals"], report["winner"]) == ([[], []], [2, 0], None)


def test_breaches_are_listed_with_what_was_expected():
    report = result([*trick("2:2 3:5 2:3 2:4"), *trick("1:1 1:2 2:6", leader=3)])
    assert report["hands"][0]["issues"] == [
        {"code": "wrong-starter", "trick": 0, "seat": 0, "expected": 3, "card": "2:2"},
        {"code": "revoke", "trick": 0, "seat": 1, "card": "3:5"},
    ]


THIEF_TRICK = [[3, "5:8"], [0, "5:7"], [1, "thief"], [2, "5:9"]]
TWO_SEVENS = [[3, "5:8"], [0, "4:7"], [1, "thief"], [2, "5:7"]]


def thief_record(plays, special=True, **hand_keys):
    return {
        "game": "seven_suitors",
        "record": {"options": {"special": special}, "hands": [{"plays": plays, **hand_keys}]},
    }


@pytest.mark.parametrize(
    ("said", "stolen"),
    [({}, "5:7"), ({"thief_take": None}, "5:7"), ({"thief_take": "auto"}, "5:7"), ({"thief_take": "5:7"}, "5:7"),
     ({"thief_take": "none"}, None)],
)  # fmt: skip
def test_q11_what_the_thief_takes(said, stolen):
    (report,) = score(thief_record(THIEF_TRICK, **said)).report()["hands"]
    assert report["tricks"][0]["stolen"] == stolen
    assert report["captured"] == ([["5:7"], []] if stolen is None else [[], ["5:7"]])


def test_q11_a_choice_between_different_sevens_must_be_given():
    for said in ({}, {"thief_take": "auto"}):
        with pytest.raises(ImpossibleRecordError, match="hand 1, trick 0: thief_take: the Thief's trick holds"):
            score(thief_record(TWO_SEVENS, **said))
    (report,) = score(thief_record(TWO_SEVENS, thief_take="4:7")).report()["hands"]
    assert (report["tricks"][0]["stolen"], report["captured"]) == ("4:7", [[], ["4:7", "5:7"]])


def test_without_the_thief_in_play_its_choice_means_nothing():
    plays = [[3, "5:8"], [0, "5:7"], [1, "5:6"], [2, "5:9"]]
    for choice in ("none", "auto", "5:7", 3):
        assert score(thief_record(plays, special=False, thief_take=choice)).report()["hands"][0]["captured"][0] == [
            "5:7"
        ]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (thief_record(THIEF_TRICK, thief_take=7), 'hand 1: thief_take must be a seven, "none" or "auto", not 7'),
        (
            thief_record(THIEF_TRICK, thief_take="5:8"),
            "hand 1, trick 0: thief_take: what the Thief takes is a seven, none or auto, not '5:8'",
        ),
        (
            thief_record(THIEF_TRICK, thief_take="4:7"),
            "hand 1, trick 0: thief_take: the Thief's trick holds no 7 of Green Clubs",
        ),
        (thief_record(THIEF_TRICK, special=False), "hand 1, trick 0: The Thief is not in play in this game"),
        (
            thief_record([[0, "5:7"], [1, "5:7"], [2, "5:7"]]),
            "hand 1, trick 0: The 7 of Yellow Stars was already played",
        ),
        (
            {"game": "seven_suitors", "record": {"options": {"special": 1}, "hands": []}},
            "special must be on or off, not 1",
        ),
        (
            {"game": "seven_suitors", "record": {"options": {"ties": True}, "hands": []}},
            "seven_suitors has no option 'ties'",
        ),
    ],
)
def test_what_is_no_record_or_cannot_have_happened(value, said):
    with pytest.raises(ImpossibleRecordError) as caught:
        score(value)
    assert str(caught.value).startswith(said)


@settings(max_examples=150)
@given(st.integers(0, 100), st.randoms(use_true_random=False), JSON)
def test_a_damaged_record_is_scored_or_refused(place, chance: random.Random, junk):
    """Whatever is wrong with a record, the answer is a result or an error that says why."""
    value = copy.deepcopy(own_records()[place % len(own_records())])
    container = chance.choice([inside for inside in containers(value) if inside])
    key = chance.choice(list(container) if isinstance(container, dict) else range(len(container)))
    action = chance.choice(["replace", "remove", "repeat"])
    if action == "replace":
        container[key] = junk
    elif action == "remove":
        del container[key]
    elif isinstance(container, list):
        container.insert(key, copy.deepcopy(container[key]))
    with contextlib.suppress(ImpossibleRecordError):
        json.dumps(score(value).report())


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.booleans(), st.booleans(), st.booleans())
def test_a_game_that_is_written_down_is_scored_as_it_was_played(seed, special, no_ties, short):
    chosen = {"special": special, "no_ties": no_ties, "short": short}
    facts = random_facts(seed, **chosen)
    played = GAMES["seven_suitors"].play(facts, GAMES["seven_suitors"].configure(**chosen))
    report = result(facts, **chosen)
    assert (report["winner"],) == played.winners
    assert report["ended_at"] == list(played.ended_at)
    assert [each["trick_winners"] for each in report["hands"]] == [
        [won.winner for won in each.tricks] for each in played.hands
    ]
    cards = [play for each in report["hands"] for play in each["tricks"]]
    assert len(cards) * 4 == sum(isinstance(fact, CardsPlayed) for fact in facts)
