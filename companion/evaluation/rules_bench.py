"""How fast the rules are: hands folded and records scored a second, and memory while a long file is scored."""

import contextlib
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any

from companion.errors import UnusableError
from companion.evaluation.random_games import RandomGame, random_game
from companion.evaluation.timing import Stage, time_stages
from companion.rules.games import game as game_by_id
from companion.rules.records import score

GAMES: tuple[tuple[str, dict[str, object]], ...] = (
    ("steere_suits", {}),
    ("coins", {"target": 13}),
    ("hearts_pp", {"players": 4}),
    ("seven_suitors", {}),
    ("seven_suitors", {"special": True}),
    ("forum_suits", {"players": 4}),
)
"""What is played; with a target of 13 no hand of COINS ends before its last card."""
_PROGRAM = """
from companion.cli.main import main
from companion.evaluation.process import run_and_measure
run_and_measure(lambda: main(["score", "-", "--json"]))
"""
_HAND = 52
_RECORDS = 52
"""How many hands of each game; as many make hands of 52 cards that come out even."""


def one_hand(name: str, seed: int, **chosen: object) -> RandomGame:
    """Return a game of which chance played one whole hand."""
    game = game_by_id(name)
    return random_game(game, game.configure(**chosen), seed, hands_limit=1)


def rules_rows(seconds: float) -> list[dict[str, Any]]:
    """Time, in seconds of the processor, what the library does with written hands.

    Args:
        seconds: How long to go on.

    Returns:
        As JSON values: a row for folding and one for scoring, for each game.
    """
    stages = []
    for name, chosen in GAMES:
        title = " ".join([name, *(f"{key}={value}".lower() for key, value in chosen.items())])
        hands = [one_hand(name, seed, **chosen) for seed in range(_RECORDS)]
        texts = [json.dumps(hand.record()) for hand in hands]
        cards = sum(hand.cards for hand in hands)
        stages.append(Stage(f"fold {title}", _folding(hands), cards // _HAND, "hands of 52 cards"))
        stages.append(Stage(f"score {title}", _scoring(texts), len(texts), "records"))
    return [timing.row() for timing in time_stages(stages, seconds, clock=time.process_time)]


def _folding(hands: Sequence[RandomGame]) -> Callable[[], object]:
    return lambda: [hand.fold() for hand in hands]


def _scoring(texts: Sequence[str]) -> Callable[[], object]:
    return lambda: [json.dumps(score(json.loads(text)).report()) for text in texts]


def stream_row(records: int) -> dict[str, Any]:
    """Let `companion score - --json` score so many records of all games, one hand each.

    Returns:
        As JSON values: the processor's seconds and the largest memory (bytes; None where the system does not tell) of
        the process, start included.

    Raises:
        UnusableError: The process ended with an error.
    """
    kept = [one_hand(name, seed, **chosen).record() for seed in range(_RECORDS) for name, chosen in GAMES]
    lines = [json.dumps(record).encode() + b"\n" for record in kept]
    command = [sys.executable, "-c", _PROGRAM]
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors) as process,
    ):
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # the process says below why it ended
            process.stdin.writelines(itertools.islice(itertools.cycle(lines), records))
            process.stdin.close()
        process.wait()
        errors.seek(0)
        said = errors.read().decode(errors="replace").splitlines()
    if process.returncode:
        raise UnusableError(f"scoring {records} records failed: {said[-1] if said else 'nothing was said'}")
    measured = json.loads(said[-1])
    return {
        "stage": f"companion score - --json, {records} records",
        "records": records,
        "bytes": sum(len(line) for line in itertools.islice(itertools.cycle(lines), records)),
        "seconds": measured["seconds"],
        "per_second": round(records / measured["seconds"], 2),
        "unit": "records",
        "peak_bytes": measured["peak_bytes"],
    }
