"""One training run: render what is missing, train, export."""

import json
import platform
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import ultralytics

from companion.errors import UnusableError, WrongInputError
from companion.evaluation.files import save_text
from companion.resources import models_directory
from companion.synth.scene import Sources
from companion.training.by_ultralytics import BY_ULTRALYTICS
from companion.training.chunks import ChunkFolder, note_recipe, render_chunks
from companion.training.keeping_corners import keep_corners
from companion.training.kinds import KINDS
from companion.training.mixtures import kept_out, sources_for
from companion.training.not_exported import trained_once
from companion.training.own_networks import OWN, Train
from companion.training.own_trainer import Schedule
from companion.training.photographs import OF_PHOTOGRAPHS, PHOTOGRAPHS, PhotographChunkMaker, learned_photographs
from companion.training.plan_checks import check_data, check_inputs, check_options
from companion.training.plots import forget_progress
from companion.training.quantise import QUANTISERS
from companion.training.sessions import ADDED, KEPT, gather
from companion.training.trainer import mend_torchvision
from companion.training.tutors import TUTORS
from companion.vision.reader import Reader
from companion.whole_files import becoming, sweep

_VALIDATION_SEED = 1_000_003


@dataclass(frozen=True)
class Plan:
    """What to train and with what.

    Attributes:
        kind: One of `companion.training.kinds.KINDS`.
        run: Folder of the run: chunks, checkpoints, plots and the exported model go below it.
        minutes: Time to train; rendering comes before and is not counted.
        chunks: How many chunks of pictures to render.
        seed: Of the pictures and of the training.
        art: Artwork folder; None trains on the project's own decks alone.
        backgrounds: Folder of surfaces; None draws them all.
        init: Checkpoint to start from; None starts from nothing.
        data: Folder of the rendered pictures; None for one of the run's own. Finder and refiner may share
            theirs, outliner and spotter likewise.
        device: As Ultralytics names it: "cpu", "0", ...
        workers: Processes that render.
        threads: Threads of the network on a CPU. On a machine with other work one is many times faster than all: every
            layer waits for the slowest.
        resume: Go on with the run's last checkpoint.
        photos: Labelled photographs: of the `fit` part finder and close look learn from four in five, and old and new
            model are compared on the fifth.
        add: Recorded sessions whose certain crops the reader learns from as well.
        average: Share of the weights that the training began with (`init`) in the exported model; 0 for none.
        freeze: So many blocks at the network's beginning stay as they are (finder and reader).
        kinds_only: The refiner learns what is a card, and leaves corners as they are.
        tutor: Whom the reader learns beside, of `companion.training.tutors`; None for nobody.
        int8: Store the model so that it computes in 8 bits (`companion.training.quantise`).
        install: Put the new model in use where it is nowhere worse.
    """

    kind: str
    run: Path
    minutes: float
    chunks: int
    seed: int
    art: Path | None
    backgrounds: Path | None
    init: Path | None
    data: Path | None
    device: str
    workers: int
    threads: int
    resume: bool
    photos: Path | None
    add: tuple[Path, ...]
    average: float
    freeze: int
    kinds_only: bool
    tutor: str | None
    int8: bool
    install: bool

    @property
    def checkpoint(self) -> Path:
        """Where the last checkpoint of the run lies."""
        return self.run / "training" / "weights" / "last.pt"

    @property
    def result(self) -> Path:
        """Where the checkpoint lies that the model is made of."""
        return self.checkpoint.with_name("reader.pt") if self.tutor else self.checkpoint

    @property
    def schedule(self) -> Schedule:
        """How long to train, and from where; for networks of our own."""
        return Schedule(self.checkpoint, self.minutes, self.device, self.init, self.resume)


_TRAINERS: Mapping[str, Train] = {**BY_ULTRALYTICS, **OWN}


