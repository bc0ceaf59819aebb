"""The networks that can be trained, as data: what each learns from, and how."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.synth.scene import Sources
from companion.training import finder_data
from companion.training.chunks import MakeChunk
from companion.training.count_data import CountChunkMaker
from companion.training.finder_data import SCENES_A_CHUNK, FinderChunkMaker, OutlineChunkMaker
from companion.training.magnifier_data import ROOM, MagnifierChunkMaker
from companion.training.reader_data import CROPS_A_CHUNK, ReaderChunkMaker
from companion.vision import magnifier
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH


@dataclass(frozen=True)
class Kind:
    """One of them.

    Attributes:
        maker: Makes the chunks of pictures that it learns from.
        pictures_a_chunk: How many pictures a chunk holds.
        settings: Of Ultralytics; empty for the networks that we train ourselves.
        about: What the exported file says beside its training.
        model: The exported file that it goes into; what reads indices is a part of the reader.
        size: Of what is rendered, as an array.
        labels: Of what is rendered that it learns from.
    """

    maker: Callable[[Sources, int], MakeChunk]
    pictures_a_chunk: int
    settings: Mapping[str, Any]
    about: Mapping[str, Any]
    model: str
    size: tuple[int, ...]
    labels: frozenset[str]


_TEMPERATURE = {"temperature": 0.85}
_SCENE, _CROP = (finder_data.HEIGHT, finder_data.WIDTH, 3), (CROP_HEIGHT, CROP_WIDTH, 3)
_CORNERS = (2, magnifier.HEIGHT + 2 * ROOM, magnifier.WIDTH + 2 * ROOM, 3)
_CARDS, _KIND = frozenset({"corners", "kind", "picture"}), frozenset({"kind"})

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "finder": Kind(
            FinderChunkMaker,
            SCENES_A_CHUNK,
            {"model": "yolo26n-obb.yaml", "imgsz": 448, "batch": 16, "nbs": 16, "lr0": 0.0012, "angle": 4.0},
            {"threshold": 0.03, "most_overlap": 0.7},
            "finder",
            _SCENE,
            _CARDS,
        ),
        "reader": Kind(
            ReaderChunkMaker,
            CROPS_A_CHUNK,
            {"model": "yolo26n-cls.yaml", "imgsz": 160, "batch": 96, "nbs": 96, "lr0": 0.002},
            _TEMPERATURE,
            "reader",
            _CROP,
            _KIND,
        ),
        "index": Kind(ReaderChunkMaker, CROPS_A_CHUNK, {}, _TEMPERATURE, "reader", _CROP, _KIND),
        "refiner": Kind(FinderChunkMaker, SCENES_A_CHUNK, {}, {}, "refiner", _SCENE, _CARDS),
        "outliner": Kind(OutlineChunkMaker, SCENES_A_CHUNK, {}, {}, "outliner", _SCENE, _CARDS | {"visible"}),
        "spotter": Kind(OutlineChunkMaker, SCENES_A_CHUNK, {}, {}, "spotter", _SCENE, _CARDS | {"visible"}),
        "counter": Kind(CountChunkMaker, CROPS_A_CHUNK, {}, {}, "counter", _CROP, frozenset({"shown"})),
        "magnifier": Kind(MagnifierChunkMaker, CROPS_A_CHUNK, {}, {}, "magnifier", _CORNERS, _KIND),
    }
)
