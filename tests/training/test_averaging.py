"""Networks between two of the same kind."""

import importlib.util

import numpy as np
import pytest

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)


def refiner(path, seed):
    import torch

    from companion.training.refiner import RefinerNetwork

    torch.manual_seed(seed)
    torch.save({"averaged": RefinerNetwork().state_dict(), "steps": seed}, path)
    return path


def test_every_weight_lies_between_the_two_by_its_share(tmp_path):
    import torch

    from companion.training.averaging import average

    new, old = refiner(tmp_path / "new.pt", 1), refiner(tmp_path / "old.pt", 2)
    target = average(new, old, 0.25, tmp_path / "mean.pt")
    mean, first, second = (torch.load(path)["averaged"]["body.0.0.weight"].numpy() for path in (target, new, old))
    assert not np.allclose(first, second)
    np.testing.assert_allclose(mean, 0.75 * first + 0.25 * second, atol=1e-6)
    assert torch.load(target)["steps"] == 1, "all else is the trained one's"


def test_another_network_is_refused(tmp_path):
    import torch

    from companion.errors import UnusableError
    from companion.training.averaging import average

    new = refiner(tmp_path / "new.pt", 1)
    torch.save({"averaged": {"body.0.0.weight": torch.zeros(3)}}, tmp_path / "other.pt")
    with pytest.raises(UnusableError, match=r"other\.pt"):
        average(new, tmp_path / "other.pt", 0.5, tmp_path / "mean.pt")
    assert not (tmp_path / "mean.pt").exists()


@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
def test_a_shipped_finder_averaged_with_itself_is_itself(tmp_path):
    from companion.resources import models_directory
    from companion.training.averaging import average
    from companion.training.export import load_network
    from companion.training.trainer import mend_torchvision

    mend_torchvision()
    shipped = models_directory() / "finder.pt"
    same = load_network(average(shipped, shipped, 0.4, tmp_path / "same.pt")).state_dict()
    for name, value in load_network(shipped).state_dict().items():
        np.testing.assert_allclose(value.numpy(), same[name].numpy(), atol=1e-3)
