"""Puts what a refiner has learned of kinds beside the corners of the one in use.

Weights that did not change are rounded to 8 bits anew with every export, by scenes that are drawn anew, and then
corners move a little. Where only kinds were learned (`companion train refiner --kinds-only`) nothing of that has to be.
"""

from pathlib import Path

import onnx

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
        learned, kept = onnx.load(str(model)), onnx.load(str(used))
    except OSError as error:
        raise UnusableError(f"{error.filename}: cannot be read; a refiner in use is needed for --kinds-only") from error
    telling, graph = _alone(learned.graph, _KINDS, _CORNERS), kept.graph
    forgotten = {node.name for node in _alone(graph, _KINDS, _CORNERS)}
    placing = [node for node in graph.node if node.name not in forgotten]
    known = {name for node in placing for name in node.output}
    own = {tensor.name: tensor for tensor in learned.graph.initializer}
    renamed = {name: _OWN + name for name in [*own, *(name for node in telling for name in node.output)]}
    renamed[_KINDS] = _KINDS
    for node in telling:
        if unknown := [name for name in node.input if name not in known and name not in renamed]:
            raise UnusableError(f"{used}: has other layers than {model} ({unknown[0]}); train without --kinds-only")
        node.name = _OWN + node.name
        node.input[:] = [renamed.get(name, name) for name in node.input]
        node.output[:] = [renamed[name] for name in node.output]
    placed_by = {name for node in placing for name in node.input}
    told_by = {name for node in telling for name in node.input}
    weights = [tensor for tensor in graph.initializer if tensor.name in placed_by]
    for name, tensor in own.items():
        if renamed[name] in told_by:
            tensor.name = renamed[name]
            weights.append(tensor)
    for field, values in (
        (graph.node, [*placing, *telling]),
        (graph.initializer, weights),
        (kept.metadata_props, list(learned.metadata_props)),
    ):
        del field[:]
        field.extend(values)
    onnx.checker.check_model(kept)
    with becoming(model) as unfinished:
        onnx.save(kept, str(unfinished))


def _alone(graph: onnx.GraphProto, output: str, other: str) -> list[onnx.NodeProto]:
    """Return the nodes that one output is computed by and another is not, in their order."""
    mine, others = _behind(graph, output), _behind(graph, other)
    return [node for node in graph.node if node.name in mine - others]


def _behind(graph: onnx.GraphProto, output: str) -> set[str]:
    """Return the names of the nodes that an output is computed by."""
    wanted, names = {output}, set[str]()
    for node in reversed(graph.node):
        if wanted & set(node.output):
            names.add(node.name)
            wanted |= set(node.input)
    return names
