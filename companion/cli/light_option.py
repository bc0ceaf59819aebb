"""The option that says in what light a simulated table stands."""

import argparse

from companion.errors import UnusableError
from companion.simulation.lights import DAY, LIGHTS


def add_light_option(parser: "argparse._ActionsContainer", when: str = "") -> None:
    """Add it; `when` begins its help, where it is of use only together with another option."""
    kinds = "; ".join(f"{name}: {light.told}" for name, light in LIGHTS.items())
    parser.add_argument("--light", metavar="NAME", help=f"{when}the light on the table. {kinds} (default {DAY})")


def light_given(arguments: argparse.Namespace) -> str:
    """Return the kind of light.

    Raises:
        UnusableError: There is no such kind.
    """
    name: str = DAY if arguments.light is None else arguments.light
    if name not in LIGHTS:
        raise UnusableError(f"--light {name}: there are {', '.join(LIGHTS)}")
    return name
