"""Many deals played, one after the other or by several processes at a time."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from companion.errors import UnusableError
from companion.evaluation.deal_log import DealLog, Key
from companion.evaluation.deals import Deal, play_deal
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.settings import Settings
from companion.simulation.camera import PICTURE_SIZE, TILT
from companion.simulation.habits import HABITS, TIDY, Habits
from companion.simulation.incidents import Incidents
from companion.simulation.lights import DAY
from companion.simulation.misreading import Faults
from companion.simulation.observations import USUAL_RATE
from companion.synth.designs import load_whole_deck
from companion.vision.eyes import Eyes

_AHEAD = 4
"""So many deals a process are handed out at once: the next are there when one is over, and little is lost by a stop."""

OpenEyes = Callable[[Game], Eyes]
"""Loads what looks at a drawn table of a game, for one deal; picklable where several processes play."""


@dataclass(frozen=True)
class Order:
    """One deal to be played.

    Attributes:
        title: What is played, as tables name it.
        game: Id of the game.
        settings: What is agreed.
        misread: Share of looks at a card that are misread, 0..1.
        seed: Of the deal.
        incidents: What goes wrong at the table.
        answering: People answer the companion's questions.
        whole: Play the whole game.
        art: Folder with the pictures of the cards that are drawn; None takes the project's own.
        light: The kind of light they are drawn in (`companion.simulation.lights.LIGHTS`).
        size: Width and height of the pictures, pixels.
        tilt: How far the camera is off the vertical, radians.
        habits: How people sit and lay their cards.
        rate: Pictures looked at in a second of play.
    """

    title: str
    game: str
    settings: Settings
    misread: float
    seed: int
    incidents: Incidents
    answering: bool = True
    whole: bool = False
    art: Path | None = None
    light: str = DAY
    size: tuple[int, int] = PICTURE_SIZE
    tilt: float = TILT
    habits: Habits = HABITS[TIDY]
    rate: float = USUAL_RATE

    @property
    def key(self) -> Key:
        """What a log keeps it under."""
        return self.title, self.misread, self.seed


def play_orders(
    orders: Sequence[Order], *, jobs: int = 1, open_eyes: OpenEyes | None = None, log: DealLog | None = None
) -> Iterator[tuple[Order, Deal]]:
    """Play deals, in this order as far as one process plays them.

    Args:
        orders: What is to be played.
        jobs: Processes that play; with one, this one does.
        open_eyes: Loads what looks at the table as it is drawn; None does without pixels.
        log: Deals that are in it are not played again, those that are played are kept in it. Only this process writes.

    Raises:
        UnusableError: The eyes cannot be opened, the log cannot be written, or a process was ended from outside.
    """
    missing = []
    for order in orders:
        deal = log.get(order.key) if log is not None else None
        if deal is None:
            missing.append(order)
        else:
            yield order, deal
    if not missing:
        return
    for order, deal in _one_by_one(missing, open_eyes) if jobs == 1 else _by_processes(missing, jobs, open_eyes):
        if log is not None:
            log.keep(order.key, deal)
        yield order, deal


def _one_by_one(orders: Sequence[Order], open_eyes: OpenEyes | None) -> Iterator[tuple[Order, Deal]]:
    for order in orders:
        yield order, _play(order, open_eyes)


def _by_processes(orders: Sequence[Order], jobs: int, open_eyes: OpenEyes | None) -> Iterator[tuple[Order, Deal]]:
    waiting = iter(orders)
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    handed_out: list[tuple[Order, Future[Deal]]] = []
    try:
        handed_out += [(order, pool.submit(_play, order, open_eyes)) for order in islice(waiting, _AHEAD * jobs)]
        while handed_out:
            order, played = handed_out.pop(0)
            deal = played.result()
            handed_out += [(following, pool.submit(_play, following, open_eyes)) for following in islice(waiting, 1)]
            yield order, deal
    except BrokenProcessPool as error:
        raise UnusableError("a process that played deals was ended from outside; what was kept is not lost") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _play(order: Order, open_eyes: OpenEyes | None) -> Deal:
    faults = Faults.measured(order.misread) if order.misread else Faults()
    game = GAMES[order.game]
    # New eyes for each deal: what they remember of one must not tell in the next.
    eyes = None if open_eyes is None else open_eyes(game)
    return play_deal(
        game,
        order.settings,
        order.seed,
        faults,
        order.incidents,
        answering=order.answering,
        whole=order.whole,
        eyes=eyes,
        design=None if order.art is None else load_whole_deck(order.art, game.deck),
        light=order.light,
        size=order.size,
        tilt=order.tilt,
        habits=order.habits,
        rate=order.rate,
    )
