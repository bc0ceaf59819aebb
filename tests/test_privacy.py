"""Nothing that happens at somebody's table is told to anybody."""

import os
import subprocess
import sys

import onnxruntime
import pytest

from companion.errors import UnusableError
from companion.vision.reader import Reader


def test_loading_the_models_leaves_no_trace_for_others(tmp_path):
    places = {name: str(tmp_path / name) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    unset = {name: value for name, value in os.environ.items() if name not in ("ORT_DISABLE_TELEMETRY", "YOLO_OFFLINE")}
    command = "from companion.vision.reader import Reader; Reader.shipped()"
    subprocess.run([sys.executable, "-c", command], env=unset | places, check=True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_reports_to_the_system_are_switched_off_before_there_is_a_model(monkeypatch):
    done = []

    def begin(*_, **__):
        done.append("model")
        raise RuntimeError("that is all")

    monkeypatch.setattr(onnxruntime, "disable_telemetry_events", lambda: done.append("no reports"))
    monkeypatch.setattr(onnxruntime, "InferenceSession", begin)
    with pytest.raises(UnusableError, match="that is all"):
        Reader.shipped()
    assert done == ["no reports", "model"]
