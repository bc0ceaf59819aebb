"""Deals that were played, kept in a file line by line, so that a long measurement can stop and go on."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from companion import plain_json
from companion.errors import UnusableError
from companion.evaluation.deals import Deal
from companion.given_files import read_given_text
from companion.refusals import refusal_of

Key = tuple[str, float, int]
"""What is played, the share of looks that are misread, and the seed."""


class DealLog:
    """A file of deals. Each is written as soon as it is over; a line that was cut short is played again."""

    def __init__(self, path: Path, conditions: Mapping[str, Any]) -> None:
        """Open a file, or begin one.

        Args:
            path: The file; it need not exist.
            conditions: What else the deals were played under; a file of other conditions is refused.

        Raises:
            UnusableError: The file cannot be read or written, or holds something else.
        """
        self._path = path
        self._deals: dict[Key, Deal] = {}
        first = {"conditions": dict(conditions)}
        try:
            lines = read_given_text(path).splitlines(keepends=True) if path.exists() else []
            if not lines:
                path.write_text(json.dumps(first) + "\n", "utf-8")
            elif _read(lines[0]) != first:
                raise UnusableError(
                    f"{path}: holds deals played under other conditions, or something else; name another file"
                )
            elif not lines[-1].endswith("\n"):
                with path.open("a", encoding="utf-8") as file:
                    file.write("\n")
        except (OSError, UnicodeDecodeError) as error:
            reason = refusal_of(error) if isinstance(error, OSError) else "it is no UTF-8 text"
            raise UnusableError(f"{path}: deals cannot be kept in it: {reason}") from error
        for line in lines[1:]:
            row = _read(line)
            if row is not None:
                self._deals[row["kind"], row["misread"], row["seed"]] = _deal(row)

    def get(self, key: Key) -> Deal | None:
        """Return a deal that was played, None where it was not."""
        return self._deals.get(key)

    def keep(self, key: Key, deal: Deal) -> None:
        """Write a deal down."""
        self._deals[key] = deal
        kind, misread, _ = key
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"kind": kind, "misread": misread, **asdict(deal)}) + "\n")


def _read(line: str) -> dict[str, Any] | None:
    try:
        row = plain_json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) else None


def _deal(row: Mapping[str, Any]) -> Deal:
    values = {field.name: row[field.name] for field in fields(Deal)}
    values["wrong"] = tuple(tuple(telling) for telling in values["wrong"])
    values["latencies"] = tuple(values["latencies"])
    return Deal(**values)
