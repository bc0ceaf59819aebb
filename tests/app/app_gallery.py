"""The screens of tables at work, with their dialogs and troubles."""

import errno
from collections.abc import Callable
from dataclasses import dataclass

from app_moments import Moment, at_end, before_hand, before_tiebreak, in_trick, plan_of, watch_of, with_card

from companion.app.window import MainWindow
from companion.rules.games import GAMES
from companion.simulation.habits import Habits
from companion.simulation.incidents import Incidents
from companion.simulation.script import Script
from companion.table.events import Irregularity

Show = Callable[[MainWindow], object]


@dataclass(frozen=True)
class Screen:
    """One screen: its name, what brings a window there, and when it is there."""

    name: str
    show: Show
    there: Callable[[MainWindow], bool] = lambda window: True


_SHORT = {"hands": 1}
LONG_NAMES = ("Maximiliane", "Jean-Christophe", "María Antonia", "Bartholomew", "Emil")

_HEARTS = Moment("hearts_pp", in_trick(3, 8, 3), before_hand(3))
_COINS = Moment("coins", in_trick(1, 6, 2), in_trick(1, 5, 3), hands=1)
_ASKED = Moment("coins", lambda script: in_trick(1, 3, 3)(script) + 1.2, in_trick(1, 2, 1), misread=True, hands=1)
_LOST = Moment("coins", lambda script: in_trick(1, 3, 3)(script) + 3.5, in_trick(1, 2, 1), hides=True, hands=1)
_ENDED = Moment("steere_suits", at_end, before_tiebreak, chosen=_SHORT, tied=True, names=LONG_NAMES)
_REVOKE = Moment("hearts_pp", in_trick(1, 9, 2), incidents=Incidents(revoke=0.5), hands=1)

WHOSE = Moment(
    "hearts_pp",
    lambda script: in_trick(1, 0, 5)(script) + 0.5,
    chosen={"players": 5},
    seed=104,
    incidents=Incidents(out_of_turn=0.3),
    hands=1,
    names=LONG_NAMES,
    habits=Habits(pace=1.4, deal=False, ring_mm=45.0, scatter_mm=22.0),
    rate=6.0,
)
"""Cards are pushed to the middle, and of one it is open whose it was: one of three."""


def _after_revoke(script: Script) -> float:
    """Return when the cards that prove a revoke are asked about together."""
    return next(event.time for event in script.truth if isinstance(event, Irregularity)) + 3.0


_TOGETHER = Moment("hearts_pp", _after_revoke, chosen={"players": 3}, seed=0, incidents=Incidents(revoke=0.3), hands=1)

TABLES: tuple[tuple[str, Moment], ...] = (
    ("coins", _COINS),
    ("steere_suits", Moment("steere_suits", in_trick(2, 6, 2), before_hand(2))),
    ("hearts_pp", _HEARTS),
    ("hearts_pp-teams", Moment("hearts_pp", in_trick(2, 5, 4), before_hand(2), chosen={"teams": True})),
    ("seven_suitors", Moment("seven_suitors", in_trick(2, 6, 3), before_hand(2), chosen={"special": True})),
    ("forum_suits", Moment("forum_suits", in_trick(2, 2, 3), before_hand(2))),
    ("forum_suits-five", Moment("forum_suits", in_trick(1, 2, 5), chosen={"players": 5}, hands=1)),
    ("long-names", Moment("hearts_pp", in_trick(1, 3, 4), in_trick(1, 2, 4), names=LONG_NAMES, hands=1)),
    ("waiting", Moment("coins", before_hand(1), hands=1)),
    ("question", _ASKED),
    ("question-together", _TOGETHER),
    (
        "people-asked",
        Moment("forum_suits", before_hand(1), chosen={"players": 3, "rounds": 1}, told=False, seed=28),
    ),
    ("whose", WHOSE),
    ("irregularity", _REVOKE),
    ("out-of-step", _LOST),
    ("tiebreak", Moment("steere_suits", with_card(2), before_tiebreak, chosen=_SHORT, tied=True)),
    (
        "tiebreak-long-names",
        Moment("steere_suits", with_card(2), before_tiebreak, chosen=_SHORT, tied=True, names=LONG_NAMES),
    ),
    *((f"deal-{game}", Moment(game, before_hand(2), lambda script: before_hand(2)(script) - 12)) for game in GAMES),
    ("camera-lost", Moment("coins", in_trick(1, 6, 2), in_trick(1, 5, 3), hands=1, lost=True)),
    ("end-steere_suits", Moment("steere_suits", at_end, before_tiebreak, chosen=_SHORT, tied=True)),
    ("end-long-names", _ENDED),
    ("end-coins", Moment("coins", at_end, lambda script: script.duration - 15)),
    ("end-hearts_pp", Moment("hearts_pp", at_end, lambda script: script.duration - 15, chosen={"losing": 60})),
    ("end-seven_suitors", Moment("seven_suitors", at_end, lambda script: script.duration - 15, chosen={"short": True})),
    ("end-forum_suits", Moment("forum_suits", at_end, lambda script: script.duration - 15)),
)


def _table(moment: Moment, then: Show | None = None, *, drawn: bool = True) -> Show:
    def show(window: MainWindow) -> None:
        plan = plan_of(moment)
        window.show_watch(plan, watch_of(moment, drawn=drawn))
        window.table_page.refresh()
        if then is not None:
            then(window)

    return show


def _press(name: str) -> Show:
    """Return what does a one-key command of the table page."""

    def press(window: MainWindow) -> None:
        page = window.table_page
        commands = {
            "correct": page.toolbar.correct.click,
            "add": page.toolbar.add.click,
            "look": page._look,
            "chart": lambda: page.tabs.show_view(page.chart),
            "remarks": lambda: page.tabs.show_view(page.remarks),
        }
        commands[name]()

    return press


def _search(window: MainWindow) -> None:
    _press("correct")(window)
    window.table_page.correction.search.setText("kin")


def _full_disk(window: MainWindow) -> None:
    trouble = OSError(errno.ENOSPC, "No space left on device")
    window.sessions.recording.trouble.note(trouble)
    window.sessions.button.refresh()


def table_screens(*, drawn: bool = True) -> tuple[Screen, ...]:
    """Return the screens of running games."""
    at_work = (
        ("correction", _HEARTS, _press("correct")),
        ("correction-search", _HEARTS, _search),
        ("add", _HEARTS, _press("add")),
        ("irregularity-look", _REVOKE, _press("look")),
        ("out-of-step-look", _LOST, _press("look")),
        ("chart", _HEARTS, _press("chart")),
        ("remarks", _REVOKE, _press("remarks")),
        ("disk-full", _COINS, _full_disk),
        ("back-long-names", _ENDED, lambda window: window.table_page.ending.back.click()),
        ("names", _HEARTS, lambda window: window.table_page.ask_names(1)),
        ("leave", _COINS, lambda window: window.ask_to_leave()),
    )
    return (
        *(Screen(f"table-{name}", _table(moment, drawn=drawn)) for name, moment in TABLES),
        *(Screen(f"table-{name}", _table(moment, then, drawn=drawn)) for name, moment, then in at_work),
    )
