"""Written records of the games with French cards: the project's own with their results, and what is no record."""

import contextlib
import copy
import functools
import json
import random

import pytest
from french_play import lay, random_facts, record
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_play import start
from test_records import JSON, containers

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsKept, FaceUpCard, KittyNamed
from companion.rules.records import ImpossibleRecordError, score

HEARTS = (
    {"players": 3, "losing": 60},
    {"losing": 90, "near_cap": 1},
    {"players": 5, "losing": 60, "first_dealer": 4},
    {"players": 5, "five_deck": "kitty", "losing": 30},
    {"players": 5, "five_deck": "kitty", "kitty_to": "last", "first_lead": "low_club_free", "losing": 30},
    {"teams": True, "losing": 100},
    {"teams": True, "team_shoot": "once", "team_zero": True, "losing": 60},
    {"teams": True, "team_shoot": "each", "relief": False, "losing": 60},
    {"players": 3, "first_lead": "low_club", "losing": 60, "tie": "extra_hand"},
)
FORUM = (
    {"players": 2, "rounds": 2},
    {"players": 3, "ace_low": True},
    {"players": 3, "faceup_to": "last_player", "first_lead": "two_of_clubs", "rounds": 2},
    {"first_dealer": 3},
    {"players": 5, "rounds": 2, "five_passing": "none"},
    {"teams": True, "team_fourth": "opponents"},
    {"rounds": 1, "tie": "extra_hand", "first_lead": "two_of_clubs"},
)


@functools.cache
def own_records():
    """Return records whose results are kept: every number of players, every option, breaches, unfinished hands."""
    records = []
    for name, tables in (("hearts_pp", HEARTS), ("forum_suits", FORUM)):
        for seed, chosen in enumerate(tables):
            facts = random_facts(name, seed, skew=name == "hearts_pp", hands_limit=5, **chosen)
            records.append(record(name, facts, **chosen))
            careless = random_facts(name, seed, careless=0.1, hands_limit=1, **chosen)
            records.append(record(name, careless, **chosen))
        records.append(record(name, facts[:30], **chosen))
        records.append(record(name, []))
    return records


def test_own_records(golden):
    lines = [json.dumps({**written, "expected": score(written).report()}) for written in own_records()]
    golden("french-records.jsonl", "".join(f"{line}\n" for line in lines))


def hearts(plays, **chosen):
    keys = {key: chosen.pop(key) for key in ("players", "teams", "first_dealer") if key in chosen}
    return {"game": "hearts_pp", "record": {**keys, "options": chosen, "hands": [plays]}}


def test_an_unfinished_hand_adds_nothing():
    report = score(hearts([[1, "AS"], [2, "KS"], [3, "10S"], [0, "2S"], [1, "AH"]])).report()
    (hand,) = report["hands"]
    assert (hand["complete"], hand["card_points"], hand["scores"]) == (False, [0, 14, 0, 0], [0, 0, 0, 0])
    assert (report["totals"], report["losing"], hand["next_dealer"]) == ([0, 0, 0, 0], 200, None)


def test_barred_suits_of_an_unfinished_hand_are_those_already_proved():
    plays = [[0, "AC"], [1, "10C"], [2, "9D"], [0, "KS"], [1, "2S"], [2, "3S"], [0, "2D"], [1, "3D"], [2, "4H"]]
    assert score(hearts(plays, players=3, first_dealer=2)).report()["hands"][0]["barred"] == [["S"], [], []]
    assert score(hearts(plays[:6], players=3, first_dealer=2)).report()["hands"][0]["barred"] == [[], [], []]


def test_options_may_be_written_in_words():
    report = score(hearts([], relief="on", near_cap="none", team_zero="off", losing=77)).report()
    assert report["losing"] == 77
    with pytest.raises(ImpossibleRecordError, match="relief must be on or off, not 'maybe'"):
        score(hearts([], relief="maybe"))


def test_h18_h19_issues():
    revoke = [[0, "AC"], [1, "5D"], [2, "9C"], [0, "KC"], [1, "4C"], [2, "8C"]]
    assert score(hearts(revoke, players=3, first_dealer=2)).report()["hands"][0]["issues"] == [
        {"code": "revoke", "trick": 0, "seat": 1, "card": "5D"}
    ]
    assert score(hearts([[0, "AS"]], first_lead="low_club")).report()["hands"][0]["issues"] == [
        {"code": "wrong-first-lead", "trick": 0, "seat": 0, "expected": "2C", "card": "AS"}
    ]


