"""Nothing that happens at somebody's table is told to anybody."""

import os
import subprocess
import sys


def test_loading_the_models_leaves_no_trace_for_others(tmp_path):
    places = {name: str(tmp_path / name) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    unset = {name: value for name, value in os.environ.items() if name not in ("ORT_DISABLE_TELEMETRY", "YOLO_OFFLINE")}
    command = "from companion.vision.reader import Reader; Reader.shipped()"
    subprocess.run([sys.executable, "-c", command], env=unset | places, check=True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
