"""Records in a stream: one a line, spread over lines, damaged."""

import json

import pytest

from companion.rules.records import ImpossibleRecordError, read_values, stream

ONE = {"game": "coins", "record": {"hands": [[[1, "1-cups"]]]}}
TWO = {"game": "coins", "record": {"hands": []}, "note": "brackets in text: ]}{["}


def read(text):
    data = text if isinstance(text, bytes) else text.encode()
    return [
        (line, "refused" if isinstance(value, ImpossibleRecordError) else value)
        for line, value in read_values(data.splitlines(keepends=True))
    ]


def lines(*values):
    return "".join(f"{value if isinstance(value, str) else json.dumps(value)}\n" for value in values)


def test_one_record_a_line():
    assert read(lines(ONE, TWO, ONE)) == [(1, ONE), (2, TWO), (3, ONE)]


def test_empty_lines_and_line_ends_of_other_systems():
    assert read("\r\n" + lines(ONE).replace("\n", "\r\n") + "\n  \n" + json.dumps(TWO)) == [(2, ONE), (5, TWO)]


@pytest.mark.parametrize("indent", [0, 1, 4])
def test_records_spread_over_lines(indent):
    text = json.dumps(TWO, indent=indent)
    assert read(text) == [(1, TWO)]
    assert read(f"{text}\n{text}\n") == [(1, TWO), (len(text.splitlines()) + 1, TWO)]


def test_a_byte_order_mark_does_not_matter():
    assert read(b"\xef\xbb\xbf" + lines(ONE).encode()) == [(1, ONE)]
    assert read(b"\xef\xbb\xbf\r\n" + lines(ONE).encode()) == [(2, ONE)]


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf \r\n\n"])
def test_a_file_without_a_letter_holds_no_record(data):
    assert read(data) == []


@pytest.mark.parametrize("data", [b'{"game":', b'{"game": "coins",\n"record":\n', b"["])
def test_a_record_that_breaks_off_is_told_so(data):
    ((_, error),) = read_values(data.splitlines(keepends=True))
    assert "it breaks off" in str(error)


@pytest.mark.parametrize(
    "damaged",
    [json.dumps(ONE)[:cut] for cut in (1, 7, 8, 15, 16, 26, 37, 40, -1)] + ["no", "]", "}", "{}}", '{"a" 1}', "[1,,2]"],
)
def test_a_damaged_line_does_not_take_others_with_it(damaged):
    assert read(lines(ONE, damaged, TWO, damaged, ONE)) == [
        (1, ONE),
        (2, "refused"),
        (3, TWO),
        (4, "refused"),
        (5, ONE),
    ]
    assert read(lines(damaged)) == [(1, "refused")]


def test_a_damaged_first_line_of_two():
    assert read(lines(json.dumps(ONE)[:26], ONE)) == [(1, "refused"), (2, ONE)]


@pytest.mark.parametrize("data", [b"\xff\xfe{}", b'{"game": "\xe9"}', b"[" * 100_000, b"1" * 10_000, b"\x00"])
def test_bytes_that_are_no_json(data):
    assert read(data) == [(1, "refused")]


@pytest.mark.parametrize(
    ("data", "why"), [(b"[" * 100_000, "nested too deeply"), (b"1" * 10_000, "a number has too many digits")]
)
def test_what_python_cannot_take_is_told_in_words(data, why):
    ((_, error),) = read_values([data])
    assert str(error).startswith("no JSON: ")
    assert str(error).endswith(why)


def test_nothing_is_read_ahead_of_what_is_asked_for():
    asked = []

    def stream():
        for number in range(3):
            asked.append(number)
            yield lines(ONE).encode()

    values = read_values(stream())
    assert next(values) == (1, ONE)
    assert asked == [0]
    values.close()


def test_a_key_that_is_there_twice_is_named_with_its_line_in_the_file():
    doubled = '{"game": "coins", "record": {"hands": [],\n\n "target": 7,\n "target": 9}}\n'
    values = list(read_values(("\n" + doubled + lines(ONE)).encode().splitlines(keepends=True)))
    assert [(line, str(value)) for line, value in values[:1]] == [
        (2, 'the key "target" is there again in line 5; leave one of them out')
    ]
    assert values[1:] == [(6, ONE)]


def test_what_is_wrong_in_a_record_over_several_lines_has_its_line():
    text = json.dumps(ONE, indent=1).replace("[\n", "[\n\n", 1).replace('"1-cups"', '"1-cups" 1')
    ((line, error),) = read_values(("\n" + text).encode().splitlines(keepends=True))
    assert line == 2
    (at,) = [number for number, found in enumerate(("\n" + text).splitlines(), 1) if "1-cups" in found]
    assert f"(line {at}, column " in str(error)


def test_of_utf_16_it_is_said_how_to_save_it():
    ((line, error),) = read_values("\ufeff{}\n{}\n".encode("utf-16-le").splitlines(keepends=True))
    assert (line, str(error)) == (1, "no JSON: it is UTF-16 text; save the file as UTF-8")


def test_a_value_without_an_end_is_not_read_on(monkeypatch):
    monkeypatch.setattr(stream, "LONGEST_LINE", 100)
    asked = []

    def endless():
        while True:
            asked.append(1)
            yield b"[0,\n"

    with pytest.raises(ValueError, match="what begins in line 1 is far longer than any record"):
        list(read_values(endless()))
    assert len(asked) <= 100
