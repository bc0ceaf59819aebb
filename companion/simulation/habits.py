"""How people at a simulated table move, sit and lay their cards."""

from dataclasses import dataclass
from math import radians
from typing import Literal

Seating = Literal["even", "corner", "side"]
"""Where people sit in the picture: one at its bottom edge and all evenly around; none there, for the camera looks over
a corner of the table; or none on the whole side of the camera, where they are three or fewer."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How the simulated people move.

    Attributes:
        told: What they are like, for people.
        pace: 1 is brisk play, 2 twice as fast.
        ring_mm: How far from the table's middle cards are laid.
        scatter_mm: Standard deviation of where they come to rest.
        askew: Standard deviation of how they are turned, radians.
        deal: The cards are dealt in sight of the camera; otherwise the table is just empty for a while.
        seating: Where people sit in the picture.
        uneven: How far people sit off where they would sit evenly around the table, at most, radians.
        reach: How much nearer or farther than `ring_mm` each of them lays cards, at most, as a logarithm.
        off_middle_mm: Standard deviation of how far from the middle of the picture the middle of play is.
        counts_open: What counts for the score lies open before who won it, where the rules leave that to the players.
        tricks_open: Tricks are left lying face up before who won them.
        screen: The companion's window is in the picture, on a laptop or a tablet.
        things: Drinks, phones, paper and such lie about, and people take some of it up and put it down again.
        hasty: People reach for the table while the one before them still lays and for tricks as soon as they are whole,
            and all lay the last trick of a hand at once.
        in_view: So many seats, from seat 0 on, hold their cards where the camera sees their faces.
    """

    told: str = ""
    pace: float = 1.0
    ring_mm: float = 92.0
    scatter_mm: float = 11.0
    askew: float = 0.2
    deal: bool = True
    seating: Seating = "even"
    uneven: float = 0.0
    reach: float = 0.0
    off_middle_mm: float = 0.0
    counts_open: bool = False
    tricks_open: bool = False
    screen: bool = False
    things: bool = False
    in_view: int = 0
    hasty: bool = False


TIDY = "tidy"
HABITS = {
    TIDY: Habits("evenly around the table, each card straight before its player"),
    "careless": Habits(
        "unevenly and off the middle, cards askew and each player's nearer or farther",
        scatter_mm=18.0,
        askew=0.5,
        uneven=radians(25),
        reach=0.25,
        off_middle_mm=50.0,
    ),
    "corner": Habits(
        "as tidy people, but the camera looks over a corner of the table, so that nobody sits at the bottom edge",
        seating="corner",
    ),
    "side": Habits(
        "as tidy people, but the camera stands where nobody sits: three on three sides of the table, two face to face",
        seating="side",
    ),
    "counting": Habits("as tidy people, but what counts for the score lies open before who won it", counts_open=True),
    "open": Habits("as tidy people, but tricks are left face up before who won them", tricks_open=True),
    "screen": Habits("as tidy people, but the camera sees the companion's own window on a screen", screen=True),
    "cluttered": Habits(
        "as tidy people, but with drinks, bowls, phones and paper about them, some of which they take up now and then",
        things=True,
    ),
    "hasty": Habits(
        "as tidy people, but they reach while the one before still lays, and lay the last trick of a hand all at once",
        hasty=True,
    ),
    "unguarded": Habits(
        "as tidy people, but the one on the camera's side holds their cards where it sees them", in_view=1
    ),
}
"""How people may sit and lay their cards, by name."""
