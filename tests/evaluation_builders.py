"""Hand-made labels, seen cards and models for the tests of measuring."""

import json
from pathlib import Path

import numpy as np

from companion.cards import deck as deck_by_id
from companion.evaluation.labels import LabelledCard, LabelledPicture
from companion.resources import models_directory
from companion.vision.counter import OTHER, SHOWN
from companion.vision.naming import NamedCard
from companion.vision.onnx_model import OnnxModel
from companion.vision.refiner import MARGIN
from companion.vision.types import SeenCard

BLANK = np.full((480, 640, 3), 90, np.uint8)


def box(x, y, width=70, height=100):
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def seen(corners, *candidates, face_up=True, found=0.9):
    return SeenCard(np.asarray(corners, np.float32), face_up, found, tuple(candidates))


def named(corners, code, confidence=0.9, face_up=True):
    """Return a named card; without a code, a back or a face whose best guess is too unlikely to be a name."""
    if not face_up:
        return NamedCard(seen(corners, face_up=False), None, 0.9)
    card = seen(corners, (code or "AS", confidence))
    return NamedCard(card, code, confidence)


def label(name, corners=None, **more):
    return LabelledCard(name, None if corners is None else np.asarray(corners, np.float32), **more)


def picture(*cards, deck="french52", **more):
    return LabelledPicture("a picture", BLANK, deck, tuple(cards), **more)


class FakeEyes:
    """Sees the same cards in every picture, whatever the deck; keeps what it was asked."""

    waits = False

    def __init__(self, *cards, deck="french52"):
        self.cards, self.deck = list(cards), deck
        self.asked = []

    def look(self, image, deck, card_height=None):  # noqa: ARG002 (part of the protocol)
        self.asked.append((image.shape, deck))
        return list(self.cards)

    def look_for_deck(self, image):
        return (self.deck if any(card.face_up for card in self.cards) else None), self.look(image, self.deck)


def write_models(
    folder: Path, rows, chances, decks=("spanish48", "french52", "seven-suitors"), shown=OTHER
) -> list[str]:
    """Write a finder that always finds the same boxes, a refiner that leaves them, a reader that always reads one card.

    Nobody spots another card, and the corners of that card tell nothing.

    Args:
        folder: Where the files go.
        rows: Boxes in a finder's input 640 pixels wide: centre x, y, width, height, confidence, class (0 face, 1 back),
            angle; at other sizes they are found at the same places of the picture.
        chances: Chance by class of the reader, e.g. {"french52 AS": 0.9}; the rest is spread over the others.
        decks: What the reader can read.
        shown: What the counter says that the card shows, one of `SHOWN`.

    Returns:
        The options that choose them.
    """
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    boxes = np.zeros((1, 300, 7), np.float32)
    boxes[0, : len(rows)] = rows
    codes = [f"{deck} {code}" for deck in decks for code in deck_by_id(deck).codes]
    classes = [f"{code}{turned}" for code in codes for turned in ("", " turned")] + ["nothing"]
    rest = (1 - sum(chances.values())) / (len(classes) - len(chances))
    logits = np.log([chances.get(name, rest) for name in classes])

    def save(path, nodes, inputs, outputs, constants, about):
        graph = helper.make_graph(
            nodes,
            path.stem,
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in inputs.items()],
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs.items()],
            [numpy_helper.from_array(values, name) for name, values in constants.items()],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        model.metadata_props.add(key="companion", value=json.dumps(about))
        onnx.save(model, str(path))

    finder, reader = folder / "finder.onnx", folder / "reader.onnx"
    save(
        finder,
        [
            helper.make_node("Shape", ["images"], ["shape"]),
            helper.make_node("Gather", ["shape", "last"], ["whole_width"]),
            helper.make_node("Cast", ["whole_width"], ["width"], to=TensorProto.FLOAT),
            helper.make_node("Mul", ["width", "lengths"], ["scales"]),
            helper.make_node("Add", ["scales", "others"], ["factors"]),
            helper.make_node("Add", ["constant", "half"], ["from_the_edge"]),
            helper.make_node("Mul", ["from_the_edge", "factors"], ["scaled"]),
            helper.make_node("Sub", ["scaled", "half"], ["boxes"]),
        ],
        {"images": [1, 3, "h", "w"]},
        {"boxes": [1, 300, 7]},
        {
            "constant": boxes,
            # Middles of pixels are whole numbers, and pictures are scaled from edge to edge.
            "half": np.array([0.5, 0.5, 0, 0, 0, 0, 0], np.float32),
            "last": np.array(3, np.int64),
            "lengths": np.array([1, 1, 1, 1, 0, 0, 0], np.float32) / 640,
            "others": np.array([0, 0, 0, 0, 1, 1, 1], np.float32),
        },
        {"kind": "finder", "classes": ["face", "back"], "threshold": 0.5, "most_overlap": 0.8},
    )

    def save_constant(path, given, outputs, about):
        """Write a model that says the same of each thing of a size (channels, height, width), for every output."""
        said = {name: np.array([values], np.float32) for name, values in outputs.items()}
        save(
            path,
            [
                helper.make_node("ReduceMean", ["given"], ["means"], axes=[1, 2, 3], keepdims=0),
                helper.make_node("Mul", ["means", "nothing"], ["zeros"]),
                *(helper.make_node("Reshape", ["zeros", f"{name}_alike"], [f"{name}_zeros"]) for name in said),
                *(helper.make_node("Add", [f"{name}_zeros", f"{name}_of_all"], [name]) for name in said),
            ],
            {"given": ["n", *given]},
            {name: ["n", *values.shape[1:]] for name, values in said.items()},
            {
                "nothing": np.zeros((), np.float32),
                **{f"{name}_alike": np.array([-1, *[1] * (values.ndim - 1)]) for name, values in said.items()},
                **{f"{name}_of_all": values for name, values in said.items()},
            },
            about,
        )

    shipped = OnnxModel(models_directory() / "magnifier.onnx", "magnifier").about
    names = {what: shipped[what] for what in ("ranks", "suits")}
    low, high = MARGIN / (1 + 2 * MARGIN), (1 + MARGIN) / (1 + 2 * MARGIN)
    where_they_are = [low, low, high, low, high, high, low, high]
    reads = {"kind": "reader", "classes": classes, "temperature": 1.0}
    helpers = {kind: folder / f"{kind}.onnx" for kind in ("refiner", "spotter", "counter", "magnifier")}
    save_constant(reader, (3, 160, 112), {"logits": logits}, reads)
    close = {"corners": where_they_are, "kinds": [3, 3, -4]}
    save_constant(helpers["refiner"], (3, 96, 72), close, {"kind": "refiner"})
    nobody = {"heat": np.full((10, 8), -9.0), "places": np.zeros((4, 10, 8))}
    save_constant(helpers["spotter"], (5, 160, 120), nobody, {"kind": "spotter"})
    save_constant(
        helpers["counter"], (3, 160, 112), {"shown": [20.0 * (shown == one) for one in SHOWN]}, {"kind": "counter"}
    )
    alike = {what: np.zeros(len(of_it)) for what, of_it in names.items()}
    save_constant(helpers["magnifier"], (3, 72, 54), alike, {"kind": "magnifier", **names})
    files = {"finder": finder, "reader": reader, **helpers}
    return [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
