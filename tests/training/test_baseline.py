"""The one-stage network that the companion is timed against."""

import importlib.util

import numpy as np
import pytest

from companion.evaluation.bench import baseline_stage
from companion.vision.onnx_model import OnnxModel

NEEDED = ("torch", "ultralytics", "onnx")


@pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)
@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
def test_the_baseline_is_a_detector_of_a_hundred_classes_in_both_sizes(tmp_path):
    from companion.training.baseline import CLASSES, KIND, SIZES, export_baselines

    files = export_baselines(tmp_path)
    assert set(files) == set(SIZES)
    for name, (height, width) in SIZES.items():
        (output,) = OnnxModel(files[name], KIND).run(np.zeros((1, 3, height, width), np.float32))
        places = height * width // 64 * 21 // 16
        assert output.shape == (1, 4 + CLASSES, places)
    stage = baseline_stage("640 x 384", files["640 x 384"], KIND, np.zeros((1080, 1920, 3), np.uint8), 1)
    assert stage.name == "one-stage yolo11n, 640 x 384"
    stage.run()
