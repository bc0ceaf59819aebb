"""The option that says how large the pictures of a simulated camera are."""

import argparse

from companion.errors import UnusableError

USUAL = "1280x720"
_LEAST, _LARGEST = 64, 4096


def add_picture_size_option(parser: "argparse._ActionsContainer", when: str = "") -> None:
    """Add it; `when` begins its help, where it is of use only together with another option."""
    parser.add_argument("--size", metavar="WxH", help=f"{when}of the picture, pixels (default {USUAL})")


def picture_size_given(arguments: argparse.Namespace) -> tuple[int, int]:
    """Return width and height in pixels.

    Raises:
        UnusableError: No camera's pictures are of that size.
    """
    text: str = USUAL if arguments.size is None else arguments.size
    parts = text.lower().split("x")
    if len(parts) == 2 and all(part.isdecimal() for part in parts):
        width, height = int(parts[0]), int(parts[1])
        # H.264 halves the resolution of colours, so both numbers have to be even.
        if all(_LEAST <= side <= _LARGEST and side % 2 == 0 for side in (width, height)):
            return width, height
    raise UnusableError(f"--size {text}: expected two even numbers from {_LEAST} to {_LARGEST}, such as {USUAL}")
