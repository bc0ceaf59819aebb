"""A new model beside the one in use, before it may take its place."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.evaluation.matching import corner_error
from companion.evaluation.photos import photo_sets
from companion.evaluation.running import tally_set
from companion.evaluation.scoring import SURE, rate
from companion.training.chunks import Chunk, ChunkFolder
from companion.training.finder_data import CLASSES
from companion.training.kept_out import is_kept_out
from companion.training.reader_data import NOTHING, class_names
from companion.training.refiner_data import misplaced
from companion.training.sessions import KEPT
from companion.vision.boxes import one_to_one, overlap
from companion.vision.counter import COURT, SHOWN, Counter
from companion.vision.eyes import ModelEyes
from companion.vision.finder import Finder
from companion.vision.reader import Reader
from companion.vision.refiner import KINDS, RefinedFinder, Refiner
from companion.vision.types import Detections

_LOST = 0.005
"""How much worse a measure may be before it counts: what another order of the pictures makes."""
_SAME_CARD = 0.5
_MOST_SCENES = 150
"""Scenes looked at for finder and refiner: a minute of one core."""

Measures = dict[str, float]
"""By name. Those called errors are better when lower, all others when higher; all are parts of 1."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One measure of two models."""

    measure: str
    before: float
    after: float

    @property
    def is_worse(self) -> bool:
        """Whether the new model loses by more than chance."""
        lost = self.after - self.before if "error" in self.measure else self.before - self.after
        return lost > _LOST


def compare(kind: str, new: Path, models: Path, data: Path, photos: Path | None) -> list[Difference]:
    """Measure the model in use and a new one on the same pictures, none of which was trained on.

    Args:
        kind: finder, refiner, reader or counter.
        new: The exported new model.
        models: Folder of the models in use.
        data: The run's data: its chunk of the `val` part is looked at.
        photos: Labelled photographs, of which those of the `fit` part are looked at that no training learns from; None
            looks at rendered pictures alone.

    Returns:
        The measures that both models have; classes that only the new one knows are left out.
    """
    store = ChunkFolder(data / "val")
    chunk = store.load(store.numbers()[0])
    before, after = (_measures(kind, path, chunk) for path in (models / f"{kind}.onnx", new))
    kept = ChunkFolder(data / KEPT)
    if kind == "reader" and kept.numbers():
        for measures, path in ((before, models / "reader.onnx"), (after, new)):
            own = _of_reader(path, kept.load(kept.numbers()[0]))
            measures |= {f"kept-out crops of the sessions, {name}": value for name, value in own.items()}
    if photos is not None:
        files = {name: models / f"{name}.onnx" for name in ("finder", "refiner", "reader", "counter")}
        before |= _on_photographs(files, photos)
        after |= _on_photographs({**files, kind: new}, photos)
    return [Difference(name, before[name], after[name]) for name in before if name in after]


def _measures(kind: str, model: Path, chunk: Chunk) -> Measures:
    return {"finder": _of_finder, "refiner": _of_refiner, "reader": _of_reader, "counter": _of_counter}[kind](
        model, chunk
    )


def _of_reader(path: Path, chunk: Chunk) -> Measures:
    reader = Reader(path)
    names = [class_names()[kind] for kind in chunk.labels["kind"]]
    measures: Measures = {}
    sure = sure_right = 0
    for deck in reader.decks:
        rows = [row for row, name in enumerate(names) if name.startswith(f"{deck} ")]
        if not rows:
            continue
        readings = reader.readings(reader.perceive([chunk.images[row] for row in rows]), deck)
        truths = [names[row].split()[1] for row in rows]
        guesses = [readings.codes[index] for index in readings.probabilities.argmax(axis=1)]
        right = np.array([guess == truth for guess, truth in zip(guesses, truths, strict=True)])
        certain = readings.probabilities.max(axis=1) >= SURE
        sure, sure_right = sure + int(certain.sum()), sure_right + int((certain & right).sum())
        measures[f"{deck}: likeliest card right"] = float(right.mean())
    empty = [row for row, name in enumerate(names) if name == NOTHING]
    if empty:
        readings = reader.readings(reader.perceive([chunk.images[row] for row in empty]), reader.decks[0])
        measures["no card: seen to be none"] = float((readings.nothing > 0.5).mean())
    measures["readings that are sure: right"] = rate(sure_right, sure) or 0.0
    return measures


def _scenes(chunk: Chunk) -> Iterator[tuple[int, "np.ndarray[tuple[int, ...], np.dtype[np.intp]]"]]:
    for picture in range(min(len(chunk.images), _MOST_SCENES)):
        yield picture, np.flatnonzero(chunk.labels["picture"] == picture)


