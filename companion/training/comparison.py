"""A new model beside the one in use, before it may take its place."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from companion.evaluation.matching import corner_error
from companion.evaluation.photos import photo_sets
from companion.evaluation.running import examine
from companion.evaluation.scoring import SURE, Tally
from companion.training.chunks import Chunk, ChunkFolder
from companion.training.finder_data import CLASSES
from companion.training.kept_out import is_kept_out
from companion.training.outline_data import COVERED
from companion.training.reader_data import NOTHING, TURNED, class_names
from companion.training.refiner_data import Quad, misplaced, part_of
from companion.training.sessions import KEPT
from companion.vision.boxes import drop_repeated, one_to_one, overlap
from companion.vision.counter import COURT, SHOWN, Counter
from companion.vision.eyes import ModelEyes
from companion.vision.finder import Finder
from companion.vision.magnifier import INSET, Magnifier
from companion.vision.opinions import places_by_deck
from companion.vision.outliner import Outliner
from companion.vision.poses import settled
from companion.vision.reader import Reader
from companion.vision.refined_finder import RefinedFinder
from companion.vision.refiner import KINDS, Refiner
from companion.vision.spotter import Spotter
from companion.vision.types import Detections, Image

_LOST = 0.005
"""How much worse a measure may be before it counts."""
_NOT_CHANCE = 0.975
"""A measure is worse where so many drawings of the pictures, with repetition, say so: another reader that is as good
names other cards rightly."""
_DRAWINGS = 2000
_SAME_CARD = 0.5
_WHOLE = 0.8
"""Intersection over union with the card from which on a box is no part of it."""
_NEAR = 0.03
"""Corner error that is good enough to read by, in heights of the card."""
_LIKELY = 0.5
"""Chance from which on a card counts as spotted."""
_MOST_SCENES = 150
"""Scenes looked at for what looks at whole scenes or at boxes in them: a minute of one core."""

Rows = npt.NDArray[np.intp]
"""Rows of a chunk's labels."""
Counts = npt.NDArray[np.float64]
"""(N, 2): in each picture, how many were right (or the sum of their errors), and of how many."""
Measures = dict[str, Counts]
"""By name. Those called errors are better when lower, all others when higher; all are parts of 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """One measure of two models.

    Attributes:
        measure: Its name.
        before: Of the model in use, picture by picture.
        after: Of the new one, on the same pictures.
    """

    measure: str
    before: Counts
    after: Counts

    @property
    def rates(self) -> tuple[float, float]:
        """Both models, on all pictures together."""
        every = np.ones((1, len(self.before)))
        return float(_rates(every, self.before)[0]), float(_rates(every, self.after)[0])

    @property
    def is_worse(self) -> bool:
        """Whether the new model loses by more than chance: a bootstrap over the pictures (Efron 1979), in pairs."""
        before, after = self.rates
        sign = 1 if "error" in self.measure else -1
        if sign * (after - before) <= _LOST:
            return False
        number = len(self.before)
        drawn = np.random.default_rng(0).multinomial(number, np.full(number, 1 / number), _DRAWINGS)
        lost = sign * (_rates(drawn, self.after) - _rates(drawn, self.before))
        return float((lost > 0).mean()) >= _NOT_CHANCE


def _rates(times: npt.NDArray[np.integer | np.floating], counts: Counts) -> npt.NDArray[np.float64]:
    right, number = (times @ counts).T
    return np.divide(right, number, out=np.zeros(len(times)), where=number > 0)


def compare(kind: str, new: Path, models: Path, data: Path, photos: Path | None) -> list[Difference]:
    """Measure the model in use and a new one on the same pictures, none of which was trained on.

    Args:
        kind: Of the model, as in the name of its file.
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
    before, after = (_MEASURED_BY[kind](path, chunk) for path in (models / f"{kind}.onnx", new))
    kept = ChunkFolder(data / KEPT)
    if kind == "reader" and kept.numbers():
        for measures, path in ((before, models / "reader.onnx"), (after, new)):
            own = _of_reader(path, kept.load(kept.numbers()[0]))
            measures |= {f"kept-out crops of the sessions, {name}": value for name, value in own.items()}
    if photos is not None:
        files = {name: models / f"{name}.onnx" for name in _MEASURED_BY}
        before |= _on_photographs(files, photos)
        after |= _on_photographs({**files, kind: new}, photos)
    return [Difference(name, before[name], after[name]) for name in before if name in after]


