"""From a training checkpoint to the ONNX file that the companion runs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from companion.training.checkpoints import write_checkpoint
from companion.training.count_network import CountNetwork
from companion.training.index_network import IndexNetwork, WithIndices
from companion.training.magnifier_network import MagnifierNetwork, rank_names, suit_names
from companion.training.outliner import OutlinerNetwork
from companion.training.refiner import RefinerNetwork
from companion.training.spotter import SpotterNetwork
from companion.vision import magnifier, outliner, refiner, spotter
from companion.vision.counter import SHOWN
from companion.vision.onnx_model import METADATA_KEY
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH
from companion.whole_files import becoming

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
    whole = _ReaderOutputs(network)
    joined = whole if index is None else WithIndices(whole, load_index(index), about["temperature"])
    axes = {name: {0: "n"} for name in ("crops", "logits", "embedding")}
    _export(joined, example, target, axes, {"kind": "reader", "classes": list(network.names.values()), **about})


class _Places(torch.nn.Module):
    """The head of a finder that says for every place what it sees there; see `export_finder`.

    Ultralytics' own outputs are sorted in the network, in 170 small steps: a tenth of the finder's time.
    """

    def __init__(self, head: Any) -> None:
        super().__init__()
        self.boxes, self.scores, self.angles = head.one2one_cv2, head.one2one_cv3, head.one2one_cv4
        self._strides = [float(stride) for stride in head.stride]
        self.f, self.i = head.f, head.i  # Where it stands, for Ultralytics.

    def forward(self, levels: list[torch.Tensor]) -> torch.Tensor:
        parts = []
        branches = zip(levels, self.boxes, self.scores, self.angles, self._strides, strict=True)
        for level, boxes, scores, angles, stride in branches:
            sides = boxes(level) * stride
            steps = torch.full_like(sides[:, :1], stride)
            middles = [steps.cumsum(axis) - stride / 2 for axis in (3, 2)]
            parts.append(torch.cat([sides, scores(level).sigmoid(), angles(level), *middles], 1).flatten(2))
        # Distances from a place's middle to the sides of its card, in the card's own directions.
        left, top, right, bottom, face, back, angle, x, y = torch.cat(parts, 2).split(1, 1)
        aside, down = (right - left) / 2, (bottom - top) / 2
        cosine, sine = angle.cos(), angle.sin()
        centre = [x + aside * cosine - down * sine, y + aside * sine + down * cosine]
        kind = [torch.maximum(face, back), (back > face).to(face.dtype)]
        return torch.cat([*centre, left + right, top + bottom, *kind, angle], 1).transpose(1, 2)


def export_finder(checkpoint: Path, target: Path, about: dict[str, Any]) -> None:
    """Write a finder: input (1, 3, H, W) RGB in 0..1, output `places` (1, N, 7), a row for every place in the picture.

    A row is centre x and y, width, height in pixels, confidence, class, angle in radians.
    """
    network = load_network(checkpoint)
    network.model[-1].end2end = True  # It is trained with both heads; fused, it keeps one.
    network = network.fuse(verbose=False)
    for module in network.modules():
        if hasattr(module, "forward_split"):
            module.forward = module.forward_split
    network.model[-1] = _Places(network.model[-1])
    axes = {"images": {2: "height", 3: "width"}, "places": {1: "places"}}
    about = {"kind": "finder", "classes": list(network.names.values()), **about}
    _export(network, torch.zeros(1, 3, 256, 448), target, axes, about)


def export_refiner(checkpoint: Path, target: Path, about: dict[str, Any]) -> None:
    """Write a refiner: input (N, 3, 96, 72) RGB in 0..1, outputs `corners` (N, 8) in parts of it, `kinds` (N, 3)."""
    network = RefinerNetwork()
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["averaged"])
    example = torch.zeros(2, 3, refiner.HEIGHT, refiner.WIDTH)
    axes = {name: {0: "n"} for name in ("cuts", "corners", "kinds")}
    _export(network, example, target, axes, {"kind": "refiner", "classes": list(refiner.KINDS), **about})


def export_outliner(checkpoint: Path, target: Path, about: dict[str, Any]) -> None:
    """Write an outliner: input (N, 3, 160, 120) RGB in 0..1, outputs `corners` and `doubts` (N, 8) in parts of it."""
    network = OutlinerNetwork()
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["averaged"])
    example = torch.zeros(2, 3, outliner.HEIGHT, outliner.WIDTH)
    axes = {name: {0: "n"} for name in ("cuts", "corners", "doubts")}
    _export(network, example, target, axes, {"kind": "outliner", **about})


def export_spotter(checkpoint: Path, target: Path, about: dict[str, Any]) -> None:
    """Write a spotter, which tells for every place of a cut-out, R below and C beside each other, what lies there.

    Input (N, 5, 160, 120): RGB in 0..1 and the two pictures of what is known, outputs `heat` (N, R, C) logits and
    `places` (N, 4, R, C).
    """
    network = SpotterNetwork()
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["averaged"])
    example = torch.zeros(2, 5, spotter.HEIGHT, spotter.WIDTH)
    axes = {name: {0: "n"} for name in ("cuts", "heat", "places")}
    _export(network, example, target, axes, {"kind": "spotter", **about})


def export_counter(checkpoint: Path, target: Path, about: dict[str, Any]) -> None:
    """Write a counter: input (N, 3, 160, 112) RGB in 0..1, output `shown` (N, len(SHOWN)) logits."""
    network = CountNetwork()
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["averaged"])
    example = torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH)
    axes = {name: {0: "n"} for name in ("crops", "shown")}
    _export(network, example, target, axes, {"kind": "counter", "classes": list(SHOWN), **about})


def export_magnifier(checkpoint: Path, target: Path, about: dict[str, Any]) -> None:
    """Write a magnifier: input (N, 3, 72, 54) RGB in 0..1, outputs `ranks` and `suits`, logits of what corners show."""
    network = MagnifierNetwork()
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["averaged"])
    example = torch.zeros(2, 3, magnifier.HEIGHT, magnifier.WIDTH)
    axes = {name: {0: "n"} for name in ("corners", "ranks", "suits")}
    about = {"kind": "magnifier", "ranks": list(rank_names()), "suits": list(suit_names()), **about}
    _export(network, example, target, axes, about)


def _export(
    network: torch.nn.Module,
    example: torch.Tensor,
    target: Path,
    axes: dict[str, dict[int, str]],
    about: dict[str, Any],
) -> None:
    """Write a network as ONNX; the input and then the outputs are named by the axes whose sizes may change."""
    given, *outputs = axes
    with becoming(target) as unfinished:
        torch.onnx.export(
            network.eval(),
            (example,),
            str(unfinished),
            input_names=[given],
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=_OPSET,
            dynamo=False,
        )
        _finish(unfinished, about)


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


def _finish(exported: Path, about: dict[str, Any]) -> None:
    """Store weights in half precision (ONNX Runtime widens them once, when it loads) and add our metadata."""
    model = onnx.load(str(exported))
    _halve_weights(model)
    del model.metadata_props[:]
    model.metadata_props.add(key=METADATA_KEY, value=json.dumps(about, sort_keys=True))
    model.doc_string = ""
    onnx.checker.check_model(model)
    onnx.save(model, str(exported))


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
