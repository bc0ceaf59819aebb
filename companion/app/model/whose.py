"""Whose a card was that lies between two players: offered to be said with one press, as long as that helps."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.app.model.moment import Moment
from companion.table.events import Event, SourceChanged
from companion.table.snapshot import HistoryEntry

_FURTHER = 2
"""When so many tricks behind its own are whole, nobody remembers whose card it was."""

Trick = tuple[tuple[int, tuple[str, ...]], ...]
"""Who played which cards, in order."""


@dataclass(frozen=True, slots=True)
class Whose:
    """A card of which it is open who played it.

    Attributes:
        card: Its code.
        fact: Place of its play.
        seats: Who may have played it: whom it is entered for, then the others, the likeliest first.
    """

    card: str
    fact: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Offered:
    """What was told of such a card.

    Attributes:
        told: The notice.
        place: Hand and trick of its play.
        trick: How that trick was entered then.
        whole: How many tricks were whole then.
    """

    told: SourceChanged
    place: tuple[int, int]
    trick: Trick
    whole: int


class OpenWhose:
    """Which card that is at present: of several the one that was told last.

    Attributes:
        card: That card; None where there is none.
    """

    def __init__(self) -> None:
        self.card: Whose | None = None
        self._told: SourceChanged | None = None
        self._offered: _Offered | None = None

    def hear(self, events: Sequence[Event], moment: Moment) -> None:
        """Take note of what the table tells."""
        told = [event for event in events if isinstance(event, SourceChanged) and event.others]
        if told:
            self._told, self._offered = told[-1], None
            self.follow(moment)

    def follow(self, moment: Moment) -> None:
        """Take note of the table as it is now: whatever changes its trick settles whose the card was."""
        if self._told is not None:
            self._offered = _offered(self._told, moment)
            if self._offered is not None or moment.snapshot.time > self._told.time:
                self._told = None
        if self._offered is not None and not _holds(self._offered, moment):
            self._offered = None
        self.card = None if self._offered is None else _whose(self._offered, moment)

    def put_away(self) -> None:
        """Ask no more: somebody has said it."""
        self.card = self._told = self._offered = None


def _offered(told: SourceChanged, moment: Moment) -> _Offered | None:
    """Return what a notice offers; None where the play it is about is not there, or not any more."""
    history, view = moment.snapshot.history, moment.snapshot.view
    play = next((entry for entry in reversed(history) if told.card in entry.cards), None)
    if play is None or play.seat != told.seat or (play.hand, play.trick) == (view.hand, view.trick):
        return None
    place = play.hand, play.trick
    return _Offered(told, place, _entered(_trick(place, moment)), _whole(moment))


def _holds(offered: _Offered, moment: Moment) -> bool:
    as_before = _entered(_trick(offered.place, moment)) == offered.trick
    return as_before and _whole(moment) < offered.whole + _FURTHER


def _whose(offered: _Offered, moment: Moment) -> Whose:
    told = offered.told
    play = next(entry for entry in _trick(offered.place, moment) if told.card in entry.cards)
    return Whose(told.card, play.fact, (play.seat, *told.others))


def _trick(place: tuple[int, int], moment: Moment) -> list[HistoryEntry]:
    return [entry for entry in moment.snapshot.history if (entry.hand, entry.trick) == place]


def _entered(trick: Sequence[HistoryEntry]) -> Trick:
    return tuple((entry.seat, entry.cards) for entry in trick)


def _whole(moment: Moment) -> int:
    return sum(len(hand.tricks) for hand in moment.state.hands)
