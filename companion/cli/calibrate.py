"""`companion calibrate`: measures a camera and its table, and keeps the result under the camera's name."""

import argparse
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.names import file_path
from companion.cli.output import put_json, tell
from companion.cli.places import check_place
from companion.cli.unused_options import refuse_unused
from companion.errors import UnusableError, WrongInputError

if TYPE_CHECKING:
    from companion.vision.capture import Capture
    from companion.vision.orientation import Orientation
    from companion.vision.tabletop.calibration import Calibration
    from companion.vision.types import Image

_SEATS = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}
_RULER_MM = 100.0
_PATIENCE = 120.0
_LONGEST = 3600.0
_LOOK_EVERY = 1.0
_SURELY_FOUND = 0.7


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "calibrate",
        help="measure a camera and its table with the printed board, by four corners or by the cards",
        description="Measures where the table lies in the picture, and the camera's lens, and keeps both under the "
        "camera's name. With the printed board (companion print calibration-board): show it near and far, in the "
        "corners and tilted to every side, then lay it in the middle of the table. Works live and on pictures or "
        "videos taken before; there the board's last place is the table.",
        epilog="Exit status: 0 measured, 1 the pictures do not tell it, 2 the source or an option cannot be used.",
    )
    parser.add_argument("source", metavar="SOURCE", help="a camera's number, a video, a folder of pictures, an address")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--check",
        action="store_true",
        help="measure nothing; say how well the camera sees the cards on the table, and what to change",
    )
    how.add_argument(
        "--corners",
        nargs=4,
        type=_point,
        metavar="X,Y",
        help="instead of the board: four corners of the table or of a mat in the picture, "
        "far left, far right, near right, near left; needs --size",
    )
    how.add_argument(
        "--cards",
        metavar="DECK",
        help="instead of the board: cards of this deck that lie face up, flat and spread over the table",
    )
    parser.add_argument("--size", type=_size, metavar="WxD", help="width and depth between those corners, millimetres")
    parser.add_argument(
        "--ruler",
        type=float,
        default=_RULER_MM,
        metavar="MM",
        help="what the board's 100 mm line really measures, millimetres (default 100)",
    )
    parser.add_argument("--no-lens", dest="lens", action="store_false", help="measure the table alone")
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="how long to look through a camera, seconds (default 120, with --check 6)",
    )
    parser.add_argument("--mirrored", action="store_true", help="the camera hands out mirror images")
    parser.add_argument(
        "--turn", type=int, choices=(0, 90, 180, 270), default=0, help="turn its picture clockwise, degrees (default 0)"
    )
    parser.add_argument(
        "--seat-0",
        choices=tuple(_SEATS),
        default="bottom",
        help="edge of the picture where seat 0 sits (default bottom)",
    )
    parser.add_argument("--name", metavar="NAME", help="camera to keep it for (default: the source's own name)")
    parser.add_argument("--out", type=file_path, metavar="FILE", help="write it to this file instead of the profile")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure, keep and tell the result; return the exit status."""
    if (arguments.corners is None) != (arguments.size is None):
        raise UnusableError("--corners and --size belong together: where the corners are, and how far apart")
    if not 20 <= arguments.ruler <= 500:
        raise UnusableError(f"--ruler {arguments.ruler:g}: the line measures about 100 mm; give what you measure")
    if arguments.seconds is not None and not 0 < arguments.seconds <= _LONGEST:
        raise UnusableError(f"--seconds {arguments.seconds:g}: expected more than 0, at most {_LONGEST:g}")
    _refuse_unused(arguments)
    if arguments.out is not None:
        _check_out(arguments.out)

    if arguments.check:
        from companion.cli.camera_check import check_camera

        return check_camera(arguments)

    from companion.vision.camera import camera_name
    from companion.vision.capture import open_capture
    from companion.vision.orientation import Orientation

    orientation = Orientation(arguments.mirrored, arguments.turn)
    name = arguments.name or camera_name(arguments.source)
    with open_capture(arguments.source, speed="max") as capture:
        without_board = _by_corners if arguments.cards is None else _by_cards
        measure = _by_board if arguments.corners is None and arguments.cards is None else without_board
        calibration = measure(arguments, capture, name, orientation)
    calibration = replace(
        calibration,
        seats_turned=_SEATS[arguments.seat_0],
        made=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    _tell(calibration, _keep(calibration, arguments.out), as_json=arguments.json)
    return 0


def _refuse_unused(arguments: argparse.Namespace) -> None:
    """Refuse what changes nothing in the way that was chosen.

    Raises:
        UnusableError: Such an option was given.
    """
    if arguments.check:
        why = "is for what is measured, and --check keeps nothing; leave one of them out"
        refuse_unused(arguments, {"out": None, "name": None, "seat_0": "bottom"}, why)
    way = next((way for way in ("check", "corners", "cards") if getattr(arguments, way)), None)
    if way is not None:
        why = f"is for the printed board, and --{way} does without it; leave one of them out"
        refuse_unused(arguments, {"ruler": _RULER_MM}, why)
        if not arguments.lens:
            raise UnusableError(f"--no-lens: {why}")
    if arguments.corners is not None:
        why = "--corners takes the first picture and looks no longer; leave one of them out"
        refuse_unused(arguments, {"seconds": None}, why)


def _by_board(
    arguments: argparse.Namespace, capture: "Capture", name: str, orientation: "Orientation"
) -> "Calibration":
    from companion.vision.tabletop.board import Board
    from companion.vision.tabletop.collecting import ENOUGH_POSES, BoardCollector

    plain = Board()
    board = replace(plain, square_mm=plain.square_mm * arguments.ruler / _RULER_MM)
    collector = BoardCollector(board, with_lens=arguments.lens)
    told = -1
    if capture.is_live and arguments.lens:
        tell("Show the board near and far, in the corners of the picture, tilted to every side.")
    for image, time in _pictures(capture, orientation):
        progress = collector.look(image, time)
        if progress.poses != told:
            told = progress.poses
            tell(f"{time:6.1f} s: board seen with {progress.seen} corners, pose {progress.poses}")
            if capture.is_live and (progress.poses == ENOUGH_POSES or not arguments.lens):
                tell("Lay the board flat in the middle of the table and take your hands away.")
        if capture.is_live and (progress.done or time > (arguments.seconds or _PATIENCE)):
            break
    calibration = collector.calibration(name, orientation)
    if collector.mirrored:
        tell("The camera mirrors: its pictures will be turned round.")
    if collector.lens_problem:
        tell(f"Lens: {collector.lens_problem}")
    return calibration


def _by_corners(
    arguments: argparse.Namespace, capture: "Capture", name: str, orientation: "Orientation"
) -> "Calibration":
    from companion.vision.tabletop.calibration import Calibration
    from companion.vision.tabletop.plane import plane_from_corners

    plane = plane_from_corners(arguments.corners, *arguments.size)
    for image, _ in _pictures(capture, orientation):
        height, width = image.shape[:2]
        outside = [(x, y) for x, y in arguments.corners if not (0 <= x <= width and 0 <= y <= height)]
        if outside:
            raise WrongInputError(f"the corner {outside[0]} lies outside the picture of {width} x {height} pixels")
        return Calibration(name, (width, height), orientation, None, plane)
    raise WrongInputError(f"{capture.name}: holds no picture")


def _by_cards(
    arguments: argparse.Namespace, capture: "Capture", name: str, orientation: "Orientation"
) -> "Calibration":
    import numpy as np

    from companion.cards import deck
    from companion.vision.eyes import ModelEyes
    from companion.vision.tabletop.calibration import Calibration
    from companion.vision.tabletop.from_cards import MOST_CARDS, plane_from_cards, spread_cards

    deck_id = deck(arguments.cards).id
    finder = ModelEyes.shipped().finder
    found, size, due = np.zeros((0, 4, 2), np.float32), (0, 0), 0.0
    for image, time in _pictures(capture, orientation):
        if size != (now := (image.shape[1], image.shape[0])):
            # Places in pictures of another size are no places in this one: the last size is the camera's.
            found, size = found[:0], now
        if time >= due:
            due = time + _LOOK_EVERY
            seen = finder.find(image)
            found = np.concatenate([found, seen.corners[seen.face_up & (seen.confidence >= _SURELY_FOUND)]])
        if capture.is_live and (len(found) >= 4 * MOST_CARDS or time > (arguments.seconds or _PATIENCE)):
            break
    plane = plane_from_cards(spread_cards(found), deck_id, size)
    return Calibration(name, size, orientation, None, plane)


def _pictures(capture: "Capture", orientation: "Orientation") -> Any:
    from companion.vision.handover import SourceEvent

    for item in capture:
        if isinstance(item, SourceEvent):
            if item.state == "lost":
                tell(item.message)
            continue
        image: Image = orientation.apply(item.image)
        yield image, item.time


def _check_out(out: Path) -> None:
    """Refuse to write over anything but a calibration: the film that was named, for one.

    Raises:
        UnusableError: Something else is there, or nothing can be written there.
    """
    from companion.vision.tabletop.calibration import load_calibration

    check_place(out, "--out")
    if not out.exists():
        return
    try:
        load_calibration(out)
    except UnusableError:
        raise UnusableError(
            f"--out {out}: is there already and is no calibration; nothing else is written over, give another name"
        ) from None


def _keep(calibration: "Calibration", out: Path | None) -> Path:
    from companion.vision.tabletop.profiles import save_profile

    if out is None:
        return save_profile(calibration)
    calibration.save(out)
    return out


def _tell(calibration: "Calibration", path: Path, *, as_json: bool) -> None:
    if as_json:
        put_json({"file": str(path), **calibration.as_json()})
    lens, table = calibration.lens, calibration.table
    if lens is not None:
        view = lens.field_of_view(calibration.size[0])
        tell(f"Lens: {view:.0f} degrees across, reprojection error {lens.error:.2f} pixels in {lens.pictures} pictures")
    else:
        tell("Lens: not measured; straight lines are taken to be straight")
    if table is not None:
        tell(f"Table: measured by {table.method}, error {table.error:.2f} pixels")
    tell(f"Kept for {calibration.camera} in {path}")


def _point(text: str) -> tuple[float, float]:
    return _pair(text, ",", "X,Y in pixels, such as 210,80")


def _size(text: str) -> tuple[float, float]:
    return _pair(text.lower(), "x", "WxD in millimetres, such as 1200x800")


def _pair(text: str, between: str, expected: str) -> tuple[float, float]:
    try:
        one, other = map(float, text.split(between))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: expected {expected}") from None
    return one, other
