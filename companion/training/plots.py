"""How a training went, as a picture."""

import csv
import json
import logging
from collections.abc import Sequence
from pathlib import Path

Series = dict[str, list[tuple[float, float]]]
"""By name: minutes since the training began, and the value then."""

_TABLE, _LINES = "results.csv", "weights/results.jsonl"
_NOT_PLOTTED = ("epoch", "time", "lr/", "minutes", "steps")
_COLUMNS = 3


def read_progress(folder: Path) -> Series:
    """Read what a training wrote down: `results.csv` of Ultralytics, or what ours writes beside its checkpoint.

    Values that are 0 throughout were not measured and are left out.

    Args:
        folder: The run's `training` folder.
    """
    series: Series = {}
    for moment, values in [*_from_table(folder / _TABLE), *_from_lines(folder / _LINES)]:
        for name, value in values.items():
            if not name.startswith(_NOT_PLOTTED):
                series.setdefault(name, []).append((moment, value))
    measured = {name: [point for point in points if point[1] != 0] for name, points in series.items()}
    return {name: points for name, points in measured.items() if points}


def forget_progress(folder: Path) -> None:
    """Delete what an earlier training wrote down: a reader may have learned there otherwise than it learns now.

    Args:
        folder: The run's `training` folder; there need not be one.
    """
    for name in (_TABLE, _LINES):
        (folder / name).unlink(missing_ok=True)


def _from_table(path: Path) -> Sequence[tuple[float, dict[str, float]]]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = [{key.strip(): float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    return [(row["time"] / 60, row) for row in rows]


def _from_lines(path: Path) -> Sequence[tuple[float, dict[str, float]]]:
    if not path.is_file():
        return []
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(float(row["minutes"]), row) for row in rows]


def plot_progress(folder: Path, target: Path) -> Path | None:
    """Draw every loss and measure of a training over its minutes; None where nothing was written down."""
    series = read_progress(folder)
    if not series:
        return None
    import matplotlib

    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # It says that it looks for typefaces.
    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = -(-len(series) // _COLUMNS)
    figure, axes = pyplot.subplots(rows, _COLUMNS, figsize=(4 * _COLUMNS, 2.6 * rows), squeeze=False)
    for axis, (name, points) in zip(axes.flat, series.items(), strict=False):
        axis.plot(*zip(*points, strict=True), marker="." if len(points) < 40 else None)
        axis.set_title(name, fontsize=9)
        axis.set_xlabel("minutes", fontsize=8)
        axis.grid(alpha=0.3)
    for axis in axes.flat[len(series) :]:
        axis.set_visible(False)
    figure.tight_layout()
    partial = target.with_suffix(".partial.png")
    figure.savefig(partial, dpi=90)
    pyplot.close(figure)
    partial.replace(target)
    return target
