"""Events: every key of the interface, and one form as JSON."""

import json
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.reason_json import reason_from_json
from companion.rules.reasons import Reason, reason
from companion.table import events as said
from companion.table.event_json import to_json

_PAGE = Path(__file__).parents[2] / "docs" / "events.md"

# The keys that programs outside the project rely on.
KEYS = {
    "card_played": {"seat", "player", "cards", "confidence"},
    "trick_won": {"seat", "player", "card", "trick", "hand", "points", "totals"},
    "suit_marked": {"team", "suit", "marked"},
    "hand_ended": {"hand", "scores", "totals", "next_dealer", "next_leader"},
    "tiebreak_needed": {"tied", "dealer", "order"},
    "tiebreak_card": {"seat", "player", "card"},
    "game_won": {"winners", "totals"},
    "irregularity": {"code", "seat", "card", "message"},
    "question": {"seat", "candidates"},
    "correction": {"was", "now", "reason"},
    "source": {"state", "message"},
}

KINDS = {kind.event: kind for kind in vars(said).values() if isinstance(kind, type) and hasattr(kind, "event")}


@pytest.mark.parametrize("event", sorted(KEYS))
def test_every_event_of_the_interface_has_its_keys(event):
    assert {field.name for field in fields(KINDS[event])} >= KEYS[event] | {"time"}


seats = st.integers(0, 4)
texts = st.text(max_size=12)
times = st.floats(0, 1e5)
codes = st.sampled_from(["1-cups", "10H", "3:7", "thief"])
totals = st.lists(st.integers(-99, 99), min_size=2, max_size=5).map(tuple)

tricks = st.builds(
    said.TrickWon,
    time=times,
    seat=seats,
    player=texts,
    card=codes,
    trick=seats,
    hand=seats,
    points=seats,
    totals=totals,
    reason=texts,
    corrected=st.booleans(),
)
questions = st.builds(
    said.Question,
    time=times,
    question=seats,
    seat=seats,
    player=texts,
    candidates=st.lists(st.tuples(codes, st.floats(0, 1)), max_size=3).map(tuple),
    message=texts,
    beside=st.booleans(),
)
breaches = st.builds(
    said.Irregularity,
    time=times,
    code=texts,
    seat=seats,
    card=st.none() | codes,
    message=texts,
    hand=seats,
    trick=seats,
    expected=st.none() | seats,
    ruling=st.none() | st.builds(reason, st.just("out-of-turn"), seat=seats, expected=seats),
)
corrections = st.builds(
    said.Correction,
    time=times,
    was=st.none() | codes | st.lists(codes, min_size=2, max_size=3).map(tuple),
    now=st.none() | codes,
    reason=texts,
    seat=seats,
    hand=seats,
    was_seat=st.none() | seats,
    by=st.sampled_from(["camera", "person"]),
    withdrawn=st.lists(tricks | breaches, max_size=2).map(tuple),
    cleared=st.lists(breaches, max_size=2).map(tuple),
)


def test_the_page_about_events_names_every_key():
    rows = [row.split(" | ") for row in _PAGE.read_text(encoding="utf-8").splitlines() if row.startswith("| `")]
    told = {row[0].strip("| `"): row[1].replace("`", "").split(", ") for row in rows}
    written = {
        event: [known.name for known in fields(kind) if known.name != "time" and known.metadata.get("written", True)]
        for event, kind in KINDS.items()
    }
    assert {event: sorted(keys) for event, keys in told.items()} == {e: sorted(keys) for e, keys in written.items()}


@given(tricks | questions | breaches | corrections)
def test_json_keeps_everything(event):
    value = json.loads(json.dumps(to_json(event)))
    assert value["event"] == event.event
    written = [field for field in fields(event) if field.metadata.get("written", True)]
    assert set(value) == {"event", *(field.name for field in written)}
    for field in written:
        assert_same(getattr(event, field.name), value[field.name])


def assert_same(value, plain):
    if isinstance(value, said.Event):
        assert plain == to_json(value)
    elif isinstance(value, Reason):
        assert reason_from_json(plain) == value
    elif isinstance(value, tuple):
        assert len(value) == len(plain)
        for one, other in zip(value, plain, strict=True):
            assert_same(one, other)
    elif isinstance(value, float):
        assert plain == pytest.approx(value, abs=1e-4)
    else:
        assert plain == value
