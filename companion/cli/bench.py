"""`companion bench`: how long each stage takes on this machine."""

import argparse
import importlib.util
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.model_options import add_model_options, chosen_eyes
from companion.cli.names import file_name
from companion.cli.output import answer, tell
from companion.cli.unused_options import refuse_unused
from companion.errors import UnusableError

if TYPE_CHECKING:
    from companion.evaluation.bench_frame import BenchFrame
    from companion.evaluation.timing import Stage

_BASELINE = "one-stage yolo11n"
_NEEDED = ("torch", "ultralytics", "onnx")
_LONGEST = 3600.0
_LONGEST_SOAK = 1440.0
_PICTURES, _FPS = (1.0, 60.0), 15.0
_RECORDS = (20_000, 200_000)


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "bench",
        help="time every stage on this machine",
        description="Times what a 1080p frame with four cards goes through, in milliseconds (median, and what 19 of 20 "
        "runs stay below), beside a one-stage yolo11n with 100 classes at 640 pixels. All stages take turns in one "
        "run. The yolo11n is built on the spot, with weights that do not matter for speed; it needs the train extra. "
        "With --rules it times the rules of all games instead, in seconds of the processor.",
        epilog="Exit status: 0 timed, 1 no picture came (--app), 2 a model or an option cannot be used.",
    )
    parser.add_argument(
        "--seconds", type=float, default=20.0, metavar="S", help="how long to go on, seconds (default 20)"
    )
    parser.add_argument(
        "--threads", type=int, default=2, metavar="N", help="threads for networks and OpenCV (default 2)"
    )
    parser.add_argument("--no-baseline", dest="baseline", action="store_false", help="leave the yolo11n out")
    parser.add_argument("--json", action="store_true", help="print one JSON object a stage")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--rules", action="store_true", help="instead: time the rules, and the memory of scoring long files"
    )
    parser.add_argument(
        "--records",
        type=int,
        nargs="+",
        metavar="N",
        help=f"with --rules: how many records these files hold (default {' '.join(map(str, _RECORDS))})",
    )
    what.add_argument(
        "--soak",
        type=float,
        metavar="MINUTES",
        help="instead: let one session watch so many minutes of simulated play, without pictures, as fast as it can, "
        "before a camera that fails now and then; tell memory and threads every five minutes of play",
    )
    what.add_argument(
        "--recording",
        type=float,
        metavar="MINUTES",
        help="instead: record so many minutes of a simulated game in 1080p, in real time, in a folder that is deleted "
        "afterwards (about 1.5 GB an hour); tell size, dropped pictures and memory every minute",
    )
    parser.add_argument(
        "--fps", type=float, metavar="N", help=f"with --recording: pictures a second (default {_FPS:g})"
    )
    what.add_argument(
        "--app",
        action="store_true",
        help="instead: time the window with a simulated game: until there is a picture, pictures a second, standstills",
    )
    parser.add_argument(
        "--video",
        type=file_name,
        metavar="FILE",
        help="with --app: play this video of a game of COINS instead, in real time",
    )
    add_model_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Time the stages and return the exit status."""
    if not 0 < arguments.seconds <= _LONGEST:
        raise UnusableError(f"--seconds {arguments.seconds:g}: expected more than 0, at most {_LONGEST:g}")
    if not 1 <= arguments.threads <= 64:
        raise UnusableError(f"--threads {arguments.threads}: expected a whole number from 1 to 64")
    for option, other in (("records", "rules"), ("fps", "recording"), ("video", "app")):
        if getattr(arguments, other) in (None, False):
            refuse_unused(arguments, {option: None}, f"needs --{other}; give that, too, or leave it out")
    if arguments.app:
        return _time_app(arguments)
    if arguments.rules:
        return _time_rules(arguments)
    if arguments.soak is not None:
        return _soak(arguments)
    if arguments.recording is not None:
        return _record(arguments)
    import cv2

    from companion.evaluation.bench import eyes_stages, other_stages, table_stage
    from companion.evaluation.bench_frame import bench_frame
    from companion.evaluation.timing import time_stages

    cv2.setNumThreads(arguments.threads)
    frame = bench_frame()
    eyes = chosen_eyes(arguments, arguments.threads)
    stages = [*eyes_stages(eyes, frame), table_stage(eyes, frame), *other_stages()]
    with tempfile.TemporaryDirectory() as folder:
        baselines, missing = _baselines(arguments, frame, Path(folder))
        tell(f"timing for {arguments.seconds:g} seconds on {arguments.threads} threads")
        rows = [timing.row() for timing in time_stages([*stages, *baselines], arguments.seconds)]
    if missing:
        rows.append({"stage": _BASELINE, "missing": missing})
    rows += _comparisons(rows)
    _print(rows, as_json=arguments.json)
    return 0


def _time_app(arguments: argparse.Namespace) -> int:
    began = time.perf_counter()
    from companion.cli.app import launcher

    if arguments.video and not Path(arguments.video).is_file():
        raise UnusableError(f"--video {arguments.video}: there is no such file; give a video of a game of COINS")
    launcher()  # Says what is missing where windows cannot be opened.
    from companion.app.bench import bench_app

    for row in bench_app(arguments.seconds, began, arguments.video or ""):
        answer(row, f"{row['stage']:40} {row['value']:g} {row['unit']}".rstrip(), as_json=arguments.json)
    return 0


def _time_rules(arguments: argparse.Namespace) -> int:
    from companion.evaluation.rules_bench import rules_rows, stream_row

    lengths = _RECORDS if arguments.records is None else arguments.records
    if min(lengths) < 1:
        raise UnusableError(f"--records {min(lengths)}: expected whole numbers from 1")
    _print(rules_rows(arguments.seconds), as_json=arguments.json)
    for records in lengths:
        _print([stream_row(records)], as_json=arguments.json)
    return 0


def _soak(arguments: argparse.Namespace) -> int:
    from companion.evaluation.soak import soak

    if not 0 < arguments.soak <= _LONGEST_SOAK:
        raise UnusableError(f"--soak {arguments.soak:g}: expected more than 0, at most {_LONGEST_SOAK:g} minutes")
    for row in soak(arguments.soak):
        _print([row], as_json=arguments.json)
    return 0


def _record(arguments: argparse.Namespace) -> int:
    from companion.evaluation.recording_bench import record_evening

    if not 0 < arguments.recording <= _LONGEST_SOAK:
        raise UnusableError(
            f"--recording {arguments.recording:g}: expected more than 0, at most {_LONGEST_SOAK:g} minutes"
        )
    fps = _FPS if arguments.fps is None else arguments.fps
    if not _PICTURES[0] <= fps <= _PICTURES[1]:
        raise UnusableError(f"--fps {fps:g}: expected {_PICTURES[0]:g} to {_PICTURES[1]:g} pictures a second")
    with tempfile.TemporaryDirectory() as folder:
        for row in record_evening(arguments.recording, fps, Path(folder)):
            _print([row], as_json=arguments.json)
    return 0


def _print(rows: list[dict[str, Any]], *, as_json: bool) -> None:
    for row in rows:
        answer(row, _line(row), as_json=as_json)


def _baselines(arguments: argparse.Namespace, frame: "BenchFrame", folder: Path) -> tuple[list["Stage"], str]:
    """Return the baseline in its input sizes, or none and why."""
    if not arguments.baseline:
        return [], "left out"
    lacking = [package for package in _NEEDED if importlib.util.find_spec(package) is None]
    if lacking:
        return [], f'needs {", ".join(lacking)}: pip install ".[train]" in the folder of the project'
    from companion.evaluation.bench import baseline_stage
    from companion.training.baseline import KIND, export_baselines

    tell("building the one-stage yolo11n")
    files = export_baselines(folder)
    return [baseline_stage(name, path, KIND, frame.image, arguments.threads) for name, path in files.items()], ""


def _comparisons(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    from companion.evaluation.bench import FIND_AND_READ

    ours = next(row["median_ms"] for row in rows if row["stage"] == FIND_AND_READ)
    return [
        {"stage": f"{FIND_AND_READ} / {row['stage']}", "ratio": round(ours / row["median_ms"], 3)}
        for row in rows
        if row["stage"].startswith(_BASELINE) and "median_ms" in row
    ]


def _line(row: dict[str, Any]) -> str:
    if "missing" in row:
        return f"{row['stage']:<40} not timed: {row['missing']}"
    if "ratio" in row:
        return f"{row['stage']}: {row['ratio']:.2f}"
    if "an_hour" in row:
        return _recorded_line(row)
    if "minutes" in row:
        memory = "unknown" if row["rss"] is None else f"{row['rss'] / 2**20:.1f} MiB"
        told = f"{row['minutes']:>6.1f} min  memory {memory}  threads {row['threads']}  facts {row['facts']}"
        if "plays" not in row:
            return f"{told}  processor {row['cpu_seconds']:.0f} s"
        return f"{told}  {row['right']} of {row['plays']} plays right, camera opened {row['opened']} times"
    if "peak_bytes" in row:
        peak = "unknown" if row["peak_bytes"] is None else f"{row['peak_bytes'] / 2**20:.1f} MiB"
        file = f"{row['bytes'] / 2**20:.1f} MiB"
        return f"{row['stage']:<50} memory {peak}, file {file}, {row['per_second']:.0f} {row['unit']} a second"
    return (
        f"{row['stage']:<40} {row['median_ms']:>9.2f} ms  95 % within {row['p95_ms']:>9.2f} ms  "
        f"{row['per_second']:>9.1f} {row['unit']} a second"
    )


def _recorded_line(row: dict[str, Any]) -> str:
    memory = "unknown" if row["rss"] is None else f"{row['rss'] / 2**20:.1f} MiB"
    told = (
        f"{row['minutes']:>6.1f} min  {row['frames']} pictures, {row['dropped']} dropped, {row['missed']} never taken  "
        f"{row['bytes'] / 1e6:.1f} MB, {row['an_hour'] / 1e9:.2f} GB an hour  memory {memory}"
    )
    if "pictures" not in row:
        return told
    problems = "; ".join(row["problems"]) or "no problem"
    return (
        f"{told}\nopened again: {row['pictures']} pictures, {row['backwards']} out of order, {row['facts']} facts, "
        f"{row['size'] / 1e6:.1f} MB in all, {problems}"
    )
