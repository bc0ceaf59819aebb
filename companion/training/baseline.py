"""The one-stage network that the companion's two stages are timed against: a detector with a class for every card."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import onnx
import torch

from companion.training.trainer import mend_torchvision
from companion.vision.onnx_model import METADATA_KEY

KIND = "one-stage baseline"
"""What the exported files say they are."""
CLASSES = 100
"""48 Spanish and 52 French cards."""
SIZES: Mapping[str, tuple[int, int]] = {"640 x 640": (640, 640), "640 x 384": (384, 640)}
"""Inputs (height, width): the square that Ultralytics exports unless told otherwise, and one for 16:9 frames."""
_OPSET = 17


def export_baselines(folder: Path) -> dict[str, Path]:
    """Build yolo11n from its description and export it to ONNX in every size.

    The weights are random: they do not matter for speed.

    Args:
        folder: Where the files go.

    Returns:
        The file of every size in `SIZES`.
    """
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    mend_torchvision()
    from ultralytics import YOLO
    from ultralytics.nn.tasks import DetectionModel
    from ultralytics.utils import LOGGER

    LOGGER.setLevel("ERROR")
    checkpoint = folder / "baseline.pt"
    torch.save({"model": DetectionModel("yolo11n.yaml", nc=CLASSES, verbose=False), "train_args": {}}, checkpoint)
    files = {}
    for name, size in SIZES.items():
        exported = YOLO(str(checkpoint)).export(format="onnx", imgsz=list(size), simplify=False, opset=_OPSET)
        files[name] = _sign(Path(exported), size)
    return files


def _sign(path: Path, size: tuple[int, int]) -> Path:
    """Write what our loader wants to know into an exported file and give it a name of its own."""
    model = onnx.load(str(path))
    del model.metadata_props[:]
    about = {"kind": KIND, "height": size[0], "width": size[1]}
    model.metadata_props.add(key=METADATA_KEY, value=json.dumps(about))
    signed = path.with_stem(f"{path.stem}-{size[1]}x{size[0]}")
    onnx.save(model, str(signed))
    return signed
