"""Options of `companion evaluate --deals`: whole deals refereed without pixels."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.game_options import settings_given
from companion.cli.habits_option import add_habits_option, habits_given
from companion.cli.light_option import add_light_option, light_given
from companion.cli.model_options import chosen_eyes, chosen_files
from companion.cli.names import file_path
from companion.cli.output import answer, put, tell
from companion.cli.picture_size import add_picture_size_option, picture_size_given
from companion.cli.tilt_option import add_tilt_option, tilt_given
from companion.cli.unused_options import refuse_unused
from companion.errors import UnusableError
from companion.refusals import refusal_of
from companion.resources import fingerprint
from companion.simulation.habits import HABITS
from companion.simulation.incidents import NAMES, parse_incidents

if TYPE_CHECKING:
    from companion.evaluation.deal_log import DealLog
    from companion.evaluation.deal_tables import Kind
    from companion.evaluation.deals import Deal
    from companion.rules.game import Game
    from companion.simulation.incidents import Incidents
    from companion.vision.eyes import Eyes

_SHARES = (0.01, 0.03, 0.05)

_USUAL: Mapping[str, object] = {
    "misread": list(_SHARES),
    "drawn": False,
    "deck_art": None,
    "light": None,
    "size": None,
    "tilt": None,
    "habits": None,
    "rate": None,
    "no_learning": False,
    "whole": False,
    "game": None,
    "option": [],
    "incidents": "",
    "seed": 0,
    "keep": None,
    "jobs": 1,
    "unanswered": False,
}
"""The options beside `--deals`, as they are where they are not given."""

_STEPS = 50
"""Progress is told in so many steps."""


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
        default=list(_SHARES),
        metavar="P",
        help="share of looks at a card that are misread, 0..0.5 (default 0.01 0.03 0.05)",
    )
    group.add_argument(
        "--drawn", action="store_true", help="draw the table and look with finder and reader, without --misread: slow"
    )
    group.add_argument(
        "--deck-art",
        type=file_path,
        metavar="DIR",
        help="with --drawn: another deck on the table, a folder with one picture a card code (default the project's)",
    )
    add_light_option(group, "with --drawn: ")
    add_picture_size_option(group, "with --drawn: ")
    add_tilt_option(group)
    add_habits_option(group)
    group.add_argument(
        "--rate",
        type=float,
        metavar="N",
        help="pictures looked at in a second of play, 1 to 30 (default 6); a slow computer manages fewer",
    )
    group.add_argument(
        "--no-learning", action="store_true", help="with --drawn: do not get to know the deck while it is played with"
    )
    group.add_argument(
        "--whole", action="store_true", help="play whole games, deal after deal, instead of one deal each"
    )
    group.add_argument("--game", metavar="G", help="only this game (default all five, with any number of players)")
    group.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a setting of that game; repeatable"
    )
    group.add_argument(
        "--incidents",
        default="",
        metavar="NAME[=P],...",
        help=f"what goes wrong at the table, with its chance, 0 to 1: {', '.join(NAMES)}; or lively: all of them now "
        "and then",
    )
    group.add_argument("--seed", type=int, default=0, metavar="N", help="of the first deal (default 0)")
    group.add_argument(
        "--keep",
        type=file_path,
        metavar="FILE",
        help="keep every deal in FILE and play none again that is in it, so that a long measurement can be stopped",
    )
    group.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes that play at a time (default 1); one a core is best"
    )
    group.add_argument("--unanswered", action="store_true", help="nobody answers the companion's questions")


def refuse_deal_options(arguments: argparse.Namespace) -> None:
    """Refuse the options of whole deals where none are played.

    Raises:
        UnusableError: One of them was given.
    """
    refuse_unused(arguments, _USUAL, "is for whole deals; say how many by --deals, or leave it out")


def measure_deals(arguments: argparse.Namespace) -> int:
    """Play the deals, print what was counted and return the exit status."""
    _check_numbers(arguments)
    incidents = parse_incidents([text for text in arguments.incidents.split(",") if text])
    if arguments.light is not None and not arguments.drawn:
        raise UnusableError("--light: needs --drawn; without pixels there is no light")
    if arguments.size is not None and not arguments.drawn:
        raise UnusableError("--size: needs --drawn; without pixels there are no pictures")
    light, size = light_given(arguments), picture_size_given(arguments)
    if arguments.no_learning and not arguments.drawn:
        raise UnusableError("--no-learning: needs --drawn; without pixels nothing is learned")
    tilt, habits, rate = tilt_given(arguments), habits_given(arguments), _rate_given(arguments)
    kinds = _kinds(arguments)
    _check_deck_art(arguments, kinds)

    from companion.evaluation.deal_run import Order, play_orders
    from companion.evaluation.deal_tables import count_deals, markdown_table, text_lines, total_rows

    shares = (0.0,) if arguments.drawn else tuple(dict.fromkeys(arguments.misread))
    # Deal by deal of every kind, so that what was kept when it stops says as much of all kinds.
    orders = [
        Order(
            kind.title,
            kind.game.id,
            kind.settings,
            share,
            number,
            incidents,
            answering=not arguments.unanswered,
            whole=arguments.whole,
            art=arguments.deck_art,
            light=light,
            size=size,
            tilt=tilt,
            habits=HABITS[habits],
            rate=rate,
        )
        for number in range(arguments.seed, arguments.seed + arguments.deals)
        for share, kind in product(shares, kinds)
    ]
    played: dict[tuple[str, float], list[Deal]] = {}
    open_eyes = partial(_watching_eyes, arguments) if arguments.drawn else None
    for done, (order, deal) in enumerate(
        play_orders(orders, jobs=arguments.jobs, open_eyes=open_eyes, log=_log(arguments, incidents)), 1
    ):
        played.setdefault((order.title, order.misread), []).append(deal)
        if _STEPS * done // len(orders) > _STEPS * (done - 1) // len(orders):
            tell(f"{done} of {len(orders)} deals")
    rows = [
        count_deals(kind, None if arguments.drawn else share, played[kind.title, share])
        for share, kind in product(shares, kinds)
    ]
    by_share: dict[float | None, list[Deal]] = {}
    for (_, share), deals in played.items():
        by_share.setdefault(None if arguments.drawn else share, []).extend(deals)
    totals = list(total_rows(rows, by_share))
    if arguments.markdown:
        put(markdown_table([*rows, *totals]))
    else:
        for row in [*rows, *totals]:
            answer(row, text_lines(row), as_json=arguments.json)
    return 0


def _check_numbers(arguments: argparse.Namespace) -> None:
    """Refuse numbers that mean nothing."""
    for name, least in (("deals", 1), ("jobs", 1), ("seed", 0)):
        value = getattr(arguments, name)
        if value < least:
            raise UnusableError(f"--{name} {value}: expected a whole number from {least}")
    for share in arguments.misread:
        if not 0 <= share <= 0.5:
            raise UnusableError(f"--misread {share:g}: expected a share from 0 to 0.5")


def _rate_given(arguments: argparse.Namespace) -> float:
    """Return how many pictures are looked at in a second of play.

    Raises:
        UnusableError: No computer looks at so few or many.
    """
    from companion.simulation.observations import USUAL_RATE

    if arguments.rate is None:
        return USUAL_RATE
    rate = float(arguments.rate)
    if not 1 <= rate <= 30:
        raise UnusableError(f"--rate {rate:g}: expected 1 to 30 pictures a second")
    return rate


def _watching_eyes(arguments: argparse.Namespace, game: "Game") -> "Eyes":
    """Return eyes that watch a game's table as the app's do, with one core: deals beside each other use two better."""
    import cv2

    cv2.setNumThreads(1)
    eyes = chosen_eyes(arguments, threads=1, fans=game.fold.has_straights)
    return eyes.watching(learning=not arguments.no_learning)


def _log(arguments: argparse.Namespace, incidents: "Incidents") -> "DealLog | None":
    from companion.evaluation.deal_log import DealLog

    if arguments.keep is None:
        return None
    conditions = {
        "drawn": arguments.drawn,
        "light": light_given(arguments),
        "size": list(picture_size_given(arguments)),
        "tilt": arguments.tilt,
        "habits": habits_given(arguments),
        "rate": _rate_given(arguments),
        "learning": arguments.drawn and not arguments.no_learning,
        "answered": not arguments.unanswered,
        "incidents": asdict(incidents),
        "whole": arguments.whole,
        "deck": "plain" if arguments.deck_art is None else arguments.deck_art.name,
        "options": sorted(arguments.option),
        "models": _marks(chosen_files(arguments)) if arguments.drawn else None,
    }
    return DealLog(arguments.keep, conditions)


def _marks(files: Mapping[str, Path]) -> dict[str, str]:
    """Return what tells one model from another, by kind."""
    try:
        return {kind: fingerprint(path) for kind, path in files.items()}
    except OSError as error:
        raise UnusableError(f"{error.filename}: no model that can be read ({refusal_of(error)})") from error


def _check_deck_art(arguments: argparse.Namespace, kinds: "Sequence[Kind]") -> None:
    """Refuse another deck where nothing is drawn, or where cards of a deck in play are missing."""
    if arguments.deck_art is None:
        return
    if not arguments.drawn:
        raise UnusableError("--deck-art: needs --drawn; without pixels nobody sees the cards")
    from companion.synth.designs import load_whole_deck

    for kind in kinds:
        load_whole_deck(arguments.deck_art, kind.game.deck)


def _kinds(arguments: argparse.Namespace) -> "list[Kind]":
    from companion.evaluation.deal_tables import all_kinds, kind_of
    from companion.rules.games import game

    if arguments.game is None:
        if arguments.option:
            raise UnusableError(f"--option {arguments.option[0]}: needs --game")
        return all_kinds()
    chosen = game(arguments.game)
    if arguments.option:
        return [kind_of(chosen, chosen.parse_settings(settings_given(arguments.option)))]
    return [kind for kind in all_kinds() if kind.game is chosen]
