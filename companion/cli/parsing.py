"""The parser of the command line: `argparse`, but what is said twice must be the same both times."""

import argparse
from collections.abc import Sequence
from typing import Any


class Parser(argparse.ArgumentParser):
    """Refuses an option that is given twice with different values; `argparse` takes the last and drops the others."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in (None, "store"):
            self.register("action", name, _StoreOnce)


class _StoreOnce(argparse.Action):
    """Keeps a value, and in `given` of the arguments which option had which."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 (what argparse calls every action with)
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        given = vars(namespace).setdefault("given", {})
        if option_string is not None and given.setdefault(self.dest, values) != values:
            raise argparse.ArgumentError(self, said_twice(given[self.dest], values))
        setattr(namespace, self.dest, values)


def said_twice(one: object, other: object) -> str:
    """Return what is wrong where one thing was given two values."""
    return f"given twice, as {_shown(one)} and as {_shown(other)}; leave one of them out"


def _shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
