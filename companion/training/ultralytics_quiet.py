"""What is told of a training by Ultralytics: its progress in our own lines, and its warnings; not its tables."""

import logging
import time
from collections.abc import Callable
from typing import Any

from ultralytics.utils import LOGGER

_EVERY = 60.0
"""Seconds between two lines."""


def hear_warnings() -> None:
    """Let Ultralytics say what is wrong, such as too little memory; quiet, it tells of nothing but errors."""
    for hears in (LOGGER, *LOGGER.handlers):
        hears.setLevel(min(hears.level, logging.WARNING))


class Progress:
    """Tells every minute how far a training of Ultralytics has come, and where it has ended."""

    def __init__(self, trainer: Any, minutes: float, tell: Callable[[str], None]) -> None:
        """Begin to listen.

        Args:
            trainer: An Ultralytics trainer that has not begun yet.
            minutes: How long it will train.
            tell: Receives a line at a time.
        """
        self._minutes, self._tell = minutes, tell
        self._told = time.time()
        trainer.add_callback("on_train_batch_end", self._look)
        trainer.add_callback("on_train_end", self._say)

    def _look(self, trainer: Any) -> None:
        if time.time() - self._told >= _EVERY:
            self._say(trainer)

    def _say(self, trainer: Any) -> None:
        self._told = time.time()
        done = (self._told - trainer.train_time_start) / 60
        losses = ", ".join(f"{name} {float(value):.4g}" for name, value in (trainer.tloss or {}).items())
        left = max(0.0, self._minutes - done)
        self._tell(f"{done:.1f} minutes: {losses or 'no loss yet'}; {left:.1f} minutes left")
