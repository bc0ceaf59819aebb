"""Networks in ONNX files: what comes out does not depend on how their work is shared out."""

import gc
import os
import threading
from functools import partial

import numpy as np
import pytest

from companion import resources
from companion.errors import UnusableError
from companion.language import language
from companion.resources import models_directory
from companion.vision.onnx_model import POOL, OnnxModel

load = partial(OnnxModel, models_directory() / "reader.onnx", "reader")


@pytest.mark.parametrize("cards", [1, 2, 5])
def test_cards_read_side_by_side_are_read_as_one_after_the_other(cards):
    batch = np.random.default_rng(cards).random((cards, 3, 160, 112), np.float32)
    alone, shared = load(threads=1), load(threads=3, side_by_side=True)
    for whole, parts in zip(alone.run(batch), shared.run(batch), strict=True):
        np.testing.assert_allclose(parts, whole, atol=1e-4)


def test_a_batch_that_the_network_cannot_take_is_refused_whoever_runs_it():
    network = load(threads=2, side_by_side=True)
    with pytest.raises(Exception, match="invalid dimensions"):
        network.run(np.zeros((2, 3, 8, 8), np.float32))
    assert len(network.run(np.zeros((2, 3, 160, 112), np.float32))[0]) == 2


def test_a_network_takes_its_threads_with_it():
    before = set(threading.enumerate())
    network = load(threads=3, side_by_side=True)
    network.run(np.zeros((3, 3, 160, 112), np.float32))
    its_threads = [thread for thread in threading.enumerate() if thread not in before]
    assert all(thread.name.startswith(POOL) for thread in its_threads)
    # A thread that was done with its part before the next one was handed out takes that, too.
    assert 1 <= len(its_threads) <= 2
    del network
    gc.collect()
    for thread in its_threads:
        thread.join(60)
        assert not thread.is_alive()


@pytest.mark.parametrize(
    "content", [b"", b"no model at all", (models_directory() / "counter.onnx").read_bytes()[:5000]]
)
def test_a_damaged_model_says_what_to_do_in_the_language_of_the_window(tmp_path, content):
    path = tmp_path / "reader.onnx"
    path.write_bytes(content)
    with pytest.raises(UnusableError, match=r"reader\.onnx.*install the companion again") as failure:
        OnnxModel(path, "reader")
    assert "reader.onnx" in failure.value.told(language("es"))
    assert "instale el programa de nuevo" in failure.value.told(language("es"))
    assert "réinstallez le programme" in failure.value.told(language("fr"))
    assert "le fichier est abîmé" in failure.value.told(language("fr"))
    assert "ONNX" not in failure.value.told(language("es"))


def test_that_the_models_are_missing_is_told_in_the_language_of_the_window(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "somewhere" / "companion")
    with pytest.raises(UnusableError, match="the models are missing: install the companion again") as failure:
        models_directory()
    assert "vuelva a instalar el programa" in failure.value.told(language("es"))
    assert "réinstallez le programme" in failure.value.told(language("fr"))


def test_a_model_that_may_not_be_read_is_not_called_damaged(tmp_path):
    path = tmp_path / "reader.onnx"
    path.write_bytes((models_directory() / "reader.onnx").read_bytes()[:5000])
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("whoever runs this may read everything")
    with pytest.raises(UnusableError, match="access is not permitted"):
        OnnxModel(path, "reader")


def test_a_model_of_another_kind_says_what_to_do_in_the_language_of_the_window():
    with pytest.raises(UnusableError, match="is no finder model of the companion; install") as failure:
        OnnxModel(models_directory() / "reader.onnx", "finder")
    assert "instale el programa de nuevo" in failure.value.told(language("es"))
