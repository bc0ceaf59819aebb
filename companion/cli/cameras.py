"""`companion cameras`: which cameras there are, and which of them are calibrated."""

import argparse

from companion.cli.output import answer, tell


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "cameras",
        help="list the cameras of this machine",
        description="Lists the cameras of this machine by number and name. Numbers are what watch and calibrate take, "
        "calibrations are kept under the name.",
        epilog="Exit status: 0 there are cameras, 1 there is none.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a camera")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """List them; return the exit status."""
    from companion.vision.sources.device import list_cameras
    from companion.vision.tabletop.profiles import profile_path

    cameras = list_cameras()
    for number, name in cameras.items():
        calibrated = profile_path(name).exists()
        camera = {"camera": number, "name": name, "calibrated": calibrated}
        answer(camera, f"{number}  {name}{'  (calibrated)' if calibrated else ''}", as_json=arguments.json)
    if not cameras:
        tell("no camera was found; plug one in, or use a phone: give watch the address that its app shows")
    return 0 if cameras else 1
