"""What goes wrong at a simulated table, and how often."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from companion.errors import UnusableError


@dataclass(frozen=True, slots=True)
class Incidents:
    """Chances, 0..1, of things that go wrong or are out of the usual.

    Attributes:
        out_of_turn: Of each play, that somebody makes it before it is their turn.
        revoke: Of each play that must follow suit, that it does not.
        exposed: Of each play, that another card drops face up and is taken back before it.
        taken_back: Of each play, that another card was laid first and taken back.
        brushed: Of each play, that an arm pushes a card on the table.
        shown: Of each trick, that somebody shows cards before it while nothing counts.
        nudged: Of each trick, that the camera is knocked.
        switched: Of each trick, that a lamp is switched.
        lost: Of each trick, that frames are lost.
        stalled: Of each play, that no frame arrives for longer than people wait: they play on meanwhile.
        misdealt: Of each hand, that it has to be dealt again.
        mixed: Of each hand, that cards are spread and mixed face up before it is dealt.
    """

    out_of_turn: float = 0.0
    revoke: float = 0.0
    exposed: float = 0.0
    taken_back: float = 0.0
    brushed: float = 0.0
    shown: float = 0.0
    nudged: float = 0.0
    switched: float = 0.0
    lost: float = 0.0
    stalled: float = 0.0
    misdealt: float = 0.0
    mixed: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            chance = getattr(self, field.name)
            if not 0 <= chance <= 1:
                raise UnusableError(f"{field.name}={chance:g}: expected a chance from 0 to 1")


NAMES = tuple(field.name for field in fields(Incidents))

LIVELY = Incidents(
    out_of_turn=0.01,
    revoke=0.01,
    exposed=0.01,
    taken_back=0.01,
    brushed=0.02,
    shown=0.02,
    nudged=0.02,
    switched=0.02,
    lost=0.03,
    stalled=0.01,
    misdealt=0.1,
    mixed=0.1,
)
"""An evening among friends: something about every third trick."""


def parse_incidents(texts: Sequence[str]) -> Incidents:
    """Return what texts of a command line ask for: `lively`, names (each as often as in `LIVELY`) or `name=chance`.

    Raises:
        UnusableError: There is no such incident, or a chance is none.
    """
    chosen = Incidents()
    for text in texts:
        name, equals, value = text.strip().partition("=")
        if name == "lively" and not equals:
            chosen = LIVELY
        elif name not in NAMES:
            raise UnusableError(f"incident {name!r}: there are lively, {', '.join(NAMES)}")
        elif not equals:
            chosen = replace(chosen, **{name: getattr(LIVELY, name)})
        else:
            try:
                chosen = replace(chosen, **{name: float(value)})
            except ValueError as error:
                raise UnusableError(f"incident {text}: expected NAME=CHANCE, such as {name}=0.05") from error
    return chosen
