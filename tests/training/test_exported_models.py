"""Exported models see what the networks see that were trained."""

import importlib.util

import numpy as np
import pytest

from companion.resources import models_directory

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)


@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
@pytest.mark.parametrize("size", [(256, 448), (64, 32)])
def test_an_exported_finder_says_the_same_of_the_best_places_as_the_network(tmp_path, size) -> None:
    import torch

    from companion.synth.drawn import ProductDesign
    from companion.synth.scene import Sources, render_scene
    from companion.training.trainer import mend_torchvision

    mend_torchvision()
    from companion.training.export import export_finder, load_network
    from companion.vision.finder import Finder
    from companion.vision.onnx_model import OnnxModel

    checkpoint, exported = models_directory() / "finder.pt", tmp_path / "finder.onnx"
    export_finder(checkpoint, exported, {"threshold": 0.12, "most_overlap": 0.7})
    height, width = size
    sources = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)
    image = render_scene(np.random.default_rng(3), sources, width, height, sizes=(0.3, 0.6), empty=0).image
    batch = np.ascontiguousarray(image[..., ::-1].transpose(2, 0, 1)[None], np.float32) / 255

    network = load_network(checkpoint)
    network.model[-1].end2end = True
    with torch.no_grad():
        wanted = network(torch.from_numpy(batch))[0][0].numpy()
    places = OnnxModel(exported, "finder", 1).run(batch)[0][0]

    assert len(places) == sum(height * width // stride**2 for stride in (8, 16, 32))
    best = places[np.argsort(-places[:, 4])[:5]]
    for row in best:
        # Ultralytics' head names a place twice where both classes may be there.
        same = wanted[(np.abs(wanted[:, :2] - row[:2]).max(axis=1) < 0.05) & (wanted[:, 5] == row[5])]
        # What the coarsest places say is multiplied by 32, so a box may be off by so much more as it is larger.
        assert np.isclose(same, row, rtol=1e-3, atol=0.02).all(axis=1).any()
    assert wanted[0, 4] == pytest.approx(best[0, 4], abs=2e-3)
    assert len(Finder(exported).find(image, card_height=0.45 * height)) >= (1 if height > 100 else 0)
