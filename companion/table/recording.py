"""A session's record on disk: what was played, and its events as they come."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.errors import UnusableError
from companion.table.events import Event, to_json

SESSION = "session.json"
EVENTS = "events.jsonl"


class Recording:
    """A folder with `session.json` and `events.jsonl`; an event is on disk as soon as it was added.

    Subscribe `add` to a `TableSession`.
    """

    def __init__(self, folder: Path, about: Mapping[str, Any]) -> None:
        """Begin a recording.

        Args:
            folder: Where to; made where missing.
            about: What is played, by whom, seen with what; written to `session.json`.

        Raises:
            UnusableError: There is a recording already, or the folder cannot be written to.
        """
        self.folder = folder
        if (folder / EVENTS).exists():
            raise UnusableError(f"{folder}: holds a recording already; give another folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            unfinished = folder / f".{SESSION}.part"
            unfinished.write_text(json.dumps(about, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
            unfinished.replace(folder / SESSION)
            self._events = (folder / EVENTS).open("x", encoding="utf-8")
        except OSError as error:
            raise UnusableError(f"{folder}: cannot be written to ({error.strerror or error})") from error

    def add(self, event: Event) -> None:
        """Write an event.

        Raises:
            UnusableError: The disk is full or gone.
        """
        try:
            self._events.write(json.dumps(to_json(event), ensure_ascii=False) + "\n")
            self._events.flush()
        except OSError as error:
            raise UnusableError(
                f"{self.folder / EVENTS}: cannot be written to ({error.strerror or error}); the recording ends here"
            ) from error

    def close(self) -> None:
        """End the recording."""
        self._events.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
