"""Networks in 8-bit arithmetic: about half the time, on processors with and without instructions for it."""

import json
import logging
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from companion.errors import UnusableError
from companion.synth.scene import Scene, Sources, render_scene
from companion.training.refiner_data import misplaced
from companion.vision import outliner, refiner
from companion.vision.counter import Counter
from companion.vision.finder import Finder
from companion.vision.magnifier import Magnifier, index_corners
from companion.vision.onnx_model import METADATA_KEY, FloatTensor
from companion.vision.outliner import Outliner
from companion.vision.reader import Reader, cut_out
from companion.vision.rectify import as_batch, window
from companion.vision.refiner import Refiner
from companion.vision.spotter import Spotter, told_cut_outs
from companion.whole_files import becoming

_OPERATIONS = ("Conv", "Sigmoid", "Mul", "Add", "Concat", "MaxPool", "Resize", "Split")
"""Where only convolutions are quantised, half of the gain is lost in converting to and fro."""
_MODULE = re.compile(r"/(?:reader/|body/)?(?:model|body)\.(\d+)/")
_PARTS = ("/index/body/", "/reader/conv/")
"""Other modules that compute in 8 bits. What belongs to no module does not: there the networks' logits are joined."""
_WHERE = re.compile(r"/model\.\d+/(boxes|angles)\.\d/\1\.\d\.[01]/")
"""Of the finder's head what says where a card lies, but for its last layers. What says whether there is one would be
less sure and lose cards."""
_SCENES, _SCENES_OF_CROPS = 24, 100
_TOGETHER = 10
_SCENE_SIZE, _CARD_SIZES = (960, 540), (0.1, 0.4)
_SEED = 5
_SHARE_KNOWN = 0.7
"""Of the cards of a scene, those that a spotter is told of."""
_BITS = "bits"
"""Key of the metadata that says in how many bits a network computes, where it is not 32."""


def quantise_finder(model: Path, target: Path, sources: Sources) -> Path:
    """Write a finder that computes in 8 bits, but for the end of its head and what says there whether there is a card.

    Weights have 7 bits: on processors without VNNI sums of 8-bit products could overflow.

    Args:
        model: An exported finder.
        target: Where to write; may be the same file.
        sources: Cards and surfaces of the scenes whose values set the ranges.

    Raises:
        UnusableError: The file is missing or no finder, or computes in 8 bits already.
    """
    finder = Finder(model)
    return _quantise_file(model, target, lambda: calibration_batches(finder, sources), last=1, all_the_same=_WHERE)


def quantise_reader(model: Path, target: Path, sources: Sources) -> Path:
    """Write a reader that computes in 8 bits, but for where it begins and ends; otherwise as for the finder.

    In 8 bits its first two layers, of few channels and many pixels, would be slower, and they, the third and the
    attention at the end would cost right readings.
    """
    Reader(model)
    return _quantise_file(model, target, lambda: _together(crops_of_scenes(sources)), first=3, last=2)


def quantise_refiner(model: Path, target: Path, sources: Sources) -> Path:
    """Write a refiner that computes in 8 bits, but for its first two layers and what comes after its convolutions."""
    Refiner(model)
    return _quantise_file(
        model, target, lambda: cut_outs_of_scenes(sources, refiner.SIZE, refiner.MARGIN), first=2, last=2
    )


def quantise_outliner(model: Path, target: Path, sources: Sources) -> Path:
    """Write an outliner that computes in 8 bits, but for its first two layers and what comes after its convolutions."""
    Outliner(model)
    return _quantise_file(model, target, lambda: cut_outs_of_scenes(sources, outliner.SIZE, outliner.MARGIN), first=2)


def quantise_spotter(model: Path, target: Path, sources: Sources) -> Path:
    """Write a spotter that computes in 8 bits, but for its first two layers and what comes after its convolutions."""
    Spotter(model)
    return _quantise_file(model, target, lambda: told_cut_outs_of_scenes(sources), first=2)


def quantise_counter(model: Path, target: Path, sources: Sources) -> Path:
    """Write a counter that computes in 8 bits, but for the layers that it has from the reader as they are."""
    Counter(model)
    return _quantise_file(model, target, lambda: crops_of_scenes(sources), first=3)


def quantise_magnifier(model: Path, target: Path, sources: Sources) -> Path:
    """Write a magnifier that computes in 8 bits, but for its first two layers and what comes after its convolutions."""
    Magnifier(model)
    return _quantise_file(model, target, lambda: corners_of_scenes(sources), first=2)


QUANTISERS: Mapping[str, Callable[[Path, Path, Sources], Path]] = MappingProxyType(
    {
        "finder": quantise_finder,
        "reader": quantise_reader,
        "refiner": quantise_refiner,
        "outliner": quantise_outliner,
        "spotter": quantise_spotter,
        "counter": quantise_counter,
        "magnifier": quantise_magnifier,
    }
)
"""By kind of model."""


def _quantise_file(
    model: Path,
    target: Path,
    batches: Callable[[], Sequence[FloatTensor]],
    *,
    first: int = 0,
    last: int = 0,
    all_the_same: re.Pattern[str] | None = None,
) -> Path:
    source = onnx.load(str(model))
    if _about(source).get(_BITS) == 8:
        raise UnusableError(f"{model}: computes in 8 bits already; give the model as it was exported")
    with tempfile.TemporaryDirectory() as folder:
        return quantise(source, batches(), target, Path(folder), first=first, last=last, all_the_same=all_the_same)


