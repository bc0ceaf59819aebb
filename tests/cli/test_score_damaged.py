"""`companion score` on damaged files of all games: no traceback, the right exit status, the good records scored."""

import io
import json
import random
import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli.main import main

GOLDEN = Path(__file__).parent.parent / "golden"
LINES = [line for path in sorted(GOLDEN.glob("*records.jsonl")) for line in path.read_text("utf-8").splitlines()]
GAMES = {json.loads(line)["game"] for line in LINES}


def test_all_games_have_records():
    assert sorted(GAMES) == ["coins", "forum_suits", "hearts_pp", "seven_suitors", "steere_suits"]


def damage(line, chance):
    """Return a line of bytes with something wrong, most of the time."""
    data = bytearray(line.encode())
    for _ in range(chance.choice([1, 1, 2, 5])):
        if len(data) < 2:
            break
        place = chance.randrange(len(data))
        match chance.randrange(5):
            case 0:
                data[place] = chance.choice(b'0123456789AKQJSHDC:-[]{},"\\x\xff\x00 ')
            case 1:
                del data[place : place + chance.choice([1, 2, 9])]
            case 2:
                data[place:place] = chance.choice([b"[", b"]", b'"', b",", b"null", b"-1", b"1e999", b"[[]]", b"{}"])
            case 3:
                other = chance.randrange(len(data))
                data[place:place] = data[other : other + chance.randrange(20)]
            case 4:
                data = data[: max(place, 2)]
    return bytes(data).replace(b"\n", b" ")


def run(data):
    """Return exit status, lines of output and lines of errors of `companion score - --json`."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    try:
        status = main(["score", "-", "--json"])
        return status, sys.stdout.getvalue().splitlines(), sys.stderr.getvalue().splitlines()
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


@settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(range(len(LINES))), min_size=1, max_size=4))
def test_damaged_lines_among_good_ones(chance: random.Random, places):
    good = [LINES[place] for place in places]
    damaged = [damage(chance.choice(LINES), chance) for _ in good]
    mixed = [part for pair in zip((line.encode() for line in good), damaged, strict=True) for part in pair]
    status, results, errors = run(b"\n".join(mixed) + b"\n")
    complaints = [line for line in errors if "ignored" not in line]
    assert all(line.startswith("companion: standard input, line ") for line in errors)
    assert status == (1 if complaints else 0)
    scored = iter(results)
    for line in good:
        expected = json.loads(line)["expected"]
        assert any(json.loads(result) == expected for result in scored), "in order, whatever lies between"
    assert len(results) <= len(mixed)
