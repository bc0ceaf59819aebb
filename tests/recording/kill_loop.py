"""Plays a recorded game in a process of its own, kills it at a random moment, and looks what is left. Run it by hand:

python tests/recording/kill_loop.py --rounds 100
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from recording_makers import Table, picture, script_of

from companion.recording.finishing import picture_times
from companion.recording.opening import Session, open_session
from companion.simulation.observations import ideal_observations
from companion.table.event_json import to_json
from companion.table.events import CardPlayed
from companion.vision.types import Frame

RATE = 30.0
"""Frames a second of the film that is recorded; every third is looked at."""

TARGET = 3


@dataclass(frozen=True)
class Remains:
    """What a killed recording left.

    Attributes:
        announced: Plays that were announced before the kill: seat and cards.
        shown: Time of the last frame that was shown to the recorder, seconds.
        session: The recording as it opens.
        filmed: Time of the last picture that can be read; None without one.
    """

    announced: list[tuple[int, list[str]]]
    shown: float
    session: Session
    filmed: float | None


def play(folder: Path, pace: float) -> None:
    """Play and record; tell every announced play and the time of every frame."""
    table = Table(script_of(target=TARGET))
    table.session.subscribe(_tell)
    recorder = table.record(folder)
    began = time.monotonic()
    number = 0
    for moment, seen in ideal_observations(table.script, rate=RATE / 3):
        for step in range(3):
            at = moment + step / RATE
            sys.stdout.write(f"{at}\n")
            sys.stdout.flush()
            table.lens.show(Frame(picture(at), at, number))
            number += 1
        table.session.notice(seen, moment, (1280, 720))
        time.sleep(max(0.0, began + moment / pace - time.monotonic()))
    sys.stdin.read()  # However late it is killed, the recording has not ended by itself.
    table.end(recorder)


def _tell(event: object) -> None:
    if isinstance(event, CardPlayed):
        sys.stdout.write(json.dumps(to_json(event)) + "\n")
        sys.stdout.flush()


def killed(folder: Path, at: float, pace: float = 8.0) -> Remains:
    """Let a game be played and recorded, and kill it.

    Args:
        folder: Where it is recorded.
        at: Seconds of the game after which it is killed, without mercy.
        pace: How many times faster than people it is played.
    """
    command = [sys.executable, __file__, "--play", str(folder), "--pace", str(pace)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    announced, shown = [], 0.0
    assert child.stdin is not None
    assert child.stdout is not None
    for line in child.stdout:
        if line.startswith("{"):
            event = json.loads(line)
            announced.append((event["seat"], event["cards"]))
        else:
            shown = float(line)
            if shown >= at:
                os.kill(child.pid, signal.SIGKILL)
                break
    # What was said before the kill took hold counts, too.
    for line in child.stdout:
        if line.startswith("{") and line.endswith("}\n"):
            event = json.loads(line)
            announced.append((event["seat"], event["cards"]))
        elif line.endswith("\n") and not line.startswith("{"):
            shown = float(line)
    child.stdin.close()
    child.stdout.close()
    child.wait()
    session = open_session(folder)
    times = list(picture_times(session.videos[0])) if session.videos else []
    return Remains(announced, shown, session, times[-1] if times else None)


def go_on(remains: Remains) -> Session:
    """Play what was killed to its end, and return the recording as it is then."""
    table = Table(script_of(target=TARGET), remains.session)
    recorder = table.go_on(remains.session)
    try:
        table.play(start=remains.shown)
    finally:
        table.end(recorder)
    return open_session(remains.session.folder)


def plays_of(session: Session) -> list[tuple[int, list[str]]]:
    """Return who played what: seats and cards."""
    return [(fact.seat, list(fact.cards)) for fact in session.facts]


def truth() -> list[tuple[int, list[str]]]:
    """Return what is played in the whole game."""
    return [
        (event.seat, list(event.cards)) for event in script_of(target=TARGET).truth if isinstance(event, CardPlayed)
    ]


def main() -> None:
    """Kill again and again, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--pace", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.play is not None:
        play(arguments.play, arguments.pace)
        return
    rng = random.Random(arguments.seed)
    duration = script_of(target=TARGET).duration
    lost_facts = lost_video = resumed = 0
    worst = 0.0
    for number in range(arguments.rounds):
        with tempfile.TemporaryDirectory() as place:
            remains = killed(Path(place) / "s", rng.uniform(0.5, duration - 1), arguments.pace)
            missing = remains.shown - (remains.filmed if remains.filmed is not None else -99.0)
            recorded = plays_of(remains.session)
            lost_facts += recorded[: len(remains.announced)] != remains.announced
            lost_video += missing > 1.0
            worst = max(worst, missing)
            whole = plays_of(go_on(remains))
            resumed += whole == truth()
            print(  # noqa: T201
                f"{number + 1}: killed at {remains.shown:.2f} s, {len(remains.announced)} plays announced, "
                f"{len(recorded)} recorded, {missing:.2f} s of video lost, resumed {whole == truth()}",
                flush=True,
            )
    print(  # noqa: T201
        f"{arguments.rounds} kills: {lost_facts} lost an announced fact, {lost_video} lost more than a second of video "
        f"(at most {worst:.2f} s), {resumed} went on to the right end"
    )


if __name__ == "__main__":
    main()
