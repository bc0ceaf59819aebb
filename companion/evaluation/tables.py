"""Counts as rows for programs, as a table for people, and as Markdown."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from companion.evaluation.labels import PictureSet
from companion.evaluation.scoring import CONFIDENCE_STEPS, Tally, calibration, rate

Row = dict[str, Any]

CORNERS_GOOD = 0.03
"""Mean corner error, as a part of the card's height, up to which a card is rectified well enough."""
_DIGITS = 4


def set_row(pictures: PictureSet, tally: Tally) -> Row:
    """Return everything that was counted on one set. Rates are 0..1, None where there was nothing to count."""
    sure, sure_right = _sure(tally.confidences)
    errors = np.array(tally.corner_errors)
    row: Row = {
        "source": pictures.source,
        "part": pictures.part,
        "deck": pictures.deck,
        "pictures": tally.pictures,
        "located": tally.located,
        "faces": tally.faces,
        "found": tally.faces_found,
        "invented": tally.faces_invented,
        "recall": rate(tally.faces_found, tally.faces),
        "precision": rate(tally.faces_found, tally.faces_found + tally.faces_invented) if tally.faces else None,
        "backs": tally.backs,
        "backs_found": tally.backs_found,
        "backs_invented": tally.backs_invented,
        "backs_recall": rate(tally.backs_found, tally.backs),
        "readable": tally.readable,
        "identified": tally.identified,
        "misread": tally.misread,
        "refused": tally.refused,
        "identity": rate(tally.identified, tally.readable),
        "likeliest_right": rate(tally.likeliest_right, tally.readable),
        "names": tally.names,
        "named": tally.names_right,
        "named_wrong": tally.names_wrong,
        "named_recall": rate(tally.names_right, tally.names),
        "named_precision": rate(tally.names_right, tally.names_right + tally.names_wrong),
        "named_per_picture": rate(tally.named_shares, tally.named_pictures),
        "exact": tally.exact,
        "exact_rate": rate(tally.exact, tally.named_pictures),
        "faces_right": tally.faces_right,
        "faces_right_rate": rate(tally.faces_right, tally.pictures),
        "corner_error": float(errors.mean()) if len(errors) else None,
        "corner_error_median": float(np.median(errors)) if len(errors) else None,
        "corners_good": rate(int((errors <= CORNERS_GOOD).sum()), len(errors)),
        "right_way_up": rate(tally.upright, tally.turnable),
        "sure": sure,
        "sure_right": sure_right,
        "sure_rate": rate(sure_right, sure),
        "calibration": calibration(tally.confidences),
        "traits": _traits(tally.traits),
        "kinds": {
            kind: {"pictures": count, "invented": tally.invented_by_kind[kind]}
            for kind, count in sorted(tally.kinds.items())
        },
        "decks": {told or "none": times for told, times in tally.decks.most_common()},
        "confusions": [[was, taken, times] for (was, taken), times in _by_count(tally.confusions)],
    }
    return {key: round(value, _DIGITS) if isinstance(value, float) else value for key, value in row.items()}


def calibration_row(confidences: Counter[tuple[int, bool]]) -> Row:
    """Return how confidence and being right go together over all sets."""
    sure, right = _sure(confidences)
    share = rate(right, sure)
    return {
        "source": "calibration",
        "sure": sure,
        "sure_right": right,
        "sure_rate": None if share is None else round(share, _DIGITS),
        "calibration": calibration(confidences),
    }


def _sure(confidences: Counter[tuple[int, bool]]) -> tuple[int, int]:
    last = len(CONFIDENCE_STEPS) - 2
    return confidences[last, True] + confidences[last, False], confidences[last, True]


def _traits(traits: Counter[tuple[str, bool]]) -> dict[str, dict[str, int]]:
    names = sorted({name for name, _ in traits})
    return {
        name: {"readable": traits[name, True] + traits[name, False], "identified": traits[name, True]} for name in names
    }


def _by_count(confusions: Counter[tuple[str, str]]) -> list[tuple[tuple[str, str], int]]:
    return sorted(confusions.items(), key=lambda item: (-item[1], item[0]))


def _percent(key: str) -> Callable[[Row], str]:
    return lambda row: "-" if row[key] is None else f"{100 * row[key]:.1f}"


def _share(part: str, whole: str) -> Callable[[Row], str]:
    return lambda row: f"{row[part]}/{row[whole]}" if row[whole] else "-"


_COLUMNS: Mapping[str, Callable[[Row], str]] = {
    "source": lambda row: row["source"],
    "deck": lambda row: row["deck"] or "-",
    "pictures": lambda row: str(row["pictures"]),
    "recall %": _percent("recall"),
    "precision %": _percent("precision"),
    "identity %": _percent("identity"),
    "likeliest %": _percent("likeliest_right"),
    "refused": lambda row: str(row["refused"]) if row["readable"] else "-",
    "named %": _percent("named_recall"),
    "of names right %": _percent("named_precision"),
    "exact %": _percent("exact_rate"),
    "count right %": _percent("faces_right_rate"),
    "corner error %": _percent("corner_error"),
    "its median %": _percent("corner_error_median"),
    "invented": lambda row: str(row["invented"] + row["backs_invented"]) if row["located"] else "-",
    "right of sure": _share("sure_right", "sure"),
}
"""What people are shown of a row."""


def text_table(rows: Sequence[Row]) -> str:
    """Return the rows as a table in columns, for a terminal."""
    cells = [list(_COLUMNS), *([show(row) for show in _COLUMNS.values()] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_COLUMNS))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    )


def markdown_table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table."""
    rule = ["---", "---", *("---:" for _ in list(_COLUMNS)[2:])]
    lines = [list(_COLUMNS), rule, *([show(row) for show in _COLUMNS.values()] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def note_lines(rows: Sequence[Row], calibration: Row) -> list[str]:
    """Return the lines below a table: what was counted apart, and how confidence and being right go together."""
    return [*trait_lines(rows), *kind_lines(rows), *deck_lines(rows), *calibration_lines(calibration)]


def trait_lines(rows: Iterable[Row]) -> list[str]:
    """Return a line for every class of cards whose identity was counted apart."""
    return [
        f"{row['source']} {row['deck']}, {name}: {counts['identified']} of {counts['readable']} identified"
        for row in rows
        for name, counts in row["traits"].items()
    ]


def kind_lines(rows: Iterable[Row]) -> list[str]:
    """Return a line for every kind of pictures whose inventions were counted apart."""
    return [
        f"{row['source']}, {kind}: {counts['invented']} invented in {counts['pictures']} pictures"
        for row in rows
        for kind, counts in row["kinds"].items()
    ]


def deck_lines(rows: Iterable[Row]) -> list[str]:
    """Return a line for every set whose decks were told from the pictures."""
    return [
        f"{row['source']}, told to be {told}: {times} of {sum(row['decks'].values())} pictures of {row['deck']}"
        for row in rows
        for told, times in row["decks"].items()
    ]


def calibration_lines(row: Row) -> list[str]:
    """Return a line for every class of confidence."""
    return [
        f"confidence {step['from']:.2f} to {step['to']:.2f}: {step['right']} of {step['readings']} readings right"
        for step in row["calibration"]
        if step["readings"]
    ]
