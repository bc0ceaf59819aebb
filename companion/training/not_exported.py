"""A training that came to its end and whose model was not exported yet: a full disk, or a program that was killed.

It is not trained again: of hours only the export is missing. Ultralytics would train for the whole time once more, or
say that the run is finished.
"""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

from companion.errors import UnusableError
from companion.evaluation.files import save_text


def trained_once(
    note: Path, minutes: float, resume: bool, train: Callable[[], float], tell: Callable[[str], None]
) -> float:
    """Train, unless that was done and only the export is missing.

    Args:
        note: File that says so; it stays until the model is exported (`Path.unlink`).
        minutes: How long to train.
        resume: The run is gone on with.
        train: Trains, and returns how many minutes that took.
        tell: Receives that it was done.

    Returns:
        How many minutes the training took.
    """
    if resume:
        asked, took = _noted(note)
        if asked >= minutes:
            tell(f"{note.parent}: trained for {asked:g} minutes already; only the export was missing")
            return took
    note.unlink(missing_ok=True)
    took = train()
    # Without the note, on a full disk, it is trained again at worst.
    with contextlib.suppress(UnusableError):
        save_text(note, json.dumps({"asked": minutes, "took": took}))
    return took


def _noted(note: Path) -> tuple[float, float]:
    """Return how many minutes were asked for and how many a training took that came to its end; zeros for none."""
    try:
        said = json.loads(note.read_text(encoding="utf-8"))
        return float(said["asked"]), float(said["took"])
    except (OSError, ValueError, LookupError, TypeError):
        return 0.0, 0.0