def calibration_batches(finder: Finder, sources: Sources) -> list[FloatTensor]:
    """Return what the network gets to see of some rendered scenes."""
    batches = []
    for scene in _scenes(sources, _SCENES):
        heights = [float(np.linalg.norm(card.corners[3] - card.corners[0])) for card in scene.cards]
        batches.append(finder.prepared(scene.image, float(np.median(heights)) if heights else None))
    return batches


def crops_of_scenes(sources: Sources) -> list[FloatTensor]:
    """Return the faces of some rendered scenes as a reader gets to see them."""
    faces = [
        (scene.image, np.array([card.corners for card in scene.cards if card.face_up], np.float32))
        for scene in _scenes(sources, _SCENES_OF_CROPS)
    ]
    return [as_batch(cut_out(image, corners)) for image, corners in faces if len(corners)]


def _together(batches: Sequence[FloatTensor]) -> list[FloatTensor]:
    """Return batches joined to larger ones: in each there are cards whose corners a reader looks at."""
    starts = range(0, len(batches), _TOGETHER)
    return [np.concatenate(batches[start : start + _TOGETHER]) for start in starts]


def corners_of_scenes(sources: Sources) -> list[FloatTensor]:
    """Return the corners of the faces of some rendered scenes as a magnifier gets to see them."""
    pairs = [
        [corner for card in scene.cards if card.face_up for corner in index_corners(scene.image, card.corners)]
        for scene in _scenes(sources, _SCENES_OF_CROPS)
    ]
    return [as_batch(corners) for corners in pairs if corners]


def cut_outs_of_scenes(sources: Sources, size: tuple[int, int], margin: float) -> list[FloatTensor]:
    """Return the cards of some rendered scenes as a close look gets to see them, in boxes that are a little off."""
    chance = np.random.default_rng(_SEED)
    batches = []
    for scene in _scenes(sources, _SCENES_OF_CROPS):
        boxes = (misplaced(chance, np.asarray(card.corners, np.float64)) for card in scene.cards)
        if cuts := [window(scene.image, box, size, margin)[0] for box in boxes]:
            batches.append(as_batch(cuts))
    return batches


def told_cut_outs_of_scenes(sources: Sources) -> list[FloatTensor]:
    """Return the surroundings of some cards as a spotter gets to see them, told that these are known and no others."""
    chance = np.random.default_rng(_SEED)
    batches = []
    for scene in _scenes(sources, _SCENES_OF_CROPS):
        boxes = [misplaced(chance, np.asarray(card.corners, np.float64)) for card in scene.cards]
        if known := [box for box in boxes if chance.random() < _SHARE_KNOWN]:
            batches.append(told_cut_outs(scene.image, known, known)[0])
    return batches


def _scenes(sources: Sources, count: int) -> Iterator[Scene]:
    for number in range(count):
        chance = np.random.default_rng([_SEED, number])
        yield render_scene(chance, sources, *_SCENE_SIZE, sizes=_CARD_SIZES, empty=0)


def quantise(
    source: Any,
    batches: Sequence[FloatTensor],
    target: Path,
    folder: Path,
    *,
    first: int = 0,
    last: int = 0,
    all_the_same: re.Pattern[str] | None = None,
) -> Path:
    """Quantise a network made of Ultralytics' modules and keep its metadata.

    Args:
        source: The ONNX model; its modules are named `/model.N/` or `/body.N/`.
        batches: Inputs whose values set the ranges.
        target: Where to write.
        folder: For files in between.
        first: So many modules at the beginning stay in single precision.
        last: The same at the end.
        all_the_same: Names of nodes that compute in 8 bits although their module does not.
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
    # It advises to prepare the model before, which was done; the same filter is added once only.
    logging.getLogger().addFilter(_is_no_advice)
    with becoming(target) as unfinished:
        quantize_static(
            str(reduced),
            str(unfinished),
            _Batches(graph.input[0].name, batches),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=list(_OPERATIONS),
            nodes_to_exclude=_kept([node.name for node in graph.node], first, last, all_the_same),
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )
        model = onnx.load(str(unfinished))
        del model.metadata_props[:]
        about = json.dumps({**_about(source), _BITS: 8}, sort_keys=True)
        model.metadata_props.add(key=METADATA_KEY, value=about)
        onnx.save(model, str(unfinished))
    return target


def _is_no_advice(record: logging.LogRecord) -> bool:
    return "pre-processing before quantization" not in record.getMessage()


def _about(model: Any) -> dict[str, Any]:
    about: dict[str, Any] = json.loads(next(item.value for item in model.metadata_props if item.key == METADATA_KEY))
    return about


def _kept(names: Sequence[str], first: int, last: int, all_the_same: re.Pattern[str] | None) -> list[str]:
    """Return the nodes that stay in single precision: of the first and last modules, and of none."""
    names = [name for name in names if all_the_same is None or not all_the_same.match(name)]
    modules = {name: int(found[1]) for name in names if (found := _MODULE.match(name))}
    end = max(modules.values(), default=0) - last
    outside = [name for name in names if name not in modules and not name.startswith(_PARTS)]
    return [*outside, *(name for name, module in modules.items() if module < first or module > end)]


class _Batches(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, name: str, batches: Sequence[FloatTensor]) -> None:
        self._left: Iterator[FloatTensor] = iter(batches)
        self._name = name

    def get_next(self) -> dict[str, FloatTensor] | None:
        batch = next(self._left, None)
        return None if batch is None else {self._name: batch}
