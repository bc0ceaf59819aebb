"""Checkpoints as files: whole or not at all."""

import io
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from companion.evaluation.files import save_bytes

NO_CHECKPOINT = (EOFError, KeyError, RuntimeError, TypeError, UnpicklingError)
"""What opening a file raises that is no checkpoint, or one of another network."""


def is_our_own(checkpoint: Path) -> bool:
    """Whether `own_trainer` wrote a checkpoint: it holds nothing but weights, those of Ultralytics a whole network."""
    try:
        return "averaged" in torch.load(checkpoint, map_location="cpu", weights_only=True)
    except NO_CHECKPOINT:
        return False


def write_checkpoint(content: dict[str, Any], target: Path) -> None:
    """Write a checkpoint that appears whole or not at all.

    Raises:
        UnusableError: It cannot be written, e.g. since the disk is full.
    """
    # PyTorch says of a full disk that a position was unexpected, so it does not write the file itself.
    data = io.BytesIO()
    torch.save(content, data)
    save_bytes(target, data.getvalue())
