"""JSON from files that anybody may have changed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language import language
from companion.plain_json import DoubledKeyError, loads

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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, "a": 1}', 'the key "a" is there twice; leave one of them out'),
        (
            '[{"b": {"a": "{:", "c": [{"a": 1}, {"a": 2}], "a": 2}}]',
            'the key "a" is there twice; leave one of them out',
        ),
        ('{"a": 1,\n "b": {"a": 2},\n\n "a": 3}', 'the key "a" is there again in line 4; leave one of them out'),
        ('{"q\\\\": 1, "\\u0061": 1, "a": 2}', 'the key "a" is there twice; leave one of them out'),
    ],
)
def test_a_key_that_is_there_twice_is_named(text, said):
    with pytest.raises(DoubledKeyError) as refused:
        loads(text)
    assert str(refused.value) == said


def test_a_key_that_is_there_twice_is_named_in_every_language():
    told = {DoubledKeyError('"a"', line).told(language(code)) for line in (None, 3) for code in ("en", "es", "fr")}
    assert len(told) == 6
    assert all('"a"' in text for text in told)


@given(VALUES)
def test_the_mark_that_editors_write_is_no_part_of_the_text(value):
    assert loads("\ufeff" + json.dumps(value)) == value
    assert loads(b"\xef\xbb\xbf" + json.dumps(value).encode()) == value