def _of_finder(path: Path, chunk: Chunk) -> Measures:
    finder = Finder(path)
    cards = found = given = 0
    errors: list[float] = []
    for picture, rows in _scenes(chunk):
        seen = finder.find(np.asarray(chunk.images[picture]))
        truths = [(chunk.labels["corners"][row], CLASSES[int(chunk.labels["kind"][row])]) for row in rows]
        matched = _matched(seen, truths)
        cards, found, given = cards + len(truths), found + len(matched), given + len(seen)
        errors += matched
    return {
        "cards found": rate(found, cards) or 0.0,
        "boxes that are cards": rate(found, given) or 0.0,
        "error of corners, in heights": float(np.mean(errors)) if errors else 1.0,
    }


def _matched(
    seen: Detections, truths: "Sequence[tuple[np.ndarray[tuple[int, ...], np.dtype[np.generic]], str]]"
) -> list[float]:
    """Return the corner errors of boxes that fit cards, paired one to one, what overlaps most first."""
    fitting = (
        (-shared, card, box)
        for card, (quad, kind) in enumerate(truths)
        for box in np.flatnonzero(seen.face_up == (kind == "face")).tolist()
        if (shared := overlap(seen.corners[box], np.asarray(quad, np.float32))) > _SAME_CARD
    )
    return [
        corner_error(np.asarray(truths[card][0], np.float32), seen.corners[box])
        for card, box in one_to_one(fitting).items()
    ]


def _of_refiner(path: Path, chunk: Chunk) -> Measures:
    refiner = Refiner(path)
    rng = np.random.default_rng(0)
    errors: list[float] = []
    kinds: list[bool] = []
    for picture, rows in _scenes(chunk):
        truths = chunk.labels["corners"][rows].astype(np.float32)
        boxes = np.array([misplaced(rng, truth.astype(np.float64)) for truth in truths]).reshape(-1, 4, 2)
        refined = refiner.refine(np.asarray(chunk.images[picture]), boxes)
        errors += [corner_error(truth, box) for truth, box in zip(truths, refined.corners, strict=True)]
        sides = [KINDS.index(CLASSES[int(chunk.labels["kind"][row])]) for row in rows]
        kinds += (refined.kinds.argmax(axis=1) == sides).tolist()
    return {
        "error of corners, in heights": float(np.mean(errors)),
        "median error of corners": float(np.median(errors)),
        "sides told": float(np.mean(kinds)),
    }


def _of_counter(path: Path, chunk: Chunk) -> Measures:
    shown = chunk.labels["shown"].astype(np.intp)
    right = Counter(path).count(list(chunk.images)).argmax(axis=1) == shown
    numbers = shown < SHOWN.index(COURT)
    return {"numbers counted": float(right[numbers].mean()), "all else told": float(right[~numbers].mean())}


def _on_photographs(files: dict[str, Path], photos: Path) -> Measures:
    finder = RefinedFinder(Finder(files["finder"]), Refiner(files["refiner"]))
    eyes = ModelEyes(finder, Reader(files["reader"], counter=Counter(files["counter"])))
    measures: Measures = {}
    for pictures in photo_sets(photos, "fit", is_kept_out):
        tally = tally_set(eyes, pictures, lambda _: None)
        where = f"photographs of {pictures.source}"
        measures[f"{where}: cards found"] = rate(tally.faces_found, tally.faces) or 0.0
        measures[f"{where}: faces that are cards"] = (
            rate(tally.faces_found, tally.faces_found + tally.faces_invented) or 0.0
        )
        measures[f"{where}: identity"] = rate(tally.identified, tally.readable) or 0.0
    return measures


def report(kind: str, differences: Sequence[Difference], plot: Path | None, tell: Callable[[str], None]) -> str:
    """Return a comparison as Markdown, and tell its outcome in a line."""
    lines = [
        f"# {kind}: the new model beside the one in use",
        "",
        "| measure | in use | new | |",
        "| --- | ---: | ---: | --- |",
    ]
    for row in differences:
        verdict = "worse" if row.is_worse else ""
        lines.append(f"| {row.measure} | {row.before:.1%} | {row.after:.1%} | {verdict} |")
    if plot is not None:
        lines += ["", f"![Losses and measures over the minutes]({plot.name})"]
    worse = [row.measure for row in differences if row.is_worse]
    outcome = f"worse in: {', '.join(worse)}" if worse else "nowhere worse than the model in use"
    tell(f"the new {kind} is {outcome}")
    return "\n".join([*lines, "", f"The new model is {outcome}.", ""])
