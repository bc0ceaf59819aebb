"""Facts as JSON and back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.fact_json import KINDS, fact_from_json, fact_to_json
from companion.rules.facts import CardsPlayed, TiebreakCard

VALUES = {
    "seat": st.integers(0, 6),
    "card": st.text(max_size=8),
    "cards": st.lists(st.text(max_size=8), max_size=4).map(tuple),
    "source": st.sampled_from(("camera", "person")),
    "time": st.floats(0, 1e6),
    "confidence": st.floats(0, 1),
}


@st.composite
def facts(draw):
    kind = draw(st.sampled_from(list(KINDS.values())))
    return kind(**{name: draw(VALUES[name]) for name in kind.__dataclass_fields__})


@given(facts())
def test_every_fact_comes_back_as_it_was(fact):
    assert fact_from_json(json.loads(json.dumps(fact_to_json(fact)))) == fact


def test_keys_that_are_no_attributes_are_left_out():
    written = {**fact_to_json(TiebreakCard(1, "3-cups")), "track": 7, "crc": "x"}
    assert fact_from_json(written) == TiebreakCard(1, "3-cups")


@pytest.mark.parametrize(
    "damage",
    [
        {"fact": "card_eaten"},
        {"seat": "1"},
        {"seat": True},
        {"seat": -1},
        {"cards": "3-cups"},
        {"cards": [3]},
        {"source": "oracle"},
        {"time": "noon"},
    ],
)
def test_what_is_no_fact_is_refused(damage):
    with pytest.raises(ValueError, match=r"no fact|needs"):
        fact_from_json({**fact_to_json(CardsPlayed(0, ("3-cups",))), **damage})


def test_an_incomplete_fact_is_refused():
    with pytest.raises(ValueError, match="needs 'cards', a list of codes"):
        fact_from_json({"fact": "cards_played", "seat": 1})
