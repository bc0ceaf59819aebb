"""Written records: the project's own with their results, the published ones, and what is no record."""

import contextlib
import copy
import functools
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_play import plays, random_facts

from companion.rules.facts import TiebreakCard
from companion.rules.games import GAMES
from companion.rules.records import ImpossibleRecordError, read_values, score

HERE = Path(__file__).parent
OWN = HERE.parent / "golden" / "records.jsonl"
PUBLISHED = HERE.parent.parent.parent / "shared" / "records"

KEYS = {"steere_suits": ("hands_to_play", "hands"), "coins": ("target", "target")}


def write_down(game, facts, *, first_dealer=0, **chosen):
    """Return a record of these facts, hands of 48 cards each."""
    cards = [[fact.seat, fact.cards[0]] for fact in facts if not isinstance(fact, TiebreakCard)]
    dealt = {fact.seat: fact.card for fact in facts if isinstance(fact, TiebreakCard)}
    key, setting = KEYS[game]
    record = {key: chosen[setting], "first_dealer": first_dealer}
    record["hands"] = [cards[place : place + 48] for place in range(0, len(cards), 48)]
    if dealt:
        record["tiebreak"] = [dealt[seat] for seat in range(3)]
    return {"game": game, "record": record}


@functools.cache
def kept_records():
    return own_records()


def own_records():
    """Return records whose results are kept: whole games, ties, breaches, unfinished hands, cards after the end."""
    records = [
        write_down("coins", random_facts("coins", seed, target=target, first_dealer=seed % 3), target=target,
                   first_dealer=seed % 3)
        for seed, target in enumerate((1, 10, 15, 20))
    ]  # fmt: skip
    records += [
        write_down("steere_suits", random_facts("steere_suits", seed, hands=hands), hands=hands)
        for seed, hands in ((0, 1), (1, 3), (2, 4))
    ]
    tie = next(
        facts
        for seed in range(100)
        if isinstance((facts := random_facts("steere_suits", seed, hands=1))[-1], TiebreakCard)
    )
    records += [
        write_down("steere_suits", tie, hands=1),
        write_down("steere_suits", tie[:-3], hands=1),
        write_down("steere_suits", tie[:20], hands=1),
        write_down("steere_suits", plays("1:1-cups 0:3-cups 2:2-cups / 1:7-coins"), hands=3),
        write_down("coins", [], target=10),
        write_down("coins", plays("1:2-coins 2:9-coins 0:10-coins / 0:1-cups 1:2-cups 2:3-cups / 0:4-cups"), target=3),
    ]
    return records


def test_own_records(golden):
    lines = [json.dumps({**record, "expected": score(record).report()}) for record in own_records()]
    golden("records.jsonl", "".join(f"{line}\n" for line in lines))


def published():
    if not PUBLISHED.is_dir():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"there is no folder {PUBLISHED}"))]
    files = sorted(path for path in PUBLISHED.glob("*.json") if path.stem.rsplit("-", 1)[0] in GAMES)
    return [pytest.param(path, id=path.stem) for path in files]


@pytest.mark.parametrize("path", published())
def test_published_records(path):
    with path.open("rb") as stream:
        for _, value in read_values(stream):
            report = score(value).report()
            assert report == value["expected"]
            assert json.dumps(report) == json.dumps(value["expected"]), "the fields come in the documented order"


def result(hands, game="steere_suits", **keys):
    return score({"game": game, "record": {"first_dealer": 0, **keys, "hands": hands}}).report()


def test_a_tie_without_tiebreak_cards_has_no_winner_yet():
    tie = next(
        facts
        for seed in range(100)
        if isinstance((facts := random_facts("steere_suits", seed, hands=1))[-1], TiebreakCard)
    )
    open_tie = score(write_down("steere_suits", tie[:-3], hands=1)).report()
    assert (open_tie["game_over"], open_tie["winners"], open_tie["tiebreak_ranking"]) == (False, [], None)
    assert len(open_tie["tied"]) > 1
    decided = score(write_down("steere_suits", tie, hands=1)).report()
    assert (decided["game_over"], decided["tied"]) == (True, open_tie["tied"])
    assert decided["tiebreak_dealer"] == open_tie["tiebreak_dealer"]
    assert sorted(decided["tiebreak_ranking"]) == [0, 1, 2]
    assert decided["winners"] == [next(seat for seat in decided["tiebreak_ranking"] if seat in decided["tied"])]


