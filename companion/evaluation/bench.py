"""The stages that a frame goes through, and what they are compared with, ready to be timed."""

from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.evaluation.bench_frame import DECK, HEIGHT, WIDTH, BenchFrame
from companion.evaluation.rules_bench import one_hand
from companion.evaluation.timing import Stage
from companion.rules.games import game as game_by_id
from companion.rules.records import score
from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources, render_scene
from companion.table.session import TableSession
from companion.vision.eyes import ModelEyes
from companion.vision.onnx_model import OnnxModel
from companion.vision.rectify import rectify
from companion.vision.types import Image

FIND_AND_READ = "find and read, size known"
"""The stage that is compared with the one-stage baseline."""
_GREY = 114
_LEAST_CONFIDENCE = 0.25
_TRAINING_SCENE = (448, 352)
_GAME = "coins"
_NEVER_REACHED = 13
"""A hand has twelve coins, so it is played to its last card."""


def eyes_stages(eyes: ModelEyes, frame: BenchFrame) -> list[Stage]:
    """Return the stages of finding and reading on a frame with four cards."""
    image, corners, height = frame.image, frame.corners, frame.card_height
    remembering = eyes.watching()
    return [
        Stage("find, any size", lambda: eyes.finder.find(image)),
        Stage("find, size known", lambda: eyes.finder.find(image, height)),
        Stage("rectify four cards", lambda: [rectify(image, quad) for quad in corners]),
        Stage("rectify and read four cards", lambda: eyes.reader.read(image, corners, DECK)),
        Stage("find and read, any size", lambda: eyes.look(image, DECK)),
        Stage(FIND_AND_READ, lambda: eyes.look(image, DECK, height)),
        Stage("the same, cards lying still", lambda: remembering.look(image, DECK, height)),
    ]


def table_stage(eyes: ModelEyes, frame: BenchFrame) -> Stage:
    """Return the stage from boxes and readings to rulings: tracker, watcher, referee, on a trick that lies there."""
    seen = eyes.look(frame.image, DECK)
    session = TableSession(game_by_id(_GAME))
    looks = count()
    return Stage("tracker to referee", lambda: session.notice(seen, next(looks) * 0.1, (WIDTH, HEIGHT)))


def other_stages() -> list[Stage]:
    """Return what does not look at frames: rendering training scenes and scoring a written hand."""
    designs = {deck: [ProductDesign(deck)] for deck in ("spanish48", "french52")}
    sources = Sources(designs, dict.fromkeys(designs, 1.0), None)
    numbers = count()

    def render() -> object:
        return render_scene(np.random.default_rng(next(numbers)), sources, *_TRAINING_SCENE)

    record = one_hand(_GAME, 1, target=_NEVER_REACHED).record()
    return [
        Stage(f"render a scene of {_TRAINING_SCENE[0]} x {_TRAINING_SCENE[1]}", render, unit="scenes"),
        Stage(f"score a written hand of {_GAME.upper()}", lambda: score(record), unit="records"),
    ]


def baseline_stage(name: str, path: Path, kind: str, frame: Image, threads: int) -> Stage:
    """Return the one-stage detector on a frame: letterbox, network, and the boxes above a threshold.

    Args:
        name: Of its input size.
        path: The exported network (`companion.training.baseline`).
        kind: What the file says it is.
        frame: (H, W, 3) uint8 BGR.
        threads: Threads to use.

    Raises:
        UnusableError: The file is no such network.
    """
    model = OnnxModel(path, kind, threads)
    size = int(model.about["width"]), int(model.about["height"])

    def detect() -> object:
        raw = model.run(_letterbox(frame, *size))[0][0]
        best = raw[4:].max(axis=0)
        return raw[:, best >= _LEAST_CONFIDENCE]

    return Stage(f"one-stage yolo11n, {name}", detect)


def _letterbox(image: Image, width: int, height: int) -> Any:
    scale = min(width / image.shape[1], height / image.shape[0])
    size = round(image.shape[1] * scale), round(image.shape[0] * scale)
    padded = np.full((height, width, 3), _GREY, np.uint8)
    padded[: size[1], : size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(padded[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)
