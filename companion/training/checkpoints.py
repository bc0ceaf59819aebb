"""Checkpoints as files: whole or not at all."""

import io
from pathlib import Path
from typing import Any

import torch

from companion.evaluation.files import save_bytes


def write_checkpoint(content: dict[str, Any], target: Path) -> None:
    """Write a checkpoint that appears whole or not at all.

    Raises:
        UnusableError: It cannot be written, e.g. since the disk is full.
    """
    # PyTorch says of a full disk that a position was unexpected, so it does not write the file itself.
    data = io.BytesIO()
    torch.save(content, data)
    save_bytes(target, data.getvalue())