def test_breaches_are_listed_with_what_was_expected():
    report = result([[[1, "1-cups"], [0, "3-cups"], [2, "2-cups"], [1, "4-cups"]]])
    assert report["hands"][0]["issues"] == [
        {"code": "out-of-turn", "trick": 0, "seat": 0, "expected": 2, "card": "3-cups"},
        {"code": "out-of-turn", "trick": 0, "seat": 2, "expected": 0, "card": "2-cups"},
        {"code": "wrong-leader", "trick": 1, "seat": 1, "expected": 0, "card": "4-cups"},
    ]


def test_an_unfinished_hand_counts_its_finished_tricks():
    report = result([[[1, "1-cups"], [2, "3-cups"], [0, "2-cups"], [2, "4-cups"]]])
    (hand,) = report["hands"]
    assert (hand["complete"], hand["trick_winners"], hand["totals"]) == (False, [2], [0, 0, 1])
    assert (hand["next_dealer"], report["game_over"], report["winners"]) == (None, False, [])


def test_a_hand_may_be_an_object_and_settings_have_their_defaults():
    report = score({"game": "coins", "record": {"hands": [{"plays": [[1, "1-coins"]]}]}, "note": "other keys"}).report()
    assert (report["hands"][0]["leader"], report["totals"], report["ended_at"]) == (1, [0, 0, 0], None)


def test_hands_recorded_after_the_end_are_counted_and_ignored():
    record = own_records()[0]
    record["record"]["hands"].append([[0, "1-cups"]])
    scored = score(record)
    assert scored.ignored == 1
    assert len(scored.report()["hands"]) == 1
    assert scored.report()["winners"] == score(own_records()[0]).report()["winners"]


PLAY = [1, "1-cups"]
FULL = own_records()[4]["record"]["hands"][0]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([], 'a record is {"game": ID, "record": {...}}, not a list; write each of its records on a line of its own'),
        (None, 'a record is {"game": ID, "record": {...}}, not null'),
        ({"record": {"hands": []}}, '"game" is missing; a record is {"game": ID'),
        ({"game": "coins"}, '"record" must be an object with a list of "hands"'),
        ({"game": "coins", "record": {"hands": {}}}, '"record" must be an object with a list of "hands"'),
        ({"game": ["coins"], "record": {"hands": []}}, '"game" must be the id of a game, not ["coins"]; a record is'),
        ({"game": "coins", "record": {"target": True, "hands": []}}, "target must be a whole number from 1, not true"),
        ({"game": "skat", "record": {"hands": []}}, "there is no game 'skat'; the games are steere_suits, coins"),
        ({"game": "coins", "record": {"target": 0, "hands": []}}, "target must be a whole number from 1, not 0"),
        (
            {"game": "steere_suits", "record": {"hands_to_play": 0, "hands": []}},
            "hands_to_play must be a whole number from 1, not 0",
        ),
        ({"game": "coins", "record": {"hands": [7]}}, 'hand 1: a hand is a list of plays or an object with "plays"'),
        ({"game": "coins", "record": {"hands": [{}]}}, 'hand 1: a hand is a list of plays or an object with "plays"'),
        ({"game": "coins", "record": {"hands": [[PLAY, [2]]]}}, "hand 1, trick 0: a play is [seat, card], not [2]"),
        (
            {"game": "coins", "record": {"hands": [[[True, "1-cups"]]]}},
            'hand 1, trick 0: a play is [seat, card], not [true, "1-cups"]',
        ),
        (
            {"game": "coins", "record": {"hands": [[[1, ["1-cups"]]]]}},
            'hand 1, trick 0: a play is [seat, card], not [1, ["1-cups"]]',
        ),
        (
            {"game": "coins", "record": {"hands": [[PLAY, [2, "1-cups"]]]}},
            "hand 1, trick 0: The Ace of Cups was already played in this hand",
        ),
        (
            {"game": "coins", "record": {"hands": [[PLAY], []]}},
            "hand 1, trick 0: the hand breaks off; only the last may be unfinished",
        ),
        (
            {"game": "steere_suits", "record": {"hands": [[*FULL, PLAY]]}},
            "hand 1, trick 16: too many cards: all had been played",
        ),
    ],
)
def test_what_is_no_record_or_cannot_have_happened(value, said):
    with pytest.raises(ImpossibleRecordError) as caught:
        score(value)
    assert str(caught.value).startswith(said)


