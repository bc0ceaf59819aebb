"""JSON from files that anybody may have changed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language import language
from companion.plain_json import DoubledKeyError, NoJsonError, loads

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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "a value is missing, column 1"),
        ("{'a': 1}", "a key in double quotation marks is missing, column 2"),
        ('{"a": 1 "b": 2}', "a comma is missing, column 9"),
        ('{"a" 1}', "a colon is missing, column 6"),
        ('{"a": 1,\n "b": "c\n}', "a text holds a sign that cannot be seen, line 2, column 9"),
        ('{"a}', "a text has no second quotation mark, column 2"),
        (r'"\d"', "a text holds a backslash that means nothing, column 2"),
        (r'"\u00g0"', "a text holds a backslash that means nothing, column 3"),
        ("[1] [2]", "more follows behind its end, column 5"),
        ('{"a":', "it breaks off, column 6"),
        ("", "it breaks off, column 1"),
        ("NaN", "NaN is no number"),
        ("1" * 400, "a number has too many digits"),
        ("1e999", "the number 1e999 is too large"),
        (r'"\ud800"', "a text holds half a character"),
        ("[" * 100_000, "lists or objects are nested too deeply"),
        (b"\xff", "it is no UTF-8 text; save it as UTF-8"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_in_every_language(text, said):
    with pytest.raises(NoJsonError) as refused:
        loads(text)
    assert str(refused.value) == said
    told = {refused.value.told(language(code)) for code in ("en", "es", "fr")}
    assert len(told) == 3
    assert said in told


@given(VALUES)
def test_the_mark_that_editors_write_is_no_part_of_the_text(value):
    assert loads("\ufeff" + json.dumps(value)) == value
    assert loads(b"\xef\xbb\xbf" + json.dumps(value).encode()) == value
