"""Training of networks of our own."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the train extra")


def trained(folder, **more):
    from companion.training.own_trainer import Schedule, open_run, train

    schedule = Schedule(folder / "last.pt", 0.002, "cpu", more.get("init"), more.get("resume", False))
    network = torch.nn.Linear(2, 1)

    def learn(network, batch):
        loss = network(batch[0]).square().mean()
        return loss, {"loss": float(loss.detach())}

    batch = [torch.ones(1, 2)]
    train(open_run(network, schedule, 0.01), iter(lambda: batch, None), learn, schedule, lambda _: None)
    return (folder / "results.jsonl").read_text("utf-8").splitlines()


def test_the_progress_of_a_new_run_does_not_go_on_from_another_ones(tmp_path):
    assert len(trained(tmp_path)) == 1
    assert len(trained(tmp_path)) == 1


def test_a_run_whose_checkpoint_is_of_another_network_cannot_be_gone_on_with_whatever_it_begins_with(tmp_path):
    from companion.errors import UnusableError

    torch.save({"network": torch.nn.Linear(3, 3).state_dict()}, tmp_path / "last.pt")
    with pytest.raises(UnusableError, match=r"last\.pt: .*; train without --resume"):
        trained(tmp_path, resume=True)


@pytest.mark.parametrize("content", [b"nothing", b""])
def test_a_checkpoint_that_is_none_is_named(tmp_path, content):
    from companion.errors import UnusableError

    (tmp_path / "bad.pt").write_bytes(content)
    with pytest.raises(UnusableError, match=r"bad\.pt"):
        trained(tmp_path, init=tmp_path / "bad.pt")


def test_a_checkpoint_of_another_network_is_named(tmp_path):
    from companion.errors import UnusableError

    torch.save({"averaged": torch.nn.Linear(3, 3).state_dict()}, tmp_path / "other.pt")
    with pytest.raises(UnusableError, match=r"other\.pt"):
        trained(tmp_path, init=tmp_path / "other.pt")


def test_a_checkpoint_for_which_there_is_no_room_leaves_the_one_before(tmp_path, full_disk):
    from companion.errors import UnusableError
    from companion.training.checkpoints import write_checkpoint

    target = tmp_path / "last.pt"
    write_checkpoint({"steps": 1}, target)
    with pytest.raises(UnusableError, match=r"last\.pt: cannot be written"):
        write_checkpoint({"steps": 2, "weights": torch.zeros(10_000)}, target)
    assert torch.load(target, weights_only=True) == {"steps": 1}
    assert list(tmp_path.iterdir()) == [target]


def test_a_box_around_two_cards_counts_for_one_of_them():
    pytest.importorskip("ultralytics", reason="needs the train extra")
    from companion.training.comparison import _matched
    from companion.vision.types import Detections

    card = np.array([[0, 0], [60, 0], [60, 100], [0, 100]], np.float32)
    seen = Detections(card[None], np.array([0.9], np.float32), np.array([True]))
    assert len(_matched(seen, [(card, "face"), (card + 3, "face")])) == 1
    assert _matched(seen, [(card, "back")]) == []