def _of_reader(path: Path, chunk: Chunk) -> Measures:
    reader = Reader(path)
    names = [class_names()[kind] for kind in chunk.labels["kind"]]
    measures: Measures = {}
    sure: list[Counts] = []
    for deck in reader.decks:
        rows = [row for row, name in enumerate(names) if name.startswith(f"{deck} ")]
        if not rows:
            continue
        readings = reader.readings(reader.perceive([chunk.images[row] for row in rows]), deck)
        truths = [names[row].split()[1] for row in rows]
        guesses = [readings.codes[index] for index in readings.probabilities.argmax(axis=1)]
        right = np.array([guess == truth for guess, truth in zip(guesses, truths, strict=True)])
        certain = readings.probabilities.max(axis=1) >= SURE
        sure.append(np.stack([certain & right, certain], axis=1).astype(np.float64))
        measures[f"{deck}: likeliest card right"] = _each(right)
    empty = [row for row, name in enumerate(names) if name == NOTHING]
    if empty:
        readings = reader.readings(reader.perceive([chunk.images[row] for row in empty]), reader.decks[0])
        measures["no card: seen to be none"] = _each(readings.nothing > 0.5)
    if sure:
        measures["readings that are sure: right"] = np.concatenate(sure)
    return measures


def _each(right: npt.NDArray[np.generic]) -> Counts:
    """Return the counts of pictures that show one thing each."""
    return np.stack([right.astype(np.float64), np.ones(len(right))], axis=1)


def _scenes(chunk: Chunk) -> Iterator[tuple[int, Rows]]:
    for picture in range(min(len(chunk.images), _MOST_SCENES)):
        yield picture, np.flatnonzero(chunk.labels["picture"] == picture)


