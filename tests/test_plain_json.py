"""JSON from files that anybody may have changed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.plain_json import loads

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES, st.booleans())
def test_what_json_can_say_is_read(value, ascii_only):
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert loads(text) == value
    assert loads(text.encode()) == value


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "[Infinity]",
        '{"at": -Infinity}',
        "1e999",
        "1" * 400,
        r'"\ud800"',
        r'{"\uDFFF": 1}',
        "[" * 100_000,
        "{",
        b"\xff",
    ],
)
def test_what_nothing_could_work_with_is_refused(text):
    with pytest.raises(ValueError, match=r".+"):
        loads(text)


def test_a_whole_character_may_be_written_in_two_halves():
    assert loads(r'"\ud83c\udccf"') == "🃏"