DECIDED = [[1, "2-coins"], [2, "1-cups"], [0, "2-cups"]]
"""A first trick that wins a game to one coin."""


@pytest.mark.parametrize(
    ("after", "seat"),
    [
        ([[1, "2-coins"]], 1),
        ([[2, "3-cups"], [2, "4-cups"]], 2),
        ([[0, "13-cups"]], 0),
        ([[0, "AS"], [9, "3-cups"], [1, "3-cups"]], 0),
        ([[9, "3-cups"], [1, "3-cups"]], 1),
    ],
)
def test_plays_after_the_end_that_cannot_be_count_for_nothing(after, seat):
    scored = score({"game": "coins", "record": {"target": 1, "first_dealer": 0, "hands": [[*DECIDED, *after]]}})
    report = scored.report()
    (played,) = report["hands"]
    assert [(issue["code"], issue["trick"], issue["seat"]) for issue in played["issues"]] == [
        ("play-after-end", 1, seat)
    ]
    assert (report["winners"], report["totals"], report["ended_at"]) == ([2], [0, 0, 1], [0, 0])
    assert played["trick_winners"] == [2]
    assert scored.impossible > 0


def test_more_cards_than_the_deck_has_after_the_end_count_for_nothing():
    report = result([[*FULL, PLAY]], game="coins", target=1)
    assert (report["game_over"], report["hands"][0]["issues"][-1]["code"]) == (True, "play-after-end")


def test_what_is_no_play_is_refused_after_the_end_too():
    with pytest.raises(ImpossibleRecordError, match=r"a play is \[seat, card\], not 7"):
        result([[*DECIDED, 7]], game="coins", target=1)


@pytest.mark.parametrize("tiebreak", [[], ["1-cups", "2-cups"], "1-cups", ["1-cups", "2-cups", 3]])
def test_a_tiebreak_is_three_cards(tiebreak):
    record = own_records()[8]
    record["record"]["tiebreak"] = tiebreak
    with pytest.raises(ImpossibleRecordError, match="hand 1: tiebreak must be a list of the 3 cards"):
        score(record)


def test_a_tiebreak_with_a_card_twice_is_impossible():
    record = own_records()[8]
    record["record"]["tiebreak"] = ["1-cups", "2-cups", "1-cups"]
    with pytest.raises(ImpossibleRecordError, match="hand 1: tiebreak: The Ace of Cups was already dealt in this"):
        score(record)


def test_a_tiebreak_that_was_not_needed_is_told():
    dealt = {"hands": [], "tiebreak": ["1-cups", "2-cups", "3-cups"]}
    assert score({"game": "steere_suits", "record": dealt}).unused == (
        '"tiebreak" is ignored: the game did not come to it',
    )
    assert not score(own_records()[8]).unused


@pytest.mark.parametrize("names", ["Ana, Ben, Carla", 3, {"0": "Ana"}])
def test_names_that_are_no_list_are_told(names):
    (told,) = score({**own_records()[0], "players": names}).unused
    assert told.startswith('"players" is ignored: it must be a list of names, not ')


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["coins", "1-cups"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["hands", "plays", "game"]), inner),
    max_leaves=8,
)


def containers(value):
    """Yield every list and object inside a JSON value."""
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from containers(inner)


@settings(max_examples=150)
@given(st.integers(0, 12), st.randoms(use_true_random=False), JSON)
def test_a_damaged_record_is_scored_or_refused(place, chance: random.Random, junk):
    """Whatever is wrong with a record, the answer is a result or an error that says why."""
    value = copy.deepcopy(kept_records()[place % len(kept_records())])
    container = chance.choice(list(containers(value)))
    keys = list(container) if isinstance(container, dict) else list(range(len(container)))
    if not keys:
        return
    key = chance.choice(keys)
    action = chance.choice(["replace", "remove", "repeat"])
    if action == "replace":
        container[key] = junk
    elif action == "remove":
        del container[key]
    elif isinstance(container, list):
        container.insert(key, copy.deepcopy(container[key]))
    with contextlib.suppress(ImpossibleRecordError):
        json.dumps(score(value).report())