def _of_finder(path: Path, chunk: Chunk) -> Measures:
    finder = Finder(path)
    counts = []
    for picture, rows in _scenes(chunk):
        seen = finder.find(np.asarray(chunk.images[picture]))
        truths = [(chunk.labels["corners"][row], CLASSES[int(chunk.labels["kind"][row])]) for row in rows]
        matched = _matched(seen, truths)
        counts.append((len(matched), len(truths), len(seen), sum(matched)))
    found, cards, given, errors = np.array(counts, np.float64).reshape(-1, 4).T
    return {
        "cards found": np.stack([found, cards], axis=1),
        "boxes that are cards": np.stack([found, given], axis=1),
        "error of corners, in heights": np.stack([errors, found], axis=1),
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
    moved, told = [], []
    for image, rows, boxes in _off_by_chance(chunk):
        refined = refiner.refine(image, boxes)
        sides = [KINDS.index(CLASSES[int(chunk.labels["kind"][row])]) for row in rows]
        moved.append((rows, refined.corners))
        told.append((int((refined.kinds.argmax(axis=1) == sides).sum()), len(rows)))
    sides_told = np.array(told, np.float64).reshape(-1, 2)
    return {
        **_of_corners(chunk, moved),
        "sides told": sides_told,
        "parts made whole": _parts_made_whole(refiner, chunk),
    }


def _parts_made_whole(refiner: Refiner, chunk: Chunk) -> Counts:
    """Count, scene by scene, the cards of which a box held a part only and that are found whole from there."""
    counts = []
    for image, rows, parts in _off_by_chance(chunk, part_of):
        truths, quads = chunk.labels["corners"][rows], refiner.refine(image, parts).corners
        whole = [overlap(quad, truth) > _WHOLE for quad, truth in zip(quads, truths, strict=True)]
        counts.append((sum(whole), len(rows)))
    return np.array(counts, np.float64).reshape(-1, 2)


def _of_outliner(path: Path, chunk: Chunk) -> Measures:
    outliner = Outliner(path)
    looks = _off_by_chance(chunk)
    return _of_corners(
        chunk,
        [(rows, settled(outliner.outline(image, boxes), image.shape[1::-1])) for image, rows, boxes in looks],
    )


def _of_spotter(path: Path, chunk: Chunk) -> Measures:
    """Leave out one card at a time of what is known: is it spotted, and nothing else? And nothing where all are known?

    Those are left out that others cover, and of each scene one that lies free.
    """
    spotter = Spotter(path)
    counts, silent = [], []
    for image, rows, boxes in _off_by_chance(chunk):
        visible = chunk.labels["visible"][rows].astype(np.float64)
        covered, free = np.flatnonzero(visible < COVERED), np.flatnonzero(visible >= COVERED)[:1]
        spotted, given, missed = 0, 0, [*covered, *free] if len(rows) > 1 else []
        for card in missed:
            known = np.delete(boxes, card, axis=0)
            seen = drop_repeated(spotter.spot(image, known, known, _LIKELY), _SAME_CARD).corners
            truth = chunk.labels["corners"][rows[card]]
            spotted += any(overlap(quad, truth) > _SAME_CARD for quad in seen)
            given += len(seen)
        counts.append((spotted, len(missed), given))
        silent.append(not len(spotter.spot(image, boxes, boxes, _LIKELY)))
    found, cards, boxes_given = np.array(counts, np.float64).reshape(-1, 3).T
    return {
        "missed cards spotted": np.stack([found, cards], axis=1),
        "spotted that are cards": np.stack([found, boxes_given], axis=1),
        "scenes in which none is spotted where all are known": _each(np.array(silent, np.bool_)),
    }


def _off_by_chance(
    chunk: Chunk, off: Callable[[np.random.Generator, Quad], Quad] = misplaced
) -> Iterator[tuple[Image, Rows, Quad]]:
    """Yield the scenes, the rows of their cards, and a box for each, (N, 4, 2), that is off as a finder's may be."""
    rng = np.random.default_rng(0)
    for picture, rows in _scenes(chunk):
        truths = chunk.labels["corners"][rows].astype(np.float64)
        boxes = np.array([off(rng, truth) for truth in truths]).reshape(-1, 4, 2)
        yield np.asarray(chunk.images[picture]), rows, boxes


def _of_corners(chunk: Chunk, moved: Sequence[tuple[Rows, npt.NDArray[np.floating]]]) -> Measures:
    """Measure how far the corners of cards lie from where they are, scene by scene."""
    counts = []
    for rows, quads in moved:
        truths = chunk.labels["corners"][rows].astype(np.float32)
        errors = [corner_error(truth, quad) for truth, quad in zip(truths, quads, strict=True)]
        counts.append((len(rows), sum(errors), sum(error <= _NEAR for error in errors)))
    number, errors_of, near = np.array(counts, np.float64).reshape(-1, 3).T
    return {
        "error of corners, in heights": np.stack([errors_of, number], axis=1),
        f"corners within {_NEAR:.0%} of the height": np.stack([near, number], axis=1),
    }


def _of_counter(path: Path, chunk: Chunk) -> Measures:
    shown = chunk.labels["shown"].astype(np.intp)
    right = Counter(path).count(list(chunk.images)).argmax(axis=1) == shown
    numbers = shown < SHOWN.index(COURT)
    return {"numbers counted": _each(right[numbers]), "all else told": _each(right[~numbers])}


def _of_magnifier(path: Path, chunk: Chunk) -> Measures:
    classes, kinds = class_names(), chunk.labels["kind"].astype(np.intp)
    corners = np.asarray(chunk.images)[:, :, INSET:-INSET, INSET:-INSET]
    factors = Magnifier(path).factors([(near, far) for near, far in corners], classes)
    measures: Measures = {}
    for deck, places in places_by_deck(classes).items():
        of_deck = np.isin(kinds, places)
        if not of_deck.any():
            continue
        likeliest = places[factors[of_deck][:, places].argmax(axis=1)]
        right = [
            _card(classes[one]) == _card(classes[other]) for one, other in zip(likeliest, kinds[of_deck], strict=True)
        ]
        measures[f"named by corners alone, {deck}"] = _each(np.array(right, bool))
    return measures


def _card(name: str) -> str:
    return name.removesuffix(f" {TURNED}")


_MEASURED_BY: Mapping[str, Callable[[Path, Chunk], Measures]] = MappingProxyType(
    {
        "finder": _of_finder,
        "refiner": _of_refiner,
        "outliner": _of_outliner,
        "spotter": _of_spotter,
        "reader": _of_reader,
        "counter": _of_counter,
        "magnifier": _of_magnifier,
    }
)
"""By the name of a model's file."""


def _on_photographs(files: dict[str, Path], photos: Path) -> Measures:
    outliner, spotter = Outliner(files["outliner"]), Spotter(files["spotter"])
    finder = RefinedFinder(Finder(files["finder"]), Refiner(files["refiner"]), outliner, spotter)
    eyes = ModelEyes(finder, Reader(files["reader"], None, Counter(files["counter"]), Magnifier(files["magnifier"])))
    measures: Measures = {}
    for pictures in photo_sets(photos, "fit", is_kept_out):
        counts = []
        for examined in examine(eyes, pictures.pictures()):
            tally = Tally()
            tally.add(examined.picture, examined.found, examined.score)
            seen = tally.faces_found + tally.faces_invented
            counts.append((tally.faces_found, tally.faces, seen, tally.identified, tally.readable))
        found, faces, given, identified, readable = np.array(counts, np.float64).reshape(-1, 5).T
        where = f"photographs of {pictures.source}"
        measures[f"{where}: cards found"] = np.stack([found, faces], axis=1)
        measures[f"{where}: faces that are cards"] = np.stack([found, given], axis=1)
        measures[f"{where}: identity"] = np.stack([identified, readable], axis=1)
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
        (before, after), verdict = row.rates, "worse" if row.is_worse else ""
        lines.append(f"| {row.measure} | {before:.1%} | {after:.1%} | {verdict} |")
    if plot is not None:
        lines += ["", f"![Losses and measures over the minutes]({plot.name})"]
    worse = [row.measure for row in differences if row.is_worse]
    outcome = f"worse in: {', '.join(worse)}" if worse else "nowhere worse than the model in use"
    tell(f"the new {kind} is {outcome}")
    return "\n".join([*lines, "", f"The new model is {outcome}.", ""])
