"""Models in ONNX files, run by ONNX Runtime on the CPU."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime

from companion.errors import UnusableError
from companion.language import mark
from companion.refusals import refused

METADATA_KEY = "companion"
"""Key of the model file's metadata under which our JSON lies."""

POOL = "network"
"""How the names of threads begin that share a batch out; they end when nothing refers to their model any more."""

_DAMAGE = ("INVALID_PROTOBUF", "INVALID_ARGUMENT", "INVALID_GRAPH")
"""What ONNX Runtime calls a content that is not that of a model."""

_NOT_RUN = mark("ONNX Runtime does not run it: {told}")

FloatTensor = npt.NDArray[np.float32]

_AWAKE_US = 100
"""Microseconds that an idle thread of a model waits awake for its next piece of work."""


def default_threads() -> int:
    """Return how many threads a model may use: every core up to four; more gain little on nets this small."""
    return max(1, min(os.cpu_count() or 1, 4))


class OnnxModel:
    """One network and what its makers wrote about it.

    Attributes:
        path: The file.
        about: Our metadata, e.g. `kind` ("finder", "reader") and `classes`.
        outputs: Names of the network's outputs, in their order.
    """

    def __init__(self, path: Path, kind: str, threads: int | None = None, *, side_by_side: bool = False) -> None:
        """Load a model.

        Args:
            path: The ONNX file.
            kind: The kind the model must say it is.
            threads: Threads to use; None for `default_threads`.
            side_by_side: Share a batch out among the threads, each of which takes its part through the whole network.
                They then need not wait for each other after every layer; a batch of one has one thread alone.

        Raises:
            UnusableError: The file is missing, no model, or a model of another kind.
        """
        if not path.is_file():
            raise UnusableError(
                mark("{name}: the {kind} model is missing; install the companion again or train one"),
                name=path,
                kind=kind,
            )
        self._threads = threads or default_threads()
        self._others = ThreadPoolExecutor(self._threads - 1, POOL) if side_by_side and self._threads > 1 else None
        # What the environment says of it counts everywhere but on Windows, where it reports to the system.
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1 if side_by_side else self._threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Threads that wait awake between two layers save a quarter of the time; longer than that they would take the
        # cores from each other's models, the camera and the window.
        options.add_session_config_entry("session.intra_op.allow_spinning", "1")
        options.add_session_config_entry("session.intra_op.spin_duration_us", str(_AWAKE_US))
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # ONNX Runtime raises classes of its own, undocumented ones among them
            raise UnusableError(
                mark("{name}: is no {kind} model that can be read ({reason}); install the companion again"),
                name=path,
                kind=kind,
                reason=_refusal(path, error),
            ) from error
        self.path = path
        self.about = self._read_about(kind)
        self._input = self._session.get_inputs()[0].name
        self.outputs = tuple(output.name for output in self._session.get_outputs())

    def _read_about(self, kind: str) -> dict[str, Any]:
        text = self._session.get_modelmeta().custom_metadata_map.get(METADATA_KEY)
        try:
            about: dict[str, Any] = json.loads(text) if text else {}
        except ValueError:
            about = {}
        if about.get("kind") != kind:
            raise UnusableError(
                mark("{name}: is no {kind} model of the companion; install the companion again (it says: {other})"),
                name=self.path,
                kind=kind,
                other=str(about.get("kind")),
            )
        return about

    def named(self, batch: FloatTensor) -> dict[str, FloatTensor]:
        """Run the network like `run` and return its outputs by name: models may gain outputs."""
        return dict(zip(self.outputs, self.run(batch), strict=True))

    def run(self, batch: FloatTensor) -> list[FloatTensor]:
        """Run the network on (N, 3, H, W) float32 RGB in 0..1 and return all its outputs."""
        if self._others is None or len(batch) < 2:
            return self._run(batch)
        own, *parts = np.array_split(batch, min(self._threads, len(batch)))
        waited_for = [self._others.submit(self._run, part) for part in parts]
        done = [self._run(own), *(other.result() for other in waited_for)]
        return [np.concatenate(outputs) for outputs in zip(*done, strict=True)]

    def _run(self, batch: FloatTensor) -> list[FloatTensor]:
        outputs: list[FloatTensor] = self._session.run(None, {self._input: batch})
        return outputs


def _refusal(path: Path, error: Exception) -> UnusableError:
    """Return why a file is no model that can be run; ONNX Runtime says it in English, and for programmers."""
    try:
        with path.open("rb"):
            pass
    except OSError as closed:
        return refused(closed)
    told = str(error).splitlines()[0]
    damaged = any(sign in told for sign in _DAMAGE)
    return UnusableError(mark("the file is damaged")) if damaged else UnusableError(_NOT_RUN, told=told)


def as_chances(logits: FloatTensor) -> FloatTensor:
    """Return the chances that (N, C) logits stand for; rows sum to 1."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: FloatTensor = powers / powers.sum(axis=1, keepdims=True)
    return chances