def test_a_shoot_is_written_with_its_suits():
    log = start("hearts_pp", first_dealer=3)
    for spade in ("A", "K", "Q", "J", *range(10, 1, -1)):
        lay(log, f"{spade}S {spade}H {spade}D {spade}C", leader=0)
    report = score(record("hearts_pp", log.facts, first_dealer=3)).report()
    (hand,) = report["hands"]
    assert hand["shoots"] == [{"seat": 0, "kind": "double", "award": 80, "suits": ["S", "H"]}]
    assert (hand["communion"], hand["no_trick"], hand["scores"]) == ([0], [1, 2, 3], [0, 80, 80, 80])


FIVE = [
    [1, ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS"]],
    [2, ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH"]],
    [3, ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD"]],
    [4, ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC"]],
    [0, "QS"],
]
KEPT = ["KS", "AS", "QH", "KH", "AH", "QD", "KD", "QC", "KC"]


def forum(plays, *, hand=None, **keys):
    return {"game": "forum_suits", "record": {**keys, "hands": [{"plays": plays, **(hand or {})}]}}


def forum_hands(*hands, **keys):
    return {"game": "forum_suits", "record": {**keys, "hands": list(hands)}}


def test_f20_the_last_player_shows_his_cards():
    report = score(forum(FIVE, hand={"remaining": KEPT}, players=5, rounds=1)).report()
    (hand,) = report["hands"]
    assert (hand["solo"], hand["remaining"], hand["scores"]) == (0, sorted(KEPT), [-2, 0, 0, 2, 0])
    assert (report["game_over"], report["winners"]) == (True, [3])
    (open_hand,) = score(forum(FIVE, players=5)).report()["hands"]
    assert (open_hand["complete"], open_hand["solo"], open_hand["remaining"]) == (False, 0, [])


def test_a_single_card_may_be_written_as_a_list():
    one = score(forum([[1, "2S"]])).report()
    assert one == score(forum([[1, ["2S"]]])).report()


FOUR = [[1, [f"{rank}H" for rank in (*range(2, 11), "J", "Q", "K", "A")]],
        [2, [f"{rank}D" for rank in (*range(2, 11), "J", "Q", "K", "A")]],
        [3, [f"{rank}C" for rank in (*range(2, 11), "J", "Q", "K", "A")]], [0, "2S"]]  # fmt: skip


def test_f11_cards_that_follow_by_elimination_may_be_written_if_they_agree():
    kept = [f"{rank}S" for rank in (*range(3, 11), "J", "Q", "K", "A")]
    for hand in ({}, {"remaining": []}, {"remaining": None}, {"remaining": kept}, {"remaining": kept[::-1]}):
        assert score(forum(FOUR, hand=hand)).report()["hands"][0]["scores"] == [17, 0, -17, 0]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (hearts([[1, "1C"]]), "hand 1, trick 0: '1C' is no card of the french52 deck (a code looks like AS)"),
        (hearts([[1, "2C"]], players=3), "hand 1, trick 0: The 2 of Clubs is not in play in this game"),
        (hearts([[1, ["2C"]]]), 'hand 1, trick 0: a play is [seat, card], not [1, ["2C"]]'),
        (hearts([], players=3, teams=True), "teams need four players, not 3"),
        (hearts([], players=2), "players must be a whole number from 3 to 5, not 2"),
        (hearts([], sets=3), "hearts_pp has no option 'sets'; its options are losing, first_lead, relief, near_cap,"),
        (hearts({"plays": [], "kitty": "2C"}), "hand 1: kitty must be a list of cards"),
        (hearts({"plays": [], "kitty": ["2C", "3C"]}), "hand 1, trick 0: kitty: there is no kitty"),
        (
            hearts({"plays": [[1, "2C"]], "kitty": ["2C", "3C"]}, players=5, five_deck="kitty"),
            "hand 1, trick 0: The 2 of Clubs lies in the kitty",
        ),
        (forum([[1, ["2H", "3D"]]]), "hand 1, trick 0: the cards seat 1 played at once are of several suits"),
        (forum([[1, []]]), "hand 1, trick 0: Seat 1 played no card"),
        (forum([[1, [2]]]), "hand 1, trick 0: a play is [seat, card] or [seat, [cards]], not [1, [2]]"),
        (forum([], hand={"faceup": "AS"}), "hand 1, trick 0: faceup: no card lies face up"),
        (forum([], hand={"faceup": 7}, players=3), "hand 1: faceup must be a card, not 7"),
        (forum(FOUR, hand={"remaining": ["3S"]}), "hand 1: remaining must be 10S, 3S,"),
        (
            forum(FOUR[:2], hand={"remaining": ["3S"]}),
            "hand 1: remaining must be left out: the hand breaks off while several players have cards",
        ),
        (
            forum_hands(FOUR, {"plays": [], "remaining": ["3S"]}, first_dealer=0),
            "hand 2: remaining must be left out: the hand breaks off while several players have cards",
        ),
        (forum(FIVE, hand={"remaining": KEPT[1:]}, players=5), "hand 1, trick 1: remaining: the last player is seat 0"),
        (forum(FIVE, hand={"remaining": [*KEPT[1:], KEPT[1]]}, players=5), "hand 1: remaining names"),
        (forum([*FIVE, [0, "KS"]], players=5), "hand 1, trick 1: only seat 0 still has cards; the hand is over"),
        (forum([*FOUR, [0, "3S"]]), "hand 1, trick 1: too many cards"),
        (forum([], rounds=0), "rounds must be a whole number from 1 or none, not 0"),
        (
            forum_hands(FIVE, [], players=5),
            "hand 1, trick 1: the hand breaks off; only the last may be unfinished "
            '("remaining" is missing: which 9 cards does seat 0 keep?)',
        ),
    ],
)
def test_what_is_no_record_or_cannot_have_happened(value, said):
    with pytest.raises(ImpossibleRecordError) as caught:
        score(value)
    assert str(caught.value).startswith(said)


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from([*(("hearts_pp", table) for table in HEARTS),
                                               *(("forum_suits", table) for table in FORUM)]))  # fmt: skip
def test_a_written_game_scores_as_it_was_played(seed, table):
    name, chosen = table
    facts = random_facts(name, seed, hands_limit=2, careless=0.05, **chosen)
    report = score(json.loads(json.dumps(record(name, facts, **chosen)))).report()
    log = start(name, facts, **chosen)
    assert report["totals"] == list(log.view.totals)
    assert report["winners"] == list(log.view.winners)
    assert report["game_over"] is (log.view.phase == "over")
    hands = [hand for hand in log.state.hands if hand.complete]
    assert [[trick.winner for trick in hand.tricks] for hand in hands] == [
        hand["trick_winners"] for hand in report["hands"]
    ]
    told_by_cards = [fact for fact in facts if not isinstance(fact, KittyNamed)]
    assert score(record(name, told_by_cards, **chosen)).report()["totals"] == report["totals"]


@settings(max_examples=300)
@given(st.integers(0, 100), st.randoms(use_true_random=False), JSON)
def test_a_damaged_record_is_scored_or_refused(place, chance: random.Random, junk):
    """Whatever is wrong with a record, the answer is a result or an error that says why."""
    records = own_records()
    value = copy.deepcopy(records[place % len(records)])
    container = chance.choice(list(containers(value)))
    keys = list(container) if isinstance(container, dict) else list(range(len(container)))
    if not keys:
        return
    key = chance.choice(keys)
    action = chance.choice(["replace", "remove", "repeat", "swap"])
    other = chance.choice(keys)
    if action == "replace":
        container[key] = junk
    elif action == "remove":
        del container[key]
    elif action == "swap":
        container[key], container[other] = container[other], container[key]
    elif isinstance(container, list):
        container.insert(key, copy.deepcopy(container[key]))
    with contextlib.suppress(ImpossibleRecordError):
        json.dumps(score(value).report())


@pytest.mark.parametrize("fact", [FaceUpCard("AS"), CardsKept(0, ("AS",)), KittyNamed(("AS", "KS"))])
@pytest.mark.parametrize("name", ["coins", "steere_suits", "seven_suitors"])
def test_facts_of_other_games_are_refused(name, fact):
    with pytest.raises(ImpossibleFactError, match="this game knows no such fact"):
        start(name, [fact])
