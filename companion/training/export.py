"""From a training checkpoint to the ONNX file that the companion runs."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from companion.training.index_network import IndexNetwork, WithIndices
from companion.training.refiner import RefinerNetwork
from companion.vision import refiner
from companion.vision.onnx_model import METADATA_KEY
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH

_OPSET = 17
_PLACES = ("data", "project", "name", "save_dir", "model", "pretrained", "resume")
"""Settings that say where things lay on the machine that trained: of no use anywhere else."""
_SMALLEST_HALVED = 256
"""Weights with fewer numbers stay in single precision: they save nothing."""


class _ReaderOutputs(torch.nn.Module):
    """The reader's network with the outputs that the companion uses: logits and embedding."""

    def __init__(self, network: torch.nn.Module) -> None:
        super().__init__()
        self.body = torch.nn.ModuleList(list(network.model)[:-1])  # type: ignore[arg-type]
        self.head = list(network.model)[-1]  # type: ignore[arg-type]

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = crops
        for layer in self.body:
            features = layer(features)
        embedding = self.head.pool(self.head.conv(features)).flatten(1)
        return self.head.linear(embedding), embedding


def export_reader(checkpoint: Path, target: Path, about: dict[str, Any], index: Path | None = None) -> None:
    """Write a reader: input (N, 3, 160, 112) RGB in 0..1, outputs `logits` (N, classes) and `embedding` (N, 1280).

    Args:
        checkpoint: Of the network that sees whole cards.
        target: File to write.
        about: Goes into the file's metadata; `temperature` is needed with `index`.
        index: Checkpoint of the network that reads indices and has a say in the logits; None for none.
    """
    network = load_network(checkpoint).fuse(verbose=False)
    example = torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH)
    temporary = target.with_suffix(".partial.onnx")
    whole = _ReaderOutputs(network)
    torch.onnx.export(
        (whole if index is None else WithIndices(whole, load_index(index), about["temperature"])).eval(),
        (example,),
        str(temporary),
        input_names=["crops"],
        output_names=["logits", "embedding"],
        dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}, "embedding": {0: "n"}},
        opset_version=_OPSET,
        dynamo=False,
    )
    _finish(temporary, target, {"kind": "reader", "classes": list(network.names.values()), **about})


def export_finder(checkpoint: Path, target: Path, about: dict[str, Any]) -> None:
    """Write a finder: input (1, 3, H, W) RGB in 0..1, output (1, 300, 7).

    A row of the output is centre x and y, width, height in pixels, confidence, class, angle in radians.
    """
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    from ultralytics import YOLO

    plain = target.with_suffix(".partial.pt")
    network = load_network(checkpoint)
    torch.save({"model": network, "train_args": {}}, plain)
    exported = YOLO(str(plain)).export(format="onnx", nms=False, dynamic=True, simplify=False, opset=_OPSET, imgsz=640)
    plain.unlink()
    _finish(Path(exported), target, {"kind": "finder", "classes": list(network.names.values()), **about})


def export_refiner(checkpoint: Path, target: Path, about: dict[str, Any]) -> None:
    """Write a refiner: input (N, 3, 96, 72) RGB in 0..1, outputs `corners` (N, 8) in parts of it, `kinds` (N, 3)."""
    network = RefinerNetwork()
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["averaged"])
    temporary = target.with_suffix(".partial.onnx")
    torch.onnx.export(
        network.eval(),
        (torch.zeros(2, 3, refiner.HEIGHT, refiner.WIDTH),),
        str(temporary),
        input_names=["cuts"],
        output_names=["corners", "kinds"],
        dynamic_axes={"cuts": {0: "n"}, "corners": {0: "n"}, "kinds": {0: "n"}},
        opset_version=_OPSET,
        dynamo=False,
    )
    _finish(temporary, target, {"kind": "refiner", "classes": list(refiner.KINDS), **about})


def load_index(checkpoint: Path) -> IndexNetwork:
    """Return the averaged network that reads indices."""
    network = IndexNetwork()
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["averaged"])
    return network.eval()


def save_own(checkpoint: Path, target: Path) -> None:
    """Write the weights of one of our own networks to go on training from, in half precision."""
    weights = torch.load(checkpoint, map_location="cpu", weights_only=True)["averaged"]
    halved = {name: value.half() if value.is_floating_point() else value for name, value in weights.items()}
    write_checkpoint({"averaged": halved}, target)


def write_checkpoint(content: dict[str, Any], target: Path) -> None:
    """Write a checkpoint that appears whole or not at all."""
    partial = target.with_suffix(".partial.pt")
    torch.save(content, partial)
    partial.replace(target)


def averaged_network(saved: dict[str, Any]) -> Any:
    """Return the averaged network of a checkpoint of Ultralytics that was loaded."""
    return saved.get("ema") or saved["model"]


def load_network(checkpoint: Path) -> Any:
    """Return the averaged network of a checkpoint in single precision."""
    saved = torch.load(checkpoint, map_location="cpu", weights_only=False)
    network = averaged_network(saved).float().eval()
    for parameter in network.parameters():
        parameter.requires_grad = False
    return network


def save_weights(checkpoint: Path, target: Path) -> None:
    """Write what is needed to go on training: the averaged network in half precision, without the optimizer's state."""
    saved = torch.load(checkpoint, map_location="cpu", weights_only=False)
    network = averaged_network(saved).half().eval()
    network.criterion = None
    for parameter in network.parameters():
        parameter.requires_grad = False
    settings = {name: value for name, value in saved["train_args"].items() if name not in _PLACES}
    own = getattr(network, "args", {})
    own = own if isinstance(own, dict) else vars(own)
    network.args = {name: value for name, value in own.items() if name not in _PLACES}
    write_checkpoint({"model": network, "train_args": settings, "epoch": -1, "optimizer": None}, target)


def _finish(exported: Path, target: Path, about: dict[str, Any]) -> None:
    """Store weights in half precision (ONNX Runtime widens them once, when it loads), add our metadata, rename."""
    model = onnx.load(str(exported))
    _halve_weights(model)
    del model.metadata_props[:]
    model.metadata_props.add(key=METADATA_KEY, value=json.dumps(about, sort_keys=True))
    model.doc_string = ""
    onnx.checker.check_model(model)
    finished = target.with_name(f".{target.name}")
    onnx.save(model, str(finished))
    exported.unlink()
    finished.replace(target)


def _halve_weights(model: onnx.ModelProto) -> None:
    widened = []
    for tensor in list(model.graph.initializer):
        values = numpy_helper.to_array(tensor)
        if tensor.data_type != TensorProto.FLOAT or values.size < _SMALLEST_HALVED:
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
        widened.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT, name=f"{name}_widen"))
    for node in reversed(widened):
        model.graph.node.insert(0, node)
