"""The finder in 8-bit arithmetic: half the time on two cores, on processors with and without instructions for it."""

import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from companion.errors import UnusableError
from companion.synth.scene import Sources, render_scene
from companion.vision.finder import Finder
from companion.vision.onnx_model import METADATA_KEY, FloatTensor

_OPERATIONS = ("Conv", "Sigmoid", "Mul", "Add", "Concat", "MaxPool", "Resize", "Split")
"""Where only convolutions are quantised, half of the gain is lost in converting to and fro."""
_MODULE = re.compile(r"/model\.(\d+)/")
_SCENES, _SCENE_SIZE, _CARD_SIZES = 24, (960, 540), (0.1, 0.4)
_SEED = 5
_BITS = "bits"
"""Key of the metadata that says in how many bits a network computes, where it is not 32."""


def quantise_finder(model: Path, target: Path, sources: Sources) -> Path:
    """Write a finder that computes in 8 bits, but for its head; returns `target`.

    Weights have 7 bits: on processors without VNNI sums of 8-bit products could overflow.

    Args:
        model: An exported finder.
        target: Where to write; may be the same file.
        sources: Cards and surfaces of the scenes whose values set the ranges.

    Raises:
        UnusableError: The file is missing or no finder, or computes in 8 bits already.
    """
    finder = Finder(model)
    source = onnx.load(str(model))
    if _about(source).get(_BITS) == 8:
        raise UnusableError(f"{model}: computes in 8 bits already; give the finder as it was exported")
    batches = calibration_batches(finder, sources)
    with tempfile.TemporaryDirectory() as folder:
        return quantise(source, batches, target, Path(folder))


def calibration_batches(finder: Finder, sources: Sources) -> list[FloatTensor]:
    """Return what the network gets to see of some rendered scenes."""
    batches = []
    for number in range(_SCENES):
        scene = render_scene(np.random.default_rng([_SEED, number]), sources, *_SCENE_SIZE, sizes=_CARD_SIZES, empty=0)
        heights = [float(np.linalg.norm(card.corners[3] - card.corners[0])) for card in scene.cards]
        batches.append(finder.prepared(scene.image, float(np.median(heights)) if heights else None))
    return batches


def quantise(source: Any, batches: Sequence[FloatTensor], target: Path, folder: Path) -> Path:
    """Quantise a network of Ultralytics' make and keep its metadata.

    Args:
        source: The ONNX model; modules are named `/model.N/`, and the last of them is the head.
        batches: Inputs whose values set the ranges.
        target: Where to write.
        folder: For files in between.
    """
    plain, reduced = folder / "plain.onnx", folder / "reduced.onnx"
    onnx.save(source, str(plain))
    # Weights stored in half precision are widened, and constants folded.
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(reduced)
    options.log_severity_level = 3
    onnxruntime.InferenceSession(str(plain), options, providers=["CPUExecutionProvider"])
    graph = onnx.load(str(reduced)).graph
    finished = target.with_name(f".{target.name}")
    quantize_static(
        str(reduced),
        str(finished),
        _Batches(graph.input[0].name, batches),
        quant_format=QuantFormat.QDQ,
        op_types_to_quantize=list(_OPERATIONS),
        nodes_to_exclude=_sensitive([node.name for node in graph.node]),
        per_channel=True,
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
    )
    model = onnx.load(str(finished))
    del model.metadata_props[:]
    about = json.dumps({**_about(source), _BITS: 8}, sort_keys=True)
    model.metadata_props.add(key=METADATA_KEY, value=about)
    onnx.save(model, str(finished))
    finished.replace(target)
    return target


def _about(model: Any) -> dict[str, Any]:
    about: dict[str, Any] = json.loads(next(item.value for item in model.metadata_props if item.key == METADATA_KEY))
    return about


def _sensitive(names: Sequence[str]) -> list[str]:
    """Return the nodes of the head, which stay in single precision: in 8 bits it is less sure and loses cards."""
    modules = [int(found[1]) for name in names if (found := _MODULE.match(name))]
    head = f"/model.{max(modules, default=0)}/"
    return [name for name in names if name.startswith(head)]


class _Batches(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, name: str, batches: Sequence[FloatTensor]) -> None:
        self._left: Iterator[FloatTensor] = iter(batches)
        self._name = name

    def get_next(self) -> dict[str, FloatTensor] | None:
        batch = next(self._left, None)
        return None if batch is None else {self._name: batch}
