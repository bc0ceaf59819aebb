"""Simulated deals, counted: rows for programs and a table for people."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.evaluation.deals import Deal
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.settings import Settings, Value

Row = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """What is played.

    Attributes:
        game: The game.
        settings: What is agreed.
        title: How a table names it.
    """

    game: Game
    settings: Settings
    title: str


def all_kinds() -> list[Kind]:
    """Return all five games with every number of players."""
    kinds: list[tuple[str, dict[str, Value]]] = [("steere_suits", {}), ("coins", {})]
    kinds += [("hearts_pp", {"players": players}) for players in (3, 4, 5)]
    kinds += [("seven_suitors", {}), ("seven_suitors", {"special": True})]
    kinds += [("forum_suits", {"players": players}) for players in (2, 3, 4, 5)]
    return [kind_of(GAMES[game], GAMES[game].configure(**options)) for game, options in kinds]


def kind_of(game: Game, settings: Settings) -> Kind:
    """Name a game with what is agreed."""
    players = game.start(settings).players
    specials = ", special cards" if "special" in settings and settings.flag("special") else ""
    several = f", {players} players" if len(game.players) > 1 else ""
    return Kind(game, settings, f"{game.id}{several}{specials}")


def count_deals(kind: Kind, misread: float | None, played: Sequence[Deal]) -> Row:
    """Return what is to be told of deals of one kind. Rates are 0..1, times seconds.

    Args:
        kind: What was played.
        misread: Share of looks at a card that were misread, 0..1; None where the table was drawn.
        played: The deals, at least one.
    """
    deals = len(played)
    tricks = sum(deal.tricks for deal in played)
    return {
        "kind": kind.title,
        "game": kind.game.id,
        "misread": misread,
        "deals": deals,
        "right": sum(deal.right for deal in played) / deals,
        "right_unasked": sum(deal.right and not deal.questions for deal in played) / deals,
        "right_alone": sum(deal.right_alone for deal in played) / deals,
        "free_of_wrong": sum(not deal.wrong for deal in played) / deals,
        "wrong": sum(len(deal.wrong) for deal in played),
        "wrong_tricks": sum(deal.tricks_settled - deal.tricks_right for deal in played),
        "taken_back": sum(deal.was_wrong for deal in played),
        "questions": sum(deal.questions for deal in played) / deals,
        "corrections": sum(deal.corrections for deal in played) / deals,
        "tricks": tricks,
        "tricks_right": sum(deal.tricks_right for deal in played) / tricks,
        "tricks_alone": sum(deal.tricks_alone for deal in played) / tricks,
        **_latencies(played),
        "seeds_wrong": [deal.seed for deal in played if deal.wrong][:20],
    }


_COLUMNS: Sequence[tuple[str, str, Callable[[Any], str]]] = (
    ("game", "kind", str),
    ("misread %", "misread", lambda rate: "drawn" if rate is None else f"{100 * rate:g}"),
    ("deals", "deals", str),
    ("right, never asked %", "right_unasked", lambda rate: f"{100 * rate:.1f}"),
    ("right %", "right", lambda rate: f"{100 * rate:.1f}"),
    ("right by looks alone %", "right_alone", lambda rate: f"{100 * rate:.1f}"),
    ("free of wrong rulings %", "free_of_wrong", lambda rate: f"{100 * rate:.1f}"),
    ("questions a deal", "questions", lambda number: f"{number:.2f}"),
    ("corrections a deal", "corrections", lambda number: f"{number:.2f}"),
    ("tricks right %", "tricks_right", lambda rate: f"{100 * rate:.2f}"),
    ("by looks alone %", "tricks_alone", lambda rate: f"{100 * rate:.2f}"),
    ("announced after s", "latency_median", lambda time: "-" if time is None else f"{time:.2f}"),
    ("95 % within s", "latency_p95", lambda time: "-" if time is None else f"{time:.2f}"),
)


def total_rows(rows: Sequence[Row], played: Mapping[float | None, Sequence[Deal]]) -> Iterator[Row]:
    """Yield for each rate of misreading what all kinds make together, each weighing as many deals as were played of it.

    Args:
        rows: Of the kinds.
        played: All deals by their rate of misreading, for the times of all plays together.
    """
    for rate in dict.fromkeys(row["misread"] for row in rows):
        same = [row for row in rows if row["misread"] == rate]
        if len(same) < 2:
            continue
        deals = sum(row["deals"] for row in same)
        tricks = sum(row["tricks"] for row in same)
        total: Row = {"kind": "all", "misread": rate, "deals": deals, "tricks": tricks}
        for key in ("right", "right_unasked", "right_alone", "free_of_wrong", "questions", "corrections"):
            total[key] = sum(row[key] * row["deals"] for row in same) / deals
        for key in ("tricks_right", "tricks_alone"):
            total[key] = sum(row[key] * row["tricks"] for row in same) / tricks
        yield total | _latencies(played[rate])


def _latencies(played: Sequence[Deal]) -> Row:
    latencies = [latency for deal in played for latency in deal.latencies]
    median, most = np.percentile(latencies, (50, 95)).tolist() if latencies else (None, None)
    return {"latency_median": median, "latency_p95": most}


def markdown_table(rows: Sequence[Row]) -> str:
    """Return rows as a table in Markdown."""
    lines = ["| " + " | ".join(title for title, _, _ in _COLUMNS) + " |"]
    lines.append("| --- |" + " ---: |" * (len(_COLUMNS) - 1))
    lines += ["| " + " | ".join(form(row[key]) for _, key, form in _COLUMNS) + " |" for row in rows]
    return "\n".join(lines)


def text_lines(row: Row) -> str:
    """Return one row in a few words a line."""
    told = "  ".join(f"{title}: {form(row[key])}" for title, key, form in _COLUMNS[1:])
    return f"{row['kind']}\n  {told}"
