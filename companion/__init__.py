"""Table companion: watches a real card table and referees five trick-taking games."""

import os

# Packages that we use report on whoever uses them unless they are told not to, before they are imported. Nothing that
# happens at somebody's table is anybody's business: ONNX Runtime, and Ultralytics in the `train` extra.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
os.environ.setdefault("YOLO_OFFLINE", "true")

__version__ = "0.1.0"