def carry_out(plan: Plan, tell: Callable[[str], None]) -> Path:
    """Render, train and export; returns the ONNX file.

    Args:
        plan: What to do.
        tell: Receives progress, a line at a time.

    Raises:
        UnusableError: A folder or checkpoint is missing, or the sessions teach too little.
        WrongInputError: The model shall be put in use, but is worse somewhere.
    """
    kind = KINDS[plan.kind]
    may_freeze = bool(kind.settings)
    by_ultralytics = may_freeze and not plan.tutor
    check_options(plan, may_freeze=may_freeze, by_ultralytics=by_ultralytics)
    check_inputs(plan)
    data = plan.data or plan.run / "data"
    check_data(plan.kind, data, kind.size, kind.labels)
    sources = sources_for(plan.kind, plan.art, plan.backgrounds)
    recipe = _render(plan, sources, data, tell)
    for folder in (plan.run, plan.checkpoint.parent):
        sweep(folder)
    if not plan.resume:
        forget_progress(plan.run / "training")
        _put_aside(plan.checkpoint, tell)

    def train() -> float:
        started = time.perf_counter()
        _TRAINERS[plan.kind](plan, data, tell)
        return round((time.perf_counter() - started) / 60, 1)

    # Networks of our own know by themselves how much of the time is left.
    note = plan.run / "training" / "not-exported.json"
    record = {
        "minutes": trained_once(note, plan.minutes, plan.resume, train, tell) if by_ultralytics else train(),
        "pictures": len(ChunkFolder(data / "train").numbers()) * kind.pictures_a_chunk,
        "started_from": plan.init.name if plan.init else "nothing",
        "averaged_with_start": plan.average,
        **({"tutor": TUTORS[plan.tutor].about} if plan.tutor else {}),
        **({"learned": "kinds only"} if plan.kinds_only else {}),
        **recipe,
        "device": plan.device if plan.device != "cpu" else f"cpu ({platform.machine()})",
        "versions": {"ultralytics": ultralytics.__version__, "torch": torch.__version__},
    }
    checkpoint = plan.result
    if plan.average and plan.init is not None:
        from companion.training.averaging import average

        checkpoint = average(checkpoint, plan.init, plan.average, plan.run / "averaged.pt")

    def finish(weights: Path, about: Mapping[str, Any]) -> Path:
        model = export(plan.kind, weights, plan.run, about)
        if plan.int8:
            tell(f"{kind.model} in 8 bits")
            QUANTISERS[kind.model](model, model, sources)
        if plan.kinds_only:
            keep_corners(model, models_directory() / model.name)
        return model

    model = finish(checkpoint, record)
    if plan.add:
        _take_less(plan, model, data, record, finish, tell)
    note.unlink(missing_ok=True)
    _judge(plan, model, data, tell)
    return model


def _render(plan: Plan, sources: Sources, data: Path, tell: Callable[[str], None]) -> dict[str, Any]:
    """Make what is not in the folder of the data yet: pictures to learn from and to choose by, rendered and others.

    Returns what the pictures to learn from are made of; see `chunks.note_recipe`.

    Args:
        plan: What to train.
        sources: What the pictures are made of.
        data: That folder.
        tell: Receives progress, a line at a time.
    """
    if plan.add:
        # First, for it may turn out that they teach nothing: nobody should wait for pictures to be told.
        gather(plan.add, Reader.shipped(), data, tell)
    maker = KINDS[plan.kind].maker
    render_chunks(ChunkFolder(data / "val"), maker(kept_out(sources), _VALIDATION_SEED), 1, plan.workers, tell)
    recipe = note_recipe(ChunkFolder(data / "train"), sources, plan.seed, tell)
    render_chunks(ChunkFolder(data / "train"), maker(sources, plan.seed), plan.chunks, plan.workers, tell)
    _forget_earlier(plan, data, tell)
    if plan.kind in OF_PHOTOGRAPHS and plan.photos is not None:
        views = PhotographChunkMaker(learned_photographs(plan.photos), plan.seed)
        render_chunks(ChunkFolder(data / PHOTOGRAPHS), views, OF_PHOTOGRAPHS[plan.kind], plan.workers, tell)
    return recipe


def _forget_earlier(plan: Plan, data: Path, tell: Callable[[str], None]) -> None:
    """Delete what an earlier run was given beside the rendered pictures and this one is not: it would learn from it."""
    stale: list[str] = []
    if plan.kind in OF_PHOTOGRAPHS and plan.photos is None:
        stale = [PHOTOGRAPHS]
    elif plan.kind == "reader" and not plan.add:
        stale = [ADDED, KEPT]
    for part in stale:
        if (data / part).is_dir():
            # A training makes the folder whether it is given anything for it or not.
            if ChunkFolder(data / part).numbers():
                tell(f"{data / part}: of an earlier run, deleted; this one was not given any")
            shutil.rmtree(data / part)


