"""Training of the finder and the reader (needs the `train` extra)."""

import os

# Ultralytics tells of its settings, of itself and of every layer, much of it as it is imported. What people need of a
# training is told by `ultralytics_quiet`.
os.environ.setdefault("YOLO_VERBOSE", "false")
