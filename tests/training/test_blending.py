"""Less of what a fine-tuned network has learned."""

import pytest

torch = pytest.importorskip("torch", reason="training needs the train extra")

from companion.training import blending  # noqa: E402


def checkpoint(path, weight, seen):
    network = torch.nn.Sequential(torch.nn.Linear(2, 1, bias=False), torch.nn.BatchNorm1d(1))
    with torch.no_grad():
        network[0].weight[:] = weight
        network[1].num_batches_tracked[...] = seen
    torch.save({"model": network, "train_args": {"task": "classify"}}, path)
    return path


@pytest.mark.parametrize(("share", "weight"), [(0.0, 1.0), (0.25, 1.5), (1.0, 3.0)])
def test_a_blend_lies_between_what_was_known_and_what_was_learned(tmp_path, share, weight):
    known, learned = checkpoint(tmp_path / "known.pt", 1.0, 10), checkpoint(tmp_path / "learned.pt", 3.0, 20)
    before = known.read_bytes()
    blending.blend(known, learned, share, tmp_path / "blended.pt")
    blended = torch.load(tmp_path / "blended.pt", weights_only=False)
    assert blended["model"][0].weight.tolist() == [[pytest.approx(weight)] * 2]
    assert int(blended["model"][1].num_batches_tracked) == 20
    assert blended["train_args"] == {"task": "classify"}
    assert known.read_bytes() == before