def _put_aside(checkpoint: Path, tell: Callable[[str], None]) -> None:
    """Rename what an earlier run left: this one, stopped before it has written any, would go on with that."""
    if checkpoint.is_file():
        aside = checkpoint.with_name("earlier.pt")
        checkpoint.replace(aside)
        tell(f"{checkpoint}: of an earlier run, now called {aside.name}")


def _take_less(
    plan: Plan,
    model: Path,
    data: Path,
    record: Mapping[str, Any],
    finish: Callable[[Path, Mapping[str, Any]], Path],
    tell: Callable[[str], None],
) -> None:
    """Take over as much of what sessions taught as makes the reader nowhere worse on rendered and kept-out crops."""
    from companion.training.averaging import SHARES, average
    from companion.training.comparison import compare

    if plan.init is None or not (models_directory() / model.name).is_file():
        return
    for share in (1.0, *SHARES):
        if share < 1:
            averaged = average(plan.checkpoint, plan.init, 1 - share, plan.run / "averaged.pt")
            finish(averaged, {**record, "averaged_with_start": 1 - share, "share_taken": share})
        worse = [row.measure for row in compare(plan.kind, model, models_directory(), data, None) if row.is_worse]
        tell(f"{share:.0%} of what was learned: {'worse in ' + ', '.join(worse) if worse else 'nowhere worse'}")
        if not worse:
            return


def _judge(plan: Plan, model: Path, data: Path, tell: Callable[[str], None]) -> None:
    """Plot the training, compare its model with the one in use, and put it in that one's place where that is asked for.

    Raises:
        WrongInputError: It shall take the place, but is worse somewhere.
    """
    from companion.training.comparison import compare, report
    from companion.training.plots import plot_progress

    plot = plot_progress(plan.run / "training", plan.run / "training.png")
    differences = []
    if (models_directory() / model.name).is_file():
        differences = compare(model.stem, model, models_directory(), data, plan.photos)
    text = report(plan.kind, differences, plot, tell)
    save_text(plan.run / "report.md", text)
    tell(f"report: {plan.run / 'report.md'}")
    if not plan.install:
        return
    if any(row.is_worse for row in differences):
        raise WrongInputError(f"{model}: not put in use, see {plan.run / 'report.md'}; to do so all the same, copy it")
    for name in (model.name, f"{plan.kind}.pt", f"{plan.kind}.json"):
        with becoming(models_directory() / name) as unfinished:
            shutil.copyfile(plan.run / name, unfinished)
    tell(f"the new {plan.kind} is in use")


def export(kind: str, checkpoint: Path, folder: Path, record: Mapping[str, Any]) -> Path:
    """Write the ONNX file that a checkpoint goes into, the record of its training and the weights to go on from.

    The two networks of the reader go into one file; the one that was not trained now is the one in use.

    Args:
        kind: What was trained, one of `companion.training.kinds.KINDS`.
        checkpoint: What the training came to.
        folder: Where to write.
        record: Of the training.

    Raises:
        UnusableError: There is no reader to put what reads indices into.
    """
    mend_torchvision()
    from companion.training import export as files

    what = KINDS[kind]
    model, about = folder / f"{what.model}.onnx", {**what.about, "training": dict(record)}
    reader, index = (models_directory() / f"{name}.pt" for name in ("reader", "index"))
    if kind == "index" and not reader.is_file():
        raise UnusableError(f"{reader}: no reader to put this into; train one first: companion train reader --install")
    match kind:
        case "finder":
            files.export_finder(checkpoint, model, about)
        case "reader":
            files.export_reader(checkpoint, model, about, index if index.is_file() else None)
        case "index":
            files.export_reader(reader, model, about, checkpoint)
        case "outliner":
            files.export_outliner(checkpoint, model, about)
        case "spotter":
            files.export_spotter(checkpoint, model, about)
        case "counter":
            files.export_counter(checkpoint, model, about)
        case "magnifier":
            files.export_magnifier(checkpoint, model, about)
        case _:
            files.export_refiner(checkpoint, model, about)
    keep = files.save_weights if what.settings else files.save_own
    keep(checkpoint, folder / f"{kind}.pt")
    save_text(folder / f"{kind}.json", json.dumps(dict(record), indent=2, sort_keys=True) + "\n")
    return model
