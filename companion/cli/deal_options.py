"""Options of `companion evaluate --deals`: whole deals refereed without pixels."""

import argparse
import json
import sys
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.game_options import settings_given
from companion.cli.model_options import chosen_eyes
from companion.errors import UnusableError
from companion.simulation.incidents import NAMES, parse_incidents

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.evaluation.deal_log import DealLog
    from companion.evaluation.deal_tables import Kind
    from companion.evaluation.deals import Deal
    from companion.simulation.incidents import Incidents

_RATES = (0.01, 0.03, 0.05)


def add_deal_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group(
        "whole deals",
        "Instead of pictures: deals played by chance, refereed without pixels from readings with injected mistakes, or "
        "as they are drawn.",
    )
    group.add_argument("--deals", type=int, metavar="N", help="play N deals of each kind and misreading")
    group.add_argument(
        "--misread",
        type=float,
        nargs="+",
        default=list(_RATES),
        metavar="P",
        help="share of looks at a card that are misread, 0..0.5 (default 0.01 0.03 0.05)",
    )
    group.add_argument(
        "--drawn", action="store_true", help="draw the table and look with finder and reader, without --misread: slow"
    )
    group.add_argument("--game", metavar="G", help="only this game (default all five, with any number of players)")
    group.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a setting of that game; repeatable"
    )
    group.add_argument(
        "--incidents",
        default="",
        metavar="NAME[=P],...",
        help=f"what goes wrong at the table, with its chance: {', '.join(NAMES)}; or lively: all of them",
    )
    group.add_argument("--seed", type=int, default=0, metavar="N", help="of the first deal (default 0)")
    group.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="keep every deal in FILE and play none again that is in it, so that a long measurement can be stopped",
    )
    group.add_argument("--unanswered", action="store_true", help="nobody answers the companion's questions")


def measure_deals(arguments: argparse.Namespace) -> int:
    """Play the deals, print what was counted and return the exit status."""
    if arguments.deals < 1:
        raise UnusableError(f"--deals {arguments.deals}: expected a whole number from 1")
    for rate in arguments.misread:
        if not 0 <= rate <= 0.5:
            raise UnusableError(f"--misread {rate:g}: expected a share from 0 to 0.5")
    if arguments.seed < 0:
        raise UnusableError(f"--seed {arguments.seed}: expected a whole number from 0")
    incidents = parse_incidents([text for text in arguments.incidents.split(",") if text])
    kinds = _kinds(arguments)

    from companion.evaluation.deal_tables import markdown_table, measure_kind, text_lines, total_rows

    eyes = chosen_eyes(arguments) if arguments.drawn else None
    rates = (0.0,) if arguments.drawn else tuple(arguments.misread)
    log = _log(arguments, incidents)
    if log is not None:
        # Deal by deal of every kind, so that what was kept when it stops says as much of all kinds.
        for number in range(arguments.deals):
            for rate, kind in product(rates, kinds):
                seed = arguments.seed + number
                measure_kind(
                    kind, 1, rate, incidents, seed=seed, answering=not arguments.unanswered, eyes=eyes, log=log
                )
    rows = []
    for rate in rates:
        for kind in kinds:
            notice = _progress(kind, None if arguments.drawn else rate, arguments.deals)
            rows.append(
                measure_kind(
                    kind,
                    arguments.deals,
                    rate,
                    incidents,
                    seed=arguments.seed,
                    answering=not arguments.unanswered,
                    eyes=eyes,
                    notice=notice,
                    log=log,
                )
            )
            if not arguments.markdown:
                _print(json.dumps(rows[-1]) if arguments.json else text_lines(rows[-1]))
    totals = list(total_rows(rows))
    if arguments.markdown:
        _print(markdown_table([*rows, *totals]))
    else:
        for row in totals:
            _print(json.dumps(row) if arguments.json else text_lines(row))
    return 0


def _log(arguments: argparse.Namespace, incidents: "Incidents") -> "DealLog | None":
    from companion.evaluation.deal_log import DealLog

    if arguments.keep is None:
        return None
    conditions = {"drawn": arguments.drawn, "answered": not arguments.unanswered, "incidents": asdict(incidents)}
    return DealLog(arguments.keep, conditions)


def _kinds(arguments: argparse.Namespace) -> "list[Kind]":
    from companion.evaluation.deal_tables import all_kinds, kind_of
    from companion.rules.games import game

    if arguments.game is None:
        if arguments.option:
            raise UnusableError(f"--option {arguments.option[0]}: needs --game")
        return all_kinds()
    chosen = game(arguments.game)
    if arguments.option:
        return [kind_of(chosen, chosen.parse_settings(dict(settings_given(arguments.option))))]
    return [kind for kind in all_kinds() if kind.game is chosen]


def _progress(kind: "Kind", rate: float | None, deals: int) -> "Callable[[Deal], None]":
    """Return what shows progress in steps of a fifth."""
    done = 0
    how = "drawn" if rate is None else f"{100 * rate:g} % misread"

    def notice(deal: "Deal") -> None:  # noqa: ARG001 (only counted)
        nonlocal done
        done += 1
        if 5 * done // deals > 5 * (done - 1) // deals:
            sys.stderr.write(f"{kind.title}, {how}: {done} of {deals} deals\n")
            sys.stderr.flush()

    return notice


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
