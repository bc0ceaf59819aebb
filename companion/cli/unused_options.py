"""Options that would change nothing beside others: refused, for whoever gives one expects something of it."""

import argparse
from collections.abc import Mapping

from companion.errors import UnusableError


def refuse_unused(arguments: argparse.Namespace, usual: Mapping[str, object], why: str) -> None:
    """Refuse options that were given though they are for something else.

    Args:
        arguments: The parsed command line.
        usual: What each of the options is where it is not given, by its name with _ for -.
        why: What they are for, and what to do.

    Raises:
        UnusableError: One of them was given.
    """
    for name, value in usual.items():
        if getattr(arguments, name) != value:
            raise UnusableError(f"--{name.replace('_', '-')}: {why}")
