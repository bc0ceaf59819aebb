"""Networks in 8-bit arithmetic."""

import json

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="quantising needs the train extra")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from companion.cli.main import main  # noqa: E402
from companion.training.quantise import quantise  # noqa: E402
from companion.vision.onnx_model import OnnxModel  # noqa: E402

_SHAPE = [1, 3, 16, 16]


def network():
    """Return two modules, the second being the head, as Ultralytics names them."""
    rng = np.random.default_rng(0)
    nodes, constants, before = [], [], "images"
    for module in (0, 1):
        name = f"/model.{module}/conv/Conv"
        after = "raw" if module else "inner"
        weights = rng.normal(0, 0.2, (3, 3, 3, 3)).astype(np.float32)
        constants.append(numpy_helper.from_array(weights, f"weights{module}"))
        nodes.append(helper.make_node("Conv", [before, f"weights{module}"], [after], name, pads=[1, 1, 1, 1]))
        before = after
    graph = helper.make_graph(
        nodes,
        "net",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, _SHAPE)],
        [helper.make_tensor_value_info("raw", TensorProto.FLOAT, _SHAPE)],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    model.metadata_props.add(key="companion", value=json.dumps({"kind": "finder", "classes": ["face", "back"]}))
    return model


def test_a_quantised_network_computes_nearly_the_same_and_keeps_its_head_and_metadata(tmp_path):
    source, plain, target = network(), tmp_path / "plain.onnx", tmp_path / "target.onnx"
    batches = [np.random.default_rng(seed).random(_SHAPE, np.float32) for seed in range(4)]
    onnx.save(source, str(plain))
    assert quantise(source, batches, target, tmp_path, last=1) == target
    exact, reduced = OnnxModel(plain, "finder"), OnnxModel(target, "finder")
    assert reduced.about == exact.about | {"bits": 8}
    expected, got = exact.run(batches[0])[0], reduced.run(batches[0])[0]
    assert np.abs(got - expected).max() < 0.05 * np.abs(expected).max()
    assert np.abs(got - expected).max() > 0
    stored = {tensor.name: tensor.data_type for tensor in onnx.load(str(target)).graph.initializer}
    assert stored["weights1"] == TensorProto.FLOAT
    assert "weights0" not in stored or stored["weights0"] == TensorProto.INT8


def test_a_finder_that_is_missing_or_computes_in_8_bits_already_is_named(tmp_path, capsys):
    model = tmp_path / "finder.onnx"
    assert main(["train", "finder", "--quantise", str(model)]) == 2
    source = network()
    about = {"kind": "finder", "classes": ["face", "back"], "threshold": 0.3, "most_overlap": 0.7, "bits": 8}
    source.metadata_props[0].value = json.dumps(about)
    onnx.save(source, str(model))
    before = model.read_bytes()
    assert main(["train", "finder", "--quantise", str(model)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert model.read_bytes() == before


def test_what_is_part_of_another_file_is_refused_with_the_reason(tmp_path, capsys):
    assert main(["train", "index", "--quantise", str(tmp_path / "model.onnx")]) == 2
    said = capsys.readouterr().err
    assert "part of the reader's file" in said
    assert "model.onnx" in said
