"""Puts what a refiner has learned of kinds beside the corners of the one in use.

Weights that did not change are rounded to 8 bits anew with every export, by scenes that are drawn anew, and then
corners move a little. Where only kinds were learned (`companion train refiner --kinds-only`) nothing of that has to be.
"""

from pathlib import Path

import onnx
from onnx.compose import add_prefix, merge_models
from onnx.shape_inference import infer_shapes
from onnx.utils import Extractor

from companion.errors import UnusableError
from companion.whole_files import becoming

_CORNERS, _KINDS = "corners", "kinds"
_OWN = "learned/"
"""What the names of what tells kinds begin with, beside those of the file in use."""


def keep_corners(model: Path, used: Path) -> None:
    """Let a refiner place corners to the bit as the one in use does; of `model` stays what tells kinds.

    Args:
        model: ONNX file, written anew.
        used: ONNX file of the refiner that it was trained from.

    Raises:
        UnusableError: The two do not see edges by the same layers, or a file is missing or cannot be written.
    """
    try:
        learned, kept = (infer_shapes(onnx.load(str(path))) for path in (model, used))
    except OSError as error:
        raise UnusableError(f"{error.filename}: cannot be read; a refiner in use is needed for --kinds-only") from error
    shared = _shared(learned.graph)
    try:
        placing = Extractor(kept).extract_model([kept.graph.input[0].name], [*shared, _CORNERS])
    except ValueError as missing:
        raise UnusableError(f"{used}: has other layers than {model} ({missing}); train without --kinds-only") from None
    telling = Extractor(learned).extract_model(shared, [_KINDS])
    del telling.graph.value_info[:]  # by which add_prefix would rename outputs, too
    telling = add_prefix(telling, _OWN, rename_outputs=False)
    joined = merge_models(placing, telling, [(name, _OWN + name) for name in shared])
    joined.metadata_props.extend(learned.metadata_props)
    with becoming(model) as unfinished:
        onnx.save(joined, str(unfinished))


def _shared(graph: onnx.GraphProto) -> list[str]:
    """Return the names of what is computed on the way to corners and kinds are told by."""
    towards = {name: _behind(graph, name) for name in (_CORNERS, _KINDS)}
    placed = {name for node in towards[_CORNERS] for name in node.output}
    read = {name for node in towards[_KINDS] if not placed & set(node.output) for name in node.input}
    return sorted(placed & read)


def _behind(graph: onnx.GraphProto, output: str) -> list[onnx.NodeProto]:
    """Return the nodes that an output is computed by, the last first."""
    wanted, found = {output}, list[onnx.NodeProto]()
    for node in reversed(graph.node):
        if wanted & set(node.output):
            found.append(node)
            wanted |= set(node.input)
    return found
