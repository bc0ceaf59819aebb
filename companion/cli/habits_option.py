"""The option that says how simulated people sit and lay their cards."""

import argparse

from companion.errors import UnusableError
from companion.simulation.habits import HABITS, TIDY


def add_habits_option(parser: "argparse._ActionsContainer") -> None:
    """Add it."""
    kinds = "; ".join(f"{name}: {habits.told}" for name, habits in HABITS.items())
    parser.add_argument(
        "--habits", metavar="NAME", help=f"how people sit and lay their cards. {kinds} (default {TIDY})"
    )


def habits_given(arguments: argparse.Namespace) -> str:
    """Return the name of the habits.

    Raises:
        UnusableError: There are none of that name.
    """
    name: str = TIDY if arguments.habits is None else arguments.habits
    if name not in HABITS:
        raise UnusableError(f"--habits {name}: there are {', '.join(HABITS)}")
    return name
