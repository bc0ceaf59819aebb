"""Trains each of the networks of our own, for which Ultralytics has no task."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import torch

from companion.resources import models_directory
from companion.training.chunks import ChunkFolder
from companion.training.count_network import CountNetwork
from companion.training.index_network import IndexNetwork
from companion.training.magnifier_network import MagnifierNetwork
from companion.training.outliner import OutlinerNetwork
from companion.training.photographs import PHOTOGRAPHS
from companion.training.refiner import RefinerNetwork
from companion.training.refiner_data import Quad
from companion.training.spotter import SpotterNetwork

if TYPE_CHECKING:
    from companion.training.plan import Plan

Train = Callable[["Plan", Path, Callable[[str], None]], None]
"""Trains what a plan asks for on the folder of its data; tells of its progress, a line at a time."""


def _refiner(plan: "Plan", data: Path, tell: Callable[[str], None]) -> None:
    from companion.training.lookalikes import find_lookalikes
    from companion.training.proposals import find_proposals
    from companion.training.refiner import train_refiner
    from companion.vision.finder import Finder

    torch.set_num_threads(plan.threads)
    empty: Sequence[tuple[Path, Sequence[Quad]]] = ()
    finder = Finder.shipped()
    if plan.backgrounds is not None:
        empty = find_lookalikes(plan.backgrounds, finder, plan.run / "lookalikes.json", tell)
    folders = {
        data / part: find_proposals(ChunkFolder(data / part), finder, plan.run / cache, tell)
        for part, cache in (("train", "proposals"), (PHOTOGRAPHS, f"proposals-{PHOTOGRAPHS}"))
        if (data / part).is_dir()
    }
    train_refiner(folders, plan.seed, empty, plan.schedule, tell, kinds_only=plan.kinds_only)


def _outliner(plan: "Plan", data: Path, tell: Callable[[str], None]) -> None:
    from companion.training.outliner import train_outliner
    from companion.training.proposals import find_proposals
    from companion.vision.finder import Finder
    from companion.vision.refiner import Refiner

    torch.set_num_threads(plan.threads)
    scenes, cache, refiner = data / "train", plan.run / "proposals", models_directory() / "refiner.pt"
    proposals = find_proposals(ChunkFolder(scenes), Finder.shipped(), cache, tell, Refiner.shipped())
    train_outliner(scenes, refiner if refiner.is_file() else None, plan.seed, proposals, plan.schedule, tell)


def _spotter(plan: "Plan", data: Path, tell: Callable[[str], None]) -> None:
    from companion.training.known_cards import find_known
    from companion.training.spotter import train_spotter
    from companion.vision.finder import Finder
    from companion.vision.outliner import Outliner
    from companion.vision.refined_finder import RefinedFinder
    from companion.vision.refiner import Refiner

    torch.set_num_threads(plan.threads)
    scenes, refiner = data / "train", models_directory() / "refiner.pt"
    finder = RefinedFinder(Finder.shipped(), Refiner.shipped(), Outliner.shipped(), None)
    known = find_known(ChunkFolder(scenes), finder, plan.run / "known", tell)
    train_spotter(scenes, refiner if refiner.is_file() else None, plan.seed, known, plan.schedule, tell)


def _index(plan: "Plan", data: Path, tell: Callable[[str], None]) -> None:
    from companion.training.index import train_index

    torch.set_num_threads(plan.threads)
    train_index(data / "train", plan.seed, plan.schedule, tell)


def _counter(plan: "Plan", data: Path, tell: Callable[[str], None]) -> None:
    from companion.training.count import train_count
    from companion.training.export import load_network

    torch.set_num_threads(plan.threads)
    reader = models_directory() / "reader.pt"
    train_count(data / "train", load_network(reader) if reader.is_file() else None, plan.seed, plan.schedule, tell)


def _magnifier(plan: "Plan", data: Path, tell: Callable[[str], None]) -> None:
    from companion.training.export import load_index
    from companion.training.magnifier import train_magnifier

    torch.set_num_threads(plan.threads)
    index = models_directory() / "index.pt"
    train_magnifier(data / "train", load_index(index) if index.is_file() else None, plan.seed, plan.schedule, tell)


OWN: Mapping[str, Train] = MappingProxyType(
    {
        "refiner": _refiner,
        "outliner": _outliner,
        "spotter": _spotter,
        "index": _index,
        "counter": _counter,
        "magnifier": _magnifier,
    }
)
"""By kind."""

NETWORKS: Mapping[str, Callable[[], torch.nn.Module]] = MappingProxyType(
    {
        "refiner": RefinerNetwork,
        "outliner": OutlinerNetwork,
        "spotter": SpotterNetwork,
        "index": IndexNetwork,
        "counter": CountNetwork,
        "magnifier": MagnifierNetwork,
    }
)
"""What each of them trains, by kind."""
