"""The option that says how slantwise a simulated camera looks at the table."""

import argparse
from math import radians

from companion.errors import UnusableError

_MOST = 60.0
"""Degrees; further off, most of what a camera sees is not the table."""


def add_tilt_option(parser: "argparse._ActionsContainer") -> None:
    """Add it."""
    parser.add_argument(
        "--tilt",
        type=float,
        metavar="DEGREES",
        help=f"how far the camera is off the vertical, 0 to {_MOST:g}; it hangs on seat 0's side (default about 11)",
    )


def tilt_given(arguments: argparse.Namespace) -> float:
    """Return the angle in radians.

    Raises:
        UnusableError: It is none at which a camera sees the table.
    """
    from companion.simulation.camera import TILT

    if arguments.tilt is None:
        return TILT
    if not 0 <= arguments.tilt <= _MOST:
        raise UnusableError(f"--tilt {arguments.tilt:g}: expected 0 to {_MOST:g} degrees")
    return radians(arguments.tilt)
